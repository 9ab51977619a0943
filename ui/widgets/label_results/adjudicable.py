"""What can be adjudicated: items on which annotators disagree, and what merged files say differently.

All of it as it is seen at one entry: where a pair was shown the other way round, "A" is said to be "B". Nothing here
names a side or a submission.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from genmu_studio.labelling.findings import ItemKey, Label, as_shown
from genmu_studio.labelling.merging import Conflict
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.labelling.results.unsettled import UnsettledItem
from ui.numbers import as_typed

Name = tuple[ItemKey | str, str]


@dataclass(frozen=True, slots=True)
class Version:
    """What one person says. said : in words. answer : the same as an answer that could count, None for none."""

    annotator: str
    said: str
    answer: Answer | None
    at_utc: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicable:
    """One item and question, or the note of one entry.

    name : by which it is known again. question : None for a note, which nobody adjudicates. token : of the entry at
    which it is seen. versions : what everybody says. conflicts : those of whom merged files say different things.
    decided : what somebody said to count. notes : (annotator, text) of the item.
    """

    name: Name
    question: Question | None
    token: str
    versions: tuple[Version, ...]
    conflicts: tuple[str, ...] = ()
    decided: Answer | None = None
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it waits for a decision."""
        return self.question is not None and self.decided is None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The different answers that were given, in the order of the question where it has one."""
        given = dict.fromkeys(each.answer for each in self.versions if each.answer is not None)
        order = self.question.categories if self.question is not None else ()
        if order:
            return tuple(each for each in order if each in given)
        return tuple(sorted(given, key=lambda each: (isinstance(each, str), each)))

    def said_by(self, answer: Answer) -> tuple[str, ...]:
        """Return who gave an answer."""
        return tuple(dict.fromkeys(each.annotator for each in self.versions if each.answer == answer))

    def decide(self, answer: Answer | None) -> "Adjudicable":
        """Return it as it is once that answer counts."""
        return replace(self, decided=answer)


def adjudicables(results: CampaignResults) -> tuple[Adjudicable, ...]:
    """Return all that waits or waited for a decision, by question and item; what is no longer one keeps its place."""
    found = _Seen(results)
    order = {question.id: place for place, question in enumerate(results.campaign.questions)}
    items = [found.item(each) for each in results.unsettled]
    known = {each.name for each in items}
    rest = [found.conflict(each) for each in results.conflicts]
    items += [each for each in dict.fromkeys(rest) if each.name not in known]
    return tuple(sorted(items, key=lambda each: (order.get(each.name[1], len(order)), str(each.name[0]))))


class _Seen:
    """Looks up who said what of an item."""

    def __init__(self, results: CampaignResults) -> None:
        self._labels = results.labels
        self._asked = {question.id: question for question in results.campaign.questions}
        self._by_token: Mapping[str, Label] = {label.token: label for label in results.labels.labels}
        self._conflicts: dict[Name, list[Conflict]] = {}
        for each in results.conflicts:
            self._conflicts.setdefault(self._name(each), []).append(each)
        self._counted: dict[Name, list[Label]] = {}
        for question in results.campaign.questions:
            for label in results.labels.of_items(question.id):
                self._counted.setdefault((label.item, question.id), []).append(label)
        self._notes: dict[ItemKey, list[tuple[str, str]]] = {}
        for token, text in results.labels.notes.items():
            if token in self._by_token:
                label = self._by_token[token]
                self._notes.setdefault(label.item, []).append((label.annotator, text))

    def _name(self, conflict: Conflict) -> Name:
        """Return the name of what a conflict is about: the item where it is known, else the entry."""
        label = self._by_token.get(conflict.token)
        if not conflict.question or label is None:
            return (conflict.token, conflict.question)
        return (label.item, conflict.question)

    def item(self, found: UnsettledItem) -> Adjudicable:
        """Return an item on which annotators disagree."""
        name: Name = (found.item, found.question_id)
        conflicts = self._conflicts.get(name, [])
        apart = next((each.token for each in conflicts if _is_decision(each)), found.token)
        return self._made(name, apart, self._counted.get(name, []), conflicts)

    def conflict(self, found: Conflict) -> Adjudicable:
        """Return what merged files say differently, of an entry that is no item to be settled otherwise."""
        name = self._name(found)
        label = self._by_token.get(found.token)
        same = [each for each in self._conflicts[name] if each.token == found.token]
        if label is None or not found.question:
            versions = tuple(version for each in same for version in self._versions(each))
            return Adjudicable(name, self._asked.get(found.question), found.token, versions, (found.annotator,))
        labels = [each for each in self._counted.get(name, []) if each.annotator != found.annotator]
        return self._made(name, found.token, labels, same)

    def _made(self, name: Name, token: str, labels: Sequence[Label], conflicts: Sequence[Conflict]) -> Adjudicable:
        item, id_ = name
        question = self._asked[id_]
        here = self._by_token[token].samples
        apart = {each.annotator for each in conflicts}
        versions = [
            version
            for label in labels
            if label.annotator not in apart or not _has_answers(conflicts, label.annotator)
            for version in _of_label(label, here)
        ]
        for each in conflicts:
            there = self._by_token[each.token].samples
            versions += [_seen(version, question, there, here) for version in self._versions(each)]
        said = self._labels.adjudicated.get((item, id_)) if isinstance(item, tuple) else None
        decided = None if said is None or not isinstance(item, tuple) else as_shown(question, said, item, here)
        notes = tuple(self._notes.get(item, ())) if isinstance(item, tuple) else ()
        names = tuple(dict.fromkeys(each.annotator for each in conflicts))
        return Adjudicable(name, question, token, tuple(versions), names, decided, notes)

    def _versions(self, conflict: Conflict) -> tuple[Version, ...]:
        """Return what stands at the place of a conflict, as it was said there."""
        question = self._asked.get(conflict.question)
        return tuple(
            Version(
                f"{each.author}, deciding" if each.kind == "adjudication" else conflict.annotator,
                _in_words(question, each.kind, each.value),
                each.value if each.kind in {"answer", "adjudication"} else None,
                each.at_utc,
            )
            for each in conflict.events
        )


def _is_decision(conflict: Conflict) -> bool:
    return any(each.kind == "adjudication" for each in conflict.events)


def _has_answers(conflicts: Sequence[Conflict], annotator: str) -> bool:
    """Whether what an annotator said is told by a conflict already."""
    return any(each.annotator == annotator and not _is_decision(each) for each in conflicts)


def _of_label(label: Label, here: ItemKey) -> list[Version]:
    question = label.question
    versions = [
        Version(label.annotator, _in_words(question, "answer", value), value, label.at_utc) for value in label.values
    ]
    versions += [
        Version(label.annotator, _in_words(question, "skip", reason), None, label.at_utc) for reason in label.skipped
    ]
    return [_seen(version, question, label.samples, here) for version in versions]


def _seen(version: Version, question: Question, there: ItemKey, here: ItemKey) -> Version:
    """Return a version as it is seen where the pair is shown as `here`."""
    if version.answer is None:
        return version
    answer = as_shown(question, version.answer, there, here)
    return replace(version, answer=answer, said=_in_words(question, "answer", answer))


def _in_words(question: Question | None, kind: str, value: Answer | None) -> str:
    if kind == "skip":
        return f"skipped: {value}"
    if value is None:
        return "took it back"
    if question is None:
        return str(value)
    return answer_words(question, value)


def answer_words(question: Question, answer: Answer) -> str:
    """Return an answer as a person reads it."""
    if question.kind == "number":
        number = as_typed(answer) if isinstance(answer, int | float) else answer
        return f"{number} {question.unit}".rstrip()
    return question.label_of(answer) if answer in question.categories else str(answer)
