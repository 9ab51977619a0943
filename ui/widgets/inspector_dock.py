"""The dock that holds the inspector; it remembers that a person closed it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDockWidget, QScrollArea

from ui.actions import Actions
from ui.widgets.comparisons import ComparisonStore
from ui.widgets.inspector import Inspector
from ui.widgets.thumbnails import ThumbnailStore

_WIDTH = 316


class InspectorDock(QDockWidget):
    """What is known of the pair that is looked at."""

    def __init__(self, thumbnails: ThumbnailStore, comparisons: ComparisonStore, actions: Actions) -> None:
        super().__init__("Pair")
        self.setObjectName("dock_inspector")
        self.setAccessibleName("Inspector")
        self.inspector = Inspector(thumbnails, comparisons, actions)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.inspector)
        scroll.setMinimumWidth(_WIDTH)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName("What is known of the pair")
        self.setWidget(scroll)

    def want(self, shown: bool) -> None:
        """Show it, or close it until it is asked for."""
        self.setProperty("closed", not shown)
        self.setVisible(shown)

    def sizeHint(self) -> QSize:
        """Return the width at which nothing wraps badly."""
        return QSize(_WIDTH, 600)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay closed until it is asked for."""
        self.setProperty("closed", True)
        super().closeEvent(event)
