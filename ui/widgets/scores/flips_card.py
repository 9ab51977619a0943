"""The samples whose decision hangs on a little of the threshold, the nearest first; each opens in Review."""

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.flips import Flips
from scoring.types import MediaKind
from ui.actions import Actions, readable
from ui.models.flip_model import FlipModel
from ui.theme import GRID_PX, current
from ui.widgets.basics import Card, label
from ui.widgets.scores.flip_delegate import ROW_PX, FlipDelegate, FlipTitles
from ui.widgets.thumbnails import Seen

_TITLE_PX = 210
_NOTHING_NEAR = "Nothing lies so near to the threshold. Widen the zone, or move the threshold."
_NOTHING = "Nothing that is shown would flip near this threshold."


class FlipList(QTableView):
    """The list; `opened` carries the id of a sample, by Enter or a double click.

    A table of one column: a `QListView` asks for every row when rows come and go.
    """

    opened = Signal(int)

    def __init__(self, model: FlipModel, see: Callable[[int], Seen | None]) -> None:
        super().__init__()
        self._flips = model
        self.setAccessibleName("Samples that flip near the threshold")
        self.setToolTip("The nearest first (Enter: open the pair in Review)")
        self.setModel(model)
        self.flip_delegate = FlipDelegate(see, self)
        self.setItemDelegate(self.flip_delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # no column moves when it comes
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.doubleClicked.connect(lambda index: self.opened.emit(model.sample_at(index.row())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, then the rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(current().surface))
        painter.end()
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.opened.emit(self._flips.sample_at(self.currentIndex().row()))
        else:
            super().keyPressEvent(event)


class FlipsCard(Card):
    """`opened` carries the id of the sample whose pair somebody wants to see, `widened` half a zone that holds one."""

    opened = Signal(int)
    widened = Signal(float)

    def __init__(self, see: Callable[[int], Seen | None], actions: Actions) -> None:
        super().__init__("Flips")
        self._sample: int | None = None  # the one that somebody is at: it stays while the list changes around it
        self._is_showing = False
        self.model = FlipModel(self)
        self.titles = FlipTitles()
        self.list = FlipList(self.model, see)
        self._nearest: float | None = None
        self.empty = QWidget()
        self._note = label("", "muted")
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.widen = QPushButton()
        self.widen.setToolTip("List the nearest sample at least")
        self.body.setContentsMargins(GRID_PX + 4, GRID_PX, 4, 4)
        self.body.setSpacing(2)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 4, 0)
        head.addWidget(self._title)
        head.addStretch(1)
        for name in ("previous_flip", "next_flip"):
            head.addWidget(_key_button(actions, name))
        self.body.insertLayout(0, head)
        # What it says changes with each step of a threshold: a label of one size has nothing laid out anew.
        self._title.setFixedSize(_TITLE_PX, self.fontMetrics().height() + 6)
        self.body.addWidget(self.titles)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.empty, 1)
        column = QVBoxLayout(self.empty)
        column.addStretch(1)
        column.addWidget(self._note)
        column.addWidget(self.widen, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.empty.hide()
        self.widen.clicked.connect(self._widen)
        self.list.opened.connect(self.opened)
        self.list.selectionModel().currentChanged.connect(self._remember)

    def sizeHint(self) -> QSize:
        """Ask for a few rows."""
        return QSize(380, 320)

    def show_kind(self, kind: MediaKind) -> None:
        """Show samples as pictures or as waveforms."""
        self.list.flip_delegate.kind = kind

    def show_flips(
        self, flips: Flips, selection: Selection, delta: float, erb: float | None, *, is_moving: bool = False
    ) -> None:
        """Show the flips of what is selected, within `delta`. erb, is_moving : as in `FlipModel.show_flips`."""
        self._is_showing = True
        self.model.show_flips(flips, selection, erb, is_moving=is_moving)
        self._is_showing = False
        count = len(self.model)
        self.set_title(_title(count, delta))
        self.titles.setVisible(count > 0)
        self.list.setVisible(count > 0)
        self.empty.setVisible(count == 0)
        if is_moving and not count:  # where the nearest lies is found out at rest
            self._note.setText(_NOTHING_NEAR)
            self.widen.hide()
        row = self.model.row_of(self._sample)
        if row is not None:
            self._mark(row)

    def offer(self, delta: float | None) -> None:
        """Offer a zone that is wide enough for one flip, where there is none; None where no zone is."""
        self._nearest = delta
        self._note.setText(_NOTHING_NEAR if delta is not None else _NOTHING)
        self.widen.setVisible(delta is not None)
        if delta is not None:
            self.widen.setText(f"Widen to ± {delta:g}")
            self.widen.setAccessibleName(self.widen.text())

    def _widen(self) -> None:
        if self._nearest is not None:
            self.widened.emit(self._nearest)

    def _mark(self, row: int) -> None:
        self.list.selectionModel().setCurrentIndex(
            self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )

    def _remember(self, index: QModelIndex) -> None:
        if index.isValid() and not self._is_showing:
            self._sample = self.model.sample_at(index.row())

    def step(self, by: int) -> bool:
        """Go to the next flip, or the one before, round and round; whether there is one."""
        if not len(self.model):
            return False
        row = self.model.row_of(self._sample)
        self._mark((0 if by > 0 else len(self.model) - 1) if row is None else (row + by) % len(self.model))
        self.list.scrollTo(self.list.currentIndex())
        return True


def _title(count: int, delta: float) -> str:
    if count == 1:
        return f"This one flips within ± {delta:g}"
    return f"These {count:,} flip within ± {delta:g}" if count else f"Nothing flips within ± {delta:g}"


def _key_button(actions: Actions, name: str) -> QToolButton:
    """Return a small button that does an action and shows its key."""
    button = QToolButton()
    action = actions[name]
    button.setStyleSheet("padding: 1px 6px; font-size: 12px;")
    button.setAccessibleName(action.iconText())
    button.clicked.connect(action.trigger)

    def follow() -> None:
        if not isValid(button):  # its view was taken away
            return
        keys = actions.keys_of(name)
        button.setText(readable(keys[0]) if keys else action.iconText())
        button.setToolTip(action.toolTip())

    action.changed.connect(follow)
    follow()
    return button
