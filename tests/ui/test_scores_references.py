"""What the scores room says of references: plots, numbers of comparisons, presets and their origin, freezing."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMessageBox
from pytestqt.qtbot import QtBot

from genmu_studio.cli import main
from genmu_studio.project import Project
from tests.core import world
from tests.ui.driving import Person
from tests.ui.keyboard import NONE, click, press
from tests.ui.scores_room import ALPHA, Room, make_imported, make_varied, open_project, printed, read_csv
from ui.main_window import MainWindow

FAKE = ("--evaluator", "fake_image")


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    room = open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))
    show(room)
    return room


def show(room: Room) -> None:
    """Turn to the references by a click."""
    tabs = room.page.side.tabBar()
    click(tabs, tabs.tabRect(2).center())
    room.rest()


def words(room: Room) -> str:
    part = room.page.references
    return "\n".join(each.text() for each in (part._facts, part._warning, part._state) if each.isVisible())


def calibrated(capfd: pytest.CaptureFixture[str], folder: Path, *options: str) -> dict[str, Any]:
    capfd.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", str(folder), *FAKE, "--json", *options])
    assert ended.value.code == 0
    said = json.loads(capfd.readouterr().out)
    assert isinstance(said, dict)
    return said


def items(box: QComboBox) -> list[str]:
    return [box.itemText(place) for place in range(box.count())]


# ---- numbers ----


def test_numbers_of_comparisons_and_what_they_do_not_support(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    said = calibrated(capfd, room.project.folder)
    shown = words(room)
    assert f"{said['mated']} mated comparisons and {said['non_mated']} non-mated ones, of 9 identities." in shown
    assert said["badge"] in shown
    missing = [preset for preset, point in said["fmr"].items() if not point["supported"]]
    assert missing
    assert all(f"FMR {preset}" in shown for preset in missing)
    assert all(said["fmr"][preset]["reason"] in room.page.references._warning.toolTip() for preset in missing)
    assert "Nothing is frozen: the published value stands in" in shown


def test_the_curves_are_those_of_the_comparisons(room: Room, tmp_path: Path) -> None:
    plots = room.page.room.plots
    assert plots is not None
    assert plots.calibration is not None
    compared = plots.calibration.comparisons
    head, rows = read_csv(room.save(room.page.references.rates, tmp_path, "csv"))
    assert head == ["rate", "threshold", "fraction"]
    assert len(rows) > 20
    for name, threshold, fraction in rows:
        limit = np.float32(threshold)
        share = np.mean(compared.non_mated >= limit) if name == "FMR" else np.mean(compared.mated < limit)
        assert fraction == repr(float(share))
    head, rows = read_csv(room.save(room.page.references.det, tmp_path, "csv"))
    assert head == ["threshold", "FMR, fraction", "FNMR, fraction"]
    for threshold, fmr, fnmr in rows:
        limit = np.float32(threshold)
        assert (fmr, fnmr) == (
            repr(float(np.mean(compared.non_mated >= limit))),
            repr(float(np.mean(compared.mated < limit))),
        )


def test_the_threshold_is_marked_in_both_and_moves_in_one(room: Room) -> None:
    det, rates = room.page.references.det, room.page.references.rates
    assert "at 0.500: FMR 0 %, FNMR 0 %" in det.legend.words
    room.drag(rates.chart, 0.2, 0.05)
    assert abs(room.threshold - 0.05) <= rates.chart.frame.x_per_pixel
    plots = room.page.room.plots
    assert plots is not None
    assert plots.calibration is not None
    fmr = float(np.mean(plots.calibration.comparisons.non_mated >= np.float32(room.threshold)))
    assert f"FMR {100 * fmr:.3g} %, FNMR 0 %" in det.legend.words
    (spot,) = det.chart._spots
    assert spot.tint == "what_if"
    room.type_threshold("0.05")
    press(rates.chart, Qt.Key.Key_Right)
    assert room.threshold == 0.06


def test_the_crosshair_reads_the_rates(room: Room) -> None:
    det, rates = room.page.references.det, room.page.references.rates
    text = rates.chart.crosshair.read(0.0, 50.0)
    plots = room.page.room.plots
    assert plots is not None
    assert plots.calibration is not None
    fmr = float(np.mean(plots.calibration.comparisons.non_mated >= np.float32(0)))
    assert text == f"threshold 0.000\nFMR {100 * fmr:.3g} %\nFNMR 0 %"
    assert "curve: FMR" in det.chart.crosshair.read(0.0, 0.0)


# ---- presets and freezing ----


def answer(room: Room, words: str) -> None:
    """Press the button and answer the question by a click."""
    click(room.page.references.freeze)
    boxes = [each for each in room.window.findChildren(QMessageBox) if each.isVisible()]
    (box,) = boxes
    assert "cannot be taken back" in box.informativeText()
    assert "under 30,000" in box.informativeText()
    click(next(each for each in box.buttons() if each.text() == words))


def test_before_one_is_frozen_there_is_the_fallback_with_its_origin(room: Room) -> None:
    presets = room.page.figures.presets
    assert items(presets) == ["fallback  0.5000  ·  protocol"]
    assert room.page.figures._origin.text() == "no published value: half of the range"
    assert presets.itemData(0, Qt.ItemDataRole.ToolTipRole)
    room.type_threshold("0.25")
    assert presets.currentIndex() == -1
    assert presets.placeholderText() == "by hand"
    assert room.page.figures._origin.text() == "chosen by hand"


def test_leaving_it_freezes_nothing(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    answer(room, "Leave it")
    room.rest()
    assert room.page.references.freeze.isEnabled()
    click(room.page.references.freeze)
    (box,) = [each for each in room.window.findChildren(QMessageBox) if each.isVisible()]
    press(box, Qt.Key.Key_Escape)
    room.wait(lambda: not box.isVisible())
    assert "Nothing is frozen" in words(room)
    assert items(room.page.figures.presets) == ["fallback  0.5000  ·  protocol"]


def test_a_frozen_calibration_gives_thresholds_with_its_digest(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    folder = room.project.folder
    said = calibrated(capfd, folder)
    answer(room, "Freeze")
    room.wait(lambda: "✓ Frozen on" in words(room))
    room.rest()
    assert said["digest"][:12] in words(room)
    assert not room.page.references.freeze.isEnabled()
    assert "calibrated once" in room.page.references.freeze.toolTip()
    assert any("The calibration is frozen" in notice.text for notice in room.window.notices.notices)

    presets = room.page.figures.presets
    supported = {"eer": said["eer"]["threshold"]}
    supported |= {f"fmr={x}": point["threshold"] for x, point in said["fmr"].items() if point["supported"]}
    assert len(supported) >= 3
    assert set(items(presets)) == {f"{name}  {value:.4f}" for name, value in supported.items()} | {
        "fallback  0.5000  ·  protocol"
    }
    for name, value in supported.items():
        room.choose(presets, f"{name}  {value:.4f}")
        room.rest()
        assert room.threshold == value
        assert said["digest"][:12] in room.page.figures._origin.text()
        numbers = printed(capfd, folder, ALPHA, "--threshold", name)
        assert numbers["lens"]["threshold"]["preset"] == name
        assert room.exact("ERB")[0] == repr(numbers["track_value"]["ERB"]["value"])
        assert not room.look.is_official
    room.choose(presets, "fallback  0.5000  ·  protocol")
    room.rest()
    assert room.window.context.view.threshold is None
    assert calibrated(capfd, folder)["frozen"] == said["digest"]
    assert said["frozen"] is None


def test_references_that_changed_since_are_told(room: Room, tmp_path: Path) -> None:
    answer(room, "Freeze")
    room.wait(lambda: "✓ Frozen on" in words(room))
    world.write_picture(tmp_path / "more" / "1" / "extra.png", "1", 3000)
    room.project.intake.references(tmp_path / "more")
    world.score_with_fake(room.project)
    room.wait(lambda: "the references have changed since" in words(room))
    room.rest()
    assert "official thresholds come from it" not in words(room)


def test_a_project_that_is_read_only_freezes_nothing(
    window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path
) -> None:
    folder = copytree(varied_folder, tmp_path / "varied.genmu")
    room = open_project(window, qtbot, folder)
    window.context.set_project(Project.open(folder, "read"))
    room.rest()
    show(room)
    assert not room.page.references.freeze.isEnabled()
    assert room.page.references.freeze.toolTip() == "The project is open read-only"


# ---- little to go by ----


def test_imported_results_bring_no_references_and_that_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    room = open_project(window, qtbot, make_imported(tmp_path, lambda sample, identity: 0.5))
    show(room)
    part = room.page.references
    assert words(room).startswith("Imported results bring no embeddings of references.")
    assert not part.freeze.isEnabled()
    assert part.det.chart.note == "No DET curve: imported results bring no embeddings of references."
    assert part.rates.chart.threshold is None
    assert [each.name for each in room.page.forget.chart.curves] == ["original", "unlearned"]
    room.type_threshold("0.4")
    press(part.rates.chart, Qt.Key.Key_Right)
    assert room.threshold == 0.4
    QTest.mousePress(part.det.chart, Qt.MouseButton.LeftButton, NONE, QPoint(40, 40))


def test_scores_that_are_all_equal_are_shown(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    room = open_project(window, qtbot, make_imported(tmp_path, lambda sample, identity: 0.5))
    numbers = printed(capfd, room.project.folder, "example-lab-face-r1", "--threshold", "0.5")
    room.type_threshold("0.5")
    room.rest()
    assert room.exact("ERB")[0] == repr(numbers["track_value"]["ERB"]["value"])
    assert len(room.page.flips.model) == 16
    assert room.page.forget.chart.shown_x[0] < 0.5 < room.page.forget.chart.shown_x[1]
    for name in ("matrix", "map", "references", "stability"):
        room.page.side.bring_to_front(name)
        room.rest()
        room.page.grab()
    room.type_threshold("-1")
    room.rest()
    room.type_threshold("1")
    room.rest()


@pytest.mark.parametrize(("each", "identities"), [(1, ("1", "2", "3", "4")), (2, ("1",))])
def test_few_references_are_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, each: int, identities: tuple[str, ...]
) -> None:
    protocol = world.one_group()
    world.write_references(tmp_path / "references", identities, each=each)
    with Project.create(tmp_path / "few.genmu", protocol) as project:
        project.intake.references(tmp_path / "references")
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        world.score_with_fake(project)
    room = open_project(window, qtbot, tmp_path / "few.genmu")
    show(room)
    part = room.page.references
    said = words(room)
    assert "▲" in said
    if each == 1:
        assert "0 mated comparisons" in said
        assert "no mated comparisons" in said
        assert "no mated comparisons" in part.det.chart.note
    else:
        assert "0 non-mated ones, of 1 identity." in said
        assert "no non-mated comparisons" in part.det.chart.note
    for name in ("matrix", "map", "stability"):
        room.page.side.bring_to_front(name)
        room.rest()
        room.page.grab()
    person = Person(window, qtbot)
    assert person.named("At the threshold", room.page).isVisible()
