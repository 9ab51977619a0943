"""What is painted of a pair, part by part: pictures, faces, captions, scales, the divider."""

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter

from genmu_studio.thumbnails import Unshown
from ui.widgets import canvas_paint as paint
from ui.widgets.canvas_arrangement import CanvasArrangement
from ui.widgets.canvas_contents import Contents, Shown
from ui.widgets.canvas_faces import CanvasFaces
from ui.widgets.canvas_modes import Part
from ui.widgets.picture_levels import PictureLevels
from ui.widgets.thumbnails import Picture


class CanvasPicture:
    """Paints `contents` as they are arranged, and knows where captions were painted."""

    def __init__(self, arrangement: CanvasArrangement, contents: Contents, faces: CanvasFaces) -> None:
        self._arrangement, self._contents, self._faces = arrangement, contents, faces
        self._levels = PictureLevels()
        self._captions: list[tuple[QRectF, Shown]] = []

    @property
    def is_behind(self) -> bool:
        """Whether what was painted is to be painted once more, better."""
        return self._levels.is_behind

    def captioned(self, at: QPoint) -> Shown | None:
        """Return what a caption there is about."""
        return next((shown for box, shown in self._captions if box.contains(at)), None)

    def paint(self, painter: QPainter, *, holds_divider: bool) -> None:
        """Paint all parts, and what lies over them."""
        arrangement = self._arrangement
        self._levels.begin_frame()
        parts = arrangement.parts()
        for part in parts:
            self._paint_part(painter, part)
        if arrangement.mode == "wipe":
            paint.paint_divider(painter, arrangement.divider_x(), arrangement.scene_in_sight(), is_active=holds_divider)
        self._captions = []
        for part in parts:
            layer = self._contents[part.layer]
            box = paint.paint_caption(painter, part.clip, layer.caption, layer.token, right=part.captioned_right)
            self._captions.append((box, layer))
            if layer.scale is not None:
                paint.paint_scale(painter, part.clip, layer.scale)

    def _paint_part(self, painter: QPainter, part: Part) -> None:
        shown = self._contents[part.layer]
        painter.save()
        painter.setClipRect(part.clip)
        painter.fillRect(part.clip, paint.ground())
        to_screen = self._contents.to_screen(part.layer, part.pane)
        if isinstance(shown.seen, Picture) and shown.size is not None and to_screen is not None:
            paint.paint_picture(
                painter, shown.seen.pixmap, shown.size, to_screen, self._levels, is_whole=shown.is_whole
            )
            if self._faces.are_drawn(part.layer):
                paint.paint_faces(painter, shown.faces, to_screen, self._faces.pointed_in(part.layer))
        elif isinstance(shown.seen, Unshown):
            paint.paint_unshown(painter, part.clip, shown.seen)
        elif shown.caption:
            paint.paint_waiting(painter, part.clip, shown.waiting)
        paint.paint_frame(painter, part.pane, shown.token)
        painter.restore()
