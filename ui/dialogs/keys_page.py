"""The keys of all actions: record another one, see whom it would be taken from, go back to the program's own."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from genmu_studio.settings import Settings
from scoring.errors import UserError
from ui.actions import Actions, readable
from ui.dialogs.dialog import push_button
from ui.dialogs.key_recorder import KeyRecorder
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label

_COLUMNS = ("Action", "Where", "Keys")


class KeysPage(QWidget):
    """Shows and changes which keys do what."""

    def __init__(self, actions: Actions, settings: Settings, say_error: Callable[[BaseException | None], None]) -> None:
        super().__init__()
        self._actions = actions
        self._settings = settings
        self._say_error = say_error
        self._names = [name for name in actions.table if actions[name].isVisible()]
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find an action or key")
        self.search.setAccessibleName("Find an action or key")
        self.search.setToolTip("Show only the actions whose name or key holds this text")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.table = self._make_table()
        self._replace = KeyRecorder("New key…", "Press a key that is to do this instead of its keys")
        self._add = KeyRecorder("Add key…", "Press a key that is to do this as well")
        self._none = push_button("No key", "Take the keys of this action away", partial(self._give, ()))
        self._reset = push_button("Default", "Give this action the program's own keys", self._reset_one)
        reset_all = push_button("All to default", "Give every action the program's own keys", self._reset_all)
        self._replace.recorded.connect(lambda key: self._give((key,)))
        self._add.recorded.connect(self._give_more)
        self._clash = _Clash()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID_PX)
        whole.addWidget(self.search)
        whole.addWidget(self.table, 1)
        whole.addWidget(self._clash)
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        for button in (self._replace, self._add, self._none, self._reset):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(reset_all)
        whole.addLayout(row)
        self.table.currentCellChanged.connect(lambda *_: self._clash.hide())
        self._show()
        self.table.setCurrentCell(0, 0)

    def choose(self, name: str) -> None:
        """Choose an action."""
        self.search.clear()
        self.table.setCurrentCell(self._names.index(name), 0)

    @property
    def chosen(self) -> str:
        """The action that is chosen."""
        return self._names[max(0, self.table.currentRow())]

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(len(self._names), len(_COLUMNS))
        table.setHorizontalHeaderLabels(_COLUMNS)
        table.setAccessibleName("Actions and their keys")
        table.setToolTip("Every action; choose one to change its keys")
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        table.horizontalHeader().setHighlightSections(False)
        return table

    def _show(self) -> None:
        for place, name in enumerate(self._names):
            row = self._actions.table[name]
            keys = ", ".join(readable(each) for each in self._actions.keys_of(name)) or "none"
            is_own = name not in self._settings.keys
            for column, text in enumerate(
                (row.text.rstrip("…"), where(row.scope), keys + ("" if is_own else "  ·  changed"))
            ):
                item = QTableWidgetItem(text)
                item.setToolTip(row.tip)
                self.table.setItem(place, column, item)

    def _narrow(self, text: str) -> None:
        wanted = text.casefold().strip()
        for place in range(len(self._names)):
            cells = (self.table.item(place, column) for column in range(len(_COLUMNS)))
            self.table.setRowHidden(place, not any(cell and wanted in cell.text().casefold() for cell in cells))

    def _give_more(self, key: str) -> None:
        self._give((*self._actions.keys_of(self.chosen), key))

    def _reset_one(self) -> None:
        self._give(None)

    def _reset_all(self) -> None:
        for name in tuple(self._settings.keys):
            self._store(name, None)

    def _give(self, keys: tuple[str, ...] | None) -> None:
        """Give the chosen action `keys`, None for its own; where one has another action already, ask first."""
        name = self.chosen
        wanted = tuple(dict.fromkeys(self._actions.table[name].keys if keys is None else keys))
        for key in wanted:
            if (other := self._actions.clash(name, key)) is not None:
                text = self._actions.table[other].text.rstrip("…")
                self._clash.ask(readable(key), text, partial(self._take_away, other, key, keys))
                return
        self._clash.hide()
        self._store(name, None if keys is None else wanted)

    def _take_away(self, other: str, key: str, keys: tuple[str, ...] | None) -> None:
        self._store(other, tuple(each for each in self._actions.keys_of(other) if each != key))
        self._give(keys)

    def _store(self, name: str, keys: tuple[str, ...] | None) -> None:
        is_own = keys == self._actions.table[name].keys
        try:
            self._settings.set_keys(name, None if is_own else keys)
        except UserError as error:
            self._say_error(error)
        else:
            self._say_error(None)
        self._show()


class _Clash(Card):
    """Says that a key has an action already, and offers to take it."""

    def __init__(self) -> None:
        super().__init__()
        self.body.setContentsMargins(12, 8, 8, 8)
        self._text = label("", "warning")
        self._text.setWordWrap(True)
        self._do: Callable[[], object] = lambda: None
        self._take = push_button("Take it", "Take the key away from the other action", self._agree)
        leave = push_button("Leave it", "Keep the keys as they are", self.hide)
        row = QHBoxLayout()
        row.addWidget(self._text, 1)
        row.addWidget(self._take)
        row.addWidget(leave)
        self.body.addLayout(row)
        self.hide()

    def ask(self, key: str, other: str, do: Callable[[], object]) -> None:
        """Ask whether `key` may be taken away from `other`; `do` is what follows."""
        text = f"{key} already does “{other}”."
        self._text.setText(f"▲ {text}")
        self.setAccessibleName(f"Clash: {text}")
        self._do = do
        self.show()
        self._take.setFocus(Qt.FocusReason.OtherFocusReason)

    def _agree(self) -> None:
        self.hide()
        self._do()


def where(scope: str) -> str:
    """Return in words where an action acts."""
    return "everywhere" if scope == "window" else f"in {scope.title()}"
