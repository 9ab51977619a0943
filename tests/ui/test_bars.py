"""The bars of the window: top bar with the lens, job strip, status line."""

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.view import View
from tests.ui import controls
from tests.ui.blank import BLANK_VIEWS, BlankView
from tests.ui.keyboard import click, press
from ui.lens_menu import LensButton
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def looking(scored_window: MainWindow, qtbot: QtBot) -> MainWindow:
    qtbot.waitUntil(scored_window.context.knows_look)
    return scored_window


def box(window: MainWindow, name: str) -> QComboBox:
    (found,) = [each for each in window.top_bar.findChildren(QComboBox) if each.accessibleName() == name]
    return found


def lens(window: MainWindow) -> LensButton:
    (found,) = window.top_bar.findChildren(LensButton)
    return found


def what_if(window: MainWindow) -> QPushButton:
    (found,) = [each for each in window.top_bar.findChildren(QPushButton) if "what-if" in each.text()]
    return found


# ---- top bar --------------------------------------------------------------------------------------------------------


def test_the_switcher_shows_and_changes_the_submission(looking: MainWindow) -> None:
    switcher = box(looking, "Submission")
    assert [switcher.itemText(n) for n in range(switcher.count())] == [
        "Face  Example Lab  rev 1", "Face  Second Lab  rev 1",
    ]  # fmt: skip
    switcher.setFocus()
    press(switcher, Qt.Key.Key_Down)
    assert looking.context.submission is not None
    assert looking.context.submission.team == "Second Lab"
    looking.context.step(1)
    assert switcher.currentText() == "Face  Example Lab  rev 1"


def test_another_policy_is_a_what_if_with_one_step_back(looking: MainWindow, qtbot: QtBot) -> None:
    assert not what_if(looking).isVisible()
    policy = box(looking, "Policy for failures")
    policy.setFocus()
    press(policy, Qt.Key.Key_Down)
    qtbot.waitUntil(what_if(looking).isVisible)
    assert looking.context.view == View(policy="failure")
    click(what_if(looking))
    qtbot.waitUntil(lambda: not what_if(looking).isVisible())
    assert (looking.context.view, policy.currentData()) == (View(), "forgotten")


def actions(menu: QMenu) -> dict[str, Callable[[], object]]:
    found = {}
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found.update(actions(inner))
        found[action.text()] = action.trigger
    return found


def test_the_lens_menu_marks_the_protocols_own_and_changes_the_lens(looking: MainWindow, qtbot: QtBot) -> None:
    button = lens(looking)
    menu = button.menu()
    assert menu is not None
    menu.aboutToShow.emit()
    shown = actions(menu)
    assert any(text.endswith("· protocol") for text in shown)
    shown["nearest reference"]()
    assert looking.context.view.template == "max"
    qtbot.waitUntil(what_if(looking).isVisible)


def test_without_a_project_there_is_nothing_to_choose(window: MainWindow) -> None:
    assert not box(window, "Submission").isEnabled()
    assert not lens(window).isEnabled()
    assert not box(window, "Policy for failures").isEnabled()
    assert "No project" in controls.texts(window.top_bar)


def test_everything_of_the_top_bar_fits_the_smallest_useful_size(looking: MainWindow, qtbot: QtBot) -> None:
    looking.context.look(policy="exclude")
    qtbot.waitUntil(what_if(looking).isVisible)
    assert looking.top_bar.minimumSizeHint().width() <= 1100
    assert looking.minimumSizeHint().width() <= 1100
    assert looking.minimumSizeHint().height() <= 700


# ---- job strip ------------------------------------------------------------------------------------------------------


def test_a_job_shows_where_it_stands_and_can_be_cancelled(window: MainWindow, qtbot: QtBot) -> None:
    strip = window.job_strip
    assert not strip.isVisible()

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> None:
        stop = threading.Event()
        cancellation.on_request(stop.set)
        on_progress(Progress("scoring", 30, 1200, 2, 12.3, 95.0))
        stop.wait()

    window.jobs.run("Scoring", work)
    qtbot.waitUntil(lambda: "30 / 1,200" in controls.texts(strip))
    shown = controls.texts(strip)
    assert {"Scoring", "scoring", "12 per s · 1 min 35 s left", "2 without a measurement"} <= set(shown)
    (failed,) = [each for each in controls.controls(strip) if each.accessibleName() == "Samples without a measurement"]
    click(failed)
    assert isinstance(window.page, BlankView)
    assert (window.page.objectName(), window.page.requests) == ("view_review", ["problems"])
    press(window.page, Qt.Key.Key_Escape)
    assert window.jobs.current is not None
    (cancel,) = [each for each in controls.controls(strip) if each.accessibleName() == "Cancel the job"]
    click(cancel)
    qtbot.waitUntil(lambda: not strip.isVisible())
    assert window.notices.notices == ()


def test_a_job_that_fails_is_told_in_a_banner(window: MainWindow, qtbot: QtBot) -> None:
    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> None:
        raise RuntimeError("of torch")

    window.jobs.run("Scoring", work)
    qtbot.waitUntil(lambda: bool(window.notices.notices))
    (notice,) = window.notices.notices
    assert "RuntimeError: of torch" in notice.details


# ---- status line ----------------------------------------------------------------------------------------------------


def test_the_status_line_says_what_the_numbers_come_from(looking: MainWindow, qtbot: QtBot) -> None:
    line = looking.statusBar()
    project = looking.context.project
    assert project is not None
    shown = controls.texts(line)
    assert {"Evaluator fake_image 1", "fake, for tests only", "open for writing"} <= set(shown)
    assert any(project.protocol.digest[:7] in text for text in shown)
    looking.context.set_project(None)
    assert controls.texts(line) == ["No project is open"]
