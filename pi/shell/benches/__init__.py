"""Measurements of the whole appliance at a simulated table."""
