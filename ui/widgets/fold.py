"""A title with a chevron that opens and folds what belongs to it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton

from ui.theme import current, font, watch

_HEIGHT_PX = 24
_CHEVRON_PX = 16
_GAP_PX = 2
_OPEN = ((-3.5, -1.75), (0.0, 1.75), (3.5, -1.75))
_FOLDED = ((-1.75, -3.5), (1.75, 0.0), (-1.75, 3.5))


class Fold(QAbstractButton):
    """Checked while it is open; without a title it is the chevron alone."""

    def __init__(self, name: str, tip: str, title: str = "") -> None:
        super().__init__()
        self._title = title
        self.setAccessibleName(name)
        self.setToolTip(f"{tip} (Space)")
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return room for chevron and title."""
        width = QFontMetrics(self._font()).horizontalAdvance(self._title) + 4 if self._title else 0
        return QSize(_CHEVRON_PX + _GAP_PX + width, _HEIGHT_PX)

    def set_title(self, title: str) -> None:
        """Show another title, which is its name too."""
        self._title = title
        self.setAccessibleName(title)
        self.updateGeometry()
        self.update()

    @staticmethod
    def _font() -> QFont:
        return font(12, QFont.Weight.DemiBold)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint chevron, title, and a ring while it has the focus."""
        tokens = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(tokens.text if self.underMouse() else tokens.muted), 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        middle = QPointF(_CHEVRON_PX / 2, self.height() / 2)
        painter.drawPolyline(QPolygonF([middle + QPointF(x, y) for x, y in (_OPEN if self.isChecked() else _FOLDED)]))
        painter.setFont(self._font())
        room = self.rect().adjusted(_CHEVRON_PX + _GAP_PX, 0, -4, 0)
        shown = painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
