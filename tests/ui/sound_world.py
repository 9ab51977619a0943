"""Sounds to listen to without any project: files in a folder, a store that finds them, hands at the panes."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from scoring.types import FloatArray, Media
from tests.scoring.media.builders import encode_sound
from ui.models.sound_store import SoundStore
from ui.widgets.sound.block import SoundBlock
from ui.widgets.sound.desk import SoundDesk
from ui.widgets.sound.lane import Lane
from ui.widgets.sound.lane_stack import LaneStack

RATE = 16_000
WAIT_MS = 60_000  # a worker process has to start

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class Files:
    """Media by key; each file that is written gets the next id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._media: dict[MediaKey, Media] = {}

    def add(self, data: bytes, name: str = "sound.wav", kind: str = "sample") -> MediaKey:
        key = MediaKey("reference" if kind == "reference" else "sample", len(self._media) + 1)
        path = self._folder / f"{key.id}-{name}"
        path.write_bytes(data)
        self._media[key] = Media(str(path), "audio")
        return key

    def add_sound(self, values: FloatArray, rate: int = RATE, kind: str = "sample") -> MediaKey:
        return self.add(encode_sound(values, rate=rate, subtype="FLOAT"), kind=kind)

    def path_of(self, key: MediaKey) -> str:
        return self._media[key].path

    def find(self, keys: Sequence[MediaKey]) -> dict[MediaKey, Media]:
        return {key: self._media[key] for key in keys if key in self._media}


def store_of(files: Files) -> SoundStore:
    """Return a store of these files whose worker has started."""
    made = SoundStore()
    made.look_at(files.find, None)
    made.start()
    return made


def buzz(f0_hz: float, duration_s: float, amplitude: float = 0.3, rate: int = RATE) -> FloatArray:
    """Return a voice-like tone."""
    time_s = np.arange(round(duration_s * rate)) / rate
    tone = np.sum([np.sin(2 * np.pi * f0_hz * each * time_s) / each for each in range(1, 11)], axis=0)
    scaled: FloatArray = (amplitude * tone / np.abs(tone).max()).astype(np.float32)
    return scaled


def wait(qtbot: QtBot, until: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)


def is_measured(block: SoundBlock) -> bool:
    """Whether everything of a sound has been answered."""
    answers = block.answers
    has_opened = answers.opened is not None
    measured = (answers.whole, answers.pitch, answers.intensity)
    return has_opened and (answers.sound is None or all(each is not None for each in measured))


def settle(desk: SoundDesk, qtbot: QtBot) -> None:
    """Wait until both sounds, and a reference where one is shown, have been answered."""
    wait(qtbot, lambda: all(is_measured(block) for block in desk.blocks) and not desk.store.is_busy)


# ---- hands ----


def at(lane: Lane, time_s: float) -> QPointF:
    """Return the place of a moment of the lane's own time, half way up."""
    return QPointF(lane.x_of(time_s), lane.rect.center().y())


def mouse(
    widget: QWidget, kind: QEvent.Type, where: QPointF, button: Qt.MouseButton, mods: Qt.KeyboardModifier
) -> None:
    is_move, is_release = kind == QEvent.Type.MouseMove, kind == QEvent.Type.MouseButtonRelease
    one = Qt.MouseButton.NoButton if is_move else button
    held = Qt.MouseButton.NoButton if is_release else button
    QApplication.sendEvent(widget, QMouseEvent(kind, where, widget.mapToGlobal(where), one, held, mods))


def drag(
    widget: QWidget,
    start: QPointF,
    end: QPointF,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
    mods: Qt.KeyboardModifier = NONE,
) -> None:
    mouse(widget, QEvent.Type.MouseButtonPress, start, button, mods)
    for share in (0.25, 0.5, 0.75, 1.0):
        mouse(widget, QEvent.Type.MouseMove, start + (end - start) * share, button, mods)
    mouse(widget, QEvent.Type.MouseButtonRelease, end, button, mods)


def click_at(stack: LaneStack, where: QPointF, mods: Qt.KeyboardModifier = NONE) -> None:
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(stack.viewport, kind, where, Qt.MouseButton.LeftButton, mods)


def turn(widget: QWidget, where: QPointF, notches: float, mods: Qt.KeyboardModifier = NONE) -> None:
    """Turn the wheel above a place."""
    event = QWheelEvent(
        where, widget.mapToGlobal(where), QPoint(), QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton, mods,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
