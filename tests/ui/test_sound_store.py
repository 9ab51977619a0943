"""Sounds opened and measured off the GUI thread: newest first, once, within their budget, old answers dropped."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from genmu_studio.sounds import measuring
from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.measuring import Pitch, Unmeasured
from genmu_studio.sounds.opening import Unopened
from genmu_studio.sounds.spectrogram import Spectrogram, SpectrogramSettings
from scoring.types import Media
from tests.ui.sound_world import Files, buzz, store_of, wait
from ui.models.sound_settings import Panes, SoundSettings, restored
from ui.models.sound_store import AlignmentKey, IntensityKey, Opened, PitchKey, SoundStore, SpectrogramKey
from ui.models.sound_view import Span

SETTINGS = SpectrogramSettings()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("sounds"))


@pytest.fixture(scope="module")
def store(qapp: QApplication, files: Files) -> Iterator[SoundStore]:
    made = store_of(files)
    made.open(MediaKey("sample", 0))  # its thread begins here, not within a test
    yield made
    made.close()


def opened(store: SoundStore, key: MediaKey, qtbot: QtBot) -> Opened:
    wait(qtbot, lambda: store.open(key) is not None)
    found = store.open(key)
    assert isinstance(found, Opened)
    return found


def test_a_sound_is_opened_once_and_then_there(store: SoundStore, files: Files, qtbot: QtBot) -> None:
    values = buzz(150, 0.8)
    key = files.add_sound(values)
    assert store.open(key) is None
    found = opened(store, key, qtbot)
    np.testing.assert_array_equal(found.sound.mono, values)
    assert store.open(key) is found


def test_what_does_not_open_says_why(store: SoundStore, files: Files, qtbot: QtBot) -> None:
    broken, unknown = files.add(b""), MediaKey("sample", 10_000)
    wait(qtbot, lambda: store.open(broken) and store.open(unknown))
    found = [store.open(broken), store.open(unknown)]
    assert [each.code for each in found if isinstance(each, Unopened)] == ["EMPTY", "MISSING"]


def test_the_worker_measures_what_is_open_and_not_this_process(store: SoundStore, files: Files, qtbot: QtBot) -> None:
    measuring._opened.cache_clear()
    one, other = files.add_sound(buzz(150, 0.8)), files.add_sound(buzz(200, 0.8))
    keys = (
        SpectrogramKey(one, SETTINGS, 64),
        SpectrogramKey(one, SETTINGS, 64, Span(0.2, 0.4)),
        PitchKey(one, None, None),
        IntensityKey(one),
        AlignmentKey(one, other, None, None),
    )
    assert store.get(keys[0]) is None
    assert not store.is_busy  # nothing is asked of a file that nobody has looked up
    opened(store, one, qtbot)
    opened(store, other, qtbot)
    for key in keys:
        store.get(key)
    wait(qtbot, lambda: all(store.get(key) is not None for key in keys))
    whole, part = store.get(keys[0]), store.get(keys[1])
    assert isinstance(whole, Spectrogram)
    assert isinstance(part, Spectrogram)
    assert (part.start_s, part.levels.shape[1]) == (0.2, 64)
    pitch = store.get(keys[2])
    assert isinstance(pitch, Pitch)
    assert pitch.median_hz == pytest.approx(150, rel=0.01)
    assert isinstance(store.get(keys[3]), Contour)
    assert isinstance(store.get(keys[4]), Alignment)
    assert measuring._opened.cache_info().misses == 0  # Praat held the interpreter's lock somewhere else


def test_what_cannot_be_measured_says_why(store: SoundStore, files: Files, qtbot: QtBot) -> None:
    key = files.add_sound(buzz(150, 0.03))
    opened(store, key, qtbot)
    wait(qtbot, lambda: store.get(PitchKey(key, None, None)) is not None)
    found = store.get(PitchKey(key, None, None))
    assert isinstance(found, Unmeasured)
    assert "needs 50 ms, the sound has 30 ms" in found.reason


def test_whoever_runs_through_sounds_opens_the_newest_and_few_of_those_passed_by(
    files: Files, tmp_path: Path, qtbot: QtBot, qapp: QApplication
) -> None:
    keys = [files.add_sound(buzz(150, 0.1)) for _ in range(20)]
    order: list[MediaKey] = []

    def find(wanted: list[MediaKey]) -> dict[MediaKey, Media]:
        order.extend(wanted)
        return files.find(wanted)

    store = SoundStore()
    store.look_at(find, tmp_path)  # type: ignore[arg-type]  # a list is what it is asked with
    for key in keys:
        store.open(key)
    wait(qtbot, lambda: not store.is_busy)
    assert order[:2] == [keys[0], keys[-1]]
    assert len(order) <= 6
    assert list((tmp_path / "media").rglob("*.arrays")) == []  # what no content is known of is not kept
    store.close()


def test_answers_about_another_project_are_dropped(files: Files, qtbot: QtBot, qapp: QApplication) -> None:
    key = files.add_sound(buzz(150, 0.5))
    store = SoundStore()
    heard: list[None] = []
    store.ready.connect(lambda: heard.append(None))
    store.look_at(files.find, None)
    store.open(key)
    store.look_at(lambda keys: {}, None)
    assert store.open(key) is None
    wait(qtbot, lambda: store.open(key) is not None)
    assert isinstance(store.open(key), Unopened)  # the new project has no such sound
    store.look_at(None, None)
    assert store.open(key) is None
    assert not store.is_busy
    assert store.used_bytes == 0
    store.close()
    assert len(heard) == 1


def test_sounds_stay_within_their_budget(files: Files, qtbot: QtBot, qapp: QApplication) -> None:
    store = SoundStore(sound_bytes=300_000)  # two of them
    store.look_at(files.find, None)
    for _ in range(8):
        opened(store, files.add_sound(buzz(150, 1.0)), qtbot)
        assert store.used_bytes <= 300_000
    store.close()


def test_settings_come_back_from_what_was_kept() -> None:
    kept = SoundSettings(
        panes=Panes(waveform=True, spectrogram=False, pitch=True, intensity=True),
        spectrum=SpectrogramSettings(window_s=0.03, window="hann", high_hz=5000.0),
        range_db=45.0,
        floor_hz=60.0,
        ceiling_hz=300.0,
    )
    assert restored(kept.state()) == kept
    assert restored(SoundSettings().state()) == SoundSettings()


@pytest.mark.parametrize(
    "state",
    [
        None,
        "loud",
        {"panes": "all", "spectrum": {"window_s": -1}, "range_db": "much", "floor_hz": 500, "ceiling_hz": 100},
        {"panes": {"waveform": 1}, "spectrum": {"colour": "blue"}, "range_db": 1e9, "floor_hz": True},
    ],
)
def test_settings_that_make_no_sense_are_as_at_first(state: object) -> None:
    assert restored(state) == SoundSettings()
