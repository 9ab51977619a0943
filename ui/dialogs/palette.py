"""Every command by name: type, choose with the arrows, Enter. Actions, recent projects and submissions in one list."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from ui.actions import readable
from ui.dialogs.dialog import Dialog
from ui.dialogs.keys_page import where
from ui.fuzzy import distance
from ui.keys import candidates
from ui.main_window import MainWindow
from ui.theme import GRID_PX, current
from ui.widgets.basics import label

SIZE = QSize(620, 460)
ROW_PX = 34
_ENTRY = int(Qt.ItemDataRole.UserRole)
_WALKING = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette. detail : what kind of thing it is. keys : as a person reads them."""

    text: str
    detail: str
    keys: str
    do: Callable[[], object]


def entries(window: MainWindow) -> list[Entry]:
    """Return what can be done now: enabled actions, views, submissions, recent projects."""
    found = []
    for name, row in window.table.table.items():
        action = window.table[name]
        if action.isEnabled() and action.isVisible() and name != "palette":
            keys = " or ".join(readable(each) for each in window.table.keys_of(name))
            detail = row.menu or where(row.scope)
            found.append(Entry(row.text.rstrip("…"), detail, keys, action.trigger))
    if window.blind:
        return found
    context = window.context
    for submission in context.project.submissions() if context.project is not None else ():
        text = f"{submission.track.title()}  {submission.team}  rev {submission.revision}"
        found.append(Entry(text, "Submission", "", partial(context.select, submission.id)))
    found += [
        Entry(folder.name, "Recent project", "", partial(window.commands.open, folder))
        for folder in window.memory.recent_projects
    ]
    return found


class PaletteDialog(Dialog):
    """Finds a command and does it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "Commands", SIZE)
        self._entries = entries(window)
        self.search = QLineEdit()
        what = "command or view" if window.blind else "command, view, submission or project"
        self.search.setPlaceholderText(f"Type a {what}")
        self.search.setAccessibleName("Find a command")
        self.search.setToolTip("Words of the command; arrows choose, Enter does it, Esc closes")
        self.list = QListWidget()
        self.list.setAccessibleName("Commands")
        self.list.setToolTip("Enter or a click does the command")
        self.list.setItemDelegate(_EntryDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(lambda _: self._do())
        self.list.itemActivated.connect(lambda _: self._do())
        self._nothing = label("No command has these words.", "muted")
        self._nothing.hide()
        self.body.addWidget(self.search)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self._nothing)
        self.search.textChanged.connect(self._narrow)
        self.search.installEventFilter(self)
        self._narrow("")
        self.search.setFocus()

    @property
    def shown(self) -> list[str]:
        """The texts that are listed, best first."""
        return [self.list.item(place).text() for place in range(self.list.count())]

    def _narrow(self, query: str) -> None:
        found = []
        for place, entry in enumerate(self._entries):
            far = distance(query, f"{entry.text} {entry.detail}")
            if far is not None:
                found.append((far, place, entry))
        self.list.clear()
        for _, _, entry in sorted(found, key=lambda each: each[:2]):
            item = QListWidgetItem(entry.text)
            item.setData(_ENTRY, entry)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.text, entry.detail, entry.keys)))
            )
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._nothing.setVisible(not found)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrows walk the list and Enter do the command while the text keeps the focus."""
        if watched is not self.search or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _WALKING:
            QApplication.sendEvent(self.list, event)
            return True
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._do()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on the key that opened it."""
        if set(candidates(event)) & set(self.studio.table.keys_of("palette")):
            self.reject()
        else:
            super().keyPressEvent(event)

    def _do(self) -> None:
        if self.list.currentRow() < 0 or not self.isVisible():
            return
        entry: Entry = self.list.currentItem().data(_ENTRY)
        self.accept()
        entry.do()


class _EntryDelegate(QStyledItemDelegate):
    """Draws a command, what kind it is, and its keys at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, ROW_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry: Entry = index.data(_ENTRY)
        tokens = current()
        rect, state = option.rect, option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.raised))
            painter.drawRoundedRect(rect.adjusted(2, 1, -2, -1), 5, 5)
        inside = rect.adjusted(GRID_PX + 4, 0, -GRID_PX - 4, 0)
        metrics = painter.fontMetrics()
        painter.setPen(QColor(tokens.muted))
        keys_px = metrics.horizontalAdvance(entry.keys) + 2 * GRID_PX if entry.keys else 0
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, entry.keys)
        detail_px = metrics.horizontalAdvance(entry.detail)
        room = inside.width() - keys_px - detail_px - 2 * GRID_PX
        text = metrics.elidedText(entry.text, Qt.TextElideMode.ElideMiddle, room)
        beside = inside.adjusted(metrics.horizontalAdvance(text) + GRID_PX + 4, 0, -keys_px, 0)
        painter.drawText(beside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, entry.detail)
        painter.setPen(QColor(tokens.text))
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
