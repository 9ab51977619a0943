"""The tools above the grid of pairs: order, size of tiles, inspector shown or hidden."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSlider, QToolButton, QWidget

from genmu_studio.pair_orders import ORDERS, PairOrder
from ui.icons import icon
from ui.theme import GRID_PX, watch
from ui.widgets.pair_grid import LARGEST_TILE, SMALLEST_TILE

SORTS: Mapping[str, tuple[str, PairOrder]] = {
    name: (ORDERS[order.by][order.descending], order)
    for name, order in {
        "published": PairOrder(),
        "costs": PairOrder("costs"),
        "lowest": PairOrder("own"),
        "highest": PairOrder("own", descending=True),
        "change": PairOrder("change"),
        "forget": PairOrder("forget", descending=True),
    }.items()
}


class ReviewTools(QWidget):
    """Says what a person chose."""

    sorted_by = Signal(str)  # a name of `SORTS`
    sized = Signal(int)  # width of a tile
    inspector_wanted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._sort = QComboBox()
        self._sort.setAccessibleName("Order of pairs")
        self._sort.setToolTip("Order of pairs")
        self._sort.setMinimumWidth(140)
        for name, (title, _) in SORTS.items():
            self._sort.addItem(title, name)
        self._sort.activated.connect(self._choose_sort)
        self._size = QSlider(Qt.Orientation.Horizontal)
        self._size.setRange(SMALLEST_TILE, LARGEST_TILE)
        self._size.setFixedWidth(100)
        self._size.setAccessibleName("Size of tiles")
        self._size.setToolTip("Size of tiles (Ctrl+wheel)")
        self._size.valueChanged.connect(self.sized)
        self._inspector = QToolButton()
        self._inspector.setCheckable(True)
        self._inspector.setProperty("flat", True)
        self._inspector.setAccessibleName("Inspector")
        self._inspector.setToolTip("Show or hide the inspector")
        self._inspector.clicked.connect(self.inspector_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        for control in (self._sort, self._size, self._inspector):
            row.addWidget(control)
        watch().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self._inspector.setIcon(icon("inspector"))

    def _choose_sort(self, place: int) -> None:
        self.sorted_by.emit(self._sort.itemData(place))

    @property
    def tile_width(self) -> int:
        """The width of a tile."""
        return self._size.value()

    def set_tile_width(self, width: int) -> None:
        """Show another width, and say so where it differs."""
        self._size.setValue(width)

    def show_sort(self, sort: str) -> None:
        """Show another order."""
        self._sort.setCurrentIndex(self._sort.findData(sort))

    def show_inspector(self, shown: bool) -> None:
        """Show whether the inspector is there."""
        self._inspector.setChecked(shown)
