"""What stands in the middle of Review: the grid of pairs, one of them large, or why there is neither."""

from PySide6.QtCore import QObject, Qt

from genmu_studio.project import ChangeSet
from genmu_studio.review import ReviewPairs
from ui.context import Context
from ui.fact_reader import FactReader, PairReading
from ui.models.pair_list import PairList
from ui.pair_walk import PairWalk
from ui.widgets.inspector import Inspector
from ui.widgets.pair_grid import PairGrid
from ui.widgets.pair_view import PairView
from ui.widgets.review_layout import ReviewLayout
from ui.widgets.review_states import ReviewStates


class ReviewStage(QObject):
    """Shows what `pairs` has there, and of the one that is looked at all that is known, in `inspector` too."""

    def __init__(
        self,
        context: Context,
        pairs: PairList,
        layout: ReviewLayout,
        *,
        grid: PairGrid,
        pair: PairView,
        states: ReviewStates,
        inspector: Inspector,
    ) -> None:
        super().__init__(layout)
        self._context, self._pairs = context, pairs
        self._grid, self._pair, self._states, self._inspector = grid, pair, states, inspector
        self._layout = layout
        self.walk = PairWalk(pairs, grid)
        self._facts = FactReader(context, self)
        self._facts.read.connect(self._take_facts)

    @property
    def is_large(self) -> bool:
        """Whether one pair is shown large."""
        return self._layout.centre.currentWidget() is self._pair

    def take_keys(self) -> None:
        """Let the keys go to what is shown."""
        target = self._pair.target if self.is_large else self._grid
        if target.isVisibleTo(self._layout):
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- all pairs ----

    def show_pairs(self, pairs: ReviewPairs) -> None:
        """Show those that the filter lets through; where one is large it stays so."""
        known = self._pairs
        self._grid.set_pairs(pairs.table, known.rows, known.kind, self.walk.settle())
        self._states.show_banner(is_scored=pairs.look is not None, waits=known.waits_for_scores, failure=known.failure)
        if not self.is_large:
            self._show_grid()

    def come_forward(self) -> None:
        """Show the grid, whatever is in it."""
        self._layout.show_page(self._grid, has_grid=True)

    def _show_grid(self) -> None:
        self._states.show_filtered()
        self._layout.show_page(self._grid if len(self._pairs.rows) else self._states, has_grid=True)

    def show_nothing(self, *, is_empty: bool) -> None:
        """Show why there are no pairs. is_empty : they have been read, and there are none."""
        self._states.show_state(
            has_project=self._context.project is not None,
            has_submission=self._context.submission is not None,
            is_empty=is_empty,
            failure=self._pairs.failure,
        )
        self._layout.show_page(self._states, has_grid=False)
        self._show_no_pair()

    # ---- the pair that is looked at ----

    def look_at(self, place: int) -> None:
        """Look at the pair at a place of the grid."""
        self.walk.look_at(int(self._grid.rows[place]))
        self.show_active()

    def show_active(self) -> None:
        """Show the pair that is looked at."""
        pairs, row = self._pairs.pairs, self.walk.row
        if pairs is None or row is None:
            self._show_no_pair()
            return
        self._inspector.show_pair(pairs, row, self._pairs.kind, is_outside=self.walk.is_outside)
        if self.is_large:
            self._pair.show_pair(pairs, row, self._pairs.kind, self.walk.in_words())
        self._facts.look_at(pairs, row)

    def follow(self, changes: ChangeSet | None) -> None:
        """Tell of the pair what people have said since."""
        self._facts.follow(changes)

    def _show_no_pair(self) -> None:
        self._facts.forget()
        self._inspector.show_pair(None, -1, "image")

    def _take_facts(self, reading: PairReading) -> None:
        self._inspector.show_facts(reading.facts, reading.faces, is_large=self.is_large)
        if self.is_large:
            self._pair.show_facts(reading.facts)
            self._pair.show_references(reading.references)
            if self._grid.current + 1 < len(self._grid.rows):
                self._pair.look_ahead(int(self._grid.rows[self._grid.current + 1]))

    def open_pair(self) -> bool:
        """Show the active pair large; whether there is one that is not."""
        if self.walk.row is None or self.is_large:
            return False
        self._layout.show_page(self._pair, has_grid=False)
        self.show_active()
        self.take_keys()
        return True

    def back_to_grid(self) -> bool:
        """Show the grid again; whether something else was shown."""
        if not self.is_large:
            return False
        self._show_grid()
        self.show_active()
        self.take_keys()
        return True
