"""What stands in place of the item: instructions, a break, the end."""

from collections.abc import Callable, Sequence
from math import ceil
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.queue import QueueProgress
from ui.labelling.attention import Clock
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.label.keyed_button import KeyedButton

_WIDEST_PX = 640


class CalmScreen(QWidget):
    """A title, words and a button in the middle; `left` goes on. `column` : where they stand."""

    left = Signal()

    def __init__(self, title: str, button: str, key: str, explanation: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(title, "question")
        self.words = label("")
        self.words.setProperty("large", True)
        self.more = label("", "muted")
        self.button = KeyedButton(button, key, explanation)
        self.button.setProperty("main", True)
        self.button.clicked.connect(self.left)
        inside = QWidget()
        inside.setMaximumWidth(_WIDEST_PX)
        self.column = column = QVBoxLayout(inside)
        column.setSpacing(2 * GRID_PX)
        column.addStretch(1)
        for words in (self.title, self.words, self.more):
            words.setWordWrap(True)
            column.addWidget(words)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(GRID_PX + 4)
        self._buttons.addWidget(self.button)
        self._buttons.addStretch(1)
        column.addLayout(self._buttons)
        column.addStretch(2)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAlignment(Qt.AlignmentFlag.AlignCenter)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)

    def offer(self, words: str, key: str, explanation: str, function: Callable[[], object]) -> KeyedButton:
        """Add a button that does something else."""
        made = KeyedButton(words, key, explanation)
        made.setAutoDefault(True)  # Return presses it while it has the focus
        made.clicked.connect(lambda *_: function())
        self._buttons.insertWidget(self._buttons.count() - 1, made)
        return made


class InstructionsScreen(CalmScreen):
    """What the organizer asks for, and the questions, to be read before the first item and again at any time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "Begin", "↵", "Show the item (Return)", parent)

    def show_words(self, title: str, instructions: str, questions: Sequence[Question]) -> None:
        """Show what is asked for."""
        self.title.setText(title)
        self.words.setText(instructions or "Answer each question as you see or hear it.")
        asked = "\n".join(f"· {question.text}" for question in questions)
        self.more.setText(f"You will be asked:\n{asked}\n\nNothing tells where an item comes from, and every answer "
                          "is saved at once: stop whenever you like.")  # fmt: skip

    def show_begun(self, *, begun: bool) -> None:
        """Offer to begin, or to go on."""
        self.button.name("Go on" if begun else "Begin", "Show the item (Return)")


class BreakScreen(CalmScreen):
    """Counts down; it may be left at any time."""

    def __init__(self, clock: Clock = monotonic, parent: QWidget | None = None) -> None:
        super().__init__("A break", "Go on", "↵", "Show the next item (Return)", parent)
        self._clock = clock
        self._until = 0.0
        self._ticks = QTimer(self)
        self._ticks.setInterval(1000)
        self._ticks.timeout.connect(self.tick)
        self.more.setText("The item is hidden, and no time passes. Keys do not answer anything until you go on.")

    def begin(self, minutes: float) -> None:
        """Count down from so many minutes."""
        self._until = self._clock() + 60 * minutes
        self._ticks.start()
        self.tick()

    def end(self) -> None:
        """Count no more."""
        self._ticks.stop()

    def tick(self) -> None:
        """Say how long it is."""
        left = ceil(self._until - self._clock())
        if left > 0:
            self.words.setText(f"Rest your eyes and ears: {left // 60}:{left % 60:02d} left. You may go on before.")
        else:
            self.words.setText("Well rested? Go on whenever you are ready.")
            self._ticks.stop()


class FinishedScreen(CalmScreen):
    """That everything is answered, and what to do next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Everything is answered", "Leave", "Esc", "Leave the desk (Esc)", parent)

    def show_counts(self, progress: QueueProgress, afterwards: str) -> None:
        """Show what was done. afterwards : what to do next."""
        self.words.setText(
            f"{count(progress.entries, 'item')}: {count(progress.answered, 'question')} answered, "
            f"{progress.skipped:,} skipped. Thank you."
        )
        back = "To look through your answers, go back with A; each can still be changed."
        self.more.setText(f"{afterwards}\n\n{back}" if afterwards else back)
