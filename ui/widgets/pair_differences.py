"""What differs between the pictures of the pair that is looked at, and how alike they are, as soon as that is known."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor

from genmu_studio.pair_comparison import PairSimilarity, Points
from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.thumbnails import Unshown
from scoring.media.comparing import HEAT_COLOURS
from ui.widgets.canvas_contents import ColourScale, Shown
from ui.widgets.comparisons import ComparisonStore, Difference, DifferenceKey, SimilarityKey

_TOKEN = "line"  # noqa: S105 - the name of a colour
_GREYS = (QColor(0, 0, 0), QColor(255, 255, 255))
_HEAT = tuple(QColor(*map(int, colour)) for colour in HEAT_COLOURS[::15])
_NO_PAIR = Unshown("NO DIFFERENCE", "only one side of this pair has a sample")


class PairDifferences(QObject):
    """Asks the store for one pair at a time; `changed` tells that there is more to show."""

    changed = Signal()

    def __init__(self, store: ComparisonStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._samples = (NO_SAMPLE, NO_SAMPLE)
        self._points: tuple[Points, Points] | None = None
        self.is_heat = False
        store.ready.connect(self.changed)

    def look_at(self, samples: tuple[int, int], points: tuple[Points, Points] | None) -> None:
        """Look at another pair. points : of both faces, to lay one over the other; None = as the pictures are."""
        self._samples, self._points = samples, points
        self.changed.emit()

    def set_heat(self, heat: bool) -> None:
        """Show a heat map, or the difference of each channel."""
        self.is_heat = heat
        self.changed.emit()

    def similarity(self) -> PairSimilarity | None:
        """Return how alike the pictures are, None while that is not known, or cannot be."""
        found = None if NO_SAMPLE in self._samples else self._store.get(SimilarityKey(*self._samples))
        return found if isinstance(found, PairSimilarity) else None

    def difference(self) -> Shown:
        """Return what differs as a layer of the canvas; it is asked for where it is not there."""
        caption = "difference as a heat map" if self.is_heat else "difference"
        waiting = Shown(_TOKEN, None, caption, waiting="comparing…")
        if self._samples == (NO_SAMPLE, NO_SAMPLE):
            return waiting
        if NO_SAMPLE in self._samples:
            return Shown(_TOKEN, _NO_PAIR, caption)
        key = DifferenceKey(*self._samples, "heat" if self.is_heat else "difference", self._points)
        found = self._store.get(key)
        if isinstance(found, Difference):
            done = " · aligned" if found.aligned else " · brought to one size" if found.resized else ""
            hint = "\n".join(found.notes)
            return Shown(_TOKEN, found.picture, caption + done, scale=self._scale(found), hint=hint)
        return waiting if found is None else Shown(_TOKEN, found, caption)

    def _scale(self, found: Difference) -> ColourScale:
        if not found.largest:
            return ColourScale(_shades(self.is_heat)[:1], "no pixel differs", "")
        return ColourScale(_shades(self.is_heat), "0", f"{found.largest if self.is_heat else 255} of 255")


def _shades(heat: bool) -> Sequence[QColor]:
    return _HEAT if heat else _GREYS
