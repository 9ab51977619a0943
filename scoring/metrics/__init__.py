"""Metrics: aggregates over samples, each a function of arrays with a definition and an interval."""
