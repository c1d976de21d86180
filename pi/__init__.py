"""The appliance: ties rules, eyes and hands together."""
