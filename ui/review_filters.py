"""Which pairs Review shows, and in which order: as the panel beside them says, or a filter that was saved."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt

from genmu_studio.pair_filter import PairFilter, Range
from genmu_studio.pair_orders import PairOrder
from genmu_studio.saved_filters import SavedFilter
from ui.filter_keeping import FilterKeeping
from ui.models.pair_list import PairList
from ui.review_requests import ReviewRequests
from ui.review_stage import ReviewStage
from ui.widgets.filter_panel import FilterPanel
from ui.widgets.review_layout import ReviewLayout
from ui.widgets.saved_filter_menu import SavedFilterMenu


class ReviewFilters:
    """What a person chooses here is shown in place of what another view asked for."""

    def __init__(
        self,
        pairs: PairList,
        requests: ReviewRequests,
        stage: ReviewStage,
        *,
        layout: ReviewLayout,
        panel: FilterPanel,
        menu: SavedFilterMenu,
        keeping: FilterKeeping,
    ) -> None:
        self._pairs, self._requests, self._stage = pairs, requests, stage
        self._layout, self._panel, self._keeping = layout, panel, keeping
        menu.chosen.connect(self._use)
        menu.deleted.connect(keeping.delete)
        keeping.listed.connect(menu.show_saved)

    def show(self, wanted: PairFilter) -> bool:
        """Show other pairs; the active one stays active."""
        self._requests.drop()
        self._pairs.set_filter(wanted)
        return True

    def show_near(self, role: str, limits: Range) -> None:
        """Show pairs of a role whose similarities lie between limits."""
        self.show(replace(self._pairs.filter, roles=frozenset({role}), own=limits))

    def order(self, order: PairOrder) -> None:
        """Show the pairs in another order."""
        self._requests.drop()
        self._pairs.set_order(order)

    # ---- the panel ----

    def toggle_panel(self) -> bool:
        """Show the filters beside the grid, or hide them where they are seen."""
        wanted = self._stage.is_large or not self._layout.wants_panel
        self._stage.back_to_grid()
        self._layout.want_panel(wanted)
        if wanted:
            self._panel.focus_search()
        else:
            self._stage.take_keys()
        return True

    def search(self) -> bool:
        """Let the person type what to search for."""
        self._stage.back_to_grid()
        self._layout.want_panel(True)
        self._panel.focus_search()
        return True

    # ---- saved ones ----

    def ask_name(self) -> bool:
        """Ask for a name to keep the filter under."""
        from ui.dialogs.save_filter import SaveFilterDialog  # noqa: PLC0415 - dialogs are loaded when they open
        from ui.main_window import MainWindow  # noqa: PLC0415 - it builds the views

        window = self._layout.window()
        if isinstance(window, MainWindow):
            keep = partial(self._keeping.save, self._pairs.filter, self._pairs.order)
            dialog = SaveFilterDialog(window, self._pairs.filter, self._keeping.names, keep)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()
        return True

    def _use(self, saved: SavedFilter) -> None:
        self._pairs.show(saved.filter, saved.order)
