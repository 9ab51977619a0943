"""A layout of two parts: beside each other where both have room, else one below the other."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from ui.theme import GRID_PX


class BreakingLine(QLayout):
    """The first part takes what the second leaves; each takes the whole width where the line is broken.

    spare : how much more than its preferred width the first part wants before the line is not broken.
    """

    def __init__(self, spare: int = 0) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._spare = spare
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item and return it."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that it grows to the side."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Return that the line breaks by the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of one line, or of two."""
        heights = [item.sizeHint().height() for item in self._shown]
        return max(heights, default=0) if self._fits(width) else sum(heights) + GRID_PX * (len(heights) - 1)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        left, top = rect.left(), rect.top()
        for item in self._shown:
            size = item.sizeHint()
            if not self._fits(rect.width()):
                item.setGeometry(QRect(rect.left(), top, rect.width(), size.height()))
                top += size.height() + GRID_PX
                continue
            others = sum(each.sizeHint().width() + GRID_PX for each in self._shown[1:])
            width = rect.width() - others if item is self._shown[0] else size.width()
            item.setGeometry(QRect(left, rect.top() + (rect.height() - size.height()) // 2, width, size.height()))
            left += width + GRID_PX

    def sizeHint(self) -> QSize:
        """Return the smallest size."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the width of the wider part, and the height of the higher one."""
        size = QSize()
        for item in self._shown:
            size = size.expandedTo(item.minimumSize())
        return size

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _fits(self, width: int) -> bool:
        widths = [item.sizeHint().width() for item in self._shown]
        return len(widths) < 2 or sum(widths) + GRID_PX * (len(widths) - 1) + self._spare <= width
