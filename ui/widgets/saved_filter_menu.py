"""The saved filters as a button with a menu: choose one, save the present one, delete one."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox, QToolButton, QWidget

from genmu_studio.saved_filters import SavedFilter
from ui.actions import Actions
from ui.icons import icon
from ui.theme import watch
from ui.widgets.basics import literal
from ui.widgets.filter_words import filter_words
from ui.widgets.tips import tip

_WIDEST_PX = 320


class SavedFilterMenu(QToolButton):
    """Says what a person chose; nothing is read or written here."""

    chosen = Signal(object)  # SavedFilter
    deleted = Signal(str)  # the name, once that was confirmed

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._saved: tuple[SavedFilter, ...] = ()
        self._save = actions["save_filter"]
        self.setText("Saved filters")
        self.setAccessibleName("Saved filters")
        self.setToolTip("Look through a filter that was saved, save this one, or delete one")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._deleting = QMenu("Delete", self._menu)
        self._deleting.setToolTipsVisible(True)
        self.setMenu(self._menu)
        watch().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self._deleting.setIcon(icon("delete"))

    def show_saved(self, saved: Sequence[SavedFilter]) -> None:
        """Offer these filters."""
        self._saved = tuple(saved)

    def _fill(self) -> None:
        self._menu.clear()
        self._deleting.clear()
        for each in self._saved:
            self._add(self._menu, each, each.name).triggered.connect(partial(self._choose, each))
            self._add(self._deleting, each, f"{each.name}…").triggered.connect(partial(self._ask_to_delete, each))
        if not self._saved:
            self._menu.addAction("No filter has been saved yet").setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction(self._save)
        if self._saved:
            self._menu.addMenu(self._deleting)

    def _add(self, menu: QMenu, saved: SavedFilter, text: str) -> QAction:
        # A tab would begin the column of keys.
        shown = self.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideMiddle, _WIDEST_PX)
        action = menu.addAction(literal(shown))
        action.setToolTip(tip(f"{saved.name}\n{filter_words(saved.filter)}"))
        return action

    def _choose(self, saved: SavedFilter, *_: object) -> None:
        self.chosen.emit(saved)

    def _ask_to_delete(self, saved: SavedFilter, *_: object) -> None:
        question = QMessageBox(self.window())
        question.setObjectName("delete_filter")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle("Delete a saved filter")
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(f"Delete the saved filter “{saved.name}”?")
        question.setInformativeText("The pairs stay as they are. This cannot be undone.")
        delete = question.addButton("Delete", QMessageBox.ButtonRole.AcceptRole)
        keep = question.addButton("Keep", QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        for button, words in ((delete, "Delete it from the project"), (keep, "Keep it (Esc)")):
            button.setToolTip(words)
            button.setAccessibleName(button.text())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        delete.clicked.connect(lambda: self.deleted.emit(saved.name))
        question.open()
