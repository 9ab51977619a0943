"""The tools above the grid of pairs: order and its direction, saved filters, size of tiles, inspector."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QSlider, QToolButton, QWidget

from genmu_studio.order_titles import order_title
from genmu_studio.pair_orders import ORDERS, MeasurementName, PairOrder
from ui.actions import Actions
from ui.icons import icon
from ui.numbers import count
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.elided_box import ElidedBox
from ui.widgets.pair_grid import LARGEST_TILE, SMALLEST_TILE
from ui.widgets.saved_filter_menu import SavedFilterMenu
from ui.widgets.tips import tip

_LEGEND_FROM_PX = 620
_WORDS_FROM_PX = 560
ORDERS_OF_TABLE = "\n"  # no evaluator has that name
_ORDER_STRETCH = 100  # it has all the room that is left, as long as its words need it


class ReviewTools(QWidget):
    """Says what a person chose."""

    ordered_by = Signal(object)  # PairOrder
    sized = Signal(int)  # width of a tile
    inspector_wanted = Signal(bool)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._shown = PairOrder()
        self._measurements: tuple[MeasurementName, ...] = ()
        self._order = ElidedBox()
        self._order.setAccessibleName("Order of pairs")
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._order.setMinimumWidth(120)
        self._order.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._order.setMaximumWidth(300)
        self._order.activated.connect(self._choose)
        self._direction = _tool("Other direction", "Order the other way round")
        self._direction.clicked.connect(self._turn)
        self.filters = SavedFilterMenu(actions)
        self._panel = _tool("Filters", actions["filters"].toolTip())
        self._panel.clicked.connect(actions["filters"].trigger)
        self._selected = label("", "muted")
        self._legend = (label("■ original", "original"), label("■ unlearned", "unlearned"))
        self._size = QSlider(Qt.Orientation.Horizontal)
        self._size.setRange(SMALLEST_TILE, LARGEST_TILE)
        self._size.setFixedWidth(90)
        self._size.setAccessibleName("Size of tiles")
        self._size.setToolTip("Size of tiles (Ctrl+wheel)")
        self._size.valueChanged.connect(self.sized)
        self._inspector = _tool("Inspector", "Show or hide the inspector")
        self._inspector.setCheckable(True)
        self._inspector.clicked.connect(self.inspector_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID_PX)
        left: tuple[QWidget, ...] = (self._panel, self._order, self._direction, self.filters, self._selected)
        right: tuple[QWidget, ...] = (*self._legend, self._size, self._inspector)
        for control in left:
            row.addWidget(control)
        row.setStretch(left.index(self._order), _ORDER_STRETCH)
        row.addStretch(1)
        for control in right:
            row.addWidget(control)
        watch().changed.connect(self._dress)
        self._dress()
        self._fill()

    def _dress(self) -> None:
        self._inspector.setIcon(icon("inspector"))
        self._panel.setIcon(icon("filter"))
        self.filters.setIcon(icon("save"))
        self._direction.setIcon(icon("sort_down" if self._shown.descending else "sort_up"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the legend and words out where the controls need the room."""
        super().resizeEvent(event)
        self._make_room(event.size().width())

    def _make_room(self, width: int) -> None:
        if self._selected.text():
            width -= self._selected.sizeHint().width() + GRID_PX
        for side in self._legend:
            side.setVisible(width > _LEGEND_FROM_PX)
        has_words = width > _WORDS_FROM_PX
        style = Qt.ToolButtonStyle.ToolButtonTextOnly if has_words else Qt.ToolButtonStyle.ToolButtonIconOnly
        self.filters.setToolButtonStyle(style)

    # ---- order ----

    def show_order(self, order: PairOrder, measurements: tuple[MeasurementName, ...]) -> None:
        """Show the order, and what else the pairs can be ordered by."""
        if (order, measurements) != (self._shown, self._measurements):
            self._shown, self._measurements = order, measurements
            self._fill()
            self._dress()

    def _fill(self) -> None:
        measured = [(each.evaluator, each.by(side)) for each in self._measurements for side in each.sides]
        with QSignalBlocker(self._order):
            self._order.clear()
            shown = ORDERS_OF_TABLE
            for evaluator, by in (*((ORDERS_OF_TABLE, by) for by in ORDERS), *measured):
                if evaluator != shown:  # who measured another aspect begins a part of the list
                    self._order.insertSeparator(self._order.count())
                    shown = evaluator
                self._order.addItem(order_title(PairOrder(by, self._shown.descending)), by)
            self._order.setCurrentIndex(self._order.findData(self._shown.by))
        self._order.setToolTip(tip(f"Order of pairs. Now: {order_title(self._shown)}"))

    def _choose(self, place: int) -> None:
        self.ordered_by.emit(PairOrder(self._order.itemData(place), self._shown.descending))

    def _turn(self) -> None:
        self.ordered_by.emit(PairOrder(self._shown.by, not self._shown.descending))

    # ---- the rest ----

    def show_selected(self, number: int) -> None:
        """Say how many pairs are selected; nothing of none."""
        self._selected.setText(f"{count(number, 'pair')} selected" if number else "")
        self._make_room(self.width())

    @property
    def tile_width(self) -> int:
        """The width of a tile."""
        return self._size.value()

    def set_tile_width(self, width: int) -> None:
        """Show another width, and say so where it differs."""
        self._size.setValue(width)

    def show_inspector(self, shown: bool) -> None:
        """Show whether the inspector is there."""
        self._inspector.setChecked(shown)


def _tool(name: str, tip_text: str) -> QToolButton:
    button = QToolButton()
    button.setProperty("flat", True)
    button.setAccessibleName(name)
    button.setToolTip(tip_text)
    return button
