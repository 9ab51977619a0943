"""A label of one line that ends in an ellipsis where there is no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from ui.widgets.tips import tip

_SMALLEST_PX = 24


class ElidedLabel(QLabel):
    """Shows text literally, as much as there is room for; its tooltip has the whole.

    policy : Ignored takes what the layout gives, Maximum no more than the text needs.
    """

    def __init__(
        self, value: str = "", role: str = "", policy: QSizePolicy.Policy = QSizePolicy.Policy.Ignored
    ) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(policy, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if role:
            self.setProperty("role", role)
        self.show_text(value)

    def show_text(self, value: str) -> None:
        """Show another text."""
        self.setText(value)
        self.setToolTip(tip(value))

    def minimumSizeHint(self) -> QSize:
        """Return room for an ellipsis."""
        return QSize(_SMALLEST_PX, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(self.alignment()), shown)
