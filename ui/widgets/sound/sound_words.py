"""What the desk says of sounds, in words."""

from genmu_studio.sounds.measuring import Pitch, semitones_re_median
from genmu_studio.sounds.opening import Sound

MINUS = "−"


def seconds(time_s: float, decimals: int = 3) -> str:
    """Return a time."""
    return f"{time_s:.{decimals}f} s".replace("-", MINUS)


def rate_words(rate: int) -> str:
    """Return a sampling rate."""
    return f"{rate / 1000:g} kHz"


def channel_words(sound: Sound) -> str:
    """Return which channel is heard and measured."""
    count = sound.channels.shape[1]
    if sound.channel_used == "left":
        return f"left of {count} channels"
    return "mono" if count == 1 else f"mean of {count} channels"


def details(sound: Sound) -> str:
    """Return what stands beside the name of a sound."""
    return f"{sound.duration_s:.2f} s · {rate_words(sound.rate)} · {channel_words(sound)}"


def signed(value: float, decimals: int = 1) -> str:
    """Return a number with its sign."""
    return f"{value:+.{decimals}f}".replace("-", MINUS)


def pitch_words(pitch: Pitch | None, f0_hz: float | None) -> str:
    """Return the pitch of a moment: Hz, and semitones re the median of the sound."""
    if pitch is None:
        return ""
    if f0_hz is None:
        return "no voice"
    above = semitones_re_median(pitch, f0_hz)
    return f"{f0_hz:.0f} Hz" + (f" · {signed(above)} st" if above is not None else "")


def level_words(level_db: float | None) -> str:
    """Return a level of a moment."""
    return "" if level_db is None else f"{signed(level_db)} dB"


def hertz(value_hz: float) -> str:
    """Return a frequency as short as an axis has room for."""
    return f"{value_hz / 1000:g}k" if value_hz >= 1000 else f"{value_hz:g}"
