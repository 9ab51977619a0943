"""Review: every matched pair of a submission, filtered and ordered, as a grid; and one of them large."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QVBoxLayout

from genmu_studio.domain import MEDIA_KIND
from genmu_studio.evaluation import Evaluation
from genmu_studio.media_keys import find_media
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_orders import ordered
from genmu_studio.pair_table import PairTable, count_outcomes
from genmu_studio.project import ChangeSet, Project
from genmu_studio.review import PairFacts, ReviewPairs, load_pairs, pair_facts
from scoring.frame import IndexArray
from scoring.types import MediaKind
from ui.actions import Actions
from ui.context import Context
from ui.theme import GRID_PX
from ui.views.page import Page
from ui.widgets.inspector import InspectorDock
from ui.widgets.pair_filters import PairFilters
from ui.widgets.pair_grid import PairGrid
from ui.widgets.pair_view import PairView
from ui.widgets.review_states import ReviewStates
from ui.widgets.review_tools import SORTS, ReviewTools
from ui.widgets.thumbnails import ThumbnailStore

_MIB = 2**20
_FACTS_AFTER_MS = 25  # of rest: who runs through the pairs reads none of them


class ReviewView(Page):
    """The view."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        settings = actions.settings
        self._project: Project | None = None
        self._pairs: ReviewPairs | None = None
        self._asked: tuple[str, Evaluation | None] | None = None
        self._request: object = None
        self._filter = PairFilter()
        self._sort = "published"
        self._order: IndexArray = np.empty(0, dtype=np.intp)
        self._active: tuple[int, int] | None = None  # sample ids: they outlive a table
        self.thumbnails = ThumbnailStore(settings.number("review.cache_mib") * _MIB, self)
        self.filters = PairFilters(actions)
        self.grid = PairGrid(self.thumbnails)
        self.pair = PairView(self.thumbnails, actions)
        self.states = ReviewStates(actions)
        self.tools = ReviewTools()
        self._stack = QStackedWidget()
        self._dock = InspectorDock(self.thumbnails)
        self._facts_timer = QTimer(self)
        self._facts_timer.setSingleShot(True)
        self._facts_timer.setInterval(_FACTS_AFTER_MS)
        self._build()
        self._connect()
        self.tools.set_tile_width(2 * settings.number("review.thumbnail_px"))  # two samples stand beside each other
        settings.subscribe(self._setting_changed)

    # ---- building ----

    def _build(self) -> None:
        self.filters.tools.addWidget(self.tools)
        for page in (self.grid, self.pair, self.states):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 2)
        column.addWidget(self.filters)
        column.addWidget(self.states.banner)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self.filters.changed.connect(self.set_filter)
        self.tools.sorted_by.connect(self.set_sort)
        self.tools.sized.connect(self.grid.set_tile_width)
        self.tools.inspector_wanted.connect(self._show_inspector)
        self.grid.zoomed.connect(self.tools.set_tile_width)
        self.grid.moved.connect(self._go_to_place)
        self.grid.opened.connect(lambda _: self.open_pair())
        self._facts_timer.timeout.connect(self._ask_facts)
        self._dock.visibilityChanged.connect(self.tools.show_inspector)
        self.context.failed.connect(self._stop_waiting)
        self.context.closing.connect(self.thumbnails.close)

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

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission and the lens as they are now."""
        project, submission = self.context.project, self.context.submission
        if project is not self._project:
            self._project, self._pairs, self._asked, self._active, self._request = project, None, None, None, None
            self._filter = PairFilter()
            keeps = project is not None and project.mode == "write"
            find = partial(find_media, project) if project is not None else None
            self.thumbnails.look_at(find, project.folder if project is not None and keeps else None)
        if project is None or submission is None:
            self._pairs = None
            self._show()
            return
        if self._pairs is not None and self._pairs.submission.id != submission.id:
            self._pairs, self._active, self._filter = None, None, PairFilter()
        evaluation = self.context.evaluation()
        if evaluation is not None or self.context.is_known():
            self._load(project, evaluation)
        self._show()

    def _load(self, project: Project, evaluation: Evaluation | None) -> None:
        submission = self.context.submission
        known = self._pairs
        if submission is None or (known is not None and known.evaluation is evaluation):
            return
        if self._asked is not None and self._asked[0] == submission.id and self._asked[1] is evaluation:
            return
        self._asked = (submission.id, evaluation)
        self.context.ask(partial(load_pairs, project, submission, evaluation), self._take_pairs)

    def _take_pairs(self, pairs: ReviewPairs) -> None:
        asked, shown = self._asked, self.context.submission
        if asked is None or asked[1] is not pairs.evaluation or shown is None or shown.id != pairs.submission.id:
            return
        self._asked, self._pairs = None, pairs
        self._order = ordered(pairs.table, SORTS[self._sort][1])
        request, self._request = self._request, None
        self._show()
        if request is not None:
            self.show_request(request)

    def _stop_waiting(self) -> None:
        self._asked = None

    # ---- what is shown ----

    @property
    def is_large(self) -> bool:
        """Whether one pair is shown large."""
        return self._stack.currentWidget() is self.pair

    @property
    def table(self) -> PairTable | None:
        """The pairs of the submission, None while there is none or they are being read."""
        return self._pairs.table if self._pairs is not None else None

    @property
    def active_row(self) -> int | None:
        """The row of the pair that is looked at; a filter that hides it leaves it active."""
        if self._pairs is None or self._active is None:
            return None
        return self._pairs.table.row_of(max(self._active))

    @property
    def _kind(self) -> MediaKind:
        return MEDIA_KIND[self._pairs.submission.track] if self._pairs is not None else "image"

    def set_filter(self, wanted: PairFilter) -> None:
        """Show other pairs; the active one stays active."""
        self._filter = wanted
        self._show()

    def set_sort(self, sort: str) -> None:
        """Show the pairs in another order, a name of `SORTS`."""
        self._sort = sort
        self.tools.show_sort(sort)
        if self._pairs is not None:
            self._order = ordered(self._pairs.table, SORTS[sort][1])
            self._show()

    def _show(self) -> None:
        pairs = self._pairs
        if pairs is None or not len(pairs.table):
            self.filters.setVisible(False)
            self.states.show_state(
                has_project=self.context.project is not None,
                has_submission=self.context.submission is not None,
                is_empty=pairs is not None,
            )
            self._stack.setCurrentWidget(self.states)
            self._dock.inspector.show_pair(None, -1, "image")
            return
        table = pairs.table
        mask = matching(table, self._filter)
        rows = self._order[mask[self._order]]
        besides = matching(table, replace(self._filter, outcomes=frozenset()))
        without_problems = matching(table, replace(self._filter, problems=False))
        problems = int(np.count_nonzero(without_problems & table.problem))
        self.filters.show_filter(table, self._filter, count_outcomes(table, besides), problems, len(rows))
        active = self.active_row
        if active is None and len(rows):
            active = int(rows[0])
            self._active = table.samples(active)
        found = np.flatnonzero(rows == active)
        self.grid.set_pairs(table, rows, self._kind, int(found[0]) if len(found) else -1)
        self.states.show_banner(shown=pairs.evaluation is None)
        if not self.is_large:
            self.states.show_filtered()
            self._stack.setCurrentWidget(self.grid if len(rows) else self.states)
        self.filters.setVisible(not self.is_large)
        if self.hasFocus():
            self._take_keys()
        self._show_active()

    def _show_active(self) -> None:
        pairs, row = self._pairs, self.active_row
        if pairs is None or row is None:
            self._dock.inspector.show_pair(None, -1, "image")
            return
        self._dock.inspector.show_pair(pairs, row, self._kind, is_outside=self.grid.current < 0)
        if self.is_large:
            self.pair.show_pair(pairs, row, self._kind, self._place_in_words())
        self._facts_timer.start()

    def _place_in_words(self) -> str:
        shown = len(self.grid.rows)
        return f"{self.grid.current + 1} of {shown}" if self.grid.current >= 0 else f"outside the filter of {shown}"

    # ---- facts ----

    def _ask_facts(self) -> None:
        pairs, row, project = self._pairs, self.active_row, self.context.project
        if pairs is not None and row is not None and project is not None:
            self.context.ask(partial(pair_facts, project, pairs, row), partial(self._take_facts, pairs, row))

    def _take_facts(self, pairs: ReviewPairs, row: int, facts: PairFacts) -> None:
        if pairs is not self._pairs or row != self.active_row:
            return
        self._dock.inspector.show_facts(facts)
        if self.is_large:
            self.pair.show_facts(facts)
            if self.grid.current + 1 < len(self.grid.rows):
                self.pair.look_ahead(int(self.grid.rows[self.grid.current + 1]))

    # ---- moving ----

    def _go_to_place(self, place: int) -> None:
        if self._pairs is not None:
            self._active = self._pairs.table.samples(int(self.grid.rows[place]))
            self._show_active()

    def _step(self, by: int) -> bool:
        """Go `by` places on; from a pair that the filter hides, to the next that it shows."""
        if self.grid.current >= 0:
            return self.grid.go_to(self.grid.current + by)
        row, rows = self.active_row, self.grid.rows
        place_of = np.empty(len(self._order), dtype=np.intp)
        place_of[self._order] = np.arange(len(self._order))
        before = int(np.count_nonzero(place_of[rows] < place_of[row])) if row is not None else 0
        return self.grid.go_to(before + by - (1 if by > 0 else 0))

    def open_pair(self) -> bool:
        """Show the active pair large; whether there is one."""
        if self._pairs is None or self.active_row is None or self.is_large:
            return False
        self._stack.setCurrentWidget(self.pair)
        self.filters.setVisible(False)
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

    def act(self, name: str) -> bool:
        """Do an action of scope "review"."""
        if self._pairs is None:
            return False
        if name in ("next_pair", "previous_pair"):
            return self._step(1 if name == "next_pair" else -1)
        if name in ("first_pair", "last_pair"):
            return self.grid.go_to(0 if name == "first_pair" else len(self.grid.rows) - 1)
        if name in ("row_down", "row_up", "page_down", "page_up"):
            return not self.is_large and self._step(self._distance(name))
        if name in ("zoom_fit", "zoom_actual", "zoom_in", "zoom_out"):
            return self._zoom(name)
        rest: dict[str, Callable[[], bool]] = {
            "open_pair": self.open_pair,
            "back_to_grid": self.back_to_grid,
            "show_problems": self._toggle_problems,
            "all_pairs": self._clear_filter,
        }
        return name in rest and rest[name]()

    def _distance(self, name: str) -> int:
        lines = self.grid.page_lines() if name.startswith("page") else 1
        return lines * self.grid.columns * (1 if name.endswith("down") else -1)

    def _zoom(self, name: str) -> bool:
        if not self.is_large or self._kind != "image":
            return False
        canvas = self.pair.canvas
        zooms: dict[str, Callable[[], None]] = {
            "zoom_fit": canvas.fit,
            "zoom_actual": canvas.zoom_actual,
            "zoom_in": partial(canvas.zoom_by, 1),
            "zoom_out": partial(canvas.zoom_by, -1),
        }
        zooms[name]()
        return True

    def _toggle_problems(self) -> bool:
        self.set_filter(replace(self._filter, problems=not self._filter.problems))
        return True

    def _clear_filter(self) -> bool:
        self.set_filter(PairFilter())
        return True

    # ---- requests and memory ----

    def show_request(self, request: object) -> None:
        """Show "problems", {"identity": …, "group": …} or {"sample": id}; later, where the pairs are being read."""
        if self._pairs is None:
            self._request = request
            return
        if isinstance(request, dict) and "sample" in request:
            self._show_sample(int(request["sample"]))
        elif request == "problems":
            self._show_first(PairFilter(problems=True))
        elif isinstance(request, dict):
            self._show_first(self._of(request.get("group"), request.get("identity")))

    def _of(self, group: object, identity: object) -> PairFilter:
        """Return the filter of a group's pairs, or of one identity's."""
        members = self._pairs.table.member_names if self._pairs is not None else ()
        wanted = (each for each in members if group in (None, each[0]) and identity in (None, each[1]))
        return PairFilter(identities=frozenset(wanted))

    def _show_first(self, wanted: PairFilter) -> None:
        self.back_to_grid()
        self._active = None
        self.set_filter(wanted)

    def _show_sample(self, sample: int) -> None:
        table = self.table
        row = table.row_of(sample) if table is not None else None
        if table is None or row is None:
            return
        self._active = table.samples(row)
        if not matching(table, self._filter)[row]:
            self._filter = PairFilter()
        self._show()
        self.open_pair()

    def state(self) -> dict[str, object]:
        """Return size of tiles, order, and whether faces are framed."""
        return {"tile": self.tools.tile_width, "sort": self._sort, "faces": self.pair.faces.isChecked()}

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        tile, sort, faces = state.get("tile"), state.get("sort"), state.get("faces")
        if isinstance(tile, int):
            self.tools.set_tile_width(tile)
        if isinstance(sort, str) and sort in SORTS:
            self.set_sort(sort)
        if isinstance(faces, bool):
            self.pair.faces.setChecked(faces)
