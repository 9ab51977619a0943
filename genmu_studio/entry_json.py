"""One entry as `genmu metrics --json` prints it, and as a bundle proves it."""

from typing import TYPE_CHECKING

from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import NOT_SCORED
from genmu_studio.metrics_json import Json, evaluation_json, submission_json, unscored_json
from genmu_studio.people_figures import people_json

if TYPE_CHECKING:
    from genmu_studio.project import Project

PEOPLE = "people"  # the figures that rest on people's judgments, which no bundle holds


def entry_json(project: "Project", row: SubmissionRow, evaluation: Evaluation | None, reason: str | None) -> Json:
    """Return every figure of an entry. evaluation : None where it is not scored. reason : why it is not official."""
    preserved = project.preserved(row)
    people = {PEOPLE: people_json(project.people(row))}
    if evaluation is None:
        why = reason or "not scored yet"
        rank_by = project.protocol.tracks[row.track].rank_by
        return {**submission_json(row, False, why), **unscored_json(NOT_SCORED, rank_by, preserved), **people}
    why_not = reason or (None if evaluation.official_lens else "what-if lens")
    return {**submission_json(row, why_not is None, why_not), **evaluation_json(evaluation, preserved), **people}
