"""The search of the filter panel: what is typed applies after a short rest, at once with Enter."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit

REST_MS = 250


class SearchField(QLineEdit):
    """`searched` carries the text, without the blanks around it."""

    searched = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._applied = ""
        self.setPlaceholderText("prompt, path, note")
        self.setAccessibleName("Search")
        self.setClearButtonEnabled(True)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.apply)
        self.textEdited.connect(lambda _: self._rest.start())
        self.returnPressed.connect(self.apply)

    def apply(self) -> None:
        """Search for what stands there, unless that is what was searched for last."""
        self._rest.stop()
        text = self.text().strip()
        if text != self._applied:
            self._applied = text
            self.searched.emit(text)

    def drop_typed(self) -> None:
        """Forget what was typed and has not been searched for."""
        self._rest.stop()
        self.setText(self._applied)

    def show_text(self, text: str) -> None:
        """Show what is searched for without telling anybody; what is being typed stays where that is nothing new."""
        if text == self._applied:
            return
        self._rest.stop()
        self._applied = text
        self.setText(text)
