"""The pairs that show a finding, as a list: pictures or sounds of both sides, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from genmu_studio.pair_table import PairTable
from ui.widgets.pair_tile import TileText, text_of
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole + 31
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Evidence:
    """One pair. samples : ids of original and unlearned, −1 where the pair lacks that side."""

    text: TileText
    samples: tuple[int, int]

    @property
    def who(self) -> str:
        """Whose and which it is."""
        return f"{self.text.identity} · seed {self.text.seed}"


class EvidenceModel(QAbstractListModel):
    """Pairs in the order of the finding, the worst first. What a pair says is made when it is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: PairTable | None = None
        self._rows: tuple[int, ...] = ()

    def show_samples(self, table: PairTable | None, samples: Sequence[int]) -> None:
        """Show the pairs of these samples, each once; what is in no pair is left out."""
        self.beginResetModel()
        rows = () if table is None else (table.row_of(sample) for sample in samples)
        self._table = table
        self._rows = tuple(dict.fromkeys(row for row in rows if row is not None))
        self.endResetModel()

    def evidence_at(self, place: int) -> Evidence:
        """Return the pair at that place."""
        assert self._table is not None  # noqa: S101 - there are no rows without a table
        row = self._rows[place]
        return Evidence(text_of(self._table, row), self._table.samples(row))

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many pairs there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a pair says."""
        if not index.isValid():
            return None
        item = self.evidence_at(index.row())
        text = item.text
        similarity = " → ".join(each for each in (text.before, text.after) if each)
        words = f"{text.identity}, {text.role}, {text.condition}, seed {text.seed}: {text.words} {similarity}".rstrip()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{words}\nEnter or a click: show it in Review")
        return item if role == ITEM else None
