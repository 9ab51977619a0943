"""What was heard in both sounds of a pair against what was to be said: a word diff, with the place of each change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from genmu_studio.other_aspects import AspectFacts, SubjectFacts
from genmu_studio.review import PairFacts
from scoring.errors import UserError
from scoring.transcripts.edits import Edit, EditKind, align
from scoring.transcripts.normalising import NormalisedText, normalise
from scoring.transcripts.word_times import SpokenWord, place_edits, words_of


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where something lies in a sound, in s."""

    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring words of a transcript that were heard as asked, or changed in one way.

    heard : as it was spoken, "" where it is missing. asked : what was to be said in its place, "" where nothing was.
    original, unlearned : where it lies in either sound; None without times, and where nothing changed.
    """

    kind: EditKind
    heard: str
    asked: str = ""
    original: Stretch | None = None
    unlearned: Stretch | None = None


@dataclass(frozen=True, slots=True)
class HeardSide:
    """What was heard in one sound. text : None where nothing is known, "" where no word was heard.

    rate : its WER in percent, None where there is none. why : why nothing is known, or why there is no diff.
    has_times : whether its words have times.
    """

    text: str | None = None
    pieces: tuple[Piece, ...] = ()
    rate: float | None = None
    why: str = ""
    has_times: bool = False


@dataclass(frozen=True, slots=True)
class HeardWords:
    """What one evaluator heard in a pair.

    asked : what was to be said; None = nobody says it, then the unlearned sample is compared with the original.
    """

    evaluator: str
    asked: str | None
    original: HeardSide
    unlearned: HeardSide


def asked_of(facts: PairFacts) -> str | None:
    """Return what was to be said in a pair; None where nobody says it."""
    settings = [sample.settings for sample in (facts.unlearned, facts.original) if sample is not None]
    return next((each["transcript"] for each in settings if "transcript" in each), None)


def heard_words(facts: PairFacts) -> tuple[HeardWords, ...]:
    """Return what each evaluator of transcripts heard in a pair; the first call loads a library: not for the window."""
    asked = asked_of(facts)
    return tuple(_heard(found, asked) for found in facts.others if found.evaluator.aspect == "transcript")


@dataclass(frozen=True, slots=True)
class _Diff:
    """A transcript and its way from what it is compared with. words : with times, () without."""

    edits: tuple[Edit, ...]
    heard: NormalisedText
    words: tuple[SpokenWord, ...] = ()
    duration_s: float = 0.0

    def place(self, edits: Sequence[Edit]) -> list[Stretch | None]:
        """Return where edits lie in this sound."""
        placed = place_edits(edits, self.heard, self.words, self.duration_s)
        return [
            None if each.start_s is None or each.end_s is None else Stretch(each.start_s, each.end_s) for each in placed
        ]

    def find(self, edit: Edit) -> Stretch | None:
        """Return where the words lie in this sound that `edit` of another one is about."""
        first, end = edit.reference_start, edit.reference_start + len(edit.reference)
        # Of what stands between two words: all that was heard between them.
        start, stop = (
            (self._after(first - 1), self._before(first))
            if first == end
            else (self._before(first), self._after(end - 1))
        )
        there = Edit("equal", edit.reference, self.heard.words[start:stop], first, start)
        return self.place([there])[0]

    def _before(self, word: int) -> int:
        """Return before which heard word that word of the reference begins."""
        for edit in self.edits:
            if edit.reference_start <= word < edit.reference_start + len(edit.reference):
                return edit.hypothesis_start + (word - edit.reference_start if edit.hypothesis else 0)
        return len(self.heard.words)

    def _after(self, word: int) -> int:
        """Return before which heard word that word of the reference has ended."""
        for edit in self.edits:
            if edit.reference_start <= word < edit.reference_start + len(edit.reference):
                return edit.hypothesis_start + (word - edit.reference_start + 1 if edit.hypothesis else 0)
        return 0


def _heard(found: AspectFacts, asked: str | None) -> HeardWords:
    evaluator = f"{found.evaluator.name} {found.evaluator.version}".strip()
    sides = [_told(each, rate) for each, rate in zip((found.original, found.unlearned), found.rates, strict=True)]
    texts = [side.text for side in sides]
    reference_text = asked if asked is not None else texts[0]
    if reference_text is None:
        return HeardWords(evaluator, asked, *(_plain(side) for side in sides))
    try:
        reference = normalise(reference_text)
        diffs = [
            None if text is None else _diff(reference, normalise(text), each)
            for text, each in zip(texts, (found.original, found.unlearned), strict=True)
        ]
    except UserError as error:
        return HeardWords(evaluator, asked, *(_plain(side, str(error)) for side in sides))
    original, unlearned = (
        side
        if diff is None
        else replace(side, has_times=bool(diff.words), pieces=tuple(_pieces(reference, diffs, number)))
        for number, (side, diff) in enumerate(zip(sides, diffs, strict=True))
    )
    return HeardWords(evaluator, asked, original, unlearned)


def _told(found: SubjectFacts | None, rate: float | None) -> HeardSide:
    """Return what is known of a side, its pieces apart."""
    if found is None:
        return HeardSide(why="not heard yet")
    text = found.detail.get("text")
    if found.status == "ok" and isinstance(text, str):
        return HeardSide(text, rate=rate)
    return HeardSide(rate=rate, why=": ".join(filter(None, (found.code, found.message))) or "no text was kept")


def _plain(side: HeardSide, why: str = "") -> HeardSide:
    pieces = (Piece("equal", " ".join(side.text.split())),) if side.text else ()
    return replace(side, pieces=pieces, why=side.why or why)


def _diff(reference: NormalisedText, heard: NormalisedText, found: SubjectFacts | None) -> _Diff:
    edits = align(reference.words, heard.words)
    try:
        words = words_of(found.detail) if found is not None else ()
    except (KeyError, TypeError, ValueError):  # of another program's making
        words = ()
    if len(words) != len(heard.spoken):
        words = ()
    measured = 0.0 if found is None else float(found.values.get("duration_s", 0.0))
    return _Diff(edits, heard, words, max([measured, *(word.end_s for word in words)]))


def _pieces(reference: NormalisedText, diffs: Sequence[_Diff | None], side: int) -> Iterator[Piece]:
    """Yield the pieces of a side, what is missing where it would have been said."""
    own = diffs[side]
    assert own is not None  # noqa: S101 - the caller has looked
    stretches = own.place(own.edits)
    changes = {number: edit for number, edit in enumerate(own.edits) if edit.kind != "equal"}
    of_word = _changes_of_spoken(own.heard, own.edits)

    def piece(number: int, heard: str) -> Piece:
        edit = changes[number]
        places = [None if diff is None else diff.find(edit) for diff in diffs]
        places[side] = stretches[number]
        return Piece(edit.kind, heard, _spoken(reference, edit), *places)

    missing = {
        number: _first_spoken(own.heard, edit.hypothesis_start)
        for number, edit in changes.items()
        if edit.kind == "deleted"
    }
    place, count = 0, len(own.heard.spoken)
    while place <= count:
        for absent in [number for number, before in missing.items() if before == place]:
            yield piece(absent, "")
        end = place + 1
        while end < count and of_word[end] == of_word[place] and end not in missing.values():
            end += 1
        if place < count:
            heard = " ".join(own.heard.spoken[place:end])
            number = of_word[place]
            yield Piece("equal", heard) if number is None else piece(number, heard)
        place = end


def _changes_of_spoken(heard: NormalisedText, edits: Sequence[Edit]) -> list[int | None]:
    """Return for each spoken word which change it is part of; None for none. One is enough: "don't" is two words."""
    found: list[int | None] = [None] * len(heard.spoken)
    for number, edit in enumerate(edits):
        if edit.kind != "equal":
            for word in range(edit.hypothesis_start, edit.hypothesis_start + len(edit.hypothesis)):
                for place in range(*heard.sources[word]):
                    found[place] = number
    return found


def _first_spoken(text: NormalisedText, word: int) -> int:
    return text.sources[word][0] if word < len(text.words) else len(text.spoken)


def _spoken(text: NormalisedText, edit: Edit) -> str:
    """Return the words of the reference of an edit as they are written."""
    if not edit.reference:
        return ""
    first, last = edit.reference_start, edit.reference_start + len(edit.reference) - 1
    return " ".join(text.spoken[text.sources[first][0] : text.sources[last][1]])
