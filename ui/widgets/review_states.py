"""What Review shows where there are no pairs to show, or not all of what belongs to them: why, and what to do."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget

from ui.actions import Actions
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import EmptyState, label, restyle

_NOT_SCORED = "Not scored yet: the pairs can be looked at, their outcomes come with the scores."
_READING = "Reading the scores… The pairs can be looked at meanwhile."


class ReviewStates(QStackedWidget):
    """One page for each reason. `banner` stands above pairs that have not been scored."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._no_project = EmptyState("review", "No project is open", "Pairs of generated samples are looked at here.")
        self._no_project.offer(actions["open_project"])
        self._no_project.offer(actions["new_project"], primary=False)
        text = "Import one: the pairs of its original and unlearned samples are shown here."
        self._no_submission = EmptyState("import", "No submission has been imported", text)
        self._no_submission.offer(actions["import_submission"])
        self._reading = EmptyState("review", "Reading the pairs…", "")
        text = "None of its samples belongs to an identity group of this project's protocol."
        self._no_pairs = EmptyState("review", "This submission has no pairs to show", text)
        self._filtered = EmptyState("clear", "No pair passes the filter", "The pair looked at last is still active.")
        self._filtered.offer(actions["all_pairs"])
        for page in (self._no_project, self._no_submission, self._reading, self._no_pairs, self._filtered):
            self.addWidget(page)
        self.banner = QFrame()
        self.banner.setProperty("card", True)
        row = QHBoxLayout(self.banner)
        row.setContentsMargins(2 * GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        self._said = label("", "warning")
        self._said.setWordWrap(True)
        self._score = ActionButton(actions["score"], primary=True)
        row.addWidget(self._said, 1)
        row.addWidget(self._score)
        self.show_banner(shown=False)

    def show_state(self, *, has_project: bool, has_submission: bool, is_empty: bool) -> None:
        """Show why there are no pairs. is_empty : they have been read, and there are none."""
        self.show_banner(shown=False)
        if not has_project:
            self.setCurrentWidget(self._no_project)
        elif not has_submission:
            self.setCurrentWidget(self._no_submission)
        else:
            self.setCurrentWidget(self._no_pairs if is_empty else self._reading)

    def show_filtered(self) -> None:
        """Show that no pair passes the filter."""
        self.setCurrentWidget(self._filtered)

    def show_banner(self, *, shown: bool, reads: bool = False) -> None:
        """Say that nothing has been scored yet, or do not. reads : it may have been, the scores are being read."""
        self._said.setText(_READING if reads else _NOT_SCORED)
        restyle(self._said, "muted" if reads else "warning")
        self._score.setVisible(not reads)
        self.banner.setVisible(shown)
