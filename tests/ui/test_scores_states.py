"""The scores room with nothing to show, with what failed, and while what it shows changes under it."""

import struct
import threading
import wave
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from shutil import copytree
from typing import Any, TypeVar

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionId
from genmu_studio.executors import ExecutorChoice
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.scores.band import band
from genmu_studio.scores.curves import TrackSweep
from genmu_studio.scores.references import reference_plots
from genmu_studio.scores.stability import rank_stability
from scoring.errors import UserError
from scoring.types import EvaluatorSpec
from tests.core import world
from tests.ui.driving import Person
from tests.ui.keyboard import click
from tests.ui.scores_room import ALPHA, BETA, ONE, TWO, Room, enter, make_varied, open_project
from ui.main_window import MainWindow
from ui.models import band_reading, score_room
from ui.views.scores import ScoresView
from ui.widgets.basics import EmptyState
from ui.widgets.thumbnails import Picture

T = TypeVar("T")


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def copied(varied_folder: Path, tmp_path: Path) -> Path:
    return Path(copytree(varied_folder, tmp_path / "varied.genmu"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, copied: Path) -> Room:
    return open_project(window, qtbot, copied)


def shown(room: Room) -> ScoresView:
    room.window.show_view("scores")
    return room.page


def state(room: Room) -> EmptyState:
    found = room.page.states.current
    assert found is not None
    assert room.page.states.isVisible()
    return found


def words(widget: EmptyState) -> str:
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisibleTo(widget))


def buttons(widget: EmptyState) -> list[str]:
    return [each.text() for each in widget.findChildren(QPushButton) if each.isVisibleTo(widget)]


# ---- nothing to show ----


def test_no_project_and_none_again(window: MainWindow, qtbot: QtBot, copied: Path) -> None:
    room = Room(window, qtbot)
    page = shown(room)
    assert state(room) is page.states.no_project
    assert any("Open" in each for each in buttons(state(room)))
    room = open_project(window, qtbot, copied)
    window.context.set_project(None)
    assert state(room) is page.states.no_project
    assert not page.act("next_flip")
    room.key(Qt.Key.Key_N, Qt.Key.Key_Comma, Qt.Key.Key_O)


def test_no_submission(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.context.set_project(Project.create(tmp_path / "empty.genmu", world.one_group()))
    room = Room(window, qtbot)
    page = shown(room)
    assert state(room) is page.states.no_submission
    assert any("Import" in each for each in buttons(state(room)))


def test_not_scored_then_scored_while_it_is_shown(unscored_window: MainWindow, qtbot: QtBot) -> None:
    room = Room(unscored_window, qtbot)
    page = shown(room)
    room.wait(lambda: page.states.current is page.states.not_scored)
    assert "Example Lab" in words(state(room))
    assert any("Score" in each for each in buttons(state(room)))
    world.score_with_fake(room.project)  # another thread's news come the same way
    room.rest()
    assert page.figures.isVisible()
    assert room.shown("ERB") != "–"


def test_an_evaluator_that_has_not_seen_it(room: Room) -> None:
    page = room.page
    room.window.context.look(evaluator="face_sface")
    room.wait(lambda: page.states.isVisible() and page.states.current is page.states.other_evaluator)
    Person(room.window, room.qtbot)
    (back,) = [each for each in state(room).findChildren(QPushButton) if "fficial" in each.text()]
    click(back)
    room.rest()


def test_a_concept_entry_has_no_scores_of_this_kind(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "entry"
    for place, side in enumerate(("original", "unlearned")):
        world.write_picture(folder / side / "1.png", "1", place)
    lines = ["path,side,group,concept,prompt_type,condition,seed"]
    lines += [f"{side}/1.png,{side},Van Gogh,Van Gogh,direct,c0,0" for side in ("original", "unlearned")]
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    head = world.HEAD.format(team="Concept Lab", track="concept", revision=1)
    (folder / "submission.toml").write_text(head, encoding="utf-8")
    project = Project.create(tmp_path / "concept.genmu", load_protocol())
    world.take_in(project, folder)
    window.context.set_project(project)
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(lambda: page.states.current is page.states.concept)
    assert any("Review" in each for each in buttons(state(room)))
    assert not page.act("next_flip")


# ---- speech ----


def write_sound(path: Path, hz: float, number: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    time = np.arange(16_000) / 16_000
    levels = (8_000 * np.sin(2 * np.pi * hz * time) + number).astype(np.int16)
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(16_000)
        sound.writeframes(struct.pack(f"<{len(levels)}h", *levels.tolist()))


HERTZ = {"84": 200.0, "5895": 300.0, "3853": 450.0}


def test_a_speech_entry_shows_waveforms(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    group = GroupTable(name="Voices", track="speech", dataset="sounds", forget="84", retain=("5895", "3853"))
    protocol = load_protocol().with_only_groups([group], "sounds")
    folder, lines = tmp_path / "entry", ["path,side,group,identity,condition,seed"]
    for number, side in enumerate(("original", "unlearned")):
        for identity, hz in HERTZ.items():
            for seed in range(2):
                path = f"{side}/{identity}/{seed}.wav"
                spoken = 450.0 if (side, identity, seed) == ("unlearned", "84", 0) else hz
                write_sound(folder / path, spoken, 2 * seed + number)
                lines.append(f"{path},{side},Voices,{identity},c0,{seed}")
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    head = world.HEAD.format(team="Voice Lab", track="speech", revision=1)
    (folder / "submission.toml").write_text(head, encoding="utf-8")
    for identity, hz in HERTZ.items():
        for number in range(2):
            write_sound(tmp_path / "references" / identity / f"{number}.wav", hz, 20 + number)
    project = Project.create(tmp_path / "speech.genmu", protocol)
    project.intake.references(tmp_path / "references")
    world.take_in(project, folder)
    project.score(ScoreRequest(EvaluatorSpec("fake_audio"), executor=ExecutorChoice("inline", 1)))
    window.context.set_project(project)
    room = enter(window, qtbot)
    page = room.page
    assert "Forget samples against 84" in page.forget.accessibleName()
    room.type_zone("0.5")
    room.rest()
    assert len(page.flips.model) > 0
    assert page.flips.list.flip_delegate.kind == "audio"
    sample = page.flips.model.sample_at(0)
    room.wait(lambda: page._see(sample) is not None)
    assert not isinstance(page._see(sample), Picture)
    page.flips.grab()
    for name in ("matrix", "map", "references", "stability"):
        page.side.bring_to_front(name)
        room.rest()
        page.grab()
    page.flips.list.setFocus()
    room.key(Qt.Key.Key_Return)
    assert room.window.page is not page


# ---- what failed ----


class Broken:
    """Lets a function fail until it is mended."""

    def __init__(self, does: Callable[..., Any]) -> None:
        self.is_broken = True
        self.asked = 0
        self._does = does

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.asked += 1
        if self.is_broken:
            raise UserError("the disk went away", "Plug it in again.")
        return self._does(*given, **named)


@pytest.mark.parametrize("name", ["TrackSweep", "distributions", "_curves"])
def test_what_failed_is_told_and_tried_again(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    broken = Broken(getattr(score_room, name))
    monkeypatch.setattr(score_room, name, broken)
    window.context.set_project(Project.open(copied, "write"))
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(lambda: page.states.isVisible() and page.states.current is page.states.failed)
    assert "the disk went away. Plug it in again." in words(state(room))
    asked = broken.asked
    (again,) = [each for each in state(room).findChildren(QPushButton) if each.text() == "Try again"]
    click(again)
    room.wait(lambda: broken.asked > asked and page.states.current is page.states.failed)
    broken.is_broken = False
    click(again)
    room.rest()
    assert page.figures.isVisible()


def test_a_look_that_could_not_be_read(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(Project.look_base)
    monkeypatch.setattr(Project, "look_base", partialmethod(broken))
    window.context.set_project(Project.open(copied, "write"))
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(lambda: page.states.isVisible() and page.states.current is page.states.failed)
    broken.is_broken = False
    (again,) = [each for each in state(room).findChildren(QPushButton) if each.text() == "Try again"]
    click(again)
    room.rest()


def test_references_that_cannot_be_compared_leave_the_rest(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(reference_plots)
    monkeypatch.setattr(score_room, "reference_plots", broken)
    room = open_project(window, qtbot, copied)
    page = room.page
    page.side.bring_to_front("references")
    room.rest()
    part = page.references
    assert part.failure.isVisible()
    assert "The references could not be compared: the disk went away. Plug it in again." in part.failure.words.text()
    assert "the disk went away" in part.det.chart.note
    assert not part._facts.isVisible()
    assert not part.freeze.isEnabled()
    asked = broken.asked
    room.page.forget.chart.setFocus()
    room.key(*[Qt.Key.Key_Comma] * 5)
    room.rest()
    assert broken.asked == asked
    broken.is_broken = False
    click(Person(window, qtbot).button("Try again", part))
    room.wait(lambda: not part.failure.isVisible() and part._facts.isVisible())
    room.rest()
    assert not part.det.chart.note
    assert part.freeze.isEnabled()
    assert "mated" in page.forget.legend.words


def test_a_ranking_that_failed_is_told_and_tried_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken(rank_stability)
    monkeypatch.setattr(score_room, "rank_stability", broken)
    part = room.page.stability
    room.page.side.bring_to_front("stability")
    room.wait(part.failure.isVisible)
    assert "the disk went away" in part.failure.words.text()
    assert part.chart.note == "No ranking."
    broken.is_broken = False
    click(Person(room.window, room.qtbot).button("Try again", part))
    room.wait(lambda: not part.failure.isVisible() and not part.chart.note)
    assert len(part.chart.curves) == 2


def test_a_band_that_failed_is_asked_for_once(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Broken(band)

    def failing(*given: Any) -> Any:
        yield broken(*given)

    monkeypatch.setattr(band_reading, "band", failing)
    window.context.set_project(Project.open(copied, "write"))
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(lambda: page.room.band.has_failed)
    room.wait(lambda: not page.figures.erb.interval.is_dimmed)  # that at the threshold is not of the band
    assert broken.asked == 1
    for _ in range(3):
        page.refresh()
        room.type_threshold("0.1")
        room.type_threshold("0.2")
    room.wait(lambda: not room.window.context.is_moving and not page.room.is_busy)
    assert broken.asked == 1
    assert page.curves.band.is_dimmed


# ---- while something changes ----


class Gate:
    """Lets a function wait, on its own thread, until the gate is opened."""

    def __init__(self, does: Callable[..., Any]) -> None:
        self.has_come, self._open = threading.Event(), threading.Event()
        self._does = does

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.has_come.set()
        assert self._open.wait(20)
        return self._does(*given, **named)

    def open(self) -> None:
        self._open.set()


def test_another_submission_while_answers_are_under_way(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(TrackSweep)
    monkeypatch.setattr(score_room, "TrackSweep", gate)
    window.context.set_project(Project.open(copied, "write"))
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(gate.has_come.is_set)
    assert page.states.current is page.states.loading
    window.context.select(SubmissionId(BETA))
    gate.open()
    room.rest()
    assert room.look.submission.id == BETA
    value = room.project.evaluate(room.look.submission, window.context.view)
    assert value is not None
    assert room.exact("ERB")[0] == repr(value.track.erb.value)


def test_to_and_fro_between_submissions(room: Room) -> None:
    for entry in (BETA, ALPHA, BETA, ALPHA, BETA):
        room.window.context.select(SubmissionId(entry))
        QApplication.processEvents()
    room.rest()
    value = room.project.evaluate(room.project.submission(BETA), room.window.context.view)
    assert value is not None
    assert room.exact("ERB")[0] == repr(value.track.erb.value)
    assert {frame.group for frame in room.look.frames} == {ONE, TWO}
    samples = {int(sample) for frame in room.look.frames for sample in frame.sample_id}
    room.type_zone("0.5")
    assert {room.page.flips.model.sample_at(row) for row in range(len(room.page.flips.model))} <= samples


def test_the_project_is_closed_while_the_band_is_computed(
    window: MainWindow, qtbot: QtBot, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(band_reading._piece)
    monkeypatch.setattr(band_reading, "_piece", gate)
    window.context.set_project(Project.open(copied, "write"))
    room = Room(window, qtbot)
    page = shown(room)
    room.wait(gate.has_come.is_set)
    window.context.set_project(None)
    assert page.states.current is page.states.no_project
    gate.open()
    room.wait(lambda: not page.room.is_busy)
    assert page.room.band.points == []
    room = open_project(window, qtbot, copied)
    assert page.room.band.is_complete


def test_scores_that_arrive_while_the_room_is_shown(room: Room, tmp_path: Path) -> None:
    before = room.page.figures.outcomes.words
    project = room.project
    samples = world.showing(world.grid(world.two_groups(), conditions=5, seeds=2), {("unlearned", "1"): "2"})
    world.take_in(project, world.write_submission(tmp_path / "again", samples, team="Alpha", revision=2), team="Alpha")
    room.window.context.select(SubmissionId("alpha-face-r2"))
    room.wait(lambda: room.page.states.isVisible() or room.page.figures.isVisible())
    world.score_with_fake(project)
    room.rest()
    assert room.look.submission.id == "alpha-face-r2"
    assert "10 became retain" in room.page.figures.outcomes.words
    assert room.page.figures.outcomes.words != before


# ---- remembering ----


def test_what_was_chosen_is_remembered(room: Room, qtbot: QtBot) -> None:
    page = room.page
    room.choose_group(ONE)
    room.choose(page.selection.identities, "2  ·  retain")
    room.type_zone("0.07")
    page.side.bring_to_front("references")
    page.curves.choices["policy", "exclude"].trigger()
    room.rest()
    kept = page.state()
    other = ScoresView(room.window.context, room.window.table)
    qtbot.addWidget(other)
    assert kept["lines"] == ["policy exclude"]
    other.restore(kept)
    assert other.state() == {**kept, "split": other.state()["split"], "right": other.state()["right"]}
    assert other.selection.wanted == page.selection.wanted
    assert other.curves.wanted == frozenset({"policy"})
    for broken in ({}, {"delta": "x", "side": 7, "split": ["a"], "group": 3, "lines": 5, "map": 1}):
        other.restore(broken)
    other.room._questions.close()
    other.thumbnails.close()


def test_an_identity_of_one_role_says_why_the_other_plot_is_empty(room: Room) -> None:
    room.choose_group(ONE)
    room.choose(room.page.selection.identities, "1  ·  forget")
    room.rest()
    assert room.page.retain.chart.note == "1 is a forget identity: there are no retain samples of it."
    assert not room.page.forget.chart.note
    room.window.context.select(SubmissionId(BETA))
    room.rest()
    assert room.page.selection.selection.identity == "1"


def test_what_is_half_scored_is_shown_as_far_as_it_goes(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    protocol = world.two_groups()
    world.write_references(tmp_path / "references", protocol.identities_of("face"))
    with Project.create(tmp_path / "half.genmu", protocol) as project:
        project.intake.references(tmp_path / "references")
        entry = world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=2, seeds=2))
        world.take_in(project, entry)
        world.score_with_fake(project, fail_on="1.png")
    room = open_project(window, qtbot, tmp_path / "half.genmu")
    page = room.page
    for row in (page.figures.erb, page.figures.fa, page.figures.ra):
        assert row.figure.text() == "–"
        assert row.interval.text() == "not computable"
        assert "not scored" in row.interval.toolTip()
        assert "not scored" in row.figure.accessibleDescription()
    assert page.curves.chart.note.startswith("Not computable: ")
    assert "not scored" in page.curves.chart.note
    assert "4 not scored" in page.forget.legend.words
    assert {curve.name for curve in page.forget.chart.curves} >= {"original", "unlearned"}
    room.drag(page.forget.chart, 0.4, 0.3)
    room.rest()
    assert page.figures.erb.figure.text() == "–"
    room.type_threshold("0.9")
    room.type_zone("0.5")
    room.rest()
    assert len(page.flips.model) > 10
    assert all("ERB – if it flips alone" in str(page.flips.model.index(row, 0).data()) for row in range(2))
    page.side.bring_to_front("stability")
    room.rest()
    assert page.stability.chart.note == "No entry of this track can be ranked."
    assert page.stability.card.legend.words == "Example Lab: not ranked"
