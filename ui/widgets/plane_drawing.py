"""What is drawn on the EA–RA plane: lines of equal ERB, marks, and their names where there is room for them."""

from collections.abc import Sequence
from math import hypot

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from genmu_studio.overview.plane import ISO_ERB, PlanePoint, PointKind, iso_line
from ui import theme
from ui.numbers import percent
from ui.theme import Tokens
from ui.widgets.label_placement import Anchor, place_labels
from ui.widgets.plane_words import LOOKS, shortened
from ui.widgets.plots import Plot, PlotText


class PlaneDrawing:
    """Draws points on a plot; their names are placed when the plot knows where on the screen each point is."""

    def __init__(self, plot: Plot) -> None:
        self._plot = plot
        self._points: tuple[PlanePoint, ...] = ()
        self._name = ""
        self._what_if = False
        self._texts: list[tuple[PlanePoint, PlotText]] = []
        self._iso: list[tuple[float, PlotText]] = []

    def draw(self, points: Sequence[PlanePoint], name: str, *, what_if: bool) -> None:
        """Draw points, the most important first, of an entry called `name`, instead of those that are there."""
        tokens = theme.current()
        self._points, self._name, self._what_if = tuple(points), name, what_if
        self._plot.clear()
        self._plot.dress()
        self._draw_lines(tokens)
        for point in reversed(self._points):
            look = LOOKS[point.kind]
            color = self._color(point.kind, tokens)
            fill = QColor(color if look.filled else tokens.surface)
            self._plot.add_mark(point.place, look.symbol, look.size, fill, QColor(color))
        self._texts = [(point, self._text(point, tokens)) for point in self._points]

    def name_boxes(self) -> list[tuple[QRectF, str]]:
        """Return the pixels of every name that is shown, and the name."""
        return [
            (text.box, text.text) for text in (*(t for _, t in self._texts), *(t for _, t in self._iso)) if text.box
        ]

    def _draw_lines(self, tokens: Tokens) -> None:
        self._iso = []
        for erb in ISO_ERB:
            line = iso_line(erb)
            self._plot.add_line(line[:, 0].tolist(), line[:, 1].tolist(), theme.color(tokens.muted, 0.45), 1)
            self._iso.append(
                (erb, self._plot.add_text(f"ERB {erb:g}", QColor(tokens.muted), 10, fill=QColor(tokens.surface)))
            )
        unlearned, original = self._own("unlearned"), self._own("original")
        if unlearned is not None and unlearned.ea.interval and unlearned.ra.interval:
            self._plot.add_box(unlearned.ea.interval, unlearned.ra.interval, QColor(tokens.unlearned))
        if unlearned is not None and original is not None:
            (x1, y1), (x2, y2) = original.place, unlearned.place
            self._plot.add_line([x1, x2], [y1, y2], QColor(tokens.unlearned), 1.2, dashed=True)

    def _text(self, point: PlanePoint, tokens: Tokens) -> PlotText:
        look = LOOKS[point.kind]
        name = point.name
        color = self._color(point.kind, tokens)
        if point.kind == "unlearned":
            name = f"{self._name} {percent(point.erb.value)}"
            color = tokens.what_if if self._what_if else color
        return self._plot.add_text(
            shortened(name), QColor(color), look.text_px, bold=point.kind in {"unlearned", "original"}
        )

    @staticmethod
    def _color(kind: PointKind, tokens: Tokens) -> str:
        return {
            "unlearned": tokens.unlearned,
            "group": tokens.unlearned,
            "original": tokens.original,
        }.get(kind, tokens.muted)

    # ---- places ----

    def _pixel_of(self, point: PlanePoint) -> tuple[float, float]:
        return self._plot.to_pixel(point.place)

    def place_names(self) -> None:
        """Put each name beside its point, and the name of each line on it, where there is room."""
        area = self._plot.area().adjusted(0, 0, -2, 0)
        anchors = []
        taken = self._line_pixels()
        for point, text in self._texts:
            x, y = self._pixel_of(point)
            anchors.append(Anchor(x, y, LOOKS[point.kind].size / 2, *text.size))
        places = place_labels(anchors, area, taken)
        for (_, text), place in zip(self._texts, places, strict=True):
            text.put(None if place is None else (place.x(), place.y()))
        labels = [place for place in places if place is not None]
        self._place_iso(area, [*labels, *taken, *self._box_pixels(), *(anchor.mark for anchor in anchors)])

    def _own(self, kind: PointKind) -> PlanePoint | None:
        return next((point for point in self._points if point.kind == kind), None)

    def _line_pixels(self) -> list[QRectF]:
        """Return small boxes along the line from original to unlearned, for labels to keep off."""
        first, last = self._own("original"), self._own("unlearned")
        if first is None or last is None:
            return []
        (x1, y1), (x2, y2) = self._pixel_of(first), self._pixel_of(last)
        steps = max(1, int(hypot(x2 - x1, y2 - y1) / 6))
        along = [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps + 1)]
        return [QRectF(x - 1, y - 1, 2, 2) for x, y in along]

    def _box_pixels(self) -> list[QRectF]:
        point = self._own("unlearned")
        if point is None or point.ea.interval is None or point.ra.interval is None:
            return []
        corners = [self._plot.to_pixel(place) for place in zip(point.ea.interval, point.ra.interval, strict=True)]
        return [QRectF(QPointF(*corners[0]), QPointF(*corners[1])).normalized()]

    def _place_iso(self, area: QRectF, taken: list[QRectF]) -> None:
        """Put the name of each line on it where nothing else is, nearest to the diagonal."""
        for erb, text in self._iso:
            line = iso_line(erb)
            middle = len(line) // 2
            order = sorted(range(len(line)), key=lambda place: abs(place - middle))
            boxes = (self._centred(text, self._plot.to_pixel((line[at, 0], line[at, 1]))) for at in order[::5])
            free = (box for box in boxes if area.contains(box) and not any(box.intersects(other) for other in taken))
            box = next(free, None)
            text.put(None if box is None else (box.x(), box.y()))
            if box is not None:
                taken.append(box)

    @staticmethod
    def _centred(text: PlotText, pixel: tuple[float, float]) -> QRectF:
        width, height = text.size
        return QRectF(pixel[0] - width / 2, pixel[1] - height / 2, width, height)
