"""Agreement: how far several people give the same answers, and what their answers come to (PROTOCOL §5)."""
