"""What a flip does is what an evaluation says after it."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import Evaluation, evaluate
from genmu_studio.look import Look
from genmu_studio.near_threshold import is_near
from genmu_studio.scores.curves import TrackSweep
from genmu_studio.scores.flips import Flip, find_flips
from genmu_studio.view import View
from scoring.frame import GroupFrame, Side, Status
from scoring.metrics.outcomes import SampleOutcome, outcomes
from tests.core.scores.made import FEWER, MadeBase, at, base_of, bases, thresholds, views
from tests.scoring.metrics.slow import Sample

DELTAS = st.sampled_from([0.0, 0.1, 0.25, 2.0])


def frame_of(look: Look, flip: Flip) -> tuple[GroupFrame, int]:
    frame = next(frame for frame in look.frames if frame.group == flip.group)
    (row,) = np.flatnonzero(frame.sample_id == flip.sample).tolist()
    return frame, row


def erb_of(full: Evaluation, group: str) -> tuple[float | None, float | None]:
    scores = next(scores for scores in full.groups if scores.group == group)
    return scores.unlearned.erb.value, full.track.erb.value


@FEWER
@given(bases(), views(), thresholds(), DELTAS)
def test_moved_is_an_evaluation_at_the_threshold_that_just_flips_it(
    made: MadeBase, view: View, threshold: float, delta: float
) -> None:
    look = made.base.through(at(view, threshold))
    flips = find_flips(TrackSweep(look), threshold, delta)
    for flip in flips.describe(range(min(4, len(flips)))):
        score = np.float32(flip.similarity)
        # ">=" : at the score itself it verifies, just above it does not; ">" : just below it verifies, at it not.
        inclusive = look.decision.rules.comparison == ">="
        way = 9 if flip.verifies else -9
        moved = float(score if flip.verifies != inclusive else np.nextafter(score, np.float32(way)))
        if -1 <= moved <= 1:
            assert flip.moved == erb_of(evaluate(made.base.through(at(view, moved))), flip.group)


@FEWER
@given(bases(), views(), thresholds(), DELTAS)
def test_alone_is_an_evaluation_with_that_sample_elsewhere(
    made: MadeBase, view: View, threshold: float, delta: float
) -> None:
    look = made.base.through(at(view, threshold))
    flips = find_flips(TrackSweep(look), threshold, delta)
    for flip in flips.describe(range(min(4, len(flips)))):
        frame, row = frame_of(look, flip)
        similarity = frame.similarity.copy()
        similarity[row, frame.identity[row]] = -2 if flip.verifies else 2
        frames = tuple(replace(each, similarity=similarity) if each is frame else each for each in look.frames)
        elsewhere = replace(made.base, built=replace(made.base.built, groups=frames))
        assert flip.alone == erb_of(evaluate(elsewhere.through(at(view, threshold))), flip.group)


@FEWER
@given(bases(), views(), thresholds(), DELTAS)
def test_found_are_those_that_are_decided_otherwise_on_the_way(
    made: MadeBase, view: View, threshold: float, delta: float
) -> None:
    look = made.base.through(at(view, threshold))
    flips = find_flips(TrackSweep(look), threshold, delta)

    def verifying(limit: float) -> set[int]:
        decision = replace(look.decision, threshold=limit)
        return {
            int(id_)
            for frame in look.frames
            for id_ in frame.sample_id[
                (outcomes(frame, decision) == SampleOutcome.VERIFIED) & (frame.side == Side.UNLEARNED)
            ]
        }

    found = [flips.sample(place) for place in range(len(flips))]
    assert set(found) == verifying(threshold - delta) - verifying(threshold + delta)
    assert len(found) == len(set(found))
    described = flips.describe(range(len(flips)))
    distances = [abs(np.float32(flip.similarity) - np.float32(threshold)) for flip in described]
    keys = [(distance, flip.sample) for distance, flip in zip(distances, described, strict=True)]
    assert keys == sorted(keys)
    now = verifying(threshold)
    for flip, sample in zip(described, found, strict=True):
        frame, row = frame_of(look, flip)
        column, partner = int(frame.identity[row]), int(frame.partner[row])
        assert flip.sample == sample
        assert flip.verifies == (sample in now)
        assert flip.similarity == frame.own[row]
        assert (flip.identity, flip.role) == (frame.identities[column], "retain" if column else "forget")
        assert flip.original == (None if partner < 0 else frame.sample_id[partner])
        assert (flip.condition, flip.seed) == (f"c{frame.condition[row]}", frame.seed[row])


@FEWER
@given(bases(), thresholds())
def test_they_are_as_many_as_review_counts_near_the_threshold(made: MadeBase, threshold: float) -> None:
    look = made.base.through(at(View(), threshold))
    scored = [frame.own[(frame.side == Side.UNLEARNED) & (frame.status == Status.SCORED)] for frame in look.frames]
    expected = sum(int(np.count_nonzero(is_near(own, look.decision, 0.25))) for own in scored)
    assert len(find_flips(TrackSweep(look), threshold, 0.25)) == expected


def test_a_flip_by_hand() -> None:
    # Of two forget samples one verifies, of two retain samples both: EA 50, RA 100, ERB 66.7.
    made = [
        Sample("unlearned", "84", 0, "scored", (0.5, 0.0)),
        Sample("unlearned", "84", 1, "scored", (0.4, 0.0)),
        Sample("unlearned", "5895", 0, "scored", (0.0, 0.5)),
        Sample("unlearned", "5895", 1, "scored", (0.0, 0.9)),
    ]
    look = base_of([(made, 2)]).through(View(threshold="0.45"))
    flips = find_flips(TrackSweep(look), 0.45, 0.06)
    assert [flips.sample(place) for place in range(3)] == [1, 0, 2]  # 0.4 is a little nearer than 0.5 in float32
    nearest, forget, retain = flips.describe([0, 1, 2])
    assert [flip.verifies for flip in (nearest, forget, retain)] == [False, True, True]
    assert nearest.alone == nearest.moved == (0.0, 0.0)  # nothing is erased any more
    assert forget.alone == (100.0, 100.0)
    assert retain.alone == (50.0, 50.0)
    # The threshold above 0.5 takes both with it: EA 100, RA 50.
    assert forget.moved == retain.moved == (200 / 3, 200 / 3)
    assert len(find_flips(TrackSweep(look), 0.45, 0.01)) == 0
