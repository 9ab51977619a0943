"""References of one identity as a row of small pictures; one of them can be shown large."""

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QWheelEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from genmu_studio.reference_pictures import ReferencePicture
from genmu_studio.thumbnails import Unshown
from ui.theme import current, font, watch
from ui.widgets.outcomes import paint_shape
from ui.widgets.thumbnails import Picture, ThumbnailStore, size_for
from ui.widgets.tips import tip

SIDE = 52
_GAP = 6
_LONG_PRESS_MS = 350  # longer than a click: who holds a picture wants it gone when letting go
Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractListModel):
    """`ReferencePicture` as UserRole, what it is in words, and its file as a tooltip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.references: Sequence[ReferencePicture] = ()

    def set_references(self, references: Sequence[ReferencePicture]) -> None:
        self.beginResetModel()
        self.references = references
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many there are."""
        return 0 if parent is not None and parent.isValid() else len(self.references)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is asked for."""
        reference = self.references[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return reference
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [reference.path, f"not used: {reference.code}" if reference.code else ""]
            return tip("\n".join(line for line in lines if line))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"Reference {index.row() + 1} of {len(self.references)}, {PurePath(reference.path).name}"
        return None


class _Delegate(QStyledItemDelegate):
    """Paints a reference: its middle as a square, a frame where it is shown large, a cross where it was not used."""

    def __init__(self, thumbnails: ThumbnailStore, parent: "ReferenceList") -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of one."""
        return QSize(SIDE + _GAP, SIDE + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one."""
        reference: ReferencePicture = index.data(Qt.ItemDataRole.UserRole)
        tokens = current()
        box = QRectF(0, 0, SIDE, SIDE)
        box.moveCenter(QRectF(option.rect).center())
        seen = self._thumbnails.get_reference(reference.id, size_for(SIDE * painter.device().devicePixelRatioF()))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(box, 4, 4)
        painter.fillPath(outline, QColor(tokens.raised))
        if isinstance(seen, Picture):
            painter.setClipPath(outline)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setOpacity(0.45 if reference.code else 1.0)
            painter.drawPixmap(box, seen.pixmap, _middle(seen))
            painter.setOpacity(1.0)
            painter.setClipping(False)
        code = reference.code or (seen.code if isinstance(seen, Unshown) else "")
        if code:
            _paint_code(painter, box, code)
        self._paint_frame(painter, box, reference, option)
        painter.restore()

    def _paint_frame(
        self, painter: QPainter, box: QRectF, reference: ReferencePicture, option: QStyleOptionViewItem
    ) -> None:
        tokens = current()
        is_large = reference == self._list.large
        has_keys = bool(option.state & QStyle.StateFlag.State_HasFocus) and self._list.hasFocus()
        is_below_mouse = bool(option.state & QStyle.StateFlag.State_MouseOver)
        tint, width = tokens.line, 1.0
        if is_large:
            tint, width = tokens.accent, 3.0
        elif has_keys:
            tint, width = tokens.accent, 1.5
        elif is_below_mouse:
            tint = tokens.muted
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tint), width))
        inset = width / 2
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 4, 4)


def _middle(seen: Picture) -> QRectF:
    """Return the largest square in the middle of a picture."""
    width, height = seen.pixmap.width(), seen.pixmap.height()
    side = min(width, height)
    return QRectF((width - side) / 2, (height - side) / 2, side, side)


def _paint_code(painter: QPainter, box: QRectF, code: str) -> None:
    tokens = current()
    paint_shape(painter, QRectF(box.center().x() - 6, box.top() + 10, 12, 12), "cross", QColor(tokens.bad))
    band = QRectF(box.left(), box.bottom() - 17, box.width(), 17)
    painter.fillRect(band, QColor(tokens.background))
    painter.setFont(font(9))
    painter.setPen(QColor(tokens.bad))
    shown = painter.fontMetrics().elidedText(code, Qt.TextElideMode.ElideRight, int(band.width()) - 4)
    painter.drawText(band, Qt.AlignmentFlag.AlignCenter, shown)


class ReferenceList(QListView):
    """Arrows walk, Space and Enter show one large or no longer; a click does so too, a longer press while it lasts."""

    wanted = Signal(object)  # ReferencePicture to show large, None for none

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self.large: ReferencePicture | None = None
        self._held_since = 0
        self._hides_on_release = False
        self._model = _Model(self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(thumbnails, self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(SIDE + 6)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        thumbnails.ready.connect(self.viewport().update)
        watch().changed.connect(self.viewport().update)

    @property
    def references(self) -> Sequence[ReferencePicture]:
        """Those that are shown."""
        return self._model.references

    def show_references(self, references: Sequence[ReferencePicture]) -> None:
        """Show others."""
        if references != self._model.references:
            self._model.set_references(references)
            self.updateGeometry()

    def show_large(self, reference: ReferencePicture | None) -> None:
        """Mark the one that is shown large."""
        self.large = reference
        self.viewport().update()

    def place_of(self, row: int) -> QPoint:
        """Return the middle of a reference in the viewport."""
        return self.visualRect(self._model.index(row, 0)).center()

    def sizeHint(self) -> QSize:
        """Return room for all."""
        return QSize(max(1, self._model.rowCount()) * (SIDE + _GAP) + 4, SIDE + 6)

    def minimumSizeHint(self) -> QSize:
        """Return room for one."""
        return QSize(min(1, self._model.rowCount()) * (SIDE + _GAP) + 4, SIDE + 6)

    # ---- keys and mouse ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, or show one large."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._toggle(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin with the first."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.selectionModel().setCurrentIndex(self._model.index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show one large at once."""
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        self.setCurrentIndex(index)
        self._hides_on_release = self.large == index.data(Qt.ItemDataRole.UserRole)
        self._held_since = event.timestamp()
        if not self._hides_on_release:
            self._toggle(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show it no longer, where it was shown before or held for long."""
        if event.button() != Qt.MouseButton.LeftButton or self.large is None:
            return
        if self._hides_on_release or event.timestamp() - self._held_since > _LONG_PRESS_MS:
            self.wanted.emit(None)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second click for a click."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move the row."""
        delta = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (delta.x() or delta.y()) // 2)
        event.accept()

    def _toggle(self, index: Index) -> None:
        if index.isValid():
            reference: ReferencePicture = index.data(Qt.ItemDataRole.UserRole)
            self.wanted.emit(None if reference == self.large else reference)
