"""Whether an entry is ranked, at which place, and why not."""

from dataclasses import dataclass

from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class Standing:
    """rank : None where it is not ranked, and `reason` says why. of : how many entries of the track are ranked."""

    rank: int | None
    of: int
    reason: str


def standing_of(project: Project, submission: SubmissionRow, evaluation: Evaluation | None) -> Standing:
    """Return where the submission stands on the leaderboard, if the numbers of `evaluation` are the ones there."""
    if evaluation is not None and not evaluation.official_lens:
        return Standing(None, 0, "what-if lens, not the protocol's own")
    rows = project.leaderboard(submission.track)
    (own,) = (row for row in rows if row.submission.id == submission.id)
    ranked = sum(row.rank is not None for row in rows)
    ranks_by = own.evaluation.evaluator if own.evaluation is not None else None
    if evaluation is not None and ranks_by is not None and evaluation.evaluator.digest != ranks_by.digest:
        return Standing(None, ranked, f"the leaderboard looks at it with {ranks_by.name} {ranks_by.version}")
    return Standing(own.rank, ranked, own.reason or "")
