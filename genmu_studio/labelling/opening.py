"""Open queues of a project: an annotator's own, or those of a campaign all together for who adjudicates."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.journals import ProjectJournal
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from genmu_studio.store import labels as label_store
from genmu_studio.store import review as review_store
from genmu_studio.store.labels import AssignmentRow
from genmu_studio.texts import clean_line
from scoring.errors import UserError
from scoring.types import Media

if TYPE_CHECKING:
    from genmu_studio.project import Project

_LONGEST_NAME = 80


def open_queue(
    project: "Project", campaign: Campaign, annotator: str, on_written: Callable[[], None] = lambda: None
) -> LabelQueue:
    """Return an annotator's queue as it stands; UserError where the campaign has no such annotator."""
    names = campaign.file.campaign.annotators
    name = next((each for each in names if each.casefold() == annotator.casefold()), None)
    if name is None:
        raise UserError(f"{campaign.name} has no annotator {annotator!r}", f"There are: {', '.join(names)}.")
    journal = ProjectJournal(project.store, campaign.id, name, on_written)
    return LabelQueue(
        journal, queue_entries(project, assignments_of(project, campaign, name)), campaign.questions, name
    )


def open_adjudication(
    project: "Project", campaign: Campaign, author: str, on_written: Callable[[], None] = lambda: None
) -> LabelQueue:
    """Return all queues of a campaign as one; UserError where `author` is no name."""
    name = clean_line(author, _LONGEST_NAME)
    if not name:
        raise UserError("who adjudicates has a name", "Give it.")
    journal = ProjectJournal(project.store, campaign.id, None, on_written)
    return LabelQueue(journal, queue_entries(project, assignments_of(project, campaign)), campaign.questions, name)


def assignments_of(project: "Project", campaign: Campaign, annotator: str | None = None) -> list[AssignmentRow]:
    """Return the entries of a campaign with all that is known of them, of one queue where `annotator` is named."""
    rows = project.store.read(lambda db: label_store.assignments(db, campaign.id))
    return [row for row in rows if annotator is None or row.annotator == annotator]


def queue_entries(project: "Project", rows: Sequence[AssignmentRow]) -> list[QueueEntry]:
    """Return what is shown at each of these places."""
    ids = {sample for row in rows for sample in (row.sample, row.other) if sample is not None}
    media = project.store.read(lambda db: review_store.read_media(db, sorted(ids)))
    return [
        QueueEntry(
            row.token,
            row.place,
            shown_media(row, media),
            row.notice,
            row.kind == "training",
            json.loads(row.accepted_json) if row.kind == "training" else None,
        )
        for row in rows
    ]


def shown_media(row: AssignmentRow, media: Mapping[int, Media]) -> tuple[Media, ...]:
    """Return what an entry shows: one sample, or A, B and where there is one X."""
    if row.other is None:
        return (media[row.sample],)
    shown = (media[row.sample], media[row.other])
    return shown if row.x is None else (*shown, shown[row.x == "B"])
