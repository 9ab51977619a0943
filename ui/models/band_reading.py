"""The band around ERB, read piece by piece: coarse at first, halted while the threshold moves."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import islice
from time import perf_counter

from genmu_studio.look import Look
from genmu_studio.scores.band import BandPoint, band
from ui.models.answers import Ask

_FIRST_S, _PIECE_S = 0.03, 0.25  # how long a piece may take
_COARSE = 9  # points that show the shape


class BandReading:
    """The points that are known so far. told : called with each piece. is_halted : whether to wait with the next."""

    def __init__(self, ask: Ask, told: Callable[[], object], is_halted: Callable[[], bool]) -> None:
        self._ask, self._told, self._is_halted = ask, told, is_halted
        self._key: Hashable = None
        self._rest: Iterator[BandPoint] | None = None  # nobody reads it while a piece is being read
        self._is_reading = False
        self.points: list[BandPoint] = []
        self.is_complete = False
        self.has_failed = False  # what is there is all that there will be

    def want(self, key: Hashable, look: Look, thresholds: Sequence[float]) -> None:
        """Read the band that `key` names; what was read of another is dropped."""
        if key != self._key:
            self.forget()
            self._key, self._rest = key, band(look, thresholds)
        self.go_on()

    def forget(self) -> None:
        """Read nothing."""
        self._key, self._rest = None, None
        self.points, self.is_complete, self._is_reading, self.has_failed = [], False, False, False

    def go_on(self) -> None:
        """Read the next piece, unless one is being read or the threshold moves."""
        if self._rest is not None and not self._is_reading and not self.is_complete and not self._is_halted():
            self._is_reading = True
            longest = _PIECE_S if self.points else _FIRST_S
            self._ask(
                partial(_piece, self._rest, longest), partial(self._take, self._key), partial(self._fail, self._key)
            )

    def _take(self, key: Hashable, piece: Sequence[BandPoint]) -> None:
        if key != self._key:
            return
        self._is_reading = False
        self.points.extend(piece)
        self.is_complete = not piece
        self._told()
        self.go_on()

    def _fail(self, key: Hashable, error: BaseException) -> None:
        if key == self._key:  # which is kept: it would fail at each look at the room
            self._rest, self._is_reading, self.has_failed = None, False, True


def _piece(rest: Iterator[BandPoint], longest_s: float) -> list[BandPoint]:
    """Return the next points, at least a few; none at the end."""
    ends = perf_counter() + longest_s
    found = list(islice(rest, _COARSE))
    while found and perf_counter() < ends:
        point = next(rest, None)
        if point is None:
            break
        found.append(point)
    return found
