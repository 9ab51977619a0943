"""A window with the labelling desk and its keys, as the label view wires them; a person who presses real keys."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.settings import Settings
from tests.ui.label_hands import NO_BREAKS, until
from tests.ui.label_world import INSTRUCTIONS, TITLE
from ui.action_rows import ACTIONS, ActionRow
from ui.action_rows.label import LABEL
from ui.actions import Actions
from ui.keys import KeyRouter
from ui.labelling.session import LabelSession
from ui.widgets.label.desk import LabelDesk
from ui.widgets.label.stage import ItemStage

SIZE = (1200, 760)
NONE = Qt.KeyboardModifier.NoModifier


def all_rows() -> tuple[ActionRow, ...]:
    """Return the rows of the window and of labelling."""
    return tuple(dict.fromkeys((*ACTIONS, *LABEL)))


class LabelRoom(QWidget):
    """Shows the desk; every key goes the way it goes in the window."""

    def __init__(
        self,
        settings: Settings,
        stage: Callable[[Actions, Settings], ItemStage] = ItemStage,
        size: tuple[int, int] = SIZE,
    ) -> None:
        super().__init__()
        self.actions_table = Actions(all_rows(), settings)
        self.desk = LabelDesk(self.actions_table, settings, stage(self.actions_table, settings))
        self.said: list[str] = []
        self.refused: list[object] = []
        self.went = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.desk)
        self.desk.said.connect(self.said.append)
        self.desk.refused.connect(self.refused.append)
        self.desk.left.connect(self._go)
        KeyRouter(self, self._act_on)
        self.resize(*size)

    def _act_on(self, keys: str) -> bool:
        if self.desk.take_keys(keys):
            return True
        name = self.actions_table.named_by(keys, "label")
        return name is not None and self.desk.act(name)

    def _go(self) -> None:
        self.went += 1

    def open(self) -> None:
        """Come to the front, with the focus on the desk."""
        self.show()
        assert QTest.qWaitForWindowExposed(self)
        self.activateWindow()
        until(self.isActiveWindow)
        self.desk.setFocus()

    def begin(
        self, queue: LabelQueue, pace: Pace = NO_BREAKS, *, writable: bool = True, afterwards: str = ""
    ) -> LabelSession:
        """Begin with a queue, at its instructions or its item."""
        session = LabelSession(queue, pace, writable=writable)
        self.desk.begin(session, TITLE, INSTRUCTIONS, afterwards)
        return session

    @property
    def session(self) -> LabelSession:
        return cast(LabelSession, self.desk.session)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key at what has the focus."""
        QTest.keyClick(QApplication.focusWidget() or self.desk, key, modifiers)

    def type(self, text: str) -> None:
        """Press the keys of a text, one after another."""
        for letter in text:
            QTest.keyClicks(QApplication.focusWidget() or self.desk, letter)

    @property
    def is_settled(self) -> bool:
        """Whether everything is written, and what is shown was painted."""
        session = self.desk.session
        if session is None:
            return True
        hidden = session.screen in {"instructions", "break", "finished"}
        return not session.pen.is_busy and (hidden or (session.is_seen and self.desk.stage.why_not_yet() != WAIT))

    def settle(self) -> None:
        """Wait for that."""
        until(lambda: self.is_settled)

    def press(self, text: str) -> None:
        """Press keys, each when what the one before it did is done."""
        for letter in text:
            self.settle()
            self.type(letter)
        self.settle()

    def leave(self) -> None:
        """End the desk, close, and be gone: what filters events must not outlive its Python half."""
        self.desk.end()
        self.close()
        self.deleteLater()
        QCoreApplication.sendPostedEvents(self, int(QEvent.Type.DeferredDelete))


WAIT = "Wait until the item is shown"
