"""The rules of Mountain Goats: pure functions on frozen positions."""
