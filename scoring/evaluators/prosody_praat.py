"""The prosody of one utterance, measured with Praat: pitch, voicing, syllables, pauses, length and level."""

from collections.abc import Sequence
from pathlib import Path

from scoring.attributes.declared import Attribute
from scoring.prosody.hearing import hear, measurement_of, praat_placement
from scoring.prosody.measurable import NotMeasurableError, Part
from scoring.prosody.summary import SUMMARY, summary_of
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options, Outcome, SampleError, Subject


class ProsodyEvaluator:
    """Measures each sound by itself; no weights, nothing learnt."""

    def __init__(self, device: str) -> None:
        placement = praat_placement(device)
        self.provider, self.notice = placement.provider, placement.notice

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject."""
        return [_measure(subject) for subject in batch]


def _measure(subject: Subject) -> Outcome:
    try:
        heard = hear(subject.media)
    except SampleError as error:
        return error.failure
    except NotMeasurableError as error:
        return measurement_of(dict.fromkeys(SUMMARY, Part(None, str(error))), (), {})
    return measurement_of(summary_of(heard.contours), heard.audio.flags, heard.detail)


def locate(options: Options) -> tuple[Path, ...]:
    """Return no file at all: nothing is learnt."""
    return ()


def declare(options: Options) -> tuple[Attribute, ...]:
    """Return what of it a person hears at once. Not `speaking_rate`: people rate that on a scale of five."""
    return (
        Attribute("syllable_rate", "syllables_per_s"),
        Attribute("pitch_range", "f0_range_semitones"),
        Attribute("loudness", "level_dbfs"),
    )


@evaluator(
    EvaluatorInfo(
        name="prosody_praat",
        version="1",
        title="Prosody of an utterance (Praat)",
        track="speech",
        input="audio",
        produces=SUMMARY,
        needs=("parselmouth", "scipy"),
        extra="speech",
        kind="reference",
        licence="GPL-3.0-or-later (Praat and parselmouth; no weights)",
        source="https://www.fon.hum.uva.nl/praat/",
        aspect="prosody",
    ),
    weights=locate,
    attributes=declare,
)
def open_prosody_praat(options: Options, device: str) -> ProsodyEvaluator:
    """Make the evaluator."""
    return ProsodyEvaluator(device)
