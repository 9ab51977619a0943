"""The strip below the pairs: whose similarities it shows, what lies near the threshold, and how it folds."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_table import PairTable
from scoring.frame import Decision
from scoring.rules import SHIPPED
from tests.core.made_pairs import DECISION, HOSTILE, ONE, GroupOf, table_of
from tests.ui.controls import beyond_tab, not_literal, without_name, without_tip
from tests.ui.keyboard import click, press
from ui import theme
from ui.widgets.similarity_strip import SimilarityStrip

FORGET = PairFilter(roles=frozenset({"forget"}))
RETAIN = PairFilter(roles=frozenset({"retain"}))


@pytest.fixture
def table() -> PairTable:
    """Return one group of 4 × 120 pairs; of 5239 a fifth lies within 0.02 of 0.5."""
    return table_of([ONE], conditions=3, seeds=40)


@pytest.fixture
def strip(dressed: QApplication, qtbot: QtBot, table: PairTable) -> SimilarityStrip:
    made = SimilarityStrip()
    qtbot.addWidget(made)
    made.resize(700, made.height())
    made.show_pairs(table, matching(table, PairFilter()), DECISION)
    made.show()
    qtbot.waitExposed(made)
    return made


def near_by_hand(table: PairTable, role: str, decision: Decision = DECISION) -> int:
    low, high = np.float32(decision.threshold - 0.02), np.float32(decision.threshold + 0.02)
    return sum(
        bool(low <= table.own_unlearned[row] < high) for row in range(len(table)) if table.role_of(row) == role
    )  # fmt: skip


def test_it_shows_the_forget_samples_first(strip: SimilarityStrip, table: PairTable) -> None:
    assert strip.roles["forget"].isChecked()
    assert strip.what.text() == "similarity to 3422"
    assert strip.histogram.accessibleName() == "Forget samples, similarity to 3422"
    assert strip.histogram.accessibleDescription().startswith("120 pairs")
    assert strip.near.text() == "none within ±0.02\nof the threshold"
    assert not strip.near.isEnabled()
    assert near_by_hand(table, "forget") == 0


def test_the_other_role_is_a_click_or_a_key_away(strip: SimilarityStrip, table: PairTable) -> None:
    click(strip.roles["retain"])
    assert strip.what.text() == "similarity to own template"
    assert strip.histogram.accessibleDescription().startswith("360 pairs")
    number = near_by_hand(table, "retain")
    assert number > 0
    assert strip.near.accessibleName() == f"{number} within ±0.02 of the threshold"
    assert not strip.roles["forget"].isChecked()
    strip.roles["forget"].setFocus()
    press(strip.roles["forget"], Qt.Key.Key_Space)
    assert strip.what.text() == "similarity to 3422"


def test_it_follows_what_is_filtered_and_comes_back_to_what_was_chosen(
    strip: SimilarityStrip, table: PairTable
) -> None:
    strip.show_pairs(table, matching(table, RETAIN), DECISION)
    assert strip.roles["retain"].isChecked()
    assert not strip.roles["forget"].isEnabled()
    strip.show_pairs(table, matching(table, PairFilter()), DECISION)
    assert strip.roles["forget"].isChecked()
    strip.show_pairs(table, matching(table, PairFilter(seeds=(0, 1))), DECISION)
    assert strip.histogram.accessibleDescription() == "nothing to count"
    assert not any(button.isEnabled() for button in strip.roles.values())


def test_of_several_forget_identities_none_is_named(strip: SimilarityStrip) -> None:
    two = table_of()
    strip.show_pairs(two, matching(two, PairFilter()), DECISION)
    assert strip.what.text() == "similarity to own template"
    only = matching(two, PairFilter(identities=frozenset({("Set 2", "11")})))
    strip.show_pairs(two, only, DECISION)
    assert strip.what.text() == "similarity to 11"


def test_what_is_near_can_be_asked_for(strip: SimilarityStrip, table: PairTable, qtbot: QtBot) -> None:
    click(strip.roles["retain"])
    with qtbot.waitSignal(strip.near_asked) as told:
        click(strip.near)
    role, limits = told.args
    kept = matching(table, PairFilter(roles=frozenset({role}), own=limits))
    assert int(kept.sum()) == near_by_hand(table, "retain")


def test_it_follows_the_lens(strip: SimilarityStrip, table: PairTable) -> None:
    everything = matching(table, PairFilter())
    lower = Decision(0.2)
    strip.show_pairs(table, everything, lower)
    number = near_by_hand(table, "forget", lower)
    assert strip.near.accessibleName().startswith(f"{number} within")
    strict = Decision(0.2, rules=replace(SHIPPED, comparison=">"))
    strip.show_pairs(table, everything, strict)
    low, high = np.float32(0.18), np.float32(0.22)
    own = table.own_unlearned[table.is_forget]
    assert strip.near.accessibleName().startswith(f"{int(((own > low) & (own <= high)).sum())} within")
    image = strip.histogram.grab().toImage()
    x = int(strip.histogram.x_of(0.2))
    line = [image.pixelColor(x, y) == QColor(theme.current().text) for y in range(strip.histogram.height())]
    assert sum(line) > 0.3 * len(line)


def test_where_there_is_little_room_words_give_way_to_the_histogram(strip: SimilarityStrip, qtbot: QtBot) -> None:
    strip.resize(440, strip.height())
    qtbot.waitUntil(lambda: strip.histogram.width() > 100)
    assert strip.what.text() == "to 3422"
    assert strip.near.text() == "none within\n±0.02"
    assert strip.near.accessibleName() == "none within ±0.02 of the threshold"
    assert strip.width() == 440
    for part in (strip.what, strip.histogram, strip.near):
        assert part.geometry().right() < 440


def test_before_scoring_it_says_so(strip: SimilarityStrip) -> None:
    unscored = table_of(decision=None)
    strip.show_pairs(unscored, matching(unscored, PairFilter()), None)
    assert strip.near.text() == "not scored"
    assert not strip.near.isEnabled()


def test_it_folds_and_remembers_it(strip: SimilarityStrip, qtbot: QtBot) -> None:
    high = strip.height()
    assert 60 <= high <= 68
    click(strip.fold)
    assert not strip.histogram.isVisible()
    assert strip.height() < high - 20
    assert "\n" not in strip.near.text()
    other = SimilarityStrip()
    qtbot.addWidget(other)
    other.restore(strip.state())
    assert other.state() == {"folded": True}
    other.restore({"folded": "nonsense"})
    assert other.state() == {"folded": True}
    strip.fold.setFocus()
    press(strip.fold, Qt.Key.Key_Space)
    assert strip.histogram.isVisible()


def test_every_control_says_what_it_is_and_names_are_literal(strip: SimilarityStrip) -> None:
    table = table_of([GroupOf(HOSTILE, (HOSTILE, "2"))])
    strip.show_pairs(table, matching(table, FORGET), DECISION)
    assert strip.what.text() == f"similarity to {HOSTILE}"
    assert not_literal(strip, HOSTILE) == []
    assert without_name(strip) == []
    assert without_tip(strip) == []
    assert beyond_tab(strip) == []
