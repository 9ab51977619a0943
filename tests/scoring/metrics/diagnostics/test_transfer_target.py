import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import Decision
from scoring.metrics.diagnostics.transfer_target import fixed_stranger, transfer_targets
from scoring.metrics.transfer import transfer_matrix
from scoring.metrics.worked_example import EXAMPLE
from tests.scoring.metrics.diagnostics.slow import cosine, floats, mean, mean_of_pairs, random_vectors, rows_of


class TestTargets:
    def test_the_cohort_counts_too(self) -> None:
        outside = np.full((len(EXAMPLE), 2), 0.1, dtype=np.float32)
        outside[(EXAMPLE.side == 1) & (EXAMPLE.identity == 0), 1] = 0.6
        found = transfer_targets(
            transfer_matrix(EXAMPLE, Decision(0.5), outside=("900", "901"), outside_similarity=outside)
        )
        assert [(each.identity, each.is_retain) for each in found] == [
            ("901", False), ("5895", True), ("3853", True), ("900", False),
        ]  # fmt: skip
        # All eight verify as 901; two are nearer to 84 and one to 5895.
        assert (found[0].verified.value, found[0].nearest.value) == (100, 62.5)
        assert found[0].verified.interval == pytest.approx((67.56, 100), abs=0.01)

    def test_without_forget_samples_there_is_no_share(self) -> None:
        matrix = transfer_matrix(EXAMPLE, Decision(0.5))
        matrix.n[0] = 0
        assert transfer_targets(matrix)[0].verified.reason == "no scored forget sample"


class TestFixedStranger:
    @given(st.integers(0, 10_000), st.integers(2, 12), st.sampled_from([0.0, 0.2, 0.5]))
    def test_equals_the_slow_computation(self, seed: int, m: int, threshold: float) -> None:
        vectors = random_vectors(seed, m, 3)
        rows = rows_of(vectors, [True] * m)
        alike = 0
        for at, own in enumerate(rows):
            others = [sum(axis) for axis in zip(*(row for place, row in enumerate(rows) if place != at), strict=True)]
            found = cosine(own, others)
            if abs(found - threshold) < 1e-5:
                return
            alike += found >= threshold
        zero = np.zeros(m, dtype=np.intp)
        value = fixed_stranger(vectors, zero, zero + 1, np.zeros(m, dtype=np.bool_), Decision(threshold))
        assert value.share.value == pytest.approx(100 * alike / m)
        assert value.forget_unlearned == pytest.approx(mean_of_pairs(rows), abs=1e-6)
        assert (value.forget_original, value.retain_unlearned) == (None, None)

    def test_all_sides_stand_beside_each_other(self) -> None:
        vectors = random_vectors(8, 24)
        identity, side = np.tile([0, 0, 1, 1, 2, 2], 4), np.repeat([0, 1], 12)
        found = fixed_stranger(vectors, identity, side, np.zeros(24, dtype=np.bool_), Decision(0.5))
        assert found.forget_original == pytest.approx(
            mean_of_pairs(rows_of(vectors, (identity == 0) & (side == 0))), abs=1e-6
        )
        retain = mean(mean_of_pairs(rows_of(vectors, (identity == who) & (side == 1))) for who in (1, 2))
        assert found.retain_unlearned == pytest.approx(retain, abs=1e-6)

    def test_who_is_known_is_no_stranger(self) -> None:
        # Five outputs show 84 still; of the three others two show one person.
        still, other, alone = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]
        vectors = floats([still] * 5 + [other, other, alone])
        known = np.array([True] * 5 + [False] * 3)
        zero = np.zeros(8, dtype=np.intp)
        found = fixed_stranger(vectors, zero, zero + 1, known, Decision(0.5))
        assert found.share.n == 3
        assert found.share.value == pytest.approx(200 / 3)

    def test_too_few_strangers_and_failures(self) -> None:
        vectors = floats([[1.0, 0.0], [np.nan, 0.0]])
        zero = np.zeros(2, dtype=np.intp)
        found = fixed_stranger(vectors, zero, zero + 1, np.zeros(2, dtype=np.bool_), Decision(0.5))
        assert found.share.reason == "1 forget outputs that verify as nobody; 2 are needed"
        assert (found.share.failures, found.forget_unlearned) == (1, None)
