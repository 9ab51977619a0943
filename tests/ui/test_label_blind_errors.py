"""An error that nobody caught while somebody labels: where it was is written down, not what it says."""

import sys

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.blank import BLANK_VIEWS
from tests.ui.label_world import SENTINEL, TITLE
from tests.ui.reachable import telling
from ui.main_window import MainWindow
from ui.running import uncaught_errors
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


def raised(words: str) -> ValueError:
    """Let an error come to whoever takes those that nobody caught."""
    try:
        raise ValueError(words)
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return error


def test_an_error_says_where_and_not_what(window: MainWindow, qtbot: QtBot, capfd: pytest.CaptureFixture[str]) -> None:
    with uncaught_errors(window):
        window.show_view("label")
        window.set_blind(True, TITLE)
        raised(f"/somewhere/{SENTINEL}/unlearned/7.png is odd")
        written = capfd.readouterr().err
        assert "ValueError" in written
        assert "test_label_blind_errors" in written
        assert SENTINEL not in written
        assert not telling([SENTINEL, "unlearned"])
        assert not window.notices.notices
        window.set_blind(False)
        qtbot.waitUntil(lambda: bool(window.notices.notices))
        raised("/somewhere/else")
        assert "/somewhere/else" in capfd.readouterr().err
