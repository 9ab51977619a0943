"""Which pictures and which sounds are copies of each other, whatever was done to their files (PROTOCOL §6, copies)."""
