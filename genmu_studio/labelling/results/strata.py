"""The reveal: the answers to a question by what annotators did not see, the submission, the side and the role."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.domain import SIDES
from genmu_studio.labelling.campaign_file import Selection
from genmu_studio.labelling.findings import ItemKey, Label
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.answers import (
    CategoryCount,
    NumberSummary,
    answers_of,
    count_categories,
    count_named,
    summarize,
)
from genmu_studio.labelling.results.opinion import opinion_of
from genmu_studio.store.shown_samples import ShownSample
from scoring.rules import Rules
from scoring.types import MetricValue

PAIR = "pair"
StratumKey = tuple[str, str, str]
Alike = Mapping[int, Sequence[ShownSample]]


@dataclass(frozen=True, slots=True)
class StratumResult:
    """The answers about one side of a submission, or its pairs (side "pair"), in one role.

    n : answers. categories : as of the question; of "A" and "B" the sides that they were, before all others, and for
    ABX whether it was right. An answer about a file that several strata hold is in each of them.
    """

    submission: str
    team: str
    side: str
    role: str
    n: int
    categories: tuple[CategoryCount, ...]
    numbers: NumberSummary | None
    opinion: MetricValue | None


def strata_of(
    question: Question, labels: Sequence[Label], alike: Alike, selection: Selection, rules: Rules
) -> tuple[StratumResult, ...]:
    """Return the strata of labels of items, by submission, side and role.

    alike : by sample, all of the project that hold the same bytes. selection : of the campaign; nothing else is told.
    """
    teams: dict[str, str] = {}
    found: dict[StratumKey, list[Label]] = {}
    keys: dict[ItemKey, set[StratumKey]] = {}
    for label in labels:
        if label.item not in keys:
            same = [each for each in _meant(label.item, alike) if _selected(each, selection, len(label.item) == 2)]
            teams |= {each.submission: each.team for each in same}
            side = PAIR if len(label.item) == 2 else ""
            keys[label.item] = {(each.submission, side or each.side, each.role) for each in same}
        for key in keys[label.item]:
            found.setdefault(key, []).append(label)
    order = (*SIDES, PAIR)
    return tuple(
        _stratum(question, key, teams[key[0]], found[key], alike=alike, rules=rules)
        for key in sorted(found, key=lambda key: (key[0], order.index(key[1]), key[2]))
    )


def _meant(item: ItemKey, alike: Alike) -> list[ShownSample]:
    """Return the samples that labels of an item are about; of a pair the unlearned ones."""
    if len(item) == 1:
        return list(alike[item[0]])
    every = [each for sample in item for each in alike[sample]]
    originals = {_key(each) for each in every if each.side == "original"}
    return [each for each in every if each.side == "unlearned" and _key(each) in originals]


def _key(sample: ShownSample) -> tuple[str, str, str, str, int]:
    return (sample.submission, sample.group, sample.identity, sample.condition, sample.seed)


def _selected(sample: ShownSample, selection: Selection, is_pair: bool) -> bool:
    wanted = (
        (selection.submissions, sample.submission),
        (selection.groups, sample.group),
        (selection.identities, sample.identity),
        (selection.roles, sample.role),
        (() if is_pair else selection.sides, sample.side),
    )
    return all(not names or name in names for names, name in wanted)


def _stratum(
    question: Question, key: StratumKey, team: str, labels: Sequence[Label], *, alike: Alike, rules: Rules
) -> StratumResult:
    submission, side, role = key
    answers = answers_of(labels)
    return StratumResult(
        submission=submission,
        team=team,
        side=side,
        role=role,
        n=len(answers),
        categories=_categories(question, labels, alike),
        numbers=summarize(question, answers),
        opinion=opinion_of(question, labels, rules),
    )


def _categories(question: Question, labels: Sequence[Label], alike: Alike) -> tuple[CategoryCount, ...]:
    if question.kind == "abx":
        return count_named(("right", "wrong"), [_told(label) for label in labels])
    if question.names_sides:
        others = [each for each in count_categories(question, answers_of(labels)) if each.category not in {"A", "B"}]
        return *count_named(("original", "unlearned"), [_side(label, alike) for label in labels]), *others
    return count_categories(question, answers_of(labels))


def _told(label: Label) -> str | None:
    return {True: "right", False: "wrong", None: None}[label.is_right]


def _side(label: Label, alike: Alike) -> str | None:
    return next((each.side for each in alike[label.chosen] if each.id == label.chosen), None) if label.chosen else None
