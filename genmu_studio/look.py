"""A look at a submission: what an evaluator saw of it, and the lens that turns that into decisions. No figures yet.

What has to be read is in the base; another threshold, rule or policy makes another look of it in microseconds, so that
lists, colours and plots can follow a threshold that is being dragged. `evaluation.evaluate` adds figures and intervals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.frames import SubmissionFrames
from genmu_studio.lens import EvaluatorLens, Lens, Threshold, choose_threshold
from genmu_studio.protocol import Protocol
from genmu_studio.view import View, choose_evaluator
from scoring.frame import Decision, GroupFrame
from scoring.verification import TemplateRule

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, eq=False, slots=True)
class LookBase:
    """A submission as one evaluator saw it, compared with one kind of template. presets : thresholds by name."""

    protocol: Protocol
    submission: SubmissionRow
    evaluator: EvaluatorRow
    template: TemplateRule
    built: SubmissionFrames
    presets: Mapping[str, Threshold]

    def through(self, view: View) -> "Look":
        """Return the look of a view of this evaluator and template; UserError for a threshold that does not exist."""
        lens = make_lens(self.protocol, self.evaluator, view, self.presets)
        return Look(self, lens, lens.decision(self.evaluator.digest, self.protocol.rules()))


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """How one submission is looked at."""

    base: LookBase
    lens: Lens
    decision: Decision

    @property
    def submission(self) -> SubmissionRow:
        """What is looked at."""
        return self.base.submission

    @property
    def evaluator(self) -> EvaluatorRow:
        """Who measured it."""
        return self.base.evaluator

    @property
    def frames(self) -> tuple[GroupFrame, ...]:
        """The groups, in the protocol's order."""
        return self.base.built.groups

    @property
    def own_lens(self) -> EvaluatorLens:
        """The part of the lens that concerns this evaluator."""
        return self.lens.evaluators[self.evaluator.digest]

    @property
    def is_official(self) -> bool:
        """Whether numbers under this lens are the protocol's own."""
        return self.lens.is_official(self.base.protocol, self.evaluator.digest)

    def without_frames(self) -> "Look":
        """Return the look without what it needs memory for."""
        return replace(self, base=replace(self.base, built=replace(self.base.built, groups=())))


def make_lens(protocol: Protocol, evaluator: EvaluatorRow, view: View, known: Mapping[str, Threshold]) -> Lens:
    """Return the lens that `view` asks for; UserError for a threshold that is not. known : those with a name."""
    decision = protocol.decision
    template, rule = view.template or decision.template, view.rule or decision.rule
    one = EvaluatorLens(choose_threshold(view.threshold, known), template, rule)
    return Lens({evaluator.digest: one}, view.policy or decision.policy, view.aggregate or decision.aggregate)


def look_base(project: "Project", submission: SubmissionRow, view: View) -> LookBase | None:
    """Read what `view` looks at of a submission; None where no evaluator has results for it.

    NoResultsError where the view names an evaluator that has none.
    """
    if submission.track == "concept":
        return None
    evaluator = choose_evaluator(submission, project.evaluators_of(submission), view.evaluator)
    if evaluator is None:
        return None
    template = view.template or project.protocol.decision.template
    return LookBase(
        protocol=project.protocol,
        submission=submission,
        evaluator=evaluator,
        template=template,
        built=project.frames_of(submission, evaluator, template),
        presets=project.thresholds(evaluator, template),
    )
