"""The desk that one labels at: the item on its stage, what is asked of it, and nothing that tells what it is.

Keys come from the window, as for any view. An answer counts only for an item that was painted, and the next one shows
when the answer is on the disk.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.settings import Settings
from ui.actions import Actions
from ui.labelling.refusal import READ_ONLY, READ_ONLY_HINT, Refusal
from ui.labelling.session import NOT_SHOWN, LabelSession
from ui.theme import GRID_PX
from ui.widgets.label.eyes import Eyes
from ui.widgets.label.foot import DeskFoot, Pacing
from ui.widgets.label.hands import Hands
from ui.widgets.label.head import DeskHead, where
from ui.widgets.label.keyed_button import KeyedButton
from ui.widgets.label.question_panel import QuestionPanel
from ui.widgets.label.refusal_bar import RefusalBar
from ui.widgets.label.screens import BreakScreen, FinishedScreen, InstructionsScreen
from ui.widgets.label.stage import ItemStage

_PANEL_PX = 340


class LabelDesk(QWidget):
    """Works with one session at a time. `left` : the person goes; `said`, `refused` : for who shows a status line.

    stage : what shows the items, where another is wanted than the usual one.
    """

    left = Signal()
    said = Signal(str)
    refused = Signal(object)  # UserError, in words that tell nothing
    unkept = Signal(object)  # notes that could not be kept until the end, when it has come

    def __init__(self, actions: Actions, settings: Settings, stage: ItemStage | None = None) -> None:
        super().__init__()
        self.session: LabelSession | None = None
        self._title, self._instructions, self._afterwards = "", "", ""
        self._shown: str | None = None  # the entry on the stage
        self._focused_for: object = None  # what the focus was placed for
        self._has_begun = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.head = DeskHead(actions)
        self.bar = RefusalBar()
        self.stage = stage or ItemStage(actions, settings)
        self.panel = QuestionPanel()
        self.foot, self.pacing = DeskFoot(actions), Pacing()
        self.instructions, self.rest, self.finished = InstructionsScreen(), BreakScreen(), FinishedScreen()
        self.screens = QStackedWidget()
        for screen in (self.stage, self.instructions, self.rest, self.finished):
            self.screens.addWidget(screen)
        self._lay_out()
        self._hands = Hands(actions, self.panel, self.stage, self)
        self._eyes = Eyes(self, self.stage, self._hands.is_answer)
        self._eyes.seen.connect(self._prepare)
        self._hands.left.connect(self.left)
        self._hands.home.connect(self._come_home)
        self.stage.changed.connect(self._stage_changed)
        self.head.wanted.connect(self.act)
        self.bar.again.connect(self._try_again)
        self.instructions.left.connect(self._hands.go_on)
        self.rest.left.connect(self._hands.go_on)
        self.finished.left.connect(self.left)

    def _lay_out(self) -> None:
        main = QVBoxLayout()
        main.setSpacing(2 * GRID_PX - 4)
        main.addWidget(self.head)
        main.addWidget(self.bar)
        main.addWidget(self.screens, 1)
        side = QWidget()
        side.setMinimumWidth(_PANEL_PX)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        grid = QGridLayout(self)
        grid.setContentsMargins(2 * GRID_PX, 2 * GRID_PX, 2 * GRID_PX, GRID_PX + 2)
        grid.setHorizontalSpacing(3 * GRID_PX)
        grid.setVerticalSpacing(GRID_PX)
        grid.addLayout(main, 0, 0)
        grid.addWidget(side, 0, 1)
        grid.addWidget(self.foot, 1, 0)
        grid.addWidget(self.pacing, 1, 1)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(0, 70)
        grid.setColumnStretch(1, 30)

    # ---- a session ----

    def begin(self, session: LabelSession, title: str, instructions: str, afterwards: str = "") -> None:
        """Work with a session, which the desk closes in the end. afterwards : what to do when all is answered."""
        self.end()
        self.session = self._hands.session = session
        self._title, self._instructions, self._afterwards = title, instructions, afterwards
        self._has_begun = session.queue.progress().last_at_utc is not None
        self.head.begin(title)
        self.foot.begin(session)
        self.panel.begin(session)
        self.panel.note.set_writable(session.pen.writable)
        session.changed.connect(self._follow)
        session.said.connect(self._say)
        session.mistaken.connect(self._hands.object)
        session.refused.connect(self._refuse)
        self._eyes.follow(session)
        session.begin()

    def end(self) -> None:
        """Close the session, fall silent, and forget everything of it."""
        self.panel.flush()
        session, self.session = self.session, None
        self._hands.session = None
        self._eyes.follow(None)
        if session is not None:
            for signal in (session.changed, session.said, session.mistaken, session.refused):
                signal.disconnect()
            if texts := session.close():
                self.unkept.emit(texts)
        self._shown = self._focused_for = None
        self.rest.end()
        self.stage.clear()
        self.panel.end()
        self.head.end()
        self.foot.end()
        self.setAccessibleName("")
        self.pacing.end()
        self.bar.follow(None, can_try_again=False)
        self.instructions.show_words("", "", ())

    def take_keys(self, keys: str) -> bool:
        """Act on a key of the question that is asked, or of a reason to skip it; whether it meant something."""
        return self._hands.take_keys(keys)

    def act(self, name: str) -> bool:
        """Do an action of the desk, "undo" and "redo" among them; whether there was something to do."""
        return self._hands.act(name)

    # ---- showing ----

    def _follow(self) -> None:
        """Show how the session stands."""
        session = self.session
        if session is None:
            return
        focused = QApplication.focusWidget()
        self.head.follow(session)  # first: Qt paints a bar of progress at once, and all that has changed with it
        if session.screen in {"item", "feedback"}:
            self._show_item(session)
        else:
            self._show_screen(session)
        refusal = session.pen.refusal
        if refusal is None and not session.pen.writable:
            refusal = Refusal("answer", READ_ONLY, READ_ONLY_HINT)
        self.bar.follow(refusal, can_try_again=session.pen.can_try_again)
        self.foot.setVisible(session.screen in {"item", "feedback"})
        self.pacing.follow(session)
        asked = session.question.text if session.screen == "item" else session.screen
        self.setAccessibleName(f"{where(session)}: {asked}")
        self._place_focus(session, focused)

    def _show_item(self, session: LabelSession) -> None:
        is_other = session.entry.token != self._shown
        if is_other or self.screens.currentWidget() is not self.stage:
            self.rest.end()
            self.stage.show_item()
        if is_other:
            self.panel.leave(session.place)  # while it is known whether the item before could be judged
            self._shown, self._has_begun = session.entry.token, True
            self.stage.show_entry(session.entry, session.pace.must_play)
            self.panel.show_part("asking")
        self.screens.setCurrentWidget(self.stage)
        self.panel.show()
        self.panel.follow(session)
        if session.screen == "feedback":
            self.panel.tell(session)
        elif self.panel.part == "feedback":
            self.panel.show_part("asking")
        self._tell_why()
        if not session.is_seen:
            self.stage.update()

    def _show_screen(self, session: LabelSession) -> None:
        screen = {"instructions": self.instructions, "break": self.rest, "finished": self.finished}[session.screen]
        if self.screens.currentWidget() is screen and self.panel.isHidden():
            return
        self.panel.note.flush()
        self.panel.show_part("asking")
        self.panel.hide()
        self.stage.hide_item()
        if session.screen == "instructions":
            self.instructions.show_words(self._title, self._instructions, session.queue.questions)
            self.instructions.show_begun(begun=self._has_begun)
        elif session.screen == "break":
            self.rest.begin(session.pace.break_minutes)
        else:
            self._shown = None
            self.finished.show_counts(session.queue.progress(), self._afterwards)
        self.screens.setCurrentWidget(screen)

    def _prepare(self) -> None:
        """Have the next item decoded, once nothing of this one is left to paint."""
        entry = self.session.upcoming if self.session is not None else None
        if entry is not None:
            self.stage.prepare(entry)

    def _stage_changed(self) -> None:
        if self.session is not None and self.session.screen in {"item", "feedback"}:
            self._eyes.look_again()
            self._tell_why()

    def _tell_why(self) -> None:
        """Say why the item may not be judged yet, once it is there."""
        page = self.panel.page
        if self.session is not None and page is not None and self.session.screen == "item":
            page.wait_for(self.stage.why_not_yet() if self._eyes.is_item_there else "")

    # ---- focus ----

    def _place_focus(self, session: LabelSession, focused: QWidget | None) -> None:
        """Put the focus where the next key belongs, where it is the desk's to put.

        A note that is being written keeps it.
        """
        wanted = (session.screen, self.panel.part, session.place, session.asked)
        is_ours = focused is None or focused is self or self.isAncestorOf(focused)
        if wanted == self._focused_for or not is_ours:
            return
        self._focused_for = wanted
        page = self.panel.page
        if session.screen != "item" or self.panel.part != "asking" or page is None:
            self.setFocus()
        elif page.is_typed or (isinstance(focused, KeyedButton) and focused.property("answer")):
            page.field.first.setFocus()
        elif focused is not self.panel.note.field:
            self.setFocus()

    def _come_home(self) -> None:
        self.setFocus()
        if self.session is not None:
            asked = self.session
            self._focused_for = (asked.screen, self.panel.part, asked.place, asked.asked)

    # ---- what is said ----

    def _say(self, words: str) -> None:
        self.said.emit(words)
        if words == NOT_SHOWN:
            self._hands.object(words)

    def _refuse(self, refusal: Refusal) -> None:
        self._hands.object(refusal.text)
        self.refused.emit(refusal.as_error)

    def _try_again(self) -> None:
        if self.session is not None:
            self.session.pen.try_again()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was written of a note."""
        self.panel.note.flush()
        super().hideEvent(event)
