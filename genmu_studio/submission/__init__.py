"""Everything between a stranger's folder or archive and typed, checked rows. Nothing here executes or unpickles.

The way in is `scan.scan_submission`; each step beside it has its own module:
archives → walk → manifest, contract → tables → samples (or layouts) → content → pairs, coverage.
"""
