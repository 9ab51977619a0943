"""Asks why the labels of an annotator shall not count; whoever is left out can be counted again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.labelling.results.annotators import AnnotatorResult
from scoring.errors import UserError
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label_results.part import push_button

_LONGEST = 500


class LeavingOut(QWidget):
    """A line below the table. `decided` carries a name and a reason, None = the labels count again."""

    decided = Signal(str, object)
    left = Signal()  # the person is done here

    def __init__(self) -> None:
        super().__init__()
        self._annotator: AnnotatorResult | None = None
        self._may_write = True
        self.said = label("", "muted")
        self.leave_out = push_button("Leave out…", "Let the labels of this annotator not count, for a reason", self.ask)
        self.count_again = push_button("Count again", "Let the labels of this annotator count again", self._count_again)
        self._question = label("", "strong")
        self.reason = QLineEdit()
        self.reason.setMaxLength(_LONGEST)
        self.reason.setAccessibleName("Reason")
        self.reason.setPlaceholderText("for example: missed 4 of 5 gold items")
        self.reason.setToolTip("Why the labels shall not count; it is kept (Enter: leave out, Esc: cancel)")
        self.confirm = push_button("Leave out", "Leave the annotator out for this reason (Enter)", self._decide)
        self.confirm.setProperty("primary", True)
        self.cancel = push_button("Cancel", "Change nothing (Esc)", self.give_up)
        self.problem = label("", "bad")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._stack = QStackedWidget()
        self._stack.addWidget(_row(self.leave_out, self.count_again, self.said))
        self._stack.addWidget(_row(self._question, self.reason, self.confirm, self.cancel))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(self._stack)
        column.addWidget(self.problem)
        self.reason.textChanged.connect(self._check)
        self.reason.returnPressed.connect(self._decide)
        self.show_annotator(None)

    @property
    def is_asking(self) -> bool:
        """Whether a reason is being asked for."""
        return self._stack.currentIndex() == 1

    def set_writable(self, may_write: bool) -> None:
        """Offer to decide, or say that nothing can be written."""
        self._may_write = may_write
        self.show_annotator(self._annotator)

    def show_annotator(self, annotator: AnnotatorResult | None) -> None:
        """Be about another annotator; what is being typed about one stays while it is the same."""
        if annotator is None or self._annotator is None or annotator.name != self._annotator.name:
            self._stop_asking()
        self._annotator = annotator
        is_out = annotator is not None and annotator.excluded is not None
        can_be = annotator is not None and self._may_write
        self.leave_out.setVisible(not is_out)
        self.leave_out.setEnabled(can_be)
        self.count_again.setVisible(is_out)
        self.count_again.setEnabled(can_be)
        self.said.setText(self._words(annotator))

    def _words(self, annotator: AnnotatorResult | None) -> str:
        if not self._may_write:
            return "The project is read-only: nothing can be decided here."
        if annotator is None:
            return "Choose an annotator."
        if annotator.excluded is None:
            return f"The labels of {annotator.name} count."
        return f"The labels of {annotator.name} do not count: {annotator.excluded}"

    def ask(self) -> bool:
        """Ask for the reason; whether there is somebody to leave out."""
        if self._annotator is None or self._annotator.excluded is not None or not self._may_write:
            return False
        self._question.setText(f"Why shall the labels of {self._annotator.name} not count?")
        self.say_error(None)
        self.reason.clear()
        self._check()
        self._stack.setCurrentIndex(1)
        self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _stop_asking(self) -> None:
        self._stack.setCurrentIndex(0)
        self.say_error(None)

    def give_up(self) -> bool:
        """Ask no more; whether anything was asked."""
        was_asking = self.is_asking
        self._stop_asking()
        if was_asking:
            self.left.emit()
        return was_asking

    def done(self) -> None:
        """Take note that it was decided."""
        self._stop_asking()
        self.left.emit()

    def say_error(self, error: BaseException | None) -> None:
        """Say what went wrong, None for nothing."""
        text = f"▲ {error.message}  {error.hint}".strip() if isinstance(error, UserError) else str(error or "")
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def _check(self) -> None:
        self.confirm.setEnabled(bool(self.reason.text().strip()))

    def _decide(self) -> None:
        if self._annotator is not None and self.confirm.isEnabled():
            self.decided.emit(self._annotator.name, self.reason.text())

    def _count_again(self) -> None:
        if self._annotator is not None:
            self.decided.emit(self._annotator.name, None)


def _row(*widgets: QWidget) -> QWidget:
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID_PX)
    for widget in widgets:
        row.addWidget(widget, 1 if isinstance(widget, QLineEdit) else 0)
    if not any(isinstance(widget, QLineEdit) for widget in widgets):
        row.addStretch(1)
    return whole
