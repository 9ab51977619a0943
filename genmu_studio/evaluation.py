"""Everything that is said of one submission under one evaluator and one lens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from genmu_studio.domain import EvaluatorRow, IdentityGroup, SubmissionRow
from genmu_studio.frames import SubmissionFrames
from genmu_studio.lens import EvaluatorLens, Lens
from genmu_studio.look import Look
from genmu_studio.store.face_choices import PickedFaces
from genmu_studio.store.references import NOT_SCORED_YET
from scoring.frame import Decision, GroupFrame
from scoring.metrics.group import GroupScores, score_group
from scoring.metrics.preservation import geometry_preservation, mean_over_groups
from scoring.metrics.sides import SideScores
from scoring.metrics.track import TrackScores, score_track
from scoring.metrics.values import counted
from scoring.types import MetricValue


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """The scores of one submission. look : what they come from. notes : plain sentences beside them."""

    look: Look
    groups: tuple[GroupScores, ...]
    track: TrackScores
    gp: MetricValue
    notes: tuple[str, ...]

    @property
    def submission(self) -> SubmissionRow:
        """What was scored."""
        return self.look.submission

    @property
    def evaluator(self) -> EvaluatorRow:
        """Who measured it."""
        return self.look.evaluator

    @property
    def lens(self) -> Lens:
        """How it was looked at."""
        return self.look.lens

    @property
    def own_lens(self) -> EvaluatorLens:
        """The part of the lens that concerns this evaluator."""
        return self.look.own_lens

    @property
    def decision(self) -> Decision:
        """How similarities became decisions."""
        return self.look.decision

    @property
    def official_lens(self) -> bool:
        """Whether the numbers are the protocol's own."""
        return self.look.is_official

    @property
    def frames(self) -> tuple[GroupFrame, ...]:
        """The frame of each of `groups`."""
        return self.look.frames

    @property
    def providers(self) -> tuple[str, ...]:
        """What really ran the evaluator, each once."""
        return self.look.base.built.providers

    @property
    def faces_picked(self) -> str:
        """What of it rests on faces that people picked, in a sentence; "" for nothing."""
        return _words_of(self.look.base.built.picked)

    def without_frames(self) -> "Evaluation":
        """Return the scores alone, for a table of many submissions: their frames would fill the memory."""
        return replace(self, look=self.look.without_frames())


def evaluate(look: Look) -> Evaluation:
    """Return everything that is said of a submission of an identity track: a second or two at 100,000 pairs."""
    built, decision = look.base.built, look.decision
    groups = look.base.protocol.groups_of(look.submission.track)
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
        look=look,
        groups=scored,
        track=score_track([group.name for group in groups], scored, look.lens.aggregate, decision.rules),
        gp=gp,
        notes=_notes(built, groups),
    )


def missing_reference(group: IdentityGroup, built: SubmissionFrames) -> str | None:
    """Return why no value of the group may be computable: a reference, and not a sample, is missing; None = none is."""
    missing = built.templates.missing(group.identities) if built.needs_templates else ()
    return f"no scored reference of identity {', '.join(missing)}" if missing else None


def explain_side(side: SideScores, reason: str | None) -> SideScores:
    """Return the scores, those that are not computable for that `reason`; as they are where there is none."""
    if reason is None:
        return side

    def say(value: MetricValue) -> MetricValue:
        return value if value.value is not None else replace(value, reason=reason)

    return SideScores(say(side.fa), say(side.ea), say(side.ra), say(side.erb))


def _explained(scores: GroupScores, group: IdentityGroup, built: SubmissionFrames) -> GroupScores:
    reason = missing_reference(group, built)
    return replace(
        scores,
        unlearned=explain_side(scores.unlearned, reason),
        original=explain_side(scores.original, reason),
        by_policy={policy: explain_side(side, reason) for policy, side in scores.by_policy.items()},
    )


def _notes(built: SubmissionFrames, groups: Sequence[IdentityGroup]) -> tuple[str, ...]:
    needed = {identity for group in groups for identity in group.identities}
    failed = built.templates.failed
    unscored = sum(code == NOT_SCORED_YET for _, code in failed)
    notes = [words] if (words := _words_of(built.picked)) else []
    notes += [f"reference {path}: {code}" for path, code in failed if code != NOT_SCORED_YET]
    if unscored:
        notes.append(f"{counted(unscored, 'reference')} not scored yet")
    if built.needs_templates and (missing := built.templates.missing(sorted(needed))):
        notes.append(f"no scored reference of identity {', '.join(missing)}")
    return tuple(notes)


def _words_of(picked: PickedFaces) -> str:
    numbers = ((picked.samples, "sample"), (picked.references, "reference"))
    parts = [counted(number, noun) for number, noun in numbers if number]
    verb = "is" if picked.samples + picked.references == 1 else "are"
    return f"{' and '.join(parts)} {verb} measured on a face that a person picked" if parts else ""
