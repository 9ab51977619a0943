"""The map of embeddings as a widget: panned, zoomed, pointed at, walked with the keys, and drawn around by a lasso."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.chart_table import ChartTable
from genmu_studio.scores.lasso import enclosed
from genmu_studio.scores.map_readings import MapSample
from scoring.frame import BoolArray
from ui.theme import current, watch
from ui.widgets.scores_map.hover_card import HoverCard, card_words
from ui.widgets.scores_map.lasso_line import LassoLine
from ui.widgets.scores_map.map_frame import MapFrame, fit
from ui.widgets.scores_map.map_pointing import paint_pointed, pixel_of
from ui.widgets.scores_map.map_scene import MapScene
from ui.widgets.thumbnails import ThumbnailStore

_REACH_PX = 8.0
_CLICK_PX = 4.0
_LASSO_STEP_PX = 3.0
_ZOOM_PER_NOTCH = 1.25
_PAN_PX = 48.0
_REST_MS = 150
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
_KEYS = (
    "Arrows walk from sample to sample, Enter opens one in Review, Space chooses it; + and − zoom, Shift and arrows "
    "move the map, Home shows all of it."
)
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class EmbeddingCanvas(QWidget):
    """Paints a `MapScene` into a picture whenever that changes, and over it what the pointer is at.

    `opened` carries the place in the map of a sample that somebody wants to see; `chosen_changed` tells that other
    samples are chosen, or none; `looked` that another part of the map is shown.
    """

    opened = Signal(int)
    chosen_changed = Signal()
    looked = Signal()

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self.setAccessibleName("Embedding map")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # every pixel is painted here
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._scene: MapScene | None = None
        self._describe: Callable[[int], MapSample] | None = None
        self._table: Callable[[], ChartTable] = lambda: ChartTable((), ())
        self._frame = MapFrame(QRectF(0, 0, 1, 1), 0.0, 0.0, 1.0)
        self._around: QPixmap | None = None  # what stays where it is when the map is moved
        self._picture = QPixmap()
        self._is_drawn = False
        self._hovered: int | None = None
        self._current: int | None = None
        self._has_walked = False  # the keys said last which sample is meant
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self._lasso = LassoLine()
        self._draws_always = False
        self._card = HoverCard(thumbnails)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._settle)
        thumbnails.ready.connect(self.update)
        watch().changed.connect(self._dress)

    def sizeHint(self) -> QSize:
        """Return a size in which clusters are told apart."""
        return QSize(420, 320)

    def minimumSizeHint(self) -> QSize:
        """Stay legible."""
        return QSize(240, 180)

    # ---- what is shown ----

    def show_scene(
        self, scene: MapScene | None, describe: Callable[[int], MapSample], table: Callable[[], ChartTable]
    ) -> None:
        """Show a map, whole. describe : says all about the sample at a place of it; table : its numbers."""
        self._scene, self._describe, self._table = scene, describe, table
        self._hovered = self._current = None
        self._lasso.clear()
        if scene is not None:
            self._frame = fit(scene.bounds, scene.area_in(QRectF(self.rect())))
        self._say_where()
        self.redraw()

    def redraw(self) -> None:
        """Paint the scene anew, which was changed, with the next turn of the event loop."""
        self._around, self._is_drawn = None, False
        if self._scene is not None:
            area = self._scene.area_in(QRectF(self.rect()))
            if area != self._frame.area:
                self._frame = self._frame.resized(area, self._scene.bounds)
        self.update()

    def _dress(self) -> None:
        if self._scene is not None:
            self._scene.dress()
        self.redraw()

    @property
    def scene(self) -> MapScene | None:
        """What is shown."""
        return self._scene

    @property
    def frame(self) -> MapFrame:
        """Which part is shown, and where places are."""
        return self._frame

    @property
    def pointed(self) -> int | None:
        """The place of the sample that the pointer or the keys are at."""
        return self._current if self._has_walked else self._hovered

    @property
    def current(self) -> int | None:
        """The place of the sample that was clicked or walked to."""
        return self._current

    def table(self) -> ChartTable:
        """Return the numbers of the map."""
        return self._table()

    def reset_view(self) -> None:
        """Show everything."""
        if self._scene is not None:
            self._look_through(fit(self._scene.bounds, self._frame.area))

    def zoom(self, notches: float, at: QPointF | None = None) -> None:
        """Show everything larger, or smaller where `notches` is below 0; what is at the pixel stays there."""
        middle = self._frame.area.center()
        self._look_through(self._frame.zoomed(_ZOOM_PER_NOTCH**notches, middle if at is None else at))

    def _look_through(self, frame: MapFrame) -> None:
        if self._scene is not None:
            if frame.scale != self._frame.scale:
                self._rest.start()
            self._frame = frame.within(self._scene.bounds)
            self._is_drawn = False
            self.looked.emit()
            self.update()

    @property
    def is_moving(self) -> bool:
        """Whether the map is being dragged or zoomed: then only the map itself is painted."""
        return self._pressed is not None or self._rest.isActive()

    def _settle(self) -> None:
        """Let the names stand where there is room for them now."""
        if self._scene is not None:
            self._scene.place_names()
            self._is_drawn = False
            self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, and over it what moves."""
        ratio, scene = self.devicePixelRatioF(), self._scene
        if not self._is_drawn or self._picture.devicePixelRatioF() != ratio:
            self._draw(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if scene is not None:
            painter.save()
            painter.setClipRect(self._frame.area)
            if not self.is_moving:
                paint_pointed(painter, scene, self._frame, self.pointed, self._current)
            self._lasso.paint(painter, self._frame)
            painter.restore()
            self._paint_card(painter, scene)
        if self.hasFocus():
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _draw(self, ratio: float) -> None:
        """Draw everything but what is pointed at."""
        if self._around is None or self._around.devicePixelRatioF() != ratio:
            self._around = _blank(self.size(), ratio)
            self._picture = _blank(self.size(), ratio)
            if self._scene is not None:
                around = QPainter(self._around)
                self._scene.paint_around(around, QRectF(self.rect()))
                around.end()
        painter = QPainter(self._picture)  # the same one: to make one for every frame takes longer than to copy
        painter.drawPixmap(0, 0, self._around)
        if self._scene is not None:
            self._scene.paint_map(painter, self._frame, ratio)
        painter.end()
        self._is_drawn = True

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown, but for what is pointed at, into `area`, with twice the pixels of the screen."""
        if self._scene is not None:
            frame = self._frame.resized(self._scene.area_in(area), self._scene.bounds)
            self._scene.paint_around(painter, area)
            self._scene.paint_map(painter, frame, 2 * self.devicePixelRatioF())
            painter.save()
            painter.setClipRect(frame.area)
            self._lasso.paint(painter, frame)
            painter.restore()

    def _paint_card(self, painter: QPainter, scene: MapScene) -> None:
        place = self.pointed
        if place is None or self._describe is None or self.is_moving:
            self._card.withdraw()
        else:
            self._card.paint(painter, QRectF(self.rect()), pixel_of(scene, self._frame, place), self._describe(place))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the same part in the new size."""
        super().resizeEvent(event)
        self.redraw()

    # ---- which sample is meant ----

    def _point_at(self, pixel: QPointF) -> None:
        found = None
        if self._scene is not None and self._frame.area.contains(pixel):
            x, y = self._frame.at(pixel)
            found = self._scene.index.nearest(x, y, _REACH_PX / self._frame.scale, self._scene.allowed)
        if found != self._hovered or self._has_walked:
            self._hovered, self._has_walked = found, False
            self._say_where()
            self.update()

    def _go_to(self, place: int | None) -> None:
        self._current, self._has_walked = place, place is not None
        if self._scene is not None and place is not None:
            pixel = pixel_of(self._scene, self._frame, place)
            if not self._frame.area.contains(pixel):
                away = self._frame.area.center() - pixel
                self._look_through(self._frame.moved(away.x(), away.y()))
        self._say_where()
        self.update()

    def _walk(self, right: int, up: int) -> None:
        """Go to the next sample in that direction; at first to the one in the middle."""
        scene, here = self._scene, self._current
        if scene is not None and here is None:
            self._go_to(scene.index.nearest(self._frame.x, self._frame.y, np.inf, scene.allowed))
        elif scene is not None and here is not None:
            found = scene.index.next_toward(here, right, up, scene.allowed)
            self._go_to(here if found is None else found)

    def _say_where(self) -> None:
        place, describe = self.pointed, self._describe
        self.setAccessibleDescription(_KEYS if place is None or describe is None else card_words(describe(place)))

    # ---- choosing ----

    @property
    def draws_always(self) -> bool:
        """Whether a drag draws a lasso without Shift."""
        return self._draws_always

    def set_draws_always(self, draws: bool) -> None:
        """Let a drag draw a lasso, or move the map."""
        self._draws_always = draws
        self.setCursor(Qt.CursorShape.CrossCursor if draws else Qt.CursorShape.ArrowCursor)

    @property
    def has_lasso(self) -> bool:
        """Whether a line was drawn around what is chosen."""
        return len(self._lasso.places) > 0

    def clear_chosen(self) -> bool:
        """Choose nothing; whether anything was chosen or being drawn."""
        had_any = self._scene is not None and self._scene.chosen is not None
        had_line = self._lasso.clear()
        self._choose(None)
        return had_any or had_line

    def _choose(self, chosen: BoolArray | None) -> None:
        if self._scene is not None and (chosen is not None or self._scene.chosen is not None):
            self._scene.set_chosen(chosen)
            self.redraw()
            self.chosen_changed.emit()
        self.update()

    def _end_lasso(self) -> None:
        scene = self._scene
        if scene is None or not self._lasso.close():
            self.clear_chosen()
            return
        found = enclosed(scene.shown.places, self._lasso.places)
        self._choose(found if scene.allowed is None else found & scene.allowed)

    def _toggle_current(self) -> None:
        """Choose the current sample too, or no longer."""
        scene, place = self._scene, self._current
        if scene is None or place is None:
            return
        chosen = np.zeros(len(scene.shown), dtype=np.bool_) if scene.chosen is None else scene.chosen.copy()
        chosen[place] = not chosen[place]
        self._choose(chosen if chosen.any() else None)

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to draw a lasso or to move the map."""
        if event.button() != Qt.MouseButton.LeftButton or self._scene is None:
            super().mousePressEvent(event)
            return
        self._pressed = self._dragged = event.position()
        if self._draws_always or event.modifiers() & _SHIFT:
            self._lasso.begin(self._frame.at(event.position()))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with it; without a button, point."""
        if self._pressed is None or self._dragged is None:
            self._point_at(event.position())
            return
        step = event.position() - self._dragged
        if self._lasso.is_drawing and step.manhattanLength() >= _LASSO_STEP_PX:
            self._lasso.extend(self._frame.at(event.position()))
            self._dragged = event.position()
            self.update()
        elif not self._lasso.is_drawing and (step.manhattanLength() >= _CLICK_PX or self._dragged != self._pressed):
            self._dragged = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._look_through(self._frame.moved(step.x(), step.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it; where nothing was drawn or moved it was a click, which makes the sample there the current one."""
        super().mouseReleaseEvent(event)
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        was_click = self._dragged == self._pressed
        self._pressed = self._dragged = None
        self.set_draws_always(self._draws_always)
        if self._lasso.is_drawing:
            self._end_lasso()
        self._point_at(event.position())
        if was_click:
            self._current = self._hovered
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the sample that is there; elsewhere, show everything."""
        self._point_at(event.position())
        if self._hovered is None:
            self.reset_view()
        else:
            self.opened.emit(self._hovered)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._hovered = None
        self._say_where()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer, with Ctrl or the focus: else the wheel scrolls what the map lies in."""
        has_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self._scene is None or not (has_ctrl or self.hasFocus()):
            event.ignore()
            return
        self.zoom(event.angleDelta().y() / 120, event.position())
        self._point_at(event.position())
        event.accept()

    # ---- keys ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, pan, zoom, choose, open, show everything."""
        if self._scene is None or not self._act(Qt.Key(event.key()), has_shift=bool(event.modifiers() & _SHIFT)):
            super().keyPressEvent(event)

    def _act(self, key: Qt.Key, *, has_shift: bool) -> bool:
        if key in _ARROWS and has_shift:
            right, up = _ARROWS[key]
            self._look_through(self._frame.moved(-right * _PAN_PX, up * _PAN_PX))
        elif key in _ARROWS:
            self._walk(*_ARROWS[key])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus}:
            self.zoom(-1 if key == Qt.Key.Key_Minus else 1)
        elif key == Qt.Key.Key_Home:
            self.reset_view()
        elif key == Qt.Key.Key_Space:
            self._toggle_current()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._current is not None:
            self.opened.emit(self._current)
        elif key == Qt.Key.Key_Escape:
            return self._leave()
        else:
            return False
        return True

    def _leave(self) -> bool:
        """Choose nothing, else be at no sample; whether there was anything to leave."""
        if self.clear_chosen():
            return True
        had_one = self._current is not None
        self._go_to(None)
        return had_one

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self._has_walked = False
        self.update()


def _blank(size: QSize, ratio: float) -> QPixmap:
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(current().surface))
    return made
