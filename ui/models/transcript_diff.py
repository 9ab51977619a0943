"""How a change of words is told: a sign, a look, and a sentence, so that no colour says anything alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from genmu_studio.heard_words import HeardSide, HeardWords, Piece
from ui.numbers import percent

Shape = Literal["plain", "struck", "boxed", "underlined"]
Side = Literal["original", "unlearned"]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a kind of change looks. sign : before the words. ink : a token of the theme."""

    word: str
    sign: str
    shape: Shape
    ink: str


MARKS: Mapping[str, Mark] = {
    "inserted": Mark("added", "+", "boxed", "what_if"),
    "deleted": Mark("missing", "⊖", "struck", "bad"),
    "substituted": Mark("other word", "≠", "underlined", "changed"),
}


def shown(piece: Piece) -> str:
    """Return the words of a change as they stand in the line."""
    return f"{MARKS[piece.kind].sign} {piece.heard or piece.asked}"


def sentence(piece: Piece) -> str:
    """Return what a change is, in words."""
    if piece.kind == "deleted":
        return f"missing: {piece.asked}"
    if piece.kind == "inserted":
        return f"added: {piece.heard}"
    return f"other word: {piece.heard} in place of {piece.asked}"


def can_loop(piece: Piece) -> bool:
    """Whether it is known where the words lie in one of the sounds."""
    return piece.original is not None or piece.unlearned is not None


def rate_words(side: HeardSide, asked: str | None) -> str:
    """Return the WER of a side, or why there is none."""
    if side.rate is not None:
        return f"WER {percent(side.rate)} %"
    if side.text is None:
        return ""
    return "nobody says what was asked" if asked is None else "no word was asked for"


def spoken(side: HeardSide, name: Side, asked: str | None) -> str:
    """Return a side for somebody who hears it read: its text, its rate and each change."""
    if side.text is None:
        return f"{name}: {side.why}"
    changes = [sentence(piece) for piece in side.pieces if piece.kind != "equal"]
    parts = [f"{name}: {side.text or 'no word was heard'}", rate_words(side, asked), side.why, *changes]
    return "; ".join(part for part in parts if part)


def remarks(words: HeardWords) -> tuple[str, ...]:
    """Return what is to be known of the line as a whole."""
    said = []
    if words.asked is None and words.original.text is not None and words.unlearned.text is not None:
        said.append("compared with the original")
    if any(side.text and not side.has_times for side in (words.original, words.unlearned)):
        said.append("without times: words cannot be looped")
    return tuple(said)
