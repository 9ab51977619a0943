"""A box whose text is shortened in words, not cut through a letter."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from ui.theme import GRID_PX


class ElidedBox(QComboBox):
    """A box whose text ends in … where there is no room for it; Qt's own cuts through a letter."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Shorten what is drawn."""
        super().initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - GRID_PX
        text = str(option.currentText)
        option.currentText = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
