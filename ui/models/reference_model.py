"""References of one identity as a list model."""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from genmu_studio.reference_pictures import ReferencePicture
from ui.widgets.tips import tip

Index = QModelIndex | QPersistentModelIndex
REFERENCE = Qt.ItemDataRole.UserRole  # the role of a `ReferencePicture`
IS_LARGE = Qt.ItemDataRole.UserRole + 1  # the role of whether it is shown large


class ReferenceModel(QAbstractListModel):
    """Each has its file as a tooltip, and words for who does not see it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.references: Sequence[ReferencePicture] = ()
        self.large: ReferencePicture | None = None

    def show_references(self, references: Sequence[ReferencePicture]) -> None:
        """Hold others."""
        self.beginResetModel()
        self.references = references
        self.endResetModel()

    def show_large(self, reference: ReferencePicture | None) -> None:
        """Mark the one that is shown large, which may be of another list; None for none."""
        self.large = reference
        if self.references:
            self.dataChanged.emit(self.index(0), self.index(len(self.references) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many there are."""
        return 0 if parent is not None and parent.isValid() else len(self.references)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is asked for."""
        reference = self.references[index.row()]
        if role == REFERENCE:
            return reference
        if role == IS_LARGE:
            return reference == self.large
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [reference.path, f"not used: {reference.code}" if reference.code else ""]
            return tip("\n".join(line for line in lines if line))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"Reference {index.row() + 1} of {len(self.references)}, {PurePath(reference.path).name}"
        return None
