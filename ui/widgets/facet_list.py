"""A part of a filter as a list of values to check: none checked lets everything through, several add up."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.icons import icon
from ui.models.facet_model import COUNT, ENTRY, SHARE, Entries, Entry, FacetModel, Index, Value
from ui.theme import color, current, watch
from ui.widgets.outcomes import paint_shape

ROW_PX = 24
MOST_ROWS = 12  # more of them scroll
_NARROWED_FROM = 12
_BOX_PX = 13
_MARK_PX = 10
_ICON_PX = 14
_PAD = 4
_PLAIN_BAR = 0.5
BAR_OPACITY = 0.12  # text in the bar's own colour can still be read on it
_HOW = "Click to choose, several add up; Alt+click, double click or Enter: only this one"


class FacetList(QWidget):
    """Shows values with counts; `changed` carries the values that are to be checked. It checks nothing by itself."""

    changed = Signal(object)  # frozenset[Value]

    def __init__(self, name: str, entry: Callable[[Value], Entry]) -> None:
        super().__init__()
        self.model = FacetModel(entry, self)
        self.narrowing = QLineEdit()
        self.narrowing.setPlaceholderText(f"Find {name.lower()}")
        self.narrowing.setAccessibleName(f"Find {name.lower()}")
        self.narrowing.setToolTip("Show only those in which this occurs, and those that are chosen")
        self.narrowing.setClearButtonEnabled(True)
        self.narrowing.textChanged.connect(self.model.narrow)
        self.narrowing.hide()
        self.view = _View(name, self.model)
        self.view.toggled.connect(lambda value: self.changed.emit(self.model.checked ^ {value}))
        self.view.singled.connect(lambda value: self.changed.emit(frozenset({value})))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.narrowing)
        column.addWidget(self.view)

    def show_entries(self, entries: Entries, counts: Mapping[Value, int], checked: frozenset[Value]) -> None:
        """Show values without telling anybody."""
        self.model.show(entries, counts, checked)
        size = self.model.size
        self.narrowing.setVisible(size > _NARROWED_FROM)
        if size <= _NARROWED_FROM:
            self.narrowing.clear()
        self.view.ensurePolished()  # the style sheet decides how wide the frame is
        # By all values, not by those that the field leaves: nothing below shall move while somebody types.
        self.view.setFixedHeight(min(max(size, 1), MOST_ROWS) * ROW_PX + 2 * self.view.frameWidth())


class _View(QListView):
    """Rows of equal height, painted by `_Delegate`; the only thing that happens to a row is that it is chosen."""

    toggled = Signal(object)
    singled = Signal(object)  # this one alone

    def __init__(self, name: str, model: FacetModel) -> None:
        super().__init__()
        self._facets = model
        self._alone = False
        self.setModel(model)
        self.setAccessibleName(name)
        self.setToolTip(_HOW)
        self.setItemDelegate(_Delegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.clicked.connect(self._choose)
        self.doubleClicked.connect(lambda index: self._choose(index, alone=True))
        watch().changed.connect(self.viewport().update)

    def _choose(self, index: QModelIndex, alone: bool = False) -> None:
        value = self._facets.value(index)
        if value is not None:
            (self.singled if alone or self._alone else self.toggled).emit(value)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row; with Alt, it alone."""
        self._alone = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        super().mouseReleaseEvent(event)
        self._alone = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space chooses, Enter chooses it alone, arrows walk."""
        keys = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() in keys:
            self._choose(self.currentIndex(), alone=event.key() != Qt.Key.Key_Space)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first value."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            rows = (self._facets.index(row) for row in range(self._facets.rowCount()))
            first = next((index for index in rows if self._facets.value(index) is not None), None)
            if first is not None:
                self.setCurrentIndex(first)


class _Delegate(QStyledItemDelegate):
    """Paints box, mark, text and count, and a thin bar for the count; dim where nothing would be left."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(100, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        entry = index.data(ENTRY)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(entry, Entry):
            self._paint_ground(painter, option)
            self._paint_value(painter, option, index, entry)
        else:
            self._paint_heading(painter, option, str(index.data()))
        painter.restore()

    @staticmethod
    def _paint_heading(painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
        painter.setFont(option.font)
        painter.setPen(QColor(current().muted))
        room = option.rect.adjusted(_PAD, 0, -_PAD, 0)
        shown = QFontMetrics(option.font).elidedText(text, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    @staticmethod
    def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = current()
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        if option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus):
            has_focus = option.state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QPen(QColor(tokens.accent if has_focus else tokens.line), 1))
            painter.drawRoundedRect(box, 4, 4)

    def _paint_value(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, entry: Entry) -> None:
        tokens = current()
        number, is_checked = index.data(COUNT), index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        is_dim = number == 0
        room = option.rect.adjusted(_PAD, 0, -_PAD, 0)
        middle = room.center().y() + 0.5
        self._paint_box(painter, QRectF(room.left() + 0.5, middle - _BOX_PX / 2, _BOX_PX, _BOX_PX), is_checked)
        left = room.left() + _BOX_PX + 2 * _PAD
        strong = entry.mark.color if entry.mark is not None else QColor(tokens.text)
        if number:
            ground = room.adjusted(_BOX_PX + _PAD, 1, _PAD, -2)
            ground.setWidth(max(2, round(ground.width() * index.data(SHARE))))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(
                color(tokens.line, _PLAIN_BAR) if entry.mark is None else color(strong.name(), BAR_OPACITY)
            )
            painter.drawRoundedRect(ground, 3, 3)
        left += self._paint_mark(painter, left, middle, entry, is_dim)
        plain = QFont(option.font)
        plain.setWeight(QFont.Weight.DemiBold if is_checked else QFont.Weight.Normal)
        metrics = QFontMetrics(plain)
        painter.setFont(plain)
        painter.setPen(QColor(tokens.muted if is_dim or not is_checked else tokens.text))
        text = f"{number:,}"
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        right = room.right() - metrics.horizontalAdvance(text) - 2 * _PAD
        painter.setPen(QColor(tokens.muted) if is_dim else strong)
        self._write(painter, QRect(left, room.top(), max(0, right - left), room.height()), metrics, entry)

    @staticmethod
    def _write(painter: QPainter, room: QRect, metrics: QFontMetrics, entry: Entry) -> None:
        """Write the text, and the detail behind it where both fit."""
        beside = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, beside, metrics.elidedText(entry.text, Qt.TextElideMode.ElideMiddle, room.width()))
        after = room.adjusted(metrics.horizontalAdvance(entry.text) + _PAD + 1, 0, 0, 0)
        if entry.detail and metrics.horizontalAdvance(entry.detail) <= after.width():
            painter.setPen(QColor(current().muted))
            painter.drawText(after, beside, entry.detail)

    @staticmethod
    def _paint_mark(painter: QPainter, left: int, middle: float, entry: Entry, is_dim: bool) -> int:
        """Paint the mark or icon of a value; return how much room it took."""
        if entry.mark is not None:
            box = QRectF(left, middle - _MARK_PX / 2, _MARK_PX, _MARK_PX)
            paint_shape(painter, box, entry.mark.shape, QColor(current().muted) if is_dim else entry.mark.color)
            return _MARK_PX + 6
        if entry.icon:
            icon(entry.icon).paint(painter, left, round(middle - _ICON_PX / 2), _ICON_PX, _ICON_PX)
            return _ICON_PX + 6
        return 0

    @staticmethod
    def _paint_box(painter: QPainter, box: QRectF, is_checked: bool) -> None:
        tokens = current()
        painter.setPen(QPen(QColor(tokens.accent if is_checked else tokens.muted), 1))
        painter.setBrush(QColor(tokens.accent if is_checked else tokens.background))
        painter.drawRoundedRect(box, 3, 3)
        if is_checked:
            pen = QPen(QColor(tokens.on_accent), 1.8)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            corner = QPointF(box.left() + 0.42 * box.width(), box.top() + 0.72 * box.height())
            painter.drawLine(QPointF(box.left() + 0.22 * box.width(), box.top() + 0.52 * box.height()), corner)
            painter.drawLine(corner, QPointF(box.left() + 0.78 * box.width(), box.top() + 0.28 * box.height()))
