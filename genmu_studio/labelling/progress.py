"""How far the annotators of a campaign are, for whoever organizes it. Nothing of the samples is read for it."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.events import LabelLog
from genmu_studio.labelling.exclusions import standing
from genmu_studio.labelling.journals import MakeEvent
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.queue import LabelQueue, QueueEntry, QueueProgress
from genmu_studio.store import labels as label_store
from genmu_studio.store.exclusions import exclusions
from genmu_studio.store.labels import LabelEvent
from scoring.errors import BugError

if TYPE_CHECKING:
    from genmu_studio.project import Project

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AnnotatorProgress:
    """How far one annotator is. excluded : why the labels do not count, None where they do."""

    name: str
    queue: QueueProgress
    excluded: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """How far a campaign is. items : distinct ones that are asked about, without gold and training."""

    campaign: Campaign
    items: int
    annotators: tuple[AnnotatorProgress, ...]

    @property
    def entries(self) -> int:
        """The entries of all queues."""
        return sum(each.queue.entries for each in self.annotators)

    @property
    def finished(self) -> int:
        """The entries of all queues that are finished."""
        return sum(each.queue.finished for each in self.annotators)


class _Record:
    """The log of one queue as it was read: nothing is added to it."""

    def __init__(self, events: Iterable[LabelEvent]) -> None:
        self._log = LabelLog(events)

    def read(self, function: Callable[[LabelLog], T]) -> T:
        return function(self._log)

    def append(self, make: MakeEvent) -> "Future[LabelEvent | None]":
        raise BugError("a record is only read")


def read_progress(project: "Project", campaign: Campaign) -> CampaignProgress:
    """Return how far a campaign is as of now."""
    rows = assignments_of(project, campaign)
    events, history = project.store.read(
        lambda db: (label_store.events_after(db, campaign.id), exclusions(db, campaign.id))
    )
    excluded = standing(history)
    names = campaign.file.campaign.annotators
    entries: dict[str, list[QueueEntry]] = {name: [] for name in names}
    acts: dict[str, list[LabelEvent]] = {name: [] for name in names}
    owners = {row.token: row.annotator for row in rows}
    for row in rows:
        entries[row.annotator].append(QueueEntry(row.token, row.place, ()))
    for _, event in events:
        acts[owners[event.token]].append(event)
    annotators = tuple(
        AnnotatorProgress(
            name,
            LabelQueue(_Record(acts[name]), entries[name], campaign.questions, name).progress(),
            excluded.get(name),
        )
        for name in names
    )
    shown = {frozenset((row.sample, row.other)) for row in rows if row.kind == "item"}
    return CampaignProgress(campaign, len(shown), annotators)
