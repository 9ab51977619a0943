"""Texts as the word error rate compares them: Whisper's English normaliser, and which spoken words each word came from.

The normaliser (Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision", 2022, appendix C) drops
punctuation, brackets and fillers, spells contractions out, unites spellings and writes numbers as digits. So one spoken
word can become two ("don't"), several can become one ("twenty one"), and some vanish ("um"). Of what it leaves, a sign
without a letter or digit (the "." that remains of "wait...") is no word here.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from scoring.errors import UserError

NORMALISER = "Whisper English"
# Numbers and brackets bind neighbours together; a longer group than this is not searched for.
_LONGEST_GROUP = 12


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """A text and its normalised words. spoken : what stands between spaces. words : normalised, none with a space.

    sources : for each of `words`, the range (first, end) of `spoken` that it came from.
    """

    spoken: tuple[str, ...]
    words: tuple[str, ...]
    sources: tuple[tuple[int, int], ...]


def normalise(text: str) -> NormalisedText:
    """Return the normalised words of `text` with their sources; UserError where the normaliser is not installed."""
    spoken = tuple(text.split())
    words = normalised_words(" ".join(spoken))
    sources: list[tuple[int, int]] = []
    first = 0
    for size in _group_sizes(spoken, words):
        group = (first, first + size)
        sources.extend([group] * len(_words_of_group(spoken, *group)))
        first += size
    return NormalisedText(spoken, words, tuple(sources))


@lru_cache(maxsize=50_000)
def normalised_words(text: str) -> tuple[str, ...]:
    """Return the normalised words of `text`; UserError where the normaliser is not installed."""
    return tuple(word for word in _normaliser()(text).split() if any(sign.isalnum() for sign in word))


@cache
def _normaliser() -> Callable[[str], str]:
    try:
        from whisper_normalizer.english import EnglishTextNormalizer
    except ModuleNotFoundError as error:
        raise UserError(
            "word error rates need the package whisper_normalizer", 'Type: pip install "genmu-studio[speech]"'
        ) from error
    normaliser: Callable[[str], str] = EnglishTextNormalizer()
    return normaliser


def _words_of_group(spoken: Sequence[str], first: int, end: int) -> tuple[str, ...]:
    return normalised_words(" ".join(spoken[first:end]))


def _group_sizes(spoken: Sequence[str], words: tuple[str, ...]) -> list[int]:
    """Return sizes of neighbouring groups of `spoken`, small ones first, that give `words` when normalised one by one.

    A search in depth that enters no place twice; where no such groups are found, everything is one group.
    """
    seen: set[tuple[int, int]] = set()
    sizes: list[int] = []
    ways = [_ways_on(spoken, words, 0, 0)]
    while ways:
        step = next(ways[-1], None)
        if step is None:
            ways.pop()
            if sizes:
                sizes.pop()
            continue
        size, used, given = step
        if (used, given) in seen:
            continue
        seen.add((used, given))
        sizes.append(size)
        if used == len(spoken) and given == len(words):
            return sizes
        ways.append(_ways_on(spoken, words, used, given))
    return [len(spoken)] if spoken else []


def _ways_on(spoken: Sequence[str], words: tuple[str, ...], used: int, given: int) -> Iterator[tuple[int, int, int]]:
    """Yield (size, spoken words used, normalised words given) of each next group whose words come next in `words`."""
    for end in range(used + 1, min(used + _LONGEST_GROUP, len(spoken)) + 1):
        found = _words_of_group(spoken, used, end)
        if words[given : given + len(found)] == found:
            yield end - used, end, given + len(found)
