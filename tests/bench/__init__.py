"""Benchmarks: `python -m tests.bench [--only SUBSTRING]`. docs/reference/benchmarks.md says how to read them."""
