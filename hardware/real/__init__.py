"""Drivers of real devices: GPIO buttons, OLED panels, cameras."""
