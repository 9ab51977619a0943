"""References of one identity as a row of small pictures; one of them can be shown large."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QListView, QSizePolicy

from genmu_studio.reference_pictures import ReferencePicture
from ui.models.reference_model import IS_LARGE, REFERENCE, Index, ReferenceModel
from ui.theme import watch
from ui.widgets.reference_delegate import GAP, SIDE, ReferenceDelegate
from ui.widgets.thumbnails import ThumbnailStore

_LONG_PRESS_MS = 350  # longer than a click: who holds a picture wants it gone when letting go


class ReferenceList(QListView):
    """Arrows walk, Space and Enter show one large or no longer; a click does so too, a longer press while it lasts."""

    wanted = Signal(object)  # ReferencePicture to show large, None for none

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self._held_since = 0
        self._hides_on_release = False
        self._model = ReferenceModel(self)
        self.setModel(self._model)
        self.setItemDelegate(ReferenceDelegate(thumbnails, self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setToolTip("Click or Enter: show it in place of the original; hold the mouse: for as long as it is held")
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

    @property
    def large(self) -> ReferencePicture | None:
        """The one that is shown large, of this list or another."""
        return self._model.large

    def show_references(self, references: Sequence[ReferencePicture]) -> None:
        """Show others."""
        if references != self._model.references:
            self._model.show_references(references)
            self.updateGeometry()

    def show_large(self, reference: ReferencePicture | None) -> None:
        """Mark the one that is shown large."""
        self._model.show_large(reference)

    def place_of(self, row: int) -> QPoint:
        """Return the middle of a reference in the viewport."""
        return self.visualRect(self._model.index(row, 0)).center()

    def sizeHint(self) -> QSize:
        """Return room for all."""
        return QSize(max(1, self._model.rowCount()) * (SIDE + GAP) + 4, SIDE + 6)

    def minimumSizeHint(self) -> QSize:
        """Return room for one."""
        return QSize(min(1, self._model.rowCount()) * (SIDE + GAP) + 4, SIDE + 6)

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
        self._hides_on_release = bool(index.data(IS_LARGE))
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
            self.wanted.emit(None if index.data(IS_LARGE) else index.data(REFERENCE))
