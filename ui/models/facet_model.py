"""The values of one part of a filter as a list: each with its count, and whether it is checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.numbers import count
from ui.widgets.outcomes import Mark
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
Value = Any  # of a part of a filter: an outcome, (group, identity), a name

ENTRY = Qt.ItemDataRole.UserRole + 30
COUNT = Qt.ItemDataRole.UserRole + 31
SHARE = Qt.ItemDataRole.UserRole + 32  # of the largest count of the list, 0..1
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Entry:
    """How a value looks. detail : a word behind it. tip : what it means. icon : a name of `ui.icons`, as `mark`."""

    text: str
    detail: str = ""
    tip: str = ""
    mark: Mark | None = None
    icon: str = ""

    @property
    def words(self) -> str:
        """Text and detail."""
        return f"{self.text} {self.detail}".rstrip()


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that is no value: the group that the values below it belong to."""

    text: str

    def __str__(self) -> str:
        return self.text


Entries = Mapping[Value, Entry | None]  # by value, in the order of the list; None for a `Heading`


class FacetModel(QAbstractListModel):
    """Values with counts; one that is checked but not among the entries, as in a saved filter, has a row at the end.

    entry : how such a value looks.
    """

    def __init__(self, entry: Callable[[Value], Entry], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self._entries: Entries = {}
        self._narrowed_to = ""
        self._rows: tuple[Value, ...] = ()
        self._counts: Mapping[Value, int] = {}
        self._largest = 1
        self.checked: frozenset[Value] = frozenset()

    def show(self, entries: Entries, counts: Mapping[Value, int], checked: frozenset[Value]) -> None:
        """Show values with their counts; where the rows stay the same, so does the place of the keyboard."""
        absent = {value: self._entry(value) for value in sorted(checked.difference(entries), key=str)}
        self._entries = {**entries, **absent} if absent else entries
        self._counts, self.checked = counts, checked
        self._largest = max(1, max(counts.values(), default=1))
        self._lay_out()
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def narrow(self, text: str) -> None:
        """Show only values in which `text` occurs, and those that are checked."""
        self._narrowed_to = text.casefold().strip()
        self._lay_out()

    def _lay_out(self) -> None:
        rows = tuple(value for value in self._entries if not self._narrowed_to or self._stays(value))
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def _stays(self, value: Value) -> bool:
        entry = self._entries[value]
        return entry is not None and (value in self.checked or self._narrowed_to in entry.text.casefold())

    @property
    def size(self) -> int:
        """How many rows there are when nothing is narrowed."""
        return len(self._entries)

    def value(self, index: Index) -> Value | None:
        """Return the value of a row, None for a heading."""
        row = self._rows[index.row()] if index.isValid() else None
        return None if isinstance(row, Heading) else row

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that a value can be walked to, a heading not."""
        if self.value(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a row shows."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        entry, number = self._entries[row], self._counts.get(row, 0)
        if entry is None:
            return str(row) if role == Qt.ItemDataRole.DisplayRole else None
        is_checked = row in self.checked
        return {
            Qt.ItemDataRole.DisplayRole: entry.text,
            Qt.ItemDataRole.CheckStateRole: Qt.CheckState.Checked if is_checked else Qt.CheckState.Unchecked,
            Qt.ItemDataRole.AccessibleTextRole: f"{entry.words}, {count(number, 'pair')}",
            Qt.ItemDataRole.ToolTipRole: tip(f"{entry.words}\n{entry.tip}".strip()),
            ENTRY: entry,
            COUNT: number,
            SHARE: number / self._largest,
        }.get(Qt.ItemDataRole(role) if role < Qt.ItemDataRole.UserRole else role)
