"""The rail at the left: one button per view that exists."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QVBoxLayout, QWidget

from ui.actions import Actions
from ui.icons import icon
from ui.theme import watch
from ui.views import ViewRow

WIDTH_PX = 92


class Rail(QWidget):
    """Shows which view is shown, and asks for another."""

    asked = Signal(str)

    def __init__(self, views: tuple[ViewRow, ...], actions: Actions) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName("Views")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH_PX)
        self._buttons: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(0)
        for row in views:
            button = QToolButton()
            button.setText(row.title)
            button.setCheckable(True)
            button.setIconSize(QSize(20, 20))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setFixedSize(WIDTH_PX - 1, 62)
            button.setToolTip(actions[f"view_{row.name}"].toolTip())
            button.setAccessibleName(row.title)
            button.clicked.connect(lambda _=False, name=row.name: self.asked.emit(name))
            group.addButton(button)
            layout.addWidget(button)
            self._buttons[row.name] = button
        layout.addStretch(1)
        self._symbols = {row.name: row.icon for row in views}
        watch().changed.connect(self._draw)
        self._draw()

    def mark(self, name: str) -> None:
        """Show that the view `name` is shown."""
        self._buttons[name].setChecked(True)

    def _draw(self) -> None:
        for name, button in self._buttons.items():
            button.setIcon(icon(self._symbols[name]))
