import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.errors import BugError, UserError
from scoring.frame import Decision, EmbeddingSums, GroupFrame, Side, nearest_column, published_order, sum_embeddings
from scoring.types import FloatArray


def test_published_ids_are_ordered_as_numbers_then_as_text() -> None:
    assert sorted(["10", "9", "b", "a1", "100", ""], key=published_order) == ["9", "10", "100", "", "a1", "b"]


def test_nearest_column() -> None:
    similarity = np.array([[0.5, 0.9, 0.9], [np.nan, 0.1, np.nan], [0.3, 0.3, 0.3]], dtype=np.float32)
    assert nearest_column(similarity, ("84", "100", "9")).tolist() == [2, 1, 2]


def frame(**changes: object) -> GroupFrame:
    columns: dict[str, object] = {
        "group": "Set",
        "forget": "1",
        "retain": ("2",),
        "identities": ("1", "2"),
        "sample_id": np.array([7, 8], dtype=np.int64),
        "side": np.array([0, 1], dtype=np.int8),
        "identity": np.array([0, 1]),
        "condition": np.array([5, 9]),
        "seed": np.array([1, 1], dtype=np.int64),
        "status": np.array([0, 0], dtype=np.int8),
        "similarity": np.array([[0.1, 0.2], [0.3, 0.4]], dtype=np.float32),
        "partner": np.array([-1, -1]),
        "mismatched": np.array([False, False]),
    }
    return GroupFrame(**(columns | changes))  # type: ignore[arg-type] # columns of several types in one dict


def test_derived_columns() -> None:
    assert frame().own.tolist() == pytest.approx([0.1, 0.4])
    assert frame().rival.tolist() == [1, 0]
    assert frame().rival_similarity.tolist() == pytest.approx([0.2, 0.3])
    assert frame().condition_index.tolist() == [0, 1]
    assert len(frame()) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"identities": ("2", "1")},
        {"retain": ("1",), "identities": ("1", "1")},
        {"status": np.zeros(3, dtype=np.int8)},
        {"similarity": np.zeros((2, 3), dtype=np.float32)},
        {"identity": np.array([0, 2])},
        {"partner": np.array([0, 2])},
        {"embeddings": EmbeddingSums(np.zeros((2, 3, 4)), np.zeros((2, 3), dtype=np.int64))},
        {"embeddings": EmbeddingSums(np.zeros((2, 2, 4)), np.zeros((2, 3), dtype=np.int64))},
    ],
)
def test_a_frame_that_contradicts_itself_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BugError):
        frame(**changes)


def test_the_size_of_a_frame_is_that_of_its_arrays() -> None:
    made = frame(embeddings=EmbeddingSums(np.zeros((2, 2, 4)), np.zeros((2, 2), dtype=np.int64)))
    before = made.size_bytes
    assert before == 4 * 16 + 2 + 2 + 16 + 16 + 2 + 8 * 16 + 4 * 8
    assert len(made.own) == 2
    assert made.size_bytes == before + 8


@given(
    arrays(np.float32, (12, 3), elements=st.floats(-4, 4, width=32)),
    st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 2)), min_size=12, max_size=12),
    st.integers(0, 12),
)
def test_sums_of_embeddings(vectors: FloatArray, cells: list[tuple[Side, int]], cut: int) -> None:
    side = np.array([each for each, _ in cells], dtype=np.int8)
    identity = np.array([who for _, who in cells], dtype=np.intp)
    whole = sum_embeddings(vectors, side, identity, 3)
    for cell in product(Side, range(3)):
        own = [row for row in range(12) if cells[row] == cell]
        assert whole.count[cell] == len(own)
        for axis in range(3):
            assert whole.total[cell][axis] == pytest.approx(math.fsum(float(vectors[row, axis]) for row in own))
    parts = [sum_embeddings(vectors[some], side[some], identity[some], 3) for some in (slice(cut), slice(cut, 12))]
    joined = parts[0] + parts[1]
    assert joined.count.tolist() == whole.count.tolist()
    assert joined.total == pytest.approx(whole.total, abs=1e-12)


def test_an_embedding_that_is_not_finite_enters_no_sum() -> None:
    vectors = np.array([[1, 2], [np.nan, 1], [np.inf, 1]], dtype=np.float32)
    sums = sum_embeddings(vectors, np.zeros(3, dtype=np.int8), np.zeros(3, dtype=np.intp), 200)
    assert sums.count.sum() == sums.count[0, 0] == 1
    assert sums.total[0, 0].tolist() == [1, 2]


def test_a_decision_must_make_sense() -> None:
    for threshold in (float("nan"), float("inf")):
        with pytest.raises(UserError):
            Decision(threshold)
    with pytest.raises(UserError):
        Decision(0.5, "rank")  # type: ignore[arg-type] # what a person types
    with pytest.raises(UserError):
        Decision(0.5, "verify", "none")  # type: ignore[arg-type] # what a person types
