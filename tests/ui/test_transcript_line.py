"""The words below the panes: what changed by colour, shape and word, looped in both sounds by mouse and keys."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.domain import EvaluatorRow
from genmu_studio.other_aspects import AspectFacts, SubjectFacts
from genmu_studio.review import PairFacts
from genmu_studio.settings import Settings
from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.contours import Contour
from tests.core.test_heard_words import failed, said, sample
from tests.ui.controls import beyond_tab, not_literal, without_name, without_tip
from tests.ui.keyboard import click, press
from tests.ui.playing_world import (
    OTHER_A,
    OTHER_B,
    A,
    B,
    Desk,
    Sounds,
    System,
    heard,
    playing,
    settle,
    sounds,
)
from tests.ui.sound_world import wait
from ui import theme
from ui.widgets.transcript_line import ChangedWords, TranscriptLine

ASKED = "a red door is wide open"
HOSTILE = "<img src=x onerror=alert(1)> &amp; <b>bold</b>"


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def desk(dressed: QApplication, system: System, settings: Settings, qtbot: QtBot) -> Iterator[Desk]:
    store = Sounds(sounds())
    made = Desk(settings, store)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.desk.setFocus()
    made.show_pair(A, B)
    settle(made, qtbot)
    yield made
    made.listening.close()
    made.close()
    made.deleteLater()
    qtbot.waitUntil(lambda: not isValid(made))
    store.close()


def evaluator(name: str) -> EvaluatorRow:
    return EvaluatorRow("digest", name, "1", "light", "speech", "", {}, False, "MIT", "transcript")


def facts(
    original: SubjectFacts | None,
    unlearned: SubjectFacts | None,
    asked: str | None = ASKED,
    rates: tuple[float | None, float | None] = (0.0, 20.0),
    names: tuple[str, ...] = ("asr_whisper",),
) -> PairFacts:
    known = sample({} if asked is None else {"transcript": asked})
    others = tuple(AspectFacts(evaluator(name), original, unlearned, None, rates) for name in names)
    return PairFacts(known, known, (), (), others)


def show(desk: Desk, found: PairFacts, qtbot: QtBot) -> TranscriptLine:
    """Show what was heard, and wait until the words have been compared."""
    desk.listening.show_facts(found)
    wait(qtbot, lambda: not desk.listening._questions.is_busy)
    return desk.listening.line


def words_of(widget: QWidget) -> str:
    """Return the words that are seen in a row, in their order."""
    made = [each for each in widget.children() if isinstance(each, QLabel | QAbstractButton) and each.isVisible()]
    return " ".join(each.text() for each in sorted(made, key=lambda each: (each.y(), each.x())))


def near(start_s: float, end_s: float) -> object:
    return pytest.approx((start_s, end_s), abs=0.001)


# ---- what is shown ----


def test_it_shows_what_was_asked_and_heard_with_the_rates(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(said(ASKED), said("a bed door wide open now")), qtbot)
    assert words_of(line.asked.body) == ASKED
    assert words_of(line.original.body) == ASKED
    assert words_of(line.unlearned.body) == "a ≠ bed door ⊖ is wide open + now"
    assert (line.original.rate.text(), line.unlearned.rate.text()) == ("WER 0.0 %", "WER 20.0 %")
    assert not line.remark.text()


def test_a_change_is_told_by_colour_and_shape_and_word(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(said(ASKED), said("a bed door wide open now")), qtbot)
    names = [each.accessibleName() for each in line.changed_words]
    assert names == [
        "other word: bed in place of red (unlearned)", "missing: is (unlearned)", "added: now (unlearned)",
    ]  # fmt: skip
    looks = [each.styleSheet() for each in line.changed_words]
    assert "dashed" in looks[0]
    assert "line-through" in looks[1]
    assert len(set(looks)) == 3
    for each in names:
        assert each.rsplit(" (", 1)[0] in line.accessibleDescription()
    assert "WER 20.0 %" in line.accessibleDescription()


def test_colours_follow_the_theme(desk: Desk, qtbot: QtBot, dressed: QApplication) -> None:
    line = show(desk, facts(said(ASKED), said("a bed door is wide open")), qtbot)
    dark = line.changed_words[0].styleSheet()
    theme.apply(dressed, "light")
    try:
        assert line.changed_words[0].styleSheet() != dark
        for tokens in (theme.LIGHT, theme.DARK):
            for ink in (tokens.what_if, tokens.bad, tokens.changed):
                assert theme.contrast(ink, tokens.raised) > 4.4
    finally:
        theme.apply(dressed, "dark")


def test_hostile_words_are_words(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(said(HOSTILE), said(f"{HOSTILE} <script>x</script>"), HOSTILE), qtbot)
    assert not not_literal(line, "<img")
    assert not not_literal(line, "<script>")
    for label in line.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
    shown = [each.text() for each in line.changed_words]
    assert any("<script>x</script>" in text for text in shown)


def test_where_nobody_heard_anything_it_offers_to_score(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(None, None, names=()), qtbot)
    assert words_of(line.asked.body) == ASKED
    assert "No evaluator has heard" in line.nobody.words.text()
    asked: list[bool] = []
    desk.actions_table.on("score_aspects", lambda: asked.append(True))
    click(line.nobody.offer)
    assert asked == [True]


def test_what_failed_or_is_still_to_come_says_so(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(None, failed("SILENT", "silence"), rates=(None, 100.0)), qtbot)
    assert words_of(line.original.body) == "✕ not heard yet"
    assert words_of(line.unlearned.body) == "✕ SILENT: silence"
    assert line.unlearned.rate.text() == "WER 100.0 %"


def test_without_a_text_asked_for_the_original_is_compared_with(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(said("a red door"), said("a door"), None, (None, None)), qtbot)
    assert words_of(line.asked.body) == "not known"
    assert words_of(line.unlearned.body) == "a ⊖ red door"
    assert line.remark.text() == "compared with the original"
    assert line.unlearned.rate.text() == "nobody says what was asked"
    line = show(desk, facts(said("a"), said("a door"), "...", (None, None)), qtbot)
    assert line.unlearned.rate.text() == "no word was asked for"


def test_imported_words_have_no_times_which_is_said(desk: Desk, qtbot: QtBot) -> None:
    plain = said("a bed door is wide open", timed=False)
    line = show(desk, facts(said(ASKED, timed=False), plain), qtbot)
    assert "without times" in line.remark.text()
    (word,) = line.changed_words
    assert "cannot be looped" in word.toolTip()
    click(word)
    assert desk.desk.view.loop is None
    assert not desk.listening.playing.playing


def test_of_several_that_heard_it_one_is_chosen_and_remembered(desk: Desk, qtbot: QtBot) -> None:
    found = facts(said(ASKED), said("a bed door is wide open"), names=("asr_whisper", "their_own"))
    line = show(desk, found, qtbot)
    assert line.hearer.text() == "heard by asr_whisper 1"
    line.hearer.menu().actions()[1].trigger()
    assert line.hearer.text() == "heard by their_own 1"
    assert desk.listening.state()["hearer"] == "their_own 1"
    desk.show_pair(OTHER_A, OTHER_B)
    assert not words_of(line.unlearned.body)  # nothing is known of this pair yet
    assert show(desk, found, qtbot).hearer.text() == "heard by their_own 1"


def test_words_of_a_pair_that_was_passed_are_not_shown(desk: Desk, qtbot: QtBot) -> None:
    desk.listening.show_facts(facts(said(ASKED), said("a bed door is wide open")))
    desk.show_pair(OTHER_A, OTHER_B)
    wait(qtbot, lambda: not desk.listening._questions.is_busy)
    assert not desk.listening.line.isVisible()
    line = show(desk, facts(said(ASKED), said("a bed door is wide open")), qtbot)
    height = line.height()
    desk.show_pair(A, B)
    assert not line.changed_words
    assert not line.accessibleDescription()
    assert line.height() == height  # nothing jumps as pairs pass


def test_long_texts_are_scrolled_and_leave_the_panes_their_room(desk: Desk, qtbot: QtBot) -> None:
    long = " ".join(["sea shells and blue books"] * 60)
    line = show(desk, facts(said(long), said(long), long), qtbot)
    wait(qtbot, lambda: 100 < line.height() < 160)
    assert desk.desk.original.stack.height() >= 96


def test_every_control_has_a_name_a_tooltip_and_the_tab_key(desk: Desk, qtbot: QtBot) -> None:
    line = show(desk, facts(said(ASKED), said("a bed open now"), names=("one", "two")), qtbot)
    assert not without_name(line)
    assert not without_tip(line)
    assert not beyond_tab(line)


# ---- loops ----


def changed(desk: Desk, qtbot: QtBot, from_s: float = 0.1) -> ChangedWords:
    """Return the one word that changed: heard from 0.3 s to 0.6 s in the original, 0.3 s to 0.5 s in the other."""
    (word,) = show(
        desk, facts(said(ASKED, word_s=0.3), said("a bed door is wide open", word_s=0.2, from_s=from_s)), qtbot
    ).changed_words
    return word


def test_a_click_loops_the_word_in_both_sounds(desk: Desk, system: System, qtbot: QtBot) -> None:
    click(changed(desk, qtbot))
    stream = playing(desk, qtbot, system)
    listening = desk.listening
    assert listening.playing.source == "B"  # in whose line the word stands
    assert desk.desk.view.loop == near(0.3, 0.5)
    for _ in range(6):
        assert heard(stream) == pytest.approx(1000, abs=30)
        assert 0.3 <= listening.playing.player.position_s <= 0.5
    press(desk.desk, Qt.Key.Key_Q)
    assert desk.desk.view.loop == near(0.3, 0.6)
    places = []
    for _ in range(6):
        assert heard(stream) == pytest.approx(400, abs=30)
        places.append(listening.playing.player.position_s)
    assert max(places) > 0.5
    press(desk.desk, Qt.Key.Key_W)
    assert desk.desk.view.loop == near(0.3, 0.5)


@pytest.mark.parametrize("pressed", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_keys_of_a_button_loop_it_too(desk: Desk, pressed: Qt.Key, system: System, qtbot: QtBot) -> None:
    word = changed(desk, qtbot)
    word.setFocus(Qt.FocusReason.TabFocusReason)
    press(word, pressed)
    playing(desk, qtbot, system)
    assert desk.desk.view.loop == near(0.3, 0.5)


def test_a_loop_of_the_person_ends_that_of_the_words(desk: Desk, system: System, qtbot: QtBot) -> None:
    click(changed(desk, qtbot))
    playing(desk, qtbot, system)
    desk.desk.view.select(1.0, 1.25)
    press(desk.desk, Qt.Key.Key_BracketRight)
    press(desk.desk, Qt.Key.Key_BracketLeft)
    press(desk.desk, Qt.Key.Key_Q)
    assert desk.desk.view.loop == near(1.0, 1.25)


def test_a_loop_of_x_is_the_same_whichever_it_is(desk: Desk, system: System, qtbot: QtBot) -> None:
    press(desk.desk, Qt.Key.Key_E)
    seen = []
    for letter in ("A", "B"):
        desk.listening.playing._sources.draw = lambda letter=letter: letter  # type: ignore[misc]  # both are letters
        desk.listening.playing.draw_x_again()
        click(changed(desk, qtbot, from_s=0.0))  # from 0.2 s to 0.4 s in the unlearned sound
        playing(desk, qtbot, system)
        assert desk.listening.playing.source == "X"
        loop = desk.desk.view.loop
        assert loop is not None
        seen.append((loop, desk.listening.playing.player.loop))
    assert seen[0] == seen[1]
    assert seen[0][0] == near(0.2, 0.6)


def test_aligned_times_are_followed_by_playhead_and_loop(desk: Desk, system: System, qtbot: QtBot) -> None:
    nothing = Contour(np.zeros(0, np.float32), np.zeros(0, np.float32), np.zeros(0, np.bool_))
    # What the original says at t, the unlearned sound says at t / 2.
    stretched = Alignment(np.array([0.0, 2.0]), np.array([0.0, 1.0]), nothing, nothing)
    desk.desk.unlearned.set_alignment(stretched)
    desk.desk.view.set_cursor(1.0)
    press(desk.desk, Qt.Key.Key_W)
    assert desk.listening.playing.position_s == pytest.approx(0.5, abs=0.01)
    assert desk.desk.view.cursor_s == pytest.approx(1.0, abs=0.01)
    press(desk.desk, Qt.Key.Key_E)  # X lies on the time of the view, whichever it is
    assert desk.listening.playing.position_s == pytest.approx(1.0, abs=0.01)
    assert desk.desk.view.cursor_s == pytest.approx(1.0, abs=0.01)
    press(desk.desk, Qt.Key.Key_W)
    click(changed(desk, qtbot))
    playing(desk, qtbot, system)
    assert desk.desk.view.loop == near(0.6, 1.0)
    loop = desk.listening.playing.player.loop
    assert loop is not None
    assert (loop.start_s, loop.end_s) == near(0.3, 0.5)
