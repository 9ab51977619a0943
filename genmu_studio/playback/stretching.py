"""Other speeds with the pitch of the voice, for `prepare_deck`.

Praat's overlap-add repeats or leaves out whole pitch periods: on voices it keeps F0 within a fifth of a semitone, where
a phase vocoder leaves up to half a one and smears what is sharp. It holds the interpreter's lock, about 15 ms for each
second of sound at 48 kHz: call it in a worker process, or what plays meanwhile has gaps.
"""

from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.praat import praat_lengthened
from scoring.types import FloatArray

# Where pitch periods are looked for: every speaking voice.
FLOOR_HZ, CEILING_HZ = 75.0, 600.0


def stretch_voice(mono: FloatArray, rate: int, speed: float) -> FloatArray | str:
    """Return `mono` (n,), finite, at `rate` Hz as it sounds at `speed` with its own pitch, (n / speed,); or why not.

    A constant offset is lost. What has no pitch is drawn out in pieces of its own.
    """
    try:
        return praat_lengthened(mono, rate, 1 / speed, FLOOR_HZ, CEILING_HZ)
    except NotMeasurableError as error:
        return str(error)
    except ImportError:
        return "the package praat-parselmouth is not installed"
