"""A field for one end of a range: any number of Python's, where Qt's own fields end at 32 bits."""

import re

from PySide6.QtCore import QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QLineEdit

from ui.widgets.scales import Number, Scale

_SHOWN_DECIMALS = 4
_MINUS = "−"
# Whatever may become a number: Qt says that a field was left only while its text is acceptable.
_DECIMAL = QRegularExpression(r"\s*[-−]?\d{0,6}([.,]\d{0,12})?\s*")
_WHOLE = QRegularExpression(r"\s*[-−]?\d{0,19}\s*")


class NumberBox(QLineEdit):
    """`entered` carries the number when Enter, an arrow or leaving the field ends the typing."""

    entered = Signal(object)  # Number

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self._scale = Scale(0, 1, 1)
        self._value: Number = 0
        self.setAccessibleName(name)
        self.setToolTip(f"{tip} (↑ and ↓: a step)")
        self.editingFinished.connect(self._read)

    def sizeHint(self) -> QSize:
        """Return room for a number of a few digits."""
        return QSize(64, super().sizeHint().height())

    @property
    def value(self) -> Number:
        """The number."""
        return self._value

    def show_value(self, scale: Scale, value: Number) -> None:
        """Show a number, between the ends of `scale`; what is being typed stays."""
        self._scale, self._value = scale, value
        self.setValidator(QRegularExpressionValidator(_DECIMAL if scale.decimals else _WHOLE, self))
        if not (self.hasFocus() and self.isModified()):
            self._write()

    def _write(self) -> None:
        self.setText(self._text(self._value))
        self.setCursorPosition(0)

    def _text(self, value: Number) -> str:
        text = f"{value}"
        if self._scale.decimals:
            text = f"{value:.{_SHOWN_DECIMALS}f}".rstrip("0")
            text += "0" * (self._scale.decimals - len(text.partition(".")[2]))
        return text.replace("-", _MINUS)

    def _read(self) -> None:
        if not self.isModified():  # the number may have more digits than are shown
            return
        typed = re.sub(r"\s", "", self.text()).replace(_MINUS, "-").replace(",", ".")
        try:
            self._enter(float(typed) if self._scale.decimals else int(typed))
        except ValueError:  # "", "-" or "."
            self._write()

    def _enter(self, value: Number) -> None:
        before, self._value = self._value, min(max(value, self._scale.low), self._scale.high)
        self._write()
        if self._value != before:
            self.entered.emit(self._value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go a step with an arrow."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._read()
            self._enter(self._scale.value(self._scale.place(self._value) + step))
