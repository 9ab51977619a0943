"""One tile of the grid of pairs: original | unlearned, whom it should show, what became of it, similarity a → b."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import isnan

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.thumbnails import Unshown, Waveform
from scoring.types import MediaKind
from ui.numbers import similarity
from ui.theme import color, current, font
from ui.widgets.outcomes import MARKS, Shape, paint_mark, paint_shape
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.tile_marks import BOOKMARKED, NOTED, PICKED, REJECTED, paint_marks, paint_selecting
from ui.widgets.waveform import paint_waveform

TEXT_HEIGHT = 54
_PAD = 9
_RADIUS = 6.0
_MARK = 10.0
_GAP = 5.0
_WORD = 15.0  # from the left, behind the mark of the outcome
_IDENTITY = 60.0  # an identity is not cut shorter than that for the sake of its role
_MEASURED = 1024  # texts whose width is remembered
_REJECTED_VEIL = 0.62
_SELECTED_PICTURES = 0.32
_SELECTED_TEXT = 0.1  # more would leave some outcomes too little contrast


@dataclass(frozen=True, slots=True)
class TileText:
    """What a tile says of its pair. before, after : similarity to the own template, "" where neither side has one."""

    identity: str
    role: str
    condition: str
    seed: int
    outcome: PairOutcome
    words: str
    before: str
    after: str
    has_problem: bool
    has_original: bool
    has_unlearned: bool
    pick: int
    is_bookmarked: bool
    is_noted: bool


def text_of(table: PairTable, row: int) -> TileText:
    """Return what the tile of a pair says."""
    before, after = float(table.own_original[row]), float(table.own_unlearned[row])
    is_scored = not (isnan(before) and isnan(after))
    original, unlearned = table.samples(row)
    return TileText(
        identity=table.identity_of(row),
        role=table.role_of(row),
        condition=table.conditions[int(table.condition[row])],
        seed=int(table.seed[row]),
        outcome=table.outcome_of(row),
        words=table.words_of(row),
        before=_number(before) if is_scored else "",
        after=_number(after) if is_scored else "",
        has_problem=bool(table.problem[row]),
        has_original=original != NO_SAMPLE,
        has_unlearned=unlearned != NO_SAMPLE,
        pick=int(table.pick[row]),
        is_bookmarked=bool(table.bookmarked[row]),
        is_noted=bool(table.noted[row]),
    )


@dataclass(frozen=True, slots=True)
class Tile:
    """All that a tile shows: equal tiles are painted alike. original, unlearned : None while it is being made."""

    text: TileText
    original: Seen | None
    unlearned: Seen | None
    is_current: bool = False
    is_selected: bool = False
    is_hovered: bool = False
    has_focus: bool = False  # it is where the keys go

    def is_like(self, other: "Tile") -> bool:
        """Whether the two differ in nothing but what was seen of the samples."""
        return replace(self, original=other.original, unlearned=other.unlearned) == other


def picture_height(width: int, kind: MediaKind) -> int:
    """Return the height of the pictures of a tile: two squares side by side, or two waveforms one above the other."""
    return width // 2 if kind == "image" else max(72, width * 2 // 5)


def picture_side(width: int) -> int:
    """Return the side of the square that each picture of a tile has for itself."""
    return width - width // 2 - 1


class TilePainter:
    """Paints tiles in the theme in use; make a new one when the theme changes."""

    def __init__(self, kind: MediaKind) -> None:
        self._kind: MediaKind = kind
        self._plain = font(12)
        self._strong = font(12, QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self._plain)
        self._strong_metrics = QFontMetricsF(self._strong)
        # The same words and numbers come on many tiles, and Qt shapes a text anew whenever it is measured.
        self._width = lru_cache(_MEASURED)(self._metrics.horizontalAdvance)
        self._strong_width = lru_cache(_MEASURED)(self._strong_metrics.horizontalAdvance)

    def paint(self, painter: QPainter, box: QRect, tile: Tile, *, only_pictures: bool = False) -> None:
        """Paint one tile over `box`, its corners as the background of the window; `only_pictures` leaves its text."""
        tokens = current()
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        height = picture_height(box.width(), self._kind)
        pictures = QRect(box.left(), box.top(), box.width(), height)
        if only_pictures:
            painter.setClipRect(pictures)
        is_raised = (tile.is_hovered or tile.is_current) and not tile.is_selected
        painter.fillRect(box, QColor(tokens.raised if is_raised else tokens.surface))
        self.paint_sides(painter, pictures, tile)
        if tile.text.pick < 0:
            painter.fillRect(pictures, color(tokens.background, _REJECTED_VEIL))
        if tile.is_selected:
            painter.fillRect(pictures, color(tokens.accent, _SELECTED_PICTURES))
            painter.fillRect(box.adjusted(0, height, 0, 0), color(tokens.accent, _SELECTED_TEXT))
        paint_marks(painter, pictures, _marks(tile.text))
        if tile.is_selected or tile.is_hovered:
            paint_selecting(painter, pictures, is_selected=tile.is_selected)
        if not only_pictures:
            self._paint_text(painter, box.adjusted(_PAD, height + 6, -_PAD, 0), tile.text)
        # The corners are painted over: to clip what lies in them to a curve takes several times as long.
        corners = QPainterPath(outline)
        corners.addRect(QRectF(box))  # what lies in both is outside
        painter.fillPath(corners, QColor(tokens.background))
        painter.setPen(QPen(_edge(tile), 2 if tile.has_focus else 1))
        painter.drawPath(outline)

    def paint_sides(self, painter: QPainter, box: QRect, tile: Tile) -> None:
        """Paint what both samples look like into `box`, or why they cannot be seen."""
        if self._kind == "image":
            half = box.width() // 2
            first = QRect(box.left(), box.top(), half, box.height())
            second = QRect(box.left() + half + 1, box.top(), picture_side(box.width()), box.height())
        else:
            half = box.height() // 2
            first = QRect(box.left(), box.top(), box.width(), half)
            second = QRect(box.left(), box.top() + half + 1, box.width(), box.height() - half - 1)
        span = max(
            (seen.duration_s for seen in (tile.original, tile.unlearned) if isinstance(seen, Waveform)), default=0
        )
        tokens = current()
        for side, has_sample, seen, token in (
            (first, tile.text.has_original, tile.original, tokens.original),
            (second, tile.text.has_unlearned, tile.unlearned, tokens.unlearned),
        ):
            painter.fillRect(side, QColor(tokens.background))
            if not has_sample:
                self._paint_note(painter, side, "no sample", tokens.muted)
            elif isinstance(seen, Picture):
                paint_picture(painter, side, seen)
            elif isinstance(seen, Waveform):
                paint_waveform(painter, QRectF(side.adjusted(_PAD, 2, -_PAD, -2)), seen, QColor(token), span)
            elif isinstance(seen, Unshown):
                self._paint_unshown(painter, side, seen)

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

    def _paint_text(self, painter: QPainter, box: QRect, text: TileText) -> None:
        tokens = current()
        first = box.top() + self._metrics.ascent() + 2
        second = first + self._metrics.height() + 6
        left_over = box.width() - self._write_right(painter, box.right(), first, ((f"seed {text.seed}", tokens.muted),))
        left_over -= 8
        if text.has_problem:
            left_over -= 14
            paint_shape(
                painter, QRectF(box.left() + left_over + 4, first - 9, 10, 9), "warning", QColor(tokens.what_if)
            )
        self._paint_who(painter, QPointF(box.left(), first), left_over, text)
        self._paint_outcome(painter, box, text, second)

    def _paint_who(self, painter: QPainter, at: QPointF, width: float, text: TileText) -> None:
        """Write the identity, and role and condition where there is room for them."""
        tokens = current()
        room = width - self._width(text.role) - _GAP
        has_room = room >= min(_IDENTITY, self._strong_width(text.identity))
        identity = self._strong_metrics.elidedText(
            text.identity, Qt.TextElideMode.ElideMiddle, room if has_room else max(0.0, width)
        )
        painter.setFont(self._strong)
        painter.setPen(QColor(tokens.text))
        painter.drawText(at, identity)
        if not has_room:
            return
        used = self._strong_width(identity) + _GAP
        rest = self._metrics.elidedText(f"{text.role} · {text.condition}", Qt.TextElideMode.ElideRight, width - used)
        # A condition of which nothing but an ellipsis is left says nothing.
        shown = rest if len(rest) > len(text.role) + 4 else text.role
        painter.setFont(self._plain)
        painter.setPen(QColor(tokens.muted))
        painter.drawText(QPointF(at.x() + used, at.y()), shown)

    def _paint_outcome(self, painter: QPainter, box: QRect, text: TileText, base: float) -> None:
        """Write the outcome, and both similarities, or the unlearned one where the word would be cut."""
        tokens = current()
        used = 0.0
        if text.before or text.after:
            parts = ((text.before, tokens.original), (" → ", tokens.muted), (text.after, tokens.unlearned))
            wide = self._width("".join(part for part, _ in parts))
            is_cut = self._width(text.words) > box.width() - wide - _WORD - 2 * _GAP
            used = self._write_right(painter, box.right(), base, parts[2:] if is_cut else parts) + _GAP
        paint_mark(painter, QRectF(box.left(), base - 9, _MARK, _MARK), text.outcome)
        painter.setPen(MARKS[text.outcome].color)
        painter.setFont(self._plain)
        room = max(0.0, box.width() - used - _WORD)
        words = self._metrics.elidedText(text.words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(box.left() + _WORD, base), words)

    def _write_right(self, painter: QPainter, right: int, base: float, parts: tuple[tuple[str, str], ...]) -> float:
        """Write parts so that they end at `right`; return how wide they are."""
        painter.setFont(self._plain)
        widths = [self._width(text) for text, _ in parts]
        left = right - sum(widths)
        for (text, token), width in zip(parts, widths, strict=True):
            painter.setPen(QColor(token))
            painter.drawText(QPointF(left, base), text)
            left += width
        return sum(widths)


def _edge(tile: Tile) -> QColor:
    tokens = current()
    if tile.is_current:
        return QColor(tokens.accent)
    if tile.is_selected:
        return color(tokens.accent, 0.6)
    return QColor(tokens.muted if tile.is_hovered else tokens.line)


def _marks(text: TileText) -> list[tuple[Shape, str]]:
    pick = {1: [PICKED], -1: [REJECTED]}.get(text.pick, [])
    return [*pick, *([BOOKMARKED] if text.is_bookmarked else []), *([NOTED] if text.is_noted else [])]


def paint_picture(painter: QPainter, box: QRect, picture: Picture) -> None:
    """Draw a picture whole and in its own proportions into `box`; one of a few pixels shows them as squares.

    One that was made for a box of that size is copied, pixel for pixel.
    """
    pixmap = picture.pixmap
    if pixmap.isNull():
        return
    ratio = painter.device().devicePixelRatio()
    scale = min(box.width() / pixmap.width(), box.height() / pixmap.height())
    longest = max(pixmap.width(), pixmap.height())
    if is_exact := abs(scale * ratio - 1) * longest < 2:
        scale = 1 / ratio
    width, height = pixmap.width() * scale, pixmap.height() * scale
    left, top = box.left() + (box.width() - width) / 2, box.top() + (box.height() - height) / 2
    if is_exact:  # on whole pixels of the screen
        left, top = round(left * ratio) / ratio, round(top * ratio) / ratio
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not is_exact and scale < 4)
    painter.drawPixmap(QRectF(left, top, width, height), pixmap, QRectF(pixmap.rect()))


def _number(value: float) -> str:
    return similarity(None if isnan(value) else value)
