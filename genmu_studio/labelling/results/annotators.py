"""How each annotator worked: how much, how fast, and how far the answers can be relied on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from genmu_studio.labelling.findings import CampaignLabels, CampaignRecord, Label
from genmu_studio.labelling.questions import Question, needed_of
from genmu_studio.store.labels import AssignmentRow, EntryKind
from scoring.rules import Rules
from scoring.statistics import Interval, wilson


@dataclass(frozen=True, slots=True)
class Share:
    """How many of n were right, with Wilson's interval as fractions 0 … 1; None where n is 0."""

    right: int
    n: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class AnnotatorResult:
    """One annotator's work. entries, finished : of the queue, training included; finished as its queue says.

    answered, skipped : questions at entries; one at which both stand counts as answered. excluded : why the labels do
    not count, None where they do. gold, attention : answers that are known. repeats : of questions answered both
    times, how often alike within their tolerance; "A" and "B" by the sample that they were, ABX by whether X was found.
    median_seconds : per entry. timed : entries of which a time is known.
    """

    name: str
    entries: int
    finished: int
    answered: int
    skipped: int
    excluded: str | None
    gold: Share
    attention: Share
    repeats: Share
    median_seconds: float | None
    timed: int
    first_at_utc: str | None
    last_at_utc: str | None


def annotator_results(
    names: Sequence[str], questions: Sequence[Question], record: CampaignRecord, labels: CampaignLabels, rules: Rules
) -> tuple[AnnotatorResult, ...]:
    """Return the work of each annotator, in the order of `names`; those who are excluded too."""
    rows: dict[str, list[AssignmentRow]] = {name: [] for name in names}
    for row in record.rows:
        rows[row.annotator].append(row)
    given: dict[str, list[Label]] = {name: [] for name in names}
    for label in labels.labels:
        given[label.annotator].append(label)
    return tuple(
        _result(name, questions, rows[name], given[name], excluded=labels.excluded.get(name), rules=rules)
        for name in names
    )


def _result(
    name: str,
    questions: Sequence[Question],
    rows: Sequence[AssignmentRow],
    labels: Sequence[Label],
    *,
    excluded: str | None,
    rules: Rules,
) -> AnnotatorResult:
    by_entry: dict[str, dict[str, Label]] = {}
    for label in labels:
        by_entry.setdefault(label.token, {})[label.question.id] = label
    needed = {question.id for question in needed_of(questions)}
    seconds = [taken for entry in by_entry.values() if (taken := _seconds(entry.values())) is not None]
    times = sorted(label.at_utc for label in labels)
    return AnnotatorResult(
        name=name,
        entries=len(rows),
        finished=sum(needed <= by_entry.get(row.token, {}).keys() for row in rows),
        answered=sum(bool(label.values) for label in labels),
        skipped=sum(not label.values for label in labels),
        excluded=excluded,
        gold=_known(labels, "gold", rules),
        attention=_known(labels, "attention", rules),
        repeats=_repeated(rows, by_entry, rules),
        median_seconds=median(seconds) if seconds else None,
        timed=len(seconds),
        first_at_utc=times[0] if times else None,
        last_at_utc=times[-1] if times else None,
    )


def _seconds(labels: Iterable[Label]) -> float | None:
    """Return how long an entry was looked at: until the last of its questions was answered."""
    return max((label.seconds for label in labels if label.seconds is not None), default=None)


def _known(labels: Iterable[Label], kind: EntryKind, rules: Rules) -> Share:
    return _share([label.is_right for label in labels if label.kind == kind], rules)


def _repeated(rows: Sequence[AssignmentRow], by_entry: Mapping[str, Mapping[str, Label]], rules: Rules) -> Share:
    token_at = {row.place: row.token for row in rows}
    found = []
    for row in rows:
        if row.kind == "repeat" and row.shown_before is not None:
            first, second = by_entry.get(token_at[row.shown_before], {}), by_entry.get(row.token, {})
            found += [_alike(first[id_], second[id_]) for id_ in first.keys() & second.keys()]
    return _share(found, rules)


def _alike(first: Label, second: Label) -> bool | None:
    """Return whether two answers to one question about one item are the same; None where one is none, or a text."""
    question = first.question
    if first.of_item is None or second.of_item is None or question.kind == "text":
        return None
    if question.kind == "abx":
        return first.is_right == second.is_right
    return question.same(first.of_item, second.of_item)


def _share(found: Iterable[bool | None], rules: Rules) -> Share:
    known = [each for each in found if each is not None]
    right = sum(known)
    return Share(right, len(known), wilson(right, len(known), rules.level) if known else None)
