"""The empty state: its text has the room it needs, in the middle, in every width."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from ui.widgets.basics import EmptyState

LONG = "Import the folder or archive that a team handed in; you see first what is understood of it, and may correct it."


@pytest.mark.parametrize("width_px", [300, 620, 1400])
@pytest.mark.parametrize("text", ["Short.", "looking into files 0 of 96", LONG])
def test_the_text_of_an_empty_state_is_whole_and_in_the_middle(
    dressed: QApplication, qtbot: QtBot, width_px: int, text: str
) -> None:
    state = EmptyState("import", "Reading cinder-face", "")
    qtbot.addWidget(state)
    state.offer_to("Choose…", "Choose a folder", lambda: None)
    state.resize(width_px, 500)
    state.show()
    state.say("Reading cinder-face", text)
    (shown,) = [each for each in state.findChildren(QLabel) if each.text() == text]
    qtbot.waitUntil(lambda: shown.height() >= shown.heightForWidth(shown.width()) > 0)
    assert abs(shown.geometry().center().x() - state.rect().center().x()) <= 1
    assert state.rect().contains(shown.geometry())
