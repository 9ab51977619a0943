import numpy as np
import pytest

from scoring.errors import BugError, UserError
from scoring.frame import Decision, GroupFrame, nearest_column, published_order


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
        {"embedding": np.zeros((1, 4), dtype=np.float32)},
    ],
)
def test_a_frame_that_contradicts_itself_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BugError):
        frame(**changes)


def test_a_decision_must_make_sense() -> None:
    for threshold in (float("nan"), float("inf")):
        with pytest.raises(UserError):
            Decision(threshold)
    with pytest.raises(UserError):
        Decision(0.5, "rank")  # type: ignore[arg-type] # what a person types
    with pytest.raises(UserError):
        Decision(0.5, "verify", "none")  # type: ignore[arg-type] # what a person types
