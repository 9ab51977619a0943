"""A button that, once pressed, takes the next key for what a person wants to give to an action."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPushButton

from ui.keys import candidates

RECORDING = "Press the key… (Esc cancels)"


class KeyRecorder(QPushButton):
    """Records one key, in the canonical form of `ui.keys`."""

    recorded = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str, tip: str) -> None:
        super().__init__(text)
        self._text = text
        self._recording = False
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        # Room for both texts, so that nothing moves when recording begins.
        self.setText(RECORDING)
        self.setMinimumWidth(self.sizeHint().width())
        self.setText(text)
        self.clicked.connect(self.start)

    @property
    def is_recording(self) -> bool:
        """Whether the next key is taken."""
        return self._recording

    def start(self) -> None:
        """Take the next key."""
        self._recording = True
        self.setText(RECORDING)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        """Take no key any more."""
        self._recording = False
        self.setText(self._text)

    def event(self, event: QEvent) -> bool:
        """Take every key, Tab and the dialog's own included, while recording."""
        if not self._recording or not isinstance(event, QKeyEvent):
            return super().event(event)
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            self._take(event)
        event.accept()
        return True

    def _take(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.stop()
            self.cancelled.emit()
        elif found := candidates(event):
            self.stop()
            self.recorded.emit(found[0])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Stop where the person went elsewhere."""
        super().focusOutEvent(event)
        if self._recording:
            self.stop()
            self.cancelled.emit()
