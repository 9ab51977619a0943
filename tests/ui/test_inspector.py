"""The inspector by itself: it fits beside a scroll bar, and what is long is not cut off at its edge."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.settings import Settings
from tests.ui.pair_world import Comparisons, Pictures, facts, pairs_of, sample
from ui.actions import ACTIONS, Actions
from ui.widgets.elided import ElidedLabel
from ui.widgets.inspector_dock import InspectorDock
from ui.widgets.pair_preview import PairPreview


@pytest.fixture
def dock(dressed: QApplication, settings: Settings, qtbot: QtBot) -> InspectorDock:
    made = InspectorDock(Pictures(), Comparisons(), Actions(ACTIONS, settings))
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show()
    return made


def test_the_preview_fits_at_any_height(dressed: QApplication, qtbot: QtBot) -> None:
    """Beside a scroll bar it is narrower, hence lower: whether there is a bar must not depend on whether there is."""
    scroll = QScrollArea()
    qtbot.addWidget(scroll)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    body = QWidget()
    column = QVBoxLayout(body)
    preview = PairPreview(Pictures())
    below = QWidget()
    below.setFixedHeight(200)
    column.addWidget(preview)
    column.addWidget(below)
    column.addStretch(1)
    scroll.setWidget(body)
    preview.show_pair(pairs_of(), 0, "image")
    scroll.resize(300, 600)
    scroll.show()
    for height in range(260, 420):
        scroll.resize(300, height)
        QApplication.sendPostedEvents()
        assert preview.height() == preview.heightForWidth(preview.width())
        assert body.width() <= scroll.viewport().width()


def test_long_names_and_values_are_shown_within_its_width(dock: InspectorDock, qtbot: QtBot) -> None:
    long = "a_measurement_with_a_name_that_nobody_has_room_for"
    known = sample(2)
    object.__setattr__(known, "values", {long: 15_239_667.123})
    object.__setattr__(known, "settings", {long: 60 * "x", "prompt": "a portrait " * 40})
    object.__setattr__(known, "path", "/".join([long] * 4))
    dock.inspector.show_pair(pairs_of(), 0, "image")
    dock.inspector.show_facts(facts(None, known), {})
    assert dock.inspector.minimumSizeHint().width() <= dock.widget().minimumWidth()


def test_long_values_leave_the_names_of_measurements_their_room(dock: InspectorDock, qtbot: QtBot) -> None:
    original, unlearned = sample(1), sample(2)
    object.__setattr__(original, "values", {"content": 6_831_477.9})
    object.__setattr__(unlearned, "values", {"content": 2_651_917.66})
    dock.inspector.show_pair(pairs_of(), 0, "image")
    dock.inspector.show_facts(facts(original, unlearned), {})
    dock.inspector.show_likeness([("pictures", "the sizes differ: 1024 × 1024 and 640 × 1280 pixels")])
    qtbot.waitUntil(lambda: all(name.width() >= 56 for name in dock.inspector.findChildren(ElidedLabel)))
    shown = [each.text() for each in dock.inspector.findChildren(QLabel)]
    assert {"content", "pictures", "6831478", "2651918", "−4179560"} <= set(shown)


def test_small_numbers_keep_their_decimals(dock: InspectorDock) -> None:
    known = sample(2)
    object.__setattr__(known, "values", {"content": 9_999.126})
    dock.inspector.show_pair(pairs_of(), 0, "image")
    dock.inspector.show_facts(facts(None, known), {})
    assert "9999.13" in [each.text() for each in dock.inspector.findChildren(QLabel)]
