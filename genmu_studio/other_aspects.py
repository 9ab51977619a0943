"""What evaluators of other aspects than identity found in the pairs of a submission: facts of one, columns of all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.measurement_titles import in_order
from genmu_studio.pair_index import MeasuredColumn, value_bins
from genmu_studio.pair_orders import MEASURED_SIDES, MeasurementName, OtherMeasurement
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.store import aspect_facts as aspect_store
from genmu_studio.store.aspect_facts import SubjectFacts
from genmu_studio.store.aspects import Heard, heard_in_samples
from genmu_studio.store.frames import status_codes
from genmu_studio.view import KIND_ORDER
from scoring.errors import UserError
from scoring.frame import Side
from scoring.metrics.words import HeardTexts, sample_rates
from scoring.registry import evaluators
from scoring.types import Aspect, FloatArray

if TYPE_CHECKING:
    from genmu_studio.project import Project

__all__ = ["AspectFacts", "SubjectFacts", "current_evaluators", "facts_of_pair", "load_measured", "names_of_others"]

WER = "WER"
_ASPECTS: tuple[Aspect, ...] = ("prosody", "attributes", "transcript", "naturalness", "signal quality")
_ROWS_SEEN = 1_000  # what an evaluator measures it measures of nearly every sample


@dataclass(frozen=True, slots=True)
class AspectFacts:
    """What one evaluator found in both samples of a pair, or in the pair; None where it has not seen it.

    rates : WER of the original and of the unlearned sample in percent, where words were heard and asked for.
    """

    evaluator: EvaluatorRow
    original: SubjectFacts | None
    unlearned: SubjectFacts | None
    pair: SubjectFacts | None
    rates: tuple[float | None, float | None] = (None, None)


@dataclass(frozen=True, slots=True)
class _Part:
    """Where the column of a part of the filter comes from. step : of the edges of its histogram."""

    aspect: Aspect
    measurement: str
    step: float


_PARTS: Mapping[str, _Part] = {
    "pps": _Part("prosody", "PPS", 5.0),
    "wer": _Part("transcript", WER, 10.0),
    "naturalness": _Part("naturalness", "distill_mos", 0.25),
}


def current_evaluators(project: "Project", submission: SubmissionRow) -> tuple[EvaluatorRow, ...]:
    """Return who of other aspects has results for a submission, by aspect, the best kind first.

    Of several digests of one evaluator the latest counts. Traces of files are the audit's, and no aspect of a sample.
    """
    others = project.other_evaluators_of(submission)
    latest = {row.name: row for row in others if row.aspect in _ASPECTS}.values()
    return tuple(sorted(latest, key=lambda row: (_ASPECTS.index(row.aspect), KIND_ORDER[row.kind])))


def compares_pairs(evaluator: EvaluatorRow) -> bool:
    """Whether an evaluator measures pairs of samples."""
    registered = evaluators().get(evaluator.name)
    return registered is not None and registered.info.pairs


def can_measure_others(track: str) -> bool:
    """Whether this program knows an evaluator of another aspect for a track, installed or not."""
    return any(each.info.track == track and each.info.aspect != "identity" for each in evaluators().values())


# ---- of one pair ----


def facts_of_pair(
    project: "Project", submission: SubmissionRow, samples: tuple[int, int], asked: tuple[str | None, str | None]
) -> tuple[AspectFacts, ...]:
    """Return what each evaluator of another aspect found in a pair.

    samples : ids of the original and the unlearned one, −1 for none. asked : what they were to say, None = not known.
    """
    rows = current_evaluators(project, submission)
    if not rows:
        return ()
    digests = [row.digest for row in rows]
    original, unlearned = samples
    ids = [sample for sample in samples if sample != NO_SAMPLE]

    def read(db: Database) -> tuple[Mapping[tuple[str, int], SubjectFacts], Mapping[tuple[str, int], SubjectFacts]]:
        of_samples = aspect_store.facts_of_samples(db, ids, digests)
        return of_samples, aspect_store.facts_of_pairs(db, [unlearned], digests)

    of_samples, of_pairs = project.store.read(read)
    found = []
    for row in rows:
        both = of_samples.get((row.digest, original)), of_samples.get((row.digest, unlearned))
        pair = of_pairs.get((row.digest, unlearned))
        if any(both) or pair is not None:
            rates = _rates_of_pair(both, asked) if row.aspect == "transcript" else (None, None)
            found.append(AspectFacts(row, *both, pair, rates))
    return tuple(found)


def _rates_of_pair(
    both: tuple[SubjectFacts | None, SubjectFacts | None], asked: tuple[str | None, str | None]
) -> tuple[float | None, float | None]:
    known = [each if each is not None else SubjectFacts("error", "", "", (), {}, {}, "") for each in both]
    heard = HeardTexts(
        side=np.array([Side.ORIGINAL, Side.UNLEARNED], dtype=np.int8),
        forget=np.zeros(2, dtype=np.bool_),
        status=status_codes([each.status for each in known]),
        code=[each.code for each in known],
        asked=asked,
        heard=[str(each.detail.get("text", "")) for each in known],
    )
    original, unlearned = (None if np.isnan(rate) else rate for rate in _rates_of(heard).tolist())
    return original, unlearned


# ---- of all pairs ----


def names_of_others(project: "Project", submission: SubmissionRow) -> tuple[MeasurementName, ...]:
    """Return what pairs can be ordered by besides the measurements of the evaluator that they are looked at with."""
    found = []
    for row in current_evaluators(project, submission):
        pairs = compares_pairs(row)
        names = project.store.read(
            partial(
                aspect_store.names_found, submission=submission.id, evaluator=row.digest, rows=_ROWS_SEEN, pairs=pairs
            )
        )
        known = in_order([*names, WER] if row.aspect == "transcript" else names)
        found += [MeasurementName(name, row.name, ("pair",) if pairs else MEASURED_SIDES) for name in known]
    return tuple(found)


def values_of_other(
    project: "Project", submission: SubmissionRow, table: PairTable, wanted: OtherMeasurement
) -> FloatArray:
    """Return a measurement of each pair, float32 (n,), NaN where there is none."""
    row = next((row for row in current_evaluators(project, submission) if row.name == wanted.evaluator), None)
    if row is None:
        return np.full(len(table), np.nan, dtype=np.float32)
    if wanted.side == "pair":
        return _by_sides(project, submission, table, row, wanted.name, pairs=True)[:, 1]
    sides = _by_sides(project, submission, table, row, wanted.name, pairs=False)
    if wanted.side == "change":
        return sides[:, 1] - sides[:, 0]
    return sides[:, 0 if wanted.side == "original" else 1]


def load_measured(project: "Project", submission: SubmissionRow, table: PairTable, part: str) -> MeasuredColumn | None:
    """Return the column that a part of a filter asks for, of the best evaluator that has any; None where none has."""
    source = _PARTS[part]
    for row in current_evaluators(project, submission):
        if row.aspect == source.aspect:
            pairs = compares_pairs(row)
            values = _by_sides(project, submission, table, row, source.measurement, pairs=pairs)[:, 1]
            if np.isfinite(values).any():
                return MeasuredColumn(values, value_bins(values, source.step), row.name)
    return None


def _by_sides(
    project: "Project", submission: SubmissionRow, table: PairTable, row: EvaluatorRow, name: str, *, pairs: bool
) -> FloatArray:
    """Return a measurement of the original and the unlearned sample of each pair, (n, 2); of a pair in the second."""
    values = np.full((len(table), 2), np.nan, dtype=np.float32)

    def put(ids: NDArray[np.int64], found: NDArray[np.float64]) -> None:
        places = table.index.by_sample.find(ids)
        is_known = places >= 0
        np.put(values, places[is_known], found[is_known])

    if name == WER and row.aspect == "transcript":
        put(*_rates(project, submission, row))
        return values

    def read(db: Database) -> None:
        for batch in aspect_store.values_found(db, submission.id, row.digest, name, pairs=pairs):
            put(np.array([id_ for id_, _ in batch], np.int64), np.array([value for _, value in batch], np.float64))

    project.store.read(read)
    return values


def _rates(
    project: "Project", submission: SubmissionRow, row: EvaluatorRow
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the ids of the samples that were heard, and the WER of each. Kept until the data change."""

    def count() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        heard = project.store.read(lambda db: heard_in_samples(db, submission.id, row.digest))
        return heard.ids, _rates_of(_texts(heard))

    return project.kept.get(("word error rates", submission.id, row.digest), count)


def _rates_of(heard: HeardTexts) -> NDArray[np.float64]:
    try:
        return sample_rates(heard)
    except UserError:  # what counts words is not installed
        return np.full(len(heard), np.nan)


def _texts(heard: Heard) -> HeardTexts:
    n = len(heard.ids)
    return HeardTexts(
        side=np.full(n, Side.UNLEARNED, dtype=np.int8),
        forget=np.zeros(n, dtype=np.bool_),
        status=heard.status,
        code=heard.codes,
        asked=heard.asked,
        heard=heard.texts,
    )


def who_heard(project: "Project", submission: SubmissionRow) -> Sequence[str]:
    """Return the digests of the evaluators that heard words in a submission."""
    return [row.digest for row in current_evaluators(project, submission) if row.aspect == "transcript"]
