"""The filter panel on real tables: what it shows is what the core counts, what hands do is what the core filters."""

from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER, note_codes
from genmu_studio.pair_facets import facets
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable
from genmu_studio.settings import Settings
from tests.core.made_pairs import DECISION, HOSTILE, ONE, TWO, GroupOf, marked_table, table_of
from tests.ui.controls import beyond_tab, not_literal, without_name, without_tip
from tests.ui.keyboard import CTRL, click, press, type_text
from ui import theme
from ui.actions import ACTIONS, Actions
from ui.models.facet_model import COUNT
from ui.widgets.filter_panel import NARROWEST_PX, WIDEST_PX, FilterPanel

HELD_MS = 100  # any filter, with everything that shows it


class Wired(FilterPanel):
    """The panel as the view wires it: each filter that it tells of is counted and shown."""

    def __init__(self, table: PairTable, settings: Settings) -> None:
        self.table = table
        self.told: list[PairFilter] = []
        self.wanted = PairFilter()
        self.does = Actions(ACTIONS, settings)
        super().__init__(self.does)
        self.changed.connect(self._take)
        self.does.on("all_pairs", lambda: self.show_wanted(PairFilter()))
        self.does.on("show_problems", lambda: self.show_wanted(replace(self.wanted, problems=not self.wanted.problems)))
        self.show_wanted(PairFilter())

    def _take(self, wanted: PairFilter) -> None:
        self.told.append(wanted)
        self.show_wanted(wanted)

    def show_wanted(self, wanted: PairFilter) -> None:
        self.wanted = wanted
        self.show_filter(self.table, wanted, facets(self.table, wanted), DECISION.threshold)

    def rows(self, field: str) -> dict[str, int]:
        """Return text and count of each row of a list."""
        return {str(index.data()): index.data(COUNT) for index in self.indexes(field)}

    def indexes(self, field: str) -> list[QModelIndex]:
        model = self.lists[field].model
        return [model.index(row) for row in range(model.rowCount())]

    def row(self, field: str, text: str) -> QModelIndex:
        return next(index for index in self.indexes(field) if index.data() == text)

    def click_row(self, field: str, text: str) -> None:
        view = self.lists[field].view
        index = self.row(field, text)
        view.scrollTo(index)
        click(view.viewport(), view.visualRect(index).center())


def shown(panel: Wired, qtbot: QtBot, width: int = 240) -> Wired:
    qtbot.addWidget(panel)
    panel.resize(width, 560)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


@pytest.fixture
def panel(dressed: QApplication, qtbot: QtBot, settings: Settings) -> Wired:
    return shown(Wired(marked_table(), settings), qtbot)


def texts_of(panel: FilterPanel) -> str:
    return " | ".join(
        each.text() for each in panel.findChildren(QWidget) if hasattr(each, "text") and each.isVisibleTo(panel)
    )


# ---- what is shown ----


def without(wanted: PairFilter, field: str) -> PairFilter:
    """Return the filter without one of its parts."""
    parts: dict[str, Any] = {field: getattr(PairFilter(), field)}
    return replace(wanted, **parts)


def slow_counts(table: PairTable, wanted: PairFilter, field: str) -> dict[object, int]:
    """Return how many pairs each value of `field` would leave alone, pair by pair."""
    rows = np.flatnonzero(matching(table, without(wanted, field))).tolist()
    found: dict[object, int] = {}
    for row in rows:
        values: dict[str, list[object]] = {
            "outcomes": [table.outcome_of(row)],
            "identities": [(table.groups[int(table.group[row])], table.identity_of(row))],
            "roles": [table.role_of(row)],
            "conditions": [table.conditions[int(table.condition[row])]],
            "codes": [code for bit, code in enumerate(table.codes) if int(table.code_bits[row]) >> bit & 1],
            "marks": [
                name
                for name, is_so in (
                    ("picked", table.pick[row] > 0),
                    ("rejected", table.pick[row] < 0),
                    ("unmarked", table.pick[row] == 0),
                    ("bookmarked", table.bookmarked[row]),
                    ("noted", table.noted[row]),
                )
                if is_so
            ],
            "labels": [],  # nobody is asked anything
        }
        for value in values[field]:
            found[value] = found.get(value, 0) + 1
    return found


FILTERS = (
    PairFilter(),
    PairFilter(outcomes=frozenset({PairOutcome.FORGOTTEN, PairOutcome.LOST})),
    PairFilter(identities=frozenset({("Set 1", "5239"), ("Set 2", "11")}), seeds=(44, 48)),
    PairFilter(own=(0.3, 0.6), roles=frozenset({"retain"}), conditions=frozenset({"view 1"})),
    PairFilter(marks=frozenset({"picked", "noted"})),
    PairFilter(codes=frozenset({"BLUR"}), problems=True),
)


@pytest.mark.parametrize("wanted", FILTERS, ids=range(len(FILTERS)))
def test_every_count_is_what_a_slow_look_at_each_pair_counts(panel: Wired, wanted: PairFilter) -> None:
    panel.show_wanted(wanted)
    for field, values in panel.lists.items():
        expected = slow_counts(panel.table, wanted, field)
        for index in panel.indexes(field):
            value = values.model.value(index)
            if value is not None:
                assert index.data(COUNT) == expected.get(value, 0), (field, value)
    for field, column in (("own", panel.table.own_unlearned), ("seeds", panel.table.seed)):
        others = matching(panel.table, without(wanted, field))
        words = panel.ranges[field].histogram.accessibleDescription()
        n = int((others & np.isfinite(column)).sum())
        assert words.startswith(f"{n} pair" if n else "nothing")
    left = int(matching(panel.table, wanted).sum())
    assert f"{left:,} of 210 pairs" in texts_of(panel)


def test_what_is_shown_is_told_to_nobody(panel: Wired, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.changed, wait=300):  # longer than what is typed rests
        for wanted in FILTERS:
            panel.show_wanted(wanted)
        panel.show_wanted(PairFilter(text="smile", own=(0.1, 0.2), seeds=(1, 2)))
    assert panel.search.text() == "smile"


def test_identities_stand_below_the_name_of_their_group_with_their_roles(panel: Wired) -> None:
    assert list(panel.rows("identities")) == ["Set 1", *ONE.identities, "Set 2", *TWO.identities]
    words = [str(index.data(Qt.ItemDataRole.AccessibleTextRole)) for index in panel.indexes("identities")]
    assert words[1] == "3422 forget, 30 pairs"
    assert words[2] == "5239 retain, 30 pairs"


def test_of_one_group_no_name_stands_above(dressed: QApplication, qtbot: QtBot, settings: Settings) -> None:
    one = shown(Wired(table_of([ONE]), settings), qtbot)
    assert list(one.rows("identities")) == list(ONE.identities)


def test_outcomes_keep_their_places_and_the_rare_ones_come_when_they_occur(
    dressed: QApplication, qtbot: QtBot, settings: Settings
) -> None:
    scored = Wired(table_of(), settings)
    qtbot.addWidget(scored)
    assert list(scored.rows("outcomes")) == [
        "forgotten", "still verified", "kept", "lost", "became forget", "became retain", "collapsed",
    ]  # fmt: skip
    unscored = Wired(table_of(decision=None), settings)
    qtbot.addWidget(unscored)
    assert unscored.rows("outcomes")["not scored"] == 210


def test_a_code_says_in_words_what_it_means(panel: Wired) -> None:
    assert list(panel.rows("codes")) == ["NO_FACE", "BLUR", "MULTI_FACE", SETTINGS_DIFFER, NO_PARTNER]
    tips = {text: str(panel.row("codes", text).data(Qt.ItemDataRole.ToolTipRole)) for text in panel.rows("codes")}
    assert "failure to acquire: no face was found" in tips["NO_FACE"]
    assert "flag: the picture is blurred" in tips["BLUR"]
    assert "different settings" in tips[SETTINGS_DIFFER]


def test_before_scoring_there_is_no_similarity_to_filter_by(
    dressed: QApplication, qtbot: QtBot, settings: Settings
) -> None:
    nan = GroupOf("Set 1", ("1", "2"), {"1": float("nan"), "2": float("nan")})
    made = shown(Wired(table_of([nan], decision=None), settings), qtbot)
    assert not made.sections["own"].isVisible()
    made.show_wanted(PairFilter(own=(0.2, 0.4)))  # a saved filter asks for it: it must be possible to remove it
    assert made.sections["own"].isVisible()


# ---- what is done ----


def test_clicks_filter_and_nothing_chosen_is_everything(panel: Wired) -> None:
    panel.click_row("outcomes", "lost")
    QApplication.processEvents()
    panel.click_row("outcomes", "forgotten")
    assert panel.told[-1] == PairFilter(outcomes=frozenset({PairOutcome.LOST, PairOutcome.FORGOTTEN}))
    assert panel.sections["outcomes"].said.text() == "2 chosen"
    panel.click_row("identities", "5239")
    assert panel.told[-1].identities == {("Set 1", "5239")}
    click(panel.sections["outcomes"].clear)
    click(panel.sections["identities"].clear)
    assert panel.told[-1] == PairFilter()
    assert not panel.sections["outcomes"].clear.isVisible()


def test_the_same_filter_by_keys_alone(panel: Wired) -> None:
    panel.focus_search()
    reached = []
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(focused.accessibleName())
        if reached[-1] == "Outcome":
            break
        press(focused, Qt.Key.Key_Tab)
    view = panel.lists["outcomes"].view
    assert view.hasFocus()
    for _ in range(3):
        press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Space)
    assert panel.told == [PairFilter(outcomes=frozenset({PairOutcome.LOST}))]
    assert reached == ["Search", "Problems, 2 pairs", "Outcome, section", "Outcome"]


def test_ranges_become_part_of_the_filter(panel: Wired, qtbot: QtBot) -> None:
    panel.click_row("outcomes", "kept")
    with qtbot.waitSignal(panel.changed):
        press(panel.ranges["own"].slider.low, Qt.Key.Key_PageUp)
    with qtbot.waitSignal(panel.changed):
        press(panel.ranges["seeds"].slider.high, Qt.Key.Key_Left)
    wanted = panel.told[-1]
    assert wanted.outcomes == {PairOutcome.KEPT}
    assert wanted.own is not None
    assert wanted.own[1] == 1.0
    assert wanted.seeds is not None
    assert wanted.seeds[1] == 50
    assert panel.sections["own"].clear.isVisible()
    click(panel.sections["own"].clear)
    assert panel.told[-1].own is None


def test_problems_and_clear_are_the_windows_actions(panel: Wired) -> None:
    assert "Problems 2" in texts_of(panel)
    click(panel.problems)
    assert panel.wanted == PairFilter(problems=True)
    assert panel.problems.isChecked()
    assert panel.clear.isVisible()
    click(panel.clear)
    assert panel.wanted == PairFilter()
    assert not panel.problems.isChecked()
    assert not panel.clear.isVisible()


def test_where_an_action_does_nothing_the_button_does_not_pretend(panel: Wired) -> None:
    panel.does["show_problems"].triggered.disconnect()
    click(panel.problems)
    panel.show_wanted(panel.wanted)
    assert not panel.problems.isChecked()


# ---- search ----


def test_what_is_typed_applies_after_a_rest(panel: Wired, qtbot: QtBot) -> None:
    panel.focus_search()
    with qtbot.waitSignal(panel.changed):
        type_text(panel.search, "odd ears ")
        assert not panel.told
    assert [each.text for each in panel.told] == ["odd ears"]
    assert panel.search.text() == "odd ears "  # somebody may go on typing


def test_enter_applies_at_once_and_only_once(panel: Wired, qtbot: QtBot) -> None:
    panel.focus_search()
    type_text(panel.search, "ears")
    press(panel.search, Qt.Key.Key_Return)
    assert [each.text for each in panel.told] == ["ears"]
    with qtbot.assertNotEmitted(panel.changed, wait=300):
        press(panel.search, Qt.Key.Key_Return)


def test_esc_leaves_and_keeps_the_text(panel: Wired, qtbot: QtBot) -> None:
    panel.focus_search()
    type_text(panel.search, "ears")
    with qtbot.waitSignals([panel.left, panel.changed]):
        press(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == "ears"
    assert panel.wanted.text == "ears"


def test_esc_leaves_from_every_part(panel: Wired, qtbot: QtBot) -> None:
    for section in panel.sections.values():
        section.set_open(True)
    parts: list[QWidget] = [panel.lists["outcomes"].view, panel.ranges["own"].slider.low, panel.ranges["own"].low]
    for part in [*parts, panel.sections["roles"].head, panel.problems]:
        part.setFocus()
        with qtbot.waitSignal(panel.left):
            press(part, Qt.Key.Key_Escape)


def test_what_is_being_typed_survives_other_changes(panel: Wired, qtbot: QtBot) -> None:
    panel.focus_search()
    type_text(panel.search, "ears")
    panel.show_wanted(replace(panel.wanted, problems=True))
    assert panel.search.text() == "ears"
    with qtbot.waitSignal(panel.changed):
        pass
    assert panel.wanted == PairFilter(text="ears", problems=True)


def test_clear_also_drops_what_is_being_typed(panel: Wired, qtbot: QtBot) -> None:
    panel.click_row("outcomes", "kept")
    panel.focus_search()
    type_text(panel.search, "ears")
    with qtbot.assertNotEmitted(panel.changed, wait=300):
        click(panel.clear)
    assert panel.search.text() == ""
    assert panel.wanted == PairFilter()


def test_the_field_can_be_cleared(panel: Wired, qtbot: QtBot) -> None:
    panel.show_wanted(PairFilter(text="ears"))
    button = panel.search.findChild(QAbstractButton)
    assert button is not None
    with qtbot.waitSignal(panel.changed):
        click(button)
    assert panel.wanted == PairFilter()


def test_focus_on_the_search_selects_what_is_there(panel: Wired) -> None:
    panel.show_wanted(PairFilter(text="ears"))
    panel.focus_search()
    assert panel.search.hasFocus()
    assert panel.search.selectedText() == "ears"
    press(panel.search, Qt.Key.Key_A, CTRL)


# ---- folding ----


def test_sections_fold_and_remember_it(panel: Wired, qtbot: QtBot, settings: Settings) -> None:
    assert panel.lists["outcomes"].isVisible()
    click(panel.sections["outcomes"].head, QPoint(8, 8))
    assert not panel.lists["outcomes"].isVisible()
    panel.sections["roles"].head.setFocus()
    press(panel.sections["roles"].head, Qt.Key.Key_Space)
    assert panel.lists["roles"].isVisible()
    other = Wired(marked_table(), settings)
    qtbot.addWidget(other)
    other.restore(panel.state())
    assert not other.sections["outcomes"].is_open
    assert other.sections["roles"].is_open
    assert other.state() == panel.state()


def test_folding_and_another_table_leave_no_frame_with_gaps(panel: Wired) -> None:
    def gaps() -> dict[str, int]:
        return {
            field: section.height() - section.sizeHint().height()
            for field, section in panel.sections.items()
            if section.height() != section.sizeHint().height()
        }

    panel.sections["identities"].set_open(False)
    assert gaps() == {}
    panel.sections["identities"].set_open(True)
    assert gaps() == {}
    panel.table = table_of([ONE])
    panel.show_wanted(PairFilter())
    assert gaps() == {}


@pytest.mark.parametrize("state", [{}, {"folded": 3}, {"folded": ["no such", 7, None]}])
def test_a_memory_of_nonsense_harms_nobody(panel: Wired, state: dict[str, object]) -> None:
    panel.restore(state)
    panel.show_wanted(PairFilter())


def test_a_folded_section_still_says_what_is_chosen(panel: Wired) -> None:
    panel.sections["roles"].set_open(False)
    panel.show_wanted(PairFilter(roles=frozenset({"retain"})))
    assert panel.sections["roles"].said.isVisible()
    assert panel.sections["roles"].said.text() == "1 chosen"
    click(panel.sections["roles"].clear)
    assert panel.wanted == PairFilter()


# ---- everywhere ----


def test_every_control_says_what_it_is(panel: Wired) -> None:
    for section in panel.sections.values():
        section.set_open(True)
    assert without_name(panel) == []
    assert without_tip(panel) == []
    assert beyond_tab(panel) == []


def test_hostile_names_are_literal(dressed: QApplication, qtbot: QtBot, settings: Settings) -> None:
    group = GroupOf(HOSTILE, (HOSTILE, "a & b"))
    table = table_of(
        [group, TWO], names={0: HOSTILE, 1: "a & b", 2: "<img src=x>"}, noted=note_codes({(HOSTILE,): [2]})
    )
    made = shown(Wired(table, settings), qtbot)
    made.show_wanted(PairFilter(text=HOSTILE, conditions=frozenset({"<b>gone</b>"})))
    assert not_literal(made, HOSTILE) == []
    assert [str(index.data()) for index in made.indexes("identities")][:3] == [HOSTILE, HOSTILE, "a & b"]
    for field, text in (("conditions", HOSTILE), ("codes", HOSTILE), ("conditions", "<b>gone</b>")):
        index = made.row(field, text)
        assert index.data() == text
        assert "<b>" not in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert not_literal(made, "<b>") == []


@pytest.mark.parametrize("width", [NARROWEST_PX, WIDEST_PX])
def test_nothing_is_cut_off_in_a_narrow_or_wide_panel(panel: Wired, width: int) -> None:
    for section in panel.sections.values():
        section.set_open(True)
    panel.show_wanted(PairFilter(outcomes=frozenset({PairOutcome.KEPT}), own=(0.3, 0.6)))
    panel.resize(width, 560)
    QApplication.processEvents()
    assert panel.width() == width
    for part in panel.findChildren(QWidget):
        if part.isVisibleTo(panel) and part.parentWidget() is not None:
            right = part.mapTo(panel, part.rect().topRight()).x()
            assert right <= panel.width(), part


def test_the_count_has_as_many_words_as_there_is_room_for(
    dressed: QApplication, qtbot: QtBot, settings: Settings, large_table: PairTable
) -> None:
    large = shown(Wired(large_table, settings), qtbot)
    whole = "100,000 of 100,000 pairs"
    for width, words in ((WIDEST_PX, whole), (210, whole.removesuffix(" pairs")), (NARROWEST_PX, "100,000")):
        large.resize(width, 560)
        QApplication.processEvents()
        assert large.width() == width
        shown_words = [each for each in large.findChildren(QLabel) if each.text() == words]
        assert len(shown_words) == 1, width
        assert shown_words[0].toolTip() == whole
        assert shown_words[0].mapTo(large, shown_words[0].rect().topRight()).x() < width
        assert shown_words[0].width() >= shown_words[0].sizeHint().width()


def test_tooltips_name_the_keys_as_they_are_now(panel: Wired, settings: Settings) -> None:
    assert panel.search.toolTip().endswith("(/)")
    settings.set_keys("search", ("Ctrl+J",))
    assert panel.search.toolTip().endswith("(Ctrl+J)")


def test_both_themes_are_painted(panel: Wired, dressed: QApplication) -> None:
    dark = panel.grab().toImage().pixelColor(4, 300)
    theme.apply(dressed, "light")
    try:
        light = panel.grab().toImage().pixelColor(4, 300)
    finally:
        theme.apply(dressed, "dark")
    assert dark.lightness() < 60
    assert light.lightness() > 200


# ---- many ----


@pytest.fixture(scope="module")
def large_table() -> PairTable:
    """Return 100,000 pairs of 20 identities in 5,000 conditions."""
    group = GroupOf("Large", tuple(str(number) for number in range(20)), {"0": 0.3})
    return table_of([group], conditions=5000, seeds=1)


def test_a_hundred_thousand_pairs_are_filtered_without_a_widget_for_any(
    dressed: QApplication, qtbot: QtBot, settings: Settings, large_table: PairTable
) -> None:
    assert len(large_table) == 100_000
    large = shown(Wired(large_table, settings), qtbot)
    small = shown(
        Wired(table_of([GroupOf("Small", tuple(str(number) for number in range(20)))], conditions=20), settings), qtbot
    )
    large.sections["conditions"].set_open(True)
    assert len(large.findChildren(QWidget)) == len(small.findChildren(QWidget))
    large.click_row("conditions", "view 4321")
    assert large.wanted.conditions == {"view 4321"}
    assert large.row("conditions", "view 4321").data(COUNT) == 20
    took = []
    for number in range(5):
        start = perf_counter()
        large.show_wanted(PairFilter(conditions=frozenset({f"view {number}"}), own=(0.2, 0.9)))
        took.append(1000 * (perf_counter() - start))
    assert min(took) < HELD_MS, took
