"""What is preserved besides identity: the figures of evaluators of other aspects, such as PPS. No lens moves them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.store.aspects import Found, found_in_mismatched, found_in_pairs, found_in_samples
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.metrics.pair_means import ComparedPairs
from scoring.metrics.sample_means import MeasuredSamples
from scoring.registry import evaluators, metrics
from scoring.types import MetricInfo, MetricValue

if TYPE_CHECKING:
    from genmu_studio.project import Project

Column = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PreservedValue:
    """A figure, what it means, and who measured what it rests on."""

    info: MetricInfo
    value: MetricValue
    evaluator: EvaluatorRow


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
    samples = _stacked(project.unscored_frames(submission).groups)
    rules = project.protocol.rules()
    found = []
    for row in _latest(project.other_evaluators_of(submission)):
        registered = evaluators().get(row.name)
        if registered is None:
            continue
        info = registered.info
        data = (
            _compared(project, submission, row, samples) if info.pairs else _measured(project, submission, row, samples)
        )
        for metric in metrics().values():
            needs = metric.info.needs
            if submission.track in metric.info.track and needs and set(needs) <= set(info.produces):
                value = metric.compute(data, rules)
                assert isinstance(value, MetricValue)  # noqa: S101 - what each metric of one evaluator returns
                found.append(PreservedValue(metric.info, value, row))
    return tuple(found)


def _latest(rows: Sequence[EvaluatorRow]) -> Iterator[EvaluatorRow]:
    yield from {row.name: row for row in rows}.values()


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


def preserved_by_name(values: Sequence[PreservedValue]) -> Mapping[str, PreservedValue]:
    """Return the figures by the name of their metric; the first evaluator's where several gave one."""
    return {each.info.name: each for each in reversed(values)}
