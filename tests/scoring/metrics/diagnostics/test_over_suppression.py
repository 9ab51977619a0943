import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import UserError
from scoring.metrics.diagnostics.auroc import auroc, auroc_interval
from scoring.metrics.diagnostics.over_suppression import over_suppression
from scoring.statistics import two_sided_z
from tests.scoring.metrics.diagnostics import slow
from tests.scoring.metrics.diagnostics.slow import floats

Z = two_sided_z(0.95)
SCORES = st.lists(st.sampled_from([-0.5, -0.25, 0.0, 0.25, 0.5, 0.75]), min_size=1, max_size=20)


class TestAuroc:
    @given(SCORES, SCORES)
    def test_equals_the_count_of_all_pairs(self, higher: list[float], lower: list[float]) -> None:
        found = auroc(higher, lower)
        assert found == pytest.approx(slow.auroc(higher, lower), abs=1e-12)
        assert auroc(lower, higher) == pytest.approx(1 - slow.auroc(higher, lower), abs=1e-12)
        # Only the order counts.
        assert auroc([3 * each + 1 for each in higher], [3 * each + 1 for each in lower]) == found

    def test_of_none_there_is_none(self) -> None:
        assert auroc([], [0.1]) is None
        assert auroc([0.1], []) is None

    @given(st.floats(0, 1), st.integers(1, 500), st.integers(1, 500))
    def test_the_interval_holds_the_value_within_the_range(self, value: float, m: int, n: int) -> None:
        low, high = auroc_interval(value, m, n, Z)
        assert 0 <= low <= value <= high <= 1
        mirrored = auroc_interval(1 - value, m, n, Z)
        assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-6)
        more = auroc_interval(value, 4 * m + 4, 4 * n + 4, Z)
        assert more[1] - more[0] <= high - low + 1e-9

    @pytest.mark.parametrize(("m", "n", "shift"), [(8, 300, 0.0), (24, 300, -0.5), (30, 30, 1.0)])
    def test_the_interval_covers_as_often_as_it_says(self, m: int, n: int, shift: float) -> None:
        rng = np.random.default_rng(m)
        truth = slow.mean((rng.standard_normal(400_000) + shift > rng.standard_normal(400_000)).tolist())
        covered = 0
        for _ in range(600):
            value = auroc(rng.standard_normal(m) + shift, rng.standard_normal(n))
            assert value is not None
            low, high = auroc_interval(value, m, n, Z)
            covered += low <= truth <= high
        assert 0.92 * 600 <= covered <= 0.985 * 600


class TestOverSuppression:
    def test_by_hand(self) -> None:
        # The 2nd smallest of 100 begins the range: one in a hundred lies below it. Two of four forget outputs do.
        found = over_suppression(floats([-0.2, -0.1, 0.3, 0.5]), floats(np.arange(100) / 100))
        assert found.limit == pytest.approx(0.01)
        assert found.below.value == 50
        assert found.below.parts == {"non_mated": 100, "expected": 1}
        # 0, 0, 30 and a tie, 50 and a tie, of 100 each.
        assert found.auroc.value == pytest.approx((30.5 + 50.5) / 400)
        assert found.auroc.parts["distance"] == pytest.approx(0.5 - 81 / 400)

    def test_strangers_look_like_strangers(self) -> None:
        rng = np.random.default_rng(1)
        found = over_suppression(floats(rng.normal(0, 0.1, 400)), floats(rng.normal(0, 0.1, 5000)))
        assert found.auroc.interval is not None
        assert found.auroc.interval[0] < 0.5 < found.auroc.interval[1]
        assert found.below.interval is not None
        assert found.below.interval[0] < 1 < found.below.interval[1]

    def test_samples_pushed_away_are_seen_by_both(self) -> None:
        rng = np.random.default_rng(1)
        found = over_suppression(floats(rng.normal(-0.4, 0.05, 40)), floats(rng.normal(0, 0.1, 5000)))
        assert found.below.value is not None
        assert found.below.value > 90
        assert found.auroc.value == pytest.approx(0, abs=0.01)

    def test_few_comparisons_begin_at_the_smallest_and_say_so(self) -> None:
        found = over_suppression(floats([-0.1, 0.0]), floats([0.1, 0.0, 0.2]))
        assert (found.limit, found.below.value) == (0, 50)
        assert found.below.badge == "3 non-mated comparisons: the range begins at the smallest"
        assert over_suppression(floats([-0.1]), floats([0.1]), tail=0).below.badge is None

    @pytest.mark.parametrize(("tail", "rank"), [(0.07, 7), (0.29, 29), (0.0, 0), (0.015, 1)])
    def test_the_rank_is_the_whole_number_that_is_meant(self, tail: float, rank: int) -> None:
        scores = floats(np.arange(100) / 128)
        assert over_suppression(scores, scores, tail=tail).limit == rank / 128

    def test_failures_are_counted_and_leave(self) -> None:
        found = over_suppression(floats([np.nan, -0.5]), floats([0.1, np.nan]))
        assert (found.below.n, found.below.failures, found.below.value) == (1, 1, 100)
        assert found.auroc.parts["non_mated"] == 1

    def test_nothing_to_compare(self) -> None:
        assert over_suppression(floats([np.nan]), floats([0.1])).below.reason == "no forget similarity"
        assert over_suppression(floats([0.1]), floats([])).auroc.reason == "no true non-mated comparison"

    @pytest.mark.parametrize("tail", [-0.1, 0.5, float("nan")])
    def test_a_tail_that_is_none(self, tail: float) -> None:
        with pytest.raises(UserError):
            over_suppression(floats([0.1]), floats([0.1]), tail=tail)
