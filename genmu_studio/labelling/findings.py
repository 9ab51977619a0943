"""What people said about the samples of a campaign: the labels as they stand, with all that annotators did not see.

This is the reveal: for organizers, and for the figures that rest on labels.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.events import LabelLog, Place
from genmu_studio.labelling.exclusions import standing
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.store import labels as label_store
from genmu_studio.store.exclusions import exclusions
from genmu_studio.store.labels import AssignmentRow, EntryKind, LabelEvent

if TYPE_CHECKING:
    from genmu_studio.project import Project

ItemKey = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """What one annotator says to one question at one entry.

    samples : ids of what was shown, alone or as A and B. x : which of them X was. values : the answer; several where
    different ones stand, none where the question was skipped. accepted : the answers that are known, if any. seconds :
    how long the entry had been looked at by then, where that is known.
    """

    annotator: str
    place: int
    token: str
    kind: EntryKind
    samples: ItemKey
    x: str | None
    question: Question
    values: tuple[Answer, ...]
    skipped: tuple[str, ...]
    accepted: tuple[Answer, ...]
    at_utc: str
    seconds: float | None = None

    @property
    def item(self) -> ItemKey:
        """The item, whichever way round it was shown."""
        return tuple(sorted(self.samples))

    @property
    def value(self) -> Answer | None:
        """The answer, None where there is none or more than one."""
        return self.values[0] if len(self.values) == 1 and not self.skipped else None

    @property
    def chosen(self) -> int | None:
        """The sample that "A" or "B" means in an answer; None where it means none."""
        if len(self.samples) != 2 or not self.question.names_sides or self.value not in {"A", "B"}:
            return None
        return self.samples[self.value == "B"]

    @property
    def of_item(self) -> Answer | None:
        """The answer as it reads of the item: "A" is its first sample, whichever way round it was shown."""
        return None if self.value is None else as_shown(self.question, self.value, self.samples, self.item)

    @property
    def is_right(self) -> bool | None:
        """Whether it is what was known: an accepted answer, within the tolerance, or X. None where nothing was."""
        if self.value is None:
            return None
        if self.question.kind == "abx" and self.x is not None:
            return self.value == self.x
        if not self.accepted:
            return None
        return any(self.question.same(self.value, answer) for answer in self.accepted)


@dataclass(frozen=True, slots=True)
class CampaignLabels:
    """All labels of a campaign.

    adjudicated : by item and question id, what was said last; where it is "A" or "B", "A" is the first sample of the
    item. notes : by token of the entry, of several that stand all. excluded : why the labels of an annotator do not
    count, by name; they stay among `labels`.
    """

    labels: tuple[Label, ...]
    adjudicated: Mapping[tuple[ItemKey, str], Answer]
    notes: Mapping[str, str]
    excluded: Mapping[str, str] = field(default_factory=dict)

    def of_items(self, question: str) -> tuple[Label, ...]:
        """Return the labels to one question that count: of items, neither repeats nor checks nor training."""
        return tuple(
            each
            for each in self.labels
            if each.kind == "item" and each.question.id == question and each.annotator not in self.excluded
        )


@dataclass(frozen=True, slots=True)
class CampaignRecord:
    """All that is held of a campaign at one moment. excluded : why the labels of an annotator do not count, by name."""

    rows: Sequence[AssignmentRow]
    log: LabelLog
    excluded: Mapping[str, str]


def read_record(db: Database, campaign: Campaign) -> CampaignRecord:
    """Return what is held of a campaign."""
    log = LabelLog(event for _, event in label_store.events_after(db, campaign.id))
    return CampaignRecord(label_store.assignments(db, campaign.id), log, standing(exclusions(db, campaign.id)))


def read_labels(project: "Project", campaign: Campaign) -> CampaignLabels:
    """Return the labels of a campaign as they stand."""
    return labels_of(campaign, project.store.read(lambda db: read_record(db, campaign)))


def labels_of(campaign: Campaign, record: CampaignRecord) -> CampaignLabels:
    """Return the labels that stand in a record."""
    rows, log = record.rows, record.log
    labels: list[Label] = []
    decided: dict[tuple[ItemKey, str], tuple[str, Answer]] = {}
    notes: dict[str, str] = {}
    for row in rows:
        texts = [event.value for event in log.standing(Place(row.token, None)) if isinstance(event.value, str)]
        if texts:
            notes[row.token] = "\n".join(dict.fromkeys(texts))
        accepted = json.loads(row.accepted_json)
        for question in campaign.questions:
            if stands := log.standing(Place(row.token, question.digest)):
                labels.append(_label(row, question, stands, accepted.get(question.id, ())))
            said = log.standing(Place(row.token, question.digest, True))
            if len({event.value for event in said}) == 1 and (value := said[-1].value) is not None:
                at = (item_of(row), question.id)
                known = (said[-1].at_utc, as_shown(question, value, _samples(row), item_of(row)))
                decided[at] = max(known, decided.get(at, known), key=lambda each: each[0])
    adjudicated = {at: answer for at, (_, answer) in decided.items()}
    return CampaignLabels(tuple(labels), adjudicated, notes, record.excluded)


def as_shown(question: Question, answer: Answer, seen: ItemKey, shown: ItemKey) -> Answer:
    """Return an answer to what was shown as `seen` as it reads where the same is shown as `shown`: "A" may be "B"."""
    is_turned = question.names_sides and seen != shown
    return {"A": "B", "B": "A"}.get(str(answer), answer) if is_turned else answer


def item_of(row: AssignmentRow) -> ItemKey:
    """Return the item that an entry shows, whichever way round."""
    return tuple(sorted(_samples(row)))


def _samples(row: AssignmentRow) -> ItemKey:
    return (row.sample,) if row.other is None else (row.sample, row.other)


def _label(row: AssignmentRow, question: Question, stands: tuple[LabelEvent, ...], accepted: Sequence[Answer]) -> Label:
    answers = [event.value for event in stands if event.kind == "answer" and event.value is not None]
    return Label(
        row.annotator,
        row.place,
        row.token,
        row.kind,
        _samples(row),
        row.x,
        question,
        tuple(dict.fromkeys(answers)),
        tuple(dict.fromkeys(str(event.value) for event in stands if event.kind == "skip")),
        tuple(accepted),
        max(event.at_utc for event in stands),
        next((event.seconds for event in reversed(stands) if event.seconds is not None), None),
    )
