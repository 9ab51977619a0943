"""Normalised words, and the spoken words that they came from."""

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.errors import UserError
from scoring.transcripts import normalising
from scoring.transcripts.normalising import normalise, normalised_words

SPOKEN = st.sampled_from(
    [
        "the", "Sea,", "twenty", "one", "hundred", "and", "five", "point", "million", "dollars", "$20", "don't", "Um,",
        "Mr.", "Smith's", "colour", "(aside)", "(an", "aside)", "[music]", "—", "first", "1990s", "3", "%", "o'clock",
        "half", "double", "it's", "been",
    ]
)  # fmt: skip


def sources(text: str) -> list[tuple[str, str]]:
    """Return (normalised word, its spoken words) pairs."""
    found = normalise(text)
    return [
        (word, " ".join(found.spoken[first:end])) for word, (first, end) in zip(found.words, found.sources, strict=True)
    ]


def test_each_kind_of_change_keeps_its_source() -> None:
    assert sources("Um, Mr. Smith's twenty one colours don't (so they say) cost $20 million!") == [
        ("mister", "Mr."),
        ("smith", "Smith's"),
        ("is", "Smith's"),
        ("21", "twenty one"),
        ("colors", "colours"),
        ("do", "don't"),
        ("not", "don't"),
        ("cost", "cost"),
        ("$20000000", "$20 million!"),
    ]


@given(st.lists(SPOKEN, max_size=14).map(" ".join))
@example("(a bracket that is longer than any group that is searched for in one step of the search) and more")
def test_every_word_has_a_source_and_sources_keep_their_order(text: str) -> None:
    found = normalise(text)

    assert found.words == normalised_words(" ".join(text.split()))
    assert found.spoken == tuple(text.split())
    assert len(found.sources) == len(found.words)
    assert all(0 <= first < end <= len(found.spoken) for first, end in found.sources)
    for (first, end), (next_first, next_end) in zip(found.sources, found.sources[1:], strict=False):
        assert (first, end) == (next_first, next_end) or end <= next_first


@given(st.text())
def test_any_text_is_normalised(text: str) -> None:
    found = normalise(text)

    assert len(found.sources) == len(found.words)
    assert all(word and not any(sign.isspace() for sign in word) for word in found.words)


@given(st.lists(st.sampled_from(["please", "Read,", "the", "whole", "Letter."]), min_size=1).map(tuple))
def test_plain_words_stand_each_for_itself(words: tuple[str, ...]) -> None:
    assert normalise(" ".join(words)).sources == tuple((k, k + 1) for k in range(len(words)))


@pytest.mark.parametrize("text", ["", "   ", "Hmm.", "[music] um", "…", "...", "$"])
def test_texts_that_hold_no_word(text: str) -> None:
    assert normalise(text).words == ()


def test_a_sign_that_the_normaliser_leaves_is_no_word() -> None:
    assert normalise("Wait... what did it cost, 5 $...").words == ("wait", "what", "did", "it", "cost", "5")


def test_a_long_text_is_searched_in_no_time() -> None:
    text = "We paid twenty one pounds and fifty pence, didn't we? " * 300

    assert len(normalise(text).sources) == len(normalised_words(" ".join(text.split())))


def test_without_the_package_the_line_to_type_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "whisper_normalizer.english", None)
    normalising._normaliser.cache_clear()

    with pytest.raises(UserError) as caught:
        normalise("a text that no other test normalises")

    assert "genmu-studio[speech]" in caught.value.hint
