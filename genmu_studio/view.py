"""What a person asks to look with, and the evaluator that this means."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from scoring.errors import UserError
from scoring.frame import Policy, Rule
from scoring.metrics.track import Aggregate
from scoring.verification import TemplateRule

# Where several evaluators have results: the official one, then other reference weights, then light, then imported ones.
KIND_ORDER = {"reference": 1, "light": 2, "imported": 3, "fake": 4}


class NoResultsError(UserError):
    """A submission has no results of the evaluator that was asked for."""


@dataclass(frozen=True, slots=True)
class View:
    """What a person asked to look with; None = as the protocol says."""

    evaluator: str | None = None
    threshold: str | None = None
    rule: Rule | None = None
    template: TemplateRule | None = None
    policy: Policy | None = None
    aggregate: Aggregate | None = None


def choose_evaluator(submission: SubmissionRow, found: Sequence[EvaluatorRow], name: str | None) -> EvaluatorRow | None:
    """Return the evaluator to look with, of those `found` to have results: of that name, or the best.

    None where none has. Of several digests of one name the latest counts: an evaluator that changed makes its old
    numbers stale.
    """
    chosen = [row for row in found if name is None or row.name == name]
    if name is not None and not chosen:
        known = ", ".join(dict.fromkeys(row.name for row in found)) or "none"
        raise NoResultsError(f"{submission.id} has no results of {name}", f"It has results of: {known}.")
    return min(reversed(chosen), key=lambda row: 0 if row.official else KIND_ORDER[row.kind], default=None)
