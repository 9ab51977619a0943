"""A pair of sounds in the window of a real project, by keys as a person presses them."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import spoken_world
from tests.ui.keyboard import CTRL, NONE, SHIFT, press
from tests.ui.review_desk import review
from tests.ui.sound_world import settle, wait
from ui.main_window import MainWindow
from ui.views.review import ReviewView
from ui.widgets.sound.desk import SoundDesk


@pytest.fixture(scope="module")
def spoken_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken_world.make(tmp_path_factory.mktemp("spoken"), measured=False)


@pytest.fixture
def page(window: MainWindow, spoken_folder: Path, tmp_path: Path, qtbot: QtBot) -> ReviewView:
    shutil.copytree(spoken_folder, tmp_path / "voices.genmu")
    window.context.set_project(Project.open(tmp_path / "voices.genmu", "write"))
    found = review(window, qtbot)
    window.resize(1400, 900)
    found.open_pair()
    settle(found.pair.desk, qtbot)
    return found


def key(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    press(focused, key, modifiers)


def test_keys_do_on_the_desk_what_the_key_sheet_says(page: ReviewView, qtbot: QtBot) -> None:
    desk: SoundDesk = page.pair.desk
    page.window().activateWindow()
    desk.setFocus()
    wait(qtbot, desk.hasFocus)
    view: Any = desk.view  # what it says changes with each key
    assert view.length_s == 0.5
    assert view.shows_all
    # zoom and pan
    for _ in range(4):
        key(Qt.Key.Key_Plus)
    assert view.shown == pytest.approx((0, 0.5 / 1.25**4))
    key(Qt.Key.Key_Right, SHIFT)
    assert view.shown.start_s == pytest.approx(0.5 / 1.25**4 / 8)
    key(Qt.Key.Key_Left, SHIFT)
    assert view.shown.start_s == pytest.approx(0)
    key(Qt.Key.Key_Left, SHIFT)  # at the end it stays there, and goes to no other pair
    key(Qt.Key.Key_Minus)
    assert view.shown.length_s == pytest.approx(0.5 / 1.25**3)
    key(Qt.Key.Key_F)
    assert view.shows_all
    # cursor and selection
    for _ in range(20):
        key(Qt.Key.Key_Right, CTRL)
    begun = view.cursor_s
    assert 0.02 < begun < 0.2
    assert " st" in desk.original.head.values.text()
    for _ in range(30):
        key(Qt.Key.Key_Right, CTRL | SHIFT)
    assert view.selection == (begun, view.cursor_s)
    chosen = view.selection
    key(Qt.Key.Key_Z)
    assert view.shown == pytest.approx(chosen)
    # loop
    key(Qt.Key.Key_BracketLeft)
    key(Qt.Key.Key_BracketRight)
    assert view.loop == chosen
    key(Qt.Key.Key_L)
    assert view.loop is None
    key(Qt.Key.Key_L)
    assert view.loop == chosen
    assert desk.readout.loop_words.text().startswith("loop ")
    # Esc takes the selection away first, then leaves
    key(Qt.Key.Key_Escape)
    assert view.selection is None
    assert page.is_large
    # aligned times
    key(Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    assert desk.wants_align
    wait(qtbot, lambda: desk.unlearned.is_aligned)
    key(Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    assert not desk.unlearned.is_aligned
    # a reference of the speaker
    wait(qtbot, desk.bar.reference.isEnabled)
    key(Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    assert desk.reference.isVisible()
    settle(desk, qtbot)
    key(Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    # the next pair begins at its start
    row = page.active_row
    key(Qt.Key.Key_D)
    assert page.active_row != row
    settle(desk, qtbot)
    assert view.loop_ends is None
    assert view.cursor_s == 0
    key(Qt.Key.Key_Escape)
    assert not page.is_large


def test_what_was_measured_is_kept_with_the_project_and_forgotten_with_it(page: ReviewView, tmp_path: Path) -> None:
    desk = page.pair.desk
    kept = {path.name.split("-")[1] for path in (tmp_path / "voices.genmu" / "media" / "sounds").rglob("*.arrays")}
    assert kept == {"peaks", "spectrogram", "pitch", "intensity"}
    state = page.state()
    desk.toggle_align()
    page.restore(state)
    assert not desk.wants_align
    page.context.set_project(None)
    assert desk.store.used_bytes == 0
