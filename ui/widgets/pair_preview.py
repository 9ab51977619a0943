"""Both samples of a pair, small: what the inspector begins with."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.review import ReviewPairs
from scoring.types import MediaKind
from ui.widgets.pair_tile import Tile, TilePainter, picture_height, text_of
from ui.widgets.thumbnails import Seen, ThumbnailStore, size_for

_NARROWEST_PX = 120
_USUAL_PX = 292


class PairPreview(QWidget):
    """Both samples, small."""

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._pairs: ReviewPairs | None = None
        self._row = -1
        self._kind: MediaKind = "image"
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._painted: Sequence[Seen | None] = ()
        thumbnails.ready.connect(self._sharpen)

    def show_pair(self, pairs: ReviewPairs | None, row: int, kind: MediaKind) -> None:
        """Show another pair, None for none."""
        if kind != self._kind:
            self._kind = kind
            self.updateGeometry()
        self._pairs, self._row = pairs, row
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height that keeps the proportions."""
        return picture_height(max(_NARROWEST_PX, width), self._kind)

    def sizeHint(self) -> QSize:
        """Return a size that keeps the proportions."""
        return QSize(_USUAL_PX, self.heightForWidth(_USUAL_PX))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both samples."""
        if self._pairs is None:
            return
        self._painted = seen = self._seen(self._pairs)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(self.rect(), 6, 6)
        painter.setClipPath(outline)
        tile = Tile(text_of(self._pairs.table, self._row), seen[0], seen[1])
        TilePainter(self._kind).paint_sides(painter, QRect(self.rect()), tile)

    def _seen(self, pairs: ReviewPairs) -> Sequence[Seen | None]:
        size = size_for(self.width() / 2 * self.devicePixelRatioF())
        samples = pairs.table.samples(self._row)
        return [None if sample == NO_SAMPLE else self._thumbnails.get(sample, size) for sample in samples]

    def _sharpen(self) -> None:
        """Paint anew where what was missing is there: of other pairs thumbnails come all the time."""
        if self._pairs is not None and self.isVisible() and self._seen(self._pairs) != self._painted:
            self.update()
