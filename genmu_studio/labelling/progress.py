"""How far the annotators of a campaign are, for whoever organizes it. Nothing of the samples is read for it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.exclusions import standing
from genmu_studio.labelling.journals import ProjectJournal
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.queue import LabelQueue, QueueEntry, QueueProgress
from genmu_studio.store.exclusions import exclusions

if TYPE_CHECKING:
    from genmu_studio.project import Project


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


def read_progress(project: "Project", campaign: Campaign) -> CampaignProgress:
    """Return how far a campaign is as of now."""
    rows = assignments_of(project, campaign)
    excluded = standing(project.store.read(lambda db: exclusions(db, campaign.id)))
    queues: dict[str, list[QueueEntry]] = {name: [] for name in campaign.file.campaign.annotators}
    for row in rows:
        queues[row.annotator].append(QueueEntry(row.token, row.place, ()))
    annotators = []
    for name, entries in queues.items():
        journal = ProjectJournal(project.store, campaign.id, name)
        queue = LabelQueue(journal, entries, campaign.questions, name)
        annotators.append(AnnotatorProgress(name, queue.progress(), excluded.get(name)))
    shown = {frozenset((row.sample, row.other)) for row in rows if row.kind == "item"}
    return CampaignProgress(campaign, len(shown), tuple(annotators))
