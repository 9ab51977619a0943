"""What is preserved besides identity: the figures of evaluators of other aspects, such as PPS. No lens moves them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.other_aspects import current_evaluators
from genmu_studio.store.aspects import Found, found_in_mismatched, found_in_pairs, found_in_samples, heard_in_samples
from genmu_studio.store.attributes import declared_attributes, requested_of_unlearned
from genmu_studio.store.evaluators import providers_of
from genmu_studio.view import KIND_ORDER
from scoring.attributes.declared import Attribute
from scoring.attributes.judging import attributes_of
from scoring.errors import UserError
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.metrics.attributes import JudgedPairs
from scoring.metrics.pair_means import ComparedPairs
from scoring.metrics.sample_means import MeasuredSamples
from scoring.metrics.values import not_computable
from scoring.metrics.words import HeardTexts
from scoring.registry import RegisteredMetric, evaluators, metrics
from scoring.rules import Rules
from scoring.types import MetricInfo, MetricValue

if TYPE_CHECKING:
    from genmu_studio.project import Project

Column = NDArray[np.float64]
_Reader = Callable[["Project", SubmissionRow, EvaluatorRow, "_Samples"], object]


@dataclass(frozen=True, slots=True)
class PreservedValue:
    """A figure, what it means, who measured what it rests on, and what really ran that."""

    info: MetricInfo
    value: MetricValue
    evaluator: EvaluatorRow
    provider: str


@dataclass(frozen=True, eq=False, slots=True)
class _Samples:
    """The samples of all groups of a submission as columns, (n,) each, in one order; as of `MeasuredSamples`."""

    ids: NDArray[np.int64]
    side: NDArray[np.int8]
    identity: IndexArray
    condition: IndexArray
    forget: NDArray[np.bool_]
    partner: IndexArray
    mismatched: NDArray[np.bool_]

    def rows_of(self, ids: NDArray[np.int64]) -> tuple[IndexArray, IndexArray]:
        """Return which of `ids` are among the samples, as places, and their rows."""
        order = np.argsort(self.ids)
        place = np.minimum(np.searchsorted(self.ids, ids, sorter=order), max(len(order) - 1, 0))
        rows = order[place] if len(order) else np.empty(0, dtype=np.intp)
        known = np.flatnonzero(self.ids[rows] == ids) if len(order) else np.empty(0, dtype=np.intp)
        return known, rows[known]


def preserved_values(project: "Project", submission: SubmissionRow) -> tuple[PreservedValue, ...]:
    """Return every figure for which an evaluator has results, by aspect; several evaluators give theirs each.

    Of several digests of one evaluator the latest counts.
    """
    rows = current_evaluators(project, submission)
    if not rows:
        return ()
    samples = _stacked(project.unscored_frames(submission).groups)
    rules = project.protocol.rules()
    found = []
    for row in rows:
        provider = ", ".join(
            project.store.read(partial(providers_of, submission=submission.id, evaluator_digest=row.digest))
        )
        for read, produced in _readers_of(project, row):
            wanted = [
                each
                for each in metrics().values()
                if submission.track in each.info.track and each.info.needs and set(each.info.needs) <= set(produced)
            ]
            if wanted:
                values = _computed(wanted, partial(read, project, submission, row, samples), rules)
                found += [
                    PreservedValue(each.info, value, row, provider) for each, value in zip(wanted, values, strict=True)
                ]
    return tuple(found)


def preserved_by_name(values: Sequence[PreservedValue]) -> Mapping[str, PreservedValue]:
    """Return the figures by the name of their metric, in the order of `values`.

    Where several evaluators gave one, that of the best kind of them counts, of one kind the latest.
    """
    best: dict[str, PreservedValue] = {}
    for each in values:
        known = best.get(each.info.name)
        if known is None or KIND_ORDER[each.evaluator.kind] <= KIND_ORDER[known.evaluator.kind]:
            best[each.info.name] = each
    return best


def further_by_name(values: Sequence[PreservedValue]) -> Mapping[str, PreservedValue]:
    """Return the figures that `preserved_by_name` passes over, named "<metric> by <evaluator>", in their order.

    Two evaluators of attributes judge different things: neither figure can stand for the other.
    """
    first = preserved_by_name(values)
    others = [each for each in values if each is not first[each.info.name]]
    return {f"{each.info.name} by {each.evaluator.name}": each for each in others}


def _readers_of(project: "Project", row: EvaluatorRow) -> Iterator[tuple[_Reader, tuple[str, ...]]]:
    """Yield each way to read the results of an evaluator, with what is read so."""
    if row.aspect == "transcript":
        yield _heard, ("transcript",)
        return
    registered = evaluators().get(row.name)
    if registered is not None:
        yield _compared if registered.info.pairs else _measured, registered.info.produces
    if declared := project.store.read(partial(declared_attributes, evaluator_digest=row.digest)):
        yield partial(_judged, declared), ("attribute",)


def _computed(wanted: Sequence[RegisteredMetric], read: Callable[[], object], rules: Rules) -> list[MetricValue]:
    values = []
    try:
        data = read()
    except UserError as error:  # the protocol lacks what they rest on
        return [not_computable(error.message) for _ in wanted]
    for metric in wanted:
        try:
            value = metric.compute(data, rules)
        except UserError as error:  # a package that it needs is not installed
            value = not_computable(error.message)
        assert isinstance(value, MetricValue)  # noqa: S101 - what each metric of one evaluator returns
        values.append(value)
    return values


def _stacked(frames: Sequence[GroupFrame]) -> _Samples:
    starts = np.cumsum([0, *(len(frame) for frame in frames)])
    codes = np.cumsum([0, *(len(frame.identities) for frame in frames)])

    return _Samples(
        ids=np.concatenate([np.empty(0, np.int64), *(frame.sample_id for frame in frames)]),
        side=np.concatenate([np.empty(0, np.int8), *(frame.side for frame in frames)]),
        identity=np.concatenate(
            [np.empty(0, np.intp), *(frame.identity + first for frame, first in zip(frames, codes, strict=False))]
        ),
        condition=np.concatenate([np.empty(0, np.intp), *(frame.condition for frame in frames)]),
        forget=np.concatenate([np.empty(0, np.bool_), *(frame.identity == 0 for frame in frames)]),
        partner=np.concatenate(
            [
                np.empty(0, np.intp),
                *(
                    np.where(frame.partner >= 0, frame.partner + first, -1)
                    for frame, first in zip(frames, starts, strict=False)
                ),
            ]
        ),
        mismatched=np.concatenate([np.empty(0, np.bool_), *(frame.mismatched for frame in frames)]),
    )


def _spread(samples: _Samples, found: Found) -> tuple[NDArray[np.int8], dict[str, Column]]:
    """Return status and values of each sample, (n,); those that were not seen are of status ERROR."""
    places, rows = samples.rows_of(found.ids)
    status = np.full(len(samples.ids), Status.ERROR, dtype=np.int8)
    status[rows] = found.status[places]
    values = {}
    for name, column in found.values.items():
        values[name] = np.full(len(samples.ids), np.nan)
        values[name][rows] = column[places]
    return status, values


def _measured(project: "Project", submission: SubmissionRow, row: EvaluatorRow, samples: _Samples) -> MeasuredSamples:
    status, values = _spread(samples, project.store.read(lambda db: found_in_samples(db, submission.id, row.digest)))
    return MeasuredSamples(
        side=samples.side,
        identity=samples.identity,
        condition=samples.condition,
        forget=samples.forget,
        partner=samples.partner,
        mismatched=samples.mismatched,
        status=status,
        values=values,
    )


def _judged(
    declared: Sequence[Attribute], project: "Project", submission: SubmissionRow, row: EvaluatorRow, samples: _Samples
) -> JudgedPairs:
    _, values = _spread(samples, project.store.read(lambda db: found_in_samples(db, submission.id, row.digest)))
    asked = project.store.read(lambda db: requested_of_unlearned(db, submission.id))
    unlearned = np.flatnonzero((samples.side == Side.UNLEARNED) & (samples.partner >= 0))
    original = samples.partner[unlearned]
    return JudgedPairs(
        row.name,
        attributes_of(
            declared,
            {name: column[original] for name, column in values.items()},
            {name: column[unlearned] for name, column in values.items()},
            [asked.get(id_, {}) for id_ in samples.ids[unlearned].tolist()],
            project.protocol.attributes.tolerances,
        ),
        samples.mismatched[unlearned],
    )


def _compared(project: "Project", submission: SubmissionRow, row: EvaluatorRow, samples: _Samples) -> ComparedPairs:
    status, values = _spread(samples, project.store.read(lambda db: found_in_pairs(db, submission.id, row.digest)))
    floor = project.store.read(lambda db: found_in_mismatched(db, submission.id, row.digest))
    of_groups, _ = samples.rows_of(floor.ids)
    pairs = np.flatnonzero((samples.side == Side.UNLEARNED) & (samples.partner >= 0))
    return ComparedPairs(
        identity=samples.identity[pairs],
        condition=samples.condition[pairs],
        forget=samples.forget[pairs],
        mismatched=samples.mismatched[pairs],
        status=status[pairs],
        values={name: column[pairs] for name, column in values.items()},
        floor={name: column[of_groups] for name, column in floor.values.items()},
    )


def _heard(project: "Project", submission: SubmissionRow, row: EvaluatorRow, samples: _Samples) -> HeardTexts:
    found = project.store.read(lambda db: heard_in_samples(db, submission.id, row.digest))
    places, rows = samples.rows_of(found.ids)
    status = np.full(len(samples.ids), Status.ERROR, dtype=np.int8)
    status[rows] = found.status[places]
    place_of = dict(zip(rows.tolist(), places.tolist(), strict=True))
    every = [place_of.get(row) for row in range(len(samples.ids))]
    return HeardTexts(
        side=samples.side,
        forget=samples.forget,
        status=status,
        code=["" if place is None else found.codes[place] for place in every],
        asked=[None if place is None else found.asked[place] for place in every],
        heard=["" if place is None else found.texts[place] for place in every],
    )
