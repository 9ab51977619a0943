"""What is seen of similarities before and beside the figures: distributions, curves, flips, matrices and maps."""
