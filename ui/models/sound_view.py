"""Where one is in a pair of sounds: what is shown of the time axis, the cursor, the selection, the loop.

One object that the panes draw, that mouse and keys change, and that a player can follow and set.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

# A shorter loop is a tone, not a sound: no player offers it.
SHORTEST_LOOP_S = 0.05
_FEWEST_FRAMES = 16  # that are shown at the largest zoom
_ZOOM_PER_STEP = 1.25
_PAN_PER_STEP = 1 / 8


class Span(NamedTuple):
    """A stretch of time in s."""

    start_s: float
    end_s: float

    @property
    def length_s(self) -> float:
        """How long it lasts."""
        return self.end_s - self.start_s


class SoundView(QObject):
    """Times are in s on the axis of the original, from 0 to `length_s`; the cursor lies on a sample of `rate` Hz."""

    shown_changed = Signal()
    cursor_moved = Signal()
    selection_changed = Signal()
    loop_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._length_s = 0.0
        self._rate = 1
        self._shown = Span(0.0, 0.0)
        self._cursor_s = 0.0
        self._selection: Span | None = None
        self._loop: Span | None = None
        self._is_looping = False

    def begin(self) -> None:
        """Be at the start of sounds of which nothing is known yet."""
        self._length_s, self._shown, self._cursor_s = 0.0, Span(0.0, 0.0), 0.0
        self._selection = self._loop = None
        self._is_looping = False
        for each in (self.shown_changed, self.cursor_moved, self.selection_changed, self.loop_changed):
            each.emit()

    def set_length(self, length_s: float, rate: int) -> None:
        """Take the length of the longest sound and the rate of the one whose samples count.

        What shows everything goes on showing everything.
        """
        was_whole = self.shows_all
        self._length_s, self._rate = length_s, max(1, rate)
        self._show(Span(0.0, length_s) if was_whole else self._shown)

    # ---- what is so ----

    @property
    def length_s(self) -> float:
        """How long the axis is, 0 while no sound is open."""
        return self._length_s

    @property
    def rate(self) -> int:
        """Samples per second of the grid that the cursor lies on."""
        return self._rate

    @property
    def shown(self) -> Span:
        """What is seen of the axis."""
        return self._shown

    @property
    def shows_all(self) -> bool:
        """Whether nothing lies outside what is seen."""
        return self._shown == (0.0, self._length_s)

    @property
    def cursor_s(self) -> float:
        """Where the cursor is."""
        return self._cursor_s

    @property
    def cursor_frame(self) -> int:
        """Which sample the cursor is on."""
        return round(self._cursor_s * self._rate)

    @property
    def selection(self) -> Span | None:
        """What is selected."""
        return self._selection

    @property
    def loop_ends(self) -> Span | None:
        """Between which ends a loop would run."""
        return self._loop

    @property
    def loop(self) -> Span | None:
        """What repeats while it plays; None where nothing does."""
        return self._loop if self._is_looping else None

    # ---- zoom and pan ----

    def show_all(self) -> bool:
        """Show everything."""
        return self._show(Span(0.0, self._length_s))

    def show_span(self, span: Span) -> bool:
        """Show a stretch, as far as there is one."""
        return self._show(span)

    def zoom(self, steps: float, around_s: float | None = None) -> bool:
        """Zoom in by steps, out where negative. around_s : stays where it is; None = the cursor, else the middle."""
        shown = self._shown
        if around_s is None:
            is_seen = shown.start_s <= self._cursor_s <= shown.end_s
            around_s = self._cursor_s if is_seen else (shown.start_s + shown.end_s) / 2
        least_s = min(self._length_s, _FEWEST_FRAMES / self._rate)
        wanted_s = min(max(shown.length_s / _ZOOM_PER_STEP**steps, least_s), self._length_s)
        share = (around_s - shown.start_s) / shown.length_s if shown.length_s else 0.0
        start_s = around_s - share * wanted_s
        return self._show(Span(start_s, start_s + wanted_s))

    def pan(self, by_s: float) -> bool:
        """Look further on, or back where negative; whether there was more to see."""
        return self._show(Span(self._shown.start_s + by_s, self._shown.end_s + by_s))

    def pan_steps(self, steps: float) -> bool:
        """Look further on by eighths of what is seen."""
        return self.pan(steps * _PAN_PER_STEP * self._shown.length_s)

    def show_selection(self) -> bool:
        """Zoom to what is selected; whether something is."""
        return self._selection is not None and self._show(self._selection)

    def _show(self, wanted: Span) -> bool:
        length_s = min(wanted.length_s, self._length_s)
        start_s = min(max(0.0, wanted.start_s), self._length_s - length_s)
        shown = Span(0.0, self._length_s) if length_s == self._length_s else Span(start_s, start_s + length_s)
        has_moved, self._shown = shown != self._shown, shown
        if has_moved:
            self.shown_changed.emit()
        return has_moved

    # ---- cursor ----

    def set_cursor(self, at_s: float) -> bool:
        """Put the cursor on the sample nearest to that; whether it moved."""
        frame = min(max(0, round(at_s * self._rate)), max(0, round(self._length_s * self._rate)))
        has_moved, self._cursor_s = frame / self._rate != self._cursor_s, frame / self._rate
        if has_moved:
            self.cursor_moved.emit()
        return has_moved

    def move_cursor(self, by_s: float) -> bool:
        """Move the cursor, by a sample at least, and look where it is."""
        least_s = 1 / self._rate
        by_s = max(by_s, least_s) if by_s > 0 else min(by_s, -least_s)
        has_moved = self.set_cursor(self._cursor_s + by_s)
        self.follow_cursor()
        return has_moved

    def follow_cursor(self) -> None:
        """Look where the cursor is, where it is not seen."""
        if not self._shown.start_s <= self._cursor_s <= self._shown.end_s:
            self.pan(self._cursor_s - self._shown.start_s - self._shown.length_s * _PAN_PER_STEP)

    # ---- selection ----

    def select(self, one_s: float, other_s: float) -> bool:
        """Select between two moments, in either order, each on its sample; nothing where they are the same."""
        ends = sorted(min(max(0.0, round(each * self._rate) / self._rate), self._length_s) for each in (one_s, other_s))
        return self._select(Span(*ends) if ends[0] < ends[1] else None)

    def extend_selection(self, by_s: float) -> bool:
        """Move the cursor, and the selection's end with it; the other end is where it began."""
        kept = self._cursor_s
        if self._selection is not None and self._cursor_s in self._selection:
            start_s, end_s = self._selection
            kept = start_s if self._cursor_s == end_s else end_s
        self.move_cursor(by_s)
        return self.select(kept, self._cursor_s)

    def clear_selection(self) -> bool:
        """Select nothing; whether something was."""
        return self._select(None)

    def _select(self, wanted: Span | None) -> bool:
        has_changed, self._selection = wanted != self._selection, wanted
        if has_changed:
            self.selection_changed.emit()
        return has_changed

    # ---- loop ----

    def start_loop_here(self) -> bool:
        """Let a loop begin at the selection's start, else at the cursor; whether that leaves one."""
        start_s = self._selection.start_s if self._selection is not None else self._cursor_s
        end_s = self._loop.end_s if self._loop is not None and self._loop.end_s > start_s else self._length_s
        return self.set_loop(Span(start_s, end_s))

    def end_loop_here(self) -> bool:
        """Let a loop end at the selection's end, else at the cursor; whether that leaves one."""
        end_s = self._selection.end_s if self._selection is not None else self._cursor_s
        start_s = self._loop.start_s if self._loop is not None and self._loop.start_s < end_s else 0.0
        return self.set_loop(Span(start_s, end_s))

    def set_loop(self, ends: Span) -> bool:
        """Repeat a stretch; nothing changes where it is shorter than a loop can be."""
        if ends.length_s < SHORTEST_LOOP_S:
            return False
        self._loop, self._is_looping = ends, True
        self.loop_changed.emit()
        return True

    def toggle_loop(self) -> bool:
        """Repeat, or no longer: between the ends that were set, else the selection, else everything."""
        if self._is_looping:
            self._is_looping = False
            self.loop_changed.emit()
            return True
        return self.set_loop(self._loop or self._selection or Span(0.0, self._length_s))
