"""Learns the values of positions by self-play; not needed on the device."""
