"""Something that lasts as long as a key is held, whichever widget the keys go to."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

# Whoever looks away lets go: the release would go to another window.
_LOOKING_AWAY = (QEvent.Type.FocusOut, QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate)


class HeldKey(QObject):
    """`changed` says when the holding begins and ends. A key that repeats itself is still held."""

    changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_held = False

    def hold(self, held: bool) -> None:
        """Begin, or end."""
        application = QApplication.instance()
        if held == self.is_held or application is None:
            return
        self.is_held = held
        if held:
            application.installEventFilter(self)
        else:
            application.removeEventFilter(self)
        self.changed.emit(held)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End when a key is let go or nobody looks any more; the event goes on."""
        is_let_go = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat()
        if is_let_go or event.type() in _LOOKING_AWAY:
            self.hold(False)
        return False
