import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BugError
from scoring.metrics.diagnostics import pairing
from scoring.metrics.diagnostics.pairing import TIE, best_partners, compare_pairing
from tests.scoring.metrics.diagnostics.slow import best_total, floats, random_vectors


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_the_assignment_is_the_best_of_all(seed: int, m: int) -> None:
    similarity = np.random.default_rng(seed).choice([0.0, 0.25, 0.5, 0.75], (m, m))
    columns = best_partners(similarity)
    assert sorted(columns.tolist()) == list(range(m))
    found = float(similarity[np.arange(m), columns].sum())
    assert found == pytest.approx(best_total(similarity.tolist()), abs=1e-9)
    # Of equals the one that agrees most with the declared pairs.
    preferred = (similarity + TIE * np.eye(m)).tolist()
    agreeing = int((columns == np.arange(m)).sum())
    assert found + TIE * agreeing == pytest.approx(best_total(preferred), abs=1e-12)


@given(st.integers(0, 10_000), st.lists(st.integers(2, 7), min_size=1, max_size=4))
def test_samples_that_hardly_changed_find_their_partner_whatever_order_they_were_declared_in(
    seed: int, sizes: list[int]
) -> None:
    rng = np.random.default_rng(seed)
    block = np.repeat(np.arange(len(sizes)), sizes)
    original = random_vectors(seed, len(block), 32)
    near = original + 0.01 * rng.standard_normal(original.shape)
    declared = np.arange(len(block))
    for each in range(len(sizes)):
        rows = np.flatnonzero(block == each)
        declared[rows] = rng.permutation(rows)
    shuffle = rng.permutation(len(block))
    found = compare_pairing(original[shuffle], floats(near[declared][shuffle]), block[shuffle])
    # The pair in which the original's own unlearned sample stands.
    holder = {int(declared[row]): place for place, row in enumerate(shuffle)}
    assert found.partner.tolist() == [holder[int(row)] for row in shuffle]
    wrong = int((declared != np.arange(len(block))).sum())
    assert found.disagreement.value == pytest.approx(100 * wrong / len(block))
    assert len(found.differing) == wrong
    assert found.disagreement.parts["gain"] == pytest.approx(found.gain.mean())


def test_equal_samples_disagree_with_nobody() -> None:
    same = np.repeat(random_vectors(1, 1), 6, axis=0)
    found = compare_pairing(same, same, np.zeros(6, dtype=np.intp))
    assert (found.disagreement.value, found.differing.tolist()) == (0, [])


def test_unrelated_samples_agree_about_once_a_block() -> None:
    block = np.repeat(np.arange(200), 5)
    found = compare_pairing(random_vectors(1, 1000, 64), random_vectors(2, 1000, 64), block)
    assert found.disagreement.parts["chance"] == 80
    assert found.disagreement.value == pytest.approx(80, abs=5)
    assert found.disagreement.parts["blocks"] == 200


def test_only_within_a_block_and_only_what_has_an_embedding() -> None:
    u = np.eye(4, dtype=np.float32)
    crossed = u[[1, 0, 2, 3]]
    found = compare_pairing(u, crossed, np.array([0, 1, 0, 1]))
    assert found.differing.tolist() == []  # 0 and 1 are of different blocks
    broken = crossed.copy()
    broken[1] = np.nan
    found = compare_pairing(u, broken, np.zeros(4, dtype=np.intp))
    assert (found.disagreement.n, found.disagreement.failures) == (3, 1)
    assert found.partner.tolist() == [0, -1, 2, 3]
    alone = compare_pairing(u, u, np.arange(4))
    assert alone.disagreement.reason == "no block of two pairs or more"
    assert not alone.compared.any()
    nothing = compare_pairing(u[:0], u[:0], np.zeros(0, dtype=np.intp))
    assert nothing.disagreement.value is None


def test_a_large_block_is_cut_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "MOST_PAIRS_AT_ONCE", 4)
    u = random_vectors(3, 10, 16)
    found = compare_pairing(u, u[[1, 0, *range(2, 10)]], np.zeros(10, dtype=np.intp))
    assert found.disagreement.badge == "blocks cut at 4 pairs"
    assert found.disagreement.parts["blocks"] == 3
    assert sorted(found.differing.tolist()) == [0, 1]
    # 0 and 9 stand in different parts: the exchange is not seen.
    far = compare_pairing(u, u[[9, *range(1, 9), 0]], np.zeros(10, dtype=np.intp))
    assert 9 not in far.partner[:4]


def test_lengths() -> None:
    u = np.eye(3, dtype=np.float32)
    with pytest.raises(BugError):
        compare_pairing(u, u[:2], np.zeros(3, dtype=np.intp))
