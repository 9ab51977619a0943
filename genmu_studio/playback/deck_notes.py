"""What was done to sounds so that they can be played together, in plain sentences."""

from collections.abc import Mapping

import numpy as np

from genmu_studio.playback.loudness import Level, Name

_LEAST_SAID_DB = 0.05
_LEAST_SAID_S = 0.005


def resampling_notes(rates: Mapping[str, int], rate: int) -> list[str]:
    """Return what was resampled to `rate` Hz; rates : of the files."""
    other = [f"{letter} from {each} Hz" for letter, each in rates.items() if each != rate]
    return [f"resampled to the device's {rate} Hz: {', '.join(other)}"] if other else []


def speed_note(speed: float, why_pitch_moves: str | None) -> list[str]:
    """Return what another speed does to the pitch; None = it is kept, "" = nobody was asked to keep it."""
    if speed == 1:
        return []
    if why_pitch_moves is None:
        return [f"at {speed:g} × speed with the pitch of the files, in mono"]
    moves = f"at {speed:g} × speed the pitch moves with it, by {signed(12 * float(np.log2(speed)))} semitones"
    return [f"{moves} (it cannot be kept of {why_pitch_moves})" if why_pitch_moves else moves]


def padding_notes(durations_s: Mapping[str, float]) -> list[str]:
    """Return which sounds are followed by silence."""
    longest = max(durations_s, key=lambda letter: durations_s[letter], default="")
    return [
        f"{letter} is {durations_s[longest] - each:.2f} s shorter than {longest}: silence follows it"
        for letter, each in durations_s.items()
        if durations_s[longest] - each >= _LEAST_SAID_S
    ]


def level_notes(levels: Mapping[Name, Level]) -> list[str]:
    """Return which gains were applied, and why; nothing where none was."""
    gains = ", ".join(f"{letter} {signed(level.gain_db)} dB" for letter, level in levels.items())
    reasons = [f"{letter}: {level.reason}" for letter, level in levels.items() if level.reason]
    if any(level.loudness_lufs is not None or level.reason for level in levels.values()):
        return [f"made equally loud (ITU-R BS.1770): {gains}", *reasons]
    lowered = any(level.gain_db < -_LEAST_SAID_DB for level in levels.values())
    return [f"lowered together, so that nothing clips: {gains}"] if lowered else []


def signed(number: float) -> str:
    """Return `number` with one decimal and its sign: "+0.4", "−3.2", "±0.0"."""
    text = f"{number:+.1f}"
    return "±0.0" if text in {"+0.0", "-0.0"} else text.replace("-", "−")
