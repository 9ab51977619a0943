"""Draws a percentage with its Wilson interval as a bar, the number after it, a tick where the original was."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from genmu_studio.overview.identities import IdentityRow
from ui import theme
from ui.models.identity_model import ROW_ROLE

_NUMBER_PX = 52
_MARGIN_PX = 8
_DOT_PX = 4.5


class WilsonDelegate(QStyledItemDelegate):
    """Forget identities in the colour of the unlearned side with a diamond, retain identities green with a circle."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Leave room for bar and number."""
        return QSize(180, 30)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one cell."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, IdentityRow):
            return
        tokens = theme.current()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(tokens.raised))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(rect.left() + _MARGIN_PX, rect.center().y() - 2.5, rect.width() - _NUMBER_PX - 2 * _MARGIN_PX, 6)
        _draw_bar(painter, track, row)
        painter.setFont(theme.font())
        foreground = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(foreground if isinstance(foreground, QColor) else QColor(tokens.text))
        number = QRect(rect.right() - _NUMBER_PX, rect.top(), _NUMBER_PX - _MARGIN_PX, rect.height())
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


def _draw_bar(painter: QPainter, track: QRectF, row: IdentityRow) -> None:
    tokens = theme.current()
    color = tokens.unlearned if row.role == "forget" else tokens.good
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.line))
    painter.drawRoundedRect(track, 3, 3)

    def at(value: float) -> float:
        return track.left() + track.width() * value / 100

    if row.rate.interval is not None:
        low, high = row.rate.interval
        painter.setBrush(theme.color(color, 0.55))
        painter.drawRoundedRect(QRectF(at(low), track.top(), max(3.0, at(high) - at(low)), track.height()), 3, 3)
    if row.original.value is not None:
        painter.setBrush(QColor(tokens.original))
        painter.drawRect(QRectF(at(row.original.value) - 1, track.top() - 4, 2, track.height() + 8))
    if row.rate.value is not None:
        painter.setBrush(QColor(color))
        _draw_dot(painter, QPointF(at(row.rate.value), track.center().y()), is_diamond=row.role == "forget")


def _draw_dot(painter: QPainter, centre: QPointF, *, is_diamond: bool) -> None:
    if is_diamond:
        reach = _DOT_PX + 1
        steps = (QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0))
        painter.drawPolygon(QPolygonF([centre + step for step in steps]))
    else:
        painter.drawEllipse(centre, _DOT_PX, _DOT_PX)
