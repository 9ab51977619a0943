"""What Review shows where there are no pairs to show, or not all of what belongs to them: why, and what to do."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QWidget

from scoring.errors import UserError
from ui.actions import Actions
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import EmptyState, label, restyle

PATIENCE_MS = 150  # what is read sooner is not announced: no flicker where one goes from submission to submission
_NOT_SCORED = "Not scored yet: the pairs can be looked at, their outcomes come with the scores."
_READING = "Reading the scores… The pairs can be looked at meanwhile."
_NOT_READ = "The scores could not be read"
_AGAIN = "Read them again"


class ReviewStates(QStackedWidget):
    """One page for each reason. `banner` stands above pairs without scores. `again` : to be read once more."""

    again = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self._no_project = EmptyState("review", "No project is open", "Pairs of generated samples are looked at here.")
        self._no_project.offer(actions["open_project"])
        self._no_project.offer(actions["new_project"], primary=False)
        text = "Import one: the pairs of its original and unlearned samples are shown here."
        self._no_submission = EmptyState("import", "No submission has been imported", text)
        self._no_submission.offer(actions["import_submission"])
        self._waiting = QWidget()
        self._reading = EmptyState("review", "Reading the pairs…", "")
        text = "None of its samples belongs to an identity group of this project's protocol."
        self._no_pairs = EmptyState("review", "This submission has no pairs to show", text)
        self._failed = EmptyState("error", "", "")
        self._failed.offer_to("Try again", _AGAIN, self.again.emit)
        self._filtered = EmptyState("clear", "No pair passes the filter", "The pair looked at last is still active.")
        self._filtered.offer(actions["all_pairs"])
        for page in (
            self._no_project, self._no_submission, self._waiting, self._reading, self._no_pairs, self._failed,
            self._filtered,
        ):  # fmt: skip
            self.addWidget(page)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._turn_to(self._reading))
        self._build_banner(actions)

    def _build_banner(self, actions: Actions) -> None:
        self.banner = QFrame()
        self.banner.setProperty("card", True)
        row = QHBoxLayout(self.banner)
        row.setContentsMargins(2 * GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        self._said = label("", "warning")
        self._said.setWordWrap(True)
        self._score = ActionButton(actions["score"], primary=True)
        self._again = QPushButton("Try again")
        self._again.setAccessibleName("Try again")
        self._again.setToolTip(_AGAIN)
        self._again.clicked.connect(self.again)
        row.addWidget(self._said, 1)
        row.addWidget(self._score)
        row.addWidget(self._again)
        self.show_banner(is_scored=True)

    def _turn_to(self, page: QWidget) -> None:
        self._patience.stop()
        self.setCurrentWidget(page)

    # ---- in place of pairs ----

    def show_state(
        self, *, has_project: bool, has_submission: bool, is_empty: bool, failure: BaseException | None
    ) -> None:
        """Show why there are no pairs. is_empty : they have been read, and there are none."""
        self.show_banner(is_scored=True)
        if not has_project:
            self._turn_to(self._no_project)
        elif not has_submission:
            self._turn_to(self._no_submission)
        elif is_empty:
            self._turn_to(self._no_pairs)
        elif failure is not None:
            words = _words_of(failure)
            self._failed.say("The pairs could not be read", words[:1].upper() + words[1:])
            self._turn_to(self._failed)
        elif self.currentWidget() is not self._reading and not self._patience.isActive():
            self._turn_to(self._waiting)
            self._patience.start()

    def show_filtered(self) -> None:
        """Show that no pair passes the filter."""
        self._turn_to(self._filtered)

    # ---- above pairs ----

    def show_banner(self, *, is_scored: bool, waits: bool = False, failure: BaseException | None = None) -> None:
        """Say why there are no scores. waits : they are being read. failure : why they, or others, could not be."""
        waits = waits and failure is None
        if failure is not None:
            self._said.setText(f"{_NOT_READ}: {_words_of(failure)}")
        else:
            self._said.setText(_READING if waits else _NOT_SCORED)
        restyle(self._said, "muted" if waits else "warning")
        self._score.setVisible(not waits and failure is None)
        self._again.setVisible(failure is not None)
        self.banner.setVisible(not is_scored or failure is not None)


def _words_of(failure: BaseException) -> str:
    if isinstance(failure, UserError):
        return f"{failure.message.rstrip('.')}. {failure.hint}".strip()
    return "something went wrong that should not; the notice above has a report to copy."
