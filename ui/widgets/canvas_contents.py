"""What a canvas shows in each of its layers: a picture or why there is none, its caption, its faces, its colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QColor

from genmu_studio.pair_details import FaceBox
from ui.widgets.canvas_view import Size
from ui.widgets.thumbnails import Picture, Seen


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
