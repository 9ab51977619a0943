"""PPS of a pair of utterances: how much of the original's prosody the unlearned one keeps (PROTOCOL §4)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.codes import Code
from scoring.prosody.hearing import Heard, hear, measurement_of, praat_placement
from scoring.prosody.measurable import NotMeasurableError, Part
from scoring.prosody.preservation import preservation
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Media, Options, Outcome, SampleError, SampleFailure, Subject

PRODUCED = ("PPS", "PPS_f0", "PPS_energy", "PPS_duration", "PPS_rhythm", "ffe", "concordance")


class PreservationEvaluator:
    """Compares each subject's media, the unlearned sound, with its partner, the original."""

    def __init__(self, device: str) -> None:
        placement = praat_placement(device)
        self.provider, self.notice = placement.provider, placement.notice

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject; a failure says of which side it is, the unlearned one first."""
        return [_measure(subject) for subject in batch]


def _measure(subject: Subject) -> Outcome:
    if subject.partner is None:
        return SampleFailure(Code.EVALUATOR_ERROR, "it has no original to be compared with")
    try:
        unlearned, original = _hear("unlearned", subject.media), _hear("original", subject.partner)
    except SampleError as error:
        return error.failure
    except NotMeasurableError as error:
        return measurement_of(dict.fromkeys(PRODUCED, Part(None, str(error))), (), {})
    sides = {"original": original, "unlearned": unlearned}
    detail = {side: {**heard.detail, "flags": list(heard.audio.flags)} for side, heard in sides.items()}
    return measurement_of(_parts(original, unlearned), unlearned.audio.flags, detail)


def _hear(side: str, media: Media) -> Heard:
    try:
        return hear(media)
    except SampleError as error:
        failure = error.failure
        message = f"the {side} side: {failure.message or failure.code}"
        raise SampleError(failure.code, message, failure.flags, {**failure.detail, "side": side}) from error
    except NotMeasurableError as error:
        raise NotMeasurableError(f"the {side} side: {error}") from error


def _parts(original: Heard, unlearned: Heard) -> Mapping[str, Part]:
    kept = preservation(original.contours, unlearned.contours)
    found = (kept.pps, kept.f0, kept.energy, kept.duration, kept.rhythm, kept.ffe, kept.concordance)
    return dict(zip(PRODUCED, found, strict=True))


def locate(options: Options) -> tuple[Path, ...]:
    """Return no file at all: nothing is learnt."""
    return ()


@evaluator(
    EvaluatorInfo(
        name="pps_praat",
        version="1",
        title="Prosody preservation of a pair (Praat)",
        track="speech",
        input="audio",
        produces=PRODUCED,
        needs=("parselmouth", "librosa", "scipy"),
        extra="speech",
        kind="reference",
        licence="GPL-3.0-or-later (Praat and parselmouth; no weights)",
        source="https://www.fon.hum.uva.nl/praat/",
        aspect="prosody",
        pairs=True,
    ),
    weights=locate,
)
def open_pps_praat(options: Options, device: str) -> PreservationEvaluator:
    """Make the evaluator."""
    return PreservationEvaluator(device)
