"""One submission as two evaluators saw it, or two states of one: what moved, and everything that may be the reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.entry_comparison import EntryComparison, compare_evaluations
from genmu_studio.evaluation import Evaluation, evaluate
from genmu_studio.look import LookBase
from genmu_studio.view import NoResultsError, View
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.domain import EvaluatorRow, SubmissionRow
    from genmu_studio.project import Project

_SHOWN = 12  # characters of a digest


@dataclass(frozen=True, slots=True)
class WhatDiffers:
    """Something that differs between the evaluators, as it was first and then."""

    what: str
    first: str
    second: str


@dataclass(frozen=True, eq=False, slots=True)
class EvaluatorComparison:
    """The comparison, and what differs between the evaluators and their official thresholds."""

    figures: EntryComparison
    reasons: tuple[WhatDiffers, ...]


def find_state(project: "Project", submission: "SubmissionRow", wanted: str) -> "EvaluatorRow":
    """Return the evaluator of that name, the latest state of it, or of that digest or its beginning.

    NoResultsError where the submission has no results of it; UserError where several digests begin so.
    """
    found = project.evaluators_of(submission)
    if named := [row for row in found if row.name == wanted]:
        return named[-1]
    begun = [row for row in found if row.digest.startswith(wanted.lower())] if len(wanted) >= 4 else []
    if len(begun) > 1:
        raise UserError(f"{len(begun)} evaluators have a digest that begins with {wanted!r}", "Give more of it.")
    if not begun:
        known = ", ".join(f"{row.name} ({row.digest[:_SHOWN]})" for row in found) or "none"
        raise NoResultsError(f"{submission.id} has no results of {wanted!r}", f"It has results of: {known}.")
    return begun[0]


def compare_evaluators(
    project: "Project", submission: "SubmissionRow", first: "EvaluatorRow", second: "EvaluatorRow"
) -> EvaluatorComparison:
    """Return what moved between two evaluators, each under the protocol's own lens at its own official threshold."""
    one, other = (_evaluated(project, submission, row) for row in (first, second))
    return EvaluatorComparison(compare_evaluations(one, other), tuple(_reasons(one, other)))


def _evaluated(project: "Project", submission: "SubmissionRow", row: "EvaluatorRow") -> Evaluation:
    template = project.protocol.decision.template
    base = LookBase(
        protocol=project.protocol,
        submission=submission,
        evaluator=row,
        template=template,
        built=project.frames_of(submission, row, template),
        presets=project.thresholds(row, template),
    )
    return evaluate(base.through(View()))


def _reasons(first: Evaluation, second: Evaluation) -> Iterator[WhatDiffers]:
    one, other = first.evaluator, second.evaluator
    before, after = first.own_lens.threshold, second.own_lens.threshold
    facts = (
        ("evaluator", one.name, other.name),
        ("version", one.version, other.version),
        ("weights", one.weights_sha256[:_SHOWN] or "none", other.weights_sha256[:_SHOWN] or "none"),
        ("options", _options(one), _options(other)),
        ("provider", ", ".join(first.providers) or "none of ours", ", ".join(second.providers) or "none of ours"),
        ("threshold", f"{before.value!r} ({before.origin})", f"{after.value!r} ({after.origin})"),
    )
    return (WhatDiffers(*fact) for fact in facts if fact[1] != fact[2])


def _options(row: "EvaluatorRow") -> str:
    return ", ".join(f"{name} {value}" for name, value in sorted(row.options.items())) or "none"
