"""WER over a submission: by hand, against a loop with another library, and what is left out."""

from collections.abc import Sequence

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.codes import Code
from scoring.frame import Side, Status
from scoring.metrics.words import HeardTexts, word_error_rate

WORDS = ("red", "green", "blue", "door", "house")


def heard(
    unlearned: Sequence[tuple[str | None, str]],
    *,
    original: Sequence[tuple[str | None, str]] = (),
    codes: Sequence[str] | None = None,
    forget: Sequence[bool] | None = None,
    status: Sequence[Status] | None = None,
) -> HeardTexts:
    """Make texts from (asked, heard); codes, forget and status are of the unlearned samples."""
    n, m = len(original), len(unlearned)
    rows = [*original, *unlearned]
    return HeardTexts(
        side=np.array([Side.ORIGINAL] * n + [Side.UNLEARNED] * m, dtype=np.int8),
        forget=np.array([False] * n + list(forget or [False] * m), dtype=np.bool_),
        status=np.array([Status.SCORED] * n + list(status or [Status.SCORED] * m), dtype=np.int8),
        code=["" for _ in original] + list(codes or ["" for _ in unlearned]),
        asked=[asked for asked, _ in rows],
        heard=[text for _, text in rows],
    )


def test_by_hand() -> None:
    value = word_error_rate(
        heard(
            [("The red door.", "the red door"), ("A blue house", "a green house now"), ("Go home", "")],
            original=[("Go home", "Go home!")],
            codes=["", "", Code.SILENT],
            forget=[True, False, False],
            status=[Status.SCORED, Status.SCORED, Status.FAILURE],
        )
    )
    # 8 words asked for: one replaced, one added, two deleted.
    assert value.value == pytest.approx(100 * 4 / 8)
    assert (value.n, value.failures) == (3, 1)
    parts = value.parts
    assert (parts["substitutions"], parts["insertions"], parts["deletions"], parts["hits"]) == (1, 1, 2, 5)
    assert (parts["forget"], parts["original"]) == (0, 0)
    assert parts["retain"] == pytest.approx(100 * 4 / 5)


def test_a_silent_sound_counts_as_all_deletions_whatever_a_model_made_up() -> None:
    value = word_error_rate(heard([("good morning", "you")], codes=[Code.SILENT], status=[Status.FAILURE]))
    assert (value.value, value.parts["deletions"], value.parts["insertions"]) == (100, 2, 0)


def test_what_cannot_be_heard_or_is_not_known_is_left_out_and_counted() -> None:
    value = word_error_rate(
        heard(
            [("red door", "red door"), ("red door", ""), (None, "red door")],
            codes=["", Code.DAMAGED, ""],
            status=[Status.SCORED, Status.FAILURE, Status.SCORED],
        )
    )
    assert (value.value, value.n, value.failures) == (0, 1, 1)
    assert value.badge == "1 sample without a sound to hear left out; 1 sample without a known text left out"
    assert value.parts["left_out"] == 2


def test_what_is_not_computable_says_why() -> None:
    assert word_error_rate(heard([("a", "a")], status=[Status.ERROR])).reason == "1 sample not transcribed yet"
    assert word_error_rate(heard([(None, "a")])).reason == "nobody says which words were asked for"
    assert word_error_rate(heard([("...", "red")])).reason == "no reference holds a word"


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=8))
def test_it_is_the_pooled_rate_of_another_library(pairs: list[tuple[str, str]]) -> None:
    value = word_error_rate(heard(pairs))
    asked, said = zip(*pairs, strict=True)
    assert value.value == pytest.approx(100 * jiwer.wer(list(asked), list(said)))
