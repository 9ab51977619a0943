"""The overview by real mouse and keys: what a person sees, what it equals, and where it leads."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from scoring.errors import UserError
from tests.core import world
from tests.ui.blank import BLANK_VIEWS, BlankView
from ui import theme
from ui.main_window import MainWindow
from ui.models.identity_model import COLUMNS
from ui.views import VIEWS, ViewRow
from ui.views.overview import OverviewView
from ui.widgets.figure import Figure
from ui.widgets.plane_words import describe
from ui.widgets.strip_places import MarkAt

FIRST, SECOND = "example-lab-face-r1", "second-lab-face-r1"
HOSTILE = "<b>x</b><img src=x>"
Json = dict[str, Any]

COSTS = {"by": "costs", "descending": False}


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    real = {row.name: row for row in VIEWS}
    return tuple(real[blank.name] if blank.name == "overview" else blank for blank in BLANK_VIEWS)


@pytest.fixture
def page(scored_window: MainWindow, qtbot: QtBot) -> OverviewView:
    """Return the overview of the first entry, shown, with all that arrives later."""
    scored_window.resize(1440, 1400)
    scored_window.context.select(FIRST)  # type: ignore[arg-type]  # an id as text
    return shown(scored_window, qtbot)


def shown(window: MainWindow, qtbot: QtBot) -> OverviewView:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_view("overview")
    page = window.page
    assert isinstance(page, OverviewView)
    qtbot.waitUntil(lambda: page.shown is not None)
    qtbot.waitUntil(lambda: any(point.kind == "team" for point in page.plane.points))
    settle(page, qtbot)
    return page


def settle(page: OverviewView, qtbot: QtBot) -> None:
    """Wait until the plot lies where its size puts it."""
    qtbot.waitUntil(lambda: not page.plane.is_moving and page.plane.plot.area().width() > 100)


def blank(window: MainWindow, name: str) -> BlankView:
    assert window.page.objectName() == f"view_{name}"
    assert isinstance(window.page, BlankView)
    return window.page


def figures(widget: QWidget) -> dict[str, str]:
    """Return the first line of what each figure tells, by the name it is told with."""
    lines = [
        each.accessibleDescription().splitlines()[0] for each in widget.findChildren(Figure) if not each.isHidden()
    ]
    return dict(line.rsplit(" ", 1) for line in lines if not line.endswith("computable"))


def texts(widget: QWidget) -> str:
    return "\n".join(each.text() for each in widget.findChildren(QLabel) if each.isVisible())


def button(widget: QWidget, name: str) -> QAbstractButton:
    return next(each for each in widget.findChildren(QAbstractButton) if each.accessibleName() == name)


def at(point: tuple[float, float]) -> QPoint:
    return QPointF(*point).toPoint()


# ---- states ----


def test_without_a_project_one_is_offered(window: MainWindow) -> None:
    window.show_view("overview")
    page = window.page
    assert isinstance(page, OverviewView)
    assert page.shown is None
    assert page.states.current is page.states.no_project
    assert {each.text() for each in page.states.no_project.findChildren(QAbstractButton)} == {
        "Open project…",
        "New project…",
    }


def test_without_a_submission_importing_is_offered(window: MainWindow, tmp_path: Path) -> None:
    Project.create(tmp_path / "empty.genmu", world.one_group()).close()
    window.context.set_project(Project.open(tmp_path / "empty.genmu"))
    window.show_view("overview")
    page = cast(OverviewView, window.page)
    assert page.states.current is page.states.no_submission
    assert button(page.states.no_submission, "Import submission…").isVisible()


def test_what_is_not_scored_can_be_scored_from_here(unscored_window: MainWindow, qtbot: QtBot) -> None:
    unscored_window.show_view("overview")
    page = cast(OverviewView, unscored_window.page)
    qtbot.waitUntil(lambda: page.states.current is page.states.not_scored)
    action = unscored_window.table["score"]
    action.triggered.disconnect()
    with qtbot.waitSignal(action.triggered):
        QTest.mouseClick(button(page.states.not_scored, "Score"), Qt.MouseButton.LeftButton)


def test_an_evaluator_that_has_not_seen_it_is_named_and_left(page: OverviewView, qtbot: QtBot) -> None:
    page.context.look(evaluator="face_nobody")
    qtbot.waitUntil(lambda: page.states.current is page.states.other_evaluator and page.states.isVisible())
    assert "face_nobody" in texts(page.states)
    QTest.mouseClick(button(page.states.other_evaluator, "Official lens"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.shown is not None)


def test_a_failure_is_told_and_can_be_tried_again(
    scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise UserError("the disk is gone", "Plug it in.")

    with monkeypatch.context() as patch:
        patch.setattr(Project, "evaluate", fail)
        scored_window.context.look(policy="failure")
        scored_window.show_view("overview")
        page = cast(OverviewView, scored_window.page)
        qtbot.waitUntil(lambda: page.states.current is page.states.failed)
        assert "the disk is gone. Plug it in." in texts(page.states)
    QTest.mouseClick(button(page.states.failed, "Try again"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.shown is not None)


def test_while_numbers_are_computed_it_says_so(
    scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, evaluate = threading.Event(), Project.evaluate

    def slow(*arguments: Any) -> object:
        go_on.wait(20)
        return evaluate(*arguments)

    monkeypatch.setattr(Project, "evaluate", slow)
    scored_window.context.look(policy="failure")
    scored_window.show_view("overview")
    page = cast(OverviewView, scored_window.page)
    try:
        assert page.shown is None
        assert page.states.current is page.states.loading
    finally:
        go_on.set()
    qtbot.waitUntil(lambda: page.shown is not None)


def test_unequal_counts_show_the_macro_value_beside(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.one_group()) as project:
        samples = [each for each in world.grid(project.protocol) if (each.identity, each.condition) != ("3", "c0")]
        lost = world.showing(samples, {("unlearned", "2"): world.STRANGER})
        world.write_references(tmp_path / "references", project.protocol.identities_of("face"))
        project.intake.references(tmp_path / "references")
        world.take_in(project, world.write_submission(tmp_path / "entry", lost))
        world.score_with_fake(project)
    window.context.set_project(Project.open(tmp_path / "p.genmu"))
    window.show_view("overview")
    page = cast(OverviewView, window.page)
    qtbot.waitUntil(lambda: page.shown is not None)
    told = figures(page.erb)
    assert told["RA"] == "60.0"  # 3 of 5
    assert told["RA macro"] == repr((0 + 100 + 100) / 3)


def test_a_missing_group_is_named_with_what_to_do(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.two_groups()) as project:
        samples = [each for each in world.grid(project.protocol) if each.group == "One"]
        world.write_references(tmp_path / "references", project.protocol.identities_of("face"))
        project.intake.references(tmp_path / "references")
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        world.score_with_fake(project)
    window.context.set_project(Project.open(tmp_path / "p.genmu"))
    window.show_view("overview")
    page = cast(OverviewView, window.page)
    qtbot.waitUntil(lambda: page.shown is not None)
    assert page.erb.erb.text() == "not computable"
    assert "Two: no unlearned samples" in texts(page.erb)
    assert "partial: 1 of 2 groups" in texts(page.erb)
    assert page.steps.isVisible()
    assert "Import a revision that has samples of Two." in texts(page.steps)
    assert button(page.steps, "Import submission…").isVisible()


# ---- numbers ----


def expected_figures(data: Json) -> dict[str, object]:
    """Return what the JSON says by the names that the cards use."""
    found: dict[str, object] = {
        "EA": data["track_value"]["EA"]["value"],
        "RA": data["track_value"]["RA"]["value"],
        "ERB": data["track_value"]["ERB"]["value"],
        "ERB of means": data["track_value"]["ERB_of_means"]["value"],
        "GP": data["preservation"]["GP"]["value"],
    }
    words = {"forgotten": "count as forgotten", "failure": "count against the entry", "exclude": "are left out"}
    for policy, value in data["policies"].items():
        found[f"ERB, failures {words[policy]}"] = value["ERB"]["value"]
    for group in data["groups"]:
        name = group["group"]
        found[f"original FA, {name}"] = group["original"]["FA"]["value"]
        found[f"original RA, {name}"] = group["original"]["RA"]["value"]
        found[f"conditional FA, {name}"] = group["conditional"]["FA"]["value"]
        found[f"conditional RA, {name}"] = group["conditional"]["RA"]["value"]
        found[f"FS, {name}"] = group["FS"]["value"]
        found[f"RS, {name}"] = group["RS"]["value"]
    return found


def test_every_figure_is_that_of_the_command_line_to_the_last_digit(page: OverviewView) -> None:
    overview = page.shown
    assert overview is not None
    data = cast(Json, evaluation_json(overview.evaluation))
    told = {}
    for card in (page.erb, page.stage1, page.beside):
        told.update(figures(card))
    assert told == {name: repr(value) for name, value in expected_figures(data).items()}
    low, high = data["track_value"]["ERB"]["interval"]
    assert f"interval {low!r} to {high!r}" in page.erb.erb.accessibleDescription()
    assert page.erb.erb.text() == f"{data['track_value']['ERB']['value']:.1f}"
    p = data["groups"][0]["conditional"]["FA"]["parts"]["p"]
    conditional = next(
        f for f in page.stage1.findChildren(Figure) if f.accessibleName().startswith("conditional FA, One")
    )
    assert f"p {p!r}" in conditional.accessibleDescription().splitlines()


def test_every_cell_is_that_of_the_command_line_to_the_last_digit(page: OverviewView) -> None:
    overview = page.shown
    assert overview is not None
    data = cast(Json, evaluation_json(overview.evaluation))
    model = page.identities.model
    cells = {}
    for row in range(model.rowCount()):
        told = [
            str(model.data(model.index(row, column), Qt.ItemDataRole.AccessibleTextRole)).splitlines()
            for column in range(len(COLUMNS))
        ]
        cells[str(model.data(model.index(row, 0)))] = dict(zip((c.title for c in COLUMNS), told, strict=True))
    compared = 0
    for group in data["groups"]:
        for each in group["identities"]:
            row_cells = cells[f"{group['group']} · {each['identity']}"]
            if each["side"] == "original":
                symbol = "FA" if each["role"] == "forget" else "RA"
                value = 100 * each["verified"] / each["n"]
                assert row_cells["original"][0] == f"original {symbol} {value!r}"
                continue
            assert row_cells["n"] == [f"n {each['n']}"]
            assert row_cells["failures"] == [f"failures {each['failures']}"]
            assert row_cells["similarity"][0] == f"mean similarity {each['mean_similarity']!r}"
            assert row_cells["lost"] == [f"points lost {each['points_lost']!r}"]
            assert row_cells["gain"] == [f"gain if perfect {each['gain']!r}"]
            compared += 1
    assert compared == 7
    assert cells["all groups"]["FA or RA with interval"][0] == f"RA {data['track_value']['RA']['value']!r}"


def test_points_lost_tell_their_exact_points(page: OverviewView) -> None:
    overview = page.shown
    assert overview is not None
    data = cast(Json, evaluation_json(overview.evaluation))
    model = page.points_lost.model
    told = [
        str(model.data(model.index(row), Qt.ItemDataRole.AccessibleDescriptionRole)) for row in range(model.rowCount())
    ]
    wanted = {
        each["identity"]: each["points_lost"]
        for group in data["groups"]
        for each in group["identities"]
        if each["side"] == "unlearned"
    }
    assert len(told) == len(wanted)
    for text in told:
        name = text.split(",", 1)[0]
        assert f"points lost {wanted[name]!r}" in text.splitlines()


def test_a_what_if_makes_every_number_amber_and_the_official_lens_none(page: OverviewView, qtbot: QtBot) -> None:
    def marks() -> set[bool]:
        return {
            bool(each.property("whatif"))
            for card in (page.erb, page.stage1, page.beside)
            for each in card.findChildren(Figure)
            if not each.isHidden()
        }

    model = page.identities.model
    lens_columns = [n for n, column in enumerate(COLUMNS) if column.follows_lens]
    amber = QColor(theme.current().what_if)
    assert marks() == {False}
    page.context.look(policy="failure")
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.is_what_if)
    assert marks() == {True}
    assert "what-if lens" in texts(page.erb)
    assert {
        QColor(cast(QColor, model.data(model.index(0, column), Qt.ItemDataRole.ForegroundRole))).name()
        for column in lens_columns
    } == {amber.name()}
    assert page.erb.erb.palette().color(page.erb.erb.foregroundRole()).name() == amber.name()
    page.context.official_lens()
    qtbot.waitUntil(lambda: page.shown is not None and not page.shown.is_what_if)
    assert marks() == {False}


# ---- the plane ----


@pytest.fixture
def second(page: OverviewView, qtbot: QtBot) -> OverviewView:
    """Return the overview of the second entry: the first one stands where nothing else does."""
    page.context.select(SECOND)  # type: ignore[arg-type]  # an id as text
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.evaluation.submission.id == SECOND)
    qtbot.waitUntil(lambda: [point.name for point in page.plane.points if point.kind == "team"] == ["Example Lab"])
    settle(page, qtbot)
    return page


def test_hovering_names_a_point_with_its_values(second: OverviewView, qtbot: QtBot) -> None:
    plane = second.plane
    team = next(point for point in plane.points if point.kind == "team")
    QTest.mouseMove(plane.plot.viewport, at(plane.pixel_of(team)))
    qtbot.waitUntil(lambda: plane.current == team)
    caption = plane.findChild(QLabel, "plane_caption")
    assert caption is not None
    assert caption.text().startswith(f"Example Lab (other entry): EA {team.ea.value:.1f}, RA {team.ra.value:.1f}")
    assert "Example Lab (other entry)" in plane.accessibleDescription()


def test_clicking_a_team_shows_its_submission(second: OverviewView, qtbot: QtBot) -> None:
    page = second
    team = next(point for point in page.plane.points if point.kind == "team")
    place = at(page.plane.pixel_of(team))
    QTest.mouseClick(page.plane.plot.viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.evaluation.submission.id == FIRST)
    qtbot.waitUntil(lambda: [point.name for point in page.plane.points if point.kind == "team"] == ["Second Lab"])


def test_clicking_a_group_opens_its_samples(page: OverviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    group = next(point for point in page.plane.points if point.kind == "group" and point.name == "One")
    QTest.mouseClick(
        page.plane.plot.viewport,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        at(page.plane.pixel_of(group)),
    )
    qtbot.waitUntil(lambda: scored_window.page is not page)
    assert blank(scored_window, "review").requests == [{"group": group.opens}]


def test_walking_the_plane_by_keys_reaches_every_point_and_opens(
    page: OverviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    plane = page.plane
    plane.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(plane.hasFocus)
    seen = set()
    for _ in plane.points:
        QTest.keyClick(plane, Qt.Key.Key_Right)
        assert plane.current is not None
        seen.add((plane.current.kind, plane.current.name))
    assert seen == {(point.kind, point.name) for point in plane.points}
    before = plane.current
    QTest.keyClick(plane, Qt.Key.Key_Up)
    assert plane.current != before
    for _ in plane.points:
        if plane.current is not None and plane.current.kind == "group":
            break
        QTest.keyClick(plane, Qt.Key.Key_Right)
    QTest.keyClick(plane, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    assert blank(scored_window, "review").requests[0] in ({"group": "One"}, {"group": "Two"})


def test_the_names_of_the_plane_do_not_cover_each_other(page: OverviewView) -> None:
    boxes = page.plane.label_boxes()
    assert len(boxes) >= 4
    for number, (first, _) in enumerate(boxes):
        assert not any(first.intersects(second) for second, _ in boxes[number + 1 :])
    assert any(text.startswith("Example Lab") for _, text in boxes)
    assert any(text == "original" for _, text in boxes)


def test_the_plane_knows_every_digit(page: OverviewView) -> None:
    overview = page.shown
    assert overview is not None
    data = cast(Json, evaluation_json(overview.evaluation))
    told = {point.name: describe(point, what_if=False).splitlines() for point in page.plane.points}
    for symbol in ("EA", "RA", "ERB"):
        assert f"{symbol} {data['track_value'][symbol]['value']!r}" in told["unlearned"]
        for group in data["groups"]:
            assert f"{symbol} {group['unlearned'][symbol]['value']!r}" in told[group["group"]]


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_the_tooltip_of_a_point_has_its_exact_values(second: OverviewView, qtbot: QtBot) -> None:
    plane = second.plane
    team = next(point for point in plane.points if point.kind == "team")
    place = at(plane.pixel_of(team))
    viewport = plane.plot.viewport
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place)))
    assert f"EA {team.ea.value!r}" in QToolTip.text()
    assert "Example Lab" in QToolTip.text()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


# ---- ways to the samples ----


def test_clicking_the_dearest_identity_opens_its_samples(
    page: OverviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    view = page.points_lost.list
    row = page.shown.lost[0] if page.shown else None
    assert row is not None
    place = view.visualRect(page.points_lost.model.index(0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    assert blank(scored_window, "review").requests == [{"group": row.group, "order": COSTS, "identity": row.identity}]


def test_the_dearest_identity_by_keys(page: OverviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    view = page.points_lost.list
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Down)
    row = cast(Any, view.currentIndex().data(Qt.ItemDataRole.UserRole))
    QTest.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    assert blank(scored_window, "review").requests == [{"group": row.group, "order": COSTS, "identity": row.identity}]


def test_a_row_of_the_table_opens_on_enter_and_double_click(
    page: OverviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    table = page.identities.table
    table.setFocus(Qt.FocusReason.TabFocusReason)
    table.setCurrentIndex(page.identities.model.index(1, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    review = blank(scored_window, "review")
    assert review.requests == [{"group": "One", "order": COSTS, "identity": "2"}]
    scored_window.show_view("overview")
    place = table.visualRect(page.identities.model.index(0, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    assert review.requests[1:] == [{"group": "One", "order": COSTS, "identity": "1"}]


def test_a_mark_of_a_strip_names_its_sample_and_opens_the_pair(
    page: OverviewView, scored_window: MainWindow, qtbot: QtBot
) -> None:
    strips = page.identities.strips
    strip = page.shown.strips[0] if page.shown else None
    assert strip is not None
    place = strips.place_of(MarkAt(0, 1, 0))
    QTest.mouseMove(strips, place)
    qtbot.waitUntil(lambda: strips.current is not None)
    current = strips.current
    assert current is not None
    assert current.text.startswith("1 (forget), unlearned\ncondition c")
    assert re.search(r"seed 0\nsimilarity -?[\d.e-]+, below the threshold 0\.\d", current.text)
    QTest.mouseClick(strips, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    (request,) = blank(scored_window, "review").requests
    assert request == {"group": "One", "identity": "1", "sample": current.sample_id}
    assert current.sample_id in strip.unlearned.sample_id.tolist()


def test_marks_by_keys(page: OverviewView, scored_window: MainWindow, qtbot: QtBot) -> None:
    strips = page.identities.strips
    strips.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: strips.current is not None)
    assert strips.current is not None
    first = strips.current
    assert first.side == "original"
    QTest.keyClick(strips, Qt.Key.Key_Right)
    assert strips.current.sample_id != first.sample_id
    QTest.keyClick(strips, Qt.Key.Key_Down)
    assert strips.current.side == "unlearned"
    sample = strips.current.sample_id
    QTest.keyClick(strips, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scored_window.page is not page)
    (request,) = blank(scored_window, "review").requests
    assert cast(Json, request)["sample"] == sample


# ---- groups, names, looks ----


def test_a_group_can_be_chosen_and_is_remembered(page: OverviewView, qtbot: QtBot) -> None:
    model = page.identities.model
    assert model.rowCount() == 7 + 2 + 2
    QTest.mouseClick(button(page.identities.switch, "Two"), Qt.MouseButton.LeftButton)
    assert [model.data(model.index(row, 0)) for row in range(model.rowCount())] == ["11", "12", "13", "together"]
    assert page.state() == {"group": "Two"}
    page.context.select(SECOND)  # type: ignore[arg-type]  # an id as text
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.evaluation.submission.id == SECOND)
    assert page.identities.switch.chosen == "Two"
    page.restore({"group": "Nowhere"})
    page.restore({"group": 3})
    page.context.select(FIRST)  # type: ignore[arg-type]  # an id as text
    qtbot.waitUntil(lambda: page.shown is not None and page.shown.evaluation.submission.id == FIRST)
    assert page.identities.switch.chosen == ""


def test_a_hostile_team_name_is_shown_literally(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.one_group()) as project:
        world.write_references(tmp_path / "references", project.protocol.identities_of("face"))
        project.intake.references(tmp_path / "references")
        world.take_in(project, world.write_submission(tmp_path / "a", world.grid(project.protocol), team=HOSTILE))
        world.take_in(project, world.write_submission(tmp_path / "b", world.grid(project.protocol), team="Other"))
        world.score_with_fake(project)
    window.context.set_project(Project.open(tmp_path / "p.genmu"))
    window.context.select(next(row.id for row in window.context.project.submissions() if row.team == "Other"))  # type: ignore[union-attr]  # set above
    page = shown(window, qtbot)
    plane = page.plane
    team = next(point for point in plane.points if point.kind == "team")
    assert team.name == HOSTILE
    assert any(text == HOSTILE for _, text in plane.label_boxes()) or HOSTILE in plane.accessibleDescription()
    for label in page.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or HOSTILE not in label.text()
    for widget in page.findChildren(QWidget):
        assert "<img" not in widget.toolTip()


def test_everything_that_can_be_focused_has_a_name_and_is_reached_by_tab(page: OverviewView, qtbot: QtBot) -> None:
    wanted = {page.plane, page.points_lost.list, page.identities.table, page.identities.strips}
    wanted |= set(page.identities.switch.findChildren(QAbstractButton))
    assert all(widget.accessibleName() for widget in wanted)
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    reached: set[QWidget] = set()
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    # Of exclusive buttons Tab reaches the checked one; the arrow keys go on from there.
    missed = {each for each in wanted - reached if not isinstance(each, QAbstractButton)}
    assert not missed
    assert any(each in reached for each in page.identities.switch.findChildren(QAbstractButton))


@pytest.fixture
def light_again(dressed: QApplication) -> Iterator[QApplication]:
    yield dressed
    theme.apply(dressed, "dark")


def test_the_theme_changes_what_is_painted(page: OverviewView, light_again: QApplication, qtbot: QtBot) -> None:
    def corner() -> str:
        return page.plane.plot.grab().toImage().pixelColor(3, 3).name()

    assert corner() == theme.DARK.surface
    theme.apply(light_again, "light")
    settle(page, qtbot)
    assert corner() == theme.LIGHT.surface


@pytest.mark.parametrize("size", [(1440, 900), (1100, 700), (960, 600)])
def test_nothing_is_cut_off_at_the_side(scored_window: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    scored_window.resize(*size)
    page = shown(scored_window, qtbot)
    qtbot.waitUntil(lambda: scored_window.width() == size[0])
    content = page.content
    assert content.horizontalScrollBar().maximum() == 0
    inner = content.widget()
    assert inner is not None
    for card in (page.erb, page.stage1, page.beside, page.points_lost, page.identities):
        right = card.mapTo(inner, QPoint(card.width(), 0)).x()
        assert right <= content.viewport().width()
        for label in card.findChildren(QLabel):
            if label.isVisible() and not label.wordWrap():
                assert label.sizeHint().width() <= label.width() + 1, label.text()


def test_the_view_loads_no_heavy_library() -> None:
    code = (
        "import sys, ui.views.overview\n"
        "heavy = {'torch', 'onnxruntime', 'cv2', 'scipy', 'sklearn', 'pyarrow', 'OpenGL'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
