"""One module for each family of commands."""
