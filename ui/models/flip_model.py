"""Samples near the threshold as a list model: what is said of one is worked out when it is seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.flips import Erb, Flip, Flips
from scoring.frame import IndexArray
from ui.numbers import NONE, percent, signed
from ui.widgets.chart_frame import written
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
ROW = int(Qt.ItemDataRole.UserRole)  # the role of a `FlipRow`
_NO_PARENT = QModelIndex()
_AT_ONCE = 8  # rows that are worked out together: about as many as are seen
_DECIMALS = 2  # of an ERB that one sample of thousands moves


@dataclass(frozen=True, slots=True)
class Cell:
    """Two lines. tint : the token of the colour of the second."""

    above: str
    below: str
    tint: str = "muted"


_NOT_YET = Cell("", "")


@dataclass(frozen=True, slots=True)
class FlipRow:
    """What a row shows. numbers : similarity, ERB if it flips alone, ERB with the threshold moved past it."""

    flip: Flip
    who: Cell
    numbers: tuple[Cell, Cell, Cell]

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        similarity, alone, moved = self.numbers
        return (
            f"{self.who.above}, {self.who.below}: similarity {similarity.above}, {similarity.below}; "
            f"ERB {alone.above} if it flips alone, {moved.above} with the threshold moved past it"
        )


class FlipModel(QAbstractListModel):
    """The flips of what is selected, the nearest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._flips: Flips | None = None
        self._places: IndexArray = np.empty(0, dtype=np.intp)
        self._of_track = True
        self._now: float | None = None
        self._is_moving = False
        self._known: dict[int, FlipRow] = {}

    def __len__(self) -> int:
        return len(self._places)

    def show_flips(self, flips: Flips, selection: Selection, erb: float | None, *, is_moving: bool = False) -> None:
        """Show those of what is selected. erb : in percent, of the group that is selected or of the track, as it is.

        is_moving : what ERB would become is not worked out for a threshold that is another in a moment.
        """
        places = flips.selected(selection)
        before, after = len(self), len(places)
        # Rows come and go at the end, and the others change: to reset a view costs more than to paint it.
        if after < before:
            self.beginRemoveRows(_NO_PARENT, after, before - 1)
        elif after > before:
            self.beginInsertRows(_NO_PARENT, before, after - 1)
        self._flips, self._known, self._places = flips, {}, places
        self._of_track, self._now, self._is_moving = selection.group is None, erb, is_moving
        if after < before:
            self.endRemoveRows()
        elif after > before:
            self.endInsertRows()
        if min(before, after):
            self.dataChanged.emit(self.index(0), self.index(min(before, after) - 1))

    def sample_at(self, row: int) -> int:
        """Return the id of the sample in a row."""
        assert self._flips is not None  # noqa: S101 - there is no row otherwise
        return self._flips.sample(int(self._places[row]))

    def row_of(self, sample: int | None) -> int | None:
        """Return the row of a sample, None where it is not listed."""
        if sample is None or self._flips is None:
            return None
        found = np.flatnonzero(_samples(self._flips)[self._places] == sample)
        return int(found[0]) if len(found) else None

    def row(self, number: int) -> FlipRow:
        """Return what a row shows."""
        assert self._flips is not None  # noqa: S101 - there is no row otherwise
        if number not in self._known:
            first = number - number % _AT_ONCE
            rows = range(first, min(first + _AT_ONCE, len(self)))
            places = self._places[first : rows.stop].tolist()
            flips = self._flips.describe(places, with_erb=not self._is_moving)
            self._known.update(zip(rows, map(self._row, flips), strict=True))
        return self._known[number]

    def _row(self, flip: Flip) -> FlipRow:
        who = Cell(flip.identity, f"seed {flip.seed} · {flip.condition}")
        similarity = Cell(written(flip.similarity, 3), "verifies" if flip.verifies else "does not")
        return FlipRow(flip, who, (similarity, self._erb(flip.alone), self._erb(flip.moved)))

    def _erb(self, erb: Erb) -> Cell:
        """Return an ERB, and how far it lies from that of now."""
        if self._is_moving:
            return _NOT_YET
        of_group, of_track = erb
        value = of_track if self._of_track else of_group
        if value is None or self._now is None:
            return Cell(percent(value, _DECIMALS), NONE)
        change = signed(value - self._now, _DECIMALS)
        return Cell(percent(value, _DECIMALS), change, {"+": "good", "−": "bad"}.get(change[0], "muted"))

    # ---- for the view ----

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many there are."""
        return 0 if parent.isValid() else len(self)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows."""
        if not index.isValid():
            return None
        row = self.row(index.row())
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.words
        if role == Qt.ItemDataRole.ToolTipRole:
            flip = row.flip
            who = f"{flip.group} · {flip.identity}, {flip.role} · {flip.condition} · seed {flip.seed}"
            return tip(f"{who}\nsimilarity {flip.similarity!r}\n{row.words}")
        return None


def _samples(flips: Flips) -> NDArray[np.int64]:
    """Return the ids of all flips."""
    samples = np.empty(len(flips), dtype=np.int64)
    for number, frame in enumerate(flips.sweep.look.frames):
        of_frame = flips.frame == number
        samples[of_frame] = frame.sample_id[flips.rows[of_frame]]
    return samples
