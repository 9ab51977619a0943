"""The one place that touches pyqtgraph: plots as this window wants them. Imported when the first plot is shown."""

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QVBoxLayout, QWidget

from ui import theme

# pyqtgraph ships no types: what it makes is Any to mypy, and stays in this module and in the plots built on it.
Item = Any


class Plot(QWidget):
    """A plot with titled axes and a fixed range: no menu, no zoom, antialiased, in the theme's colours."""

    def __init__(self, x_title: str, y_title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titles = {"bottom": x_title, "left": y_title}
        self._widget: Item = pg.PlotWidget(self, enableMenu=False)
        self._widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._widget.setAntialiasing(True)
        self._widget.hideButtons()
        self._widget.setMouseEnabled(x=False, y=False)
        self._widget.setFrameShape(self._widget.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._widget)
        self.dress()

    @property
    def viewport(self) -> QWidget:
        """The widget that gets the mouse events."""
        found: QWidget = self._widget.viewport()
        return found

    @property
    def view_box(self) -> Item:
        """The area within the axes; its `sigResized` says that places on screen moved."""
        return self._widget.getViewBox()

    def dress(self) -> None:
        """Take the colours of the theme in use."""
        tokens = theme.current()
        self._widget.setBackground(tokens.surface)
        for side, title in self._titles.items():
            axis = self._widget.getAxis(side)
            axis.setPen(pg.mkPen(tokens.line))
            axis.setTextPen(pg.mkPen(tokens.muted))
            axis.setTickFont(theme.font(11))
            axis.setLabel(title, color=tokens.muted, **{"font-size": "12px"})

    def set_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show this range and no other."""
        self._widget.setRange(xRange=x, yRange=y, padding=0, disableAutoRange=True)

    def set_ticks(self, values: Sequence[float]) -> None:
        """Put the same ticks on both axes."""
        for side in self._titles:
            self._widget.getAxis(side).setTicks([[(value, f"{value:g}") for value in values]])

    def clear(self) -> None:
        """Remove everything that was added."""
        self._widget.clear()

    def _pen(self, color: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """Return a pen as wide as that on any screen: pyqtgraph's own are so many device pixels wide."""
        made: QPen = pg.mkPen(color, width=width * self.devicePixelRatioF(), style=style)
        return made

    def add_line(
        self, x: Sequence[float], y: Sequence[float], color: QColor, width: float, dashed: bool = False
    ) -> None:
        """Add a line through points."""
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self._widget.addItem(pg.PlotCurveItem(x, y, pen=self._pen(color, width, style), antialias=True))

    def add_box(self, x: tuple[float, float], y: tuple[float, float], color: QColor) -> None:
        """Add a translucent box with a fine edge."""
        box = QGraphicsRectItem(QRectF(x[0], y[0], x[1] - x[0], y[1] - y[0]))
        box.setPen(self._pen(color, 1))
        fill = QColor(color)
        fill.setAlphaF(0.16)
        box.setBrush(fill)
        self._widget.addItem(box)

    def add_mark(self, place: tuple[float, float], symbol: str, size: float, fill: QColor, edge: QColor) -> None:
        """Add a mark: "o" circle, "d" diamond, "s" square, "t" triangle; `size` in pixels."""
        pen = self._pen(edge, 1.5)
        mark = pg.ScatterPlotItem([place[0]], [place[1]], symbol=symbol, size=size, brush=fill, pen=pen, antialias=True)
        self._widget.addItem(mark)

    def add_text(
        self, text: str, color: QColor, size_px: int, bold: bool = False, fill: QColor | None = None
    ) -> "PlotText":
        """Add a text, shown literally, on a ground of its own where `fill` is given; it is placed later."""
        item = pg.TextItem(color=color, anchor=(0, 0), fill=fill)
        item.setPlainText(text)
        item.setFont(theme.font(size_px, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
        self._widget.addItem(item, ignoreBounds=True)
        return PlotText(item, self)

    def to_pixel(self, place: tuple[float, float]) -> tuple[float, float]:
        """Return where a place of the plot is on the viewport."""
        scene = self.view_box.mapViewToScene(pg.Point(*place))
        point = self._widget.mapFromScene(scene)
        return float(point.x()), float(point.y())

    def to_place(self, pixel: tuple[float, float]) -> tuple[float, float]:
        """Return the place of the plot that is at a pixel of the viewport."""
        scene = self._widget.mapToScene(int(pixel[0]), int(pixel[1]))
        point = self.view_box.mapSceneToView(scene)
        return float(point.x()), float(point.y())

    def area(self) -> QRectF:
        """Return the pixels within the axes."""
        scene = self.view_box.sceneBoundingRect()
        return QRectF(self._widget.mapFromScene(scene).boundingRect())


class PlotText:
    """A text of a plot that is placed by pixels."""

    def __init__(self, item: Item, plot: Plot) -> None:
        self._item = item
        self._plot = plot
        self.box: QRectF | None = None  # the pixels that it covers, while it is shown

    @property
    def text(self) -> str:
        """What it says."""
        return str(self._item.toPlainText())

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        rect = self._item.textItem.boundingRect()
        return float(rect.width()), float(rect.height())

    def put(self, pixel: tuple[float, float] | None) -> None:
        """Show it with its upper left corner there; hide it for None."""
        self._item.setVisible(pixel is not None)
        self.box = None if pixel is None else QRectF(*pixel, *self.size)
        if pixel is not None:
            self._item.setPos(*self._plot.to_place(pixel))
