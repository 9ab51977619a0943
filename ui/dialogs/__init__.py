"""Dialogs, one to a file."""
