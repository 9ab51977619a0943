"""Two waveforms on one time axis: original above in blue, unlearned below in orange."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.thumbnails import Unshown, Waveform
from ui.theme import current, font, watch
from ui.widgets.thumbnails import Seen
from ui.widgets.waveform import paint_waveform

_AXIS = 30
_GAP = 10
_FRAME = 3
_STEPS_S = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
_LABEL_ROOM_PX = 80


class WavePair(QWidget):
    """Shows what is given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen: list[Seen | None] = [None, None]
        self._captions = ["", ""]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 160)
        watch().changed.connect(self.update)

    def show_sides(self, seen: Sequence[Seen | None], captions: Sequence[str]) -> None:
        """Show both sides: a waveform, why there is none, or None while it is made; a caption for each."""
        self._seen, self._captions = list(seen), list(captions)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both panes and the axis below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(12))
        tokens = current()
        span = max((seen.duration_s for seen in self._seen if isinstance(seen, Waveform)), default=0.0)
        height = (self.height() - _AXIS - _GAP) / 2
        inner = QRectF(_FRAME + 8, 0, self.width() - 2 * (_FRAME + 8), self.height() - _AXIS)
        self._paint_axis(painter, inner, span)
        for number, token in enumerate((tokens.original, tokens.unlearned)):
            pane = QRectF(0, number * (height + _GAP), self.width(), height)
            painter.setPen(QPen(QColor(token), _FRAME))
            painter.drawRect(pane.adjusted(1.5, 1.5, -1.5, -1.5))
            self._paint_side(painter, QRectF(inner.left(), pane.top() + 34, inner.width(), height - 42), number, span)
            caption = self._captions[number]
            seen = self._seen[number]
            if isinstance(seen, Waveform):
                caption = f"{caption} · {seen.duration_s:.2f} s"
            painter.setPen(QColor(token))
            painter.drawText(
                QRectF(inner.left(), pane.top() + 8, inner.width(), 20), int(Qt.AlignmentFlag.AlignLeft), caption
            )

    def _paint_side(self, painter: QPainter, box: QRectF, number: int, span: float) -> None:
        seen, tokens = self._seen[number], current()
        if isinstance(seen, Waveform):
            paint_waveform(painter, box, seen, QColor((tokens.original, tokens.unlearned)[number]), span)
        elif isinstance(seen, Unshown):
            painter.setPen(QColor(tokens.bad))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(box, int(flags), f"✕ {seen.code}: {seen.message}")
        else:
            painter.setPen(QColor(tokens.muted))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._captions[number] and "reading…")

    @staticmethod
    def _paint_axis(painter: QPainter, box: QRectF, span: float) -> None:
        if span <= 0:
            return
        tokens = current()
        wanted = span * _LABEL_ROOM_PX / max(1.0, box.width())
        step = next((step for step in _STEPS_S if step >= wanted), _STEPS_S[-1])
        for number in range(int(span / step) + 1):
            x = box.left() + box.width() * number * step / span
            painter.setPen(QPen(QColor(tokens.line), 1))
            painter.drawLine(QLineF(x, box.top() + 4, x, box.bottom() + 5))
            painter.setPen(QColor(tokens.muted))
            painter.drawText(
                QRectF(x - 40, box.bottom() + 8, 80, 18), int(Qt.AlignmentFlag.AlignHCenter), f"{number * step:g} s"
            )
