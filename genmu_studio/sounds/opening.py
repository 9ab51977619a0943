"""A sound as a person reviews it: every file that can be decoded opens, and what is wrong with it stands beside it."""

from dataclasses import dataclass

import numpy as np

from scoring.codes import Code, CodeClass, class_of, sentence_of
from scoring.media.audio import decode_audio, measure_speech
from scoring.media.audio_flags import audio_flags
from scoring.types import FloatArray, Media, SampleError


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong with a sound that opens all the same: a code, what it means for the score, a sentence."""

    code: Code
    code_class: CodeClass
    sentence: str


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why a sound does not open: a code and a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True, eq=False, slots=True)
class Sound:
    """A decoded sound; its arrays are finite and read-only.

    channels : float32 (n, c), as its file holds them, full scale ±1 (a float file may exceed it). mono : float32 (n,),
    as it is scored. channel_used : "mono", "mean" or "left". rate : Hz. format : of the content, as `sniff` names it.
    peak : highest magnitude of any channel. speech_s : what an energy trim leaves, 0 where it is silent.
    remarks : SILENT, TOO_SHORT and every flag, as scoring calls them. notes : plain sentences on what else is unusual.
    """

    channels: FloatArray
    mono: FloatArray
    channel_used: str
    rate: int
    format: str
    peak: float
    speech_s: float
    remarks: tuple[Remark, ...]
    notes: tuple[str, ...]

    @property
    def frames(self) -> int:
        """How many values each channel has."""
        return len(self.mono)

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return len(self.mono) / self.rate


def open_sound(media: Media) -> Sound | Unopened:
    """Return the sound of `media`, or why it does not open; call it off the thread of the window.

    What has no codes of its own in scoring (a float file above full scale) is said in `notes`.
    """
    try:
        decoded = decode_audio(media)
        speech_s, failure = measure_speech(decoded.mono, decoded.rate)
        flags = audio_flags(decoded.channels, decoded.mono, decoded.rate, speech_s) if failure is None else ()
    except SampleError as error:
        return Unopened(str(error.failure.code), error.failure.message)
    except MemoryError:
        return Unopened(str(Code.OUT_OF_MEMORY), "there is not enough memory to decode it")
    remarks = tuple(_remark(code) for code in (*decoded.flags, *flags))
    if failure is not None:
        remarks = (_remark(failure.code, failure.message), *remarks)
    peak = float(np.abs(decoded.channels).max())
    for array in (decoded.channels, decoded.mono):
        array.setflags(write=False)
    return Sound(
        channels=decoded.channels,
        mono=decoded.mono,
        channel_used=decoded.channel_used,
        rate=decoded.rate,
        format=decoded.format,
        peak=peak,
        speech_s=speech_s,
        remarks=remarks,
        notes=(f"its peak is {peak:.2f}, above full scale",) if peak > 1.0 else (),
    )


def _remark(code: Code, sentence: str = "") -> Remark:
    return Remark(code, class_of(code), sentence or sentence_of(code))
