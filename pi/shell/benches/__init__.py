"""Measurements: of reading dice, and of the whole appliance at a simulated table."""
