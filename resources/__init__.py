"""Data files of the program, read through `importlib.resources.files("resources")`."""
