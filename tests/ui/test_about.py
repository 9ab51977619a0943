"""The about dialog: versions to copy, licences to read."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from genmu_studio.licences import licence_texts
from genmu_studio.versions import program_versions
from tests.ui import controls
from tests.ui.keyboard import click
from ui.dialogs.about import AboutDialog
from ui.main_window import MainWindow


def test_it_shows_versions_and_licences_and_copies_the_versions(window: MainWindow) -> None:
    dialog = AboutDialog(window)
    dialog.open()
    pages = {each.accessibleName(): each.toPlainText() for each in dialog.findChildren(QPlainTextEdit)}
    for name, version in program_versions().items():
        assert name in pages["Versions"]
        assert version in pages["Versions"]
    (copy,) = [each for each in controls.controls(dialog) if each.accessibleName() == "Copy versions"]
    click(copy)
    assert QGuiApplication.clipboard().text() == pages["Versions"]
    dialog.close()


def test_the_licences_of_font_and_demo_are_there() -> None:
    texts = licence_texts()
    assert "Apache License" in texts["Genmu Studio"]
    assert "SIL OPEN FONT LICENSE" in texts["Inter (font)"].upper()
    assert "Carnegie Mellon" in texts["Demo voices and pictures"]
