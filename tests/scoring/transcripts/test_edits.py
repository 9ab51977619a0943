"""Word diffs against a slow alignment of our own, and against jiwer's counts."""

from functools import cache

import jiwer
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.transcripts.edits import Edit, EditCounts, align, count

WORDS = st.lists(st.sampled_from(["a", "b", "c", "the", "sea", "see"]), max_size=9).map(tuple)


def fewest_edits(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> int:
    """Return the edit distance by the textbook recursion."""

    @cache
    def distance(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        same = reference[i - 1] == hypothesis[j - 1]
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (not same))

    return distance(len(reference), len(hypothesis))


@given(WORDS, WORDS)
@example((), ())
@example((), ("x",))
@example(("x",), ())
def test_edits_are_the_fewest_and_rebuild_both_texts(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> None:
    edits = align(reference, hypothesis)
    counts = count(edits)

    assert counts.edits == fewest_edits(reference, hypothesis)
    assert sum((edit.reference for edit in edits), ()) == reference
    assert sum((edit.hypothesis for edit in edits), ()) == hypothesis
    assert counts.reference_words == len(reference)
    assert counts.hypothesis_words == len(hypothesis)


@given(WORDS, WORDS)
def test_runs_say_where_they_begin_and_what_they_are(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> None:
    edits = align(reference, hypothesis)

    for edit in edits:
        assert reference[edit.reference_start :][: len(edit.reference)] == edit.reference
        assert hypothesis[edit.hypothesis_start :][: len(edit.hypothesis)] == edit.hypothesis
        match edit.kind:
            case "equal":
                assert edit.reference == edit.hypothesis != ()
            case "substituted":
                assert len(edit.reference) == len(edit.hypothesis) > 0
                assert all(said != heard for said, heard in zip(edit.reference, edit.hypothesis, strict=True))
            case "deleted":
                assert edit.reference
                assert edit.hypothesis == ()
            case "inserted":
                assert edit.reference == ()
                assert edit.hypothesis


@given(WORDS.filter(bool), WORDS)
def test_counts_are_jiwers(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> None:
    theirs = jiwer.process_words(" ".join(reference), " ".join(hypothesis))

    ours = count(align(reference, hypothesis))

    assert ours == EditCounts(theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions)
    assert ours.edits / ours.reference_words == pytest.approx(theirs.wer)


def test_a_diff_worked_by_hand() -> None:
    said = ["she", "pinned", "the", "results", "to", "the", "wall"]
    heard = ["she", "pinned", "results", "to", "a", "tall", "wall"]

    assert align(said, heard) == (
        Edit("equal", ("she", "pinned"), ("she", "pinned"), 0, 0),
        Edit("deleted", ("the",), (), 2, 2),
        Edit("equal", ("results", "to"), ("results", "to"), 3, 2),
        Edit("inserted", (), ("a",), 5, 4),
        Edit("substituted", ("the",), ("tall",), 5, 5),
        Edit("equal", ("wall",), ("wall",), 6, 6),
    )


def test_words_of_any_signs_are_compared_as_they_are() -> None:
    assert count(align(["a b", "", "%"], ["a", "b", "%"])) == EditCounts(hits=1, substitutions=2)


def test_counts_add_up() -> None:
    assert EditCounts(1, 2, 3, 4) + EditCounts(10, 20, 30, 40) == EditCounts(11, 22, 33, 44)
    assert EditCounts(1, 2, 3, 4).reference_words == 6
    assert EditCounts(1, 2, 3, 4).hypothesis_words == 7
    assert EditCounts(1, 2, 3, 4).edits == 9
