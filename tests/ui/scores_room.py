"""Hands and eyes at the scores room: it is waited for, read to the last digit, dragged and stepped as by a person."""

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from genmu_studio.cli import main
from genmu_studio.look import Look
from genmu_studio.project import Project
from scoring.frame import Side
from tests.core import world
from tests.core.scores.conftest import COHORT, drawn
from tests.ui.driving import Person
from tests.ui.keyboard import CTRL, NONE, click
from tests.ui.keyboard import press as press_at
from ui.main_window import MainWindow
from ui.views.scores import ScoresView
from ui.widgets.chart import Chart
from ui.widgets.chart_card import ChartCard
from ui.widgets.figure import Figure

ALPHA, BETA = "alpha-face-r1", "beta-face-r1"
ONE, TWO = world.ONE.name, world.TWO.name
WAIT_MS = 30_000


# ---- projects ----


def make_varied(folder: Path) -> Path:
    """Return the folder of a closed project whose two entries, Alpha and Beta, show whom they should, others or nobody.

    Each identity has 5 conditions with 2 seeds, enough for the bootstrap; references are those of the protocol and of
    a cohort.
    """
    protocol = world.two_groups()
    world.write_references(folder / "references", [*protocol.identities_of("face"), *COHORT], each=4)
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references", cohort=len(COHORT))
        for seed, team in enumerate(("Alpha", "Beta")):
            world.take_in(project, world.write_submission(folder / team, drawn(protocol, seed), team=team), team=team)
        world.score_with_fake(project)
    return folder / "project.genmu"


def make_imported(folder: Path, similarity: Callable[[world.Sample, str], float | None]) -> Path:
    """Return the folder of a closed project of one group, whose results were computed elsewhere.

    similarity : of a sample and an identity's template, None for a failure; no reference has been taken in.
    """
    folder.mkdir(exist_ok=True)
    protocol = world.one_group()
    samples = world.grid(protocol, conditions=2, seeds=2)
    lines = ["path,identity,similarity,status"]
    for sample in samples:
        for identity in (world.ONE.forget, *world.ONE.retain):
            value = similarity(sample, identity)
            lines.append(
                f"{sample.path},{identity},{'' if value is None else value},{'NO_FACE' if value is None else ''}"
            )
    with Project.create(folder / "project.genmu", protocol) as project:
        world.take_in(project, world.write_submission(folder / "entry", samples), team="Example Lab")
        (folder / "theirs.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        project.intake.results(folder / "theirs.csv", project.submissions()[0], "theirs")
    return folder / "project.genmu"


# ---- the command line ----


def printed(capfd: pytest.CaptureFixture[str], folder: Path, submission: str, *lens: str) -> dict[str, Any]:
    """Return what `genmu metrics --json` says of a submission."""
    capfd.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["metrics", str(folder), "--submission", submission, "--json", *lens])
    assert ended.value.code == 0
    (numbers,) = json.loads(capfd.readouterr().out)["submissions"]
    assert isinstance(numbers, dict)
    return numbers


# ---- the room ----


@dataclass
class Room:
    """The window with the scores room in front."""

    window: MainWindow
    qtbot: QtBot

    @property
    def page(self) -> ScoresView:
        page = self.window.page
        assert isinstance(page, ScoresView)
        return page

    @property
    def look(self) -> Look:
        look = self.window.context.current_look()
        assert look is not None
        return look

    @property
    def project(self) -> Project:
        project = self.window.context.project
        assert project is not None
        return project

    @property
    def threshold(self) -> float:
        return self.look.own_lens.threshold.value

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)

    @property
    def is_shown(self) -> bool:
        return self.page.figures.isVisible()

    @property
    def is_at_rest(self) -> bool:
        """Whether the plots are there and everything that was asked for has come."""
        context, page = self.window.context, self.page
        return (
            self.is_shown
            and not (context.is_moving or context.is_busy or page.room.is_busy)
            and page.room.band.is_complete
            and not page.figures.erb.interval.is_dimmed
        )

    def rest(self) -> None:
        self.wait(lambda: self.is_at_rest)

    # ---- hands ----

    def key(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            press_at(QApplication.focusWidget() or self.page, key, modifiers)

    def drag(self, chart: Chart, *values: float) -> None:
        """Take the line of a plot and lead it through these thresholds; each is shown before the next."""
        mark = chart.threshold
        assert mark is not None
        y = round(chart.frame.area.center().y())

        def at(value: float) -> QPoint:
            return QPoint(round(chart.frame.x_px(value)), y)

        QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(mark.value))
        for value in values:
            before = self.threshold
            QTest.mouseMove(chart, at(value))
            self.wait(partial(self._has_left, before))
        QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(values[-1]))

    def _has_left(self, threshold: float) -> bool:
        return self.threshold != threshold

    def type_threshold(self, text: str) -> None:
        """Type a threshold in place of the one that the field shows."""
        write(self.page.figures.threshold, text)
        press_at(self.page.figures.threshold, Qt.Key.Key_Return)

    def type_zone(self, text: str) -> None:
        write(self.page.figures.delta, text)
        press_at(self.page.figures.delta, Qt.Key.Key_Return)

    def choose(self, box: QComboBox, text: str) -> None:
        Person(self.window, self.qtbot).choose(box, text)

    def choose_group(self, name: str) -> None:
        click(Person(self.window, self.qtbot).named(name, self.page.selection))

    def save(self, card: ChartCard, folder: Path, kind: str) -> Path:
        """Save a plot by its menu, into a folder; return the file."""
        path = folder / f"{card.accessibleName()[:12].strip()}.{kind}"
        action(card, f"{kind.upper()}…").trigger()
        (dialog,) = [each for each in self.window.findChildren(QFileDialog) if each.isVisible()]
        dialog.selectFile(str(path))
        dialog.accept()
        self.wait(path.is_file)
        return path

    # ---- eyes ----

    def exact(self, name: str) -> tuple[str, str]:
        """Return a figure and its interval with every digit, as their description has them ("" = no interval)."""
        row = {"ERB": self.page.figures.erb, "FA": self.page.figures.fa, "RA": self.page.figures.ra}[name]
        return described(row.figure, name)

    def shown(self, name: str) -> str:
        """Return the figure as it is to be read."""
        figures = self.page.figures
        return {"ERB": figures.erb, "FA": figures.fa, "RA": figures.ra}[name].figure.text()

    def own_similarities(self) -> list[float]:
        """Return the similarities of unlearned samples to their own template, ascending, each once."""
        found: set[float] = set()
        for frame in self.look.frames:
            own = frame.own[frame.side == Side.UNLEARNED]
            found |= set(own[~np.isnan(own)].tolist())
        return sorted(found)


def write(field: QLineEdit, text: str) -> None:
    """Put a text in place of what a field holds; by the clipboard, since no key of QTest's writes "−"."""
    field.setFocus()
    press_at(field, Qt.Key.Key_A, CTRL)
    press_at(field, Qt.Key.Key_Delete)
    QGuiApplication.clipboard().setText(text)
    if text:
        press_at(field, Qt.Key.Key_V, CTRL)


def described(figure: Figure, name: str) -> tuple[str, str]:
    lines = figure.accessibleDescription().split("\n")
    assert lines[0].startswith(f"{name} "), lines
    interval = next((line for line in lines if line.startswith("interval ")), "")
    return lines[0].removeprefix(f"{name} "), interval.removeprefix("interval ")


def action(card: ChartCard, words: str) -> QAction:
    return next(each for each in card.menu.actions() if words in each.text())


def read_csv(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as stream:
        head, *rows = list(csv.reader(stream))
    return head, rows


def enter(window: MainWindow, qtbot: QtBot) -> Room:
    """Show the room, everything computed."""
    room = Room(window, qtbot)
    window.activateWindow()
    window.show_view("scores")
    room.rest()
    QApplication.processEvents()  # the layout
    return room


def open_project(window: MainWindow, qtbot: QtBot, folder: Path) -> Room:
    """Show the room on another project, everything computed."""
    window.context.set_project(Project.open(folder, "write"))
    return enter(window, qtbot)
