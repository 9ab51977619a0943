"""Adjudication: a digit says what counts; it is kept, undone across restarts, refused visibly; all else stays."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from scoring.errors import UserError
from tests.ui.controls import texts
from tests.ui.keyboard import CTRL, SHIFT, click, type_text
from tests.ui.label_results_desk import Desk, desk_at
from tests.ui.label_results_world import answer_all, make_project, merge_otherwise
from ui.widgets.label_results.adjudicable import Adjudicable, adjudicables
from ui.widgets.label_results.adjudication_part import AdjudicationPart
from ui.widgets.label_results.table import ResultTable

AB = '[set]\nname = "ab"\ntitle = "AB"\n[[questions]]\nid = "better"\ntext = "Which is better?"\nkind = "ab"\n'
SIDES = """
[campaign]
name = "sides"
questions = ["ab.toml"]
annotators = ["ada", "ben"]
overlap = 2
seed = 4
[select]
track = "face"
"""


@pytest.fixture(scope="module")
def answered_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("adjudication")
    folder = make_project(base, size=8)
    with Project.open(folder, "write") as project:
        answer_all(project)
        merge_otherwise(project, base)
        room = project.labelling
        room.exclude(room.campaign("faces-2026"), "eve", "hardly looks")  # so that ties are many
    return folder


@pytest.fixture
def copied(answered_folder: Path, tmp_path: Path) -> Path:
    return Path(copytree(answered_folder, tmp_path / "project.genmu"))


@pytest.fixture
def desk(copied: Path, qtbot: QtBot, settings: Settings, dressed: QApplication) -> Iterator[Desk]:
    with desk_at(qtbot, copied, settings) as made:
        yield enter(made.open())


def enter(desk: Desk) -> Desk:
    """Bring adjudication to the front, its first item shown."""
    desk.turn_to(desk.page.adjudication)
    desk.wait(lambda: desk.page.adjudication.desk.stage.why_not_yet() == "")
    return desk


def part_of(desk: Desk) -> AdjudicationPart:
    return desk.page.adjudication


def current(desk: Desk) -> Adjudicable:
    item = part_of(desk).list.current
    assert item is not None
    return item


def decided(desk: Desk, item: Adjudicable, campaign: str = "faces-2026") -> object:
    """Return what the project holds as decided of an item."""
    assert isinstance(item.name[0], tuple)
    return desk.labels(campaign).adjudicated.get((item.name[0], item.name[1]))


def plain(desk: Desk) -> Adjudicable:
    """Go to the first item on which annotators disagree without any conflict."""
    item = next(each for each in part_of(desk).list.items if each.is_open and not each.conflicts)
    part_of(desk).list.go_to(item.name)
    return item


# ---- deciding ----


def test_a_digit_decides_and_the_next_open_item_is_shown(desk: Desk) -> None:
    listing = part_of(desk).list
    waiting = [each.name for each in listing.listed]
    item = plain(desk)
    place = waiting.index(item.name)
    assert desk.page.tabs.tabText(4) == f"Adjudication · {len(waiting)} open"
    desk.key(Qt.Key.Key_2)
    desk.wait(lambda: decided(desk, item) == "no")
    desk.rest()
    assert [each.name for each in listing.listed] == [name for name in waiting if name != item.name]
    assert current(desk).name == waiting[place + 1]
    assert desk.page.tabs.tabText(4) == f"Adjudication · {len(waiting) - 1} open"
    assert part_of(desk).desk.said.text().startswith("decided · saved ")
    # What annotators said is what it was.
    versions = {(each.annotator, each.answer) for each in item.versions}
    said = {(each.annotator, each.value) for each in desk.labels().of_items(item.name[1]) if each.item == item.name[0]}
    assert versions == said


def test_what_each_annotator_said_stands_at_the_answers(desk: Desk) -> None:
    item = plain(desk)
    panel = part_of(desk).desk.panel
    assert item.question is not None
    assert list(panel.buttons) == list(item.question.categories)
    for answer, button in panel.buttons.items():
        who = item.said_by(answer)
        assert all(name in " ".join(texts(button)) for name in who)
        assert ("nobody said so" in button.accessibleDescription()) == (not who)
    click(panel.buttons["yes"])
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.wait(lambda: QApplication.focusWidget() is part_of(desk).desk.ring)  # digits go on


def test_undo_and_redo_reach_back_across_restarts(
    copied: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> None:
    with desk_at(qtbot, copied, settings) as desk:
        item = plain(enter(desk.open()))
        desk.key(Qt.Key.Key_1)
        desk.wait(lambda: decided(desk, item) == "yes")
        desk.rest()
    with desk_at(qtbot, copied, settings) as desk:
        enter(desk.open())
        assert part_of(desk).act("undo")
        desk.wait(lambda: decided(desk, item) is None)
        desk.rest()
        desk.wait(lambda: current(desk).name == item.name)  # one is at what was taken back
        assert current(desk).is_open
        assert part_of(desk).desk.said.text().startswith("undone")
        assert part_of(desk).act("redo")
        desk.wait(lambda: decided(desk, item) == "yes")
        desk.rest()
        assert part_of(desk).act("redo")
        desk.wait(lambda: "no decision to redo" in part_of(desk).desk.said.text())


def test_an_answer_of_ones_own_is_not_taken_back_here(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genmu_studio.labelling.room.user_name", lambda: "ada")  # who judges is an annotator too
    enter(desk.open())
    before = {(label.token, label.question.id): label.values for label in desk.labels().labels}
    desk.key(Qt.Key.Key_Z, modifiers=CTRL)
    assert part_of(desk).desk.said.text() == "no decision to undo"
    item = plain(desk)
    desk.key(Qt.Key.Key_1)
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.rest()
    desk.key(Qt.Key.Key_Z, modifiers=CTRL)
    desk.wait(lambda: decided(desk, item) is None)
    desk.rest()
    assert {(label.token, label.question.id): label.values for label in desk.labels().labels} == before


def test_keys_go_through_the_list_and_settled_ones_can_be_changed(desk: Desk) -> None:
    listing = part_of(desk).list
    names = [each.name for each in listing.listed]
    assert current(desk).name == names[0]
    desk.key(Qt.Key.Key_D, Qt.Key.Key_D)
    assert current(desk).name == names[2]
    desk.key(Qt.Key.Key_A)
    assert current(desk).name == names[1]
    desk.key(Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_A)
    assert current(desk).name == names[0]

    item = plain(desk)
    desk.key(Qt.Key.Key_1)
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.rest()
    click(listing.filter.buttons["settled"])
    listing.go_to(item.name)
    assert current(desk).decided == "yes"
    assert part_of(desk).desk.panel.buttons["yes"].is_chosen
    part_of(desk).desk.take_keys_back()
    desk.key(Qt.Key.Key_2)
    desk.wait(lambda: decided(desk, item) == "no")
    desk.rest()

    click(listing.filter.buttons["all"])
    listing.go_to(item.name)
    part_of(desk).desk.take_keys_back()
    desk.key(Qt.Key.Key_D, modifiers=SHIFT)
    assert current(desk).is_open
    assert listing.table.currentIndex().row() > [each.name for each in listing.listed].index(item.name)


# ---- merged files ----


def test_both_versions_of_a_conflict_are_kept_and_one_is_said_to_count(desk: Desk) -> None:
    room = desk.project.labelling
    conflict = next(each for each in desk.results.conflicts if each.question and each.annotator == "ada")
    listing = part_of(desk).list
    item = next(each for each in listing.items if "ada" in each.conflicts and each.question is not None)
    listing.go_to(item.name)
    shown = "\n".join(texts(part_of(desk)))
    assert "▲ Merged files say different things by ada" in shown
    assert "nothing was overwritten" in shown
    for event in conflict.events:
        said = f"skipped: {event.value}" if event.kind == "skip" else str(event.value)
        assert (conflict.token != item.token) or said in shown
    desk.key(Qt.Key.Key_1)
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.rest()
    label = next(each for each in desk.labels().labels if (each.token, each.question.id) == (item.token, item.name[1]))
    assert len(label.values) + len(label.skipped) > 1  # all that was said still stands
    assert any(each.token == item.token for each in room.results(desk.results.campaign).conflicts)
    click(listing.filter.buttons["settled"])
    assert item.name in [each.name for each in listing.listed]


def test_a_conflict_of_notes_is_shown_and_has_no_answers(desk: Desk) -> None:
    listing = part_of(desk).list
    click(listing.filter.buttons["settled"])
    note = next(each for each in listing.items if each.question is None)
    listing.go_to(note.name)
    shown = "\n".join(texts(part_of(desk).desk))
    assert "a second look" in shown
    assert "the first look" in shown
    assert "all of them are kept" in shown
    assert part_of(desk).desk.panel.buttons == {}
    assert not part_of(desk).take_keys("1")


def test_a_number_is_chosen_among_those_said_or_typed(
    copied: Path, tmp_path: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> None:
    with Project.open(copied, "write") as project:
        found = project.labelling.campaign("faces-2026")
        token = next(
            each.token for each in assignments_of(project, found, "ben") if each.kind == "item" and each.place > 10
        )
        copytree(copied, tmp_path / "apart.genmu", ignore=lambda *_: {"lock", ".lock"})
        with Project.open(tmp_path / "apart.genmu") as apart:
            apart.labelling.queue(found, "ben").answer(token, "age", 33).result()
            apart.labelling.export(found, tmp_path / "apart.jsonl")
        project.labelling.queue(found, "ben").answer(token, "age", 44).result()
        project.labelling.merge(tmp_path / "apart.jsonl")
    with desk_at(qtbot, copied, settings) as desk:
        enter(desk.open())
        item = next(each for each in part_of(desk).list.items if each.name[1] == "age")
        part_of(desk).list.go_to(item.name)
        assert {33.0, 44.0} <= set(item.answers)
        panel = part_of(desk).desk.panel
        assert list(panel.buttons) == sorted(item.answers, key=float)
        desk.key(Qt.Key.Key_1)
        desk.wait(lambda: decided(desk, item) == item.answers[0])
        desk.rest()
        click(part_of(desk).list.filter.buttons["all"])
        part_of(desk).list.go_to(item.name)
        number = panel.number
        assert number is not None
        click(number.field)
        type_text(number.field, "38")
        desk.key(Qt.Key.Key_Return)
        desk.wait(lambda: decided(desk, item) == 38.0)
        desk.rest()
        part_of(desk).list.go_to(item.name)
        number = panel.number
        assert number is not None
        click(number.field)
        desk.key(Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is part_of(desk).desk.ring
        assert desk.left == 0


# ---- two of them, one of them turned ----


def test_which_of_two_is_meant_is_told_as_they_are_shown_here(
    copied: Path, tmp_path: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> None:
    (tmp_path / "ab.toml").write_text(AB, encoding="utf-8")
    (tmp_path / "sides.toml").write_text(SIDES, encoding="utf-8")
    with Project.open(copied, "write") as project:
        campaign = project.labelling.keep(project.labelling.plan(tmp_path / "sides.toml"))
        for name in ("ada", "ben"):
            queue = project.labelling.queue(campaign, name)
            for entry in queue.entries:
                queue.answer(entry.token, "better", "A").result()
    with desk_at(qtbot, copied, settings) as desk:
        enter(desk.open("sides"))
        items = adjudicables(desk.results)
        assert items, "some pairs were shown the other way round"
        chosen = {
            (label.annotator, label.item): (label.samples, label.chosen)
            for label in desk.labels("sides").of_items("better")
        }
        shown = {label.token: label.samples for label in desk.labels("sides").labels}
        for item in items:
            here = shown[item.token]
            for version in item.versions:
                _, sample = chosen[version.annotator, item.name[0]]  # type: ignore[index]  # items are tuples here
                assert here["AB".index(str(version.answer))] == sample
        item = current(desk)
        desk.key(Qt.Key.Key_2)
        desk.wait(lambda: decided(desk, item, "sides") is not None)
        desk.rest()
        again = next(each for each in adjudicables(desk.results) if each.name == item.name)
        assert again.decided == "B"


# ---- what does not go well ----


def limit(project: Project, on: bool) -> None:
    """Let the project's file not grow any more, and fill what is left of it; or let it grow as it likes."""

    def write(db: Database) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages if on else 1 << 30}")

    project.store.write(write).result()
    queue = project.labelling.queue(project.labelling.campaign("faces-2026"), "ada")
    for size in (8000, 800, 80, 1) if on else ():
        with suppress(UserError):
            for number in range(1000):
                queue.note(queue.entries[-1].token, f"{number}".ljust(size, "x")).result()


def test_a_full_disk_refuses_visibly_and_work_goes_on_afterwards(desk: Desk) -> None:
    part, item = part_of(desk), plain(desk)
    limit(desk.project, True)
    desk.rest()
    part.list.go_to(item.name)
    desk.key(Qt.Key.Key_1)
    desk.wait(part.desk.bar.isVisible)
    desk.rest()
    assert "not kept" in part.desk.bar.words
    assert current(desk).name == item.name
    assert current(desk).is_open
    assert decided(desk, item) is None
    limit(desk.project, False)
    click(part.desk.bar.button)
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.rest()
    assert not part.desk.bar.isVisible()
    assert current(desk).name != item.name


def test_a_project_that_is_only_looked_at_takes_no_decision(
    copied: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> None:
    with desk_at(qtbot, copied, settings, "read") as desk:
        enter(desk.open())
        item = current(desk)
        desk.key(Qt.Key.Key_1)
        desk.rest()
        assert decided(desk, item) is None
        assert any("read-only" in each for each in texts(part_of(desk)))
        assert not any(button.isEnabled() for button in part_of(desk).desk.panel.buttons.values())


def test_when_all_is_settled_it_says_so(desk: Desk) -> None:
    listing = part_of(desk).list
    waiting = len(listing.listed)
    for _ in range(waiting):
        before = len(listing.listed)
        desk.key(Qt.Key.Key_1)
        desk.rest()
        assert len(listing.listed) == before - 1
    assert desk.page.tabs.tabText(4) == "Adjudication"
    assert any("Nothing waits for a decision" in each for each in texts(part_of(desk)))


# ---- blind here too ----


def test_nothing_in_it_tells_whose_samples_they_are(desk: Desk) -> None:
    part = part_of(desk)
    found: list[str] = []
    for item in part.list.items:
        part.list.go_to(item.name)
        QApplication.processEvents()
        for widget in (part, *part.findChildren(QWidget)):
            found += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.objectName()]
            text = getattr(widget, "text", None)
            if callable(text):
                found.append(str(text()))
            if isinstance(widget, ResultTable):
                model = widget.results
                found.append(model.lines(()))
                found += [
                    str(model.data(model.index(row, 0), Qt.ItemDataRole.ToolTipRole)) for row in range(model.rowCount())
                ]
    said = "\n".join(found).casefold()
    assert "does the person smile" in said
    folder = str(desk.project.folder)
    secrets = ("northlight", "tern", "original", "unlearned", "forget", "retain", ".png", "c0", folder)
    assert [secret for secret in secrets if secret.casefold() in said] == []


def test_ctrl_z_is_routed_to_the_decisions(desk: Desk) -> None:
    item = plain(desk)
    desk.key(Qt.Key.Key_1)
    desk.wait(lambda: decided(desk, item) == "yes")
    desk.rest()
    assert desk.table.named_by("Ctrl+Z", "label") == "undo"
    desk.key(Qt.Key.Key_Z, modifiers=CTRL)
    desk.wait(lambda: decided(desk, item) is None)
