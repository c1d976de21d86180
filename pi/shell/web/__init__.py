"""The companion page: the table in a browser."""
