"""What can be done with a project's campaigns: planned, kept, packed, labelled, merged, and read out.

Whoever opens a project only to look at it does not wait for this: it is imported when somebody asks for it.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling import (
    campaigns,
    exclusions,
    findings,
    label_table,
    merging,
    opening,
    packs,
    pair_labels,
    pair_states,
    people,
    progress,
    shares,
)
from genmu_studio.labelling.campaign_file import check_campaign
from genmu_studio.labelling.campaigns import Campaign, PlannedCampaign
from genmu_studio.labelling.findings import CampaignLabels
from genmu_studio.labelling.merging import MergedLabels
from genmu_studio.labelling.packs import WrittenPack
from genmu_studio.labelling.pair_labels import QuestionLabels
from genmu_studio.labelling.people import PeopleValue
from genmu_studio.labelling.progress import CampaignProgress
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.labelling.results.campaign import CampaignResults, read_results
from genmu_studio.labelling.shares import LabelledShare
from genmu_studio.pair_table import PairTable
from genmu_studio.store.exclusions import ExclusionRow
from genmu_studio.store.exclusions import exclusions as exclusion_rows
from genmu_studio.store.ownership import user_name
from genmu_studio.watching import Watch, no_progress
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.project import Project


class LabellingRoom:
    """The campaigns of one project. What changes labels announces it to the project's subscribers."""

    def __init__(self, project: "Project") -> None:
        self._project = project

    def campaigns(self) -> Sequence[Campaign]:
        """Return the campaigns, oldest first."""
        return campaigns.read_campaigns(self._project)

    def campaign(self, name: str) -> Campaign:
        """Return the campaign of that name; UserError naming those that exist."""
        return campaigns.find_campaign(self._project, name)

    def plan(self, file: Path) -> PlannedCampaign:
        """Return what a campaign file comes to in this project: who would see what, and for how long."""
        return campaigns.plan_campaign(self._project, file)

    def plan_data(self, data: Mapping[str, object], source: str, folder: Path) -> PlannedCampaign:
        """Return what the content of a campaign file comes to, as `plan` does. folder : of question files."""
        return campaigns.plan(self._project, *check_campaign(data, source, folder))

    def keep(self, planned: PlannedCampaign) -> Campaign:
        """Write a planned campaign with its queues; UserError where there is one of that name already."""
        kept = campaigns.keep_campaign(self._project, planned)
        self._changed()
        return kept

    def queue(self, campaign: Campaign, annotator: str) -> LabelQueue:
        """Return an annotator's queue in a campaign; UserError naming the annotators where that is none of them."""
        return opening.open_queue(self._project, campaign, annotator, self._changed)

    def adjudication(self, campaign: Campaign, author: str | None = None) -> LabelQueue:
        """Return all queues of a campaign as one, on which `author` adjudicates: None = who uses the program."""
        name = user_name() if author is None else author
        return opening.open_adjudication(self._project, campaign, name, self._changed)

    def progress(self, campaign: Campaign) -> CampaignProgress:
        """Return how far each annotator of a campaign is."""
        return progress.read_progress(self._project, campaign)

    def labels(self, campaign: Campaign) -> CampaignLabels:
        """Return the labels of a campaign as they stand, with the samples that they are about: the reveal."""
        return findings.read_labels(self._project, campaign)

    def results(self, campaign: Campaign) -> CampaignResults:
        """Return what came of a campaign: what was answered, how far people agree, and how each of them worked."""
        return read_results(self._project, campaign)

    def people_values(self, submission: SubmissionRow) -> tuple[PeopleValue, ...]:
        """Return the figures of a submission that rest on people: AR or SAR, and MOS of either side."""
        return people.people_values(self._project, submission)

    def pair_labels(self, track: Track, original: int | None, unlearned: int | None) -> tuple[QuestionLabels, ...]:
        """Return what people said about the two samples of a pair, None = that side has none."""
        return pair_labels.pair_labels(self._project, track, original, unlearned)

    def pair_states(self, submission: SubmissionRow, table: PairTable) -> NDArray[np.int8]:
        """Return which pairs of a submission people have judged, and where their answers differ, (n,)."""
        return pair_states.pair_states(self._project, submission, table)

    def shares(self) -> Mapping[SubmissionId, LabelledShare]:
        """Return how much of what queues show of each submission is finished; of those that none shows nothing."""
        return shares.labelled_shares(self._project)

    def exclude(self, campaign: Campaign, annotator: str, reason: str | None) -> bool:
        """Let the labels of an annotator not count, for a reason; None = they count again. False where it is so."""
        changed = exclusions.decide(self._project, campaign, annotator, reason)
        if changed:
            self._changed()
        return changed

    def exclusion_history(self, campaign: Campaign) -> Sequence[ExclusionRow]:
        """Return every decision about whose labels count, oldest first."""
        return self._project.store.read(lambda db: exclusion_rows(db, campaign.id))

    def merge(self, file: Path, *, answers_only: bool = False) -> MergedLabels:
        """Take in the label events of a file that are not there yet; of a pack's journal answers only."""
        merged = merging.merge_labels(self._project, file, answers_only=answers_only)
        if merged.added:
            self._changed()
        return merged

    def pack(
        self,
        campaign: Campaign,
        annotator: str,
        out: Path,
        on_progress: Callable[[Progress], None] = no_progress,
        cancellation: Cancellation | None = None,
    ) -> WrittenPack:
        """Write an annotator's queue as a blind pack that leaves the house."""
        return packs.write_pack(self._project, campaign, annotator, out, Watch(on_progress, cancellation))

    def export(self, campaign: Campaign, out: Path, annotator: str = "") -> int:
        """Write the label events of a campaign, of one queue where an annotator is named; return how many."""
        return merging.export_labels(self._project, campaign, out, annotator)

    def export_table(self, campaign: Campaign, out: Path, *, blind: bool, bom: bool = False) -> int:
        """Write the labels of a campaign as a table, by the suffix of `out`; return how many rows it has.

        blind : without what annotators did not see.
        """
        return label_table.export_table(self._project, campaign, out, blind=blind, bom=bom)

    def _changed(self) -> None:
        self._project.announce("labels")
