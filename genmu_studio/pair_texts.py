"""What can be searched of pairs: prompts and other settings, paths, what was heard, and notes."""

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
# characters of settings are searched, in all, as many of what was heard, and so many at the end of each path.
_SETTINGS_CHARS = 50_000_000
_HEARD_CHARS = 50_000_000
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
    """The texts of n pairs, folded. paths : of both samples, and what was heard in them, (n,).

    shared : distinct settings; `place` (n,) says whose.

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
    samples: Iterable[Sequence[tuple[int, str, str, str]]],
    conditions: Mapping[str, tuple[str, Mapping[str, str]]],
    heard: Iterable[Sequence[tuple[int, str]]] = (),
) -> PairTexts:
    """Return the texts of a table's pairs.

    samples : batches of id, path, digest of the condition, requested attributes (JSON): nobody waits for a thread that
    makes or drops a few thousand objects at once. conditions : name and settings, by digest. heard : batches of id and
    text, as evaluators heard it.
    """
    paths = [""] * len(table)
    number_of: dict[tuple[str, str], int] = {}
    numbers = np.zeros((len(table), 2), dtype=np.intp)  # of the settings of both sides, 0 = none
    for batch in samples:
        places = table.index.by_sample.find(np.array([sample for sample, *_ in batch], dtype=np.int64))
        for place, (_, path, condition, requested) in zip(places.tolist(), batch, strict=True):
            if place >= 0:
                row, side = divmod(place, 2)
                paths[row] += folded(path[-_PATH_CHARS:]) + "\n"
                numbers[row, side] = number_of.setdefault((condition, requested), len(number_of) + 1)
    _add_heard(table, heard, paths)
    one_side = np.where(
        numbers == 0, numbers[:, ::-1], numbers
    )  # a pair that lacks a side has the settings of the other
    known, place = np.unique(one_side @ (len(number_of) + 1, 1), return_inverse=True)
    keys = [None, *number_of]
    longest = _SETTINGS_CHARS // max(len(known), 1)
    shared = []
    for number in known.tolist():
        sides = dict.fromkeys(keys[each] for each in divmod(number, len(keys)))
        shared.append("\n".join(_settings(filter(None, sides), conditions))[:longest])
    return PairTexts(paths, shared, place)


def _add_heard(table: PairTable, heard: Iterable[Sequence[tuple[int, str]]], texts: list[str]) -> None:
    """Add what was heard to the texts of the pairs (n,)."""
    longest = _HEARD_CHARS // max(2 * len(table), 1)
    for batch in heard:
        places = table.index.by_sample.find(np.array([sample for sample, _ in batch], dtype=np.int64))
        for place, (_, text) in zip(places.tolist(), batch, strict=True):
            if place >= 0:
                texts[place // 2] += " ".join(folded(text[:longest]).split()) + "\n"


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
