"""What can be searched of pairs: prompts and other settings, paths and notes."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, repeat
from operator import contains

import numpy as np

from genmu_studio.pair_table import PairTable
from scoring.frame import BoolArray, IndexArray

# What keeps a search of 100,000 pairs under a tenth of a second, however long the texts of a submission are: so many
# characters of settings are searched, in all, and so many at the end of each path.
_SETTINGS_CHARS = 50_000_000
_PATH_CHARS = 250
_NUMBER = re.compile(r"[+-]?[\d.]+")
_WORD = re.compile(r'"([^"]*)"?|([^\s"]+)')


def folded(text: str) -> str:
    """Return the text in the form in which texts are compared: without case, each character written in one way."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text.casefold())


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a search, and the phrases that stand in quotes, folded; each of them once."""
    found = (" ".join(folded(phrase or word).split()) for phrase, word in _WORD.findall(text))
    return tuple(dict.fromkeys(word for word in found if word))


@dataclass(frozen=True, eq=False, slots=True)
class _Search:
    """A search and what it found. notes : the very mapping that was searched."""

    words: tuple[str, ...]
    notes: Mapping[int, str]
    found: BoolArray


@dataclass(eq=False, slots=True)
class PairTexts:
    """The texts of n pairs, folded. paths : of both samples, (n,). shared : distinct settings; `place` (n,) says whose.

    Prompts repeat from pair to pair, so that each is searched once. The last search is kept, since a filter's other
    parts change while its text stays.
    """

    paths: Sequence[str]
    shared: Sequence[str]
    place: IndexArray
    _last: _Search | None = field(default=None, init=False)

    def matching(self, words: Sequence[str], notes: Mapping[int, str]) -> BoolArray:
        """Return the pairs in which every word occurs, (n,): not to be written to. notes : by row, as written."""
        last = self._last
        if last is None or last.words != tuple(words) or last.notes is not notes:
            last = self._last = _Search(tuple(words), notes, self._search(words, notes))
        return last.found

    def _search(self, words: Sequence[str], notes: Mapping[int, str]) -> BoolArray:
        mask = np.ones(len(self.paths), dtype=np.bool_)
        written = {row: folded(note) for row, note in notes.items()}
        for word in sorted(words, key=len, reverse=True):  # the rarer ones first: what they leave out is not read again
            asked = np.zeros(len(self.shared), dtype=np.bool_)
            asked[self.place[mask]] = True
            found = _holding(self.shared, asked, word)[self.place]
            found[[row for row, note in written.items() if word in note]] = True
            found |= _holding(self.paths, mask & ~found, word)
            mask &= found
        return mask


def _holding(texts: Sequence[str], asked: BoolArray, word: str) -> BoolArray:
    """Return which of the texts hold the word, (n,); those that are not `asked` are not looked at."""
    found = np.zeros(len(texts), dtype=np.bool_)
    found[asked] = np.fromiter(map(contains, compress(texts, asked.tolist()), repeat(word)), dtype=np.bool_)
    return found


def gather_texts(
    table: PairTable,
    samples: Iterable[tuple[int, str, str, str]],
    conditions: Mapping[str, tuple[str, Mapping[str, str]]],
) -> PairTexts:
    """Return the texts of a table's pairs.

    samples : id, path, digest of the condition, requested attributes (JSON). conditions : name and settings, by digest.
    """
    known = {sample: (path, (condition, requested)) for sample, path, condition, requested in samples}
    paths: list[str] = []
    places: list[int] = []
    place_of: dict[tuple[tuple[str, str], ...], int] = {}
    for pair in zip(table.original.tolist(), table.unlearned.tolist(), strict=True):
        sides = [known[sample] for sample in pair if sample in known]
        paths.append(folded("\n".join([path[-_PATH_CHARS:] for path, _ in sides])))
        places.append(place_of.setdefault(tuple(dict.fromkeys([each for _, each in sides])), len(place_of)))
    longest = _SETTINGS_CHARS // max(len(place_of), 1)
    shared = ["\n".join(_settings(sides, conditions))[:longest] for sides in place_of]
    return PairTexts(paths, shared, np.array(places, dtype=np.intp))


def _settings(
    sides: Iterable[tuple[str, str]], conditions: Mapping[str, tuple[str, Mapping[str, str]]]
) -> Iterable[str]:
    """Return the condition's name and every setting that is text, prompts first, each once."""
    found: dict[str, None] = {}
    for condition, requested in sides:
        name, settings = conditions.get(condition, ("", {}))
        prompts = [settings[key] for key in ("prompt", "negative_prompt", "transcript") if key in settings]
        for text in (name, *prompts, *settings.values(), *json.loads(requested).values()):
            if not _NUMBER.fullmatch(text):
                found[" ".join(folded(text).split())] = None
    return found
