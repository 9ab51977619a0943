"""Two boxes that choose which entries of a track stand beside each other."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.entry_comparison import suggest_second
from ui.icons import icon
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.elided_box import ElidedBox
from ui.widgets.tips import tip


class EntryBoxes(QWidget):
    """The first entry is any of the project, the second another one of its track."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[SubmissionRow] = ()
        self._first: SubmissionRow | None = None
        self._second: SubmissionRow | None = None
        self.first = _box("First entry")
        self.second = _box("Second entry")
        self.swap = QToolButton()
        self.swap.setAccessibleName("Swap")
        self.swap.setToolTip("Swap first and second")
        self.swap.clicked.connect(lambda *_: self.choose(self._second, self._first))
        self.first.activated.connect(lambda index: self._choose_first(self.first.itemData(index)))
        self.second.activated.connect(lambda index: self.choose(self._first, self._find(self.second.itemData(index))))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        row.addWidget(label("First", "muted"))
        row.addWidget(self.first, 1)
        row.addWidget(self.swap)
        row.addWidget(label("Second", "muted"))
        row.addWidget(self.second, 1)
        watch().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.swap.setIcon(icon("flip"))

    @property
    def pair(self) -> tuple[SubmissionRow, SubmissionRow] | None:
        """The entries that are chosen; None where there are not two of a track."""
        return None if self._first is None or self._second is None else (self._first, self._second)

    @property
    def chosen_first(self) -> SubmissionRow | None:
        """The first entry, also where there is no second one."""
        return self._first

    def show_entries(self, entries: Sequence[SubmissionRow], first: SubmissionRow | None) -> None:
        """Offer entries; what is chosen and still there stays, else `first` is, and what suits it."""
        self._entries = entries
        kept = [None if row is None else self._find(row.id) for row in (self._first, self._second)]
        self.choose(kept[0] or first, kept[1])

    def choose(self, first: SubmissionRow | None, second: SubmissionRow | None) -> None:
        """Choose two entries; where the second does not go with the first, one that does is chosen."""
        if first is not None and (second is None or second.id == first.id or second.track != first.track):
            second = suggest_second(self._entries, first)
        self._first, self._second = first, second
        _fill(self.first, self._entries, first, with_track=True)
        others = [row for row in self._entries if first and row.track == first.track and row.id != first.id]
        _fill(self.second, others, second, with_track=False)
        self.swap.setEnabled(second is not None)
        self.changed.emit()

    def _choose_first(self, name: SubmissionId) -> None:
        """Choose another first entry; where that was the second one, the two change places."""
        chosen = self._find(name)
        is_second = chosen is not None and self._second is not None and chosen.id == self._second.id
        self.choose(chosen, self._first if is_second else self._second)

    def _find(self, name: SubmissionId) -> SubmissionRow | None:
        return next((row for row in self._entries if row.id == name), None)


def entry_name(row: SubmissionRow) -> str:
    """Return an entry as a person tells it from others: its team and revision."""
    return f"{row.team}  rev {row.revision}"


def _box(name: str) -> QComboBox:
    box = ElidedBox()
    box.setAccessibleName(name)
    box.setMinimumContentsLength(12)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setPlaceholderText("No entry")
    return box


def _fill(box: QComboBox, rows: Sequence[SubmissionRow], chosen: SubmissionRow | None, *, with_track: bool) -> None:
    box.clear()
    for row in rows:
        track = f"{row.track.title()}  " if with_track else ""
        method = f"  ·  {row.method}" if row.method else ""
        box.addItem(f"{track}{entry_name(row)}{method}", row.id)
    box.setCurrentIndex(next((n for n, row in enumerate(rows) if chosen and row.id == chosen.id), -1))
    box.setEnabled(bool(rows))
    shown = f"{box.currentText()}\n" if chosen else ""
    box.setToolTip(tip(f"{shown}{box.accessibleName()} of the comparison"))
