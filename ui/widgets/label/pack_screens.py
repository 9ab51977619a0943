"""What the window of a pack shows while nobody labels: no pack yet, one being opened, what went wrong, a pause."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar

from genmu_studio.jobs import Progress
from genmu_studio.labelling.queue import QueueProgress
from scoring.errors import UserError
from ui.numbers import count
from ui.widgets.label.screens import CalmScreen

NOTHING_LOST = "Every answer is saved at once: close the window whenever you like."
_SHOW_IN_FOLDER = "Show in folder"


class PackScreen(CalmScreen):
    """A screen of the window. Its first button takes Return; `told` is what it says."""

    def begin(self, title: str, words: str, more: str) -> None:
        """Say something, and take the keys."""
        self.title.setText(title)
        self.words.setText(words)
        self.more.setText(more)
        for part in (self.title, self.words, self.more):
            part.setVisible(bool(part.text()))
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{words} {more}".strip())
        self.button.setAutoDefault(True)

    def take_focus(self) -> None:
        """Give Return to the first button."""
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Say nothing: while somebody labels no name of a file is kept anywhere."""
        self.begin("", "", "")

    @property
    def told(self) -> str:
        """What it says."""
        return "\n".join(part.text() for part in (self.title, self.words, self.more) if part.text())


class WelcomeScreen(PackScreen):
    """Which pack? `left` asks for one."""

    def __init__(self, key: str) -> None:
        super().__init__("", "Open a pack…", key, "Choose the .zip that the organizer sent")
        self.begin(
            "Which pack?",
            "A pack is a .zip that the organizer sent you. Open it, or drop it on this window.",
            f"Answers are kept beside it. {NOTHING_LOST}",
        )


class OpeningScreen(PackScreen):
    """A pack is being unpacked. `left` cancels."""

    def __init__(self) -> None:
        super().__init__("", "Cancel", "Esc", "Do not open the pack (Esc)")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Opening")
        self.bar.setToolTip("The pack is being unpacked")
        self.column.insertWidget(self.column.count() - 2, self.bar)
        self.forget()

    def show_progress(self, progress: Progress) -> None:
        """Say how far it is."""
        self.more.setText(progress.phase)
        self.more.setVisible(True)


class FailedScreen(PackScreen):
    """A pack could not be opened. `left` tries again."""

    other = Signal()
    back = Signal()

    def __init__(self, key: str) -> None:
        super().__init__("", "Try again", "↵", "Open the same pack once more")
        self.offer("Open another pack…", key, "Choose another .zip", self.other.emit)
        self.go_back = self.offer("Back to the items", "Esc", "Go on with the pack that is open (Esc)", self.back.emit)
        self.report = ""
        self.forget()

    def show_error(self, error: BaseException, *, can_go_back: bool) -> None:
        """Say what went wrong, and what can be done."""
        title = "The pack cannot be opened"
        if isinstance(error, UserError):
            first = error.message.partition(" ")[0]
            is_word = first.isalpha()  # and no name of a file
            message = first.capitalize() + error.message[len(first) :] if is_word else error.message
            self.begin(title, f"{message.removesuffix('.')}.", error.hint)
        else:
            self.begin(
                title, f"Something went wrong that should not: {type(error).__name__}.",
                "Try again; where that does not help, tell the organizer. No answer is lost.",
            )  # fmt: skip
        self.go_back.setVisible(can_go_back)


class PauseScreen(PackScreen):
    """The person has left the desk. `left` goes on."""

    folder = Signal()
    quit = Signal()

    def __init__(self, quit_key: str) -> None:
        super().__init__("", "Go on", "↵", "Show the items again (Return)")
        self.offer(_SHOW_IN_FOLDER, "", "Show the file of answers in its folder", self.folder.emit)
        self.offer("Quit", quit_key, "Close the window; every answer is saved", self.quit.emit)
        self.forget()

    def show_progress(self, progress: QueueProgress, answers: str) -> None:
        """Say how far it is, and where the answers are. answers : the name of their file."""
        if progress.finished < progress.entries:
            words = f"{progress.finished:,} of {count(progress.entries, 'item')} are answered. Go on whenever you like."
            self.begin("Every answer is saved", words, f"When all is answered, send {answers} to the organizer.")
        else:
            self.begin("Everything is answered", "Thank you.", send_back(answers))


def send_back(answers: str) -> str:
    """Return which file goes back, by its name alone."""
    return f"Send {answers} back to the organizer: it lies beside the pack, and holds your answers and nothing else."
