"""Simulated devices that serve the appliance on a PC."""
