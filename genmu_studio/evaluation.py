"""Everything that is said of one submission under one evaluator and one lens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from genmu_studio.calibrations import FrozenCalibration
from genmu_studio.domain import EvaluatorRow, IdentityGroup, SubmissionRow
from genmu_studio.frames import SubmissionFrames
from genmu_studio.lens import EvaluatorLens, Lens, choose_threshold, presets
from genmu_studio.protocol import Protocol
from genmu_studio.store.references import NOT_SCORED_YET
from scoring.errors import UserError
from scoring.frame import Decision, GroupFrame, Policy, Rule
from scoring.metrics.group import GroupScores, score_group
from scoring.metrics.preservation import geometry_preservation, mean_over_groups
from scoring.metrics.sides import SideScores
from scoring.metrics.track import Aggregate, TrackScores, score_track
from scoring.metrics.values import counted
from scoring.types import MetricValue
from scoring.verification import TemplateRule

# Where several evaluators have results: the official one, then other reference weights, then light, then imported ones.
_ORDER = {"reference": 1, "light": 2, "imported": 3, "fake": 4}


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


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """The scores of one submission. decision, built : what they come from. notes : plain sentences beside them."""

    submission: SubmissionRow
    evaluator: EvaluatorRow
    lens: Lens
    decision: Decision
    official_lens: bool
    groups: tuple[GroupScores, ...]
    track: TrackScores
    gp: MetricValue
    built: SubmissionFrames
    notes: tuple[str, ...]

    @property
    def frames(self) -> tuple[GroupFrame, ...]:
        """The frame of each of `groups`."""
        return self.built.groups

    @property
    def providers(self) -> tuple[str, ...]:
        """What really ran the evaluator, each once."""
        return self.built.providers

    def without_frames(self) -> "Evaluation":
        """Return the scores alone, for a table of many submissions: their frames would fill the memory."""
        return replace(self, built=replace(self.built, groups=()))

    @property
    def own_lens(self) -> EvaluatorLens:
        """The part of the lens that concerns this evaluator."""
        return self.lens.evaluators[self.evaluator.digest]


def choose_evaluator(submission: SubmissionRow, found: Sequence[EvaluatorRow], name: str | None) -> EvaluatorRow | None:
    """Return the evaluator to look with, of those `found` to have results: of that name, or the best.

    None where none has. Of several digests of one name the latest counts: an evaluator that changed makes its old
    numbers stale.
    """
    chosen = [row for row in found if name is None or row.name == name]
    if name is not None and not chosen:
        known = ", ".join(dict.fromkeys(row.name for row in found)) or "none"
        raise NoResultsError(f"{submission.id} has no results of {name}", f"It has results of: {known}.")
    return min(reversed(chosen), key=lambda row: 0 if row.official else _ORDER[row.kind], default=None)


def make_lens(protocol: Protocol, evaluator: EvaluatorRow, view: View, frozen: FrozenCalibration | None) -> Lens:
    """Return the lens that `view` asks for; UserError for a threshold that does not exist.

    frozen : the calibration of the evaluator under the view's template.
    """
    decision = protocol.decision
    known = presets(protocol, evaluator.track, evaluator.name, frozen)
    template, rule = view.template or decision.template, view.rule or decision.rule
    one = EvaluatorLens(choose_threshold(view.threshold, known), template, rule)
    return Lens({evaluator.digest: one}, view.policy or decision.policy, view.aggregate or decision.aggregate)


def evaluate(
    protocol: Protocol, submission: SubmissionRow, evaluator: EvaluatorRow, lens: Lens, built: SubmissionFrames
) -> Evaluation:
    """Return everything that is said of a submission of an identity track. built : its frames under the lens."""
    groups = protocol.groups_of(submission.track)
    decision = lens.decision(evaluator.digest, protocol.rules())
    by_name = {group.name: group for group in groups}
    scored = tuple(_explained(score_group(frame, decision), by_name[frame.group], built) for frame in built.groups)
    strangers = [built.templates.outside(frame.identities) for frame in built.groups]
    gp = mean_over_groups(
        [
            geometry_preservation(frame, others, decision.rules)
            for frame, others in zip(built.groups, strangers, strict=True)
        ]
    )
    return Evaluation(
        submission=submission,
        evaluator=evaluator,
        lens=lens,
        decision=decision,
        official_lens=lens.is_official(protocol, evaluator.digest),
        groups=scored,
        track=score_track([group.name for group in groups], scored, lens.aggregate, decision.rules),
        gp=gp,
        built=built,
        notes=_notes(built, groups),
    )


def _explained(scores: GroupScores, group: IdentityGroup, built: SubmissionFrames) -> GroupScores:
    """Say that a reference is missing where that, and not a sample, makes a value not computable."""
    missing = built.templates.missing(group.identities) if built.needs_templates else ()
    if not missing:
        return scores
    reason = f"no scored reference of identity {', '.join(missing)}"

    def say(value: MetricValue) -> MetricValue:
        return value if value.value is not None else replace(value, reason=reason)

    def explain(side: SideScores) -> SideScores:
        return replace(side, fa=say(side.fa), ea=say(side.ea), ra=say(side.ra), erb=say(side.erb))

    return replace(
        scores,
        unlearned=explain(scores.unlearned),
        original=explain(scores.original),
        by_policy={policy: explain(side) for policy, side in scores.by_policy.items()},
    )


def _notes(built: SubmissionFrames, groups: Sequence[IdentityGroup]) -> tuple[str, ...]:
    needed = {identity for group in groups for identity in group.identities}
    failed = built.templates.failed
    unscored = sum(code == NOT_SCORED_YET for _, code in failed)
    notes = [f"reference {path}: {code}" for path, code in failed if code != NOT_SCORED_YET]
    if unscored:
        notes.append(f"{counted(unscored, 'reference')} not scored yet")
    if built.needs_templates and (missing := built.templates.missing(sorted(needed))):
        notes.append(f"no scored reference of identity {', '.join(missing)}")
    return tuple(notes)
