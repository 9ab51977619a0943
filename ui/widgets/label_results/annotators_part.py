"""Annotators: how each worked, whose labels count, and every decision about that."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from genmu_studio.labelling.results.annotators import AnnotatorResult
from ui.context import Context
from ui.theme import GRID_PX
from ui.widgets.basics import Card
from ui.widgets.label_results.annotator_columns import Decision, annotator_columns, decision_columns
from ui.widgets.label_results.leaving_out import LeavingOut
from ui.widgets.label_results.part import ResultPart, scroll_down, words
from ui.widgets.label_results.reading import Read
from ui.widgets.label_results.table import ResultModel, ResultTable

_WIDTHS = (76, 90, 104, 104, 114, 68, 94, 100)
_ROW_PX = 48
_DECISION_PX = 30
_MOST_ROWS = 12
_NOTHING_IS_DELETED = (
    "Nothing is deleted: the labels of who is left out stay in the project, are listed and exported, and count again "
    "when somebody says so. Only the figures go without them."
)


class AnnotatorsPart(ResultPart):
    """Leaves annotators out for a reason, and lets them count again; figures follow at once."""

    title = "Annotators"
    about = "How each annotator worked, and whose labels count"

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._read: Read | None = None
        self.table: ResultTable[AnnotatorResult] = ResultTable(
            "Annotators", "The annotators (Del: leave out or count again, Ctrl+C: copy)",
            ResultModel(lambda row: row.name), _WIDTHS, _ROW_PX,
        )  # fmt: skip
        self.table.draw_tracks_in(1, 2, 3, 4)
        self.deciding = LeavingOut()
        self.history: ResultTable[Decision] = ResultTable(
            "Decisions", "Every decision about whose labels count, the last one first (Ctrl+C: copy)",
            ResultModel(lambda row: (row.at_utc, row.annotator)), (130, 120, 130, 420, 110), _DECISION_PX,
        )  # fmt: skip
        self.no_history = words("Nobody has been left out so far.")
        card = Card("How each annotator worked")
        card.body.addWidget(self.table)
        card.body.addWidget(self.deciding)
        card.body.addWidget(words(_NOTHING_IS_DELETED))
        decisions = Card("Decisions")
        decisions.body.addWidget(self.history)
        decisions.body.addWidget(self.no_history)
        column = QVBoxLayout()
        column.setContentsMargins(0, GRID_PX, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(card)
        column.addWidget(decisions)
        column.addStretch(1)
        scroll_down(self, column)
        self.table.chosen.connect(self.deciding.show_annotator)
        self.table.discarded.connect(self._toggle)
        self.deciding.decided.connect(self._decide)
        self.deciding.left.connect(lambda: self.table.setFocus(Qt.FocusReason.OtherFocusReason))
        self.setFocusProxy(self.table)

    def show_results(self, read: Read) -> None:
        """Show the annotators as they stand, and the decisions, the last one first."""
        self._read = read
        project = self._context.project
        self.deciding.set_writable(project is not None and project.mode == "write")
        self.table.results.show_results(annotator_columns(read.level), read.results.annotators)
        self.table.fit_height(_MOST_ROWS)
        if not self.table.currentIndex().isValid():
            self.table.go_to(0)
        current = self.table.selected
        self.deciding.show_annotator(current[0] if current else None)
        self.history.results.show_results(decision_columns(), tuple(reversed(read.history)))
        self.history.fit_height(_MOST_ROWS)
        self.history.setVisible(bool(read.history))
        self.no_history.setVisible(not read.history)

    def forget(self) -> None:
        """Show nobody."""
        self._read = None
        self.table.results.show_results((), ())
        self.history.results.show_results((), ())
        self.deciding.show_annotator(None)

    def act(self, name: str) -> bool:
        """Give up leaving somebody out."""
        return name == "label_leave" and self.deciding.give_up()

    def tab_title(self, read: Read) -> str:
        """Say how many are left out."""
        out = sum(each.excluded is not None for each in read.results.annotators)
        return f"{self.title} · {out} left out" if out else self.title

    def _toggle(self, row: AnnotatorResult) -> None:
        if row.excluded is None:
            self.deciding.ask()
        elif self.deciding.count_again.isEnabled():
            self._decide(row.name, None)

    def _decide(self, annotator: str, reason: object) -> None:
        project, read = self._context.project, self._read
        if project is None or read is None:
            return
        why = reason if isinstance(reason, str) else None
        exclude = partial(project.labelling.exclude, read.results.campaign, annotator, why)
        self._context.ask(exclude, lambda _: self._tell(None), self._tell)

    def _tell(self, error: BaseException | None) -> None:
        """Say what became of a decision, unless nobody is there any more to be told."""
        if self._read is None:
            return
        if error is None:
            self.deciding.done()
        else:
            self.deciding.say_error(error)
