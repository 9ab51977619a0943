"""What can be searched of pairs: prompts and other settings, paths and notes."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
class PairTexts:
    """The texts of n pairs, folded. paths : of both samples, (n,). shared : distinct settings; `place` (n,) says whose.

    Prompts repeat from pair to pair, so that each is searched once.
    """

    paths: Sequence[str]
    shared: Sequence[str]
    place: IndexArray

    def matching(self, words: Sequence[str], notes: Mapping[int, str]) -> BoolArray:
        """Return the pairs in which every word occurs, (n,). notes : by row, as written."""
        mask = np.ones(len(self.paths), dtype=np.bool_)
        written = {row: folded(note) for row, note in notes.items()} if words else {}
        for word in words:
            found = np.array([word in text for text in self.shared], dtype=np.bool_)[self.place]
            found[[row for row, note in written.items() if word in note]] = True
            rest = np.flatnonzero(mask & ~found)
            found[rest] = [word in self.paths[row] for row in rest.tolist()]
            mask &= found
        return mask


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
