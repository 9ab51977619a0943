"""What was heard in a pair as a word diff: pieces in order, their places in both sounds, and what is missing."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.domain import EvaluatorRow
from genmu_studio.heard_words import HeardSide, HeardWords, Piece, Stretch, heard_words
from genmu_studio.other_aspects import AspectFacts, SubjectFacts
from genmu_studio.review import PairFacts, SampleFacts
from scoring.types import Media

ASKED = "the birch canoe slid on the smooth planks"


def whisper() -> EvaluatorRow:
    return EvaluatorRow("digest", "asr_whisper", "1", "light", "speech", "", {}, False, "MIT", "transcript")


def said(text: str, *, timed: bool = True, word_s: float = 0.5, from_s: float = 0.0) -> SubjectFacts:
    """Return what was heard, each word as long; timed : with times."""
    spoken = text.split()
    words = [
        {"word": word, "start_s": from_s + n * word_s, "end_s": from_s + (n + 1) * word_s, "probability": 0.9}
        for n, word in enumerate(spoken)
    ]
    values = {"duration_s": from_s + word_s * len(spoken) + 0.25} if timed else {}
    return SubjectFacts("ok", "", "", (), values, {"text": text, "words": words if timed else []}, "cpu")


def failed(code: str, message: str) -> SubjectFacts:
    return SubjectFacts("failure", code, message, (), {}, {}, "cpu")


def sample(settings: Mapping[str, str]) -> SampleFacts:
    return SampleFacts(
        1, "", "retain", "One", "2", "c", 0, "1.wav", Media("/1.wav", "audio", ""), "ok", "", "", (), {}, {}, "",
        dict(settings), {}, (),
    )  # fmt: skip


def heard(original: SubjectFacts | None, unlearned: SubjectFacts | None, asked: str | None = ASKED) -> HeardWords:
    known = sample({} if asked is None else {"transcript": asked})
    found = AspectFacts(whisper(), original, unlearned, None, (0.0, 12.5))
    (result,) = heard_words(PairFacts(known, known, (), (), (found,)))
    return result


def kinds(side: HeardSide) -> list[tuple[str, str, str]]:
    return [(piece.kind, piece.heard, piece.asked) for piece in side.pieces]


def changed(side: HeardSide) -> Piece:
    (piece,) = [piece for piece in side.pieces if piece.kind != "equal"]
    return piece


def test_what_is_said_as_asked_is_one_piece() -> None:
    words = heard(said(ASKED), said(ASKED))
    assert kinds(words.original) == [("equal", ASKED, "")]
    assert words.evaluator == "asr_whisper 1"
    assert words.asked == ASKED
    assert (words.original.rate, words.unlearned.rate) == (0.0, 12.5)
    assert words.original.has_times


def test_a_substituted_word_lies_in_both_sounds_where_it_was_said() -> None:
    words = heard(said(ASKED, from_s=1.0), said("The birch canoe sled on the smooth planks.", word_s=0.25))
    assert kinds(words.unlearned) == [
        ("equal", "The birch canoe", ""), ("substituted", "sled", "slid"), ("equal", "on the smooth planks.", ""),
    ]  # fmt: skip
    piece = changed(words.unlearned)
    assert piece.original == Stretch(2.5, 3.0)
    assert piece.unlearned == Stretch(0.75, 1.0)


def test_a_missing_word_stands_where_it_would_have_been_said() -> None:
    words = heard(said(ASKED), said("the birch canoe on the smooth planks"))
    assert kinds(words.unlearned) == [
        ("equal", "the birch canoe", ""), ("deleted", "", "slid"), ("equal", "on the smooth planks", ""),
    ]  # fmt: skip
    piece = changed(words.unlearned)
    assert piece.original == Stretch(1.5, 2.0)  # where the original says it
    assert piece.unlearned == Stretch(1.0, 2.0)  # both neighbours


def test_an_added_word_lies_between_its_neighbours_in_the_other_sound() -> None:
    words = heard(said(ASKED), said("the birch canoe slid right on the smooth planks"))
    piece = changed(words.unlearned)
    assert (piece.kind, piece.heard, piece.asked) == ("inserted", "right", "")
    assert piece.unlearned == Stretch(2.0, 2.5)
    assert piece.original == Stretch(1.5, 2.5)  # slid on


def test_words_that_both_add_at_one_place_answer_each_other() -> None:
    words = heard(
        said("the big birch canoe slid on the smooth planks"), said("the old old birch canoe slid on the smooth planks")
    )
    assert changed(words.unlearned).original == Stretch(0.5, 1.0)
    assert changed(words.original).unlearned == Stretch(0.5, 1.5)


def test_missing_words_at_the_ends_reach_to_the_ends() -> None:
    words = heard(said(ASKED), said("birch canoe slid on the smooth"))
    first, last = (piece for piece in words.unlearned.pieces if piece.kind == "deleted")
    assert words.unlearned.pieces[0] is first
    assert words.unlearned.pieces[-1] is last
    assert first.unlearned is not None
    assert first.unlearned.start_s == 0.0
    assert last.unlearned == Stretch(2.5, 3.25)


def test_a_spoken_word_that_becomes_two_is_marked_whole() -> None:
    words = heard(said("they do not know"), said("they don't go"), asked="they do not know")
    assert kinds(words.unlearned)[-1] == ("substituted", "go", "know")
    words = heard(said("they do not know"), said("they didn't know"), asked="they do not know")
    assert kinds(words.unlearned) == [
        ("equal", "they", ""), ("substituted", "didn't", "do"), ("equal", "know", ""),
    ]  # fmt: skip


def test_without_times_there_is_a_diff_but_no_place() -> None:
    words = heard(said(ASKED), said("the birch canoe sled on the smooth planks", timed=False))
    assert not words.unlearned.has_times
    piece = changed(words.unlearned)
    assert piece.unlearned is None
    assert piece.original == Stretch(1.5, 2.0)


def test_times_of_another_form_are_no_times() -> None:
    odd = said(ASKED)
    broken = SubjectFacts("ok", "", "", (), {}, {"text": ASKED, "words": [{"word": "the"}]}, "")
    fewer = SubjectFacts("ok", "", "", (), {}, {**odd.detail, "text": "two words"}, "")
    for found in (broken, fewer):
        words = heard(found, odd)
        assert not words.original.has_times
        assert words.original.pieces


def test_without_a_text_asked_for_the_unlearned_is_compared_with_the_original() -> None:
    words = heard(said("a red door"), said("a door"), asked=None)
    assert words.asked is None
    assert kinds(words.original) == [("equal", "a red door", "")]
    assert kinds(words.unlearned) == [("equal", "a", ""), ("deleted", "", "red"), ("equal", "door", "")]
    alone = heard(None, said("a door"), asked=None)
    assert kinds(alone.unlearned) == [("equal", "a door", "")]
    assert alone.original.why == "not heard yet"


def test_what_failed_says_why_and_nothing_heard_is_all_missing() -> None:
    words = heard(said(""), failed("SILENT", "silence"))
    assert words.unlearned.text is None
    assert words.unlearned.why == "SILENT: silence"
    assert words.original.text == ""
    assert kinds(words.original) == [("deleted", "", ASKED)]


def test_nobody_heard_anything() -> None:
    assert heard_words(PairFacts(None, None, (), ())) == ()


WORDS = st.lists(st.sampled_from(["red", "door", "sea", "wind", "blue"]), max_size=6).map(" ".join)


@given(WORDS, WORDS, WORDS)
def test_the_pieces_say_all_that_was_heard_and_all_that_was_asked(asked: str, one: str, other: str) -> None:
    words = heard(said(one), said(other), asked)
    for side, text in ((words.original, one), (words.unlearned, other)):
        assert " ".join(piece.heard for piece in side.pieces if piece.heard) == text
        lost = [piece.asked for piece in side.pieces if piece.kind in {"deleted", "substituted"}]
        kept = sum(len(piece.heard.split()) for piece in side.pieces if piece.kind == "equal")
        assert kept + sum(len(each.split()) for each in lost) == len(asked.split())
        for piece in side.pieces:
            if piece.kind != "equal":
                for place, heard_there in ((piece.original, one), (piece.unlearned, other)):
                    if place is not None:
                        assert 0 <= place.start_s < place.end_s <= 0.5 * len(heard_there.split()) + 0.25
                    else:
                        assert heard_there  # of a sound without a word nothing is known
