"""The table of identities as Qt shows it: one row per identity and total, one column per number."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from genmu_studio.overview.identities import IdentityRow
from scoring.types import MetricValue
from ui import theme
from ui.numbers import percent, signed, similarity
from ui.widgets.figure import WHAT_IF, explain
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
BAR_COLUMN = 4
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """One column. follows_lens : its numbers change with the lens."""

    title: str
    tip: str
    text: Callable[[IdentityRow], str]
    explain: Callable[[IdentityRow], str]
    follows_lens: bool = True


def name_of(row: IdentityRow) -> str:
    """Return the identity, or of what the row is the total."""
    if row.identity:
        return row.identity
    return "together" if row.group else "all groups"


def _symbol(row: IdentityRow) -> str:
    return "FA" if row.role == "forget" else "RA"


def _number(name: str, value: float | None) -> str:
    return explain(name, MetricValue(value), what_if=False)


COLUMNS: tuple[Column, ...] = (
    Column("identity", "Who was asked for", name_of, lambda row: f"{name_of(row)}, {row.role}", follows_lens=False),
    Column("role", "Forget or retain", lambda row: row.role, lambda row: row.role, follows_lens=False),
    Column(
        "n", "Unlearned samples, failures included", lambda row: f"{row.n:,}", lambda row: f"n {row.n}",
        follows_lens=False,
    ),
    Column(
        "failures", "Unlearned samples in which no face or voice was found", lambda row: f"{row.failures:,}",
        lambda row: f"failures {row.failures}", follows_lens=False,
    ),
    Column(
        "FA or RA with interval", "FA of a forget identity, RA of a retain identity; the blue tick is the original",
        lambda row: percent(row.rate.value), lambda row: explain(_symbol(row), row.rate, what_if=False),
    ),
    Column(
        "original", "The same on the original side", lambda row: percent(row.original.value),
        lambda row: explain(f"original {_symbol(row)}", row.original, what_if=False),
    ),
    Column(
        "Δ", "Unlearned minus original, in points", lambda row: signed(row.change), lambda row: _number("Δ", row.change)
    ),
    Column(
        "similarity", "Mean cosine of the unlearned samples to their own template",
        lambda row: similarity(row.mean_similarity),
        lambda row: "\n".join(
            [_number("mean similarity", row.mean_similarity), _number("original", row.original_similarity)]
        ),
    ),
    Column(
        "lost", "Points lost: its share of 100 − ERB of the group", lambda row: percent(row.points_lost),
        lambda row: _number("points lost", row.points_lost),
    ),
    Column(
        "gain", "By how much the group's ERB would rise if this identity alone were perfect",
        lambda row: percent(row.gain), lambda row: _number("gain if perfect", row.gain),
    ),
)  # fmt: skip


class IdentityModel(QAbstractTableModel):
    """Rows of `genmu_studio.overview.identities`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[IdentityRow, ...] = ()
        self._names_group = False
        self.what_if = False
        self._answers: Mapping[int, Callable[[IdentityRow, int], object]] = {
            Qt.ItemDataRole.DisplayRole: self._text,
            Qt.ItemDataRole.ToolTipRole: lambda row, column: tip(self._explained(row, column)),
            Qt.ItemDataRole.AccessibleTextRole: self._explained,
            Qt.ItemDataRole.TextAlignmentRole: lambda _, column: _alignment(column),
            Qt.ItemDataRole.ForegroundRole: self._color,
            Qt.ItemDataRole.FontRole: _font,
        }

    def show_rows(self, rows: tuple[IdentityRow, ...], what_if: bool, names_group: bool) -> None:
        """Show other rows; `names_group` puts the group before each name."""
        self.beginResetModel()
        self._rows, self.what_if, self._names_group = rows, what_if, names_group
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return how many columns there are."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the titles of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].title
        if role == Qt.ItemDataRole.ToolTipRole:
            return COLUMNS[section].tip
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell says."""
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        answer = self._answers.get(role)
        return None if answer is None else answer(row, index.column())

    def _text(self, row: IdentityRow, column: int) -> str:
        if column:
            return COLUMNS[column].text(row)
        name = " ".join(name_of(row).split())
        return f"{row.group} · {name}" if self._names_group and row.group else name

    def _explained(self, row: IdentityRow, column: int) -> str:
        what_if = [WHAT_IF] if self.what_if and COLUMNS[column].follows_lens else []
        return "\n".join([COLUMNS[column].explain(row), *what_if])

    def _color(self, row: IdentityRow, column: int) -> QColor:
        return QColor(self._token(row, column))

    def _token(self, row: IdentityRow, column: int) -> str:
        tokens = theme.current()
        title = COLUMNS[column].title
        if self.what_if and COLUMNS[column].follows_lens:
            return tokens.what_if
        if title == "role":
            return tokens.muted
        if title == "original":
            return tokens.original
        if title == "Δ" and row.change:
            is_good = (row.change < 0) == (row.role == "forget")
            return tokens.good if is_good else tokens.bad
        return tokens.text


def _font(row: IdentityRow, column: int) -> QFont:
    is_strong = column == 0 or not row.identity
    return theme.font(weight=QFont.Weight.DemiBold if is_strong else QFont.Weight.Normal)


def _alignment(column: int) -> Qt.AlignmentFlag:
    return _LEFT if column in {0, 1, BAR_COLUMN} else _RIGHT
