"""Segmented buttons that choose one group of a submission, or all of them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from ui.widgets.plane_words import shortened
from ui.widgets.tips import tip

ALL = "All groups"


class GroupSwitch(QWidget):
    """Hidden while there is one group only. "" stands for all groups."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(lambda button: self.changed.emit(str(button.property("group"))))
        self._names: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """The group that is chosen; "" for all."""
        button = self._group.checkedButton()
        return "" if button is None else str(button.property("group"))

    def show_groups(self, names: tuple[str, ...]) -> None:
        """Offer these groups and all of them."""
        if names != self._names:
            self._names = names
            for button in self._group.buttons():
                self._group.removeButton(button)
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            for name in ("", *names):
                self._add(name)
        self.setVisible(len(names) > 1)

    def choose(self, name: str) -> None:
        """Choose a group without telling anybody."""
        for button in self._group.buttons():
            if button.property("group") == name:
                button.setChecked(True)

    def _add(self, name: str) -> None:
        button = QToolButton()
        button.setText(shortened(name or ALL).replace("&", "&&"))
        button.setToolTip(tip(f"Show {name or ALL.lower()}"))
        button.setAccessibleName(name or ALL)
        button.setCheckable(True)
        button.setProperty("group", name)
        self._group.addButton(button)
        self._row.addWidget(button)
