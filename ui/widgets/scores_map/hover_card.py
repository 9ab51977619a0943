"""The card beside a point of the map: its pair as a tile of the review, and which of the two the point is."""

from math import isnan

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.scores.map_readings import MapSample
from genmu_studio.thumbnails import Waveform
from scoring.frame import Side
from scoring.types import MediaKind
from ui.numbers import NONE, similarity
from ui.theme import current, font
from ui.widgets.chart_frame import written
from ui.widgets.pair_tile import TEXT_HEIGHT, Tile, TilePainter, TileText, picture_height
from ui.widgets.sight import Sight
from ui.widgets.thumbnails import ThumbnailStore, size_for

_WIDTH_PX = 208
_LINE_PX = 22
_AWAY_PX = 14
_TEXT_PX = 11


def card_text(sample: MapSample) -> TileText:
    """Return what the tile of the sample's pair says."""
    return TileText(
        identity=sample.identity,
        role=sample.role,
        condition=sample.condition,
        seed=sample.seed,
        outcome=sample.outcome,
        words=sample.outcome_words,
        before=_number(sample.own_original),
        after=_number(sample.own_unlearned),
        has_problem=False,
        has_original=sample.original is not None,
        has_unlearned=sample.unlearned is not None,
        pick=0,
        is_bookmarked=False,
        is_noted=False,
    )


def card_words(sample: MapSample) -> str:
    """Return the sample in words, as a screen reader says them."""
    before, after = _number(sample.own_original), _number(sample.own_unlearned)
    who = f"{sample.side.name.lower()} sample of {sample.identity}, {sample.role}, {sample.condition}"
    return f"{who}, seed {sample.seed}: {sample.outcome_words}, similarity {before} to {after}, {place_words(sample)}"


def place_words(sample: MapSample) -> str:
    """Return where the sample is."""
    return f"at {written(sample.x, 3)}, {written(sample.y, 3)}"


def _number(value: float) -> str:
    return NONE if isnan(value) else similarity(value)


class HoverCard:
    """Asks for the pictures of the pair that it shows, and paints it."""

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        self._sight = Sight(thumbnails)

    def withdraw(self) -> None:
        """Show nothing: no pictures are wanted."""
        self._sight.turn_to((), 0)

    def paint(self, painter: QPainter, area: QRectF, at: QPointF, sample: MapSample) -> None:
        """Paint the card of a sample that lies at the pixel `at`, within `area`."""
        ratio = painter.device().devicePixelRatio()
        ids = [NO_SAMPLE if id_ is None else id_ for id_ in (sample.original, sample.unlearned)]
        self._sight.turn_to(ids, size_for(_WIDTH_PX / 2 * ratio))
        original, unlearned = map(self._sight.see, ids)
        kind: MediaKind = "audio" if Waveform in {type(original), type(unlearned)} else "image"
        box = _beside(area, at, picture_height(_WIDTH_PX, kind) + TEXT_HEIGHT + _LINE_PX)
        _paint(painter, box, Tile(card_text(sample), original, unlearned), sample, kind)


def _paint(painter: QPainter, box: QRect, tile: Tile, sample: MapSample, kind: MediaKind) -> None:
    tokens = current()
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(box), 6, 6)
    painter.save()
    painter.setClipPath(outline)
    painter.fillRect(box, QColor(tokens.surface))
    TilePainter(kind).paint(painter, box.adjusted(0, 0, 0, -_LINE_PX), tile)
    _paint_foot(painter, QRectF(box.left() + 9, box.bottom() - _LINE_PX, box.width() - 18, _LINE_PX), sample)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(tokens.muted), 1))
    painter.drawPath(outline)


def _beside(area: QRectF, at: QPointF, height: float) -> QRect:
    """Return where the card goes: to the right of the point, else to its left, not over it."""
    has_room = at.x() + _AWAY_PX + _WIDTH_PX <= area.right()
    left = at.x() + _AWAY_PX if has_room else max(area.left(), at.x() - _AWAY_PX - _WIDTH_PX)
    top = min(max(at.y() - height / 2, area.top()), max(area.top(), area.bottom() - height))
    return QRect(round(left), round(top), _WIDTH_PX, round(height))


def _paint_foot(painter: QPainter, box: QRectF, sample: MapSample) -> None:
    tokens = current()
    painter.setFont(font(_TEXT_PX))
    base = box.center().y() + QFontMetricsF(painter.font()).capHeight() / 2
    is_original = sample.side == Side.ORIGINAL
    painter.setPen(QColor(tokens.original if is_original else tokens.unlearned))
    painter.drawText(QPointF(box.left(), base), sample.side.name.lower())
    words = place_words(sample)
    painter.setPen(QColor(tokens.muted))
    painter.drawText(QPointF(box.right() - QFontMetricsF(painter.font()).horizontalAdvance(words), base), words)
