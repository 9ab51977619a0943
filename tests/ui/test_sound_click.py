"""Two million samples with one click: at every zoom the curve that is drawn reaches it, and pixels show it."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.sounds.opening import Sound
from genmu_studio.sounds.peaks import peaks_of
from ui.models.sound_store import Opened
from ui.models.sound_view import SoundView
from ui.theme import color, current
from ui.widgets.sound.lane_stack import LaneStack
from ui.widgets.sound.outline_lane import OutlineLane

RATE, FRAMES = 48_000, 2_000_000
CLICK_S = 25.72
CLICK = round(CLICK_S * RATE)


@pytest.fixture(scope="module")
def opened() -> Opened:
    mono = np.zeros(FRAMES, np.float32)
    mono[CLICK] = 0.9
    sound = Sound(mono[:, np.newaxis], mono, "mono", RATE, "wav", 0.9, 0.0, (), ())
    return Opened(sound, peaks_of(mono))


@pytest.fixture
def lane(qtbot: QtBot, dressed: QApplication, opened: Opened) -> OutlineLane:
    view = SoundView()
    stack = LaneStack(view)
    qtbot.addWidget(stack)
    made = OutlineLane(stack, "original", 1.0)
    stack.resize(700, 160)
    stack.show()
    qtbot.waitExposed(stack)
    view.set_length(opened.sound.duration_s, RATE)
    made.show_sound(opened, "")
    made.set_limits(1.0)
    return made


def test_zoomed_out_the_curve_reaches_the_click(lane: OutlineLane) -> None:
    assert len(lane.outline.high) < 1000
    assert lane.outline.high.max() == np.float32(0.9)
    assert lane.outline.low.min() == 0
    assert int(lane.outline.high.argmax()) == CLICK * len(lane.outline.high) // FRAMES


def test_zoomed_out_its_pixels_are_painted(lane: OutlineLane) -> None:
    image = lane._stack.grab().toImage()
    ratio, blue = image.devicePixelRatio(), color(current().original).rgb()
    rect = lane.lane.rect
    x = round(lane.lane.x_of(CLICK_S) * ratio)
    row = round((rect.center().y() - 0.8 * rect.height() / 2) * ratio)  # high up, where nothing else reaches
    painted = [column for column in range(image.width()) if image.pixel(column, row) == blue]
    assert len(painted) == 1
    assert abs(painted[0] - x) <= 1


@pytest.mark.parametrize("steps", range(0, 60, 4))
def test_at_every_zoom_the_curve_reaches_it(lane: OutlineLane, steps: int) -> None:
    view = lane._stack.view
    view.zoom(steps, CLICK_S)
    assert view.shown.start_s < CLICK_S < view.shown.end_s
    assert lane.outline.high.max() == np.float32(0.9)


def test_wherever_one_pans_it_is_seen_as_long_as_it_is_shown(lane: OutlineLane) -> None:
    view = lane._stack.view
    view.zoom(20, CLICK_S)
    view.pan_steps(-20)
    seen = []
    for _ in range(60):
        view.pan_steps(0.73)
        is_shown = view.shown.start_s <= CLICK_S < view.shown.end_s
        if is_shown or view.shown.end_s < CLICK_S - 0.01 or view.shown.start_s > CLICK_S + 0.01:
            assert (lane.outline.high.max() > 0.5) == is_shown
            seen.append(is_shown)
    assert any(seen)
    assert not all(seen)
