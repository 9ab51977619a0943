"""The listening desk: sounds of a pair, one above the other, on one time axis."""
