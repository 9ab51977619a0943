"""The stage as a whole: what was prepared is there at once, what is not is waited for calmly, and no string tells."""

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.picture_levels import Levels, picture_levels
from genmu_studio.labelling.queue import QueueEntry
from genmu_studio.settings import Settings
from genmu_studio.thumbnails import Unshown
from scoring.types import Media
from tests.ui.controls import beyond_tab, texts, without_name, without_tip
from tests.ui.keyboard import press
from tests.ui.label_stage_world import BLUE, GREEN, RED, SENTINELS, Desk, Entries, show, strings
from tests.ui.pair_world import array_of, shown
from tests.ui.playing_world import System
from tests.ui.sound_world import wait
from ui import theme
from ui.widgets.label import item_preloader
from ui.widgets.label.item_preloader import EntryPicture, EntryPictures, EntrySounds, ItemPreloader, Undecodable

Form = Callable[[Entries], QueueEntry]


@pytest.fixture
def entries(tmp_path: Path) -> Entries:
    return Entries(tmp_path)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def desk(dressed: QApplication, system: System, settings: Settings, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(settings)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    made.stage.clear()


@pytest.fixture
def preloader(qapp: QApplication) -> Iterator[ItemPreloader]:
    made = ItemPreloader()
    yield made
    made.forget()


class Gate:
    """Lets pictures be decoded when the test says so; notes what was decoded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open = Event()
        self.decoded: list[str] = []
        monkeypatch.setattr(item_preloader, "picture_levels", self._make)

    def _make(self, media: Media) -> Levels | Unshown:
        assert threading.current_thread() is not threading.main_thread()
        self.decoded.append(media.path)
        assert self.open.wait(60)
        return picture_levels(media)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate(monkeypatch)
    yield made
    made.open.set()


# ---- preparing ----


def test_what_was_prepared_is_there_at_once_and_decoded_once(
    desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot
) -> None:
    gate.open.set()
    following = entries.entry(entries.plain(RED), entries.plain(BLUE))
    desk.stage.prepare(following)
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    for media in following.media:
        Path(media.path).unlink()
    assert len(gate.decoded) == 2
    desk.stage.show_entry(following, False)
    assert desk.stage.why_not_yet() == ""  # without any turn of Qt's loop
    assert [each.accessibleName() for each in desk.stage.pictures.panes if each.isVisible()] == [
        "Picture A",
        "Picture B",
    ]
    assert len(gate.decoded) == 2


def test_sounds_that_were_prepared_are_there_at_once(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    following = entries.entry(entries.tone(400, 0.5), entries.tone(1000, 0.5))
    desk.stage.prepare(following)
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    for media in following.media:
        Path(media.path).unlink()
    desk.stage.show_entry(following, False)
    assert desk.stage.why_not_yet() == ""


def test_the_same_file_is_read_once(desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot) -> None:
    gate.open.set()
    a, b = entries.plain(RED), entries.plain(BLUE)
    show(desk, entries.entry(a, b, b), qtbot)
    assert sorted(gate.decoded) == sorted([a.path, b.path])


def test_what_is_shown_is_decoded_before_what_comes_next(
    desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot
) -> None:
    media = [entries.plain(colour) for colour in (RED, BLUE, GREEN)]
    first, later, wanted = (entries.entry(each) for each in media)
    desk.stage.show_entry(first, False)
    wait(qtbot, lambda: gate.decoded)
    desk.stage.prepare(later)
    desk.stage.show_entry(wanted, False)
    gate.open.set()
    wait(qtbot, lambda: desk.stage.why_not_yet() == "")
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    assert gate.decoded == [media[0].path, media[2].path, media[1].path]


# ---- waiting ----


def test_while_it_is_decoded_nothing_of_the_one_before_is_seen(
    desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot
) -> None:
    empty = array_of(shown(desk.stage))
    gate.open.set()
    show(desk, entries.entry(entries.plain(RED)), qtbot)
    gate.open.clear()
    desk.stage.show_entry(entries.entry(entries.plain(BLUE)), False)
    assert desk.stage.why_not_yet() == "Wait until the item is shown"
    assert (array_of(shown(desk.stage)) == empty).all()
    assert not desk.do("label_zoom_in")
    wait(qtbot, lambda: texts(desk.stage) == ["getting ready…"])
    gate.open.set()
    wait(qtbot, lambda: desk.stage.why_not_yet() == "")
    assert texts(desk.stage) == []
    assert desk.told == ["Wait until the item is shown", "", "Wait until the item is shown", ""]


def test_an_entry_that_was_left_is_not_shown_when_it_arrives(
    desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot
) -> None:
    desk.stage.show_entry(entries.entry(entries.plain(RED)), False)
    wait(qtbot, lambda: gate.decoded)
    desk.stage.clear()
    gate.open.set()
    told: list[None] = []
    desk.stage.preloader.ready.connect(lambda: told.append(None))
    show(desk, entries.entry(entries.plain(BLUE)), qtbot)
    assert len(told) == 1
    centre = shown(desk.stage).pixelColor(desk.stage.rect().center())
    assert (centre.red(), centre.green(), centre.blue()) == BLUE


def test_a_break_ends_the_waiting_words(desk: Desk, entries: Entries, gate: Gate, qtbot: QtBot) -> None:
    desk.stage.show_entry(entries.entry(entries.plain(RED)), False)
    wait(qtbot, lambda: texts(desk.stage))
    desk.stage.hide_item()
    assert texts(desk.stage) == []
    desk.stage.show_item()
    wait(qtbot, lambda: texts(desk.stage) == ["getting ready…"])
    desk.stage.hide_item()
    gate.open.set()
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    assert not desk.stage.pictures.isVisible()
    desk.stage.show_item()
    assert desk.stage.pictures.isVisible()
    assert desk.stage.why_not_yet() == ""


def test_a_break_hides_a_picture(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    empty = array_of(shown(desk.stage))
    show(desk, entries.entry(entries.plain(RED), entries.plain(BLUE)), qtbot)
    desk.stage.hide_item()
    assert (array_of(shown(desk.stage)) == empty).all()
    press(desk, Qt.Key.Key_W)
    desk.stage.show_item()
    assert sum(each.isVisible() for each in desk.stage.pictures.panes) == 2  # keys did nothing meanwhile
    assert desk.told[-2:] == ["The item is hidden: end the break first", ""]


def test_what_goes_wrong_in_reading_tells_no_more_than_a_code(
    desk: Desk, entries: Entries, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, qtbot: QtBot
) -> None:
    def fail(media: Media) -> Levels | Unshown:
        raise OSError(5, "Input/output error", media.path)

    monkeypatch.setattr(item_preloader, "picture_levels", fail)
    show(desk, entries.entry(entries.plain(RED)), qtbot)
    assert texts(desk.stage) == ["cannot be shown: UNREADABLE"]
    assert desk.stage.why_not_yet() == "This picture cannot be shown here: skip it, with the reason"
    assert "secret" not in caplog.text


def test_whoever_comes_back_to_what_was_missing_finds_it_there(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    entry = entries.entry(entries.plain(RED), entries.plain(GREEN))
    path = Path(entry.media[1].path)
    away = path.rename(path.with_name("away"))
    show(desk, entry, qtbot)
    assert "cannot be shown" in desk.stage.why_not_yet()
    away.rename(path)
    show(desk, entries.entry(entries.plain(BLUE)), qtbot)
    show(desk, entry, qtbot)
    assert desk.stage.why_not_yet() == ""


# ---- what the preloader keeps ----


def test_memory_is_bounded_and_two_are_always_kept(entries: Entries, qtbot: QtBot) -> None:
    one_bytes = 4 * 100 * 100
    preloader = ItemPreloader(budget_bytes=3 * one_bytes)
    media = [(entries.plain((number, 0, 0)),) for number in range(6)]
    for each in media:
        assert preloader.get(each) is None
        wait(qtbot, lambda: not preloader.is_busy)
        assert preloader.used_bytes <= 3 * one_bytes
    assert all(preloader.get(each) is not None for each in media[-3:])
    large = ItemPreloader(budget_bytes=1)
    for each in media[:3]:
        large.prepare(each)
        wait(qtbot, lambda: not large.is_busy)
    assert large.used_bytes == 2 * one_bytes
    preloader.forget()
    large.forget()


def test_a_picture_comes_with_its_halves_and_in_pixels_of_its_file(
    preloader: ItemPreloader, entries: Entries, qtbot: QtBot
) -> None:
    media = (entries.plain(RED, 1000, 600),)
    preloader.prepare(media)
    wait(qtbot, lambda: not preloader.is_busy)
    found = preloader.get(media)
    assert isinstance(found, EntryPictures)
    (picture,) = found.pictures
    assert isinstance(picture, EntryPicture)
    assert (picture.width, picture.height) == (1000, 600)
    assert [level.width() for level in picture.levels] == [1000, 500, 250, 125]
    assert [picture.fitting(width).width() for width in (2000, 1000, 501, 500, 126, 10)] == [
        *(1000, 1000, 1000, 500, 250, 125)
    ]
    assert all(level.format() == QImage.Format.Format_RGB32 for level in picture.levels)


def test_what_was_forgotten_does_not_arrive(
    preloader: ItemPreloader, entries: Entries, gate: Gate, qtbot: QtBot
) -> None:
    media, other = (entries.plain(RED),), (entries.plain(BLUE),)
    preloader.prepare(media)
    wait(qtbot, lambda: gate.decoded)
    preloader.forget()
    gate.open.set()
    preloader.prepare(other)
    wait(qtbot, lambda: not preloader.is_busy)
    assert preloader.used_bytes == 4 * 100 * 100
    assert isinstance(preloader.get(other), EntryPictures)


def test_only_the_last_few_wishes_wait(preloader: ItemPreloader, entries: Entries, gate: Gate, qtbot: QtBot) -> None:
    media = [(entries.plain((number, 0, 0)),) for number in range(12)]
    for each in media:
        preloader.get(each)
    gate.open.set()
    wait(qtbot, lambda: not preloader.is_busy)
    assert gate.decoded == [media[place][0].path for place in (0, 11, 10, 9)]


def test_sounds_say_what_x_is_to_the_player_alone(preloader: ItemPreloader, entries: Entries, qtbot: QtBot) -> None:
    a, b = entries.tone(400, 0.3), entries.tone(1000, 0.3)
    media = (a, b, entries.tone(1000, 0.3))
    preloader.prepare(media)
    wait(qtbot, lambda: not preloader.is_busy)
    found = preloader.get(media)
    assert isinstance(found, EntrySounds)
    assert found.x == "B"
    assert len(found.sounds) == 2
    neither = (a, b, entries.tone(700, 0.3))
    preloader.prepare(neither)
    wait(qtbot, lambda: not preloader.is_busy)
    assert preloader.get(neither) == Undecodable("CHANGED")


# ---- what can be read of it ----

FORMS: dict[str, Form] = {
    "picture": lambda made: made.entry(made.plain(RED)),
    "pictures": lambda made: made.entry(made.plain(RED), made.plain(BLUE)),
    "pictures and X": lambda made: made.entry(made.plain(RED), made.plain(BLUE), made.plain(RED)),
    "damaged": lambda made: made.entry(made.plain(RED), made.damaged()),
    "sound": lambda made: made.entry(made.tone(400, 0.5, 16_000)),
    "sounds": lambda made: made.entry(made.tone(400, 0.5, 16_000), made.tone(900, 0.7, 22_050)),
    "sounds and X": lambda made: made.entry(*[made.tone(hz, 0.5, 16_000) for hz in (400, 900, 900)]),
    "damaged sound": lambda made: made.entry(made.damaged("sound")),
}


@pytest.mark.parametrize("form", FORMS)
def test_no_string_of_it_tells_what_the_item_is(desk: Desk, entries: Entries, qtbot: QtBot, form: str) -> None:
    entry = FORMS[form](entries)
    show(desk, entry, qtbot, must_play=True)
    for name in ("label_hear_b", "label_zoom_in", "label_loop"):
        desk.do(name)
    found = "\n".join([*strings(desk.stage), desk.stage.why_not_yet(), *desk.told]).lower()
    assert found
    assert [word for word in (*SENTINELS, entry.token) if word in found] == []


@pytest.mark.parametrize("form", FORMS)
def test_everything_has_a_name_a_tip_and_the_tab_key(desk: Desk, entries: Entries, qtbot: QtBot, form: str) -> None:
    show(desk, FORMS[form](entries), qtbot)
    assert without_name(desk.stage) == []
    assert without_tip(desk.stage) == []
    assert beyond_tab(desk.stage) == []


def test_it_takes_the_colours_of_another_theme(desk: Desk, entries: Entries, qapp: QApplication, qtbot: QtBot) -> None:
    show(desk, FORMS["sounds and X"](entries), qtbot)
    press(desk, Qt.Key.Key_Space)
    dark = array_of(shown(desk.stage))
    try:
        theme.apply(qapp, "light")
        light = array_of(shown(desk.stage))
    finally:
        theme.apply(qapp, "dark")
    waveform = np.s_[100:200, 100:-100]
    assert dark[:, :40].mean() < 60  # beside the panes
    assert light[:, :40].mean() > 200
    assert dark[waveform].max() > 200
    assert light[waveform].min() < 60
    assert np.array_equal(array_of(shown(desk.stage)), dark)
