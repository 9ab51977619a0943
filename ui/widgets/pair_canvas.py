"""Two pictures side by side under one zoom and one centre: original left in blue, unlearned right in orange."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.pair_details import FaceBox
from genmu_studio.thumbnails import Unshown
from ui.theme import color, current, font, watch
from ui.widgets.outcomes import paint_shape
from ui.widgets.thumbnails import Picture, Seen

_GAP = 10
_FRAME = 3
_SMALLEST, _LARGEST = 0.02, 64.0
_STEP = 1.25
SIDES = ("original", "unlearned")


class PairCanvas(QWidget):
    """Shows what is given; the mouse pans and zooms both sides together.

    The zoom is that of the wider picture: the other is scaled so that both show the same part of their scene.
    """

    zoom_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen: list[Seen | None] = [None, None]
        self._captions = ["", ""]
        self._faces: list[Sequence[FaceBox]] = [(), ()]
        self._shows_faces = True
        self._zoom: float | None = None  # screen pixels per picture pixel; None = fit
        self._centre = QPointF(0.5, 0.5)  # of both, as a share of their size
        self._dragged_from: QPointF | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 120)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        watch().changed.connect(self.update)

    # ---- what is shown ----

    def show_sides(self, seen: Sequence[Seen | None], captions: Sequence[str]) -> None:
        """Show both sides: a picture, why there is none, or None while it is made; a caption for each."""
        self._seen, self._captions = list(seen), list(captions)
        self._tell_zoom()
        self.update()

    def show_faces(self, original: Sequence[FaceBox], unlearned: Sequence[FaceBox]) -> None:
        """Draw the faces that were found."""
        self._faces = [original, unlearned]
        self.update()

    def set_shows_faces(self, shown: bool) -> None:
        """Draw faces, or do not."""
        self._shows_faces = shown
        self.update()

    # ---- zoom ----

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the wider picture."""
        return self._zoom if self._zoom is not None else self._fit()

    def fit(self) -> None:
        """Show both pictures whole."""
        self._zoom, self._centre = None, QPointF(0.5, 0.5)
        self._changed()

    def zoom_actual(self) -> None:
        """Show one pixel of the wider picture on one of the screen; fit where it is so already."""
        if self._zoom == 1.0:
            self.fit()
        else:
            self._zoom = 1.0
            self._changed()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in by steps (negative: out); the point `at` of the widget stays where it is."""
        before = self.zoom
        after = min(max(before * _STEP**steps, _SMALLEST), _LARGEST)
        pane = next((pane for pane in self._panes() if at is not None and pane.contains(at)), None)
        if at is not None and pane is not None:
            away = at - pane.center()
            shift = away * (1 / self._scene_width(before) - 1 / self._scene_width(after))
            self._move(shift)
        self._zoom = after
        self._changed()

    def _changed(self) -> None:
        self._tell_zoom()
        self.update()

    def _tell_zoom(self) -> None:
        percent = f"{100 * self.zoom:.0f} %"
        self.zoom_changed.emit(f"fit, {percent}" if self._zoom is None else percent)

    # ---- geometry; lengths of the widget are in points of the screen, of which a pixel may be a part ----

    def _panes(self) -> tuple[QRectF, QRectF]:
        width = (self.width() - _GAP) / 2
        return QRectF(0, 0, width, self.height()), QRectF(width + _GAP, 0, width, self.height())

    def _sizes(self) -> list[tuple[float, float] | None]:
        """Return (width, height) of both pictures in their own pixels, as far as it is known."""
        return [_size(seen) for seen in self._seen]

    def _widest(self) -> float:
        return max((size[0] for size in self._sizes() if size is not None), default=1.0)

    def _scene_width(self, zoom: float) -> float:
        """Return how wide both pictures are drawn."""
        return self._widest() * zoom / self.devicePixelRatioF()

    def _fit(self) -> float:
        pane = self._panes()[0]
        room = (max(1.0, pane.width() - 2 * _FRAME), max(1.0, pane.height() - 2 * _FRAME))
        tallest = max((size[1] / size[0] for size in self._sizes() if size is not None), default=1.0)
        width = min(room[0], room[1] / tallest)
        return float(width * self.devicePixelRatioF() / self._widest())

    def _target(self, pane: QRectF, size: tuple[float, float]) -> QRectF:
        width = self._scene_width(self.zoom)
        height = width * size[1] / size[0]
        left = pane.center().x() - self._centre.x() * width
        return QRectF(left, pane.center().y() - self._centre.y() * height, width, height)

    def _move(self, by: QPointF) -> None:
        middle = self._centre + by
        self._centre = QPointF(min(max(middle.x(), 0.0), 1.0), min(max(middle.y(), 0.0), 1.0))

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both sides."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens = current()
        for number, (pane, token) in enumerate(zip(self._panes(), (tokens.original, tokens.unlearned), strict=True)):
            painter.fillRect(pane, QColor(tokens.background).darker(106))
            painter.save()
            painter.setClipRect(pane)
            self._paint_side(painter, pane, number, QColor(token))
            painter.restore()
            painter.setPen(QPen(QColor(token), _FRAME))
            inset = _FRAME / 2
            painter.drawRect(pane.adjusted(inset, inset, -inset, -inset))
            self._paint_caption(painter, pane, self._captions[number], token)

    def _paint_side(self, painter: QPainter, pane: QRectF, number: int, tint: QColor) -> None:
        seen = self._seen[number]
        size = _size(seen)
        if isinstance(seen, Picture) and size is not None:
            target = self._target(pane, size)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.zoom < 4)
            painter.drawPixmap(target, seen.pixmap, QRectF(seen.pixmap.rect()))
            if self._shows_faces and seen.width:
                for face in self._faces[number]:
                    _paint_face(painter, target, face, target.width() / seen.width)
        elif isinstance(seen, Unshown):
            _paint_unshown(painter, pane, seen)
        else:
            painter.setPen(QColor(current().muted))
            painter.drawText(pane, Qt.AlignmentFlag.AlignCenter, self._captions[number] and "reading…")

    @staticmethod
    def _paint_caption(painter: QPainter, pane: QRectF, caption: str, token: str) -> None:
        if not caption:
            return
        painter.setFont(font(12))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(caption, Qt.TextElideMode.ElideRight, int(pane.width()) - 40)
        box = QRectF(pane.left() + 12, pane.top() + 12, metrics.horizontalAdvance(shown) + 16, 24)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(token))
        painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(current().on_accent))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)

    # ---- mouse ----

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor."""
        self.zoom_by(event.angleDelta().y() / 120, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._dragged_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._dragged_from is None:
            return
        by = event.position() - self._dragged_from
        self._dragged_from = event.position()
        width = self._scene_width(self.zoom)
        height = width * max((size[1] / size[0] for size in self._sizes() if size is not None), default=1.0)
        self._zoom = self.zoom
        self._move(QPointF(-by.x() / width, -by.y() / height))
        self._changed()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End panning."""
        self._dragged_from = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show whole, or pixel for pixel."""
        self.zoom_actual()


def _size(seen: Seen | None) -> tuple[float, float] | None:
    if not isinstance(seen, Picture) or seen.pixmap.isNull():
        return None
    return (seen.width, seen.height) if seen.width else (seen.pixmap.width(), seen.pixmap.height())


def _paint_face(painter: QPainter, target: QRectF, face: FaceBox, scale: float) -> None:
    x1, y1, x2, y2 = face.box
    box = QRectF(target.left() + x1 * scale, target.top() + y1 * scale, (x2 - x1) * scale, (y2 - y1) * scale)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Dark below white: seen on any picture.
    style = Qt.PenStyle.SolidLine if face.is_chosen else Qt.PenStyle.DashLine
    for tint, width in ((color("#000000", 0.55), 3.5), (color("#ffffff", 0.95 if face.is_chosen else 0.7), 1.5)):
        painter.setPen(QPen(tint, width, style))
        painter.drawRoundedRect(box, 3, 3)
    painter.setPen(QPen(color("#000000", 0.55), 1))
    painter.setBrush(color("#ffffff"))
    for x, y in face.points if face.is_chosen else ():
        painter.drawEllipse(QPointF(target.left() + x * scale, target.top() + y * scale), 2.5, 2.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_unshown(painter: QPainter, pane: QRectF, seen: Unshown) -> None:
    tokens = current()
    middle = pane.center()
    paint_shape(painter, QRectF(middle.x() - 12, middle.y() - 44, 24, 24), "cross", QColor(tokens.bad))
    painter.setPen(QColor(tokens.bad))
    painter.drawText(QRectF(pane.left(), middle.y() - 10, pane.width(), 22), Qt.AlignmentFlag.AlignCenter, seen.code)
    painter.setPen(QColor(tokens.muted))
    below = QRectF(pane.left() + 24, middle.y() + 14, pane.width() - 48, pane.height() / 2 - 20)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(below, int(flags), seen.message)
