"""How much of what people are asked about a submission is done: the share of its entries that are finished."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.events import Place
from genmu_studio.labelling.findings import item_of, read_record
from genmu_studio.labelling.people_answers import latest
from genmu_studio.labelling.questions import needed_of
from genmu_studio.store.contents import owners_of

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class LabelledShare:
    """How many entries of queues show samples of a submission, and how many of these are finished."""

    finished: int
    entries: int

    @property
    def percent(self) -> float:
        """The share of finished entries."""
        return 100 * self.finished / self.entries


def labelled_shares(project: "Project") -> Mapping[SubmissionId, LabelledShare]:
    """Return the share of each submission that any queue shows; an entry with samples of two is one of both.

    Of every kind but training; not of annotators whose labels do not count. Kept until somebody says something.
    """
    return latest(project, "labelled shares", lambda: _read(project))


def _read(project: "Project") -> Mapping[SubmissionId, LabelledShare]:
    entries: Counter[SubmissionId] = Counter()
    finished: Counter[SubmissionId] = Counter()
    for campaign in project.labelling.campaigns():
        shown, done = project.store.read(partial(_count, campaign=campaign))
        entries += shown
        finished += done
    return {submission: LabelledShare(finished[submission], number) for submission, number in entries.items()}


def _count(db: Database, campaign: Campaign) -> tuple["Counter[SubmissionId]", "Counter[SubmissionId]"]:
    """Return how many entries of a campaign show samples of each submission, and how many of these are finished."""
    entries: Counter[SubmissionId] = Counter()
    finished: Counter[SubmissionId] = Counter()
    record = read_record(db, campaign)
    rows = [row for row in record.rows if row.kind != "training" and row.annotator not in record.excluded]
    owners = owners_of(db, {sample for row in rows for sample in item_of(row)})
    needed = [question.digest for question in needed_of(campaign.questions)]
    for row in rows:
        whose = {owners[sample] for sample in item_of(row)}
        entries.update(whose)
        if all(record.log.standing(Place(row.token, digest)) for digest in needed):
            finished.update(whose)
    return entries, finished
