"""Every kind of odd file stands on the desk with its code and a sentence, beside a sound that is whole."""

import struct
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from genmu_studio.settings import Settings
from genmu_studio.sounds.measuring import Unmeasured
from scoring.types import FloatArray
from tests.scoring.media.builders import encode_sound, voice
from tests.ui.sound_world import CTRL, RATE, Files, at, click_at, settle, store_of, turn, wait
from ui.actions import ACTIONS, Actions
from ui.models.sound_settings import Panes, SoundSettings
from ui.models.sound_store import SoundStore
from ui.widgets.sound.block import SoundBlock
from ui.widgets.sound.desk import SoundDesk

SILENCE = np.zeros(RATE, np.float32)


def encoded(values: FloatArray, rate: int = RATE) -> bytes:
    return encode_sound(values, rate=rate, subtype="FLOAT")


def with_nan() -> FloatArray:
    values = voice(1.0)
    values[777] = np.nan
    return values


UNOPENED: dict[str, tuple[Callable[[], bytes], str]] = {
    "header only": (lambda: encode_sound(SILENCE[:0])[:44], "EMPTY"),
    "no values": (lambda: encode_sound(SILENCE[:0], "FLAC"), "EMPTY"),
    "NaN": (lambda: encoded(with_nan()), "NONFINITE"),
    "m4a named .wav": (lambda: struct.pack(">I", 24) + b"ftypM4A \0\0\0\0M4A mp42" + bytes(64), "UNREADABLE"),
    "cut short": (lambda: encoded(voice(1.0))[:9000], "TRUNCATED"),
}
OPENED: dict[str, tuple[Callable[[], bytes], list[str], str]] = {
    "silent": (lambda: encoded(SILENCE), ["SILENT"], "its peak is"),
    "30 ms": (lambda: encoded(voice(0.03)), ["TOO_SHORT"], "speech"),
    "one value": (lambda: encoded(np.full(1, 0.5, np.float32)), ["SILENT"], ""),
    "peak 1.5": (lambda: encoded((3.0 * voice(4.0)).astype(np.float32)), ["CLIPPED"], "its peak is 1.50"),
    "opposite channels": (
        lambda: encoded(np.stack([voice(4.0), -voice(4.0)], axis=1)), ["ANTIPHASE"], "the left one was used",
    ),
    "8 kHz": (lambda: encoded(voice(4.0, 8000), 8000), ["LOW_BANDWIDTH"], "upper half of the band"),
    "offset": (lambda: encode_sound(voice(4.0) + np.float32(0.4), "FLAC"), ["WRONG_FORMAT", "DC"], "offset"),
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("sounds"))


@pytest.fixture(scope="module")
def store(qapp: QApplication, files: Files) -> Iterator[SoundStore]:
    made = store_of(files)
    made.open(MediaKey("sample", 0))  # its thread begins here, not within a test
    yield made
    made.close()


@pytest.fixture(scope="module")
def whole(files: Files) -> MediaKey:
    return files.add_sound(voice(4.0))


@pytest.fixture
def desk(qtbot: QtBot, dressed: QApplication, settings: Settings, store: SoundStore) -> SoundDesk:
    made = SoundDesk(Actions(ACTIONS, settings), store)
    qtbot.addWidget(made)
    made.resize(1000, 640)
    made.set_settings(SoundSettings(panes=Panes(intensity=True)))
    made.show()
    qtbot.waitExposed(made)
    return made


def handle(desk: SoundDesk, block: SoundBlock) -> None:
    """Do to a sound what a person may do."""
    lane = block.outline.lane
    click_at(block.stack, at(lane, 0.01))
    for notches in (3, -3):
        turn(block.stack.viewport, at(lane, 0.01), notches, CTRL)
    desk.extend_selection(5)
    desk.view.toggle_loop()
    desk.view.clear_selection()
    assert not block.grab().isNull()


@pytest.mark.parametrize("kind", UNOPENED)
def test_what_does_not_open_says_its_code_in_its_pane(
    desk: SoundDesk, files: Files, whole: MediaKey, qtbot: QtBot, kind: str
) -> None:
    make, code = UNOPENED[kind]
    desk.show_pair(whole, files.add(make()))
    assert desk.unlearned.outline.lane.note == "reading the sound…"
    settle(desk, qtbot)
    assert desk.unlearned.head.codes == [code]
    assert desk.unlearned.outline.lane.note.startswith(f"✕ {code}: ")
    assert desk.unlearned.head.sentence
    assert desk.original.head.codes == []
    assert desk.view.length_s == 4.0
    handle(desk, desk.unlearned)
    assert desk.unlearned.head.values.text() == ""
    assert not desk.bar.align.isEnabled()
    assert desk.bar.align.toolTip() == "There is no unlearned sound to align"
    assert not desk.toggle_align()


@pytest.mark.parametrize("kind", OPENED)
def test_what_opens_says_its_code_and_what_it_means(
    desk: SoundDesk, files: Files, whole: MediaKey, qtbot: QtBot, kind: str
) -> None:
    make, codes, sentence = OPENED[kind]
    desk.show_pair(files.add(make()), whole)
    settle(desk, qtbot)
    assert desk.original.head.codes == codes
    assert sentence in desk.original.head.sentence
    assert desk.original.outline.lane.note == ""
    handle(desk, desk.original)


def test_which_channel_is_heard_is_said(desk: SoundDesk, files: Files, whole: MediaKey, qtbot: QtBot) -> None:
    opposite = files.add(OPENED["opposite channels"][0]())
    stereo = files.add(encoded(np.stack([voice(1.0), 0.5 * voice(1.0)], axis=1).astype(np.float32)))
    desk.show_pair(opposite, stereo)
    settle(desk, qtbot)
    said = [block.head._details.text() for block in (desk.original, desk.unlearned)]
    assert said == ["4.00 s · 16 kHz · left of 2 channels", "1.00 s · 16 kHz · mean of 2 channels"]


def test_what_is_too_short_to_be_measured_says_how_much_it_needs(
    desk: SoundDesk, files: Files, whole: MediaKey, qtbot: QtBot
) -> None:
    desk.show_pair(files.add(encoded(voice(0.03))), whole)
    settle(desk, qtbot)
    assert "pitch not measurable: needs 50 ms, the sound has 30 ms" in desk.original.spectrum.lane.note
    assert "intensity not measurable: needs 64 ms" in desk.original.intensity.lane.note


def test_a_silent_sound_has_no_voice_and_cannot_be_aligned(
    desk: SoundDesk, files: Files, whole: MediaKey, qtbot: QtBot
) -> None:
    desk.show_pair(whole, files.add(encoded(SILENCE)))
    settle(desk, qtbot)
    assert desk.unlearned.spectrum.lane.note == "no voice was found"
    desk.toggle_align()
    wait(qtbot, lambda: isinstance(desk._aligned, Unmeasured))
    assert desk.difference.semitones.lane.note.startswith("not alignable: the unlearned sound: ")
    assert not desk.unlearned.is_aligned


def test_a_side_without_a_sample_says_so(desk: SoundDesk, whole: MediaKey, qtbot: QtBot) -> None:
    desk.show_pair(None, whole)
    settle(desk, qtbot)
    assert desk.original.head.codes == ["NO SAMPLE"]
    assert desk.original.outline.lane.note == "✕ NO SAMPLE: the pair has none on this side"
    assert desk.view.length_s == 4.0
    desk.show_pair(None, None)
    assert desk.unlearned.head.codes == ["NO SAMPLE"]
    assert desk.view.length_s == 0.0
    handle(desk, desk.original)


def test_whoever_runs_through_pairs_sees_the_last_one(desk: SoundDesk, files: Files, qtbot: QtBot) -> None:
    keys = [files.add_sound(voice(0.6 + 0.1 * number)) for number in range(10)]
    for original, unlearned in zip(islice(keys, 0, None, 2), islice(keys, 1, None, 2), strict=True):
        desk.show_pair(original, unlearned)
    settle(desk, qtbot)
    drawn = desk.unlearned.outline._opened
    assert drawn is not None
    assert drawn.sound.duration_s == pytest.approx(1.5)
    assert desk.view.length_s == pytest.approx(1.5)


def test_fifty_openings_reuse_what_is_drawn_with(desk: SoundDesk, files: Files, qtbot: QtBot) -> None:
    keys = [files.add_sound(voice(0.3 + 0.001 * number)) for number in range(50)]

    def show(number: int) -> None:
        desk.show_pair(keys[number], keys[(number + 1) % len(keys)])
        wait(qtbot, lambda: all(block.answers.sound is not None for block in desk.blocks))

    def counted() -> tuple[int, int]:
        QApplication.sendPostedEvents(None, 52)  # what is to be deleted is
        items = sum(len(block.stack.sheet.scene.items()) for block in desk.blocks)
        return items, len(desk.findChildren(QObject))

    desk.set_settings(SoundSettings(floor_hz=75.0, ceiling_hz=300.0))  # so that the axes have the same labels
    for number in range(5):
        show(number)
    settle(desk, qtbot)
    before = counted()
    for number in range(5, 50):
        show(number)
    assert counted() == before
    assert desk.store.used_bytes < desk.store._budget
