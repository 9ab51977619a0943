"""Prosody: the melody, loudness, length and rhythm of one sound, and how much of them a matched pair keeps (PPS)."""
