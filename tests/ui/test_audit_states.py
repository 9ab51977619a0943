"""The audit room without data or rights, after failures, and with names that nobody would choose."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.audit.drafts import Draft
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from tests.core import world
from tests.ui import controls
from tests.ui.audit_room import Room, enter
from tests.ui.keyboard import click
from ui.actions import ACTIONS
from ui.main_window import MainWindow

HOSTILE = "<b>Lab</b> <img src=x> & " + "very " * 20 + "long"


def test_states_say_what_to_do(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    room = enter(window, qtbot)
    assert "No project is open" in room.shown()
    window.context.set_project(Project.create(tmp_path / "empty.genmu", world.one_group()))
    room.rest()
    assert "No submission yet" in room.shown()
    for row in ACTIONS:
        if row.scope == "audit" and row.name not in {"audit_verify", "audit_all", "audit_back"}:
            assert not room.page.act(row.name), row.name


def test_a_failure_to_read_is_told_and_tried_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr("ui.views.audit.read_entry", fail)
        room.project.announce("audit")
        room.rest()
        assert "The audit cannot be shown" in room.shown()
        assert "the disk is gone" in room.shown()
    click(next(each for each in controls.controls(room.page) if each.accessibleName() == "Try again"))
    room.rest()
    assert room.page.shows_findings
    room.window.notices.clear()


def test_a_project_to_read_only_says_why_nothing_is_decided(
    window: MainWindow, audited_folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    shutil.copytree(audited_folder, tmp_path / "project.genmu")
    window.context.set_project(Project.open(tmp_path / "project.genmu", "read"))
    room = enter(window, qtbot)
    assert room.raised
    assert "The project is read-only" in room.shown(room.page.entry.verdict)
    room.key(Qt.Key.Key_2, Qt.Key.Key_L, Qt.Key.Key_R, Qt.Key.Key_S)
    room.rest()
    assert room.page.entry.verdict.draft == Draft()
    assert all(not each.isEnabled() for each in room.page.entry.verdict.buttons.values())
    assert room.page.entry.verdict.edit.isReadOnly()


def test_checks_that_are_cancelled_keep_what_they_found(auditable_window: MainWindow, qtbot: QtBot) -> None:
    room = enter(auditable_window, qtbot)
    room.key(Qt.Key.Key_R)
    room.wait(lambda: room.window.jobs.current is not None)
    room.window.table["cancel_job"].trigger()
    room.rest()
    assert any("stopped" in each.text for each in room.window.notices.notices)
    assert not room.page.runs.is_running
    room.window.notices.clear()


def test_a_long_hostile_name_is_shown_as_it_is(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    protocol = world.one_group()
    folder = world.write_submission(tmp_path / "entry", world.grid(protocol), team="Example Lab")
    with Project.create(tmp_path / "project.genmu", protocol) as project:
        world.take_in(project, folder, team=HOSTILE)
    window.context.set_project(Project.open(tmp_path / "project.genmu", "write"))
    room = enter(window, qtbot)
    room.run()
    assert controls.not_literal(window, HOSTILE) == []
    assert HOSTILE.replace("&", "&&") in room.page.head.tabs.tabText(0)
    room.key(Qt.Key.Key_A)
    room.rest()
    assert str(room.page.all.model.index(0, 0).data()).startswith(HOSTILE)
    assert controls.not_literal(window, HOSTILE) == []


def test_every_control_has_a_name_a_tip_and_the_tab_key(room: Room) -> None:
    for _ in range(2):
        assert controls.without_name(room.page) == []
        assert controls.without_tip(room.page) == []
        assert controls.beyond_tab(room.page) == []
        room.key(Qt.Key.Key_A)
        room.rest()


def test_the_room_looks_as_it_was_left(room: Room) -> None:
    room.key(Qt.Key.Key_P)
    room.key(Qt.Key.Key_A)
    room.rest()
    state = room.page.state()
    room.key(Qt.Key.Key_A, Qt.Key.Key_P)
    room.rest()
    room.page.restore({"all": "nonsense", "split": ["x"], "folds": 3})
    assert room.page.shows_entry
    room.page.restore(state)
    room.rest()
    assert room.page.shows_all
    assert room.page.entry.findings.state() == {"folds": ["not_run", "passed"]}


def test_a_concept_entry_is_audited_too(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "entry"
    lines = ["path,side,group,concept,prompt_type,condition,seed"]
    for side in ("original", "unlearned"):
        world.write_picture(folder / f"{side}.png", "1", 7)
        lines.append(f"{side}.png,{side},Cats,cat,direct,c1,7")
    head = world.HEAD.format(team="Concept Lab", track="concept", revision=1)
    (folder / "submission.toml").write_text(head, encoding="utf-8")
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    project = Project.create(tmp_path / "concept.genmu", load_protocol())
    world.take_in(project, folder)
    window.context.set_project(project)
    room = enter(window, qtbot)
    room.run()
    assert room.page.shows_findings
    found = project.audit.findings(room.submission)
    assert room.raised == [info.id for info, _ in found.raised]
    assert room.page.entry.matched.isVisibleTo(room.page)
