"""What can be searched of pairs: prompts and other settings, paths and notes."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.frame import BoolArray, IndexArray

_WORD = re.compile(r'"([^"]*)"?|([^\s"]+)')


def folded(text: str) -> str:
    """Return the text in the form in which texts are compared: without case, each character written in one way."""
    return unicodedata.normalize("NFC", text.casefold())


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
        written = {row: folded(note) for row, note in notes.items()}
        for word in words:
            found = np.array([word in text for text in self.shared], dtype=np.bool_)[self.place]
            found[[row for row, note in written.items() if word in note]] = True
            open_rows = np.flatnonzero(mask & ~found)
            found[open_rows] = [word in self.paths[row] for row in open_rows.tolist()]
            mask &= found
        return mask
