import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import GroupFrame, Status, sum_embeddings
from scoring.metrics.preservation import RANDOM_STRANGERS, geometry_preservation, mean_over_groups
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray, MetricValue
from scoring.verification import unit_rows
from tests.scoring.metrics.slow import GROUP, Sample, frame_of

Row = tuple[str, str, list[float]]  # side, identity, embedding; an empty one of a sample that failed


def frame_with(rows: Sequence[Row], k: int) -> GroupFrame:
    samples = [Sample(side, name, 0, "scored" if vector else "failure", (0.5,) * k) for side, name, vector in rows]
    frame = frame_of(samples, k)
    scored = frame.status == Status.SCORED
    vectors = embeddings_of(rows)
    return replace(frame, embeddings=sum_embeddings(vectors, frame.side[scored], frame.identity[scored], k))


def embeddings_of(rows: Sequence[Row]) -> FloatArray:
    return unit_rows([vector for _, _, vector in rows if vector]).astype(np.float32)


def random_rows(seed: int, k: int = 4, samples: int = 3, d: int = 6, drift: float = 0.5) -> list[Row]:
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((k, d))
    return [
        (side, GROUP[who], (centres[who] + scale * rng.standard_normal(d)).tolist())
        for side, scale in (("original", 0.2), ("unlearned", drift))
        for who in range(k)
        for _ in range(samples)
    ]


def random_frame(seed: int, k: int = 4) -> GroupFrame:
    return frame_with(random_rows(seed, k), k)


def slow_gp(rows: Sequence[Row], k: int) -> float:
    vectors = embeddings_of(rows)
    distances = []
    for side in ("original", "unlearned"):
        means = []
        for who in GROUP[1:k]:
            own = [row for row, (of, name, _) in enumerate(rows) if (of, name) == (side, who)]
            total = [math.fsum(float(vectors[row, axis]) for row in own) for axis in range(vectors.shape[1])]
            norm = math.sqrt(math.fsum(each * each for each in total))
            means.append([each / norm for each in total])
        distances.append(
            [
                0.0 if a is b else math.acos(max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(a, b, strict=True)))))
                for a in means
                for b in means
            ]
        )
    moved = math.sqrt(math.fsum((b - a) ** 2 for a, b in zip(*distances, strict=True)))
    whole = math.sqrt(math.fsum(a * a for a in distances[0]))
    return max(0.0, min(100.0, 100 * (1 - moved / whole)))


@given(st.integers(0, 10_000), st.integers(3, 5), st.floats(0, 2))
def test_equals_the_slow_computation(seed: int, k: int, drift: float) -> None:
    rows = random_rows(seed, k, drift=drift)
    found = geometry_preservation(frame_with(rows, k))
    assert found.value == pytest.approx(slow_gp(rows, k), abs=1e-5)
    assert found.parts["k"] == k - 1


def test_a_rotation_of_everything_keeps_the_geometry() -> None:
    rows = random_rows(1, drift=0.2)
    rotation = np.linalg.qr(np.random.default_rng(2).standard_normal((6, 6)))[0]
    before = rows[: len(rows) // 2]
    after = [("unlearned", name, (np.array(vector) @ rotation).tolist()) for _, name, vector in before]
    assert geometry_preservation(frame_with([*before, *after], 4)).value == pytest.approx(100, abs=1e-3)


def test_collapse_onto_one_place_keeps_nothing() -> None:
    rows = [("original", name, vector) for name, vector in (("5895", [1.0, 0.0]), ("3853", [0.0, 1.0]))]
    rows += [("unlearned", name, [1.0, 1.0]) for name in ("5895", "3853")]
    assert geometry_preservation(frame_with(rows, 3)).value == pytest.approx(0, abs=1e-3)


def test_by_hand() -> None:
    # 90° apart before, 60° after: one third of the distance is gone.
    after = [math.cos(math.pi / 3), math.sin(math.pi / 3)]
    rows = [("original", "5895", [1.0, 0.0]), ("original", "3853", [0.0, 1.0])]
    rows += [("unlearned", "5895", [1.0, 0.0]), ("unlearned", "3853", after)]
    assert geometry_preservation(frame_with(rows, 3)).value == pytest.approx(200 / 3, abs=1e-4)


class TestStranger:
    def test_it_is_the_mean_over_draws_of_the_foreign_identities(self) -> None:
        # Two identities 90° apart; the only two strangers are 45° apart: every draw gives 50.
        rows = [(side, name, vector) for side in ("original", "unlearned") for name, vector in
                (("5895", [1.0, 0.0]), ("3853", [0.0, 1.0]))]  # fmt: skip
        strangers: FloatArray = np.array([[3.0, 0.0], [2.0, 2.0]], dtype=np.float32)
        found = geometry_preservation(frame_with(rows, 3), strangers)
        assert found.value == pytest.approx(100, abs=1e-3)
        assert found.parts["stranger"] == pytest.approx(50, abs=1e-3)
        assert found.badge is None

    def test_too_few_strangers_are_replaced_by_random_directions_and_said(self) -> None:
        frame = random_frame(5)
        few = np.eye(6, dtype=np.float32)[:2]
        found = geometry_preservation(frame, few)
        assert found.badge == RANDOM_STRANGERS
        assert found == geometry_preservation(frame)

    def test_draws_and_seed_are_the_rules(self) -> None:
        frame = random_frame(5)
        values = [
            geometry_preservation(frame, rules=rules)
            for rules in (SHIPPED, Rules(stranger_draws=3), Rules(stranger_seed=1))
        ]
        assert len({each.value for each in values}) == 1
        assert len({each.parts["stranger"] for each in values}) == 3

    def test_gp_forgives_strangers_a_lot(self) -> None:
        # Identities about 80° apart, as voices are: strangers from the same space keep most of the "geometry".
        rng = np.random.default_rng(8)
        people = (rng.standard_normal((40, 192)) + 0.3).astype(np.float32)
        rows = [(side, GROUP[who], people[who].tolist()) for side in ("original", "unlearned") for who in range(4)]
        stranger = geometry_preservation(frame_with(rows, 4), people[4:]).parts["stranger"]
        assert stranger is not None
        assert 85 < stranger < 100


class TestEdges:
    def test_an_identity_without_embeddings_on_one_side_is_dropped_from_both(self) -> None:
        rows = random_rows(3)
        gone = GROUP[2]
        failed: list[Row] = [
            (side, name, [] if (side, name) == ("unlearned", gone) else vector) for side, name, vector in rows
        ]
        found = geometry_preservation(frame_with(failed, 4))
        assert found.parts["k"] == 2
        assert found.failures == 3
        assert found.n == 15
        without = geometry_preservation(frame_with([row for row in rows if row[1] != gone], 4))
        assert found.value == without.value

    def test_reasons(self) -> None:
        frame = random_frame(4, k=2)
        assert geometry_preservation(frame).reason == "embeddings on both sides for 1 of at least 2 retain identities"
        assert geometry_preservation(replace(frame, embeddings=None)).reason == "no embeddings"
        errors = replace(frame, status=np.full(len(frame), Status.ERROR, dtype=np.int8))
        assert geometry_preservation(errors).reason == "6 retain samples not scored"

    def test_originals_in_one_place(self) -> None:
        rows = [("original", name, [1.0, 0.0]) for name in ("5895", "3853")]
        rows += [("unlearned", "5895", [1.0, 0.0]), ("unlearned", "3853", [0.0, 1.0])]
        assert (
            geometry_preservation(frame_with(rows, 3)).reason == "the original retain identities all lie in one place"
        )

    def test_errors_of_forget_samples_do_not_matter(self) -> None:
        frame = random_frame(6)
        status = frame.status.copy()
        status[frame.identity == 0] = Status.ERROR
        assert geometry_preservation(replace(frame, status=status)).value == geometry_preservation(frame).value


def test_mean_over_groups() -> None:
    first = MetricValue(80.0, 6, parts={"k": 3.0, "stranger": 88.0})
    second = MetricValue(60.0, 4, badge="odd", parts={"k": 2.0, "stranger": None})
    both = mean_over_groups([first, second])
    assert (both.value, both.n, both.badge) == (70.0, 10, "odd")
    assert both.parts == {"k": 2.5, "stranger": 88.0}
    nothing = MetricValue(None, reason="no embeddings")
    assert mean_over_groups([first, nothing]).badge == "1 of 2 groups"
    assert mean_over_groups([nothing, nothing]).reason == "no embeddings"
    assert mean_over_groups([]).reason == "no group"
