"""The part of the appliance that touches the world: threads, files, devices, the command line."""
