"""One tile of the grid of pairs: original | unlearned, whom it should show, what became of it, similarity a → b."""

from dataclasses import dataclass
from math import isnan

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.thumbnails import Unshown, Waveform
from scoring.types import MediaKind
from ui.numbers import similarity
from ui.theme import current, font
from ui.widgets.outcomes import MARKS, paint_mark, paint_shape
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.waveform import paint_waveform

TEXT_HEIGHT = 54
_PAD = 9
_RADIUS = 6.0
_MARK = 10.0


@dataclass(frozen=True, slots=True)
class Tile:
    """What a tile shows. original, unlearned : None while it is being made. is_current, is_hovered : how it is lit."""

    table: PairTable
    row: int
    original: Seen | None
    unlearned: Seen | None
    is_current: bool
    is_hovered: bool


def picture_height(width: int, kind: MediaKind) -> int:
    """Return the height of the pictures of a tile: two squares side by side, or two waveforms one above the other."""
    return width // 2 if kind == "image" else max(72, width * 2 // 5)


class TilePainter:
    """Paints tiles in the theme in use; make a new one when the theme changes."""

    def __init__(self, kind: MediaKind) -> None:
        self._kind: MediaKind = kind
        self._plain = font(12)
        self._strong = font(12, QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self._plain)
        self._strong_metrics = QFontMetricsF(self._strong)

    def paint(self, painter: QPainter, box: QRect, tile: Tile, has_focus: bool) -> None:
        """Paint one tile into `box`."""
        tokens = current()
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.fillPath(outline, QColor(tokens.raised if tile.is_hovered or tile.is_current else tokens.surface))
        height = picture_height(box.width(), self._kind)
        painter.save()
        painter.setClipPath(outline)
        self.paint_sides(painter, QRect(box.left(), box.top(), box.width(), height), tile)
        painter.restore()
        self._paint_text(painter, box.adjusted(_PAD, height + 6, -_PAD, 0), tile)
        edge = tokens.accent if tile.is_current else tokens.muted if tile.is_hovered else tokens.line
        painter.setPen(QPen(QColor(edge), 2 if tile.is_current and has_focus else 1))
        painter.drawPath(outline)

    def paint_sides(self, painter: QPainter, box: QRect, tile: Tile) -> None:
        """Paint what both samples look like into `box`, or why they cannot be seen."""
        table, row = tile.table, tile.row
        if self._kind == "image":
            half = box.width() // 2
            first = QRect(box.left(), box.top(), half, box.height())
            second = QRect(box.left() + half + 1, box.top(), box.width() - half - 1, box.height())
        else:
            half = box.height() // 2
            first = QRect(box.left(), box.top(), box.width(), half)
            second = QRect(box.left(), box.top() + half + 1, box.width(), box.height() - half - 1)
        span = max(
            (seen.duration_s for seen in (tile.original, tile.unlearned) if isinstance(seen, Waveform)), default=0
        )
        tokens = current()
        for side, sample, seen, token in (
            (first, int(table.original[row]), tile.original, tokens.original),
            (second, int(table.unlearned[row]), tile.unlearned, tokens.unlearned),
        ):
            painter.fillRect(side, QColor(tokens.background))
            if sample == NO_SAMPLE:
                self._paint_note(painter, side, "no sample", tokens.muted)
            elif isinstance(seen, Picture):
                paint_picture(painter, side, seen)
            elif isinstance(seen, Waveform):
                paint_waveform(painter, QRectF(side.adjusted(_PAD, 2, -_PAD, -2)), seen, QColor(token), span)
            elif isinstance(seen, Unshown):
                self._paint_unshown(painter, side, seen)
            else:
                self._paint_note(painter, side, "…", tokens.muted)

    def _paint_unshown(self, painter: QPainter, box: QRect, seen: Unshown) -> None:
        bad = QColor(current().bad)
        middle = QPointF(QRectF(box).center())
        lift = 10 if box.height() > 60 else 0
        if lift:
            paint_shape(painter, QRectF(middle.x() - 8, middle.y() - 8 - lift, 16, 16), "cross", bad)
        self._paint_note(painter, box.adjusted(0, 2 * lift, 0, 0), seen.code, current().bad)

    def _paint_note(self, painter: QPainter, box: QRect, text: str, token: str) -> None:
        painter.setFont(self._plain)
        painter.setPen(QColor(token))
        shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width() - 8)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)

    def _paint_text(self, painter: QPainter, box: QRect, tile: Tile) -> None:
        tokens, table, row = current(), tile.table, tile.row
        first = box.top() + self._metrics.ascent() + 2
        second = first + self._metrics.height() + 6
        seed = f"seed {int(table.seed[row])}"
        left_over = box.width() - self._write_right(painter, box.right(), first, ((seed, tokens.muted),)) - 8
        if table.problem[row]:
            left_over -= 14
            paint_shape(
                painter, QRectF(box.left() + left_over + 4, first - 9, 10, 9), "warning", QColor(tokens.what_if)
            )
        role = table.role_of(row)
        room = left_over - self._metrics.horizontalAdvance(role) - 5
        identity = self._strong_metrics.elidedText(table.identity_of(row), Qt.TextElideMode.ElideMiddle, max(24, room))
        painter.setFont(self._strong)
        painter.setPen(QColor(tokens.text))
        painter.drawText(QPointF(box.left(), first), identity)
        if room > 24:
            painter.setFont(self._plain)
            painter.setPen(QColor(tokens.muted))
            painter.drawText(QPointF(box.left() + self._strong_metrics.horizontalAdvance(identity) + 5, first), role)
        self._paint_outcome(painter, box, tile, second)

    def _paint_outcome(self, painter: QPainter, box: QRect, tile: Tile, base: float) -> None:
        tokens, table, row = current(), tile.table, tile.row
        outcome = table.outcome_of(row)
        before, after = float(table.own_original[row]), float(table.own_unlearned[row])
        used = 0.0
        if not (isnan(before) and isnan(after)):
            parts = (
                (_number(before), tokens.original), (" → ", tokens.muted), (_number(after), tokens.unlearned),
            )  # fmt: skip
            used = self._write_right(painter, box.right(), base, parts)
        paint_mark(painter, QRectF(box.left(), base - 9, _MARK, _MARK), outcome)
        room = box.width() - used - 22
        painter.setPen(MARKS[outcome].color)
        painter.setFont(self._plain)
        words = self._metrics.elidedText(table.words_of(row), Qt.TextElideMode.ElideRight, max(0.0, room))
        painter.drawText(QPointF(box.left() + 15, base), words)

    def _write_right(self, painter: QPainter, right: int, base: float, parts: tuple[tuple[str, str], ...]) -> float:
        """Write parts so that they end at `right`; return how wide they are."""
        painter.setFont(self._plain)
        widths = [self._metrics.horizontalAdvance(text) for text, _ in parts]
        left = right - sum(widths)
        for (text, token), width in zip(parts, widths, strict=True):
            painter.setPen(QColor(token))
            painter.drawText(QPointF(left, base), text)
            left += width
        return sum(widths)


def paint_picture(painter: QPainter, box: QRect, picture: Picture) -> None:
    """Draw a picture whole and in its own proportions into `box`; one of a few pixels shows them as squares."""
    pixmap = picture.pixmap
    if pixmap.isNull():
        return
    scale = min(box.width() / pixmap.width(), box.height() / pixmap.height())
    width, height = pixmap.width() * scale, pixmap.height() * scale
    target = QRectF(box.left() + (box.width() - width) / 2, box.top() + (box.height() - height) / 2, width, height)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 4)
    painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))


def _number(value: float) -> str:
    return similarity(None if isnan(value) else value)
