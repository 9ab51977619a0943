"""How the pieces of faster-whisper become words that stand between spaces."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.transcripts.word_times import SpokenWord
from scoring.whisper import words_of_segment


def segment(text: str, *pieces: str) -> Any:
    """Return a segment from 5 to 9 s; the k-th piece lasts from 5 + k / 10 s for 0.1 s."""
    words = [
        SimpleNamespace(word=piece, start=5 + k / 10, end=5.1 + k / 10, probability=0.9 - k / 10)
        for k, piece in enumerate(pieces)
    ]
    return SimpleNamespace(text=text, start=5.0, end=9.0, avg_logprob=-0.5, words=words)


def test_pieces_without_a_space_belong_to_the_word_before() -> None:
    said = segment(" An ice-cream, $20,000.", " An", " ice", "-cream,", " $20", ",000.")

    words = list(words_of_segment(said))

    assert [each.word for each in words] == ["An", "ice-cream,", "$20,000."]
    assert [each.start_s for each in words] == pytest.approx([5.0, 5.1, 5.3])
    assert [each.end_s for each in words] == pytest.approx([5.1, 5.3, 5.5])
    assert [each.probability for each in words] == pytest.approx([0.9, 0.7, 0.5])


@pytest.mark.parametrize("pieces", [(), (" Yes",), (" Yes", " we", " can"), (" no", " sir")])
def test_words_that_do_not_make_the_text_have_the_times_of_the_segment(pieces: tuple[str, ...]) -> None:
    belief = math.exp(-0.5)

    assert list(words_of_segment(segment(" Yes sir", *pieces))) == [
        SpokenWord("Yes", 5.0, 9.0, belief),
        SpokenWord("sir", 5.0, 9.0, belief),
    ]


@given(st.lists(st.sampled_from([" a", " sea", "-", "side", ",", " 20", "%"]), max_size=12))
def test_words_are_always_the_text_between_spaces(pieces: list[str]) -> None:
    text = "".join(pieces)

    assert [each.word for each in words_of_segment(segment(text, *pieces))] == text.split()
