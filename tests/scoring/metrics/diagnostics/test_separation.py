import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import Status
from scoring.metrics.diagnostics.separation import separation_change, separation_of
from scoring.metrics.worked_example import EXAMPLE
from tests.scoring.metrics.diagnostics.slow import floats, random_vectors, rows_of, separation


@given(st.integers(0, 10_000), st.integers(2, 5), st.integers(2, 6), st.floats(0.1, 3))
def test_equals_the_slow_computation(seed: int, k: int, m: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    identity, side = np.tile(np.repeat(np.arange(k), m), 2), np.repeat([0, 1], k * m)
    centres = rng.standard_normal((k, 6))
    vectors = (centres[identity] + (0.3 + spread * side[:, None]) * rng.standard_normal((2 * k * m, 6))).astype(
        np.float32
    )
    found = separation_of(vectors, identity, side, k)
    before, after = (
        separation([rows_of(vectors, (identity == who) & (side == of)) for who in range(k)]) for of in (0, 1)
    )
    assert found.parts["original"] == pytest.approx(before, abs=1e-6)
    assert found.parts["unlearned"] == pytest.approx(after, abs=1e-6)
    assert found.parts["difference"] == pytest.approx(after - before, abs=1e-6)
    if min(abs(before), abs(after)) > 1e-3:
        assert found.value == pytest.approx(10 * math.log10(abs(after) / abs(before)), abs=0.05)
    assert found.n == 2 * k * m


def test_by_hand() -> None:
    # Two identities, two samples each, at 0° and 90°: 1 − 0. Afterwards at 0° and 60°: 1 − ½. Half is −3.01 dB.
    there = [1.0, 0.0]
    before = [there, there, [0.0, 1.0], [0.0, 1.0]]
    after = [there, there, [0.5, math.sqrt(0.75)], [0.5, math.sqrt(0.75)]]
    found = separation_of(floats(before + after), np.array([0, 0, 1, 1] * 2), np.repeat([0, 1], 4), 2)
    assert found.value == pytest.approx(10 * math.log10(0.5), abs=1e-4)
    assert found.parts["difference"] == pytest.approx(-0.5, abs=1e-6)
    assert (
        found.parts["retain"] is found.parts["retain_unlearned"] is None
    )  # one retain identity has nobody to differ from


def test_order_and_rotation_change_nothing() -> None:
    vectors, rng = random_vectors(1, 24), np.random.default_rng(2)
    identity, side = np.tile(np.arange(3), 8), np.repeat([0, 1], 12)
    value = separation_of(vectors, identity, side, 3).value
    order = rng.permutation(24)
    rotation = np.linalg.qr(rng.standard_normal((5, 5)))[0]
    assert separation_of(vectors[order], identity[order], side[order], 3).value == pytest.approx(value, abs=1e-6)
    assert separation_of((vectors @ rotation).astype(np.float32), identity, side, 3).value == pytest.approx(
        value, abs=1e-3
    )


def test_unchanged_samples_gain_nothing() -> None:
    vectors = np.tile(random_vectors(5, 12), (2, 1))
    found = separation_of(vectors, np.tile(np.arange(3), 8), np.repeat([0, 1], 12), 3)
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.parts["retain"] == pytest.approx(0, abs=1e-9)


def test_collapse_has_no_value_and_a_badge() -> None:
    before = random_vectors(5, 6)
    one = np.repeat(before[:1], 6, axis=0)
    identity, side = np.tile([0, 0, 1, 1, 2, 2], 2), np.repeat([0, 1], 6)
    found = separation_of(np.vstack([before, one]), identity, side, 3)
    assert (found.value, found.badge) == (None, "no separation on the unlearned side")
    assert found.parts["unlearned"] == pytest.approx(0, abs=1e-6)
    assert found.parts["difference"] == pytest.approx(-(found.parts["original"] or 0), abs=1e-6)
    assert found.parts["retain"] is None
    assert found.parts["retain_unlearned"] == pytest.approx(0, abs=1e-6)  # collapsed, and not merely unknown
    neither = separation_of(np.vstack([one, one]), identity, side, 3)
    assert neither.reason == "Ddiag is 0 on the original and the unlearned side"


def test_an_identity_with_one_embedding_on_a_side_is_dropped_from_both_and_said() -> None:
    vectors = random_vectors(7, 12)
    identity, side = np.tile([0, 0, 1, 1, 2, 2], 2), np.repeat([0, 1], 6)
    broken = vectors.copy()
    broken[11] = np.nan
    found = separation_of(broken, identity, side, 3)
    without = separation_of(vectors[identity < 2], identity[identity < 2], side[identity < 2], 2)
    assert found.value == without.value
    assert (found.parts["k"], found.failures, found.n) == (2, 1, 8)
    assert found.badge == "1 of 3 identities left out: fewer than two embeddings on a side"
    lonely = separation_of(vectors[identity == 0], identity[identity == 0], side[identity == 0], 3)
    assert lonely.reason == "two embeddings or more on both sides for 1 of at least 2 identities"


def test_a_frame_gives_what_its_embeddings_give() -> None:
    value = separation_change(EXAMPLE)
    assert value.n == 64
    errors = replace(EXAMPLE, status=np.full(len(EXAMPLE), Status.ERROR, dtype=np.int8))
    assert separation_change(errors).reason == "64 samples not scored"
    assert separation_change(replace(EXAMPLE, embeddings=None)).reason == "no embeddings"
