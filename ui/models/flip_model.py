"""Samples near the threshold as a table model: what is said of one is worked out when it is seen."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.flips import Erb, Flip, Flips
from scoring.frame import IndexArray
from ui.numbers import NONE, percent, signed
from ui.widgets.chart_frame import written
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
FLIP = Qt.ItemDataRole.UserRole  # the role of a `Flip`
LINES = Qt.ItemDataRole.UserRole + 1  # the role of a cell's two lines, and the token of the colour of the second
_NO_PARENT = QModelIndex()
_DECIMALS = 2  # of an ERB that one sample of thousands moves
_AT_ONCE = 16  # rows that are worked out together: about as many as are seen
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its title, and what it says of a flip. lines : two of them, and the colour of the second."""

    title: str
    about: str
    lines: Callable[["FlipModel", Flip], tuple[str, str, str]]


def _who(model: "FlipModel", flip: Flip) -> tuple[str, str, str]:
    return flip.identity, f"seed {flip.seed} · {flip.condition}", "muted"


def _similarity(model: "FlipModel", flip: Flip) -> tuple[str, str, str]:
    return written(flip.similarity, 3), "verifies" if flip.verifies else "does not", "muted"


def _alone(model: "FlipModel", flip: Flip) -> tuple[str, str, str]:
    return model.erb_lines(flip.alone)


def _moved(model: "FlipModel", flip: Flip) -> tuple[str, str, str]:
    return model.erb_lines(flip.moved)


COLUMNS: tuple[Column, ...] = (
    Column("sample", "Original and unlearned, whom it was asked to show, seed and condition", _who),
    Column("similarity", "To its own template, and whether it verifies now", _similarity),
    Column("ERB alone", "What ERB becomes if this decision alone were the other one", _alone),
    Column("ERB moved", "What ERB becomes if the threshold moves just past it, nearer samples with it", _moved),
)
SAMPLE = 0


class FlipModel(QAbstractTableModel):
    """The flips of what is selected, the nearest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._flips: Flips | None = None
        self._places: IndexArray = np.empty(0, dtype=np.intp)
        self._samples = np.empty(0, dtype=np.int64)  # their ids
        self._of_track = True
        self._now: float | None = None
        self._known: dict[int, Flip] = {}

    def __len__(self) -> int:
        return len(self._places)

    def show_flips(self, flips: Flips, selection: Selection, erb: float | None) -> None:
        """Show those of what is selected. erb : in percent, of the group that is selected or of the track, as it is."""
        self.beginResetModel()
        self._flips, self._known = flips, {}
        self._of_track, self._now = selection.group is None, erb
        self._places, self._samples = _chosen(flips, selection)
        self.endResetModel()

    def sample_at(self, row: int) -> int:
        """Return the id of the sample in a row."""
        return int(self._samples[row])

    def row_of(self, sample: int | None) -> int | None:
        """Return the row of a sample, None where it is not listed."""
        if sample is None:
            return None
        found = np.flatnonzero(self._samples == sample)
        return int(found[0]) if len(found) else None

    def flip(self, row: int) -> Flip:
        """Return what is said of the sample in a row."""
        assert self._flips is not None  # noqa: S101 - there is no row otherwise
        if row not in self._known:
            first = row - row % _AT_ONCE
            rows = range(first, min(first + _AT_ONCE, len(self)))
            self._known.update(zip(rows, self._flips.describe(self._places[first : rows.stop].tolist()), strict=True))
        return self._known[row]

    def erb_lines(self, erb: Erb) -> tuple[str, str, str]:
        """Return an ERB, how far it lies from that of now, and the colour of that."""
        of_group, of_track = erb
        value = of_track if self._of_track else of_group
        if value is None or self._now is None:
            return percent(value, _DECIMALS), NONE, "muted"
        change = signed(value - self._now, _DECIMALS)
        token = {"+": "good", "−": "bad"}.get(change[0], "muted")
        return percent(value, _DECIMALS), change, token

    # ---- for the view ----

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many there are."""
        return 0 if parent.isValid() else len(self)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title and what it means."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(COLUMNS):
            return None
        own = {
            Qt.ItemDataRole.DisplayRole: COLUMNS[section].title,
            Qt.ItemDataRole.ToolTipRole: tip(COLUMNS[section].about),
            Qt.ItemDataRole.TextAlignmentRole: _LEFT if section == SAMPLE else _RIGHT,
        }
        return own.get(Qt.ItemDataRole(role))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        flip, column = self.flip(index.row()), COLUMNS[index.column()]
        if role == FLIP:
            return flip
        if role not in {LINES, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        lines = column.lines(self, flip)
        if role == LINES:
            return lines
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(
                f"{flip.group} · {flip.identity}, {flip.role} · {flip.condition} · seed {flip.seed}\n{_exact(flip)}"
            )
        return f"{lines[0]}, {lines[1]}"


def _exact(flip: Flip) -> str:
    return f"similarity {flip.similarity!r}, {'verifies' if flip.verifies else 'does not verify'}"


def _chosen(flips: Flips, selection: Selection) -> tuple[IndexArray, NDArray[np.int64]]:
    """Return the places of the flips that are selected, and the ids of their samples."""
    chosen = np.zeros(len(flips), dtype=np.bool_)
    samples = np.empty(len(flips), dtype=np.int64)
    for number, frame in enumerate(flips.sweep.look.frames):
        of_frame = flips.frame == number
        rows = flips.rows[of_frame]
        samples[of_frame] = frame.sample_id[rows]
        chosen[of_frame] = True if selection == Selection() else selection.rows(frame)[rows]
    return np.flatnonzero(chosen), samples[chosen]
