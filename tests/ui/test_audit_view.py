"""Findings as a person goes through them: run, filtered, folded, opened in Review."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.audit_room import Room, enter
from tests.ui.keyboard import click
from ui.main_window import MainWindow
from ui.models.audit_findings import EVIDENCE, FINDING, value_text
from ui.views.review import ReviewView
from ui.widgets.segments import SEGMENTS


def cell(room: Room, row: int, column: int) -> str:
    return str(room.page.entry.findings.model.index(row, column).data())


def test_checks_are_run_and_what_they_raise_is_listed(auditable_window: MainWindow, qtbot: QtBot) -> None:
    room = enter(auditable_window, qtbot)
    assert "Never audited" in room.shown()
    assert QApplication.focusWidget() is not None
    assert QApplication.focusWidget().accessibleName() == "Run checks"  # type: ignore[union-attr]  # asked above
    room.key(Qt.Key.Key_Space)
    assert "Checks are running…" in room.shown()
    room.rest()
    found = room.project.audit.findings(room.submission)
    assert found.outcomes
    assert room.raised == [info.id for info, _ in found.raised]
    assert room.page.entry.findings.table.hasFocus()
    places = range(len(found.raised))
    assert [cell(room, place, EVIDENCE) for place in places] == [
        f"{len(each.samples)} sample{'' if len(each.samples) == 1 else 's'} ›" if each.samples else "–"
        for _, each in found.raised
    ]
    assert [cell(room, place, FINDING) for place in places] == [
        f"{info.title}, {each.message}" for info, each in found.raised
    ]
    assert "checks run" in room.shown(room.page.entry.history)


def test_values_stand_beside_their_limits(room: Room) -> None:
    found = [finding for _, finding in room.project.audit.findings(room.submission).raised]
    with_limits = [each for each in found if each.value is not None and each.limit is not None]
    assert with_limits
    for each in with_limits:
        assert each.value is not None and each.limit is not None  # noqa: PT018 - for the types
        sign = re.search(r" ([<=>]) ", value_text(each))
        assert sign is not None
        assert {"<": each.value < each.limit, "=": each.value == each.limit, ">": each.value > each.limit}[sign[1]]


def test_enter_opens_the_samples_of_a_finding_in_review(room: Room) -> None:
    row = room.go_to("identity_transfer")
    assert row.samples
    room.key(Qt.Key.Key_Return)
    page = room.window.page
    assert isinstance(page, ReviewView)
    room.wait(lambda: page.table is not None and not page.pairs.waits_for_scores and page.pairs.filter.chosen)
    assert page.table is not None and page.pairs.filter.chosen is not None  # noqa: PT018 - for the types
    assert page.pairs.filter.chosen.samples == frozenset(row.samples)
    shown = {sample for place in page.pairs.rows.tolist() for sample in page.table.samples(place)}
    assert set(row.samples) <= shown
    assert len(page.pairs.rows) == len({page.table.row_of(sample) for sample in row.samples})


def test_a_click_on_a_picture_goes_to_its_pair_in_review(room: Room) -> None:
    row = room.go_to("identity_transfer")
    strip = room.page.entry.evidence.strip
    assert strip.rows.rowCount() == len(row.samples)
    room.key(Qt.Key.Key_E)
    assert strip.hasFocus()
    room.key(Qt.Key.Key_Right)
    wanted = strip.rows.evidence_at(1)
    click(strip.viewport(), strip.visualRect(strip.rows.index(1, 0)).center())
    page = room.window.page
    assert isinstance(page, ReviewView)
    room.wait(lambda: page.table is not None and not page.pairs.waits_for_scores and page.active_row is not None)
    assert page.table is not None and page.active_row is not None  # noqa: PT018 - for the types
    assert page.table.samples(page.active_row) == wanted.samples


def test_what_passed_and_what_did_not_run_is_behind_folds(room: Room) -> None:
    found = room.project.audit.findings(room.submission)
    not_run = [each for each in found.outcomes if each.not_run]
    assert [row.kind for row in room.rows[len(found.raised) :]] == ["fold", "fold"]
    room.key(Qt.Key.Key_P)
    listed = {row.outcome.info.id for row in room.rows if row.outcome is not None}
    assert listed == {each.info.id for each in found.outcomes}
    row = room.go_to(not_run[0].info.id)
    assert row.kind == "not_run"
    assert not_run[0].not_run in cell(room, room.rows.index(row), FINDING)
    assert f"Not run: {not_run[0].not_run}" in room.shown(room.page.entry.evidence)
    assert not_run[0].info.definition.split("`")[0] in room.shown(room.page.entry.evidence)
    room.key(Qt.Key.Key_P)
    room.key(Qt.Key.Key_End, Qt.Key.Key_Right)
    assert any(row.kind == "passed" for row in room.rows)
    room.key(Qt.Key.Key_Left)
    assert not any(row.kind == "passed" for row in room.rows)


def test_findings_are_filtered_by_severity(room: Room) -> None:
    found = room.project.audit.findings(room.submission).raised
    for severity in ("high", "medium", "info"):
        room.key(Qt.Key.Key_F)
        assert room.raised == [info.id for info, each in found if each.severity == severity]
        marks = {
            segment.text
            for place in range(len(room.raised))
            for line in room.page.entry.findings.model.index(place, 1).data(SEGMENTS)
            for segment in line
        }
        assert marks <= {{"high": "■", "medium": "▲", "info": "●"}[severity], severity}
    room.key(Qt.Key.Key_F)
    assert room.raised == [info.id for info, _ in found]


def test_findings_whose_inputs_changed_are_marked_and_run_again(room: Room) -> None:
    assert "inputs changed since" not in room.shown()
    with_results = room.project.evaluators_of(room.submission)[0]
    room.project.freeze(with_results, room.project.calibrate(with_results))
    room.rest()
    assert "to run: inputs changed since" in room.shown()
    assert any("inputs changed since" in cell(room, place, FINDING) for place in range(len(room.raised)))
    click(room.page.entry.findings.again)
    room.rest()
    assert "inputs changed since" not in room.shown()
    assert not any(each.stale for each in room.project.audit.findings(room.submission).outcomes)
