"""The checks, one file a signal or a few that read the same."""
