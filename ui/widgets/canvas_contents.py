"""What a canvas shows in each of its layers, and how the pixels of a layer come to the screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QTransform

from genmu_studio.pair_details import FaceBox
from ui.widgets.canvas_modes import Layer
from ui.widgets.canvas_view import CanvasView, Size
from ui.widgets.thumbnails import Picture, Seen

SIDES: tuple[Layer, Layer] = ("original", "unlearned")


@dataclass(frozen=True, slots=True)
class ColourScale:
    """What the colours of a picture stand for: from `low` to `high`, in words."""

    colours: Sequence[QColor]
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One layer. token : the colour of its frame. seen : None while it is made. hint : what its caption tells further.

    waiting : what is said while it is made.
    """

    token: str
    seen: Seen | None = None
    caption: str = ""
    faces: Sequence[FaceBox] = ()
    scale: ColourScale | None = None
    hint: str = ""
    waiting: str = "reading…"

    @property
    def size(self) -> Size | None:
        """Its size in pixels of the file; of the thumbnail while only that is there; None where there is no picture."""
        if not isinstance(self.seen, Picture) or self.seen.pixmap.isNull():
            return None
        if self.is_whole:
            return self.seen.width, self.seen.height
        return self.seen.pixmap.width(), self.seen.pixmap.height()

    @property
    def is_whole(self) -> bool:
        """Whether the picture is there with every pixel."""
        return isinstance(self.seen, Picture) and self.seen.width > 0


class Contents:
    """The layers. reference : stands in place of the original, None where none does.

    laid_over : brings pixels of the unlearned picture to those of the original, None where both stand for themselves.
    """

    def __init__(self, view: CanvasView) -> None:
        self._view = view
        self._layers: dict[Layer, Shown] = {
            "original": Shown("original"),
            "unlearned": Shown("unlearned"),
            "difference": Shown("line", waiting="comparing…"),
        }
        self.reference: Shown | None = None
        self.laid_over: QTransform | None = None

    def __getitem__(self, layer: Layer) -> Shown:
        """Return what is shown in a layer."""
        return self.reference if layer == "original" and self.reference is not None else self._layers[layer]

    @property
    def sides(self) -> tuple[Shown, Shown]:
        """The original and the unlearned sample, whatever stands in their place."""
        return self._layers["original"], self._layers["unlearned"]

    def show_sides(self, seen: Sequence[Seen | None], captions: Sequence[str]) -> None:
        """Show other pictures."""
        for side, each, caption in zip(SIDES, seen, captions, strict=True):
            self._layers[side] = replace(self._layers[side], seen=each, caption=caption)
        whole = [each.size for each in self.sides if each.size is not None and each.is_whole]
        self._view.set_sizes(whole, [each.size for each in self.sides if each.size is not None])

    def show_faces(self, original: Sequence[FaceBox], unlearned: Sequence[FaceBox]) -> None:
        """Show other faces."""
        for side, faces in zip(SIDES, (original, unlearned), strict=True):
            self._layers[side] = replace(self._layers[side], faces=faces)

    def show_difference(self, shown: Shown) -> None:
        """Show another difference."""
        self._layers["difference"] = shown

    def to_screen(self, layer: Layer, pane: QRectF) -> QTransform | None:
        """Return how the pixels of a layer come to the screen, None where it has no picture."""
        shown, original = self[layer], self._layers["original"]
        if shown.size is None:
            return None
        if layer == "unlearned" and self.laid_over is not None and self.reference is None:
            below = self.to_screen("original", pane) if shown.is_whole and original.is_whole else None
            if below is not None:
                return self.laid_over * below
        target = self._view.target(pane, shown.size, contained=shown is self.reference)
        placed = QTransform.fromTranslate(target.left(), target.top())
        return placed.scale(target.width() / shown.size[0], target.height() / shown.size[1])
