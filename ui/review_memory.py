"""How Review looks, as it is remembered from one start of the program to the next."""

from collections.abc import Mapping
from typing import Protocol

from ui.widgets.review_layout import ReviewLayout
from ui.widgets.review_tools import ReviewTools


class _Remembers(Protocol):
    """A part that can look as it did."""

    def state(self) -> dict[str, object]: ...

    def restore(self, state: Mapping[str, object]) -> None: ...


class ReviewMemory:
    """What is folded and shown, and the size of tiles. parts : what remembers by itself, by its name in the state."""

    def __init__(self, tools: ReviewTools, layout: ReviewLayout, parts: Mapping[str, _Remembers]) -> None:
        self._tools, self._layout, self._parts = tools, layout, parts

    def state(self) -> dict[str, object]:
        """Return what JSON can hold of it."""
        parts = {name: part.state() for name, part in self._parts.items()}
        return {"tile": self._tools.tile_width, "panel": self._layout.wants_panel, **parts}

    def restore(self, state: Mapping[str, object]) -> None:
        """Look as `state` says; what it does not say stays."""
        tile, panel = state.get("tile"), state.get("panel")
        if isinstance(tile, int):
            self._tools.set_tile_width(tile)
        if isinstance(panel, bool):
            self._layout.want_panel(panel)
        for name, part in self._parts.items():
            if isinstance(known := state.get(name), dict):
                part.restore(known)
