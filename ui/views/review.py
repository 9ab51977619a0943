"""Review: every matched pair of a submission, filtered and ordered, as a grid; and one of them large."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QDockWidget, QVBoxLayout

from genmu_studio.media_keys import find_media
from genmu_studio.pair_filter import Chosen, PairFilter, Range
from genmu_studio.pair_orders import PairOrder, order_from_json, order_json
from genmu_studio.pair_table import PairTable
from genmu_studio.project import ChangeSet, Project
from genmu_studio.review import sample_media
from genmu_studio.saved_filters import SavedFilter
from ui.actions import Actions
from ui.context import Context
from ui.fact_reader import FactReader, PairReading
from ui.filter_keeping import FilterKeeping
from ui.models.pair_list import PairList
from ui.pair_commands import PairCommands
from ui.pair_walk import PairWalk
from ui.review_acts import acts_of
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

_MIB = 2**20


class _Remembers(Protocol):
    """A part that can look as it did."""

    def restore(self, state: Mapping[str, object]) -> None: ...


class ReviewView(Page):
    """Joins which pairs there are (`pairs`), which of them is looked at (`walk`), and what shows and changes both."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        settings = actions.settings
        self._project: Project | None = None
        self._request: object = None
        self.pairs = PairList(context, self)
        self.commands = PairCommands(context, self.pairs, self._meant, self)
        self.thumbnails = ThumbnailStore(settings.number("review.cache_mib") * _MIB, self)
        self.panel = FilterPanel(actions)
        self.grid = PairGrid(self.thumbnails)
        self.pair = PairView(self.thumbnails, actions)
        self.states = ReviewStates(actions)
        self.tools = ReviewTools(actions)
        self.strip = SimilarityStrip()
        self.dock = InspectorDock(self.thumbnails, self.pair.comparisons, actions)
        self.inspector = self.dock.inspector
        self.walk = PairWalk(self.pairs, self.grid)
        self._keeping = FilterKeeping(context, self)
        self._facts = FactReader(context, self)
        self._layout = ReviewLayout(self.panel, [self.tools], [self.grid, self.pair, self.states], [self.strip])
        self._layout.banners.addWidget(self.states.banner)
        self._acts = acts_of(self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._layout)
        self._connect()
        self.tools.set_tile_width(2 * settings.number("review.thumbnail_px"))  # two samples stand beside each other
        settings.subscribe(self._setting_changed)
        self._show()

    def _connect(self) -> None:
        self.pairs.changed.connect(self._show)
        self.panel.changed.connect(self.set_filter)
        self.panel.left.connect(self._take_keys)
        self.strip.near_asked.connect(self._show_near)
        self.states.again.connect(self._try_again)
        self.tools.ordered_by.connect(self.set_order)
        self.tools.sized.connect(self.grid.set_tile_width)
        self.tools.inspector_wanted.connect(self.dock.want)
        self.tools.filters.chosen.connect(self._use_filter)
        self.tools.filters.deleted.connect(self._keeping.delete)
        self._keeping.listed.connect(self.tools.filters.show_saved)
        self.grid.zoomed.connect(self.tools.set_tile_width)
        self.grid.moved.connect(self._go_to_place)
        self.grid.opened.connect(lambda _: self.open_pair())
        self.grid.selection_changed.connect(self.tools.show_selected)
        self.pair.face_chosen.connect(self.commands.choose_face)
        self.pair.measured.connect(self.inspector.show_likeness)
        self.inspector.note.written.connect(self._keep_note)
        self.inspector.note.left.connect(self._take_keys)
        self.commands.job_wanted.connect(self.job_wanted)
        self.commands.noticed.connect(self.noticed)
        self.commands.busy.connect(self.pair.set_busy)
        self._facts.read.connect(self._take_facts)
        self.dock.visibilityChanged.connect(self.tools.show_inspector)
        self.context.leaving.connect(self._leave_project)
        self.context.closing.connect(self._close)

    def docks(self) -> tuple[QDockWidget, ...]:
        """Return the inspector."""
        return (self.dock,)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason:
            self._take_keys()

    def _take_keys(self) -> None:
        target = self.pair.target if self.is_large else self.grid
        if target.isVisibleTo(self):
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _setting_changed(self, key: str) -> None:
        if key == "review.cache_mib":
            self.thumbnails.set_budget(self.actions_table.settings.number(key) * _MIB)

    def _leave_project(self) -> None:
        self.inspector.note.flush()
        self.inspector.note.forget()

    def _close(self) -> None:
        self.thumbnails.close()
        self.pair.comparisons.close()
        self.pair.sounds.close()
        self.pair.listening.close()

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission and the lens as they are now; of marks `pairs` hears by itself."""
        project = self.context.project
        if project is not self._project:
            self._look_into(project)
        self.pairs.refresh()

    def _look_into(self, project: Project | None) -> None:
        self._project, self._request = project, None
        self.walk.forget()
        keeps = project is not None and project.mode == "write"
        folder = project.folder if project is not None and keeps else None
        for store in (self.thumbnails, self.pair.sounds):
            store.look_at(partial(find_media, project) if project is not None else None, folder)
        self.pair.comparisons.look_at(partial(sample_media, project) if project is not None else None, folder)
        self.inspector.set_writable(keeps)
        self._keeping.read()

    def _try_again(self) -> None:
        self.pairs.refresh()
        self._show()

    # ---- what is shown ----

    @property
    def is_large(self) -> bool:
        """Whether one pair is shown large."""
        return self._layout.centre.currentWidget() is self.pair

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
        self._request = None
        self.pairs.set_filter(wanted)
        return True

    def set_order(self, order: PairOrder) -> None:
        """Show the pairs in another order."""
        self._request = None
        self.pairs.set_order(order)

    def _show_near(self, role: str, limits: Range) -> None:
        self.set_filter(replace(self.pairs.filter, roles=frozenset({role}), own=limits))

    def _show(self) -> None:
        pairs, facets = self.pairs.pairs, self.pairs.facets()
        if pairs is None or facets is None or not len(pairs.table):
            self._show_nothing(is_empty=pairs is not None)
            return
        if self._request is not None:
            request, self._request = self._request, None
            self._answer(pairs.table, request)  # which shows
            # An order by scores makes sense only when they are there: until then the request is not done with.
            self._request = request if self.pairs.waits_for_scores and self.pairs.failure is None else None
            return
        decision = pairs.look.decision if pairs.look is not None else None
        self.panel.show_filter(pairs.table, self.pairs.filter, facets, decision.threshold if decision else None)
        self.tools.show_order(self.pairs.order, self.pairs.measurements)
        self.strip.show_pairs(pairs.table, self.pairs.mask, decision)
        self.grid.set_pairs(pairs.table, self.pairs.rows, self.pairs.kind, self.walk.settle())
        self.states.show_banner(
            is_scored=pairs.look is not None, waits=self.pairs.waits_for_scores, failure=self.pairs.failure
        )
        if not self.is_large:
            self._show_grid()
        if self.hasFocus():
            self._take_keys()
        self._show_active()

    def _show_grid(self) -> None:
        self.states.show_filtered()
        self._layout.show_page(self.grid if len(self.pairs.rows) else self.states, has_grid=True)

    def _show_nothing(self, *, is_empty: bool) -> None:
        self.states.show_state(
            has_project=self.context.project is not None,
            has_submission=self.context.submission is not None,
            is_empty=is_empty,
            failure=self.pairs.failure,
        )
        self._layout.show_page(self.states, has_grid=False)
        self._facts.forget()
        self.inspector.show_pair(None, -1, "image")

    def _show_active(self) -> None:
        pairs, row = self.pairs.pairs, self.active_row
        if pairs is None or row is None:
            self._facts.forget()
            self.inspector.show_pair(None, -1, "image")
            return
        self.inspector.show_pair(pairs, row, self.pairs.kind, is_outside=self.walk.is_outside)
        if self.is_large:
            self.pair.show_pair(pairs, row, self.pairs.kind, self.walk.in_words())
        self._facts.look_at(pairs, row)

    def _take_facts(self, reading: PairReading) -> None:
        self.inspector.show_facts(reading.facts, reading.faces, is_large=self.is_large)
        if self.is_large:
            self.pair.show_facts(reading.facts)
            self.pair.show_references(reading.references)
            if self.grid.current + 1 < len(self.grid.rows):
                self.pair.look_ahead(int(self.grid.rows[self.grid.current + 1]))

    # ---- what a person does ----

    def act(self, name: str) -> bool:
        """Do an action of scope "review"."""
        return self.pairs.table is not None and name in self._acts and self._acts[name]()

    def _go_to_place(self, place: int) -> None:
        self._request = None
        self.walk.look_at(int(self.grid.rows[place]))
        self._show_active()

    def open_pair(self) -> bool:
        """Show the active pair large; whether there is one."""
        if self.active_row is None or self.is_large:
            return False
        self._request = None
        self._layout.show_page(self.pair, has_grid=False)
        self._show_active()
        self._take_keys()
        return True

    def back_to_grid(self) -> bool:
        """Show the grid again; whether something else was shown."""
        if not self.is_large:
            return False
        self._show_grid()
        self._show_active()
        self._take_keys()
        return True

    def leave(self) -> bool:
        """Leave the note, a reference, the large pair or the selection, whichever is nearest."""
        if self.inspector.note.edit.hasFocus():
            self._take_keys()
            return True
        return (self.is_large and self.pair.leave()) or self.back_to_grid() or self.grid.clear_selection()

    def toggle_panel(self) -> bool:
        """Show the filters, or hide them where they are seen."""
        wanted = self.is_large or not self._layout.wants_panel
        self.back_to_grid()
        self._layout.want_panel(wanted)
        if wanted:
            self.panel.focus_search()
        else:
            self._take_keys()
        return True

    def search(self) -> bool:
        """Let the person type what to search for."""
        self.back_to_grid()
        self._layout.want_panel(True)
        self.panel.focus_search()
        return True

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

    def ask_filter_name(self) -> bool:
        """Ask for a name to keep the filter under."""
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
        self.pairs.show(saved.filter, saved.order)

    # ---- requests and memory ----

    def show_request(self, request: object) -> None:
        """Show "problems", {"group": …, "identity": …, "order": …}, {"samples": ids, "title": …} or {"sample": id}.

        It waits while pairs are read.
        """
        self._request = request
        if self.pairs.pairs is not None:
            self._show()

    def _answer(self, table: PairTable, request: object) -> None:
        self.walk.forget()
        self._layout.show_page(self.grid, has_grid=True)
        if not isinstance(request, dict):
            self.pairs.set_filter(PairFilter(problems=request == "problems"))
        elif "sample" in request:
            self._answer_with_sample(table.row_of(int(request["sample"])))
        else:
            order = order_from_json(request["order"]) if "order" in request else self.pairs.order
            self.pairs.show(_wanted(table, request), order)

    def _answer_with_sample(self, row: int | None) -> None:
        if row is None:
            self.pairs.set_filter(PairFilter())
            return
        self.walk.look_at(row)
        self.pairs.set_filter(self.pairs.filter if self.pairs.mask[row] else PairFilter())
        self.open_pair()

    def state(self) -> dict[str, object]:
        """Return what is folded and shown, size of tiles, order."""
        return {
            "tile": self.tools.tile_width,
            "order": order_json(self.pairs.order),
            "panel": self._layout.wants_panel,
            "filters": self.panel.state(),
            "strip": self.strip.state(),
            "pair": self.pair.state(),
            "inspector": self.inspector.state(),
        }

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        tile, panel = state.get("tile"), state.get("panel")
        if isinstance(tile, int):
            self.tools.set_tile_width(tile)
        if isinstance(panel, bool):
            self._layout.want_panel(panel)
        self.set_order(order_from_json(state.get("order")))
        parts: dict[str, _Remembers] = {
            "filters": self.panel, "strip": self.strip, "pair": self.pair, "inspector": self.inspector,
        }  # fmt: skip
        for name, part in parts.items():
            if isinstance(known := state.get(name), dict):
                part.restore(known)


def _wanted(table: PairTable, request: Mapping[str, object]) -> PairFilter:
    """Return the filter of some samples, of a group, of an identity, or of an identity of a group."""
    samples = request.get("samples")
    if isinstance(samples, Sequence):
        return PairFilter(chosen=Chosen(frozenset(samples), str(request.get("title"))))
    group, identity = request.get("group"), request.get("identity")
    wanted = (each for each in table.member_names if group in (None, each[0]) and identity in (None, each[1]))
    return PairFilter(identities=frozenset(wanted))
