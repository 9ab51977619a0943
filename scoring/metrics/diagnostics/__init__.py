"""Signals of an audit in figures: arrays in, values out; no verdicts, and nothing here ranks (PROTOCOL §6)."""
