"""A table that is chosen by row and whose columns share its width."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView


class RowTable(QTableView):
    """smallest_px : of each column; what is left over is shared in the same proportion. Below that it scrolls."""

    def __init__(self, smallest_px: Sequence[int], row_px: int) -> None:
        super().__init__()
        self._smallest_px = tuple(smallest_px)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(row_px)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Share the width among the columns."""
        header, smallest = self.horizontalHeader(), self._smallest_px[: self.horizontalHeader().count()]
        if not smallest:
            return
        factor = max(self.viewport().width() / sum(smallest), 1.0)
        for place, width in enumerate(smallest):
            header.resizeSection(place, int(width * factor))
