"""The pooled word error rate against hand-worked sums, jiwer, and its own rules for what is empty."""

import doctest

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.transcripts import error_rate
from scoring.transcripts.edits import EditCounts
from scoring.transcripts.error_rate import Utterance, pool, word_error_rate

TEXTS = st.lists(st.sampled_from(["sea", "harbour", "boat", "wind", "kite"]), max_size=6).map(" ".join)
COUNTS = st.builds(EditCounts, *[st.integers(0, 9)] * 4)


def test_the_example_of_the_docstring_holds() -> None:
    assert doctest.testmod(error_rate).failed == 0


def test_a_sum_worked_by_hand() -> None:
    rate = word_error_rate(
        [
            Utterance("Don't paint it gray.", "do not paint it grey"),  # no edit in five words: spelling, contraction
            Utterance("Twenty-one boats came in.", "21 boats game in today"),  # one substitution, one insertion in four
            Utterance("She left.", "", failed=True),  # two deletions
        ]
    )

    assert rate.value == pytest.approx(100 * 4 / 11)
    assert (rate.n, rate.failures) == (3, 1)
    assert rate.parts == {
        "insertions": 1,
        "deletions": 2,
        "substitutions": 1,
        "hits": 8,
        "reference_words": 11,
        "empty_references": 0,
        "inserted_apart": 0,
    }
    assert rate.badge is None


def test_a_silent_sound_is_all_deletions() -> None:
    rate = word_error_rate([Utterance("the whole letter", "", failed=True)])

    assert rate.value == 100
    assert rate.parts["deletions"] == 3
    assert rate.parts["insertions"] == rate.parts["substitutions"] == rate.parts["hits"] == 0


@pytest.mark.parametrize(("heard", "inserted"), [("", 0), ("x", 1), ("You. And more", 3)])
def test_an_empty_reference_stays_out_of_the_pool(heard: str, inserted: int) -> None:
    alone = word_error_rate([Utterance("[music] Hmm.", heard)])
    beside = word_error_rate([Utterance("", heard), Utterance("one sea", "one see")])

    assert alone.value is None
    assert alone.reason == "no reference holds a word"
    assert alone.parts["inserted_apart"] == inserted
    assert beside.value == 50
    assert beside.n == 1
    assert beside.badge == "1 empty reference left out"
    assert beside.parts["empty_references"] == 1
    assert beside.parts["inserted_apart"] == inserted


def test_nothing_transcribed_is_not_computable() -> None:
    rate = word_error_rate([])

    assert rate.value is None
    assert rate.reason == "no utterance was transcribed"


def test_more_inserted_than_said_exceeds_a_hundred() -> None:
    assert word_error_rate([Utterance("no", "no no no no")]).value == 300


@given(st.lists(st.tuples(TEXTS.filter(bool), TEXTS), min_size=1, max_size=5))
def test_the_pool_is_jiwers_over_the_same_sentences(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = [list(texts) for texts in zip(*pairs, strict=True)]
    theirs = jiwer.process_words(references, hypotheses)

    rate = word_error_rate([Utterance(*pair) for pair in pairs])

    assert rate.value == pytest.approx(100 * theirs.wer)
    assert rate.parts["insertions"] == theirs.insertions
    assert rate.parts["deletions"] == theirs.deletions
    assert rate.parts["substitutions"] == theirs.substitutions


@given(st.lists(COUNTS, min_size=1, max_size=8))
def test_parts_add_up_and_the_order_does_not_count(counts: list[EditCounts]) -> None:
    rate, backwards = pool(counts), pool(counts[::-1])

    assert (rate.value, rate.n, rate.parts) == (backwards.value, backwards.n, backwards.parts)
    assert rate.n + (rate.parts["empty_references"] or 0) == len(counts)
    if rate.value is not None:
        edits = sum(rate.parts[name] or 0 for name in ("insertions", "deletions", "substitutions"))
        assert rate.value == pytest.approx(100 * edits / (rate.parts["reference_words"] or 0))


def test_the_interval_is_that_of_drawing_utterances() -> None:
    rng = np.random.default_rng(3)
    counts = [EditCounts(10 - wrong, wrong, 0, 0) for wrong in rng.binomial(10, 0.2, 200)]

    rate = pool(counts)

    shares = np.array([each.substitutions / 10 for each in counts])
    half = 196 * shares.std() / np.sqrt(len(counts))
    assert rate.interval is not None
    assert rate.interval == pytest.approx((rate.value - half, rate.value + half), abs=0.3) if rate.value else False
    assert pool(counts) == rate


def test_there_is_no_interval_where_nothing_varies() -> None:
    assert pool([EditCounts(9, 1)]).interval is None
    assert pool([EditCounts(9, 1), EditCounts(18, 2)]).interval is None
