"""Parts of a filter as lists: what is checked by mouse and keys, what is told, and what thousands of values cost."""

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_outcomes import PairOutcome
from tests.core.made_pairs import HOSTILE
from tests.ui.keyboard import CTRL, click, press, type_text
from ui import theme
from ui.models.facet_model import Entries, Entry, FacetModel, Heading, Value
from ui.widgets.facet_list import BAR_OPACITY, MOST_ROWS, ROW_PX, FacetList
from ui.widgets.outcomes import MARKS

ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton
NAMES = ("one", "two", HOSTILE)


def entries_of(names: tuple[str, ...]) -> dict[Value, Entry | None]:
    return {name: Entry(name, tip="what it means") for name in names}


class Wired(FacetList):
    """A list that checks what it is told to check, as the panel does."""

    def __init__(self, entries: Entries, counts: Mapping[Value, int]) -> None:
        super().__init__("Flags", lambda value: Entry(str(value)))
        self.told: list[frozenset[Value]] = []
        self._given = (entries, counts)
        self.changed.connect(self._take)
        self.show_entries(entries, counts, frozenset())

    def _take(self, checked: frozenset[Value]) -> None:
        self.told.append(checked)
        self.show_entries(*self._given, checked)

    @property
    def rows(self) -> list[str]:
        return [str(self.index(row).data()) for row in range(self.model.rowCount())]

    def index(self, row: int) -> QModelIndex:
        return self.model.index(row)

    def place(self, row: int) -> QPoint:
        return self.view.visualRect(self.index(row)).center()


def shown(made: Wired, qtbot: QtBot) -> Wired:
    qtbot.addWidget(made)
    made.resize(200, 400)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def flags(dressed: QApplication, qtbot: QtBot) -> Wired:
    return shown(Wired(entries_of(NAMES), {"one": 3, "two": 0, HOSTILE: 1}), qtbot)


def long_list(qtbot: QtBot, many: int) -> Wired:
    names = tuple(f"view {number}" for number in range(many))
    return shown(Wired(entries_of(names), dict.fromkeys(names, 20)), qtbot)


# ---- mouse ----


def test_clicks_check_and_uncheck_and_add_up(flags: Wired) -> None:
    click(flags.view.viewport(), flags.place(0))
    QApplication.processEvents()
    click(flags.view.viewport(), flags.place(2))
    assert flags.told == [{"one"}, {"one", HOSTILE}]
    assert [flags.index(row).data(Qt.ItemDataRole.CheckStateRole) for row in range(3)] == [
        Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.Checked,
    ]  # fmt: skip
    click(flags.view.viewport(), flags.place(0))
    assert flags.told[-1] == {HOSTILE}


def test_alt_click_checks_one_alone(flags: Wired) -> None:
    click(flags.view.viewport(), flags.place(0))
    QTest.mouseClick(flags.view.viewport(), LEFT, ALT, flags.place(1))
    assert flags.told[-1] == {"two"}
    QTest.mouseClick(flags.view.viewport(), LEFT, ALT, flags.place(1))
    assert flags.told[-1] == {"two"}


def test_a_double_click_checks_one_alone(flags: Wired) -> None:
    click(flags.view.viewport(), flags.place(0))
    click(flags.view.viewport(), flags.place(2))
    QTest.mouseDClick(flags.view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, flags.place(2))
    QTest.mouseRelease(flags.view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, flags.place(2))
    assert flags.told[-1] == {HOSTILE}


def test_a_press_that_is_drawn_away_checks_nothing(flags: Wired) -> None:
    viewport = flags.view.viewport()
    QTest.mousePress(viewport, LEFT, Qt.KeyboardModifier.NoModifier, flags.place(0))
    QTest.mouseMove(viewport, flags.place(2))
    QTest.mouseRelease(viewport, LEFT, Qt.KeyboardModifier.NoModifier, flags.place(2))
    assert not flags.told


# ---- keys ----


def test_tab_arrows_space_and_enter(flags: Wired) -> None:
    flags.view.setFocus(Qt.FocusReason.TabFocusReason)
    press(flags.view, Qt.Key.Key_Space)
    press(flags.view, Qt.Key.Key_Down)
    press(flags.view, Qt.Key.Key_Space)
    assert flags.told[-1] == {"one", "two"}
    press(flags.view, Qt.Key.Key_Down)
    press(flags.view, Qt.Key.Key_Return)
    assert flags.told[-1] == {HOSTILE}
    press(flags.view, Qt.Key.Key_Space)
    assert flags.told[-1] == frozenset()


def test_arrows_pass_over_headings(dressed: QApplication, qtbot: QtBot) -> None:
    entries: dict[Value, Entry | None] = {Heading("A"): None, "a": Entry("a"), Heading("B"): None, "b": Entry("b")}
    made = shown(Wired(entries, {"a": 1, "b": 2}), qtbot)
    made.view.setFocus(Qt.FocusReason.TabFocusReason)
    assert made.view.currentIndex().data() == "a"
    press(made.view, Qt.Key.Key_Down)
    press(made.view, Qt.Key.Key_Space)
    assert made.told == [{"b"}]
    click(made.view.viewport(), made.place(2))
    assert made.told == [{"b"}]


# ---- what is seen ----


def test_the_model_keeps_the_rules_of_models(dressed: QApplication) -> None:
    model = FacetModel(lambda value: Entry(str(value)))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    entries = entries_of(NAMES)
    model.show(entries, {"one": 3}, frozenset())
    model.show({Heading("A"): None, **entries}, {"one": 3}, frozenset({"gone"}))
    model.narrow("on")
    model.show({}, {}, frozenset())
    assert model.rowCount() == 0
    del tester


def test_a_count_is_told_and_foreign_text_is_literal(flags: Wired) -> None:
    assert flags.rows == list(NAMES)
    assert flags.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "one, 3 pairs"
    assert flags.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == f"{HOSTILE}, 1 pair"
    words = str(flags.index(2).data(Qt.ItemDataRole.ToolTipRole))
    assert "&lt;b&gt;x&lt;/b&gt; &amp; y" in words
    assert "what it means" in words


def test_a_row_of_nothing_is_dim_and_stays(dressed: QApplication, qtbot: QtBot) -> None:
    entries: dict[Value, Entry | None] = {
        outcome: Entry(outcome.name, mark=MARKS[outcome]) for outcome in (PairOutcome.LOST, PairOutcome.KEPT)
    }
    made = shown(Wired(entries, {PairOutcome.LOST: 0, PairOutcome.KEPT: 4}), qtbot)
    image = made.view.grab().toImage()
    colors = [
        {
            image.pixelColor(x, round(y)).name()
            for x in range(20, 60)
            for y in range(row * ROW_PX + 4, row * ROW_PX + 20)
        }
        for row in (0, 1)
    ]
    tokens = theme.current()
    assert QColor(tokens.bad).name() not in colors[0]
    assert QColor(tokens.good).name() in colors[1]
    assert made.rows == ["LOST", "KEPT"]


def test_the_bar_behind_a_row_is_as_long_as_its_count(dressed: QApplication, qtbot: QtBot) -> None:
    made = shown(Wired(entries_of(("one", "two")), {"one": 4, "two": 2}), qtbot)
    image = made.view.grab().toImage()
    plain = QColor(theme.current().surface)
    lengths = []
    for row in (0, 1):
        y = row * ROW_PX + 3  # above the text
        lengths.append(sum(image.pixelColor(x, y) != plain for x in range(24, made.view.width() - 3)))
    assert lengths[1] == pytest.approx(lengths[0] / 2, abs=4)


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT])
@pytest.mark.parametrize("name", ["good", "bad", "changed", "what_if", "text", "muted"])
def test_text_on_its_bar_can_be_read(tokens: theme.Tokens, name: str) -> None:
    strong, ground = QColor(getattr(tokens, name)), QColor(tokens.surface)
    parts = ((strong.red(), ground.red()), (strong.green(), ground.green()), (strong.blue(), ground.blue()))
    bar = QColor(*(round(BAR_OPACITY * one + (1 - BAR_OPACITY) * other) for one, other in parts))
    assert theme.contrast(strong.name(), bar.name()) >= 4.5
    assert theme.contrast(tokens.muted, bar.name()) >= 4.5


def test_a_value_that_is_not_there_any_more_can_be_unchecked(flags: Wired) -> None:
    flags.show_entries(entries_of(NAMES), {"one": 3}, frozenset({"gone"}))
    assert flags.rows == [*NAMES, "gone"]
    click(flags.view.viewport(), flags.place(3))
    assert flags.told == [frozenset()]
    assert flags.rows == list(NAMES)


# ---- many values ----


def test_thousands_of_values_have_no_widget_and_a_bounded_height(dressed: QApplication, qtbot: QtBot) -> None:
    few, many = long_list(qtbot, 30), long_list(qtbot, 5000)
    assert len(many.findChildren(QWidget)) == len(few.findChildren(QWidget))
    assert many.view.viewport().height() == few.view.viewport().height() == MOST_ROWS * ROW_PX


class Watched(dict[Value, Entry | None]):
    """Entries that note which of them are asked for."""

    def __init__(self, entries: Entries) -> None:
        super().__init__(entries)
        self.asked: set[Value] = set()

    def __getitem__(self, key: Value) -> Entry | None:
        self.asked.add(key)
        return super().__getitem__(key)


def test_of_thousands_of_values_those_are_read_that_are_seen(dressed: QApplication, qtbot: QtBot) -> None:
    entries = Watched(entries_of(tuple(f"view {number}" for number in range(5000))))
    made = shown(Wired(entries, {}), qtbot)
    click(made.view.viewport(), made.place(3))
    made.view.grab()
    assert entries.asked == {f"view {number}" for number in range(MOST_ROWS)}


def test_a_field_narrows_a_long_list_and_keeps_what_is_checked(dressed: QApplication, qtbot: QtBot) -> None:
    made = long_list(qtbot, 5000)
    height = made.view.height()
    click(made.view.viewport(), made.place(2))
    type_text(made.narrowing, "VIEW 499")
    assert made.rows == ["view 2", "view 499", *(f"view 499{last}" for last in range(10))]
    assert made.view.height() == height  # nothing below moves
    click(made.view.viewport(), made.place(1))
    assert made.told[-1] == {"view 2", "view 499"}
    press(made.narrowing, Qt.Key.Key_A, CTRL)
    press(made.narrowing, Qt.Key.Key_Delete)
    assert len(made.rows) == 5000


def test_a_short_list_has_no_field_and_forgets_what_it_was_narrowed_to(dressed: QApplication, qtbot: QtBot) -> None:
    made = long_list(qtbot, 20)
    assert made.narrowing.isVisible()
    type_text(made.narrowing, "nothing like it")
    assert made.rows == []
    made.show_entries(entries_of(NAMES), {}, frozenset())
    assert not made.narrowing.isVisible()
    assert made.rows == list(NAMES)


def test_a_new_count_leaves_scrolling_and_keyboard_where_they_are(dressed: QApplication, qtbot: QtBot) -> None:
    made = long_list(qtbot, 5000)
    made.view.setCurrentIndex(made.index(2500))
    made.view.scrollTo(made.index(2500))
    before = made.view.verticalScrollBar().value()
    click(made.view.viewport(), made.place(2500))
    assert made.told == [{"view 2500"}]
    assert made.view.currentIndex().row() == 2500
    assert made.view.verticalScrollBar().value() == before > 0
