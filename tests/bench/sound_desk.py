"""Two sounds of two million samples on the real listening desk, in a process of its own: opened, zoomed, panned."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import pyqtgraph as pg
import soundfile
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from genmu_studio.media_keys import MediaKey
from genmu_studio.settings import Settings
from scoring.digests import bytes_sha256
from scoring.errors import BugError
from scoring.types import FloatArray, Media
from tests.bench.harness import Figure, benchmark, say
from tests.ui.sound_world import CTRL, at, is_measured, mouse, turn
from ui import theme
from ui.actions import ACTIONS, Actions
from ui.models.sound_store import SoundStore
from ui.widgets.sound.desk import SoundDesk

RATE, FRAMES = 48_000, 2_000_000
SIZE = (1000, 700)
OPENED, DRAGS, WHEELS, BARE = 5, 400, 200, 20
_NOTCHES = 20  # in and out again
_LONGEST_S = 60.0


@benchmark("audio_open_2m_ms", unit="ms", better="lower", goal=1000)
def opening() -> Figure:
    """From asking for a pair of two million samples a side to the painting of both curves: the longest of five pairs.

    Nothing is known of any file, nothing kept on disk, and no worker has started before the first one. Baseline: the
    same two files decoded by soundfile, and their lowest and highest value in each of 1,000 columns; the longest.
    """
    found = _found()
    return Figure(found["open_ms"], found["decode_ms"], OPENED)


# A screen shows 60 frames a second.
@benchmark("audio_pan_p95_ms", unit="ms", better="lower", goal=16)
def panning() -> Figure:
    """Work from a mouse event to the end of all that it causes, painting included, 95th percentile.

    The desk shows waveform, spectrogram and pitch of both sounds. It is dragged 400 times at several zooms, and zoomed
    by a notch of the wheel, in and out, 200 times. Baseline: both waveforms alone as pyqtgraph draws them, with peaks
    and clipped to the view, moved 20 times.
    """
    found = _found()
    return Figure(found["p95_ms"], found["bare_p95_ms"], int(found["n"]))


@cache
def _found() -> dict[str, float]:
    program = [sys.executable, "-m", "tests.bench.sound_desk"]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the desk ended with {done.returncode}")
    found: dict[str, float] = json.loads(done.stdout)
    say(f"  {found}")
    return found


def made_sound(seed: int) -> FloatArray:
    """Return a buzz in syllables with noise, and a click at 25.72 s."""
    chance = np.random.default_rng(seed)
    time_s = np.arange(FRAMES) / RATE
    phase = 2 * np.pi * np.cumsum(120 + 20 * np.sin(2 * np.pi * 0.7 * time_s)) / RATE
    buzz = np.sum([np.sin(each * phase) / each for each in range(1, 12)], axis=0)
    sound = (0.12 * buzz + 0.01 * chance.standard_normal(FRAMES)) * (0.5 + 0.5 * np.sin(2 * np.pi * 3 * time_s))
    sound[round(25.72 * RATE)] = 0.95
    made: FloatArray = sound.astype(np.float32)
    return made


def main() -> None:
    """Print what was measured as one line of JSON."""
    application = QApplication([])
    theme.load_font()
    theme.apply(application, "dark")
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        media = {}
        for number in range(2 * OPENED):
            path = folder / f"{number}.wav"
            soundfile.write(path, made_sound(number), RATE, subtype="PCM_16")
            media[MediaKey("sample", number)] = Media(str(path), "audio", bytes_sha256(path.read_bytes()))
        store = SoundStore()
        store.look_at(lambda keys: {key: media[key] for key in keys}, folder / "project")
        desk = SoundDesk(Actions(ACTIONS, Settings(folder / "settings.json")), store)
        desk.resize(*SIZE)
        desk.show()
        QTest.qWaitForWindowExposed(desk)
        keys = list(media)
        decoded, opened = [], []
        for original, unlearned in zip(keys[::2], keys[1::2], strict=True):
            opened.append(_opening(desk, original, unlearned))
            decoded.append(_decoding(media[original], media[unlearned]))
        _until(lambda: all(is_measured(block) for block in desk.blocks) and not store.is_busy)
        frames = 1000 * np.array(_frames_of(desk))
        desk.close()
        store.close()
    bare = 1000 * np.array(_frames_of_pyqtgraph())
    found = {
        "open_ms": 1000 * max(opened), "decode_ms": 1000 * max(decoded), "p95_ms": float(np.percentile(frames, 95)),
        "median_ms": float(np.median(frames)), "longest_ms": float(frames.max()), "n": len(frames),
        "bare_p95_ms": float(np.percentile(bare, 95)),
    }  # fmt: skip
    sys.stdout.write(json.dumps(found) + "\n")


def _opening(desk: SoundDesk, original: MediaKey, unlearned: MediaKey) -> float:
    began = perf_counter()
    desk.show_pair(original, unlearned)
    _until(lambda: all(len(block.outline.outline.high) > 0 for block in desk.blocks))
    QApplication.processEvents()  # which paints
    return perf_counter() - began


def _decoding(*media: Media) -> float:
    began = perf_counter()
    for each in media:
        values, _ = soundfile.read(each.path, dtype="float32")
        columns = values[: FRAMES // 1000 * 1000].reshape(1000, -1)
        columns.min(axis=1)
        columns.max(axis=1)
    return perf_counter() - began


def _until(holds: Callable[[], bool]) -> None:
    began = perf_counter()
    while not holds():
        QApplication.processEvents()
        if perf_counter() - began > _LONGEST_S:
            raise BugError("what was waited for did not come")


def _frames_of(desk: SoundDesk) -> list[float]:
    lane, viewport = desk.original.spectrum.lane, desk.original.stack.viewport
    took = []
    middle, none = Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier
    for zoom in (3, 5, 8, 12):
        desk.view.zoom(zoom, 25.72)
        QApplication.processEvents()
        mouse(viewport, QEvent.Type.MouseButtonPress, at(lane, 25.72), middle, none)
        for number in range(DRAGS // 4):
            where = at(lane, 25.72) + QPointF(200 * np.sin(2 * np.pi * number / 100), 0)
            took.append(_work(partial(mouse, viewport, QEvent.Type.MouseMove, where, middle, none)))
        mouse(viewport, QEvent.Type.MouseButtonRelease, at(lane, 25.72), middle, none)
        desk.view.show_all()
    for number in range(WHEELS):
        notches = 1 if number // _NOTCHES % 2 == 0 else -1
        where = at(lane, 25.72)
        took.append(_work(partial(turn, viewport, where, notches, CTRL)))
    return took


def _frames_of_pyqtgraph() -> list[float]:
    plots = []
    whole = QWidget()
    whole.resize(*SIZE)
    for number in range(2):
        plot = pg.PlotWidget(whole, enableMenu=False)
        plot.setGeometry(0, number * SIZE[1] // 2, SIZE[0], SIZE[1] // 2)
        item = plot.plot(np.arange(FRAMES) / RATE, made_sound(number))
        item.setDownsampling(auto=True, method="peak")
        item.setClipToView(True)
        plots.append(plot)
    whole.show()
    QTest.qWaitForWindowExposed(whole)
    took = []
    for number in range(BARE):
        start_s = 5 + 2 * np.sin(2 * np.pi * number / BARE)
        took.append(_work(partial(_move, plots, start_s)))
    whole.close()
    return took


def _move(plots: Sequence[pg.PlotWidget], start_s: float) -> None:
    for plot in plots:
        plot.setXRange(start_s, start_s + 30, padding=0)


def _work(do: Callable[[], object]) -> float:
    began = perf_counter()
    do()
    QApplication.processEvents()
    return perf_counter() - began


if __name__ == "__main__":
    main()
