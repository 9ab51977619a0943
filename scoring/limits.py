"""Limits of acquisition that the media loader applies.

They are part of what an evaluator measures: to change one is to change the version of every evaluator, so a protocol
can state them and not set them.
"""

SILENT_PEAK_DBFS = -60.0
MIN_SPEECH_S = 0.5
SHORT_SPEECH_S = 3.0
