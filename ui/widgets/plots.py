"""The one place that touches pyqtgraph: plots as this window wants them. Imported when the first plot is shown."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem, QVBoxLayout, QWidget

from ui import theme

# pyqtgraph ships no types: what it makes is Any to mypy, and stays in this module and in the plots built on it.
Item = Any


Values = Sequence[float] | NDArray[np.floating[Any]]


class Plot(QWidget):
    """A plot with titled axes and a fixed range: no menu, antialiased, in the theme's colours.

    interactive : the mouse zooms and pans along x.
    """

    def __init__(self, x_title: str, y_title: str, parent: QWidget | None = None, *, interactive: bool = False) -> None:
        super().__init__(parent)
        self._titles = {"bottom": x_title, "left": y_title}
        self._widget: Item = pg.PlotWidget(self, enableMenu=False)
        self._widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._widget.setAntialiasing(True)
        self._widget.hideButtons()
        self._widget.setMouseEnabled(x=interactive, y=False)
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

    def set_titles(self, x_title: str, y_title: str) -> None:
        """Give the axes other titles."""
        self._titles = {"bottom": x_title, "left": y_title}
        self.dress()

    def set_limits(self, x: tuple[float, float]) -> None:
        """Let nobody pan or zoom beyond this range."""
        self._widget.setLimits(xMin=x[0], xMax=x[1], minXRange=(x[1] - x[0]) / 500)

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown into `area`."""
        self._widget.render(painter, area)

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

    def add_curve(self, color: QColor, width: float, *, fill: float = 0.0, dashed: bool = False) -> "Curve":
        """Add a curve without values yet. fill : opacity of the area below it, 0 = none."""
        item = pg.PlotCurveItem(antialias=True)
        self._widget.addItem(item, ignoreBounds=True)
        return Curve(item, self, color, width, fill=fill, dashed=dashed)

    def add_band(self, color: QColor, opacity: float) -> "Band":
        """Add the area between two curves without values yet."""
        return Band(self._widget, color, opacity)

    def add_vertical(self, color: QColor, width: float, *, dashed: bool = False, movable: bool = False) -> "Line":
        """Add a vertical line with a text at its upper end."""
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        item = pg.InfiniteLine(0.0, angle=90, movable=movable, pen=self._pen(color, width, style), label="")
        self._widget.addItem(item, ignoreBounds=True)
        return Line(item, self, color, width, style)

    def add_cross(self) -> "Cross":
        """Add a crosshair, hidden until it is shown somewhere."""
        return Cross(self._widget)

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


class Curve:
    """A curve whose values change."""

    def __init__(self, item: Item, plot: Plot, color: QColor, width: float, *, fill: float, dashed: bool) -> None:
        self._item, self._plot, self._width, self._fill = item, plot, width, fill
        self._style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.set_color(color)

    def set_color(self, color: QColor) -> None:
        """Draw it in another colour."""
        self._item.setPen(self._plot._pen(color, self._width, self._style))
        area = QColor(color)
        area.setAlphaF(self._fill)
        self._item.setBrush(area if self._fill else None)
        self._item.setFillLevel(0.0 if self._fill else None)

    def set_values(self, x: Values, y: Values, *, steps: bool = False) -> None:
        """Draw these values. steps : `x` are the edges of bins, one more than `y`."""
        mode = "center" if steps else None
        self._item.setData(np.asarray(x), np.asarray(y), stepMode=mode, connect="finite")

    def set_visible(self, visible: bool) -> None:
        """Show it, or do not."""
        self._item.setVisible(visible)


class Band:
    """The area between two curves that change together."""

    def __init__(self, widget: Item, color: QColor, opacity: float) -> None:
        self._low, self._high = pg.PlotCurveItem(), pg.PlotCurveItem()
        self._item = pg.FillBetweenItem(self._low, self._high)
        self._opacity = opacity
        self.set_color(color)
        widget.addItem(self._item, ignoreBounds=True)

    def set_color(self, color: QColor) -> None:
        """Draw it in another colour."""
        area = QColor(color)
        area.setAlphaF(self._opacity)
        self._item.setBrush(area)

    def set_values(self, x: Values, low: Values, high: Values) -> None:
        """Fill between these values; where one is NaN there is nothing."""
        whole = np.isfinite(low) & np.isfinite(high)
        places = np.asarray(x)[whole]
        self._low.setData(places, np.asarray(low)[whole])
        self._high.setData(places, np.asarray(high)[whole])

    def set_dimmed(self, dimmed: bool) -> None:
        """Show that it is not up to date."""
        self._item.setOpacity(0.4 if dimmed else 1.0)


class Line:
    """A vertical line with a text."""

    def __init__(self, item: Item, plot: Plot, color: QColor, width: float, style: Qt.PenStyle) -> None:
        self._item, self._plot, self._width, self._style = item, plot, width, style
        item.label.setMovable(False)
        item.label.setPosition(0.96)
        self.set_color(color)

    def set_color(self, color: QColor) -> None:
        """Draw it in another colour."""
        tokens = theme.current()
        self._item.setPen(self._plot._pen(color, self._width, self._style))
        self._item.setHoverPen(self._plot._pen(color, self._width + 1.5, self._style))
        is_loud = self._style == Qt.PenStyle.SolidLine
        self._item.label.setColor(QColor(tokens.on_accent) if is_loud else QColor(tokens.muted))
        self._item.label.fill = pg.mkBrush(color if is_loud else QColor(tokens.surface))
        self._item.label.setFont(theme.font(11))

    def set_value(self, value: float) -> None:
        """Put it elsewhere, without telling."""
        blocked = self._item.blockSignals(True)
        self._item.setValue(value)
        self._item.blockSignals(blocked)
        self._item.label.updatePosition()

    def set_text(self, text: str) -> None:
        """Write another text."""
        self._item.label.setFormat(text.replace("{", "{{").replace("}", "}}"))

    def set_visible(self, visible: bool) -> None:
        """Show it, or do not."""
        self._item.setVisible(visible)

    def on_dragged(self, moved: Callable[[float], object], released: Callable[[], object]) -> None:
        """Call `moved` with each place that the line is dragged to, and `released` at the end."""
        self._item.sigDragged.connect(lambda line: moved(float(line.value())))
        self._item.sigPositionChangeFinished.connect(lambda _: released())


class Cross:
    """A crosshair with a text beside it."""

    def __init__(self, widget: Item) -> None:
        self._widget = widget
        self._x = pg.InfiniteLine(angle=90, movable=False)
        self._y = pg.InfiniteLine(angle=0, movable=False)
        self._text = pg.TextItem(anchor=(0, 1))
        for item in (self._x, self._y, self._text):
            item.setZValue(50)
            item.setVisible(False)
            widget.addItem(item, ignoreBounds=True)

    @property
    def text(self) -> str:
        """What it says, "" while it is hidden."""
        return str(self._text.toPlainText()) if self._text.isVisible() else ""

    def show_at(self, x: float, y: float, text: str) -> None:
        """Show it at a place."""
        tokens = theme.current()
        self._x.setPos(x)
        self._y.setPos(y)
        for line in (self._x, self._y):
            line.setPen(pg.mkPen(QColor(tokens.muted), width=1, style=Qt.PenStyle.DotLine))
        low, high = self._widget.getViewBox().viewRange()[0]
        self._text.setAnchor((1, 1) if x > (low + high) / 2 else (0, 1))
        self._text.setColor(QColor(tokens.text))
        self._text.fill = pg.mkBrush(QColor(tokens.raised))
        self._text.setPlainText(text)
        self._text.setFont(theme.font(11))
        self._text.setPos(x, y)
        for item in (self._x, self._y, self._text):
            item.setVisible(True)

    def hide(self) -> None:
        """Show it nowhere."""
        for item in (self._x, self._y, self._text):
            item.setVisible(False)
