"""Everything that the overview of one submission shows, in one value made off the window's thread."""

from dataclasses import dataclass

import numpy as np

from genmu_studio.evaluation import Evaluation
from genmu_studio.overview.identities import IdentityRow, identity_rows
from genmu_studio.overview.lost import LostRow, lost_rows
from genmu_studio.overview.plane import PlanePoint, plane_points
from genmu_studio.overview.strips import Strip, seed_strips
from genmu_studio.project import Project
from scoring.frame import POLICIES, GroupFrame, Policy, Status
from scoring.metrics.outcomes import outcomes, tally
from scoring.types import MetricValue


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """ERB, mean of groups, under one policy for failures. chosen : the lens's. official : the protocol's."""

    policy: Policy
    erb: MetricValue
    chosen: bool
    official: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """What would make a missing value computable: a sentence, and the name of the command that does it."""

    text: str
    command: str


@dataclass(frozen=True, eq=False, slots=True)
class Overview:
    """The overview of one submission. expected : the protocol's groups. steps : what to do where a value is missing."""

    evaluation: Evaluation
    expected: tuple[str, ...]
    policies: tuple[PolicyRow, ...]
    points: tuple[PlanePoint, ...]
    lost: tuple[LostRow, ...]
    identities: tuple[IdentityRow, ...]
    strips: tuple[Strip, ...]
    steps: tuple[NextStep, ...]

    @property
    def is_what_if(self) -> bool:
        """Whether the lens is another than the protocol's."""
        return not self.evaluation.official_lens

    @property
    def headline(self) -> MetricValue:
        """The track value that the lens's aggregate asks for."""
        return self.evaluation.track.erb

    @property
    def only_group(self) -> str:
        """The group that the track consists of, "" where it has several."""
        return self.expected[0] if len(self.expected) == 1 else ""

    @property
    def group_names(self) -> tuple[str, ...]:
        """The groups of which the submission has samples."""
        return tuple(scores.group for scores in self.evaluation.groups)


def overview(project: Project, evaluation: Evaluation) -> Overview:
    """Return what the overview shows of `evaluation`, which is one of `project`."""
    tallies = [
        tally(frame, outcomes(frame, scores.decision))
        for frame, scores in zip(evaluation.frames, evaluation.groups, strict=True)
    ]
    official = project.protocol.decision.policy
    return Overview(
        evaluation=evaluation,
        expected=tuple(group.name for group in project.protocol.groups_of(evaluation.submission.track)),
        policies=tuple(
            PolicyRow(policy, evaluation.track.policies[policy], policy == evaluation.lens.policy, policy == official)
            for policy in POLICIES
        ),
        points=plane_points(evaluation),
        lost=lost_rows(evaluation, tallies),
        identities=identity_rows(evaluation, tallies),
        strips=seed_strips(evaluation),
        steps=next_steps(project, evaluation),
    )


def next_steps(project: Project, evaluation: Evaluation) -> tuple[NextStep, ...]:
    """Return what to do about samples not scored, references that are missing, and groups without samples."""
    steps = []
    bare = [
        identity
        for frame in evaluation.frames
        for column, identity in enumerate(frame.identities)
        if evaluation.evaluator.kind != "imported" and _has_no_template(frame, column)
    ]
    taken_in = project.reference_counts(evaluation.submission.track)
    unscored = any((frame.status == Status.ERROR).any() for frame in evaluation.frames)
    if unscored or any(identity in taken_in for identity in bare):
        steps.append(NextStep("Score what has not been measured yet.", "score"))
    if absent_references := [identity for identity in dict.fromkeys(bare) if identity not in taken_in]:
        named = ", ".join(absent_references)
        steps.append(NextStep(f"Take in references of {named}, then score.", "import_references"))
    delivered = {scores.group for scores in evaluation.groups}
    wanted = [group.name for group in project.protocol.groups_of(evaluation.submission.track)]
    if absent := [name for name in wanted if name not in delivered]:
        steps.append(NextStep(f"Import a revision that has samples of {', '.join(absent)}.", "import_submission"))
    return tuple(steps)


def _has_no_template(frame: GroupFrame, column: int) -> bool:
    """Whether samples were scored and none could be compared with the identity at `column`."""
    scored = frame.status == Status.SCORED
    return bool(scored.any() and np.isnan(frame.similarity[scored, column]).all())
