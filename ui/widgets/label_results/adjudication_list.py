"""What can be adjudicated as a list: what waits, what is settled, or all of it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Answer
from ui.theme import GRID_PX
from ui.widgets.label_results.adjudicable import Adjudicable, Name
from ui.widgets.label_results.adjudication_columns import adjudication_columns
from ui.widgets.label_results.choice_strip import ChoiceStrip
from ui.widgets.label_results.part import framed
from ui.widgets.label_results.table import ResultModel, ResultTable

_SMALLEST_PX, _LARGEST_PX = 216, 300
_ROW_PX = 48


class AdjudicationList(QWidget):
    """`chosen` carries the one that is looked at, None where the filter leaves none.

    It stays while others come and go; where the filter takes it away, the one after it is next.
    """

    chosen = Signal(object)  # Adjudicable | None
    opened = Signal()  # the person wants to be at the item itself

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[Adjudicable, ...] = ()
        self._name: Name | None = None  # of the one that is looked at
        self._wanted: Name | None = None  # of the one to look at as soon as the filter leaves it
        self._is_filling = False
        self.filter = ChoiceStrip("Which are listed", (("open", "Open"), ("settled", "Settled"), ("all", "All")))
        self.table: ResultTable[Adjudicable] = ResultTable(
            "To settle", "What can be settled (A and D: before and after, with Shift the next open one)",
            ResultModel(lambda row: row.name), (_SMALLEST_PX - 24,), _ROW_PX,
        )  # fmt: skip
        self.table.make_list()
        self.setMinimumWidth(_SMALLEST_PX)
        self.setMaximumWidth(_LARGEST_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.filter)
        column.addWidget(framed(self.table), 1)
        self.filter.chosen.connect(lambda _: self._fill())
        self.table.chosen.connect(self._choose)
        self.table.opened.connect(lambda _: self.opened.emit())

    # ---- what there is ----

    @property
    def items(self) -> tuple[Adjudicable, ...]:
        """All, whatever the filter leaves."""
        return self._items

    @property
    def listed(self) -> list[Adjudicable]:
        """What the filter leaves."""
        wanted = self.filter.value
        return [each for each in self._items if wanted == "all" or each.is_open == (wanted == "open")]

    @property
    def current(self) -> Adjudicable | None:
        """The one that is looked at."""
        row = self.table.currentIndex().row()
        return self.table.results.row_at(row) if row >= 0 else None

    @property
    def following(self) -> Adjudicable | None:
        """The one below it."""
        row = self.table.currentIndex().row() + 1
        return self.table.results.row_at(row) if 0 < row < self.table.results.rowCount() else None

    def show_items(self, items: Sequence[Adjudicable]) -> None:
        """List others."""
        self._items = tuple(items)
        self._fill()

    def settle(self, name: Name, answer: Answer) -> None:
        """Show one as decided, before it is read back, and go on to the next open one."""
        self._items = tuple(each.decide(answer) if each.name == name else each for each in self._items)
        self._fill()
        if self.filter.value != "open":
            self.step(1, only_open=True)

    def forget(self) -> None:
        """List nothing, and stay with none."""
        self._name = self._wanted = None
        self.show_items(())

    # ---- going ----

    def go_to(self, name: Name) -> None:
        """Look at one, now or as soon as the filter leaves it."""
        self._wanted = name
        self._fill()

    def step(self, by: int, *, only_open: bool = False) -> bool:
        """Go to the next one or the one before; of open ones round and round. Whether there is anything."""
        count, row = self.table.results.rowCount(), self.table.currentIndex().row()
        if not count:
            return False
        if not only_open:
            self.table.go_to(min(max(row + by, 0), count - 1))
            return True
        places = ((row + by * step) % count for step in range(1, count + 1))
        place = next((each for each in places if self.table.results.row_at(each).is_open), row)
        self.table.go_to(place)
        return True

    def _choose(self, item: Adjudicable) -> None:
        if not self._is_filling:
            self._name, self._wanted = item.name, None
            self.chosen.emit(item)

    def _fill(self) -> None:
        waiting = sum(each.is_open for each in self._items)
        self.filter.count({"open": waiting, "settled": len(self._items) - waiting, "all": len(self._items)})
        rows = self.listed
        self._is_filling = True
        self.table.results.show_results(adjudication_columns(), rows)
        self.table.go_to(self._place_in(rows))
        self._is_filling = False
        item = self.current
        if item is not None:
            self._name = item.name
        self.chosen.emit(item)

    def _place_in(self, rows: Sequence[Adjudicable]) -> int:
        """Return where to be: at the one wanted, else at the one looked at, else at the next one that is listed."""
        if self._wanted in [each.name for each in rows]:
            self._name, self._wanted = self._wanted, None
        place = {each.name: at for at, each in enumerate(self._items)}
        at = -1 if self._name is None else place.get(self._name, -1)
        return next((row for row, each in enumerate(rows) if place[each.name] >= at), len(rows) - 1)
