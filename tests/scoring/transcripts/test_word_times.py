"""Where the edits of a diff lie in a sound, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.transcripts.edits import align
from scoring.transcripts.normalising import normalise
from scoring.transcripts.word_times import SpokenWord, TimedEdit, place_edits, words_of


def spoken(text: str) -> list[SpokenWord]:
    """Return the words of `text`, the k-th from k + 0.1 to k + 0.8 s."""
    return [SpokenWord(word, k + 0.1, k + 0.8, 0.9) for k, word in enumerate(text.split())]


def places(said: str, heard: str, duration_s: float = 60.0) -> list[tuple[str, float | None, float | None]]:
    hypothesis = normalise(heard)
    edits = align(normalise(said).words, hypothesis.words)
    timed = place_edits(edits, hypothesis, spoken(heard), duration_s)
    assert [each.edit for each in timed] == list(edits)
    return [(each.edit.kind, each.start_s, each.end_s) for each in timed]


def test_substituted_and_inserted_words_lie_where_they_were_heard() -> None:
    assert places("the old harbour", "the cold hard harbour") == [
        ("equal", 0.1, 0.8),
        ("inserted", 1.1, 1.8),
        ("substituted", 2.1, 2.8),
        ("equal", 3.1, 3.8),
    ]


def test_missing_words_lie_over_their_neighbours() -> None:
    assert places("please read the letter now", "please read letter", 9.0) == [
        ("equal", 0.1, 1.8),
        ("deleted", 1.1, 2.8),
        ("equal", 2.1, 2.8),
        ("deleted", 2.1, 9.0),
    ]
    assert places("oh please read", "read", 9.0) == [("deleted", 0.0, 0.8), ("equal", 0.1, 0.8)]


def test_a_sound_in_which_nothing_was_heard_is_the_place_of_every_word() -> None:
    assert places("the letter", "", 4.5) == [("deleted", 0.0, 4.5)]


def test_a_normalised_word_leads_to_the_spoken_words_behind_it() -> None:
    assert places("we saw boats", "Um, we saw twenty one boats") == [
        ("equal", 1.1, 2.8),
        ("inserted", 3.1, 4.8),
        ("equal", 5.1, 5.8),
    ]
    assert places("they do", "they don't") == [("equal", 0.1, 1.8), ("inserted", 1.1, 1.8)]


def test_a_word_without_a_length_gets_one_within_the_sound() -> None:
    hypothesis = normalise("no way")
    edits = align(("yes", "sir"), hypothesis.words)
    words = [SpokenWord("no", 2.0, 2.0, 0.5), SpokenWord("way", 2.0, 2.0, 0.5)]

    ((start_s, end_s),) = [(each.start_s, each.end_s) for each in place_edits(edits, hypothesis, words, 9.0)]
    ((late_s, cut_s),) = [(each.start_s, each.end_s) for each in place_edits(edits, hypothesis, words, 1.95)]

    assert (start_s, end_s) == pytest.approx((1.9, 2.1))
    assert (late_s, cut_s) == pytest.approx((1.875, 1.95))


TEXTS = st.lists(st.sampled_from(["the", "twenty", "one", "don't", "um,", "sea"]), max_size=8).map(" ".join)


@given(TEXTS, TEXTS)
def test_places_lie_within_the_sound_and_have_a_length(said: str, heard: str) -> None:
    for _, start_s, end_s in places(said, heard, 10.0):
        assert start_s is not None
        assert end_s is not None
        assert 0 <= start_s < end_s <= 10


def test_a_transcript_without_times_has_edits_without_places() -> None:
    hypothesis = normalise("the letters")
    edits = align(("the", "letter"), hypothesis.words)

    assert place_edits(edits, hypothesis, (), 3.0) == tuple(TimedEdit(edit, None, None) for edit in edits)


def test_times_for_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="2 times for 3 spoken words"):
        place_edits((), normalise("one two three"), spoken("one two"), 3.0)


def test_words_come_back_from_a_stored_detail() -> None:
    detail = {"text": "Yes.", "words": [{"word": "Yes.", "start_s": 0.5, "end_s": 0.9, "probability": 0.7}]}

    assert words_of(detail) == (SpokenWord("Yes.", 0.5, 0.9, 0.7),)
    assert words_of({"text": "Yes."}) == ()
    with pytest.raises(TypeError):
        words_of({"words": "Yes."})
    with pytest.raises(KeyError):
        words_of({"words": [{"word": "Yes."}]})
