"""What each action of scope "review" does to the view: a row of this table for each of `ui.actions`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from genmu_studio.pair_filter import PairFilter

if TYPE_CHECKING:
    from ui.views.review import ReviewView

Act = Callable[[], bool]


def acts_of(view: ReviewView) -> Mapping[str, Act]:
    """Return what each action does; it says whether there was something to do."""
    return {
        **_walking(view),
        **_looking(view),
        **_selecting(view),
        "pick": partial(view.commands.pick, "pick"),
        "reject": partial(view.commands.pick, "reject"),
        "unmark": partial(view.commands.pick, None),
        "bookmark": view.commands.bookmark,
        "note": view.write_note,
        "copy_picture": view.copy_picture,
        "copy_path": view.commands.copy_path,
        "reveal": view.commands.reveal,
        "open_file": view.commands.open_file,
        "filters": view.toggle_panel,
        "search": view.search,
        "save_filter": view.ask_filter_name,
        "show_problems": lambda: view.set_filter(replace(view.pairs.filter, problems=not view.pairs.filter.problems)),
        "all_pairs": lambda: view.set_filter(PairFilter()),
    }


def _walking(view: ReviewView) -> dict[str, Act]:
    grid, walk = view.grid, view.walk

    def in_grid(by: Callable[[], int]) -> Act:
        return lambda: not view.is_large and walk.step(by())

    return {
        "next_pair": partial(walk.step, 1),
        "previous_pair": partial(walk.step, -1),
        "next_unmarked": partial(walk.step_unmarked, 1),
        "previous_unmarked": partial(walk.step_unmarked, -1),
        "first_pair": lambda: grid.go_to(0),
        "last_pair": lambda: grid.go_to(len(grid.rows) - 1),
        "row_down": in_grid(lambda: grid.columns),
        "row_up": in_grid(lambda: -grid.columns),
        "page_down": in_grid(lambda: grid.page_lines() * grid.columns),
        "page_up": in_grid(lambda: -grid.page_lines() * grid.columns),
        "open_pair": view.open_pair,
        "back_to_grid": view.leave,
    }


def _looking(view: ReviewView) -> dict[str, Act]:
    """Return what is done to the pictures of one large pair."""
    pair, canvas = view.pair, view.pair.canvas

    def large(do: Callable[[], object]) -> Act:
        return lambda: view.is_large and view.pairs.kind == "image" and do() is not False

    modes = {f"mode_{mode}": large(partial(pair.set_mode, mode)) for mode in ("side", "wipe", "flicker", "difference")}
    pan_left, pan_right = large(partial(pair.pan, -1, 0)), large(partial(pair.pan, 1, 0))
    return {
        **modes,
        "zoom_fit": large(canvas.fit),
        "zoom_actual": large(canvas.zoom_actual),
        "zoom_in": large(partial(canvas.zoom_by, 1)),
        "zoom_out": large(partial(canvas.zoom_by, -1)),
        "flicker": large(partial(pair.flicker, True)),
        "divider_left": large(partial(pair.move_divider, -1)),
        "divider_right": large(partial(pair.move_divider, 1)),
        "pan_left": lambda: pan_left() or view.walk.step_unmarked(-1),
        "pan_right": lambda: pan_right() or view.walk.step_unmarked(1),
        "pan_up": large(partial(pair.pan, 0, -1)),
        "pan_down": large(partial(pair.pan, 0, 1)),
        "toggle_align": large(pair.toggle_align),
        "toggle_faces": large(pair.toggle_faces),
        "other_face": large(pair.other_face),
    }


def _selecting(view: ReviewView) -> dict[str, Act]:
    grid = view.grid

    def in_grid(do: Callable[[], bool]) -> Act:
        return lambda: not view.is_large and do()

    return {
        "select_all": in_grid(grid.select_all),
        "toggle_selected": in_grid(grid.toggle_selected),
        "extend_left": in_grid(partial(grid.extend, -1)),
        "extend_right": in_grid(partial(grid.extend, 1)),
        "extend_up": in_grid(lambda: grid.extend(-grid.columns)),
        "extend_down": in_grid(lambda: grid.extend(grid.columns)),
    }
