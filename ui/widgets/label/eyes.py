"""What the person sees: whether the item has been painted, and whether another window is in front."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui.keys import belongs_to, candidates
from ui.labelling.session import LabelSession
from ui.widgets.label.stage import ItemStage

# What is done once however long a key is held
_ONCE = frozenset({"Return", "Ctrl+Space", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"})


class Eyes(QObject):
    """Tells a session when its item is seen. A key of an answer that is held down counts once.

    is_answer : whether keys are those of an answer. seen : an item has been painted.
    """

    seen = Signal()

    def __init__(self, desk: QWidget, stage: ItemStage, is_answer: Callable[[str], bool]) -> None:
        super().__init__(desk)
        self._desk, self._stage, self._is_answer = desk, stage, is_answer
        self._session: LabelSession | None = None
        self._painted = QTimer(self)  # done when the item is painted whole; gone with the desk
        self._painted.setSingleShot(True)
        self._painted.timeout.connect(self.seen)

    def follow(self, session: LabelSession | None) -> None:
        """Look at the items of a session, of none any more."""
        self._session = session
        self._painted.stop()
        watched = [each for each in (self._desk, self._stage, QApplication.instance()) if each is not None]
        for each in watched:
            each.removeEventFilter(self)
        if session is not None:
            for each in watched:
                each.installEventFilter(self)
            self._look("hidden", away=not self._desk.isVisible())
            self._look("window", away=not self._desk.isActiveWindow())

    @property
    def is_item_there(self) -> bool:
        """Whether the entry is decoded, or known to be undecodable: what is painted now is what it is."""
        session = self._session
        return session is not None and self._stage.preloader.get(session.entry.media) is not None

    def look_again(self) -> None:
        """Wait until what is on the stage now is painted."""
        if self._session is not None:
            self._session.hide()
            self._stage.update()

    def _look(self, why: str, *, away: bool) -> None:
        if self._session is not None:
            (self._session.look_away if away else self._session.look_back)(why)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch the stage, the desk, and keys that are held down."""
        session, kind = self._session, event.type()
        if session is None:
            return False
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.isAutoRepeat() and self._counts_once(event)
        if watched is self._stage and kind == QEvent.Type.Paint and self.is_item_there:
            if not session.is_seen:
                session.saw()
                self._painted.start()
        elif watched is self._desk and kind in {QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate}:
            self._look("window", away=kind == QEvent.Type.WindowDeactivate)
        elif watched is self._desk and kind in {QEvent.Type.Show, QEvent.Type.Hide}:
            self._look("hidden", away=kind == QEvent.Type.Hide)
        return False

    def _counts_once(self, event: QKeyEvent) -> bool:
        if not self._desk.isVisible() or not self._desk.isActiveWindow():
            return False
        focused = QApplication.focusWidget()
        keys = candidates(event)
        is_act = any(each in _ONCE or each.isdecimal() or self._is_answer(each) for each in keys)
        return is_act and not any(belongs_to(focused, each) for each in keys)
