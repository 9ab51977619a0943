"""Review: every matched pair of a submission, filtered and ordered, as a grid; and one of them large."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QDockWidget, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.media_keys import find_media
from genmu_studio.pair_filter import PairFilter, Range
from genmu_studio.pair_orders import PairOrder, order_from_json, order_json
from genmu_studio.pair_table import PairTable
from genmu_studio.project import ChangeSet, Project
from genmu_studio.reference_pictures import PairReferences, first_references, pair_references
from genmu_studio.review import PairFacts, ReviewPairs, pair_facts, sample_media
from genmu_studio.saved_filters import SavedFilter
from ui.actions import Actions
from ui.context import Context
from ui.filter_keeping import FilterKeeping
from ui.models.pair_list import PairList
from ui.pair_commands import PairCommands
from ui.sample_files import copy_image
from ui.theme import GRID_PX
from ui.views.page import Page
from ui.widgets.filter_panel import FilterPanel
from ui.widgets.inspector import InspectorDock
from ui.widgets.pair_grid import PairGrid
from ui.widgets.pair_view import PairView
from ui.widgets.review_states import ReviewStates
from ui.widgets.review_tools import ReviewTools
from ui.widgets.similarity_strip import SimilarityStrip
from ui.widgets.thumbnails import ThumbnailStore

_MIB = 2**20
_Facts = tuple[PairFacts, Mapping[str, int], PairReferences]
_FACTS_AFTER_MS = 25  # of rest: who runs through the pairs reads none of them


class ReviewView(Page):
    """The view."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        settings = actions.settings
        self._project: Project | None = None
        self._request: object = None
        self._active: tuple[int, int] | None = None  # sample ids: they outlive a table
        self.pairs = PairList(context, self)
        self._keeping = FilterKeeping(context, self)
        self.commands = PairCommands(context, self.pairs, self._meant, self)
        self.thumbnails = ThumbnailStore(settings.number("review.cache_mib") * _MIB, self)
        self.panel = FilterPanel(actions)
        self.grid = PairGrid(self.thumbnails)
        self.pair = PairView(self.thumbnails, actions)
        self.states = ReviewStates(actions)
        self.tools = ReviewTools(actions)
        self.strip = SimilarityStrip()
        self._stack = QStackedWidget()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._dock = InspectorDock(self.thumbnails, actions)
        self.inspector = self._dock.inspector
        self._facts_timer = QTimer(self)
        self._facts_timer.setSingleShot(True)
        self._facts_timer.setInterval(_FACTS_AFTER_MS)
        self._wants_panel = True
        self._acts = self._make_acts()
        self._build()
        self._connect()
        self.tools.set_tile_width(2 * settings.number("review.thumbnail_px"))  # two samples stand beside each other
        settings.subscribe(self._setting_changed)

    # ---- building ----

    def _build(self) -> None:
        for page in (self.grid, self.pair, self.states):
            self._stack.addWidget(page)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.tools)
        column.addWidget(self.states.banner)
        column.addWidget(self._stack, 1)
        column.addWidget(self.strip)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(GRID_PX)
        self._splitter.addWidget(self.panel)
        self._splitter.addWidget(centre)
        self._splitter.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._splitter)

    def _connect(self) -> None:
        self.pairs.changed.connect(self._show)
        self.panel.changed.connect(self.set_filter)
        self.panel.left.connect(self._take_keys)
        self.strip.near_asked.connect(self._show_near)
        self.tools.ordered_by.connect(self.set_order)
        self.tools.sized.connect(self.grid.set_tile_width)
        self.tools.inspector_wanted.connect(self._show_inspector)
        self.tools.filters.chosen.connect(self._use_filter)
        self.tools.filters.deleted.connect(self._keeping.delete)
        self._keeping.listed.connect(self.tools.filters.show_saved)
        self.grid.zoomed.connect(self.tools.set_tile_width)
        self.grid.moved.connect(self._go_to_place)
        self.grid.opened.connect(lambda _: self.open_pair())
        self.grid.selection_changed.connect(self.tools.show_selected)
        self.pair.face_chosen.connect(self.commands.choose_face)
        self.pair.measured.connect(self.inspector.show_likeness)
        self.inspector.note.written.connect(self._write_note)
        self.inspector.note.left.connect(self._take_keys)
        self.commands.job_wanted.connect(self._run_face_job)
        self.commands.noticed.connect(self.noticed)
        self._facts_timer.timeout.connect(self._ask_facts)
        self._dock.visibilityChanged.connect(self.tools.show_inspector)
        self.context.closing.connect(self._close)

    def _make_acts(self) -> Mapping[str, Callable[[], bool]]:
        """Return what each action of scope "review" does; it says whether there was something to do."""
        grid, pair, commands = self.grid, self.pair, self.commands
        return {
            "next_pair": partial(self._step, 1),
            "previous_pair": partial(self._step, -1),
            "next_unmarked": partial(self._step_unmarked, 1),
            "previous_unmarked": partial(self._step_unmarked, -1),
            "first_pair": lambda: grid.go_to(0),
            "last_pair": lambda: grid.go_to(len(grid.rows) - 1),
            "row_down": lambda: not self.is_large and self._step(grid.columns),
            "row_up": lambda: not self.is_large and self._step(-grid.columns),
            "page_down": lambda: not self.is_large and self._step(grid.page_lines() * grid.columns),
            "page_up": lambda: not self.is_large and self._step(-grid.page_lines() * grid.columns),
            "open_pair": self.open_pair,
            "back_to_grid": self._leave,
            "zoom_fit": self._in_pair(pair.canvas.fit),
            "zoom_actual": self._in_pair(pair.canvas.zoom_actual),
            "zoom_in": self._in_pair(partial(pair.canvas.zoom_by, 1)),
            "zoom_out": self._in_pair(partial(pair.canvas.zoom_by, -1)),
            "mode_side": self._in_pair(partial(pair.set_mode, "side")),
            "mode_wipe": self._in_pair(partial(pair.set_mode, "wipe")),
            "mode_flicker": self._in_pair(partial(pair.set_mode, "flicker")),
            "mode_difference": self._in_pair(partial(pair.set_mode, "difference")),
            "flicker": self._in_pair(partial(pair.flicker, True)),
            "divider_left": self._in_pair(partial(pair.move_divider, -1)),
            "divider_right": self._in_pair(partial(pair.move_divider, 1)),
            "pan_left": lambda: self._pan(-1, 0) or self._step_unmarked(-1),
            "pan_right": lambda: self._pan(1, 0) or self._step_unmarked(1),
            "pan_up": lambda: self._pan(0, -1),
            "pan_down": lambda: self._pan(0, 1),
            "toggle_align": self._in_pair(pair.toggle_align),
            "toggle_faces": self._in_pair(pair.toggle_faces),
            "other_face": self._in_pair(pair.other_face),
            "pick": partial(commands.pick, "pick"),
            "reject": partial(commands.pick, "reject"),
            "unmark": partial(commands.pick, None),
            "bookmark": commands.bookmark,
            "note": self._write_on,
            "select_all": self._in_grid(grid.select_all),
            "toggle_selected": self._in_grid(grid.toggle_selected),
            "extend_left": self._in_grid(partial(grid.extend, -1)),
            "extend_right": self._in_grid(partial(grid.extend, 1)),
            "extend_up": self._in_grid(lambda: grid.extend(-grid.columns)),
            "extend_down": self._in_grid(lambda: grid.extend(grid.columns)),
            "copy_picture": self._copy_picture,
            "copy_path": commands.copy_path,
            "reveal": commands.reveal,
            "open_file": commands.open_file,
            "filters": self._toggle_panel,
            "search": self._search,
            "save_filter": self._ask_filter_name,
            "show_problems": lambda: self._filter_with(problems=not self.pairs.filter.problems),
            "all_pairs": lambda: self.set_filter(PairFilter()),
        }

    def _in_pair(self, do: Callable[[], object]) -> Callable[[], bool]:
        return lambda: self.is_large and self.pairs.kind == "image" and do() is not False

    def _in_grid(self, do: Callable[[], object]) -> Callable[[], bool]:
        return lambda: not self.is_large and do() is not False

    def docks(self) -> tuple[QDockWidget, ...]:
        """Return the inspector."""
        return (self._dock,)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason:
            self._take_keys()

    def _take_keys(self) -> None:
        target = self.pair.target if self.is_large else self.grid
        if target.isVisibleTo(self):
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_inspector(self, shown: bool) -> None:
        self._dock.setProperty("closed", not shown)
        self._dock.setVisible(shown)

    def _setting_changed(self, key: str) -> None:
        if key == "review.cache_mib":
            self.thumbnails.set_budget(self.actions_table.settings.number(key) * _MIB)

    def _close(self) -> None:
        self.inspector.note.flush()
        self.thumbnails.close()
        self.pair.comparisons.close()

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission and the lens as they are now."""
        project = self.context.project
        if project is not self._project:
            self._project, self._active, self._request = project, None, None
            keeps = project is not None and project.mode == "write"
            folder = project.folder if project is not None and keeps else None
            self.thumbnails.look_at(partial(find_media, project) if project is not None else None, folder)
            self.pair.comparisons.look_at(partial(sample_media, project) if project is not None else None, folder)
            self.inspector.set_writable(keeps)
            self._keeping.read()
        self.pairs.refresh(changes)
        self._show()

    # ---- what is shown ----

    @property
    def is_large(self) -> bool:
        """Whether one pair is shown large."""
        return self._stack.currentWidget() is self.pair

    @property
    def table(self) -> PairTable | None:
        """The pairs of the submission, None while there is none or they are being read."""
        return self.pairs.table

    @property
    def active_row(self) -> int | None:
        """The row of the pair that is looked at; a filter that hides it leaves it active."""
        table = self.pairs.table
        return table.row_of(max(self._active)) if table is not None and self._active is not None else None

    def _meant(self) -> Sequence[int]:
        """Return the rows that an action is about: those selected in the grid, else the one that is looked at."""
        selected = () if self.is_large else self.grid.selected_rows.tolist()
        row = self.active_row
        return selected or ([] if row is None else [row])

    def set_filter(self, wanted: PairFilter) -> bool:
        """Show other pairs; the active one stays active."""
        self.pairs.set_filter(wanted)
        return True

    def _filter_with(self, **changes: object) -> bool:
        return self.set_filter(replace(self.pairs.filter, **changes))  # type: ignore[arg-type]  # names are its own

    def _show_near(self, role: str, limits: Range) -> None:
        self._filter_with(roles=frozenset({role}), own=limits)

    def set_order(self, order: PairOrder) -> None:
        """Show the pairs in another order."""
        self.pairs.set_order(order)

    def _show(self) -> None:
        pairs = self.pairs.pairs
        if pairs is not None and self._request is not None:
            request, self._request = self._request, None
            self._answer(pairs.table, request)  # which shows
            return
        facets = self.pairs.facets()
        if pairs is None or facets is None or not len(pairs.table):
            self._show_nothing(is_empty=pairs is not None)
            return
        rows, active = self.pairs.rows, self.active_row
        decision = pairs.look.decision if pairs.look is not None else None
        self.panel.show_filter(pairs.table, self.pairs.filter, facets, decision.threshold if decision else None)
        self.tools.show_order(self.pairs.order, self.pairs.measurements)
        self.strip.show_pairs(pairs.table, self.pairs.mask, decision)
        if active is None and len(rows):
            active = int(rows[0])
            self._active = pairs.table.samples(active)
        found = np.flatnonzero(rows == active)
        self.grid.set_pairs(pairs.table, rows, self.pairs.kind, int(found[0]) if len(found) else -1)
        self.states.show_banner(shown=pairs.look is None, reads=self.pairs.waits_for_scores)
        if not self.is_large:
            self.states.show_filtered()
            self._stack.setCurrentWidget(self.grid if len(rows) else self.states)
        self._show_around()
        if self.hasFocus():
            self._take_keys()
        self._show_active()

    def _show_nothing(self, *, is_empty: bool) -> None:
        self.states.show_state(
            has_project=self.context.project is not None,
            has_submission=self.context.submission is not None,
            is_empty=is_empty,
        )
        self._stack.setCurrentWidget(self.states)
        self._show_around()
        self.inspector.show_pair(None, -1, "image")

    def _show_around(self) -> None:
        """Show what stands around the grid, or not: beside one large pair there is no room for it."""
        has_pairs = self.pairs.table is not None and len(self.pairs.table) > 0 and not self.is_large
        self.panel.setVisible(has_pairs and self._wants_panel)
        self.tools.setVisible(has_pairs)
        self.strip.setVisible(has_pairs)

    def _show_active(self) -> None:
        pairs, row = self.pairs.pairs, self.active_row
        if pairs is None or row is None:
            self.inspector.show_pair(None, -1, "image")
            return
        self.inspector.show_pair(pairs, row, self.pairs.kind, is_outside=self.grid.current < 0)
        if self.is_large:
            self.pair.show_pair(pairs, row, self.pairs.kind, self._place_in_words())
        self._facts_timer.start()

    def _place_in_words(self) -> str:
        shown = len(self.grid.rows)
        if self.grid.current < 0:
            return f"outside the filter of {shown:,}"
        return f"{self.grid.current + 1:,} of {shown:,}"

    # ---- facts ----

    def _ask_facts(self) -> None:
        pairs, row, project = self.pairs.pairs, self.active_row, self.context.project
        if pairs is not None and row is not None and project is not None:
            self.context.ask(partial(_read_facts, project, pairs, row), partial(self._take_facts, pairs, row))

    def _take_facts(self, pairs: ReviewPairs, row: int, found: _Facts) -> None:
        if pairs is not self.pairs.pairs or row != self.active_row:
            return
        facts, faces, references = found
        self.inspector.show_facts(facts, faces)
        if self.is_large:
            self.pair.show_facts(facts)
            self.pair.show_references(references)
            if self.grid.current + 1 < len(self.grid.rows):
                self.pair.look_ahead(int(self.grid.rows[self.grid.current + 1]))

    # ---- moving ----

    def _go_to_place(self, place: int) -> None:
        if self.pairs.table is not None:
            self._active = self.pairs.table.samples(int(self.grid.rows[place]))
            self._show_active()

    def _step(self, by: int) -> bool:
        """Go `by` places on; from a pair that the filter hides, to the next that it shows."""
        if self.grid.current >= 0:
            return self.grid.go_to(self.grid.current + by)
        return self.grid.go_to(self._place_before() + by - (1 if by > 0 else 0))

    def _place_before(self) -> int:
        """Return at which place the active pair would stand if the filter showed it."""
        row, place_of = self.active_row, self.pairs.places_in_order()
        return int(np.count_nonzero(place_of[self.grid.rows] < place_of[row])) if row is not None else 0

    def _step_unmarked(self, by: int) -> bool:
        """Go to the next pair in that direction that is neither picked nor rejected."""
        table = self.pairs.table
        if table is None:
            return False
        unmarked = np.flatnonzero(table.pick[self.grid.rows] == 0)
        here = self.grid.current if self.grid.current >= 0 else self._place_before()
        ahead = unmarked[unmarked > here] if by > 0 else unmarked[unmarked < here][::-1]
        return len(ahead) > 0 and self.grid.go_to(int(ahead[0]))

    def _pan(self, right: float, down: float) -> bool:
        return self.is_large and self.pairs.kind == "image" and self.pair.pan(right, down)

    def open_pair(self) -> bool:
        """Show the active pair large; whether there is one."""
        if self.active_row is None or self.is_large:
            return False
        self._stack.setCurrentWidget(self.pair)
        self._show_around()
        self._show_active()
        self._take_keys()
        return True

    def back_to_grid(self) -> bool:
        """Show the grid again; whether something else was shown."""
        if not self.is_large:
            return False
        self._stack.setCurrentWidget(self.grid)
        self._show()
        self._take_keys()
        return True

    def _leave(self) -> bool:
        """Leave the note, a reference, the large pair or the selection, whichever is nearest."""
        if self.inspector.note.edit.hasFocus():
            self._take_keys()
            return True
        return (self.is_large and self.pair.leave()) or self.back_to_grid() or self.grid.clear_selection()

    def act(self, name: str) -> bool:
        """Do an action of scope "review"."""
        return self.pairs.table is not None and name in self._acts and self._acts[name]()

    # ---- panel, search, notes, pictures, faces ----

    def _toggle_panel(self) -> bool:
        self._wants_panel = not self._wants_panel
        self._show_around()
        if self._wants_panel and self.panel.isVisible():
            self.panel.focus_search()
        else:
            self._take_keys()
        return not self.is_large

    def _search(self) -> bool:
        self.back_to_grid()
        self._wants_panel = True
        self._show_around()
        self.panel.focus_search()
        return True

    def _write_on(self) -> bool:
        if self.active_row is None:
            return False
        self._show_inspector(True)
        self.inspector.note.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _write_note(self, sample: int, text: str) -> None:
        self.commands.note(sample, text, partial(self.inspector.note.kept, sample, text))

    def _copy_picture(self) -> bool:
        if self.is_large:
            copy_image(self.pair.grab_picture())
        else:
            copy_image(self.grid.grab_tile())
        return True

    def _run_face_job(self, title: str, work: object, then: Callable[[object], None]) -> None:
        self.pair.set_busy("measuring…")

        def end(ended: object) -> None:
            self.pair.set_busy("")
            then(ended)

        self.job_wanted.emit(title, work, end)

    # ---- saved filters ----

    def _ask_filter_name(self) -> bool:
        from ui.dialogs.save_filter import SaveFilterDialog  # noqa: PLC0415 - dialogs are loaded when they open
        from ui.main_window import MainWindow  # noqa: PLC0415 - it builds the views

        window = self.window()
        if isinstance(window, MainWindow):
            keep = partial(self._keeping.save, self.pairs.filter, self.pairs.order)
            dialog = SaveFilterDialog(window, self.pairs.filter, self._keeping.names, keep)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()
        return True

    def _use_filter(self, saved: SavedFilter) -> None:
        self.pairs.set_order(saved.order)
        self.pairs.set_filter(saved.filter)

    # ---- requests and memory ----

    def show_request(self, request: object) -> None:
        """Show "problems", {"group": …, "identity": …, "order": …} or {"sample": id}; later, where pairs are read."""
        self._request = request
        if self.pairs.pairs is not None:
            self._show()

    def _answer(self, table: PairTable, request: object) -> None:
        self._stack.setCurrentWidget(self.grid)
        if not isinstance(request, dict):
            self._active = None
            self.pairs.set_filter(PairFilter(problems=request == "problems"))
        elif "sample" in request:
            row = table.row_of(int(request["sample"]))
            self._active = None if row is None else table.samples(row)
            is_shown = row is not None and self.pairs.mask[row]
            self.pairs.set_filter(self.pairs.filter if is_shown else PairFilter())
            self.open_pair()
        else:
            self._active = None
            if "order" in request:
                self.pairs.set_order(order_from_json(request["order"]))
            self.pairs.set_filter(_of(table, request.get("group"), request.get("identity")))

    def state(self) -> dict[str, object]:
        """Return what is folded and shown, size of tiles, order."""
        return {
            "tile": self.tools.tile_width,
            "order": order_json(self.pairs.order),
            "panel": self._wants_panel,
            "filters": self.panel.state(),
            "strip": self.strip.state(),
            "pair": self.pair.state(),
        }

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        tile, panel = state.get("tile"), state.get("panel")
        if isinstance(tile, int):
            self.tools.set_tile_width(tile)
        if isinstance(panel, bool):
            self._wants_panel = panel
        self.set_order(order_from_json(state.get("order")))
        for name, part in (("filters", self.panel), ("strip", self.strip), ("pair", self.pair)):
            known = state.get(name)
            if isinstance(known, dict):
                part.restore(known)


def _read_facts(project: Project, pairs: ReviewPairs, row: int) -> _Facts:
    facts = pair_facts(project, pairs, row)
    near = dict.fromkeys(each.identity for each in (*facts.nearest_unlearned, *facts.nearest_original))
    faces = first_references(project, pairs.submission.track, tuple(near), pairs.evaluator_digest)
    return facts, faces if pairs.submission.track == "face" else {}, pair_references(project, pairs, row)


def _of(table: PairTable, group: object, identity: object) -> PairFilter:
    """Return the filter of a group, of an identity, or of an identity of a group."""
    wanted = (each for each in table.member_names if group in (None, each[0]) and identity in (None, each[1]))
    return PairFilter(identities=frozenset(wanted))
