"""A field for a threshold: shows every digit, takes any number that a cosine can be."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from ui.widgets.chart_hands import FINE_STEP, STEP

_TIP = "A sample is verified when its similarity is at or above this: −1 … 1 (↑ and ↓: 0.01, with Shift 0.001)"


class ThresholdField(QLineEdit):
    """`entered` carries the number as it is to be decided with, `stepped` by how much an arrow moves it."""

    entered = Signal(float)
    stepped = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Threshold")
        self.setToolTip(_TIP)
        self._value = 0.0
        self.editingFinished.connect(self._read)
        self.textEdited.connect(lambda _: self._show_whether_valid())

    def sizeHint(self) -> QSize:
        """Return room for a float32 with all its digits."""
        return QSize(156, super().sizeHint().height())

    def show_value(self, value: float) -> None:
        """Show a threshold; what is being typed stays."""
        self._value = value
        if not (self.hasFocus() and self.isModified()):
            self._write()

    def _write(self) -> None:
        text = repr(self._value).replace("-", "−")
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)
        self._show_whether_valid()

    @property
    def _typed(self) -> float | None:
        try:
            value = float(self.text().strip().replace("−", "-").replace(",", "."))
        except ValueError:
            return None
        return value if -1 <= value <= 1 else None  # NaN is not

    def _show_whether_valid(self) -> None:
        is_valid = self._typed is not None
        if is_valid != (self.property("invalid") is not True):
            self.setProperty("invalid", not is_valid)
            self.setToolTip(_TIP if is_valid else "This is no number from −1 to 1; Esc brings the threshold back")
            self.style().unpolish(self)
            self.style().polish(self)

    def _read(self) -> None:
        if not self.isModified():
            return
        typed = self._typed
        self.setModified(False)
        if typed is not None:
            self._value = typed
            self.entered.emit(typed)
        self._write()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go a step with an arrow; take back what was typed with Esc."""
        direction = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if direction is not None:
            self._read()
            is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(direction * (FINE_STEP if is_fine else STEP))
        elif event.key() == Qt.Key.Key_Escape and self.isModified():
            self.setModified(False)
            self._write()
        else:
            super().keyPressEvent(event)
