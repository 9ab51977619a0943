"""A stage to judge at: entries of files whose names would tell, real keys, a sound system of the test's choice."""

from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.queue import QueueEntry
from genmu_studio.settings import Settings
from scoring.types import FloatArray, Media
from tests.core.playback.made import tone
from tests.core.playback.test_output import Stream
from tests.scoring.media.builders import encode_image, encode_sound
from tests.ui.playing_world import RATE, System
from tests.ui.sound_world import wait
from ui.action_rows.label import LABEL
from ui.actions import Actions
from ui.keys import KeyRouter
from ui.widgets.label.stage import ItemStage

# What no string of the window may hold: team, side, role and identity, as paths of a submission do.
SENTINELS = ("secret-team", "unlearned", "original", "forget", "identity-4711", ".png", ".wav", "16000", "22050")
RED, BLUE, GREEN = (192, 32, 32), (32, 32, 192), (32, 160, 32)
Colour = tuple[int, int, int]


class Entries:
    """Makes files in `folder`, and entries of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "secret-team" / "unlearned" / "forget" / "identity-4711"
        self._folder.mkdir(parents=True)
        self._count = 0

    def file(self, data: bytes, kind: str) -> Media:
        self._count += 1
        path = self._folder / f"original-{self._count}.{'png' if kind == 'image' else 'wav'}"
        path.write_bytes(data)
        return Media(str(path), "image" if kind == "image" else "audio")

    def plain(self, colour: Colour, width: int = 100, height: int = 100) -> Media:
        return self.file(encode_image(Image.new("RGB", (width, height), colour), "PNG"), "image")

    def picture(self, pixels: "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]") -> Media:
        return self.file(encode_image(Image.fromarray(pixels), "PNG"), "image")

    def sound(self, values: FloatArray, rate: int = RATE) -> Media:
        return self.file(encode_sound(values, rate=rate, subtype="FLOAT"), "audio")

    def tone(self, hz: float, seconds: float, rate: int = RATE) -> Media:
        return self.sound(tone(hz, seconds, 0.3, rate), rate)

    def damaged(self, kind: str = "image") -> Media:
        whole = encode_image(Image.effect_noise((64, 64), 60), "PNG")
        return self.file(whole[: len(whole) // 2] if kind == "image" else b"RIFF\0\0\0\0WAVE", kind)

    def entry(self, *media: Media) -> QueueEntry:
        self._count += 1
        return QueueEntry(f"{self._count:020x}", self._count, media)


class Desk(QWidget):
    """A window with the stage, and the keys as the desk wires them."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.actions_table = actions = Actions(LABEL, settings, self)
        self.stage = ItemStage(actions, settings)
        self.told: list[str] = []
        self.stage.changed.connect(lambda: self.told.append(self.stage.why_not_yet()))
        QVBoxLayout(self).addWidget(self.stage)
        for row in LABEL:
            actions.on(row.name, partial(self.do, row.name))

        def act_on(keys: str) -> bool:
            name = actions.named_by(keys, "label")
            return name is not None and self.do(name)

        KeyRouter(self, act_on)

    def do(self, name: str) -> bool:
        return self.stage.silence() if name == "label_leave" else self.stage.act(name)


def show(desk: Desk, entry: QueueEntry, qtbot: QtBot, *, must_play: bool = False) -> None:
    """Show an entry and wait until it is to be seen, and its sounds are ready to be heard."""
    desk.stage.show_entry(entry, must_play)
    wait(qtbot, lambda: "Wait" not in desk.stage.why_not_yet())
    if desk.stage.sounds is not None and entry.media[0].kind == "audio":
        playing = desk.stage.sounds.player.playing
        wait(qtbot, lambda: not playing.is_preparing and not playing.speaker.is_busy)


def sounding(desk: Desk, qtbot: QtBot, system: System) -> Stream:
    """Wait until the device draws; return its stream, which the test moves."""
    sounds = desk.stage.sounds
    assert sounds is not None
    wait(qtbot, lambda: system.is_drawing and sounds.player.playing.player.playing)
    return system.stream


def strings(root: QWidget) -> list[str]:
    """Return every string that can be got from a window: what is seen, told, hovered, named, or asked by a program."""
    found = [root.windowTitle()]
    for each in (root, *root.findChildren(QObject)):
        found.append(each.objectName())
        names = [bytes(name.data()).decode() for name in each.dynamicPropertyNames()]
        found += [str(each.property(name)) for name in names if not name.startswith("_")]  # those are Qt's own
        if isinstance(each, QWidget):
            found += [each.toolTip(), each.statusTip(), each.whatsThis()]
            found += [each.accessibleName(), each.accessibleDescription()]
        if isinstance(each, QAction):
            found += [each.text(), each.iconText(), each.toolTip(), each.statusTip()]
        if isinstance(each, QLabel | QAbstractButton):
            found.append(each.text())
    return [each for each in found if each]
