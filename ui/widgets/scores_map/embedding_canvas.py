"""The map of embeddings as a widget: panned, zoomed, pointed at, walked with the keys, and drawn around by a lasso."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.chart_table import ChartTable
from genmu_studio.scores.map_readings import MapSample
from ui.theme import current, watch
from ui.widgets.scores_map.hover_card import HoverCard, card_words
from ui.widgets.scores_map.map_choice import MapChoice
from ui.widgets.scores_map.map_frame import MapFrame
from ui.widgets.scores_map.map_hands import MapHands
from ui.widgets.scores_map.map_keys import KEYS, MapKeys
from ui.widgets.scores_map.map_picture import MapPicture
from ui.widgets.scores_map.map_pointing import paint_pointed, pixel_of
from ui.widgets.scores_map.map_scene import MapScene
from ui.widgets.scores_map.map_sight import MapSight
from ui.widgets.scores_map.meant_sample import MeantSample
from ui.widgets.thumbnails import ThumbnailStore


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
        self._sight = MapSight(self)
        self._meant = MeantSample(self._sight, self)
        self._choice = MapChoice(self)
        self._keys = MapKeys(self._sight, self._meant, self._choice)
        self._hands = MapHands(self, self._sight, self._meant, self._choice)
        self._picture = MapPicture()
        self._card = HoverCard(thumbnails)
        self._sight.changed.connect(self._look)
        self._sight.rested.connect(self._settle)
        self._meant.changed.connect(self._say_where)
        self._meant.opened.connect(self.opened)
        self._choice.changed.connect(self.redraw)
        self._choice.changed.connect(self.chosen_changed)
        self._choice.line_changed.connect(self.update)
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
        box = QRectF(self.rect())
        self._sight.begin(None if scene is None else scene.bounds, box if scene is None else scene.area_in(box))
        self._choice.begin(scene)
        self._meant.begin(scene)
        self.redraw()

    def redraw(self) -> None:
        """Paint the scene anew, which was changed, with the next turn of the event loop."""
        self._picture.forget()
        if self._scene is not None:
            self._sight.fit_into(self._scene.area_in(QRectF(self.rect())))
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
        return self._sight.frame

    @property
    def pointed(self) -> int | None:
        """The place of the sample that the pointer or the keys are at."""
        return self._meant.pointed

    @property
    def current(self) -> int | None:
        """The place of the sample that was clicked or walked to."""
        return self._meant.current

    @property
    def draws_always(self) -> bool:
        """Whether a drag draws a lasso without Shift."""
        return self._hands.draws_always

    def set_draws_always(self, draws: bool) -> None:
        """Let a drag draw a lasso, or move the map."""
        self._hands.set_draws_always(draws)

    @property
    def has_lasso(self) -> bool:
        """Whether a line was drawn around what is chosen."""
        return self._choice.has_line

    def clear_chosen(self) -> bool:
        """Choose nothing; whether anything was chosen or being drawn."""
        return self._choice.clear()

    def table(self) -> ChartTable:
        """Return the numbers of the map."""
        return self._table()

    def reset_view(self) -> None:
        """Show everything."""
        self._sight.show_all()

    @property
    def is_moving(self) -> bool:
        """Whether the map is being dragged or zoomed: then only the map itself is painted."""
        return self._hands.is_holding or self._sight.is_zooming

    def _look(self) -> None:
        self._picture.forget_map()
        self.looked.emit()
        self.update()

    def _settle(self) -> None:
        """Let the names stand where there is room for them now."""
        if self._scene is not None:
            self._scene.place_names()
            self._picture.forget_map()
            self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, and over it what moves."""
        scene, frame = self._scene, self._sight.frame
        picture = self._picture.of(scene, frame, self.size(), self.devicePixelRatioF())
        painter = QPainter(self)
        painter.drawPixmap(0, 0, picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if scene is not None:
            painter.save()
            painter.setClipRect(frame.area)
            if not self.is_moving:
                paint_pointed(painter, scene, frame, self.pointed, self.current)
            self._choice.paint_line(painter, frame)
            painter.restore()
            self._paint_card(painter, scene)
        if self.hasFocus():
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _paint_card(self, painter: QPainter, scene: MapScene) -> None:
        place = self.pointed
        if place is None or self._describe is None or self.is_moving:
            self._card.withdraw()
        else:
            at = pixel_of(scene, self._sight.frame, place)
            self._card.paint(painter, QRectF(self.rect()), at, self._describe(place))

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown, but for what is pointed at, into `area`, with twice the pixels of the screen."""
        if self._scene is not None:
            frame = self._sight.frame.resized(self._scene.area_in(area), self._scene.bounds)
            self._scene.paint_around(painter, area)
            self._scene.paint_map(painter, frame, 2 * self.devicePixelRatioF())
            painter.save()
            painter.setClipRect(frame.area)
            self._choice.paint_line(painter, frame)
            painter.restore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the same part in the new size."""
        super().resizeEvent(event)
        self.redraw()

    def _say_where(self) -> None:
        place, describe = self.pointed, self._describe
        self.setAccessibleDescription(KEYS if place is None or describe is None else card_words(describe(place)))
        self.update()

    # ---- keys and focus ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, pan, zoom, choose, open, show everything."""
        has_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not self._keys.act(Qt.Key(event.key()), has_shift=has_shift):
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._meant.point_nowhere()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self._meant.stop_walking()
        self.update()
