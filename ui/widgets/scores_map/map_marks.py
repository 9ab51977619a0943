"""What stands on a map beside its points: names of identities, templates, lines of pairs, the legend."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from ui.theme import color, current, font
from ui.widgets.label_placement import Anchor, place_labels
from ui.widgets.scores_map.map_frame import MapFrame
from ui.widgets.scores_map.point_looks import PointLook, paint_point

TEXT_PX = 11
_LINE_OPACITY = 0.38
_GROUND_OPACITY = 0.72
_TEMPLATE_PX = 11.0
_MARK_PX, _BAR_PX, _PAD_PX = 8.0, 3.0, 3.0
_LEAST_RADIUS_PX, _MOST_RADIUS_PX = 8.0, 26.0
_LEGEND_ROW_PX, _GAP_PX, _BETWEEN_PX = 18.0, 5.0, 14.0
_LONGEST_NAME = 22
_MOST_NAMES = 24


@dataclass(frozen=True, slots=True)
class MapName:
    """A name at a place of the map. spread : how far around, in units of the map, it had better not stand.

    color : "#rrggbb" or the name of a token. is_template : a diamond marks the place, whether or not there is a text.
    """

    text: str
    x: float
    y: float
    spread: float = 0.0
    color: str = "text"
    is_template: bool = False

    @property
    def tint(self) -> QColor:
        """The colour in the theme in use."""
        return QColor(self.color if self.color.startswith("#") else getattr(current(), self.color))


class MapNames:
    """Where the names stand beside their places: worked out anew when the map rests, so that they stay calm."""

    def __init__(self) -> None:
        self._names: tuple[MapName, ...] = ()
        self._placed_for: tuple[float, float] | None = None  # width and height
        self._boxes: list[QRectF | None] = []  # from the place of each name

    @property
    def names(self) -> tuple[MapName, ...]:
        """The names, the most important first."""
        return self._names

    @property
    def boxes(self) -> tuple[QRectF | None, ...]:
        """Where they stand, from the place of each; None where there is no room."""
        return tuple(self._boxes)

    def set_names(self, names: Sequence[MapName]) -> None:
        """Show other names; of very many the first."""
        self._names = tuple(names[:_MOST_NAMES])
        self.forget_places()

    def forget_places(self) -> None:
        """Find places anew when they are painted next."""
        self._placed_for = None

    def paint(self, painter: QPainter, frame: MapFrame) -> None:
        """Paint diamonds and names."""
        painter.setFont(font(TEXT_PX, QFont.Weight.DemiBold))
        metrics = QFontMetricsF(painter.font())
        self._place(frame, metrics)
        for name in self._names:
            if name.is_template:
                _paint_template(painter, frame.to_px(name.x, name.y), name.tint)
        for name, box in zip(self._names, self._boxes, strict=True):
            if box is not None and name.text:
                _paint_name(painter, box.translated(frame.to_px(name.x, name.y)), name, metrics.ascent())

    def _place(self, frame: MapFrame, metrics: QFontMetricsF) -> None:
        key = (frame.area.width(), frame.area.height())
        if key == self._placed_for:
            return
        self._placed_for = key
        places = [frame.to_px(name.x, name.y) for name in self._names]
        anchors = [
            Anchor(at.x(), at.y(), _radius(name, frame.scale), _width(name, metrics), metrics.height())
            for name, at in zip(self._names, places, strict=True)
        ]
        inside = [frame.area.contains(at) for at in places]
        boxes = _placed(anchors, inside, frame.area)
        self._boxes = [None if box is None else box.translated(-at) for box, at in zip(boxes, places, strict=True)]


def _placed(anchors: Sequence[Anchor], inside: Sequence[bool], area: QRectF) -> list[QRectF | None]:
    """Return the boxes of the names; those of places outside `area` keep off the others, wherever they are."""
    near = [anchor for anchor, is_inside in zip(anchors, inside, strict=True) if is_inside]
    far = [anchor for anchor, is_inside in zip(anchors, inside, strict=True) if not is_inside]
    first = place_labels(near, area)
    everywhere = area.united(_around(far)) if far else area
    second = place_labels(far, everywhere, [box for box in first if box is not None])
    sources = {True: iter(first), False: iter(second)}
    return [next(sources[is_inside]) for is_inside in inside]


def _around(anchors: Sequence[Anchor]) -> QRectF:
    """Return a box with room for all names."""
    box = QRectF()
    for anchor in anchors:
        box |= anchor.mark.adjusted(-anchor.width - 20, -40, anchor.width + 20, 40)
    return box


def _radius(name: MapName, scale: float) -> float:
    if name.is_template:
        return _TEMPLATE_PX / 2
    return min(max(1.6 * name.spread * scale, _LEAST_RADIUS_PX), _MOST_RADIUS_PX)


def _width(name: MapName, metrics: QFontMetricsF) -> float:
    bar = 0.0 if name.is_template else _BAR_PX + _GAP_PX
    return metrics.horizontalAdvance(_short(name.text)) + bar + 2 * _PAD_PX


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def _paint_template(painter: QPainter, at: QPointF, tint: QColor) -> None:
    half = _TEMPLATE_PX / 2
    corners = [at + QPointF(*by) for by in ((0, -half), (half, 0), (0, half), (-half, 0))]
    painter.setPen(QPen(QColor(current().text), 1.5))
    painter.setBrush(tint)
    painter.drawPolygon(QPolygonF(corners))


def _paint_name(painter: QPainter, box: QRectF, name: MapName, ascent: float) -> None:
    """Write a name on a ground of its own; a bar before that of an identity has its colour."""
    tokens = current()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(tokens.surface, _GROUND_OPACITY))
    painter.drawRoundedRect(box, 3, 3)
    left = box.left() + _PAD_PX
    if not name.is_template:
        painter.setBrush(name.tint)
        painter.drawRect(QRectF(left, box.top() + 2, _BAR_PX, box.height() - 4))
        left += _BAR_PX + _GAP_PX
    painter.setPen(QColor(tokens.muted if name.is_template else tokens.text))
    painter.drawText(QPointF(left, box.top() + ascent), _short(name.text))


# ---- lines ----


def paint_lines(painter: QPainter, ends: NDArray[np.float64], tint: QColor) -> None:
    """Draw translucent lines between the pixels `ends` (m, 2, 2)."""
    faint = QColor(tint)
    faint.setAlphaF(_LINE_OPACITY)
    painter.setPen(QPen(faint, 1))
    painter.drawLines([QLineF(*numbers) for numbers in ends.reshape(-1, 4).tolist()])


# ---- legend ----


def legend_height(looks: Sequence[PointLook], width: float) -> float:
    """Return how high the legend of those looks is that have a text."""
    rows = [row for row, _, _ in _laid_out(looks, width)]
    return _LEGEND_ROW_PX * (max(rows) + 1) if rows else 0.0


def paint_legend(painter: QPainter, box: QRectF, looks: Sequence[PointLook]) -> None:
    """Paint it into the top of `box`."""
    painter.setFont(font(TEXT_PX))
    metrics = QFontMetricsF(painter.font())
    for row, left, look in _laid_out(looks, box.width()):
        middle = box.top() + (row + 0.5) * _LEGEND_ROW_PX
        mark = QRectF(box.left() + 2 + left, middle - _MARK_PX / 2, _MARK_PX, _MARK_PX)
        paint_point(painter, mark, look.shape, look.rgb)
        painter.setPen(QColor(current().muted))
        painter.drawText(QPointF(mark.right() + _GAP_PX, middle + metrics.capHeight() / 2), _short(look.text))


def _laid_out(looks: Sequence[PointLook], width: float) -> list[tuple[int, float, PointLook]]:
    """Return row and left edge of each entry."""
    metrics = QFontMetricsF(font(TEXT_PX))
    found: list[tuple[int, float, PointLook]] = []
    row, left = 0, 0.0
    for look in looks:
        if not look.text:
            continue
        wide = _MARK_PX + _GAP_PX + metrics.horizontalAdvance(_short(look.text))
        if left and left + wide > width:
            row, left = row + 1, 0.0
        found.append((row, left, look))
        left += wide + _BETWEEN_PX
    return found
