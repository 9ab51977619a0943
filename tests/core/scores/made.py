"""Looks at small random submissions of two groups, made without a project; and what is compared of their figures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from genmu_studio.domain import EvaluatorRow, SubmissionId, SubmissionRow
from genmu_studio.frames import SubmissionFrames
from genmu_studio.lens import presets
from genmu_studio.look import LookBase
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.templates import Templates
from genmu_studio.view import View
from scoring.frame import POLICIES, RULES, GroupFrame
from scoring.metrics.sides import SideScores
from scoring.rules import Comparison
from scoring.types import FloatArray, MetricValue
from scoring.verification import Template
from tests.core.world import changed
from tests.scoring.metrics.slow import FRAME_LEVELS, GROUP, Sample, frame_of, groups

COMPARISONS: tuple[Comparison, ...] = (">=", ">")
EVALUATOR = EvaluatorRow("e" * 64, "face_arcface", "1", "reference", "face", "", {}, True, "none")
SUBMISSION = SubmissionRow(
    SubmissionId("made"), "face", "Made", "Made", 1, "unlearning", "", None, None, True, "0", "", {}
)
FEWER = settings(max_examples=30)  # an evaluation is not cheap
CONDITIONS = ("c0", "c1", "c2", "c3")


@dataclass(frozen=True)
class MadeBase:
    """A base to look at, and the samples of its groups, in the protocol's order; a group may have none."""

    base: LookBase
    samples: tuple[tuple[list[Sample], int], ...]


@cache
def protocol_of(sizes: tuple[int, ...], comparison: Comparison = ">=", min_conditions: int = 2) -> Protocol:
    """Return a protocol of groups of these sizes, whose bootstrap is small and needs few conditions."""
    tables = [
        GroupTable(name=f"Set {number}", track="face", dataset="made", forget=names[0], retain=names[1:])
        for number, names in enumerate(map(names_of, range(len(sizes)), sizes))
    ]
    protocol = changed(load_protocol().with_only_groups(tables, "made"), "decision", comparison=comparison)
    return changed(protocol, "intervals", min_conditions=min_conditions, bootstrap_resamples=100)


def names_of(number: int, k: int) -> tuple[str, ...]:
    """Return the identities of a group: those of `slow`, in the same order of ids."""
    return tuple("1" * number + name for name in GROUP[:k])


def frame_in(number: int, samples: Sequence[Sample], k: int) -> GroupFrame:
    """Return the frame of the group of that number; its ids begin at 1000 · number."""
    frame, names = frame_of(samples, k), names_of(number, k)
    ids = frame.sample_id + 1000 * number
    return replace(frame, group=f"Set {number}", forget=names[0], retain=names[1:], identities=names, sample_id=ids)


def base_of(
    samples: Sequence[tuple[list[Sample], int]],
    comparison: Comparison = ">=",
    min_conditions: int = 2,
    without: frozenset[str] = frozenset(),
) -> LookBase:
    """Return a base of these groups. without : identities that have no template, with which nothing was compared."""
    protocol = protocol_of(tuple(k for _, k in samples), comparison, min_conditions)
    frames = [_compared_without(without, frame_in(number, group, k)) for number, (group, k) in enumerate(samples)]
    known = {
        name: Template(name, "mean", np.ones((1, 1), dtype=np.float32), 1)
        for frame in frames
        for name in frame.identities
        if name not in without
    }
    built = SubmissionFrames(
        tuple(frame for frame in frames if len(frame)), CONDITIONS, Templates(known, ()), needs_templates=True
    )
    return LookBase(protocol, SUBMISSION, EVALUATOR, "mean", built, presets(protocol, "face", EVALUATOR.name, None))


def _compared_without(names: frozenset[str], frame: GroupFrame) -> GroupFrame:
    missing = np.isin(frame.identities, list(names))
    return replace(frame, similarity=np.where(missing, singles([np.nan]), frame.similarity))


@st.composite
def bases(draw: st.DrawFn, errors: bool = True, missing: bool = False) -> MadeBase:
    """Draw a base of one to three groups. missing : an identity may have no template."""
    drawn = draw(st.lists(groups(errors=errors, min_k=2, max_size=20), min_size=1, max_size=3))
    samples = tuple(drawn if draw(st.integers(0, 3)) == 0 else [(_filled(draw, *group), group[1]) for group in drawn])
    names = [name for number, (_, k) in enumerate(samples) for name in names_of(number, k)]
    without = draw(st.sampled_from(names)) if missing and draw(st.integers(0, 2)) == 0 else ""
    base = base_of(samples, draw(st.sampled_from(COMPARISONS)), draw(st.sampled_from([2, 3])), frozenset({without}))
    return MadeBase(base, samples)


def thresholds() -> st.SearchStrategy[float]:
    """Return thresholds: scores that samples have, their float32 neighbours, and others between."""
    near = [float(np.nextafter(np.float32(level), np.float32(way))) for level in FRAME_LEVELS for way in (-2, 2)]
    return st.sampled_from([*FRAME_LEVELS, *(each for each in near if -1 <= each <= 1), -1.0, 0.1, 0.6])


def views() -> st.SearchStrategy[View]:
    """Return views of every rule, policy and aggregate, without a threshold."""
    return st.builds(
        View,
        rule=st.sampled_from(RULES),
        policy=st.sampled_from(POLICIES),
        aggregate=st.sampled_from(["mean_of_groups", "erb_of_means"]),
    )


def at(view: View, threshold: float) -> View:
    """Return the view with a threshold as it is typed."""
    return replace(view, threshold=repr(threshold))


def singles(values: Sequence[float]) -> FloatArray:
    """Return the values as float32."""
    return np.array(values, dtype=np.float32)


def without_interval(value: MetricValue) -> MetricValue:
    return replace(value, interval=None)


def without_bootstrap(side: SideScores) -> SideScores:
    """Return the scores of a side without what the bootstrap may have widened."""
    return replace(side, erb=without_interval(side.erb))


def _filled(draw: st.DrawFn, samples: list[Sample], k: int) -> list[Sample]:
    """Return the samples without those that are not scored, and one more of each identity on both sides."""
    similarity = st.tuples(*[st.sampled_from(FRAME_LEVELS)] * k)
    more = [
        Sample(side, name, draw(st.integers(0, 3)), "scored", draw(similarity))
        for side in ("original", "unlearned")
        for name in GROUP[:k]
    ]
    scored = [replace(each, status="failure" if each.status == "error" else each.status) for each in samples]
    return [*scored, *more]
