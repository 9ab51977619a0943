"""From a media file to its contours, and from parts to a measurement: what both evaluators of prosody do."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.codes import Code
from scoring.devices import Placement, cuda_index
from scoring.media import LoadedAudio, load_audio
from scoring.prosody.contours import Contours, contours_of
from scoring.prosody.measurable import Part
from scoring.types import Measurement, Media

# Voice lies below 8 kHz, and both sides of a pair must be heard in one band.
RATE_HZ = 16_000


@dataclass(frozen=True, eq=False, slots=True)
class Heard:
    """A sound as it was loaded, and its contours."""

    audio: LoadedAudio
    contours: Contours

    @property
    def detail(self) -> dict[str, object]:
        """What a person wants to know of it: the range searched for its pitch, and how it was loaded."""
        return {
            "pitch_floor_hz": self.contours.pitch.floor_hz,
            "pitch_ceiling_hz": self.contours.pitch.ceiling_hz,
            "source_rate_hz": self.audio.source_rate,
            "channels": self.audio.channels,
            "channel_used": self.audio.channel_used,
            "notes": list(self.audio.notes),
        }


def hear(media: Media) -> Heard:
    """Return the sound of `media` at 16 kHz with its contours.

    SampleError: as `load_audio` raises. NotMeasurableError: as `contours_of` raises.
    """
    audio = load_audio(media, rate=RATE_HZ)
    return Heard(audio, contours_of(audio.samples, audio.rate))


def measurement_of(parts: Mapping[str, Part], flags: tuple[Code, ...], detail: Mapping[str, object]) -> Measurement:
    """Return the parts that were measured as values; the others stand with their reasons in `not_measurable`."""
    values = {name: part.value for name, part in parts.items() if part.value is not None}
    missing = {name: part.reason for name, part in parts.items() if part.value is None}
    return Measurement(values, flags=flags, detail={**detail, "not_measurable": missing})


def praat_placement(device: str) -> Placement:
    """Return where Praat runs: on the CPU, with a notice where CUDA was asked for; UserError: no device."""
    cuda_index(device)
    notice = f"{device} was asked for, but Praat runs on the CPU" if device.startswith("cuda") else ""
    return Placement("praat:cpu", notice)
