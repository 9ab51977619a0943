import doctest
from itertools import combinations
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BugError
from scoring.likeness import bits, chains, nearness
from scoring.likeness.bits import Fingerprint, above_median, distances, words_of
from scoring.likeness.nearness import near_duplicates, near_pairs, nearest_of


def slow_distance(a: bytes, b: bytes) -> int:
    return sum((x ^ y).bit_count() for x, y in zip(a, b, strict=True))


def slow_pairs(fingerprints: Fingerprint, radius: int) -> dict[tuple[int, int], int]:
    rows = [each.tobytes() for each in fingerprints]
    found = {(a, b): slow_distance(rows[a], rows[b]) for a, b in combinations(range(len(rows)), 2)}
    return {pair: apart for pair, apart in found.items() if apart <= radius}


def slow_groups(n: int, pairs: set[tuple[int, int]]) -> list[list[int]]:
    group = {row: {row} for row in range(n)}
    for a, b in pairs:
        if group[a] is not group[b]:
            group[a] |= group[b]
            for row in group[b]:
                group[row] = group[a]
    distinct = {min(each): sorted(each) for each in group.values() if len(each) > 1}
    return [distinct[first] for first in sorted(distinct)]


@st.composite
def crowds(draw: st.DrawFn) -> Fingerprint:
    """Draw up to 40 fingerprints of up to 10 bytes around a few centres, some equal, some a few bits apart."""
    size, n = draw(st.integers(1, 10)), draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    centres = rng.integers(0, 2, (draw(st.integers(1, 6)), 8 * size))
    flipped = rng.random((n, 8 * size)) < draw(st.sampled_from([0.0, 0.02, 0.1, 0.5]))
    return np.packbits(centres[rng.integers(0, len(centres), n)] ^ flipped, axis=1)


@pytest.mark.parametrize("cost", [0, 3, 10**9])  # by bands, as it is cheaper, by tiles
@given(crowds(), st.sampled_from([0, 1, 3, 8, 20, 80]))
def test_equals_comparing_each_with_each(cost: int, fingerprints: Fingerprint, radius: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearness, "_CANDIDATE_COST", cost)
        patch.setattr(nearness, "_CANDIDATES_AT_ONCE", 7)
        patch.setattr(nearness, "_TILE_ROWS", 4)
        patch.setattr(nearness, "_TILE_COLUMNS", 9)
        patch.setattr(chains, "_WAITING_AT_MOST", 5)
        found = near_duplicates(fingerprints, radius)
        streamed = [
            (tuple(pair), int(apart))
            for pairs, portion in near_pairs(fingerprints, radius)
            for pair, apart in zip(pairs.tolist(), portion, strict=True)
        ]
    expected = slow_pairs(fingerprints, radius)
    assert dict(streamed) == expected
    assert len(streamed) == len(expected)  # each once
    firsts = {row: min(other for other in range(len(fingerprints)) if (fingerprints[other] == fingerprints[row]).all())
              for row in range(len(fingerprints))}  # fmt: skip
    assert found.first.tolist() == list(firsts.values())
    among_firsts = {pair: apart for pair, apart in expected.items() if apart and {*pair} <= set(firsts.values())}
    assert [tuple(pair) for pair in found.pairs.tolist()] == sorted(among_firsts)
    assert found.distance.tolist() == [among_firsts[pair] for pair in sorted(among_firsts)]
    assert [each.tolist() for each in found.groups] == slow_groups(len(fingerprints), set(expected))
    assert found.left_out == 0


@given(crowds(), crowds())
def test_the_nearest_of_others(some: Fingerprint, others: Fingerprint) -> None:
    size = min(some.shape[1], others.shape[1])
    some, others = some[:, :size], others[:, :size]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearness, "_TILE_ROWS", 3)
        patch.setattr(nearness, "_TILE_COLUMNS", 5)
        rows, apart = nearest_of(some, others)
    for row, each in enumerate(some):
        all_apart = [slow_distance(each.tobytes(), other.tobytes()) for other in others]
        assert apart[row] == min(all_apart)
        assert rows[row] == all_apart.index(min(all_apart))


def test_nothing_and_nobody() -> None:
    nothing = np.empty((0, 32), dtype=np.uint8)
    assert near_duplicates(nothing, 3).groups == []
    rows, apart = nearest_of(np.zeros((2, 32), dtype=np.uint8), nothing)
    assert (rows.tolist(), apart.tolist()) == ([-1, -1], [257, 257])
    with pytest.raises(BugError):
        near_duplicates(nothing, -1)
    with pytest.raises(BugError):
        words_of(np.zeros(4, dtype=np.uint8))


def test_thousands_of_equal_ones_are_one_group_and_no_pair() -> None:
    fingerprints = np.zeros((20_000, 32), dtype=np.uint8)
    fingerprints[7] = 255
    found = near_duplicates(fingerprints, 20)
    assert len(found.pairs) == 0
    assert [len(each) for each in found.groups] == [19_999]
    assert found.group[7] == -1


def test_pairs_beyond_the_limit_are_counted_and_still_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearness, "MOST_PAIRS", 10)
    fingerprints = np.arange(64, dtype=np.uint8)[:, np.newaxis]
    found = near_duplicates(fingerprints, 1)  # each number with those that differ in one of six bits
    assert (len(found.pairs), found.left_out) == (10, 64 * 6 // 2 - 10)
    assert [len(each) for each in found.groups] == [64]


def test_a_chain_reaches_further_than_the_radius() -> None:
    fingerprints = np.array([[0b000], [0b001], [0b011], [0b111], [0b11110000]], dtype=np.uint8)
    found = near_duplicates(fingerprints, 1)
    assert found.pairs.tolist() == [[0, 1], [1, 2], [2, 3]]
    assert found.group.tolist() == [0, 0, 0, 0, -1]


def test_copies_are_found_among_a_hundred_thousand() -> None:
    rng = np.random.default_rng(1)
    fingerprints = rng.integers(0, 256, (100_000, 32), dtype=np.uint8)
    for row in range(0, 1000, 2):
        changed = np.unpackbits(fingerprints[row])
        changed[rng.choice(256, row % 21, replace=False)] ^= 1
        fingerprints[row + 1] = np.packbits(changed)
    found = near_duplicates(fingerprints, 20)
    assert [each.tolist() for each in found.groups] == [[row, row + 1] for row in range(0, 1000, 2)]
    assert found.distance.tolist() == [row % 21 for row in range(0, 1000, 2) if row % 21]


def test_half_of_the_bits_are_above_the_median() -> None:
    values = np.random.default_rng(1).standard_normal(256)
    assert int(np.unpackbits(above_median(values)).sum()) == 128
    assert above_median(np.array([0, 3, 1, 2.0] * 2)).tolist() == [0b01010101]


def test_distances_are_symmetric_and_padded_with_nothing() -> None:
    some = words_of(np.array([[1, 2, 3], [255, 255, 255]], dtype=np.uint8))
    assert distances(some[:, None], some[None]).tolist() == [[0, 20], [20, 0]]


@pytest.mark.parametrize("module", [bits, nearness])
def test_the_examples_of_docstrings_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0
