"""Searching pairs: words, phrases, case, accents, what is searched and what is not."""

import pytest

from genmu_studio import pair_texts
from genmu_studio.marks import Marks
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_table import with_marks
from genmu_studio.pair_texts import gather_texts, words_of
from tests.core.test_pair_table import hand_made

SNOW = {"prompt": "A Portrait of Zoë  in the\tsnow", "negative_prompt": "blurry", "steps": "30", "sampler": "DDIM"}
SPOKEN = {"transcript": "I am Straßburg's 100% best_speaker", "steps": "25"}
CONDITIONS = {"first": ("Morning", SNOW), "second": ("c1", SPOKEN)}
# The pairs are (100, 101), (102, 103), (106, 107), (104, none), (none, 105).
SAMPLES = [
    (100, "original/One/1/a.PNG", "first", "{}"),
    (101, "unlearned/One/1/a.png", "first", '{"smile": "broad"}'),
    (102, "original/One/2/b.png", "second", "{}"),
    (103, "unlearned/One/2/b.png", "second", "{}"),
    (106, "original/One/2/c.png", "first", "{}"),
    (107, "unlearned/One/2/c.png", "second", "{}"),
    (104, "original/One/3/d.png", "second", "{}"),
    (105, "unlearned/One/3/e (1).png", "second", "{}"),
    (999, "another/snow.png", "first", "{}"),  # of no pair
]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ()),
        ("  \t ", ()),
        ("Red car", ("red", "car")),
        ('"Red  car" blue', ("red car", "blue")),
        ('"red car', ("red car",)),
        ('""', ()),
        ('a"b c"d', ("a", "b c", "d")),
        ("Straße STRASSE", ("strasse",)),
        ("Zoe\u0308", ("zo\u00eb",)),
    ],
)
def test_a_search_is_words_and_phrases(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("snow", [0, 2]),
        ("SNOW zoë", [0, 2]),
        ("Zoe\u0308", [0, 2]),
        ('"of zoë in the snow"', [0, 2]),
        ('"snow in"', []),
        ("blurry", [0, 2]),
        ("ddim", [0, 2]),
        ("morning", [0, 2]),
        ("broad", [0]),
        ("strassburg", [1, 2, 3, 4]),
        ("snow strassburg", [2]),  # the pair whose settings differ
        ("snow b.png", []),
        ("strassburg b.png", [1]),
        ("a.png", [0]),
        ('"e (1)"', [4]),
        ("original", [0, 1, 2, 3]),
        ("original unlearned", [0, 1, 2]),
        ("unlearned/one/2", [1, 2]),
        ("30", []),  # a number is no text
        ("100%", [1, 2, 3, 4]),
        ("best_s", [1, 2, 3, 4]),
        (".*", []),
        ("nothing of the kind", []),
        ("", [0, 1, 2, 3, 4]),
        ('" "', [0, 1, 2, 3, 4]),
    ],
)
def test_a_search_finds_pairs_in_which_every_word_occurs(text: str, rows: list[int]) -> None:
    table = hand_made()
    texts = gather_texts(table, [SAMPLES], CONDITIONS)
    assert [row for row, found in enumerate(matching(table, PairFilter(text=text), texts)) if found] == rows


def test_notes_are_searched_as_they_are_now() -> None:
    table = hand_made()
    texts = gather_texts(table, [SAMPLES], CONDITIONS)
    noted = with_marks(table, Marks({}, frozenset(), {103: "Look at the SNOW", 104: "fine"}))

    def found(of: str) -> list[int]:
        return matching(noted, PairFilter(text=of), texts).nonzero()[0].tolist()

    assert found("snow") == [0, 1, 2]
    assert found("look") == [1]
    assert found("fine d.png") == [3]
    assert not matching(table, PairFilter(text="look"), texts).any()


def test_prompts_that_repeat_are_kept_once() -> None:
    texts = gather_texts(hand_made(), [SAMPLES], CONDITIONS)
    assert [text.splitlines()[0] for text in texts.shared] == ["morning", "morning", "c1"]
    assert texts.place.tolist() == [0, 2, 1, 2, 2]


def test_texts_of_any_length_are_searched_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair_texts, "_SETTINGS_CHARS", 600)
    table = hand_made()
    long = [(sample, f"{'x' * 5_000}/{sample}.png", "long", "{}") for sample, *_ in SAMPLES]
    texts = gather_texts(table, [long], {"long": ("c0", {"prompt": "y" * 5_000 + "end"})})
    assert matching(table, PairFilter(text="101.png"), texts).tolist() == [True, False, False, False, False]
    assert matching(table, PairFilter(text="yyy"), texts).all()
    assert max(map(len, texts.paths)) < 600
    assert sum(map(len, texts.shared)) == 600
    assert not matching(table, PairFilter(text="end"), texts).any()


def test_samples_that_nothing_is_known_of_have_no_texts() -> None:
    table = hand_made()
    texts = gather_texts(table, [], {})
    assert not matching(table, PairFilter(text="a"), texts).any()
