"""Bars in the cells of tables: a share filled from the left, or a value with its interval as a dot on a band."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.theme import GRID_PX, color, current
from ui.widgets.segments import Index, RowDelegate, paint_background

TRACKS = Qt.ItemDataRole.UserRole + 40  # the role of a cell's tracks, one below the other
_BAR_PX = 6
_DOT_PX = 4.5
_SMALLEST_PX = 40
_BETWEEN_PX = 6


@dataclass(frozen=True, slots=True)
class Track:
    """One bar from 0 to 1. fill : from its left end so far. band, dot : an interval and the value in it.

    token : its colour in the theme; the unlearned side has a diamond for a dot. text : a number after it, "" = none.
    note : muted words below it. is_dim : whether it does not count.
    """

    token: str
    fill: float | None = None
    band: tuple[float, float] | None = None
    dot: float | None = None
    text: str = ""
    note: str = ""
    is_dim: bool = False


Tracks = tuple[Track, ...]


class TrackDelegate(RowDelegate):
    """Paints the `TRACKS` of a cell; their numbers stand below each other."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        tracks: Tracks = index.data(TRACKS) or ()
        if not tracks:
            return
        room = QRectF(option.rect).adjusted(GRID_PX - 2, 2, -GRID_PX, -2)
        height = QFontMetricsF(option.font).height()
        lines = sum(_lines(track) for track in tracks)
        top = room.center().y() - height * lines / 2
        texts = max((_text_px(option.font, track) for track in tracks), default=0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for track in tracks:
            _paint(painter, option.font, QRectF(room.left(), top, room.width(), height), track, texts)
            top += height * _lines(track)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size at which the bars can still be told apart."""
        tracks: Tracks = index.data(TRACKS) or ()
        texts = max((_text_px(option.font, track) for track in tracks), default=0)
        height = QFontMetrics(option.font).height() * max(1, sum(_lines(track) for track in tracks))
        return QSize(_SMALLEST_PX + texts + 4 * GRID_PX, height + GRID_PX)


def _lines(track: Track) -> int:
    return 2 if track.note else 1


def _strong(font: QFont) -> QFont:
    face = QFont(font)
    face.setWeight(QFont.Weight.DemiBold)
    return face


def _text_px(font: QFont, track: Track) -> int:
    return QFontMetrics(_strong(font)).horizontalAdvance(track.text)


def _paint(painter: QPainter, font: QFont, line: QRectF, track: Track, texts: int) -> None:
    tokens, right = current(), line.right()
    if texts:
        painter.setFont(_strong(font))
        painter.setPen(QColor(tokens.muted if track.is_dim or not _has_bar(track) else tokens.text))
        at = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        painter.drawText(QRectF(right - texts, line.top(), texts + 1, line.height()), at, track.text)
        right -= texts + _BETWEEN_PX + 2
    bar = QRectF(line.left(), line.center().y() - _BAR_PX / 2, right - line.left(), _BAR_PX)
    if bar.width() >= _BAR_PX:
        paint_track(painter, bar, track)
    if track.note:
        painter.setFont(font)
        painter.setPen(QColor(tokens.muted))
        words = QFontMetrics(font).elidedText(track.note, Qt.TextElideMode.ElideRight, round(line.width()))
        at = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(line.translated(0, line.height()), at, words)


def _has_bar(track: Track) -> bool:
    return track.fill is not None or track.dot is not None


def paint_track(painter: QPainter, bar: QRectF, track: Track) -> None:
    """Paint a track into `bar`, without its words."""
    token = getattr(current(), "muted" if track.is_dim else track.token)
    radius = bar.height() / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(current().line, 0.7))
    painter.drawRoundedRect(bar, radius, radius)
    if track.fill:
        painter.setBrush(QColor(token))
        width = max(bar.width() * min(track.fill, 1.0), 2.0)
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), width, bar.height()), min(radius, width / 2), radius)
    if track.band is not None:
        low, high = (bar.left() + bar.width() * min(max(end, 0.0), 1.0) for end in track.band)
        painter.setBrush(color(token, 0.45))
        painter.drawRoundedRect(QRectF(low, bar.top(), max(high - low, 2.0), bar.height()), radius, radius)
    if track.dot is not None:
        painter.setBrush(QColor(token))
        middle = QPointF(bar.left() + bar.width() * min(max(track.dot, 0.0), 1.0), bar.center().y())
        if track.token == "unlearned":  # noqa: S105 - a colour
            reach = _DOT_PX + 1
            steps = (QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0))
            painter.drawPolygon(QPolygonF([middle + step for step in steps]))
        else:
            painter.drawEllipse(middle, _DOT_PX, _DOT_PX)
