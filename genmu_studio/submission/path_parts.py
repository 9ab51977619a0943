"""What the words in one segment of a path may mean: side, group, identity, role, prompt type, seed."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from genmu_studio.domain import PROMPT_TYPES, Side
from genmu_studio.submission.groups import Groups, words_of

# "before unlearning" is the original: words of time and origin are stronger than the word for the method.
_SIDES_BY_STRENGTH: tuple[Mapping[Side, tuple[str, ...]], ...] = (
    {"original": ("before", "pre", "original", "originals", "orig"), "unlearned": ("after", "post")},
    {
        "original": ("base", "baseline", "teacher", "source"),
        "unlearned": ("unlearned", "unlearn", "unlearning", "un", "erased", "forgotten", "student"),
    },
    {"reproduced": ("reproduced",), "quantized": ("quantized", "quantised")},
)
_SIDE_WORDS: tuple[Mapping[str, Side], ...] = tuple(
    {word: side for side, words in sides.items() for word in words} for sides in _SIDES_BY_STRENGTH
)
_IDENTITY_MARKS = frozenset({"id", "ids", "identity", "speaker", "spk", "person", "celeb", "subject"})
_ROLE_WORDS = frozenset({"forget", "retain", "adjacent", "retained"})
_SEED_MARKS = frozenset({"seed", "sd"})
_GENERIC = frozenset(
    {"gen", "generated", "generation", "generations", "img", "image", "images", "pic", "picture", "sample", "samples",
     "out", "output", "outputs", "audio", "wav", "utt", "utterance", "result", "results", "face", "faces"}
)  # fmt: skip
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_MAX_SEED_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says about a layout: for a folder's name, or a file's name without extension, what it means.

    ignored : names of folders that hold no samples.
    """

    sides: Mapping[str, Side] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    identities: Mapping[str, str] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()


class Token(NamedTuple):
    """A word or number in a segment, in lower case (numbers without leading zeros), and where it stands."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Part:
    """One segment of a path: its text, the tokens that are still unexplained, and those that were explained."""

    text: str
    tokens: tuple[Token, ...]
    explained: tuple[Token, ...] = ()

    def without(self, tokens: Iterable[Token]) -> "Part":
        """Return the part with `tokens` explained."""
        taken = tuple(tokens)
        left = tuple(token for token in self.tokens if token not in taken)
        return Part(self.text, left, (*self.explained, *taken))

    @cached_property
    def rest(self) -> str:
        """The text that nothing explains, without generic words: a part of the condition."""
        generic = [token for token in self.tokens if token.word in _GENERIC]
        text = self.text
        for token in sorted([*self.explained, *generic], key=lambda each: each.start, reverse=True):
            text = f"{text[: token.start]}\0{text[token.end :]}"
        return re.sub(r"[\s_.\-]*\0[\s_.\-\0]*", "_", text).strip("_ .-").casefold()


class Found(NamedTuple):
    """What a part names, what is left of it, and how sure it is: 0 one of its words, 1 marked or whole, 2 a person."""

    value: str
    left: Part
    trust: int = 0


def part_of(text: str) -> Part:
    """Return `text` in its words and numbers."""
    nfc = unicodedata.normalize("NFC", text)
    tokens = (Token(words_of(match.group())[0], match.start(), match.end()) for match in _TOKEN.finditer(nfc))
    return Part(nfc, tuple(tokens))


class Reading:
    """How parts are read for one track's groups under a person's correction. Each answer is remembered by part."""

    def __init__(self, groups: Groups, correction: Correction) -> None:
        self.part = cache(part_of)
        self.side = cache(lambda part: _side(part, correction))
        self.group = cache(lambda part: _group(part, groups, correction))
        self.identity = cache(lambda part: _identity(part, groups, correction))
        self.prompt_type = cache(_prompt_type)
        self.without_role = cache(_without_role)
        self.marked_seed = cache(_marked_seed)
        self.last_number = cache(_last_number)


def _side(part: Part, correction: Correction) -> Found | None:
    """Return the side that `part` names; None where none or both are named."""
    if part.text in correction.sides:
        return Found(correction.sides[part.text], part.without(part.tokens), trust=2)
    for words in _SIDE_WORDS:
        sides = {words[token.word] for token in part.tokens if token.word in words}
        if len(sides) > 1:
            return None
        if sides:
            said = (token for token in part.tokens if any(token.word in each for each in _SIDE_WORDS))
            return Found(sides.pop(), part.without(said))
    return None


def _group(part: Part, groups: Groups, correction: Correction) -> Found | None:
    """Return the group whose name stands in `part`, the longest name first; a bare number is no name."""
    if part.text in correction.groups:
        return Found(correction.groups[part.text], part.without(part.tokens), trust=2)
    count = len(part.tokens)
    for length in range(min(count, groups.longest_name), 0, -1):
        for start in range(count - length + 1):
            tokens = part.tokens[start : start + length]
            words = tuple(token.word for token in tokens)
            group = None if len(words) == 1 and words[0].isdecimal() else groups.by_words(words)
            if group:
                return Found(group.name, part.without(tokens))
    return None


def _identity(part: Part, groups: Groups, correction: Correction) -> Found | None:
    """Return the identity of the protocol that `part` names; of several unmarked ones none."""
    if part.text in correction.identities:
        return Found(correction.identities[part.text], part.without(part.tokens), trust=2)
    known = groups.identity_of_words
    whole = tuple(token.word for token in part.tokens)
    if whole in known:
        return Found(known[whole], part.without(part.tokens), trust=1)
    found = []
    for place, token in enumerate(part.tokens):
        identity = known.get((token.word,))
        if identity is None:
            continue
        mark = part.tokens[place - 1] if place else None
        if mark and mark.word in _IDENTITY_MARKS:
            return Found(identity, part.without((mark, token)), trust=1)
        if not (mark and mark.word in _SEED_MARKS):
            found.append(Found(identity, part.without((token,))))
    return found[0] if len(found) == 1 else None


def _prompt_type(part: Part) -> Found | None:
    for prompt_type in PROMPT_TYPES:
        tokens = [token for token in part.tokens if token.word == prompt_type]
        if tokens:
            return Found(prompt_type, part.without(tokens))
    return None


def _without_role(part: Part) -> Part:
    """Return the part without words that name a role: roles follow from the group."""
    return part.without(token for token in part.tokens if token.word in _ROLE_WORDS)


def _marked_seed(part: Part) -> Found | None:
    """Return the number after the word "seed"."""
    for mark, token in zip(part.tokens, part.tokens[1:], strict=False):
        if mark.word in _SEED_MARKS and _is_number(token):
            return Found(token.word, part.without((mark, token)), trust=1)
    return None


def _last_number(part: Part) -> Found | None:
    """Return the last unexplained number; "yaw_-30" is negative, "yaw-30" is not."""
    token = next((token for token in reversed(part.tokens) if _is_number(token)), None)
    if token is None:
        return None
    before = part.text[: token.start]
    sign = "-" if before.endswith("-") and not before[:-1][-1:].isalnum() else ""
    return Found(f"{sign}{token.word}", part.without((token,)))


def _is_number(token: Token) -> bool:
    return token.word.isdecimal() and token.word.isascii() and len(token.word) <= _MAX_SEED_DIGITS
