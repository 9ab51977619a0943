"""The way from an audio file to a speaker embedding, for every model that turns 16 kHz speech into vectors."""

from collections.abc import Callable, Sequence

from scoring.devices import Placement
from scoring.embeddings import unit
from scoring.listening import RATE_HZ, sound_detail
from scoring.media import LoadedAudio, load_audio
from scoring.types import FloatArray, Measurement, Outcome, SampleError, SampleFailure, Subject

MEASURED = ("embedding", "duration_s", "speech_s")

# mono signals at 16 kHz, each float32 (n,) → one vector each
Embed = Callable[[list[FloatArray]], Sequence[FloatArray]]


class SpeakerEvaluator:
    """Load audio through `scoring.media`, embed it with `embed`."""

    def __init__(self, embed: Embed, placement: Placement) -> None:
        self.provider = placement.provider
        self.notice = placement.notice
        self._embed = embed

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject."""
        loaded = [_load(subject) for subject in batch]
        vectors = iter(self._embed([audio.samples for audio in loaded if isinstance(audio, LoadedAudio)]))
        return [audio if isinstance(audio, SampleFailure) else _measurement(audio, next(vectors)) for audio in loaded]


def _load(subject: Subject) -> LoadedAudio | SampleFailure:
    try:
        return load_audio(subject.media, rate=RATE_HZ)
    except SampleError as error:
        return error.failure


def _measurement(audio: LoadedAudio, vector: FloatArray) -> Outcome:
    values = {"duration_s": audio.duration_s, "speech_s": audio.speech_s}
    try:
        return Measurement(values, unit(vector), audio.flags, sound_detail(audio))
    except SampleError as error:
        return error.failure
