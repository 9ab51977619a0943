import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.metrics.diagnostics import cells
from scoring.metrics.diagnostics.cells import cell_sums, mean_within
from tests.scoring.metrics.diagnostics.slow import floats, mean_of_pairs, random_vectors, rows_of


@given(st.integers(0, 10_000), st.integers(1, 4), st.integers(0, 25))
def test_equals_the_mean_over_all_pairs(seed: int, k: int, n: int) -> None:
    vectors = random_vectors(seed, n)
    cell = np.random.default_rng(seed + 1).integers(-1, k, n)
    total, count = cell_sums(vectors, cell, k)
    found = mean_within(total, count)
    for each in range(k):
        own = rows_of(vectors, cell == each)
        assert count[each] == len(own)
        if len(own) < 2:
            assert np.isnan(found[each])
        else:
            assert found[each] == pytest.approx(mean_of_pairs(own), abs=1e-6)


def test_the_size_of_a_step_leaves_the_sums_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, cell = random_vectors(3, 50), np.random.default_rng(4).integers(0, 3, 50)
    whole, counts = cell_sums(vectors, cell, 3)
    monkeypatch.setattr(cells, "_ROWS_AT_ONCE", 7)
    parts, same = cell_sums(vectors, cell, 3)
    assert np.allclose(whole, parts, atol=1e-12)
    assert counts.tolist() == same.tolist()


def test_lengths_do_not_matter_and_what_has_no_direction_enters_nothing() -> None:
    vectors = floats([[2.0, 0.0], [0.0, 0.0], [np.nan, 1.0], [0.0, 5.0], [np.inf, 0.0]])
    total, count = cell_sums(vectors, np.zeros(5, dtype=np.intp), 1)
    assert total.tolist() == [[1, 1]]
    assert count.tolist() == [2]
    assert mean_within(total, count)[0] == pytest.approx(0)


def test_equal_vectors_never_leave_the_range_of_a_cosine() -> None:
    vectors = np.repeat(random_vectors(9, 1, 512), 1000, axis=0)
    total, count = cell_sums(vectors, np.zeros(1000, dtype=np.intp), 1)
    assert 1 - 1e-9 <= mean_within(total, count)[0] <= 1
