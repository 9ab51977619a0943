"""Sounds made audible: what is loaded, what is heard of it, and where that goes; with a device, a file or neither."""
