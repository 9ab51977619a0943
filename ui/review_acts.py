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
    acts: dict[str, Act] = {
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
        "filters": view.filters.toggle_panel,
        "search": view.filters.search,
        "save_filter": view.filters.ask_name,
        "show_problems": lambda: view.set_filter(replace(view.pairs.filter, problems=not view.pairs.filter.problems)),
        "all_pairs": lambda: view.set_filter(PairFilter()),
    }
    # A large pair of sounds takes keys that mean something else elsewhere.
    hearing = {name: _either(act, acts[name]) if name in acts else act for name, act in _hearing(view).items()}
    return {**acts, **hearing}


def _either(first: Act, second: Act) -> Act:
    return lambda: first() or second()


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


def _hearing(view: ReviewView) -> dict[str, Act]:
    """Return what is done on the desk of one large pair of sounds."""
    desk = view.pair.desk
    place = desk.view

    def large(do: Callable[[], object]) -> Act:
        def act() -> bool:
            is_meant = view.is_large and view.pairs.kind == "audio"
            if is_meant:
                do()
            return is_meant

        return act

    return {
        "zoom_fit": large(place.show_all),
        "zoom_actual": large(place.show_selection),
        "zoom_in": large(partial(place.zoom, 1)),
        "zoom_out": large(partial(place.zoom, -1)),
        "pan_left": large(partial(place.pan_steps, -1)),
        "pan_right": large(partial(place.pan_steps, 1)),
        "page_up": large(partial(desk.scroll_panes, -1)),
        "page_down": large(partial(desk.scroll_panes, 1)),
        "cursor_left": large(partial(desk.move_cursor, -1)),
        "cursor_right": large(partial(desk.move_cursor, 1)),
        "extend_left": large(partial(desk.extend_selection, -1)),
        "extend_right": large(partial(desk.extend_selection, 1)),
        "align_times": large(desk.toggle_align),
        "show_reference": large(desk.toggle_reference),
        **{name: large(act) for name, act in _playing(view).items()},
        "loop": large(place.toggle_loop),
        "loop_start": large(place.start_loop_here),
        "loop_end": large(place.end_loop_here),
    }


def _playing(view: ReviewView) -> dict[str, Callable[[], object]]:
    listening = view.pair.listening
    playing = listening.playing
    return {
        "play": listening.toggle,
        "hear_original": partial(listening.select, "A"),
        "hear_unlearned": partial(listening.select, "B"),
        "hear_blind": partial(listening.select, "X"),
        "hear_reference": listening.hear_reference,
        "skip_back": partial(listening.skip, -1),
        "skip_forward": partial(listening.skip, 1),
        "slower": partial(playing.step_speed, -1),
        "faster": partial(playing.step_speed, 1),
        "reveal_blind": playing.reveal_x,
        "draw_blind": playing.draw_x_again,
        "match_levels": listening.match_levels,
        "look_for_devices": listening.look_again,
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
