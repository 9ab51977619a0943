"""How a pair is laid out: which picture is seen in which part of the canvas."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QRectF

Mode = Literal["side", "wipe", "flicker", "difference"]
Layer = Literal["original", "unlearned", "difference"]
MODE_WORDS: Mapping[Mode, str] = {
    "side": "side by side, the original left",
    "wipe": "the original left of a divider, the unlearned right of it",
    "flicker": "one in place of the other",
    "difference": "what differs",
}
MODES: tuple[Mode, ...] = tuple(MODE_WORDS)

_GAP = 10
_OTHER: Mapping[Layer, Layer] = {"original": "unlearned", "unlearned": "original", "difference": "unlearned"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the canvas. pane : what the picture is laid out in. clip : what is seen of that.

    captioned_right : the caption stands at the right edge.
    """

    layer: Layer
    pane: QRectF
    clip: QRectF
    captioned_right: bool = False


def panes(mode: Mode, bounds: QRectF) -> tuple[QRectF, ...]:
    """Return what pictures are laid out in: two panes side by side, or one."""
    if mode != "side":
        return (bounds,)
    width = (bounds.width() - _GAP) / 2
    left = QRectF(bounds.left(), bounds.top(), width, bounds.height())
    return left, left.translated(width + _GAP, 0)


def parts(mode: Mode, bounds: QRectF, divider: float, base: Layer = "original", *, other: bool = False) -> list[Part]:
    """Return the parts of the canvas from left to right.

    divider : where a wipe goes from original to unlearned, in points. base : what flicker shows. other : show the
    other side everywhere, and the unlearned one in place of the difference.
    """
    first, *second = panes(mode, bounds)
    if mode == "side":
        made = [Part("original", first, first), *(Part("unlearned", pane, pane) for pane in second)]
    elif mode == "wipe":
        left, right = QRectF(bounds), QRectF(bounds)
        left.setRight(divider)
        right.setLeft(divider)
        made = [Part("original", bounds, left), Part("unlearned", bounds, right, captioned_right=True)]
    else:
        made = [Part(base if mode == "flicker" else "difference", bounds, bounds)]
    if other:
        made = [replace(part, layer=_OTHER[part.layer]) for part in made]
    if mode == "flicker":  # so that a caption jumps to the other edge together with the picture
        made = [replace(part, captioned_right=part.layer == "unlearned") for part in made]
    return made
