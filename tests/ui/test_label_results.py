"""What came of a campaign: figures as the labels have them, told for organizers, sorted, walked and copied."""

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.agreeing import agreement_of_labels
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.labelling.room import LabellingRoom
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from scoring.errors import UserError
from tests.ui.controls import beyond_tab, not_literal, texts, without_name, without_tip
from tests.ui.keyboard import CTRL, click
from tests.ui.label_results_desk import Desk, cells, desk_at
from tests.ui.label_results_world import ANNOTATORS, answer_all, make_project
from ui.widgets.label_results.table import ResultTable
from ui.widgets.label_results.tracks import TRACKS


@pytest.fixture(scope="module")
def unanswered_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("unanswered"), size=4)


@pytest.fixture(scope="module")
def answered_folder(unanswered_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("answered") / "project.genmu"
    copytree(unanswered_folder, folder)
    with Project.open(folder, "write") as project:
        answer_all(project)
    return folder


@pytest.fixture
def desk(
    answered_folder: Path, tmp_path: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> Iterator[Desk]:
    folder = Path(copytree(answered_folder, tmp_path / "project.genmu"))
    with desk_at(qtbot, folder, settings) as made:
        yield made.open()


@pytest.fixture
def empty_desk(
    unanswered_folder: Path, tmp_path: Path, qtbot: QtBot, settings: Settings, dressed: QApplication
) -> Iterator[Desk]:
    folder = Path(copytree(unanswered_folder, tmp_path / "project.genmu"))
    with desk_at(qtbot, folder, settings) as made:
        yield made


def go_to_question(desk: Desk, wanted: str) -> None:
    ids = [result.question.id for result in desk.results.questions]
    desk.page.questions.list.go_to(ids.index(wanted))


# ---- questions ----


def test_answers_are_counted_as_they_were_given(desk: Desk) -> None:
    sheet = desk.page.questions.sheet
    given = [label.value for label in desk.labels().of_items("smile") if label.value is not None]
    counts = Counter(given)
    assert cells(sheet.answers) == [
        {"answer": each, "": "", "share": f"{100 * counts[each] / len(given):.1f} %", "n": str(counts[each])}
        for each in ("yes", "no")
    ]
    reasons = Counter(reason for label in desk.labels().of_items("smile") for reason in label.skipped)
    assert {row["reason"]: int(row["n"]) for row in cells(sheet.reasons)} == reasons
    assert f"{len(given)} answers" in sheet.about.text()


def test_the_sides_of_a_submission_stand_beside_each_other(desk: Desk) -> None:
    project = desk.project
    sql = "SELECT id, submission_id, role, side FROM sample"
    where = project.store.read(lambda db: {row[0]: row[1:] for row in db.execute(sql).fetchall()})
    counts: Counter[tuple[str, str, str, object]] = Counter()
    for label in desk.labels().of_items("smile"):
        if label.value is not None:
            counts[(*where[label.samples[0]], label.value)] += 1

    model = desk.page.questions.sheet.reveal.results
    titles = [str(model.headerData(place, Qt.Orientation.Horizontal)) for place in range(model.columnCount())]
    yes = titles.index("yes")
    for row in range(model.rowCount()):
        shown = model.row_at(row)
        sides = ("original", "unlearned")
        assert tuple(each.side for each in shown.sides) == sides
        tracks = model.data(model.index(row, yes), TRACKS)
        assert isinstance(tracks, tuple)
        for side, track in zip(sides, tracks, strict=True):
            key = (shown.submission, shown.role, side)
            whole = counts[(*key, "yes")] + counts[(*key, "no")]
            assert track.token == side
            assert track.fill == pytest.approx(counts[(*key, "yes")] / whole)
    assert {model.row_at(row).team for row in range(model.rowCount())} == {"Northlight", "Tern"}


def test_numbers_and_opinions_are_told_with_what_they_rest_on(desk: Desk) -> None:
    sheet = desk.page.questions.sheet
    go_to_question(desk, "age")
    ages = sorted(float(label.value or 0) for label in desk.labels().of_items("age"))
    assert sheet.bars.isVisible()
    assert not sheet.answers.isVisible()
    words = sheet.bars.accessibleDescription()
    assert f"smallest {ages[0]:g}, largest {ages[-1]:g}" in words
    numbers = next(each.numbers for each in desk.results.questions if each.question.id == "age")
    assert numbers is not None
    for place, n in enumerate(numbers.counts):
        low, high = numbers.edges[place : place + 2]
        inside = sum(low <= age < high or (place == len(numbers.counts) - 1 and age == high) for age in ages)
        assert n == inside
        said = sheet.bars.words_at(sheet.bars.bar(place).center().x())
        assert said == f"{low:g} to {high:g} years: {n} answer{'' if n == 1 else 's'}"

    go_to_question(desk, "naturalness")
    votes = [float(label.value or 0) for label in desk.labels().of_items("naturalness")]
    assert sheet.opinion.text() == f"{sum(votes) / len(votes):.2f}"
    assert any(f"{len(votes)} votes" in each for each in texts(sheet))
    assert any("95 % interval" in each for each in texts(sheet))
    assert "vote" in sheet.opinion.toolTip()
    assert "sample" not in sheet.opinion.toolTip()

    go_to_question(desk, "note")
    assert {row["text"] for row in cells(sheet.texts)} == {"the ear is odd"}
    assert not sheet.reveal.isVisible()


def test_questions_are_walked_by_keys_and_stay_when_labels_change(desk: Desk) -> None:
    desk.wait(lambda: QApplication.focusWidget() is desk.page.questions.list)
    desk.key(Qt.Key.Key_Down)
    assert desk.page.questions.sheet.title.text() == "Which expression does the face show?"
    before = len(desk.labels().labels)
    queue = desk.project.labelling.queue(desk.project.labelling.campaign("faces-2026"), "ada")
    note = next(each for each in queue.entries if not queue.standing(each.token, "note"))
    queue.answer(note.token, "note", "one more").result()
    desk.wait(lambda: len(desk.results.labels.labels) == before + 1)
    assert desk.page.questions.sheet.title.text() == "Which expression does the face show?"


# ---- agreement ----


def test_agreement_is_that_of_the_labels_with_n_and_missing_and_why_there_is_none(desk: Desk) -> None:
    part = desk.page.agreement
    desk.turn_to(part)
    rows = cells(part.table)
    for found in agreement_of_labels(desk.labels()):
        row = next(each for each in rows if each["question"] == found.question.id)
        summary = found.summary
        assert row["ratings"] == str(found.n)
        assert row["missing"] == str(summary.percent.missing)
        assert row["equal %"] == f"{100 * (summary.percent.value or 0):.1f}"
        for title, figure in (("alpha", summary.alpha), ("kappa", summary.kappa), ("Fleiss", summary.fleiss)):
            assert row[title] == ("–" if figure.value is None else f"{figure.value:.3f}".replace("-", "−"))
            place = part.table.results.index(rows.index(row), [*row].index(title))
            said = str(part.table.results.data(place, Qt.ItemDataRole.ToolTipRole))
            assert f"n = {figure.n:,}" in said
            assert f"{figure.missing:,} answer" in said
            assert figure.reason is None or figure.reason.replace("'", "&#x27;") in said
    assert "age: the question asks for a number, which has no categories" in part.notes.text()
    header = part.table.results.headerData(9, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "Gwet" in str(header)


def test_every_two_annotators_are_told_apart_below(desk: Desk) -> None:
    part = desk.page.agreement
    desk.turn_to(part)
    assert part.pairs_card.accessibleName().endswith("smile")
    labels = desk.labels().of_items("smile")
    items = {name: {each.item for each in labels if each.annotator == name and each.value} for name in ANNOTATORS}
    shown = {row["annotators"]: row for row in cells(part.pairs)}
    assert set(shown) == {"ada and ben", "ada and eve", "ben and eve"}
    assert shown["ada and ben"]["items"] == str(len(items["ada"] & items["ben"]))
    desk.key(Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert part.pairs_card.accessibleName().endswith("age")
    assert part.pairs.isVisible()
    assert all(row["kappa"] == "–" for row in cells(part.pairs))


# ---- tables ----


def test_a_table_is_sorted_by_its_titles_and_the_row_stays_chosen(desk: Desk) -> None:
    table = desk.page.agreement.table
    desk.turn_to(desk.page.agreement)
    given = [row["question"] for row in cells(table)]
    header = table.horizontalHeader()

    def press_title(column: int) -> None:
        at = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    press_title(5)
    up = [float(row["equal %"]) for row in cells(table)]
    assert up == sorted(up)
    assert table.selected[0].question.id == given[0]
    press_title(5)
    assert [float(row["equal %"]) for row in cells(table)] == sorted(up, reverse=True)
    press_title(5)
    assert [row["question"] for row in cells(table)] == given
    press_title(7)  # kappa: what has none comes last, whichever way round
    assert [row["kappa"] for row in cells(table)][-2:] == ["–", "–"]
    press_title(7)
    assert [row["kappa"] for row in cells(table)][-2:] == ["–", "–"]


def test_copying_a_table_copies_plain_text(desk: Desk) -> None:
    table = desk.page.agreement.table
    desk.turn_to(desk.page.agreement)
    desk.key(Qt.Key.Key_C, modifiers=CTRL)
    clipboard = QGuiApplication.clipboard()
    lines = clipboard.text().splitlines()
    assert lines[0].split("\t")[:2] == ["question", "items"]
    assert [line.split("\t")[0] for line in lines[1:]] == ["smile"]
    assert not clipboard.mimeData().hasHtml()
    desk.key(Qt.Key.Key_A, modifiers=CTRL)
    desk.key(Qt.Key.Key_C, modifiers=CTRL)
    assert len(clipboard.text().splitlines()) == 1 + table.results.rowCount()


# ---- what stands in place of results ----


def labels_of(widget: QWidget) -> str:
    return "\n".join(texts(widget))


def test_nobody_has_answered_yet(empty_desk: Desk) -> None:
    empty_desk.open()
    states = empty_desk.page.states
    assert states.isVisible()
    said = labels_of(states)
    assert "Nobody has answered yet." in said
    assert "ada, ben and eve" in said
    empty_desk.wait(lambda: isinstance(QApplication.focusWidget(), QPushButton))
    empty_desk.key(Qt.Key.Key_Space)
    assert empty_desk.left == 1

    queue = empty_desk.project.labelling.queue(empty_desk.results.campaign, "ada")
    queue.answer(queue.entries[-1].token, "smile", "yes").result()
    empty_desk.wait(empty_desk.page.tabs.isVisible)
    empty_desk.key(Qt.Key.Key_Escape)
    assert empty_desk.left == 2


def test_what_takes_long_says_so_and_what_fails_says_why_and_is_tried_again(
    empty_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    real = LabellingRoom.results

    def slow(room: LabellingRoom, campaign: Campaign) -> CampaignResults:
        gate.wait(60)
        raise UserError("the disk is gone", "Put it back.")

    monkeypatch.setattr(LabellingRoom, "results", slow)
    page = empty_desk.page
    page.show_campaign("faces-2026")
    empty_desk.show()
    empty_desk.wait(lambda: "Reading the labels…" in labels_of(page.states))
    gate.set()
    empty_desk.wait(lambda: "The labels could not be read" in labels_of(page.states))
    assert "The disk is gone. Put it back." in labels_of(page.states)
    monkeypatch.setattr(LabellingRoom, "results", real)
    (again,) = [each for each in page.states.findChildren(QPushButton) if each.isVisible()]
    click(again)
    empty_desk.wait(lambda: "Nobody has answered yet." in labels_of(page.states))


def test_a_failure_later_keeps_what_is_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(room: LabellingRoom, campaign: Campaign) -> CampaignResults:
        raise UserError("the disk is gone")

    monkeypatch.setattr(LabellingRoom, "results", fail)
    desk.project.announce("labels")
    desk.wait(lambda: desk.errors)
    assert desk.page.tabs.isVisible()
    assert cells(desk.page.questions.sheet.answers)


def test_what_changes_unseen_is_read_when_somebody_looks(desk: Desk) -> None:
    desk.hide()
    campaign = desk.project.labelling.campaign("faces-2026")
    assert desk.project.labelling.exclude(campaign, "eve", "hardly looks")
    desk.wait(lambda: not desk.context.is_busy)
    assert all(each.excluded is None for each in desk.results.annotators)
    desk.show()
    desk.wait(lambda: any(each.excluded for each in desk.results.annotators))


def test_export_is_asked_for_by_the_name_of_the_campaign(desk: Desk) -> None:
    with desk.qtbot.waitSignal(desk.page.export_asked) as asked:
        click(desk.page.export)
    assert asked.args == ["faces-2026"]


# ---- for everybody ----


def test_everything_has_a_name_a_tip_and_the_tab_key(desk: Desk) -> None:
    for part in desk.page.parts:
        desk.turn_to(part)
        assert without_name(desk.page) == []
        assert without_tip(desk.page) == []
        assert beyond_tab(desk.page) == []


def test_markup_of_others_is_shown_as_it_is(desk: Desk) -> None:
    foreign = "<b>bold</b>"
    campaign = desk.project.labelling.campaign("faces-2026")
    queue = desk.project.labelling.queue(campaign, "ada")
    queue.skip(queue.entries[-1].token, "smile", foreign).result()
    queue.answer(queue.entries[-1].token, "note", foreign).result()
    desk.project.labelling.exclude(campaign, "eve", foreign)
    desk.wait(lambda: any(each.excluded for each in desk.results.annotators))
    for part in desk.page.parts:
        desk.turn_to(part)
        assert not_literal(desk.page, foreign) == []
    for table in desk.page.findChildren(ResultTable):
        model = table.results
        for row in range(model.rowCount()):
            for column in range(model.columnCount()):
                assert foreign not in str(model.data(model.index(row, column), Qt.ItemDataRole.ToolTipRole))


def strings(root: QWidget) -> str:
    """Return every string that can be reached from a widget: texts, names, tooltips, models."""
    found: list[str] = []
    for widget in (root, *root.findChildren(QWidget)):
        found += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle()]
        text = getattr(widget, "text", None)
        if callable(text):
            found.append(str(text()))
        if isinstance(widget, ResultTable):
            found.append(widget.results.lines(()))
    return "\n".join(found)


def test_nothing_of_a_campaign_is_left_when_it_is_forgotten(desk: Desk) -> None:
    secrets = ("northlight", "tern-face", "faces-2026", "ada", "ben", "ear is odd", "smile")
    before = ""
    for place in range(len(desk.results.questions)):
        desk.page.questions.list.go_to(place)
        before += strings(desk.page).casefold()
    for part in desk.page.parts:
        desk.turn_to(part)
    assert [secret for secret in secrets if secret not in before] == []
    desk.page.forget()
    QApplication.processEvents()
    QApplication.sendPostedEvents()
    after = strings(desk.page).casefold()
    assert [line for line in after.splitlines() if any(secret in line for secret in secrets)] == []
