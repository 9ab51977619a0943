"""The grid of pairs: 100,000 tiles of which only those in sight are painted, asked for or even thought of."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from genmu_studio.pair_table import PairTable
from scoring.frame import IndexArray
from scoring.types import MediaKind
from ui.widgets.grid_layout import LARGEST_TILE, SMALLEST_TILE
from ui.widgets.pair_selection import PairSelection
from ui.widgets.pair_tile import Tile, text_of
from ui.widgets.pair_words import words_of
from ui.widgets.thumbnails import ThumbnailStore
from ui.widgets.tile_area import TileArea
from ui.widgets.tile_marks import selecting_corner

__all__ = ["LARGEST_TILE", "SMALLEST_TILE", "PairGrid"]


class PairGrid(TileArea):
    """Shows `rows` of a table, in that order. `current` is a place in `rows`, −1 = none is marked.

    Any number of pairs can be selected besides; whoever acts on the selection acts on the current pair where there is
    none.
    """

    moved = Signal(int)  # the person went to this place
    opened = Signal(int)  # and asked to see it large
    selection_changed = Signal(int)  # so many are selected now

    def __init__(
        self,
        thumbnails: ThumbnailStore,
        parent: QWidget | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(thumbnails, parent, clock)
        self._current = -1
        self._selection = PairSelection()
        self._say()

    # ---- what is shown ----

    @property
    def current(self) -> int:
        """The place that is marked, −1 for none."""
        return self._current

    def set_pairs(self, table: PairTable, rows: IndexArray, kind: MediaKind, current: int) -> None:
        """Show other pairs; the place `current` is marked and stays where it is on the screen if it can.

        Pairs that were selected stay so where they are still shown.
        """
        offset = self.tile_rect(self._current).top() if 0 <= self._current < len(self._rows) else None
        selected = len(self._selection)
        self._show(table, rows, kind)
        self._current = current
        self._selection.follow(table, rows)
        if current < 0:
            self.verticalScrollBar().setValue(0)
        elif offset is not None and 0 <= offset < self.viewport().height():
            self.verticalScrollBar().setValue(self._layout.top_of(current) - offset)
        self.show_place(current)
        self._say()
        if len(self._selection) != selected:
            self.selection_changed.emit(len(self._selection))

    def _landmark(self) -> int:
        return self._current

    def _tile(self, place: int) -> Tile:
        row = int(self._rows[place])
        unlearned, original = (self._sight.see(sample) for sample in reversed(self._table.samples(row)))
        return Tile(
            text_of(self._table, row),
            original,
            unlearned,
            is_current=place == self._current,
            is_selected=self._selection.has_row(row),
            is_hovered=place == self._hovered,
            has_focus=place == self._current and self.hasFocus(),
        )

    def grab_tile(self) -> QImage:
        """Return the current tile as it is painted, without its frame; a null image where there is none."""
        if self._current < 0:
            return QImage()
        bare = replace(self._tile(self._current), is_current=False, is_selected=False, is_hovered=False)
        size = self.tile_rect(self._current).size()
        return self._sheet.draw(bare, size, self.devicePixelRatioF()).toImage()

    # ---- moving ----

    def go_to(self, place: int) -> bool:
        """Mark a place and bring it into sight; whether there is one. What is selected stays so."""
        if not len(self._rows):
            return False
        self._mark(place)
        self._selection.anchor_at(self._current)
        return True

    def _mark(self, place: int) -> None:
        before, self._current = self._current, min(max(place, 0), len(self._rows) - 1)
        self.show_place(self._current)
        self._say()
        self._update(before, self._current)
        self.moved.emit(self._current)

    def _say(self) -> None:
        selected = len(self._selection)
        chosen = f", {selected} selected" if selected else ""
        if 0 <= self._current < len(self._rows):
            row = int(self._rows[self._current])
            this = ", selected" if self._selection.has_row(row) else ""
            place = f"{self._current + 1} of {len(self._rows)}"
            self.setAccessibleName(f"Pairs: {place}, {words_of(self._table, row)}{this}{chosen}")
        else:
            self.setAccessibleName(f"Pairs: {len(self._rows)}, none is marked{chosen}")

    # ---- selecting ----

    @property
    def selection(self) -> IndexArray:
        """The places that are selected, ascending."""
        return self._selection.places

    @property
    def selected_rows(self) -> IndexArray:
        """The rows of the table that are selected, in the order in which they are shown."""
        return self._selection.rows

    def select_all(self) -> bool:
        """Select every pair that is shown; whether there is one."""
        self._selection.select_all()
        self._tell_selection()
        return bool(len(self._rows))

    def toggle_selected(self) -> bool:
        """Select the current pair, or no longer; whether there is one."""
        if self._current < 0:
            return False
        self._selection.toggle(self._current)
        self._tell_selection()
        return True

    def extend(self, by: int) -> bool:
        """Go `by` places on and select everything from where that began; whether there is anything."""
        if self._current < 0:
            return self.go_to(0)
        place = min(max(self._current + by, 0), len(self._rows) - 1)
        self._selection.select_to(place, start=self._current)
        self._mark(place)
        self._tell_selection()
        return True

    def clear_selection(self) -> bool:
        """Select none; whether any was."""
        was_any = self._selection.clear()
        if was_any:
            self._tell_selection()
        return was_any

    def _tell_selection(self) -> None:
        self._say()
        self.viewport().update()
        self.selection_changed.emit(len(self._selection))

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark the tile under the mouse; with Ctrl, or in its corner, select it, with Shift all from the last one."""
        point = event.position().toPoint()
        place = self.place_at(point)
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            also = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._selection.select_to(place, start=max(self._current, 0), also=also)
            self._mark(place)
            self._tell_selection()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier or self._corner_of(place).contains(point):
            self.go_to(place)
            self.toggle_selected()
        else:
            self.clear_selection()
            self.go_to(place)

    def _corner_of(self, place: int) -> QRect:
        return selecting_corner(self.tile_rect(place))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the press has marked."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the tile under the mouse large; twice in its corner, or with Ctrl or Shift, is two clicks."""
        point = event.position().toPoint()
        place = self.place_at(point)
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() != Qt.KeyboardModifier.NoModifier or self._corner_of(place).contains(point):
            self.mousePressEvent(event)
        else:
            self.opened.emit(place)

    # ---- keys ----

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self._update(self._current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they go elsewhere."""
        super().focusOutEvent(event)
        self._update(self._current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave every key to the actions of the view."""
        event.ignore()
