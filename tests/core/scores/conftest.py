"""Hypothesis without a deadline: other work may share the machine, and a first call may import SciPy."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
