"""Listening in the real window: keys of Review, leaving the pair, another pair, the end; words from the project."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from scoring.types import Measurement, Outcome
from tests.core import spoken_world as spoken
from tests.core.playback.test_output import Stream
from tests.ui.keyboard import SHIFT, click
from tests.ui.playing_world import RATE, System, heard
from tests.ui.review_desk import WAIT_MS, is_large, press, table_of
from tests.ui.spoken_window import desk, look_at
from ui.listening import Listening
from ui.main_window import MainWindow
from ui.views.review import ReviewView

WORD_S = 0.1


def with_times(found: spoken.Heard) -> Outcome:
    """Return what `words` of the world heard, each word with a time of its own."""
    outcome = spoken.words(found)
    if not isinstance(outcome, Measurement):
        return outcome
    said = str(outcome.detail["text"]).split()
    words = [
        {"word": word, "start_s": n * WORD_S, "end_s": (n + 1) * WORD_S, "probability": 0.9}
        for n, word in enumerate(said)
    ]
    return replace(
        outcome, values={**outcome.values, "duration_s": 0.5}, detail={"text": " ".join(said), "words": words}
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = spoken.make(tmp_path_factory.mktemp("listening"), measured=False)
    with Project.open(made, "write") as project:
        spoken.measure(project, "asr_whisper", with_times)
    return made


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def page(system: System, window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot) -> ReviewView:
    """Return Review with a pair of the forget identity large, ready to be played."""
    look_at(window, folder, tmp_path)
    page = desk(window, qtbot)
    table = table_of(page)
    place = next(n for n, row in enumerate(page.grid.rows.tolist()) if table.identity_of(row) == "1")
    page.grid.moved.emit(place)
    page.grid.setFocus()
    press(page, Qt.Key.Key_Return)
    wait(qtbot, lambda: page.is_large and is_ready(page))
    return page


def wait(qtbot: QtBot, until: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)


def listening(page: ReviewView) -> Listening:
    return page.pair.listening


def is_ready(page: ReviewView) -> bool:
    playing = listening(page).playing
    return playing.duration_s > 0 and not playing.is_preparing and listening(page).line.isVisible()


def plays(page: ReviewView, qtbot: QtBot, system: System) -> Stream:
    wait(qtbot, lambda: system.is_drawing and listening(page).playing.player.playing)
    return system.stream


def test_the_keys_of_review_play_switch_loop_and_stop_a_pair_and_nothing_in_the_grid(
    page: ReviewView, system: System, qtbot: QtBot
) -> None:
    view = page.pair.desk.view
    press(page, Qt.Key.Key_Space)
    stream = plays(page, qtbot, system)
    assert heard(stream) == pytest.approx(220, abs=12)
    press(page, Qt.Key.Key_L)
    press(page, Qt.Key.Key_W)
    assert heard(stream) == pytest.approx(440, abs=12)
    press(page, Qt.Key.Key_L)
    assert listening(page).playing.player.loop is None
    view.select(0.1, 0.4)
    press(page, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight)
    assert view.loop == pytest.approx((0.1, 0.4))
    press(page, Qt.Key.Key_E)
    assert listening(page).playing.source == "X"
    press(page, Qt.Key.Key_Q)
    assert heard(stream) == pytest.approx(220, abs=12)
    press(page, Qt.Key.Key_L, modifiers=SHIFT)
    assert listening(page).playing.is_equally_loud
    bar = listening(page).bar
    click(bar.sources["B"])
    assert listening(page).playing.source == "B"
    assert [source for source, made in bar.sources.items() if made.isChecked()] == ["B"]
    click(bar.sources["B"])  # once more changes nothing
    assert bar.sources["B"].isChecked()
    click(bar.play)
    assert not listening(page).playing.playing
    click(bar.play)
    click(bar.sources["A"])
    assert heard(plays(page, qtbot, system)) == pytest.approx(220, abs=12)
    press(page, Qt.Key.Key_Escape)
    assert not listening(page).playing.playing
    assert is_large(page)
    assert view.selection == pytest.approx((0.1, 0.4))
    press(page, Qt.Key.Key_Escape)
    assert not view.selection
    assert is_large(page)
    press(page, Qt.Key.Key_Escape)
    assert not is_large(page)
    assert not system.is_open
    press(page, Qt.Key.Key_Space, Qt.Key.Key_W, Qt.Key.Key_R, Qt.Key.Key_K)  # in the grid they are no keys
    assert len(system.streams) == 1
    assert listening(page).playing.source == "A"


def test_r_plays_the_reference_of_the_project(page: ReviewView, system: System, qtbot: QtBot) -> None:
    wait(qtbot, listening(page).bar.sources["R"].isEnabled)
    press(page, Qt.Key.Key_R)
    wait(qtbot, lambda: listening(page).playing.source == "R")
    stream = plays(page, qtbot, system)
    assert heard(stream) == pytest.approx(220, abs=12)
    assert page.pair.desk.reference.isVisible()


def test_another_pair_and_another_view_end_what_plays(page: ReviewView, system: System, qtbot: QtBot) -> None:
    press(page, Qt.Key.Key_Space)
    stream = plays(page, qtbot, system)
    stream.draw(RATE // 10)
    press(page, Qt.Key.Key_D)
    assert not listening(page).playing.playing
    stream.draw(960)
    assert not stream.draw(4800).any()
    wait(qtbot, lambda: is_ready(page))
    assert not listening(page).playing.playing
    press(page, Qt.Key.Key_Space)
    plays(page, qtbot, system)
    window = page.window()
    assert isinstance(window, MainWindow)
    window.show_view("overview")
    assert not system.is_open


def test_a_word_that_was_lost_loops_where_it_was_said(page: ReviewView, system: System, qtbot: QtBot) -> None:
    line = listening(page).line
    (word,) = line.changed_words
    assert word.accessibleName() == "missing: the (unlearned)"
    assert line.unlearned.rate.text() == "WER 20.0 %"
    click(word)
    plays(page, qtbot, system)
    assert page.pair.desk.view.loop == pytest.approx((0.0, 0.2), abs=0.06)
    press(page, Qt.Key.Key_Q)
    loop = listening(page).playing.player.loop
    assert loop is not None
    assert loop.start_s == 0.0


def test_the_end_of_the_window_ends_what_plays(
    page: ReviewView, window: MainWindow, system: System, qtbot: QtBot
) -> None:
    press(page, Qt.Key.Key_Space)
    plays(page, qtbot, system)
    window.close()
    assert not system.is_open
