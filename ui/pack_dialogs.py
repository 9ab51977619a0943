"""The dialogs of the window of a pack: another pack, settings, keys, versions. Each is loaded when it opens."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from ui.studio_window import StudioWindow


def choose_pack(window: StudioWindow, take: Callable[[Path], object]) -> None:
    """Ask for a pack."""
    dialog = QFileDialog(window, "Open a pack", "", "Packs (*.zip)")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(lambda path: take(Path(path)))
    _show(dialog)


def show_settings(window: StudioWindow) -> None:
    """Show the settings that have to do with the window."""
    from ui.dialogs.settings import SettingsDialog  # noqa: PLC0415 - only where somebody wants it

    _show(SettingsDialog(window))


def show_keys(window: StudioWindow) -> None:
    """Show the keys that act now."""
    from ui.dialogs.key_sheet import KeySheet  # noqa: PLC0415 - only where somebody wants it

    _show(KeySheet(window))


def show_about(window: StudioWindow) -> None:
    """Show versions and licences."""
    from ui.dialogs.about import AboutDialog  # noqa: PLC0415 - only where somebody wants it

    _show(AboutDialog(window))


def _show(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
