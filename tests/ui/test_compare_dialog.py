"""The dialog that compares two entries: what it shows is what `compare_entries` finds, by keys and by mouse."""

import csv
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.comparison_tables import COLUMNS
from genmu_studio.domain import SubmissionId
from genmu_studio.entry_comparison import EntryComparison, compare_entries
from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from genmu_studio.project import Project
from genmu_studio.sample_changes import ChangedSample, compare_samples
from tests.core import world
from tests.core.made_pairs import GroupOf, table_of
from tests.ui.controls import beyond_tab, not_literal, texts, without_name, without_tip
from tests.ui.keyboard import SHIFT, click, press, type_text
from ui import theme
from ui.dialogs.compare import CompareDialog
from ui.dialogs.import_submission import ImportDialog
from ui.main_window import MainWindow
from ui.models.column_table import ColumnTable
from ui.models.compared import changed_columns
from ui.numbers import percent, signed
from ui.theme import DARK, LIGHT
from ui.views.review import ReviewView
from ui.widgets.changed_list import ChangedList
from ui.widgets.thumbnails import ThumbnailStore

FIRST, SECOND = "example-lab-face-r1", "second-lab-face-r1"
HOSTILE = '=cmd|"x"!A1<b>x</b>'
WAIT_MS = 20_000
FIGURE, OF_FIRST, OF_SECOND, CHANGE, INTERVAL = range(5)


@pytest.fixture
def dialog(scored_window: MainWindow, qtbot: QtBot) -> Iterator[CompareDialog]:
    """Return the dialog as the action opens it, with its comparison."""
    scored_window.table["compare"].trigger()
    made = scored_window.findChild(CompareDialog)
    assert isinstance(made, CompareDialog)
    qtbot.waitExposed(made)
    wait_for_answer(made, qtbot)
    yield made
    if isValid(made):
        made.close()


def test_the_action_brings_the_dialog_forward_that_is_there(dialog: CompareDialog) -> None:
    window = dialog.studio
    window.table["compare"].trigger()
    assert window.findChildren(CompareDialog) == [dialog]


def wait_for_answer(dialog: CompareDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.studio.context.is_moving and not dialog.studio.context.is_busy, timeout=WAIT_MS)
    assert dialog.said != "comparing…"


def expected(dialog: CompareDialog, first: str = FIRST, second: str = SECOND) -> EntryComparison:
    project = project_of(dialog.studio)
    return compare_entries(project, project.submission(first), project.submission(second), dialog.studio.context.view)


def project_of(window: MainWindow) -> Project:
    assert window.context.project is not None
    return window.context.project


def shown_figures(dialog: CompareDialog) -> list[list[str]]:
    return cells(dialog.compared.deltas)


def shown_samples(dialog: CompareDialog) -> list[list[str]]:
    return cells(dialog.compared.changes)


def cells(model: QAbstractItemModel) -> list[list[str]]:
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def check_shown(dialog: CompareDialog, comparison: EntryComparison) -> None:
    """Assert that every figure and sample of a comparison is on the screen, and nothing else."""
    figures = shown_figures(dialog)
    assert len(figures) == len(comparison.deltas) > 0
    for line, delta in zip(figures, comparison.deltas, strict=True):
        assert line[FIGURE].split()[0] == delta.symbol
        assert line[FIGURE].endswith(delta.group or "track")
        assert line[OF_FIRST] == percent(delta.first.value)
        assert line[OF_SECOND] == percent(delta.second.value)
        assert signed(delta.change) in line[CHANGE]
        assert {True: "better", False: "worse", None: "the same"}[delta.is_better] in line[CHANGE]
        low, high = delta.interval or (None, None)
        assert line[INTERVAL] == ("–" if low is None else f"{signed(low)} to {signed(high)}")
    assert [(line[1], line[2]) for line in shown_samples(dialog)] == [each.words for each in comparison.samples.changed]


def button(dialog: CompareDialog, text: str) -> QPushButton:
    (found,) = [each for each in dialog.findChildren(QPushButton) if each.text() == text and each.isVisible()]
    return found


# ---- what it shows ----


def test_the_action_opens_it_beside_the_window_with_the_shown_entry_first(dialog: CompareDialog) -> None:
    assert dialog.isVisible()
    assert QApplication.activeModalWidget() is None
    assert dialog.windowHandle().transientParent() is None
    assert dialog.boxes.first.currentText().startswith("Face  Example Lab  rev 1")
    assert dialog.boxes.second.currentText().startswith("Second Lab  rev 1")
    check_shown(dialog, expected(dialog))
    assert dialog.said.startswith("fake_image 1, fake, for tests only  ·  threshold 0.500 fallback  ·  rule verify")
    assert dialog.compared.said == "6 of 14 matched samples ended otherwise"
    titles = [dialog.compared.deltas.headerData(each, Qt.Orientation.Horizontal) for each in (OF_FIRST, OF_SECOND)]
    assert titles == ["first: Example Lab  rev 1", "second: Second Lab  rev 1"]


def test_less_is_better_where_the_metric_says_so(dialog: CompareDialog) -> None:
    lines = {line[FIGURE]: line[CHANGE] for line in shown_figures(dialog)}
    assert lines["FA ↓ Two"] == "▼ −100.0 better"
    assert lines["EA ↑ track"] == "▲ +50.0 better may be chance"
    assert lines["FA ↓ One"] == "0.0 the same"
    assert lines["RA ↑ Two"].startswith("▲ +50.0 better")


@pytest.mark.parametrize(("name", "tokens"), [("dark", DARK), ("light", LIGHT)])
def test_better_and_worse_have_their_colours(
    dialog: CompareDialog, qtbot: QtBot, name: str, tokens: theme.Tokens
) -> None:
    theme.apply(QApplication.instance(), name)  # type: ignore[arg-type]  # there is one
    try:
        figures = [line[FIGURE] for line in shown_figures(dialog)]
        better = row_colors(dialog, figures.index("FA ↓ Two"))
        same = row_colors(dialog, figures.index("FA ↓ One"))
        assert QColor(tokens.good).rgb() in better
        assert QColor(tokens.bad).rgb() not in better
        assert not {QColor(tokens.good).rgb(), QColor(tokens.bad).rgb()} & same
        click(dialog.boxes.swap)
        wait_for_answer(dialog, qtbot)
        worse = row_colors(dialog, figures.index("FA ↓ Two"))
        assert QColor(tokens.bad).rgb() in worse
        assert QColor(tokens.good).rgb() not in worse
    finally:
        theme.apply(QApplication.instance(), "dark")  # type: ignore[arg-type]  # as above


def row_colors(dialog: CompareDialog, row: int) -> set[int]:
    """Return the colours in the cells that say how a figure changed."""
    return cell_colors(dialog, row, CHANGE) | cell_colors(dialog, row, INTERVAL)


def cell_colors(dialog: CompareDialog, row: int, column: int) -> set[int]:
    view = dialog.compared.figures
    index = dialog.compared.deltas.index(row, column)
    view.scrollTo(index)
    found = colors(view.viewport().grab(view.visualRect(index)).toImage())
    assert len(found) > 1, "the cell is out of sight"
    return found


def colors(image: QImage) -> set[int]:
    return {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}


def test_each_sample_shows_both_pictures_and_both_outcomes(dialog: CompareDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: painted(dialog) and not dialog.thumbnails.is_busy, timeout=WAIT_MS)
    model, view = dialog.compared.changes, dialog.compared.list
    found = next(row for row in range(model.rowCount()) if model.row_at(row).words == ("still verified", "forgotten"))
    view.scrollTo(model.index(found, 0))
    qtbot.waitUntil(lambda: painted(dialog) and not dialog.thumbnails.is_busy, timeout=WAIT_MS)
    assert picture_of(dialog, found, 1) == shade_of("11")
    assert picture_of(dialog, found, 2) == shade_of(world.STRANGER)
    still = colors(cell_image(dialog, found, 1))
    forgotten = colors(cell_image(dialog, found, 2))
    assert QColor(DARK.bad).rgb() in still
    assert QColor(DARK.good).rgb() in forgotten
    changed = model.row_at(found)
    assert model.index(found, 0).data() == f"11 forget, Two · {changed.condition} · seed {changed.seed}"


def painted(dialog: CompareDialog) -> bool:
    """Paint the list, which asks for the pictures of what is in sight."""
    return not dialog.compared.list.viewport().grab().isNull()


def cell_image(dialog: CompareDialog, row: int, column: int) -> QImage:
    view = dialog.compared.list
    return view.viewport().grab(view.visualRect(dialog.compared.changes.index(row, column))).toImage()


def picture_of(dialog: CompareDialog, row: int, column: int) -> tuple[int, ...]:
    """Return of which step of 32 levels the middle of a picture is."""
    image = cell_image(dialog, row, column)
    seen = image.pixelColor(QPoint(4 + 26, image.height() // 2))
    return tuple(channel // 32 for channel in (seen.red(), seen.green(), seen.blue()))


def shade_of(identity: str) -> tuple[int, ...]:
    return tuple(world.STEPS[identity])


# ---- choosing ----


def test_swapped_by_click_and_by_key(dialog: CompareDialog, qtbot: QtBot) -> None:
    click(dialog.boxes.swap)
    wait_for_answer(dialog, qtbot)
    assert dialog.boxes.first.currentText().startswith("Face  Second Lab")
    check_shown(dialog, expected(dialog, SECOND, FIRST))
    dialog.boxes.swap.setFocus()
    press(dialog.boxes.swap, Qt.Key.Key_Space)
    wait_for_answer(dialog, qtbot)
    check_shown(dialog, expected(dialog))


def test_another_first_entry_by_keys_changes_places_with_the_second(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.boxes.first.setFocus()
    press(dialog.boxes.first, Qt.Key.Key_Down)
    wait_for_answer(dialog, qtbot)
    assert dialog.boxes.first.currentText().startswith("Face  Second Lab")
    assert dialog.boxes.second.currentText().startswith("Example Lab")
    check_shown(dialog, expected(dialog, SECOND, FIRST))


def take_revision(window: MainWindow, folder: Path, *, is_scored: bool = True) -> None:
    """Take in revision 2 of Example Lab: only group One, in which 3 is lost."""
    project = project_of(window)
    grid = [each for each in world.grid(world.two_groups(), conditions=2) if each.group == "One"]
    samples = world.showing(grid, {("unlearned", "3"): world.STRANGER})
    world.take_in(project, world.write_submission(folder, samples, revision=2, size=6))
    if is_scored:
        world.score_with_fake(project)


def test_what_is_taken_in_meanwhile_can_be_chosen(dialog: CompareDialog, qtbot: QtBot, tmp_path: Path) -> None:
    take_revision(dialog.studio, tmp_path / "new")
    box = dialog.boxes.second
    qtbot.waitUntil(lambda: box.count() == 2, timeout=WAIT_MS)
    wait_for_answer(dialog, qtbot)
    check_shown(dialog, expected(dialog))  # what was chosen stays
    box.setFocus()
    press(box, Qt.Key.Key_Up)
    wait_for_answer(dialog, qtbot)
    assert box.currentText().startswith("Example Lab  rev 2")
    comparison = expected(dialog, FIRST, "example-lab-face-r2")
    assert [line[1:3] for line in shown_samples(dialog)] == [list(each.words) for each in comparison.samples.changed]
    assert dialog.remarks == "▲ example-lab-face-r2 delivered nothing of Two"
    (fa,) = [line for line in shown_figures(dialog) if line[FIGURE] == "FA ↓ Two"]
    assert fa[OF_SECOND:] == ["–", "– second: no samples of this group were delivered", "–"]
    assert "6 only in the first" in dialog.compared.said


def test_a_revision_is_compared_with_the_one_before_it(scored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    take_revision(scored_window, tmp_path / "new")
    qtbot.waitUntil(lambda: not scored_window.context.is_busy, timeout=WAIT_MS)
    scored_window.context.select(SubmissionId("example-lab-face-r2"))
    dialog = CompareDialog(scored_window)
    dialog.open()
    wait_for_answer(dialog, qtbot)
    assert dialog.boxes.first.currentText().startswith("Face  Example Lab  rev 2")
    assert dialog.boxes.second.currentText().startswith("Example Lab  rev 1")
    dialog.close()


# ---- following ----


def test_it_follows_the_lens(dialog: CompareDialog, qtbot: QtBot) -> None:
    before = shown_figures(dialog)
    assert QColor(DARK.good).rgb() in row_colors(dialog, 0)
    context = dialog.studio.context
    context.look(threshold="1.0")
    assert dialog.said == "comparing…"
    assert greyed(dialog) == [True, True]
    assert shown_figures(dialog) == before
    assert QColor(DARK.good).rgb() not in row_colors(dialog, 0)
    wait_for_answer(dialog, qtbot)
    assert greyed(dialog) == [False, False]
    assert dialog.said.startswith("▲ what-if")
    assert "threshold 1.000" in dialog.said
    assert shown_figures(dialog) != before
    check_shown(dialog, expected(dialog))
    context.official_lens()
    wait_for_answer(dialog, qtbot)
    assert shown_figures(dialog) == before
    assert not dialog.said.startswith("▲")


def greyed(dialog: CompareDialog) -> list[bool]:
    return [dialog.compared.deltas.is_stale, dialog.compared.changes.is_stale]


def test_only_the_last_wish_is_shown(dialog: CompareDialog, qtbot: QtBot) -> None:
    context = dialog.studio.context
    for policy in ("failure", "exclude"):
        context.look(policy=policy)
    click(dialog.boxes.swap)
    click(dialog.boxes.swap)
    context.look(threshold="0.2")
    wait_for_answer(dialog, qtbot)
    assert "threshold 0.200" in dialog.said
    assert dialog.said.endswith("policy exclude")
    check_shown(dialog, expected(dialog))


def test_it_goes_with_its_project(dialog: CompareDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.finished):
        dialog.studio.context.set_project(None)
    qtbot.waitUntil(lambda: not isValid(dialog))


def test_it_closes_by_escape_also_while_it_compares(scored_window: MainWindow, qtbot: QtBot) -> None:
    scored_window.table["compare"].trigger()
    dialog = scored_window.findChild(CompareDialog)
    assert isinstance(dialog, CompareDialog)
    assert "Comparing…" in texts(dialog)
    press(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not isValid(dialog) and not scored_window.context.is_busy, timeout=WAIT_MS)
    assert not scored_window.notices.notices


# ---- turns ----


def test_a_turn_lists_only_the_samples_that_took_it(dialog: CompareDialog) -> None:
    box = dialog.compared.turns
    changed = expected(dialog).samples.changed
    assert box.currentText() == "all changes  ·  6"
    box.setFocus()
    for place, (turn, n) in enumerate(changed.turns().items(), 1):
        press(box, Qt.Key.Key_Down)
        assert box.currentIndex() == place
        assert box.currentText() == (f"{turn.role}: {OUTCOME_WORDS[turn.first]} → {OUTCOME_WORDS[turn.second]}  ·  {n}")
        assert [line[1:3] for line in shown_samples(dialog)] == [list(each.words) for each in changed.that_took(turn)]
        assert dialog.compared.list.currentIndex().row() == 0
    press(box, Qt.Key.Key_Home)
    assert len(shown_samples(dialog)) == 6


def test_what_is_looked_at_stays_where_the_lens_changes(dialog: CompareDialog, qtbot: QtBot) -> None:
    listed, model = dialog.compared.list, dialog.compared.changes
    listed.setFocus()
    press(listed, Qt.Key.Key_End)
    sample = model.row_at(listed.currentIndex().row()).samples
    dialog.studio.context.look(threshold="0.6")
    wait_for_answer(dialog, qtbot)
    assert model.row_at(listed.currentIndex().row()).samples == sample
    press(listed, Qt.Key.Key_Home)
    assert listed.currentIndex().row() == 0


# ---- opening in Review ----


def active_in_review(window: MainWindow) -> tuple[str, int]:
    """Return which entry Review shows, and the unlearned sample of the pair that is open there."""
    page = window.page
    assert isinstance(page, ReviewView)
    assert window.context.submission is not None
    row = page.active_row
    assert row is not None
    assert page.table is not None
    assert page.is_large
    return window.context.submission.id, page.table.samples(row)[1]


def is_open(window: MainWindow) -> bool:
    page = window.page
    return isinstance(page, ReviewView) and page.is_large and page.active_row is not None


@pytest.mark.parametrize("way", ["Enter", "Shift+Enter", "click first", "click second", "button 0", "button 1"])
def test_a_sample_opens_in_review(dialog: CompareDialog, qtbot: QtBot, way: str) -> None:
    window, listed = dialog.studio, dialog.compared.list
    listed.setFocus()
    press(listed, Qt.Key.Key_Down)
    changed = dialog.compared.changes.row_at(1)
    side = 1 if way in {"Shift+Enter", "click second", "button 1"} else 0
    if way.startswith("click"):
        double_click(listed, dialog.compared.changes.index(1, 1 + side))
    elif way.startswith("button"):
        click(button(dialog, ("Open first", "Open second")[side]))
    else:
        press(listed, Qt.Key.Key_Return, SHIFT if side else Qt.KeyboardModifier.NoModifier)
    qtbot.waitUntil(lambda: is_open(window) and not window.context.is_busy, timeout=WAIT_MS)
    assert active_in_review(window) == ((FIRST, SECOND)[side], changed.samples[side])
    assert dialog.isVisible()
    assert listed.currentIndex().row() == 1


def double_click(view: ChangedList, index: QModelIndex) -> None:
    view.scrollTo(index)
    at = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


# ---- saving ----


def read_csv(path: Path) -> list[list[str]]:
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))


def test_the_list_is_saved_as_it_is_shown(dialog: CompareDialog, qtbot: QtBot, tmp_path: Path) -> None:
    press(dialog.compared.turns, Qt.Key.Key_Down)
    click(button(dialog, "Save list…"))
    chooser = dialog.findChild(QFileDialog)
    assert isinstance(chooser, QFileDialog)
    qtbot.waitExposed(chooser)
    assert Path(chooser.selectedFiles()[0]).name == f"{FIRST}-{SECOND}-changes.csv"
    chooser.selectFile(str(tmp_path / "mine.csv"))
    chooser.accept()
    qtbot.waitUntil(lambda: "saved as mine.csv" in dialog.compared.said, timeout=WAIT_MS)
    head, *rows = read_csv(tmp_path / "mine.csv")
    assert head == list(COLUMNS)
    listed = dialog.compared.listed
    assert listed is not None
    assert len(rows) == len(listed) > 0
    for row, each in zip(rows, listed, strict=True):
        assert row[:7] == [each.group, each.identity, each.role, each.condition, str(each.seed), *each.words]
        assert [float(value) for value in row[7:9]] == list(each.similarities)
        assert row[9:] == [f"unlearned/{each.group}/{each.identity}/{each.condition}/{each.seed}.png"] * 2
    assert button(dialog, "Save list…").isEnabled()


def test_a_file_that_cannot_be_written_is_said(dialog: CompareDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.save(tmp_path / "no such folder" / "x.csv")
    qtbot.waitUntil(lambda: bool(dialog.problem), timeout=WAIT_MS)
    assert "cannot be written" in dialog.problem
    dialog.save(tmp_path / "x.csv")
    qtbot.waitUntil(lambda: not dialog.problem, timeout=WAIT_MS)
    assert (tmp_path / "x.csv").is_file()


# ---- where there is nothing to show ----


def test_an_entry_without_results_is_said_in_place(scored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    take_revision(scored_window, tmp_path / "new", is_scored=False)
    dialog = CompareDialog(scored_window)
    dialog.open()
    wait_for_answer(dialog, qtbot)
    press(dialog.boxes.second, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: "Score it first." in texts(dialog), timeout=WAIT_MS)
    assert "No evaluator has results for example-lab-face-r2" in texts(dialog)
    assert button(dialog, "Score").isEnabled()
    assert not scored_window.notices.notices
    assert not button(dialog, "Open first").isEnabled()
    assert not button(dialog, "Save list…").isEnabled()
    press(dialog.boxes.second, Qt.Key.Key_Down)
    wait_for_answer(dialog, qtbot)
    check_shown(dialog, expected(dialog))
    assert button(dialog, "Open first").isEnabled()
    dialog.close()


def test_a_fault_is_said_here_and_in_the_window(
    scored_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> EntryComparison:
        raise RuntimeError("the sky fell")

    monkeypatch.setattr("ui.dialogs.compare.compare_entries", fail)
    dialog = CompareDialog(scored_window)
    dialog.open()
    qtbot.waitUntil(lambda: bool(scored_window.notices.notices), timeout=WAIT_MS)
    assert "The entries could not be compared" in texts(dialog)
    assert "the sky fell" in texts(dialog)
    dialog.close()


def test_a_track_with_one_entry_says_so(window: MainWindow, qtbot: QtBot, scored_folder: Path, tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "one.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=1)))
    window.context.set_project(Project.open(tmp_path / "one.genmu", "write"))
    dialog = CompareDialog(window)
    dialog.open()
    assert "There is nothing to compare with" in texts(dialog)
    assert "The project has no other entry of the face track yet." in texts(dialog)
    assert not dialog.boxes.swap.isEnabled()
    assert not dialog.boxes.second.isEnabled()
    click(button(dialog, "Import submission…"))
    assert isinstance(window.findChild(ImportDialog), ImportDialog)
    dialog.close()


def test_entries_that_end_alike_say_so(dialog: CompareDialog, qtbot: QtBot) -> None:
    dialog.studio.context.look(threshold="-1.0")
    wait_for_answer(dialog, qtbot)
    assert "No sample ended otherwise" in texts(dialog)
    assert dialog.compared.said == "0 of 14 matched samples ended otherwise"
    assert not button(dialog, "Open second").isEnabled()
    assert not button(dialog, "Save list…").isEnabled()
    assert not dialog.compared.turns.isEnabled()


# ---- names, keys, many rows ----


def test_every_control_has_a_name_a_tip_and_the_tab_key(dialog: CompareDialog) -> None:
    assert without_name(dialog) == []
    assert without_tip(dialog) == []
    assert beyond_tab(dialog) == []


def test_the_tab_key_goes_from_top_to_bottom(dialog: CompareDialog) -> None:
    dialog.activateWindow()
    dialog.boxes.first.setFocus()
    seen = []
    for _ in range(10):
        focused = QApplication.focusWidget()
        assert focused is not None
        seen.append(focused.accessibleName())
        press(focused, Qt.Key.Key_Tab)
    assert seen == [
        "First entry", "Swap", "Second entry", "Figures", "Which changes", "Samples that ended otherwise",
        "Open first", "Open second", "Save list…", "Close",
    ]  # fmt: skip


def test_names_of_strangers_are_shown_as_they_are_and_inert_in_a_table(
    window: MainWindow, qtbot: QtBot, scored_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(scored_folder, tmp_path / "project.genmu")
    samples = [
        world.Sample(each.side, each.group, each.identity, HOSTILE.replace('"', ""), each.seed)
        for each in world.grid(world.one_group(), conditions=1)
    ]
    with Project.open(tmp_path / "project.genmu", "write") as project:
        for revision, shows in ((2, "2"), (3, world.STRANGER)):
            shown = world.showing(samples, {("unlearned", "3"): shows})
            entry = world.write_submission(tmp_path / str(revision), shown, revision=revision, size=5 + revision)
            world.take_in(project, entry, team=HOSTILE)
        world.score_with_fake(project)
        names = [row.id for row in project.submissions() if row.team == HOSTILE]
    window.context.set_project(Project.open(tmp_path / "project.genmu", "write"))
    window.context.select(names[-1])
    dialog = CompareDialog(window)
    dialog.open()
    wait_for_answer(dialog, qtbot)
    assert not_literal(dialog, "<b>x</b>") == []
    assert HOSTILE in dialog.boxes.first.currentText()
    assert HOSTILE.replace('"', "") in str(dialog.compared.changes.index(0, 0).data())
    assert "<b>" not in str(dialog.compared.changes.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    dialog.save(tmp_path / "x.csv")
    qtbot.waitUntil((tmp_path / "x.csv").is_file, timeout=WAIT_MS)
    assert read_csv(tmp_path / "x.csv")[1][3] == "'" + HOSTILE.replace('"', "")
    dialog.close()


class CountingTable(ColumnTable[ChangedSample]):
    """Counts the cells that are asked for."""

    asked = 0

    def data(self, index: object, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        CountingTable.asked += 1
        return super().data(index, role)  # type: ignore[arg-type]  # an index


def test_of_100_000_samples_only_those_in_sight_are_made(dressed: QApplication, qtbot: QtBot) -> None:
    people = tuple(str(number) for number in range(100))
    before = table_of([GroupOf("One", people)], conditions=25, seeds=40)
    collapsed = np.full(len(before), PairOutcome.COLLAPSED, dtype=np.int8)
    changed = compare_samples(before, replace(before, outcome=collapsed)).changed
    model = CountingTable()
    thumbnails = ThumbnailStore(2**20)
    view = ChangedList(model, thumbnails)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    CountingTable.asked = 0
    model.show_rows(changed_columns(("first", "second")), changed)
    view.setCurrentIndex(model.index(99_999, 0))
    press(view, Qt.Key.Key_PageUp)
    view.viewport().grab()
    assert CountingTable.asked < 5_000
    with qtbot.waitSignal(view.opened) as opened:
        press(view, Qt.Key.Key_Return)
    assert opened.args is not None
    assert opened.args[1] == 0
    thumbnails.close()


def test_typing_walks_no_figures_and_starts_no_action(dialog: CompareDialog) -> None:
    view = dialog.studio.context.view
    type_text(dialog.compared.list, "o,.n")
    assert dialog.studio.context.view == view
