import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.codes import Code
from scoring.embeddings import unit
from scoring.types import SampleError

finite = st.floats(-1e9, 1e9).map(np.float32)


@given(arrays(np.float32, st.integers(1, 32), elements=finite).filter(lambda vector: np.abs(vector).max() > 1e-18))
def test_norm_one_and_the_same_direction(vector: np.ndarray) -> None:
    embedding = unit(vector)

    assert embedding.dtype == np.float32
    assert np.linalg.norm(embedding.astype(float)) == pytest.approx(1, abs=1e-6)
    assert np.argmax(np.abs(embedding)) == np.argmax(np.abs(vector))


@pytest.mark.parametrize("vector", [[0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0]])
def test_no_direction_is_an_error_of_the_evaluator(vector: list[float]) -> None:
    with pytest.raises(SampleError) as caught:
        unit(np.array(vector, dtype=np.float32))

    assert caught.value.failure.code is Code.EVALUATOR_ERROR
