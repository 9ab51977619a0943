"""What the points of a map look like: a colour and a shape for each outcome, or for each identity.

Originals are hollow, unlearned samples filled. The colours of identities are eight that stay apart for people who see
red and green, or blue and yellow, alike; with other shapes they serve fourteen identities, then looks repeat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from scoring.frame import BoolArray, IndexArray, Side
from ui.theme import Scheme, current, scheme
from ui.widgets.outcomes import MARKS, Shape, paint_shape
from ui.widgets.scores_map.point_raster import LEVELS, Sprite

PointShape = Shape | Literal["frame"]
Kinds = NDArray[np.uint8]

PALETTES: Mapping[Scheme, tuple[str, ...]] = {
    "dark": ("#e69f00", "#56b4e9", "#c6ffa3", "#9429ff", "#d3172f", "#ffe0f0", "#87a187", "#a4468d"),
    "light": ("#945a00", "#0069b0", "#a30aff", "#b81452", "#2e2905", "#a187a1", "#34119c", "#520047"),
}
LOOKS_OF_IDENTITIES = 14
_FINE = 8  # a shape is drawn that many times larger, then shrunk
_FAINT_OPACITY = 70


@dataclass(frozen=True, slots=True)
class PointLook:
    """How points of one kind look. color : "#rrggbb" or the name of a token.

    text : what a legend says, "" = nothing. opacity : 0..255.
    """

    shape: PointShape
    color: str
    text: str = ""
    opacity: int = 255

    @property
    def rgb(self) -> QColor:
        """The colour in the theme in use."""
        return QColor(self.color if self.color.startswith("#") else getattr(current(), self.color))


FAINT = (PointLook("ring", "muted", opacity=_FAINT_OPACITY), PointLook("disc", "muted", opacity=_FAINT_OPACITY))

# The later lie above: what costs points hides what does not.
_OUTCOMES = (
    PairOutcome.ABSENT, PairOutcome.UNSCORED, PairOutcome.FORGOTTEN, PairOutcome.KEPT, PairOutcome.COLLAPSED,
    PairOutcome.BECAME_RETAIN, PairOutcome.BECAME_FORGET, PairOutcome.LOST, PairOutcome.STILL_VERIFIED,
)  # fmt: skip
_KIND_OF_OUTCOME = np.array([_OUTCOMES.index(outcome) + 1 for outcome in PairOutcome], dtype=np.uint8)


def outcome_looks() -> tuple[PointLook, ...]:
    """Return the look of every kind of `outcome_kinds`, the upper ones last."""
    marks = (PointLook(MARKS[each].shape, MARKS[each].token, OUTCOME_WORDS[each]) for each in _OUTCOMES)
    return (PointLook("ring", "original", "original"), *marks)


def outcome_kinds(outcomes: NDArray[np.int8], side: NDArray[np.int8]) -> Kinds:
    """Return the kind of each sample, (n,): originals are of one kind, unlearned ones of that of their outcome."""
    kinds: Kinds = np.where(side == Side.ORIGINAL, np.uint8(0), _KIND_OF_OUTCOME[outcomes])
    return kinds


def identity_color(number: int) -> str:
    """Return the colour of an identity in the theme in use."""
    palette = PALETTES[scheme()]
    return palette[number % LOOKS_OF_IDENTITIES % len(palette)]


def identity_looks(names: Sequence[str]) -> tuple[PointLook, ...]:
    """Return the look of every kind of `identity_kinds`: all originals below, the first identity above its like."""
    numbers = range(min(len(names), LOOKS_OF_IDENTITIES) - 1, -1, -1)
    plain = len(PALETTES[scheme()])
    hollow = tuple(PointLook("ring" if number < plain else "frame", identity_color(number)) for number in numbers)
    filled = tuple(
        PointLook("disc" if number < plain else "square", identity_color(number), names[number]) for number in numbers
    )
    return (*hollow, *filled)


def identity_kinds(identity: IndexArray, side: NDArray[np.int8], identities: int) -> Kinds:
    """Return the kind of each sample, (n,)."""
    looks = min(identities, LOOKS_OF_IDENTITIES)
    of_side = np.where(side == Side.ORIGINAL, 0, looks)
    return (of_side + looks - 1 - identity % LOOKS_OF_IDENTITIES).astype(np.uint8)


def with_choice(kinds: Kinds, side: NDArray[np.int8], chosen: BoolArray) -> Kinds:
    """Return kinds of `(*FAINT, *looks)`: those that are not chosen become faint, below all others."""
    faint = (side != Side.ORIGINAL).astype(np.uint8)
    return np.where(chosen, kinds + np.uint8(len(FAINT)), faint)


# ---- pixels ----


def paint_point(painter: QPainter, box: QRectF, shape: PointShape, color: QColor) -> None:
    """Draw the shape of a point so that it fills `box`, of any size."""
    width = box.width() / 5.5
    within = box.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    match shape:
        case "ring":
            painter.drawEllipse(within)
        case "frame":
            painter.drawRect(within)
        case _:
            paint_shape(painter, box, shape, color)


@cache
def sprite_of(shape: PointShape, side: int) -> Sprite:
    """Return a shape in `side` × `side` pixels; the pixel that it covers most counts as covered."""
    large = QImage(side * _FINE, side * _FINE, QImage.Format.Format_ARGB32_Premultiplied)
    large.fill(Qt.GlobalColor.transparent)
    painter = QPainter(large)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_point(painter, QRectF(large.rect()), shape, QColor("black"))
    painter.end()
    alpha = large.convertToFormat(QImage.Format.Format_Alpha8)
    drawn = np.frombuffer(alpha.constBits(), dtype=np.uint8).reshape(alpha.height(), alpha.bytesPerLine())
    cover = drawn[:, : side * _FINE].reshape(side, _FINE, side, _FINE).mean(axis=(1, 3))
    return Sprite(np.rint((LEVELS - 1) * cover / cover.max()).astype(np.uint8))
