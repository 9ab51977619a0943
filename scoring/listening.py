"""The way from an audio file to numbers, for every evaluator that hears one sound at a time, mono at 16 kHz."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.codes import Code
from scoring.devices import Placement
from scoring.media import LoadedAudio, load_audio
from scoring.types import FloatArray, Measurement, Outcome, SampleError, SampleFailure, Subject

RATE_HZ = 16_000
# Models that look at a sound window by window take as long as it lasts: a sample of this length is no utterance.
LONGEST_S = 600.0


@dataclass(frozen=True, slots=True)
class Heard:
    """What a model found in one sound: `values` and `detail` of its Measurement."""

    values: Mapping[str, float]
    detail: Mapping[str, object] = field(default_factory=dict)


# mono samples at 16 kHz, float32 (n,), as loud as the file has them
Hear = Callable[[FloatArray], Heard]


class SoundEvaluator:
    """Load each sound through `scoring.media`, hear it with `hear`, alone: no neighbour can change a number."""

    def __init__(self, hear: Hear, placement: Placement) -> None:
        self.provider = placement.provider
        self.notice = placement.notice
        self._hear = hear

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject; a silent sound fails here and never reaches the model."""
        return [self._measure(subject) for subject in batch]

    def _measure(self, subject: Subject) -> Outcome:
        try:
            audio = load_audio(subject.media, rate=RATE_HZ)
        except SampleError as error:
            return error.failure
        if audio.duration_s > LONGEST_S:
            message = f"it lasts {audio.duration_s:.0f} s; at most {LONGEST_S:.0f} s are heard"
            return SampleFailure(Code.TOO_LARGE, message, audio.flags)
        heard = self._hear(audio.samples)
        if wrong := [name for name, value in heard.values.items() if not np.isfinite(value)]:
            return SampleFailure(Code.EVALUATOR_ERROR, f"it gave no finite number for {', '.join(wrong)}", audio.flags)
        values = {**heard.values, "duration_s": audio.duration_s, "speech_s": audio.speech_s}
        return Measurement(values, None, audio.flags, {**heard.detail, **sound_detail(audio)})


def sound_detail(audio: LoadedAudio) -> dict[str, object]:
    """Return how the file became what was heard."""
    return {
        "source_rate_hz": audio.source_rate,
        "channels": audio.channels,
        "channel_used": audio.channel_used,
        "notes": list(audio.notes),
    }
