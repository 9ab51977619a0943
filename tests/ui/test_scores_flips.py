"""Samples that flip near the threshold: which, in which order, what each does to ERB, and going through them."""

import re
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from scoring.frame import GroupFrame, Side, Status
from tests.ui.driving import Person
from tests.ui.keyboard import SHIFT, click, press
from tests.ui.scores_room import ALPHA, ONE, Room, make_varied, open_project, printed
from ui.main_window import MainWindow
from ui.views.review import ReviewView

WORDS = re.compile(
    r"(?P<identity>\w+), seed (?P<seed>\d) · (?P<condition>c\d): similarity (?P<similarity>−?\d\.\d{3}), "
    r"(?P<verifies>verifies|does not); ERB (?P<alone>[\d.]+|–) if it flips alone, "
    r"(?P<moved>[\d.]+|–) with the threshold moved past it"
)
AT = 0.2


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    room = open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))
    room.type_threshold(repr(AT))
    room.page.forget.chart.setFocus()
    room.rest()
    return room


def rows(room: Room) -> list[dict[str, str]]:
    """Return what the list says, row by row."""
    model = room.page.flips.model
    found = [WORDS.fullmatch(str(model.index(row, 0).data())) for row in range(len(model))]
    assert all(found), [model.index(row, 0).data() for row in range(len(model))]
    return [each.groupdict() for each in found if each is not None]


def samples(room: Room) -> list[int]:
    model = room.page.flips.model
    return [model.sample_at(row) for row in range(len(model))]


# ---- slowly ----


def near(room: Room, delta: float, group: str | None = None) -> list[int]:
    """Return the unlearned samples that verify at the threshold less `delta` but not at that and `delta`."""
    threshold = room.threshold
    found: list[tuple[float, int, int]] = []
    for frame in room.look.frames:
        for row in range(len(frame)):
            own = frame.own[row]
            if frame.side[row] != Side.UNLEARNED or np.isnan(own) or group not in (None, frame.group):
                continue
            if own >= np.float32(threshold - delta) and not own >= np.float32(threshold + delta):
                found.append((float(abs(own - np.float32(threshold))), len(found), int(frame.sample_id[row])))
    return [sample for *_, sample in sorted(found)]


def erb_if_alone(room: Room, sample: int) -> tuple[dict[str, float], float]:
    """Return ERB of each group and of the track, with the decision on one sample turned round: counted one by one."""
    found = {frame.group: _erb(frame, room.threshold, sample) for frame in room.look.frames}
    return found, sum(found.values()) / len(found)


def _erb(frame: GroupFrame, threshold: float, sample: int) -> float:
    n, verified = [0, 0], [0, 0]
    for row in range(len(frame)):
        if frame.side[row] == Side.UNLEARNED:
            role = int(frame.identity[row] > 0)
            is_verified = frame.status[row] == Status.SCORED and frame.own[row] >= np.float32(threshold)
            n[role] += 1
            verified[role] += is_verified != (int(frame.sample_id[row]) == sample)
    ea, ra = 1 - verified[0] / n[0], verified[1] / n[1]
    return 100 * 2 * ea * ra / (ea + ra)


# ---- what is listed ----


@pytest.mark.parametrize("group", [None, ONE])
def test_what_each_does_to_erb(room: Room, capfd: pytest.CaptureFixture[str], group: str | None) -> None:
    if group is not None:
        room.choose_group(group)
    room.type_zone("0.06")
    room.rest()
    said = rows(room)
    assert samples(room) == near(room, 0.06, group)
    assert len(said) >= 4
    assert {each["verifies"] for each in said} == {"verifies", "does not"}
    distances = [round(abs(float(each["similarity"].replace("−", "-")) - AT), 9) for each in said]
    assert distances == sorted(distances)
    flips = [room.page.flips.model.row(row).flip for row in range(len(said))]
    for flip, each in zip(flips, said, strict=True):
        by_group, track = erb_if_alone(room, flip.sample)
        alone = track if group is None else by_group[group]
        assert each["alone"] == f"{alone:.2f}"
        # Just past it: at its similarity it verifies, at the next float32 it does not.
        past = float(np.nextafter(np.float32(flip.similarity), np.float32(2))) if flip.verifies else flip.similarity
        numbers = printed(capfd, room.project.folder, ALPHA, "--threshold", repr(past))
        (of_group,) = (every for every in numbers["groups"] if every["group"] == flip.group)
        value = numbers["track_value"]["ERB"] if group is None else of_group["unlearned"]["ERB"]
        assert each["moved"] == f"{value['value']:.2f}"
        assert flip.moved[0 if group else 1] == value["value"]


def test_the_title_counts_and_the_list_follows_the_zone(room: Room) -> None:
    flips, zone = room.page.flips, room.page.figures.delta
    for text, delta in (("0.1", 0.1), ("0,03", 0.03), ("0.005", 0.005)):
        room.type_zone(text)
        assert samples(room) == near(room, delta)
        n = len(samples(room))
        few = {0: "Nothing flips", 1: "This one flips"}
        assert flips._title.text() == f"{few.get(n, f'These {n} flip')} within ± {delta:g}"
        assert room.page.forget.chart.threshold is not None
        assert room.page.forget.chart.threshold.delta == delta
    press(zone, Qt.Key.Key_Up)
    assert zone.value == 0.01
    assert samples(room) == near(room, 0.01)


def test_where_nothing_flips_that_is_said_with_what_to_do(room: Room) -> None:
    flips = room.page.flips
    assert flips.list.isVisible()
    room.type_threshold("0.9")
    room.rest()
    assert len(flips.model) == 0
    assert not flips.list.isVisible()
    assert flips._note.isVisible()
    assert "Widen the zone" in flips._note.text()
    assert not room.page.act("next_flip")
    room.page.forget.chart.setFocus()
    room.key(Qt.Key.Key_N)  # and nothing breaks
    room.type_threshold("0.2")
    assert flips.list.isVisible()


def test_while_the_threshold_moves_no_zone_of_before_is_offered(room: Room) -> None:
    flips = room.page.flips
    room.page.forget.chart.setFocus()
    room.key(*[Qt.Key.Key_Period] * 25)
    assert room.threshold == 0.45
    assert flips._note.isVisible()
    assert "Widen the zone" in flips._note.text()
    assert not flips.widen.isVisible()
    room.rest()
    assert flips.widen.isVisible()
    room.key(Qt.Key.Key_Period)
    assert not flips.widen.isVisible()
    room.rest()
    nearest = min(abs(each - 0.46) for each in room.own_similarities())
    assert 0 <= float(flips.widen.text().removeprefix("Widen to ± ")) - nearest <= 0.0011


def test_a_zone_of_nothing_and_one_of_everything(room: Room) -> None:
    room.type_zone("0")
    assert samples(room) == near(room, 0.0) == []
    room.type_zone("7")  # no more than half
    assert room.page.figures.delta.value == 0.5
    assert samples(room) == near(room, 0.5)
    room.rest()
    assert len(rows(room)) == len(near(room, 0.5))


# ---- going through them ----


def test_n_goes_on_and_shift_n_back_round_and_round(room: Room) -> None:
    room.type_zone("0.06")
    room.page.forget.chart.setFocus()
    room.rest()
    order, flips = samples(room), room.page.flips

    def current() -> int:
        return flips.model.sample_at(flips.list.currentIndex().row())

    room.key(Qt.Key.Key_N)
    assert current() == order[0]
    room.key(Qt.Key.Key_N, Qt.Key.Key_N)
    assert current() == order[2]
    room.key(Qt.Key.Key_N, modifiers=SHIFT)
    assert current() == order[1]
    room.key(*[Qt.Key.Key_N] * (len(order) - 1))
    assert current() == order[0]
    room.key(Qt.Key.Key_N, modifiers=SHIFT)
    assert current() == order[-1]
    assert flips.list.viewport().rect().contains(flips.list.visualRect(flips.list.currentIndex()).center())
    person = Person(room.window, room.qtbot)
    click(person.named("Next flip", flips))
    assert current() == order[0]
    click(person.named("Previous flip", flips))
    assert current() == order[-1]


def test_the_one_somebody_is_at_stays_while_the_threshold_moves(room: Room) -> None:
    room.type_zone("0.1")
    room.page.forget.chart.setFocus()
    room.rest()
    flips = room.page.flips
    room.key(Qt.Key.Key_N, Qt.Key.Key_N)
    chosen = flips.model.sample_at(flips.list.currentIndex().row())
    for _ in range(4):
        room.key(Qt.Key.Key_Period, modifiers=SHIFT)
        assert flips.model.sample_at(flips.list.currentIndex().row()) == chosen
        assert samples(room) == near(room, 0.1)
    room.rest()
    assert flips.model.sample_at(flips.list.currentIndex().row()) == chosen
    assert all(each["alone"] != "" for each in rows(room))


def test_enter_and_a_double_click_open_the_pair(room: Room) -> None:
    room.type_zone("0.06")
    room.rest()
    flips = room.page.flips
    order = samples(room)
    flips.list.setFocus()  # at the first
    room.key(Qt.Key.Key_Down, Qt.Key.Key_Return)
    check_open(room, order[1])
    room.window.show_view("scores")
    room.rest()
    index = flips.model.index(0)
    flips.list.scrollTo(index)
    at = flips.list.visualRect(index).center()
    click(flips.list.viewport(), at)
    QTest.mouseDClick(flips.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    check_open(room, order[0])


def check_open(room: Room, sample: int) -> None:
    page = room.window.page
    assert isinstance(page, ReviewView)
    room.wait(lambda: page.is_large and page.pair.isVisible() and unlearned(page) == sample)


def unlearned(page: ReviewView) -> int | None:
    """Return the unlearned sample of the pair that is looked at."""
    row, table = page.active_row, page.table
    return None if row is None or table is None else int(table.unlearned[row])


def test_rows_are_painted_with_both_pictures(room: Room) -> None:
    room.type_zone("0.06")
    room.rest()
    flips = room.page.flips
    flip = flips.model.row(0).flip
    assert flip.original is not None
    sides = (flip.sample, flip.original)
    room.wait(lambda: all(room.page._see(each) is not None for each in sides))
    QApplication.processEvents()
    image = flips.list.viewport().grab().toImage()
    colours = {image.pixel(x, y) for x in range(80) for y in range(44)}
    assert len(colours) > 3


def test_the_zone_is_widened_to_the_nearest_by_a_click(room: Room) -> None:
    room.type_threshold("0.9")
    room.page.forget.chart.setFocus()
    room.rest()
    flips = room.page.flips
    nearest = min(abs(each - 0.9) for each in room.own_similarities())
    delta = float(flips.widen.text().removeprefix("Widen to ± "))
    assert 0 <= delta - nearest <= 0.0011
    click(flips.widen)
    assert room.page.figures.delta.value == delta
    assert flips.list.isVisible()
    assert samples(room) == near(room, delta)
    room.rest()
    room.choose_group(ONE)
    room.type_threshold("-1")
    room.type_zone("0.001")
    room.rest()
    assert not flips.widen.isVisible()
    assert "would flip" in flips._note.text()
