"""What stands in place of results: they are being read, could not be, or there are none yet and what to do then."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from scoring.errors import UserError
from ui.widgets.basics import EmptyState
from ui.widgets.label_results.part import listed
from ui.widgets.label_results.reading import Read

PATIENCE_MS = 150  # what is read sooner is not announced


class ResultStates(QStackedWidget):
    """One page for each reason. `again` : to be read once more. `left` : back to the campaigns."""

    again = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting = QWidget()
        self.loading = EmptyState("overview", "Reading the labels…", "")
        self.failed = EmptyState("error", "", "")
        self.failed.offer_to("Try again", "Read the labels once more", self.again.emit)
        self.empty = EmptyState("check", "Nobody has answered yet.", "")
        self.empty.offer_to("Back to the campaigns", "Sit down to label, or send packs (Esc)", self.left.emit)
        for page in (self._waiting, self.loading, self.failed, self.empty):
            self.addWidget(page)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._turn_to(self.loading))

    def _turn_to(self, page: QWidget) -> None:
        self._patience.stop()
        self.setCurrentWidget(page)

    def load(self) -> None:
        """Say that the labels are being read, where that takes longer."""
        if self.currentWidget() is not self.loading and not self._patience.isActive():
            self._turn_to(self._waiting)
            self._patience.start()

    def fail(self, error: BaseException) -> None:
        """Say why there are no results."""
        words = "Something went wrong that should not; the notice above has a report to copy."
        if isinstance(error, UserError):
            words = f"{error.message.rstrip('.')}. {error.hint}".strip()
        self.failed.say("The labels could not be read", words[:1].upper() + words[1:])
        self._turn_to(self.failed)

    def say_empty(self, read: Read) -> None:
        """Say that nobody has answered yet, and what to do."""
        names = listed([each.name for each in read.results.annotators])
        text = (
            f"The campaign waits for {names}. Let them sit down to label here, or write them packs to take away and "
            "import what comes back: results are shown from the first answer on."
        )
        self.empty.say("Nobody has answered yet.", text)
        self._turn_to(self.empty)

    def forget(self) -> None:
        """Say nothing of any campaign."""
        self.failed.say("", "")
        self.empty.say("Nobody has answered yet.", "")
        self._turn_to(self._waiting)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to the button that is shown."""
        super().focusInEvent(event)
        page = self.currentWidget()
        button = page.findChild(QPushButton) if page is not None else None
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
