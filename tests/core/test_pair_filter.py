"""Filters against a slow look at each pair, and filters as JSON whatever the JSON says."""

import json
import math
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER
from genmu_studio.pair_filter import LABELS, MARKS, ROLES, Chosen, PairFilter, filter_from_json, filter_json, matching
from genmu_studio.pair_outcomes import PairOutcome
from tests.core.pair_tables import (
    CONDITIONS,
    COSINES,
    FLAGS,
    GROUPS,
    IDENTITIES,
    SEEDS,
    WORDS,
    Made,
    MadePair,
    tables,
)

ENDS = [*(value for value in COSINES if not math.isnan(value)), 0.3, 1e300]
RANGES = st.none() | st.tuples(st.sampled_from([*ENDS, -math.inf]), st.sampled_from([*ENDS, math.inf]))
FILTERS = st.builds(
    PairFilter,
    identities=st.frozensets(
        st.tuples(st.sampled_from([*GROUPS, "nowhere"]), st.sampled_from([*IDENTITIES, "nobody"])), max_size=3
    ),
    roles=st.frozensets(st.sampled_from(ROLES)),
    outcomes=st.frozensets(st.sampled_from(PairOutcome), max_size=4),
    codes=st.frozensets(st.sampled_from([*FLAGS, SETTINGS_DIFFER, NO_PARTNER, "NOISE"]), max_size=2),
    conditions=st.frozensets(st.sampled_from([*CONDITIONS, "no such"]), max_size=2),
    seeds=st.none() | st.tuples(st.sampled_from([*SEEDS, -(10**30)]), st.sampled_from([*SEEDS, 10**30])),
    own=RANGES,
    forget=RANGES,
    marks=st.frozensets(st.sampled_from(MARKS), max_size=2),
    labels=st.frozensets(st.sampled_from(LABELS), max_size=2),
    text=st.lists(st.sampled_from(WORDS), max_size=2).map(" ".join),
    problems=st.booleans(),
    chosen=st.none() | st.builds(Chosen, st.frozensets(st.integers(0, 40) | st.just(2**63 - 1)), st.text(max_size=5)),
)
# Of most filters few parts are set.
SPARSE_FILTERS = st.builds(
    lambda wanted, names: replace(PairFilter(), **{name: getattr(wanted, name) for name in names}),
    FILTERS,
    st.sets(st.sampled_from([field.name for field in fields(PairFilter)]), max_size=3),
)


def slow_parts(pair: MadePair, outcome: PairOutcome, wanted: PairFilter) -> dict[str, bool]:
    """Return whether a pair passes each part of the filter, told from what the table was made of."""
    marks = {
        "picked": pair.pick == "pick",
        "rejected": pair.pick == "reject",
        "unmarked": pair.pick is None,
        "bookmarked": pair.bookmarked,
        "noted": bool(pair.note),
    }
    return {
        "identities": not wanted.identities or (GROUPS[pair.group], IDENTITIES[pair.identity]) in wanted.identities,
        "roles": not wanted.roles or pair.role in wanted.roles,
        "outcomes": not wanted.outcomes or outcome in wanted.outcomes,
        "codes": not wanted.codes or bool(pair.codes & wanted.codes),
        "conditions": not wanted.conditions or CONDITIONS[pair.condition] in wanted.conditions,
        "seeds": wanted.seeds is None or wanted.seeds[0] <= pair.seed <= wanted.seeds[1],
        "own": _in_range(pair.unlearned_own, wanted.own),
        "forget": _in_range(pair.unlearned_forget, wanted.forget),
        "marks": not wanted.marks or any(marks[mark] for mark in wanted.marks),
        "labels": not wanted.labels or bool(pair.labels & wanted.labels),
        "text": all(any(word in text for text in _lowered(pair)) for word in _slow_words(wanted.text)),
        "problems": not wanted.problems or pair.is_problem,
        "chosen": wanted.chosen is None or bool({pair.original, pair.unlearned} & wanted.chosen.samples),
    }


def _in_range(value: float, limits: tuple[float, float] | None) -> bool:
    with np.errstate(over="ignore"):
        return limits is None or bool(np.float32(limits[0]) <= np.float32(value) <= np.float32(limits[1]))


def _lowered(pair: MadePair) -> list[str]:
    return [" ".join(text.casefold().split()) for text in pair.texts]


def _slow_words(text: str) -> list[str]:
    """Return words and quoted phrases, reading character by character."""
    found, word, quoted = [], "", False
    for each in [*text, None]:
        if each is None or each == '"' or (each.isspace() and not quoted):
            found.append(word)
            word, quoted = "", quoted != (each == '"')
        else:
            word += each
    return [" ".join(word.casefold().split()) for word in found if word.strip()]


def slow_rows(made: Made, wanted: PairFilter) -> list[dict[str, bool]]:
    return [slow_parts(made.pair(row), made.table.outcome_of(row), wanted) for row in range(len(made.table))]


@given(tables(), SPARSE_FILTERS)
def test_a_filter_lets_through_what_a_slow_look_does(made: Made, wanted: PairFilter) -> None:
    expected = [all(parts.values()) for parts in slow_rows(made, wanted)]
    assert matching(made.table, wanted, made.texts).tolist() == expected


@given(tables(), FILTERS)
def test_all_parts_at_once_let_through_what_a_slow_look_does(made: Made, wanted: PairFilter) -> None:
    expected = [all(parts.values()) for parts in slow_rows(made, wanted)]
    assert matching(made.table, wanted, made.texts).tolist() == expected


@given(tables())
def test_the_empty_filter_lets_everything_through(made: Made) -> None:
    assert matching(made.table, PairFilter(), made.texts).all()


@given(tables(), SPARSE_FILTERS)
def test_until_the_texts_are_read_everything_passes_the_search(made: Made, wanted: PairFilter) -> None:
    without = matching(made.table, replace(wanted, text=""), made.texts)
    assert matching(made.table, wanted).tolist() == without.tolist()


# ---- as JSON ----


@given(FILTERS)
def test_a_filter_comes_back_from_its_json(wanted: PairFilter) -> None:
    assert filter_from_json(json.loads(json.dumps(filter_json(wanted), allow_nan=False))) == wanted


def test_the_json_of_a_filter_holds_what_is_set_and_numbers_of_python() -> None:
    assert filter_json(PairFilter()) == {}
    low, high = np.array([0.25, 0.5], dtype=np.float32)
    wanted = PairFilter(
        identities=frozenset({("One", "2")}), outcomes=frozenset({PairOutcome.BECAME_FORGET}), own=(low, high),
        seeds=(np.int64(3), np.int64(4)),  # type: ignore[arg-type]  # as a careless caller might
    )  # fmt: skip
    assert json.loads(json.dumps(filter_json(wanted))) == {
        "identities": [["One", "2"]],
        "outcomes": ["became_forget"],
        "own": [0.25, 0.5],
        "seeds": [3, 4],
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([10**400, "lost"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PARTS = st.dictionaries(st.sampled_from([field.name for field in fields(PairFilter)]), JSON)


@given(JSON | PARTS)
def test_whatever_json_becomes_a_filter_that_can_be_applied_and_written(value: object) -> None:
    wanted = filter_from_json(value)
    assert filter_from_json(json.loads(json.dumps(filter_json(wanted), allow_nan=False))) == wanted
    hash(wanted)


@given(tables(most=2), PARTS)
def test_a_filter_of_whatever_json_can_be_asked_of_a_table(made: Made, value: object) -> None:
    assert matching(made.table, filter_from_json(value), made.texts).shape == (len(made.table),)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"roles": ["forget", "adjacent", 3]}, PairFilter(roles=frozenset({"forget"}))),
        ({"outcomes": ["lost", "won"]}, PairFilter(outcomes=frozenset({PairOutcome.LOST}))),
        ({"identities": [["One", "2"], ["One"], "One", ["One", "2", "3"]]},
         PairFilter(identities=frozenset({("One", "2")}))),
        ({"marks": ["picked", "liked"], "problems": 1}, PairFilter(marks=frozenset({"picked"}))),
        ({"own": [0.1, math.nan], "forget": [0.1], "seeds": [1.5, 2]}, PairFilter()),
        ({"own": [None, 1]}, PairFilter(own=(-math.inf, 1.0))),
        ({"chosen": {"title": "lasso", "samples": [3, 3, -1, True, "4", 2**63, 5.0]}},
         PairFilter(chosen=Chosen(frozenset({3}), "lasso"))),
        ({"chosen": {"title": 3, "samples": [3]}}, PairFilter()),
        ({"chosen": [3]}, PairFilter()),
    ],
)  # fmt: skip
def test_what_is_unknown_is_left_out(value: object, expected: PairFilter) -> None:
    assert filter_from_json(value) == expected
