"""People against an evaluator of naturalness: samples that the one finds natural and the other does not, by rank."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.labelling.findings import CampaignLabels, ItemKey
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.machine import MachineDisagreement
from genmu_studio.labelling.results.strata import Alike
from genmu_studio.other_aspects import current_evaluators
from genmu_studio.store.aspects import found_in_samples
from genmu_studio.store.shown_samples import ShownSample
from scoring.registry import evaluators, metrics

if TYPE_CHECKING:
    from genmu_studio.domain import EvaluatorRow, SubmissionRow
    from genmu_studio.project import Project

_LEAST = 8  # of fewer samples, places in an order say little
_FAR = 0.5  # of the whole order


@dataclass(frozen=True, slots=True)
class _Rated:
    """A sample with what people and an evaluator say of it. opinion : the mean of people's votes, or as adjudicated."""

    item: ItemKey
    sample: ShownSample
    opinion: float
    votes: int
    predicted: float


def naturalness_disagreements(
    project: "Project", questions: Iterable[Question], labels: CampaignLabels, alike: Alike
) -> tuple[MachineDisagreement, ...]:
    """Return the samples that stand far apart in the two orders, by half of all places at least; the farthest first.

    The two scales are not one, so that only orders are compared: of the samples of a campaign that people and one
    evaluator rated, 8 at least [ours]. Ties share their mean place.
    """
    found = [
        disagreement
        for question in questions
        if question.enters == "naturalness"
        for evaluator, rated in _rated(project, question, labels, alike).items()
        for disagreement in _far_apart(question, evaluator, rated)
    ]
    return tuple(sorted(found, key=lambda each: (-each.apart, each.submission, each.sample)))


def _rated(project: "Project", question: Question, labels: CampaignLabels, alike: Alike) -> dict[str, list[_Rated]]:
    votes: dict[ItemKey, list[float]] = {}
    for label in labels.of_items(question.id):
        if label.value is not None:
            votes.setdefault(label.item, []).append(float(label.value))
    shown = {item: next(each for each in alike[item[0]] if each.id == item[0]) for item in votes}
    found: dict[str, list[_Rated]] = {}
    for name in sorted({sample.submission for sample in shown.values()}):
        evaluator, predicted = _predictions(project, project.submission(name))
        for item, given in sorted(votes.items()):
            if shown[item].submission == name and item[0] in predicted:
                adjudicated = labels.adjudicated.get((item, question.id))
                opinion = sum(given) / len(given) if adjudicated is None else float(adjudicated)
                rated = _Rated(item, shown[item], opinion, len(given), predicted[item[0]])
                found.setdefault(evaluator, []).append(rated)
    return found


def _predictions(project: "Project", submission: "SubmissionRow") -> tuple[str, dict[int, float]]:
    """Return who of the best kind predicts how natural samples are, and what, by sample; "" where nobody does."""
    for row in current_evaluators(project, submission):
        if row.aspect == "naturalness" and (name := _predicted_name(row)):
            found = _values(project, submission, row, name)
            if found:
                return f"{row.name} {row.version}".strip(), found
    return "", {}


def _predicted_name(row: "EvaluatorRow") -> str | None:
    """Return which of an evaluator's values a figure rests on: the others are durations and the like."""
    registered = evaluators().get(row.name)
    needed = {name for metric in metrics().values() for name in metric.info.needs}
    return next((name for name in registered.info.produces if name in needed), None) if registered else None


def _values(project: "Project", submission: "SubmissionRow", row: "EvaluatorRow", name: str) -> dict[int, float]:
    found = project.store.read(lambda db: found_in_samples(db, submission.id, row.digest))
    if name not in found.values:
        return {}
    pairs = zip(found.ids.tolist(), found.values[name].tolist(), strict=True)
    return {sample: value for sample, value in pairs if np.isfinite(value)}


def _far_apart(question: Question, evaluator: str, rated: Sequence[_Rated]) -> list[MachineDisagreement]:
    if len(rated) < _LEAST:
        return []
    by_people = mean_places(np.array([each.opinion for each in rated]))
    by_machine = mean_places(np.array([each.predicted for each in rated]))
    apart = np.abs(by_people - by_machine) / (len(rated) - 1)
    return [
        _disagreement(question, evaluator, each, (people, machine, len(rated)), distance)
        for each, people, machine, distance in zip(
            rated, by_people.tolist(), by_machine.tolist(), apart.tolist(), strict=True
        )
        if distance >= _FAR
    ]


def mean_places(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the place of each value, 1 = the highest; ties share the mean of theirs, (n,).

    >>> mean_places(np.array([3.0, 5.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(-values, return_inverse=True, return_counts=True)
    before = np.concatenate([[0], np.cumsum(counts)[:-1]])
    places: NDArray[np.float64] = (before + (counts + 1) / 2)[inverse]
    return places


def _disagreement(
    question: Question, evaluator: str, rated: _Rated, places: tuple[float, float, int], apart: float
) -> MachineDisagreement:
    by_people, by_machine, n = places
    people = f"{rated.opinion:.2f}, place {by_people:g} of {n}"
    machine = f"{rated.predicted:.2f}, place {by_machine:g} of {n}"
    return MachineDisagreement(
        kind="naturalness",
        question_id=question.id,
        item=rated.item,
        sample=rated.sample.id,
        submission=rated.sample.submission,
        people=people,
        machine=machine,
        sentence=f"People rate it {people}; {evaluator} predicts {machine}.",
        apart=apart,
    )
