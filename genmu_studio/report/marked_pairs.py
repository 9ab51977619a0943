"""The pairs that a reviewer marked: bookmarks, picks and notes."""

from dataclasses import dataclass

import numpy as np

from genmu_studio.pair_table import PairTable
from genmu_studio.report.pair_cards import PairCard, PairMaterial, pair_card

MOST_PAIRS = 48


@dataclass(frozen=True, slots=True)
class MarkedRows:
    """The rows of marked pairs that are shown, and how many there are."""

    rows: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class MarkedPairs:
    """Their cards, and how many have none."""

    cards: tuple[PairCard, ...]
    more: int


def choose_marked(table: PairTable, most: int = MOST_PAIRS) -> MarkedRows:
    """Return the marked rows, bookmarks first, then picks, rejections, notes alone; as in the table among equals."""
    marked = np.flatnonzero(table.bookmarked | (table.pick != 0) | table.noted)
    kind = np.select([table.bookmarked[marked], table.pick[marked] > 0, table.pick[marked] < 0], [0, 1, 2], 3)
    rows = marked[np.argsort(kind, kind="stable")]
    return MarkedRows(tuple(rows[:most].tolist()), len(rows))


def marked_pairs(chosen: MarkedRows, pairs: PairMaterial) -> MarkedPairs:
    """Return the cards of the marked pairs."""
    cards = tuple(pair_card(pairs, row) for row in chosen.rows)
    return MarkedPairs(cards, chosen.total - len(cards))
