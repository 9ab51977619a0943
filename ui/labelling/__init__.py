"""Labelling without widgets: one queue being worked on, how long it is looked at, and when it is time to rest."""
