"""The map and the matrices as parts of the column beside the plots; what they want to see is asked of Review."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout

from genmu_studio.look import Look
from genmu_studio.pair_orders import PairOrder, order_json
from genmu_studio.scores.distributions import Selection
from scoring.errors import UserError
from ui.context import Context
from ui.notices import Notice
from ui.theme import GRID_PX
from ui.widgets.scores.side_part import SidePart
from ui.widgets.scores_map.embedding_card import EmbeddingCard
from ui.widgets.scores_map.matrix_card import MatrixCard
from ui.widgets.thumbnails import ThumbnailStore


class _CardPart(SidePart):
    """A part that is one card."""

    def __init__(self, card: EmbeddingCard | MatrixCard) -> None:
        super().__init__()
        card.saved.connect(self._tell_saved)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID_PX // 2, 0, 0)
        column.addWidget(card)

    def _tell_saved(self, path: Path) -> None:
        self.noticed.emit(Notice("info", f"✓ {path.name} is saved.", str(path.parent)))

    def _ask_for_samples(self, samples: tuple[int, ...], title: str, order: PairOrder | None = None) -> None:
        ordered = {} if order is None else {"order": order_json(order)}
        self.asked.emit("review", {"samples": samples, "title": title, **ordered})


class MapPart(_CardPart):
    """The embedding map."""

    def __init__(self, context: Context, thumbnails: ThumbnailStore, show_error: Callable[[UserError], object]) -> None:
        self.card = EmbeddingCard(context, thumbnails, show_error)
        super().__init__(self.card)
        self.card.samples_wanted.connect(self._ask_for_samples)
        self.card.sample_wanted.connect(lambda sample: self.asked.emit("review", {"sample": sample}))

    def follow(self, look: Look, selection: Selection) -> None:
        """Show the map of what is looked at."""
        self.card.follow(look, selection)


class MatrixPart(_CardPart):
    """The matrices."""

    def __init__(self, context: Context, show_error: Callable[[UserError], object]) -> None:
        self.card = MatrixCard(context, show_error)
        super().__init__(self.card)
        self.card.samples_wanted.connect(self._ask_for_samples)

    def follow(self, look: Look, selection: Selection) -> None:
        """Show the matrix of what is looked at."""
        self.card.follow(look, selection)
