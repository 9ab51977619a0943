"""Review: every matched pair of a submission, filtered and ordered, as a grid; and one of them large."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QDockWidget, QVBoxLayout

from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import PairOrder, order_from_json, order_json
from genmu_studio.pair_table import PairTable
from genmu_studio.project import ChangeSet, Project
from ui.actions import Actions
from ui.context import Context
from ui.filter_keeping import FilterKeeping
from ui.models.pair_list import PairList
from ui.pair_commands import PairCommands
from ui.review_acts import acts_of
from ui.review_filters import ReviewFilters
from ui.review_media import ReviewMedia, cache_bytes
from ui.review_memory import ReviewMemory
from ui.review_requests import ReviewRequests
from ui.review_stage import ReviewStage
from ui.sample_files import copy_image
from ui.views.page import Page
from ui.widgets.filter_panel import FilterPanel
from ui.widgets.inspector_dock import InspectorDock
from ui.widgets.pair_grid import PairGrid
from ui.widgets.pair_view import PairView
from ui.widgets.review_layout import ReviewLayout
from ui.widgets.review_states import ReviewStates
from ui.widgets.review_tools import ReviewTools
from ui.widgets.similarity_strip import SimilarityStrip
from ui.widgets.thumbnails import ThumbnailStore


class ReviewView(Page):
    """Joins which pairs there are (`pairs`), which of them is looked at (`walk`), and what shows and changes both."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        settings = actions.settings
        self._project: Project | None = None
        self.pairs = PairList(context, self)
        self.commands = PairCommands(context, self.pairs, self._meant, self)
        self.thumbnails = ThumbnailStore(cache_bytes(settings), self)
        self.panel = FilterPanel(actions)
        self.grid = PairGrid(self.thumbnails)
        self.pair = PairView(self.thumbnails, actions)
        self.states = ReviewStates(actions)
        self.tools = ReviewTools(actions)
        self.strip = SimilarityStrip()
        self.dock = InspectorDock(self.thumbnails, self.pair.comparisons, actions)
        self.inspector = self.dock.inspector
        self._keeping = FilterKeeping(context, self)
        self._layout = ReviewLayout(self.panel, [self.tools], [self.grid, self.pair, self.states], [self.strip])
        self._layout.banners.addWidget(self.states.banner)
        self._stage = ReviewStage(
            context,
            self.pairs,
            self._layout,
            grid=self.grid,
            pair=self.pair,
            states=self.states,
            inspector=self.inspector,
        )
        self.walk = self._stage.walk
        self._requests = ReviewRequests(self.pairs, self._stage)
        self.filters = ReviewFilters(
            self.pairs,
            self._requests,
            self._stage,
            layout=self._layout,
            panel=self.panel,
            menu=self.tools.filters,
            keeping=self._keeping,
        )
        self._media = ReviewMedia(settings, self.thumbnails, self.pair)
        self._memory = ReviewMemory(
            self.tools,
            self._layout,
            {"filters": self.panel, "strip": self.strip, "pair": self.pair, "inspector": self.inspector},
        )
        self._acts = acts_of(self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._layout)
        self._connect()
        self.tools.set_tile_width(2 * settings.number("review.thumbnail_px"))  # two samples stand beside each other
        self._show()

    def _connect(self) -> None:
        self.pairs.changed.connect(self._show)
        self.panel.changed.connect(self.filters.show)
        self.panel.left.connect(self._stage.take_keys)
        self.strip.near_asked.connect(self.filters.show_near)
        self.states.again.connect(self._try_again)
        self.tools.ordered_by.connect(self.filters.order)
        self.tools.sized.connect(self.grid.set_tile_width)
        self.tools.inspector_wanted.connect(self.dock.want)
        self.grid.zoomed.connect(self.tools.set_tile_width)
        self.grid.moved.connect(self._go_to_place)
        self.grid.opened.connect(lambda _: self.open_pair())
        self.grid.selection_changed.connect(self.tools.show_selected)
        self.pair.face_chosen.connect(self.commands.choose_face)
        self.pair.measured.connect(self.inspector.show_likeness)
        self.inspector.note.written.connect(self._keep_note)
        self.inspector.note.left.connect(self._stage.take_keys)
        self.commands.job_wanted.connect(self.job_wanted)
        self.commands.noticed.connect(self.noticed)
        self.commands.busy.connect(self.pair.set_busy)
        self.dock.visibilityChanged.connect(self.tools.show_inspector)
        self.context.leaving.connect(self._leave_project)
        self.context.closing.connect(self._close)  # a slot of the view: Qt lets go of it with the view

    def docks(self) -> tuple[QDockWidget, ...]:
        """Return the inspector."""
        return (self.dock,)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason:
            self._stage.take_keys()

    def _leave_project(self) -> None:
        self.inspector.note.flush()
        self.inspector.note.forget()

    def close_down(self) -> None:
        """Write down the note, and end workers and threads."""
        self._leave_project()
        self._close()
        super().close_down()

    def _close(self) -> None:
        self._media.close()

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission and the lens as they are now; of marks `pairs` hears by itself."""
        project = self.context.project
        if project is not self._project:
            self._look_into(project)
        self.pairs.refresh()
        self.pairs.follow(changes)
        self._stage.follow(changes)

    def _look_into(self, project: Project | None) -> None:
        self._project = project
        self._requests.drop()
        self.walk.forget()
        self._media.look_into(project)
        self.inspector.set_writable(project is not None and project.mode == "write")
        self._keeping.read()

    def _try_again(self) -> None:
        self.pairs.refresh()
        self._show()

    # ---- what is shown ----

    @property
    def is_large(self) -> bool:
        """Whether one pair is shown large."""
        return self._stage.is_large

    @property
    def table(self) -> PairTable | None:
        """The pairs of the submission, None while there is none or they are being read."""
        return self.pairs.table

    @property
    def active_row(self) -> int | None:
        """The row of the pair that is looked at; a filter that hides it leaves it active."""
        return self.walk.row

    def _meant(self) -> Sequence[int]:
        """Return the rows that an action is about: those selected in the grid, else the one that is looked at."""
        selected: list[int] = [] if self.is_large else self.grid.selected_rows.tolist()
        row = self.active_row
        return selected or ([] if row is None else [row])

    def set_filter(self, wanted: PairFilter) -> bool:
        """Show other pairs; the active one stays active."""
        return self.filters.show(wanted)

    def set_order(self, order: PairOrder) -> None:
        """Show the pairs in another order."""
        self.filters.order(order)

    def _show(self) -> None:
        pairs, facets = self.pairs.pairs, self.pairs.facets()
        if pairs is None or facets is None or not len(pairs.table):
            self._stage.show_nothing(is_empty=pairs is not None)
            return
        if self._requests.is_open:
            self._requests.answer(pairs.table)  # which shows
            return
        decision = pairs.look.decision if pairs.look is not None else None
        self.panel.show_filter(pairs.table, self.pairs.filter, facets, decision.threshold if decision else None)
        self.tools.show_order(self.pairs.order, self.pairs.measurements)
        self.strip.show_pairs(pairs.table, self.pairs.mask, decision)
        self._stage.show_pairs(pairs)
        if self.hasFocus():
            self._stage.take_keys()
        self._stage.show_active()

    # ---- what a person does ----

    def act(self, name: str) -> bool:
        """Do an action of scope "review"."""
        return self.pairs.table is not None and name in self._acts and self._acts[name]()

    def _go_to_place(self, place: int) -> None:
        self._requests.drop()
        self._stage.look_at(place)

    def open_pair(self) -> bool:
        """Show the active pair large; whether there is one."""
        opens = self._stage.open_pair()
        if opens:
            self._requests.drop()
        return opens

    def back_to_grid(self) -> bool:
        """Show the grid again; whether something else was shown."""
        return self._stage.back_to_grid()

    def leave(self) -> bool:
        """Leave the note, a reference, the large pair or the selection, whichever is nearest."""
        if self.inspector.note.edit.hasFocus():
            self._stage.take_keys()
            return True
        return (self.is_large and self.pair.leave()) or self.back_to_grid() or self.grid.clear_selection()

    def write_note(self) -> bool:
        """Let the person write on the active pair; whether there is one."""
        if self.active_row is None or not self.commands.may_mark():
            return self.active_row is not None
        self.dock.want(True)
        self.inspector.note.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _keep_note(self, sample: int, pair: str, text: str) -> None:
        self.commands.note(pair, sample, text, partial(self.inspector.note.kept, sample, text))

    def copy_picture(self) -> bool:
        """Copy the pair as it is shown; whether there is one."""
        picture = self.pair.grab_picture() if self.is_large else self.grid.grab_tile()
        if not picture.isNull():
            copy_image(picture)
        return not picture.isNull()

    # ---- requests and memory ----

    def show_request(self, request: object) -> None:
        """Show what a `ReviewRequests` knows. It waits while pairs are read."""
        self._requests.put(request)
        if self.pairs.pairs is not None:
            self._show()

    def state(self) -> dict[str, object]:
        """Return what is folded and shown, size of tiles, order."""
        return {**self._memory.state(), "order": order_json(self.pairs.order)}

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        self._memory.restore(state)
        self.set_order(order_from_json(state.get("order")))
