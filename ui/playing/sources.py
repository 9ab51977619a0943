"""What can be heard of a pair of sounds, which of it is selected, and what X is."""

from collections.abc import Callable
from dataclasses import replace
from secrets import choice
from typing import Literal

from genmu_studio.playback.deck import Deck, Letter, Source
from genmu_studio.sounds.opening import Sound

_SOURCES: tuple[Source, ...] = ("A", "B", "X", "R")
_XS: tuple[Literal["A", "B"], ...] = ("A", "B")


class Sources:
    """A (original), B (unlearned), R (reference), and X, which is A or B and does not say which.

    sounds : those there are. kept : what another pair begins with.
    """

    def __init__(self) -> None:
        self.sounds: dict[Letter, Sound] = {}
        self.kept: Source = "A"
        self._selected: Source = "A"
        self._given_x: Literal["A", "B"] | None = None
        self._x: Literal["A", "B"] = "A"
        self._is_revealed = False
        self.draw: Callable[[], Literal["A", "B"]] = lambda: choice(_XS)

    def begin(self, x: Literal["A", "B"] | None = None) -> None:
        """Have no sound yet: another pair is looked at, whose X is another. x : what it is; None = it is drawn."""
        self.sounds = {}
        self._selected = self.kept
        self._given_x = x
        self._x, self._is_revealed = self.draw() if x is None else x, False

    @property
    def available(self) -> tuple[Source, ...]:
        """What can be selected."""
        both = self.sounds.keys() >= {"A", "B"}
        return tuple(each for each in _SOURCES if each in self.sounds or (each == "X" and both))

    @property
    def selected(self) -> Source:
        """What is selected; where there is no such sound, the first that there is."""
        available = self.available
        return self._selected if self._selected in available else next(iter(available), self._selected)

    def select(self, source: Source) -> bool:
        """Select another; whether there is that one."""
        if source not in self.available:
            return False
        self._selected = source
        if source != "R":
            self.kept = source
        return True

    # ---- X ----

    def draw_x(self) -> bool:
        """Draw anew what X is, and say nothing; whether it is not given."""
        if self._given_x is not None:
            return False
        self._x, self._is_revealed = self.draw(), False
        return True

    def reveal_x(self) -> bool:
        """Say what X is; whether there is an X, and one that was not given."""
        self._is_revealed = "X" in self.available and self._given_x is None
        return self._is_revealed

    @property
    def revealed_x(self) -> Literal["A", "B"] | None:
        """What X is, once somebody asked."""
        return self._x if self._is_revealed and "X" in self.available else None

    def with_x(self, pair: Deck) -> Deck:
        """Return the deck of a pair with an X, where it has both sounds."""
        return replace(pair, x=self._x) if pair.values.keys() >= {"A", "B"} else pair

    # ---- memory ----

    def restore(self, kept: object) -> None:
        """Begin with that one; what no pair can begin with leaves it as it is."""
        self._selected = self.kept = next((each for each in _SOURCES if each == kept != "R"), self.kept)
