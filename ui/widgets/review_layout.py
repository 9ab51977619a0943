"""How Review is laid out: the filters, and beside them tools, grid or one large pair, and strip of similarities."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.theme import GRID_PX


class ReviewLayout(QSplitter):
    """`centre` shows one of `pages`; what stands around the grid is hidden where one pair is large or there is none."""

    def __init__(
        self, panel: QWidget, above: Sequence[QWidget], pages: Sequence[QWidget], below: Sequence[QWidget]
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._panel = panel
        self._around = (*above, *below)
        self._wants_panel = True
        self._has_grid = False
        self.centre = QStackedWidget()
        for page in pages:
            self.centre.addWidget(page)
        self.banners = QVBoxLayout()
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        for widget in above:
            column.addWidget(widget)
        column.addLayout(self.banners)
        column.addWidget(self.centre, 1)
        for widget in below:
            column.addWidget(widget)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(GRID_PX)
        self.addWidget(panel)
        self.addWidget(middle)
        self.setStretchFactor(1, 1)

    @property
    def wants_panel(self) -> bool:
        """Whether the person wants the filters to be seen beside the grid."""
        return self._wants_panel

    def want_panel(self, wanted: bool) -> None:
        """Show the filters beside the grid, or do not."""
        self._wants_panel = wanted
        self._arrange()

    def show_page(self, page: QWidget, *, has_grid: bool) -> None:
        """Show a page. has_grid : filters, tools and strip belong to it."""
        self.centre.setCurrentWidget(page)
        self._has_grid = has_grid
        self._arrange()

    def _arrange(self) -> None:
        self._panel.setVisible(self._has_grid and self._wants_panel)
        for widget in self._around:
            widget.setVisible(self._has_grid)
