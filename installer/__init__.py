"""Puts Goatherd on a machine: with the system's own Python and nothing else, before anything is installed."""
