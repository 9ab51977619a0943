"""What the overview of one submission shows, ready to be drawn: rows, points and series, without any window."""
