"""The audit room: what a score hides, and the proof of what was decided."""
