"""Table models over the core's values."""
