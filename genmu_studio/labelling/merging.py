"""Labels go out and come back: all events of both logs are kept, nothing is overwritten, conflicts are listed.

What comes in was on somebody else's machine: each event must be about this campaign, by whom it says, and an answer to
the question as it was asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.events import LabelLog, Place, place_of
from genmu_studio.labelling.label_files import LabelFile, LabelHead, event_line, head_line, read_label_file
from genmu_studio.labelling.queue import clean_note, clean_reason
from genmu_studio.store import labels as label_store
from genmu_studio.store.labels import AssignmentRow, LabelEvent, LabelValue
from genmu_studio.submission.refused_lines import RefusalError, RefusedLine
from genmu_studio.writing import write_atomically
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project


_ANOTHER = "another event has its name; this one was changed"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Different things that stand at one place, because they were written apart.

    question : its id, "" for the note. events : what stands. adjudicated : whether somebody said which counts.
    """

    annotator: str
    place: int
    token: str
    question: str
    events: tuple[LabelEvent, ...]
    adjudicated: bool


@dataclass(frozen=True, slots=True)
class MergedLabels:
    """What came of a merge. added, known : events. conflicts : all that the campaign has now."""

    campaign: str
    added: int
    known: int
    refused: tuple[RefusedLine, ...]
    conflicts: tuple[Conflict, ...]


def export_labels(project: "Project", campaign: Campaign, out: Path, annotator: str = "") -> int:
    """Write the events of a campaign, of one annotator's queue where one is named; return how many there are."""
    if annotator and annotator not in campaign.file.campaign.annotators:
        names = ", ".join(campaign.file.campaign.annotators)
        raise UserError(f"{campaign.name} has no annotator {annotator!r}", f"There are: {names}.")
    events = project.store.read(lambda db: label_store.events_after(db, campaign.id, annotator or None))
    head = LabelHead(campaign=campaign.digest, annotator=annotator)
    write_atomically(out, b"".join([head_line(head), *(event_line(event) for _, event in events)]))
    return len(events)


def merge_labels(project: "Project", path: Path, *, answers_only: bool = False) -> MergedLabels:
    """Take in the events of a label file that are not there yet; nothing that is there changes.

    answers_only : the file is a pack's journal, of one annotator, who adjudicates nothing. Lines that cannot be taken
    are refused one by one. UserError where the file is none, or of no campaign of this project.
    """
    return merge_file(project, read_label_file(path), answers_only=answers_only)


def merge_file(project: "Project", file: LabelFile, *, answers_only: bool = False) -> MergedLabels:
    """Do what `merge_labels` does with a file that was read."""
    campaigns = project.labelling.campaigns()
    campaign = next((each for each in campaigns if each.digest == file.head.campaign), None)
    if campaign is None:
        raise UserError(
            "the labels are of a campaign that this project does not have",
            "It was made from another file, or of other samples. Take the project that it was packed from.",
        )
    if answers_only and file.head.annotator not in campaign.file.campaign.annotators:
        raise UserError(
            "the file is no journal of one annotator",
            "Did another copy of the project write it? Then genmu labels merge takes it, and the window under a name "
            "without .labels.",
        )
    only = file.head.annotator if answers_only else ""
    others = {digest: question.id for each in campaigns for digest, question in each.by_digest.items()}

    def write(db: Database) -> MergedLabels:
        rows = {row.token: row for row in label_store.assignments(db, campaign.id)}
        log = LabelLog(event for _, event in label_store.events_after(db, campaign.id))
        border = _Border(campaign, rows, log, only, others)
        refused = list(file.refused)
        added = known = 0
        for line, event in file.events:
            try:
                border.check(event)
                is_known = event.uid in log
                # Names are the same in all campaigns, and the log is one.
                _require(is_known or not label_store.has_event(db, event.uid), _ANOTHER)
            except RefusalError as error:
                refused.append(RefusedLine(line, str(error)))
                continue
            if is_known:
                known += 1
            else:
                log.add(event)
                label_store.put_event(db, event)
                added += 1
        return MergedLabels(
            campaign.name, added, known, tuple(sorted(refused, key=_line)), find_conflicts(campaign, rows, log)
        )

    return project.store.write(write).result()


def _line(refused: RefusedLine) -> int:
    return refused.line


def _require(holds: bool, reason: str) -> None:
    if not holds:
        raise RefusalError(reason)


@dataclass(frozen=True, slots=True)
class _Border:
    """Says of each event from outside why it cannot come in.

    only : the annotator who may have said it, "" for all. others : id by digest of what other campaigns ask.
    """

    campaign: Campaign
    rows: Mapping[str, AssignmentRow]
    log: LabelLog
    only: str
    others: Mapping[str, str]

    def check(self, event: LabelEvent) -> None:
        """Raise RefusalError where the event cannot come in."""
        there = self.log.get(event.uid)
        if there is not None:
            _require(there == event, _ANOTHER)
            return
        _require(event.token in self.rows, "it is about no entry of this campaign")
        owner = self.rows[event.token].annotator
        if self.only:
            own = owner == event.author == self.only and event.kind != "adjudication"
            _require(own, f"it is no act of {self.only} on the own queue")
        named = event.replaces if event.undoes is None else (*event.replaces, event.undoes)
        _require(all(uid in self.log for uid in named), "it follows on an event that is not there")
        if event.kind == "undo":
            self._check_undo(event)
            return
        is_own = event.kind == "adjudication" or event.author == owner
        _require(is_own, f"the entry is {owner}'s, not {event.author}'s")
        of_place = all(self._place(uid) == place_of(event) for uid in event.replaces)
        _require(of_place, "it replaces an event about something else")
        self._check_value(event)

    def _check_undo(self, event: LabelEvent) -> None:
        undone = self.log.get(event.undoes or "")
        of_own = undone is not None and (undone.author, undone.token, undone.question) == (
            event.author,
            event.token,
            event.question,
        )
        _require(of_own, "it takes back an act of somebody else, or about something else")

    def _place(self, uid: str) -> Place | None:
        event = self.log.get(uid)
        return None if event is None or event.kind == "undo" else place_of(event)

    def _check_value(self, event: LabelEvent) -> None:
        try:
            kept = self._kept(event)
        except UserError as error:
            raise RefusalError(error.message) from None
        same = kept == event.value and type(kept) is type(event.value)
        _require(same, "its value is not in the form it has")

    def _kept(self, event: LabelEvent) -> LabelValue:
        text = event.value if isinstance(event.value, str) else ""
        if event.kind == "note":
            return clean_note(text)
        question = self.campaign.by_digest.get(event.question or "")
        if question is None:
            raise UserError(self._not_asked(event.question or ""))
        return clean_reason(text) if event.kind == "skip" else question.accept(event.value)

    def _not_asked(self, digest: str) -> str:
        other = self.others.get(digest)
        if other in {question.id for question in self.campaign.questions}:
            return f"it answers another version of {other!r} than the campaign asks"
        named = f"{other!r}, a question" if other else "a question, or a version of one,"
        return f"it answers {named} that the campaign does not ask"


def find_conflicts(campaign: Campaign, rows: Mapping[str, AssignmentRow], log: LabelLog) -> tuple[Conflict, ...]:
    """Return the places of a campaign at which several different things stand, by annotator and place."""
    found = [_conflict(campaign, rows[events[0].token], events, log) for events in log.conflicts()]
    return tuple(sorted(found, key=lambda each: (each.annotator, each.place, each.question)))


def _conflict(campaign: Campaign, row: AssignmentRow, events: Sequence[LabelEvent], log: LabelLog) -> Conflict:
    digest = events[0].question
    return Conflict(
        row.annotator,
        row.place,
        row.token,
        campaign.by_digest[digest].id if digest is not None else "",
        tuple(events),
        events[0].kind != "adjudication" and bool(log.standing(Place(row.token, digest, True))),
    )


def read_conflicts(project: "Project", campaign: Campaign) -> tuple[Conflict, ...]:
    """Return the conflicts of a campaign as they stand."""

    def read(db: Database) -> tuple[Conflict, ...]:
        rows = {row.token: row for row in label_store.assignments(db, campaign.id)}
        return find_conflicts(campaign, rows, LabelLog(event for _, event in label_store.events_after(db, campaign.id)))

    return project.store.read(read)
