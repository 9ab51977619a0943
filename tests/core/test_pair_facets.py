"""Counts of a filter's panel against counting by hand, part by part."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.pair_facets import Facets, Histogram, facets
from genmu_studio.pair_filter import LABELS, ROLES, PairFilter
from genmu_studio.pair_index import BINS, Bins, index_pairs
from genmu_studio.pair_outcomes import PairOutcome
from scoring.types import FloatArray
from tests.core.pair_tables import CONDITIONS, GROUPS, IDENTITIES, Made, MadePair, tables
from tests.core.test_pair_filter import FILTERS, SPARSE_FILTERS, slow_rows


def slow_facets(made: Made, wanted: PairFilter, part: str) -> list[MadePair]:
    """Return the pairs that pass every part of the filter but that one."""
    rows = slow_rows(made, wanted)
    return [
        made.pair(row)
        for row, passes in enumerate(rows)
        if all(value for name, value in passes.items() if name != part)
    ]


def check(made: Made, wanted: PairFilter) -> None:
    found = facets(made.table, wanted, made.texts)
    table = made.table

    def others(part: str) -> list[MadePair]:
        return slow_facets(made, wanted, part)

    assert (found.left, found.total) == (len(others("")), len(table))
    assert found.outcomes == {
        outcome: sum(table.outcome_of(row_of(made, pair)) is outcome for pair in others("outcomes"))
        for outcome in PairOutcome
    }
    assert found.identities == {
        (group, identity): sum(
            (GROUPS[pair.group], IDENTITIES[pair.identity]) == (group, identity) for pair in others("identities")
        )
        for group, identity in table.member_names
    }
    assert found.roles == {role: sum(pair.role == role for pair in others("roles")) for role in ROLES}
    assert found.codes == {code: sum(code in pair.codes for pair in others("codes")) for code in table.codes}
    assert found.conditions == {
        name: sum(CONDITIONS[pair.condition] == name for pair in others("conditions")) for name in table.conditions
    }
    left = others("marks")
    assert found.marks == {
        "picked": sum(pair.pick == "pick" for pair in left),
        "rejected": sum(pair.pick == "reject" for pair in left),
        "unmarked": sum(pair.pick is None for pair in left),
        "bookmarked": sum(pair.bookmarked for pair in left),
        "noted": sum(pair.note is not None for pair in left),
    }
    left = others("labels")
    assert found.labels == {name: sum(name in pair.labels for pair in left) for name in LABELS}
    assert found.problems == sum(pair.is_problem for pair in others("problems"))
    check_histogram(found.own, [pair.unlearned_own for pair in others("own")])
    check_histogram(found.forget, [pair.unlearned_forget for pair in others("forget")])
    assert found.seeds.counts.sum() == len(others("seeds"))
    assert found.own.all_counts.sum() == sum(not np.isnan(pair.unlearned_own) for pair in made.pairs.values())


def row_of(made: Made, pair: MadePair) -> int:
    row = made.table.row_of(pair.key)
    assert row is not None
    return row


def check_histogram(histogram: Histogram, values: list[float]) -> None:
    """Check against counting value by value: a bin holds its lower edge, the last one its upper edge as well."""
    edges = histogram.edges.tolist()
    expected = [0] * (len(edges) - 1)
    for value in values:
        if not np.isnan(value):
            places = [place for place, low in enumerate(edges[:-1]) if low <= value]
            expected[max(places, default=0)] += 1
    assert histogram.counts.tolist() == expected


@given(tables(), SPARSE_FILTERS)
def test_each_facet_counts_what_the_other_parts_let_through(made: Made, wanted: PairFilter) -> None:
    check(made, wanted)


@given(tables(most=20), FILTERS)
def test_facets_count_under_a_filter_of_many_parts(made: Made, wanted: PairFilter) -> None:
    check(made, wanted)


def of(made: Made, wanted: PairFilter) -> Facets:
    return facets(made.table, wanted, made.texts)


@given(tables())
def test_ticking_a_value_leaves_as_many_pairs_as_its_count_said(made: Made) -> None:
    counts = of(made, PairFilter())
    for code, count in counts.codes.items():
        assert of(made, PairFilter(codes=frozenset({code}))).left == count
    for mark, count in counts.marks.items():
        assert of(made, PairFilter(marks=frozenset({mark}))).left == count
    for label, count in counts.labels.items():
        assert of(made, PairFilter(labels=frozenset({label}))).left == count
    for member, count in counts.identities.items():
        assert of(made, PairFilter(identities=frozenset({member}))).left == count


# ---- bins ----


def bins_of(own: FloatArray, seeds: list[int] | None = None) -> tuple[Bins, Bins]:
    """Return the bins of similarities and of seeds."""
    n = len(own)
    nobody = np.zeros(n, dtype=np.intp)
    seed = np.array(seeds if seeds is not None else [0] * n, dtype=np.int64)
    ids = np.arange(n, dtype=np.int64)
    index = index_pairs(
        original=ids, unlearned=ids + n, group=nobody, identity=nobody, seed=seed, own=own, forget=own
    )  # fmt: skip
    return index.own, index.seeds


def float32(*values: float) -> FloatArray:
    return np.array(values, dtype=np.float32)


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        (float32(0.12, 0.98), 0.1, 1.0),
        (float32(-0.31, 0.35), -0.35, 0.35),  # 0.35 is no float32: nothing is added for its rounding
        (float32(1.0000001, 0.5), 0.5, 1.0),
        (float32(0.5, 0.5), 0.5, 0.55),
        (float32(0.61), 0.6, 0.65),
        (float32(np.nan, np.inf), 0.0, 1.0),
        (float32(), 0.0, 1.0),
    ],
)
def test_bins_of_similarity_span_the_data_in_whole_steps(values: FloatArray, low: float, high: float) -> None:
    bins, _ = bins_of(values)
    assert len(bins.edges) == BINS + 1
    assert (bins.edges[0], bins.edges[-1]) == (low, high)
    np.testing.assert_allclose(np.diff(bins.edges), (high - low) / BINS, atol=2e-6)
    assert bins.count().sum() == np.count_nonzero(np.isfinite(values))


@given(st.lists(st.floats(-1, 1, width=32), max_size=30))
def test_every_similarity_lies_in_the_bin_of_its_edges(values: list[float]) -> None:
    bins, _ = bins_of(float32(*values))
    for value, place in zip(values, bins.place.tolist(), strict=True):
        assert bins.edges[place] <= value + 1e-5
        assert value < bins.edges[place + 1] or (place == BINS - 1 and value <= bins.edges[-1] + 1e-5)


SEED = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(st.integers(0, 100) | SEED, min_size=1, max_size=30))
def test_seeds_lie_in_at_most_forty_bins_of_whole_numbers(seeds: list[int]) -> None:
    _, bins = bins_of(float32(*[0.0] * len(seeds)), seeds)
    count = len(bins.edges) - 1
    width = (max(seeds) - min(seeds)) // BINS + 1
    assert count <= BINS
    assert bins.place.tolist() == [(seed - min(seeds)) // width for seed in seeds]
    assert bins.edges.tolist() == [float(min(seeds) + width * place) for place in range(count + 1)]
    assert bins.place.max() == count - 1


def test_few_seeds_have_a_bin_each() -> None:
    _, bins = bins_of(float32(0, 0, 0), [7, 9, 9])
    assert bins.edges.tolist() == [7, 8, 9, 10]
    assert bins.count().tolist() == [1, 0, 2]
