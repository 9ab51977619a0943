from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import UserError
from scoring.projection import has_umap, principal_axes, umap_places
from scoring.types import FloatArray


def in_chunks(vectors: FloatArray, size: int) -> Callable[[], list[FloatArray]]:
    return lambda: [vectors[start : start + size] for start in range(0, len(vectors), size)]


def cloud(seed: int, n: int = 60, d: int = 8) -> FloatArray:
    rng = np.random.default_rng(seed)
    return (rng.standard_normal((n, d)) * np.arange(d, 0, -1)).astype(np.float32)


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_the_axes_are_those_of_a_singular_value_decomposition(seed: int) -> None:
    vectors = cloud(seed)
    found = principal_axes(in_chunks(vectors, 7))
    centred = vectors.astype(np.float64) - vectors.astype(np.float64).mean(axis=0)
    _, values, rows = np.linalg.svd(centred, full_matrices=False)
    for axis, row in zip(found.axes, rows, strict=False):
        assert abs(float(axis @ row)) == pytest.approx(1.0, abs=1e-6)
        assert axis[np.abs(axis).argmax()] > 0
    assert found.explained == pytest.approx(tuple(values[:2] ** 2 / (values**2).sum()), abs=1e-9)


@given(st.integers(0, 10**6), st.integers(1, 60))
@settings(max_examples=30)
def test_neither_chunks_nor_order_turn_the_map(seed: int, size: int) -> None:
    vectors = cloud(seed)
    places = principal_axes(in_chunks(vectors, 60)).project(vectors)
    order = np.random.default_rng(seed + 1).permutation(len(vectors))
    again = principal_axes(in_chunks(vectors[order], size)).project(vectors)
    assert np.abs(places - again).max() < 1e-4
    assert (
        principal_axes(in_chunks(vectors, size)).project(vectors)
        == principal_axes(in_chunks(vectors, size)).project(vectors)
    ).all()


def test_what_is_not_finite_is_left_out_and_has_no_place() -> None:
    vectors = cloud(1)
    holed = np.vstack([vectors, np.full((1, 8), np.nan, dtype=np.float32)])
    axes = principal_axes(in_chunks(holed, 9))
    assert (axes.axes == principal_axes(in_chunks(vectors, 9)).axes).all()
    assert np.isnan(axes.project(holed)[-1]).all()


def test_too_few_and_all_alike_are_said() -> None:
    with pytest.raises(UserError, match="three"):
        principal_axes(in_chunks(cloud(1)[:2], 2))
    with pytest.raises(UserError, match="equal"):
        principal_axes(in_chunks(np.ones((5, 4), dtype=np.float32), 2))
    with pytest.raises(UserError, match="three"):
        principal_axes(list)


def test_one_dimension_is_a_line() -> None:
    vectors = np.arange(6, dtype=np.float32)[:, np.newaxis]
    axes = principal_axes(in_chunks(vectors, 4))
    assert axes.explained == (1.0, 0.0)
    assert (axes.project(vectors)[:, 1] == 0).all()


@pytest.mark.skipif(has_umap(), reason="UMAP is installed")
def test_without_umap_the_reason_is_said() -> None:
    with pytest.raises(UserError, match="not installed"):
        umap_places(cloud(1))
