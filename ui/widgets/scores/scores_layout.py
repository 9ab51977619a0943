"""How the scores room is laid out: the plots at the left; beside them the tabs, and the flips below those."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from ui.theme import GRID_PX
from ui.widgets.scores.aligned_plots import AlignedPlots

_SPLIT = (880, 440)
_GAP_PX = GRID_PX


class ScoresLayout(QSplitter):
    """above : stands over the plots. figures : stand beside the curves. side, flips : stand at the right."""

    def __init__(self, above: QWidget, plots: AlignedPlots, figures: QWidget, side: QWidget, flips: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        below = QHBoxLayout()
        below.setSpacing(_GAP_PX)
        below.addWidget(plots.curves, 1)
        below.addWidget(figures)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP_PX)
        column.addWidget(above)
        column.addWidget(plots.forget, 6)
        column.addWidget(plots.retain, 6)
        column.addLayout(below, 7)
        left = QScrollArea()
        left.setWidgetResizable(True)
        left.setFrameShape(QFrame.Shape.NoFrame)
        left.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left.setWidget(inner)
        self._right = QSplitter(Qt.Orientation.Vertical)
        for splitter, parts in ((self._right, (side, flips)), (self, (left, self._right))):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(_GAP_PX)
            for part in parts:
                splitter.addWidget(part)
        self._right.setStretchFactor(0, 3)
        self._right.setStretchFactor(1, 2)
        self.setStretchFactor(0, 2)
        self.setStretchFactor(1, 1)
        self.setSizes(_SPLIT)

    def state(self) -> dict[str, object]:
        """Return how the room is divided."""
        return {"split": self.sizes(), "right": self._right.sizes()}

    def restore(self, state: Mapping[str, object]) -> None:
        """Divide the room as `state` says."""
        for name, splitter in (("split", self), ("right", self._right)):
            sizes = state.get(name)
            if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(size, int) for size in sizes):
                splitter.setSizes(sizes)
