"""All that came of a campaign, read at one moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.findings import CampaignLabels, CampaignRecord, labels_of, read_record
from genmu_studio.labelling.merging import Conflict, find_conflicts
from genmu_studio.labelling.results.annotators import AnnotatorResult, annotator_results
from genmu_studio.labelling.results.machine import MachineDisagreement
from genmu_studio.labelling.results.naturalness import naturalness_disagreements
from genmu_studio.labelling.results.questions import QuestionResult, question_result
from genmu_studio.labelling.results.same_person import person_disagreements
from genmu_studio.labelling.results.strata import Alike
from genmu_studio.labelling.results.unsettled import UnsettledItem, unsettled_items
from genmu_studio.store.labels import AssignmentRow
from genmu_studio.store.shown_samples import samples_alike

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class CampaignResults:
    """What came of a campaign. Annotators who are excluded are listed, and enter nothing else.

    conflicts : places at which different things stand. unsettled : items that wait for adjudication, or were
    adjudicated. machine : where people and an evaluator say different things. labels : all that it rests on.
    """

    campaign: Campaign
    questions: tuple[QuestionResult, ...]
    annotators: tuple[AnnotatorResult, ...]
    conflicts: tuple[Conflict, ...]
    unsettled: tuple[UnsettledItem, ...]
    machine: tuple[MachineDisagreement, ...]
    labels: CampaignLabels


def read_results(project: "Project", campaign: Campaign) -> CampaignResults:
    """Return what came of a campaign; not for the window's own thread."""

    def read(db: Database) -> tuple[CampaignRecord, Alike]:
        record = read_record(db, campaign)
        return record, samples_alike(db, _shown(record.rows))

    record, alike = project.store.read(read)
    labels = labels_of(campaign, record)
    rules = project.protocol.rules()
    questions, wanted = campaign.questions, campaign.file
    return CampaignResults(
        campaign=campaign,
        questions=tuple(question_result(each, labels, alike, wanted.select, rules) for each in questions),
        annotators=annotator_results(wanted.campaign.annotators, questions, record, labels, rules),
        conflicts=find_conflicts(campaign, {row.token: row for row in record.rows}, record.log),
        unsettled=unsettled_items(questions, labels),
        machine=(
            *person_disagreements(project, questions, labels, alike),
            *naturalness_disagreements(project, questions, labels, alike),
        ),
        labels=labels,
    )


def _shown(rows: Iterable[AssignmentRow]) -> set[int]:
    return {sample for row in rows for sample in (row.sample, row.other) if sample is not None}
