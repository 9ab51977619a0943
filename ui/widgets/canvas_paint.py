"""What a canvas is painted of: pictures, faces, captions, a divider, a scale, and words where there is no picture."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from genmu_studio.pair_details import FaceBox
from genmu_studio.thumbnails import Unshown
from ui.theme import color, current, font, scheme
from ui.widgets.canvas_contents import ColourScale
from ui.widgets.canvas_view import Size
from ui.widgets.outcomes import paint_shape
from ui.widgets.picture_levels import PictureLevels

FRAME = 2.0
RADIUS = 6.0
_HANDLE = 17.0  # half of its width
_LEAST_HANDLE = 8.0
_NEAREST_FROM = 4  # screen pixels per pixel of the file: from here on one wants to see pixels
_CAPTION_HEIGHT = 24
_MARGIN = 12
_LEAST_CAPTION = 48
_SHADOW = "#000000"


def ground() -> QColor:
    """Return the colour around pictures: quieter than a card, so that nothing outshines them."""
    return QColor(current().background).darker(150 if scheme() == "dark" else 106)


def paint_picture(
    painter: QPainter, pixmap: QPixmap, size: Size, to_screen: QTransform, levels: PictureLevels, *, is_whole: bool
) -> None:
    """Draw a pixmap that stands for a picture of `size`. is_whole : it has every pixel of it."""
    ratio = painter.device().devicePixelRatioF()
    scale = math.hypot(to_screen.m11(), to_screen.m12()) * ratio
    level = levels.fitting(pixmap, size[0] * scale)
    box = QRectF(0, 0, *size)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_whole or scale < _NEAREST_FROM)
    if to_screen.isRotating():
        painter.setTransform(to_screen, combine=True)
    else:
        box = _on_pixels(to_screen.mapRect(box), ratio)
    painter.drawPixmap(box, level, QRectF(level.rect()))
    painter.restore()


def _on_pixels(target: QRectF, ratio: float) -> QRectF:
    """Return `target` with its corner on a whole pixel of the screen: otherwise 100 % would not be sharp."""
    corner = QPointF(round(target.left() * ratio) / ratio, round(target.top() * ratio) / ratio)
    return QRectF(corner, target.size())


def outline(face: FaceBox, to_screen: QTransform) -> QPolygonF:
    """Return the box of a face on the screen."""
    x1, y1, x2, y2 = face.box
    return to_screen.map(QPolygonF(QRectF(QPointF(x1, y1), QPointF(x2, y2))))


def paint_faces(
    painter: QPainter, faces: Sequence[FaceBox], to_screen: QTransform, pointed_at: FaceBox | None = None
) -> None:
    """Draw the faces of a picture, numbered where there are several; the one that counts has a solid frame and points.

    to_screen : from pixels of the picture. pointed_at : the one below the mouse.
    """
    for number, face in enumerate(faces, start=1):
        box = outline(face, to_screen)
        painter.setBrush(color("#ffffff", 0.12) if face is pointed_at else Qt.BrushStyle.NoBrush)
        # Dark below white: seen on any picture.
        for pen in (
            QPen(color(_SHADOW, 0.55), 3.5),
            QPen(color("#ffffff", 0.95), 1.5, Qt.PenStyle.SolidLine if face.is_chosen else Qt.PenStyle.DashLine),
        ):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolygon(box)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color(_SHADOW, 0.55), 1))
        painter.setBrush(color("#ffffff"))
        for x, y in face.points if face.is_chosen else ():
            painter.drawEllipse(to_screen.map(QPointF(x, y)), 2.5, 2.5)
        if len(faces) > 1:
            _paint_number(painter, box.first(), number, is_chosen=face.is_chosen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_number(painter: QPainter, corner: QPointF, number: int, *, is_chosen: bool) -> None:
    painter.setFont(font(11, QFont.Weight.DemiBold))
    width = max(18, painter.fontMetrics().horizontalAdvance(str(number)) + 10)
    box = QRectF(corner.x(), corner.y(), width, 18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color("#ffffff") if is_chosen else color(_SHADOW, 0.65))
    painter.drawRect(box)
    painter.setPen(color("#14171c") if is_chosen else color("#ffffff"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))


def paint_caption(painter: QPainter, room: QRectF, text: str, token: str, *, right: bool = False) -> QRectF:
    """Draw a caption in a corner of `room` and return where; nothing where there is no room for a word."""
    if not text or room.width() < _LEAST_CAPTION + 2 * _MARGIN:
        return QRectF()
    tokens = current()
    painter.setFont(font(12, QFont.Weight.Medium))
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()) - 2 * _MARGIN - 16)
    width = metrics.horizontalAdvance(shown) + 16
    left = room.right() - _MARGIN - width if right else room.left() + _MARGIN
    box = QRectF(left, room.top() + _MARGIN, width, _CAPTION_HEIGHT)
    is_coloured = token in {"original", "unlearned"}
    painter.setPen(Qt.PenStyle.NoPen if is_coloured else QPen(QColor(tokens.line)))
    painter.setBrush(QColor(getattr(tokens, token) if is_coloured else tokens.raised))
    painter.drawRoundedRect(box, 4, 4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(tokens.on_accent if is_coloured else tokens.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
    return box


def paint_frame(painter: QPainter, pane: QRectF, token: str) -> None:
    """Draw the frame of a pane, and what lies outside of its round corners."""
    corners = QPainterPath()
    corners.addRect(pane)
    corners.addRoundedRect(pane, RADIUS, RADIUS)
    painter.fillPath(corners, QColor(current().background))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(getattr(current(), token)), FRAME))
    inset = FRAME / 2
    painter.drawRoundedRect(pane.adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)


def handle_radius(scene: QRectF) -> float:
    """Return half the width of the handle of a divider: it covers little of a small picture."""
    return min(_HANDLE, max(_LEAST_HANDLE, scene.height() / 14))


def paint_divider(painter: QPainter, x: float, scene: QRectF, *, is_active: bool) -> None:
    """Draw the divider of a wipe as high as the pictures, with a handle in the middle."""
    for tint, width in ((color(_SHADOW, 0.45), 4.0), (color("#ffffff"), 2.0)):
        painter.setPen(QPen(tint, width))
        painter.drawLine(QPointF(x, scene.top()), QPointF(x, scene.bottom()))
    middle = QPointF(x, scene.center().y())
    painter.setPen(QPen(QColor(current().accent) if is_active else color(_SHADOW, 0.45), 2 if is_active else 1))
    painter.setBrush(color("#ffffff"))
    radius = handle_radius(scene)
    painter.drawEllipse(middle, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(color("#14171c"), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    reach, wing = radius * 0.53, radius * 0.27
    for way in (-1, 1):
        foot = way * (reach - wing)
        painter.drawPolyline(
            [middle + QPointF(foot, -wing), middle + QPointF(way * reach, 0), middle + QPointF(foot, wing)]
        )
    painter.drawLine(middle + QPointF(-reach, 0), middle + QPointF(reach, 0))


def paint_scale(painter: QPainter, room: QRectF, scale: ColourScale) -> None:
    """Draw what the colours of a picture stand for, in the upper right corner of `room`."""
    tokens = current()
    painter.setFont(font(11))
    metrics = painter.fontMetrics()
    bar, gap = min(140.0, room.width() / 4), 8.0
    lows, highs = metrics.horizontalAdvance(scale.low), metrics.horizontalAdvance(scale.high)
    box = QRectF(0, room.top() + _MARGIN, bar + lows + highs + 4 * gap, _CAPTION_HEIGHT)
    box.moveRight(room.right() - _MARGIN)
    painter.setPen(QPen(QColor(tokens.line)))
    painter.setBrush(QColor(tokens.raised))
    painter.drawRoundedRect(box, 4, 4)
    track = QRectF(box.left() + lows + 2 * gap, box.center().y() - 5, bar, 10)
    gradient = QLinearGradient(track.topLeft(), track.topRight())
    for place, each in enumerate(scale.colours):
        gradient.setColorAt(place / max(1, len(scale.colours) - 1), each)
    painter.setBrush(gradient)
    painter.drawRect(track)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(tokens.text))
    flags = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box.adjusted(gap, 0, 0, 0), int(flags | Qt.AlignmentFlag.AlignLeft), scale.low)
    painter.drawText(box.adjusted(0, 0, -gap, 0), int(flags | Qt.AlignmentFlag.AlignRight), scale.high)


def paint_note(painter: QPainter, room: QRectF, text: str) -> None:
    """Draw a line of words at the lower edge, in the middle."""
    tokens = current()
    painter.setFont(font(12))
    metrics = painter.fontMetrics()
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()) - 4 * _MARGIN)
    box = QRectF(0, 0, metrics.horizontalAdvance(shown) + 2 * _MARGIN, 28)
    box.moveCenter(QPointF(room.center().x(), room.bottom() - _MARGIN - 14))
    painter.setPen(QPen(QColor(tokens.line)))
    painter.setBrush(QColor(tokens.raised))
    painter.drawRoundedRect(box, 14, 14)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(tokens.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)


def paint_waiting(painter: QPainter, room: QRectF, text: str) -> None:
    """Say that something is being made."""
    painter.setFont(font(12))
    painter.setPen(QColor(current().muted))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def paint_unshown(painter: QPainter, room: QRectF, why: Unshown) -> None:
    """Say why there is no picture: a cross, the code, a sentence."""
    tokens = current()
    middle = room.center()
    paint_shape(painter, QRectF(middle.x() - 11, middle.y() - 46, 22, 22), "cross", QColor(tokens.bad))
    painter.setFont(font(13, QFont.Weight.DemiBold))
    painter.setPen(QColor(tokens.bad))
    painter.drawText(QRectF(room.left(), middle.y() - 12, room.width(), 22), Qt.AlignmentFlag.AlignCenter, why.code)
    painter.setFont(font(12))
    painter.setPen(QColor(tokens.muted))
    side = min(24.0, room.width() / 10)
    below = QRectF(room.left() + side, middle.y() + 14, room.width() - 2 * side, room.height() / 2 - 20)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(below, int(flags), why.message)
