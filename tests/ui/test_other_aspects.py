"""What other evaluators measured, in Review: the inspector, orders and ranges, by mouse and keys."""

from math import inf
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_facets import Histogram
from genmu_studio.pair_filter import PairFilter
from genmu_studio.pair_orders import MeasurementName, PairOrder
from genmu_studio.settings import Settings
from scoring.types import Measurement
from tests.core import spoken_world as spoken
from tests.ui.keyboard import press
from tests.ui.pair_world import Comparisons, Pictures, facts, pairs_of, sample
from tests.ui.review_desk import WAIT_MS, left, rest, table_of
from tests.ui.spoken_window import desk, look_at
from ui.actions import ACTIONS, Actions
from ui.main_window import MainWindow
from ui.views.review import ReviewView
from ui.widgets.aspect_sections import AspectSections
from ui.widgets.filter_words import filter_words
from ui.widgets.inspector_dock import InspectorDock
from ui.widgets.scales import measurement_scale

HOSTILE = "<b>x</b><img src=x>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"))


@pytest.fixture
def page(window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot) -> ReviewView:
    look_at(window, folder, tmp_path)
    return desk(window, qtbot)


def row_of(page: ReviewView, identity: str, number: int) -> int:
    table = table_of(page)
    rows = range(len(table))
    condition = table.conditions.index(spoken.CONDITIONS[number])
    return next(row for row in rows if table.identity_of(row) == identity and table.condition[row] == condition)


def look_at_pair(page: ReviewView, qtbot: QtBot, identity: str, number: int) -> AspectSections:
    row = row_of(page, identity, number)
    place = page.grid.rows.tolist().index(row)
    page.grid.moved.emit(place)

    def is_read() -> bool:
        known = page.inspector._facts
        return known is not None and known.unlearned is not None and known.unlearned.id == table_of(page).unlearned[row]

    qtbot.waitUntil(is_read, timeout=WAIT_MS)
    return page.inspector.aspects


def texts(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if not each.isHidden()]


def test_the_inspector_tells_who_measured_what(page: ReviewView, qtbot: QtBot) -> None:
    shown = texts(look_at_pair(page, qtbot, "1", 2))
    assert [each for each in shown if each in {"Prosody", "Transcript", "Naturalness", "Signal quality"}] == [
        "Prosody", "Transcript", "Naturalness", "Signal quality",
    ]  # fmt: skip
    assert {"pps_praat 1", "asr_whisper 1", "▲ light stand-in", "reference method, without weights"} <= set(shown)
    assert "official" not in " ".join(shown)
    assert {"F0 mean, Hz", "120.00", "100.00", "−20.00", "voiced share, %", "62.50"} <= set(shown)
    assert {"PPS, %", "75.00", "PPS rhythm, %", "90.00", "F0 frame error, %", "12.50"} <= set(shown)
    assert {"she sells sea shells", "sells sea shells", "WER, %", "25.00"} <= set(shown)


def test_failures_are_told_with_their_code(page: ReviewView, qtbot: QtBot) -> None:
    shown = "\n".join(texts(look_at_pair(page, qtbot, "3", 4)))
    assert "SILENT: " in shown
    assert "the unlearned side: silence" in shown
    few = "\n".join(texts(look_at_pair(page, qtbot, "2", 0)))
    assert "not measurable: fewer than 4 syllables on the original side" in few


def test_pairs_are_ordered_by_what_another_evaluator_measured(page: ReviewView, qtbot: QtBot) -> None:
    (box,) = [each for each in page.tools.findChildren(QComboBox) if each.accessibleName() == "Order of pairs"]
    titles = [box.itemText(place) for place in range(box.count())]
    place = titles.index("PPS of the pair, lowest first (pps_praat)")
    box.setFocus()
    box.setCurrentIndex(place - 1)
    press(box, Qt.Key.Key_Down)
    by = MeasurementName("PPS", "pps_praat", ("pair",)).by("pair")
    qtbot.waitUntil(lambda: page.pairs.order == PairOrder(by), timeout=WAIT_MS)
    rest(page, qtbot)
    assert page.grid.rows.tolist()[:2] == [row_of(page, "1", 0), row_of(page, "1", 1)]
    assert set(page.grid.rows.tolist()[-2:]) == {row_of(page, "2", 0), row_of(page, "3", 4)}


def test_ranges_are_offered_where_there_is_something_to_range_over(page: ReviewView, qtbot: QtBot) -> None:
    sections = {field: page.panel.sections[field] for field in ("pps", "wer", "naturalness")}
    assert all(section.isVisibleTo(page.panel) for section in sections.values())
    limits = page.panel.ranges["wer"]
    assert (limits.low.text(), limits.high.text()) == ("0.0", "100.0")
    page.panel.ranges["wer"].low.setFocus()
    limits.low.selectAll()
    for key in (Qt.Key.Key_5, Qt.Key.Key_0, Qt.Key.Key_Return):
        press(limits.low, key)
    qtbot.waitUntil(lambda: page.pairs.filter == PairFilter(wer=(50.0, inf)), timeout=WAIT_MS)
    assert page.grid.rows.tolist() == [row_of(page, "2", 1)]
    assert left(page) == "1 of 15 pairs"


def test_without_other_results_no_range_is_offered(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    look_at(window, spoken.make(tmp_path / "bare", measured=False), tmp_path)
    page = desk(window, qtbot)
    assert not any(page.panel.sections[field].isVisibleTo(page.panel) for field in ("pps", "wer", "naturalness"))
    assert not look_at_pair(page, qtbot, "1", 2).isVisibleTo(page.inspector)


def test_what_arrives_later_is_read(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    project = look_at(window, spoken.make(tmp_path / "bare", measured=False), tmp_path)
    page = desk(window, qtbot)
    page.set_filter(PairFilter(text="zebra"))
    rest(page, qtbot)
    assert len(page.grid.rows) == 0
    spoken.measure(project, "asr_whisper", lambda heard: Measurement({}, detail={"text": "a zebra"}))
    qtbot.waitUntil(lambda: len(page.grid.rows) == spoken.PAIRS, timeout=WAIT_MS)
    page.set_filter(PairFilter())
    qtbot.waitUntil(lambda: page.panel.sections["wer"].isVisibleTo(page.panel), timeout=WAIT_MS)


def test_before_identities_are_scored_the_rest_is_there(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    project = look_at(window, spoken.make(tmp_path / "bare", measured=False, scored=False), tmp_path)
    page = desk(window, qtbot)
    assert page.pairs.pairs is not None
    assert page.pairs.pairs.look is None
    spoken.measure(project, "pps_praat")
    qtbot.waitUntil(lambda: page.panel.sections["pps"].isVisibleTo(page.panel), timeout=WAIT_MS)
    page.set_order(PairOrder(MeasurementName("PPS", "pps_praat", ("pair",)).by("pair"), descending=True))
    best = row_of(page, "2", 4)
    qtbot.waitUntil(lambda: page.grid.rows.tolist()[0] == best, timeout=WAIT_MS)
    assert "95.00" in texts(look_at_pair(page, qtbot, "2", 4))


def test_words_of_strangers_are_shown_as_they_are_and_fit(
    window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    project = look_at(window, folder, tmp_path)
    said = f"{HOSTILE} {'x' * 400}"
    spoken.measure(project, "asr_whisper", lambda heard: Measurement({}, detail={"text": said}), state="hostile")
    page = desk(window, qtbot)
    aspects = look_at_pair(page, qtbot, "1", 0)
    (shown, *_) = [each for each in aspects.findChildren(QLabel) if each.text() == said]
    assert shown.textFormat() == Qt.TextFormat.PlainText
    assert page.inspector.minimumSizeHint().width() <= page.dock.widget().minimumWidth()


def test_labels_of_a_classifier_are_shown_as_they_are(
    window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    project = look_at(window, folder, tmp_path)

    def accent(heard: spoken.Heard) -> Measurement:
        label, sure = (f"{HOSTILE} {'x' * 300}", 0.5) if heard.is_unlearned else ("US", 0.94)
        return Measurement({"accent": 1, "accent_confidence": sure}, detail={"labels": {"accent": label}})

    spoken.measure(project, "attributes_transformers_speech", accent)
    page = desk(window, qtbot)
    aspects = look_at_pair(page, qtbot, "1", 0)
    said = f"US 94 % → {HOSTILE} {'x' * 300} 50 %"
    (shown,) = [each for each in aspects.findChildren(QLabel) if each.text() == said]
    assert shown.textFormat() == Qt.TextFormat.PlainText
    assert shown.width() > 0.9 * aspects.width()
    assert {"Attributes", "accent", "▲ local model"} <= set(texts(aspects))
    assert page.inspector.minimumSizeHint().width() <= page.dock.widget().minimumWidth()


def test_a_pair_of_which_nothing_else_is_known_shows_no_section(
    dressed: object, settings: Settings, qtbot: QtBot
) -> None:
    dock = InspectorDock(Pictures(), Comparisons(), Actions(ACTIONS, settings))
    qtbot.addWidget(dock)
    dock.show()
    dock.inspector.show_pair(pairs_of(), 0, "image")
    dock.inspector.show_facts(facts(sample(1), sample(2)), {})
    assert not dock.inspector.aspects.isVisible()


# ---- words and scales ----


def test_ranges_are_told_in_words() -> None:
    wanted = PairFilter(pps=(50.0, inf), wer=(-inf, 20.0), naturalness=(2.5, 3.5))
    assert filter_words(wanted) == "PPS ≥ 50 · WER ≤ 20 · naturalness 2.5 to 3.5"


@pytest.mark.parametrize(
    ("step", "edges", "limits", "expected"),
    [
        (0.05, (3.0, 3.5), None, (3.0, 3.5, 10)),
        (0.05, (3.0, 3.5), (2.5, inf), (2.5, 3.5, 20)),
        (0.5, (65.0, 95.0), (-inf, 99.7), (65.0, 100.0, 70)),
        (1.0, (0.0, 1370.0), None, (0.0, 1370.0, 1370)),
    ],
)
def test_a_scale_goes_in_steps_over_all_that_there_is(
    step: float, edges: tuple[float, float], limits: tuple[float, float] | None, expected: tuple[float, float, int]
) -> None:
    one = np.zeros(1, dtype=np.intp)
    scale = measurement_scale(step)(Histogram(np.array(edges), one, one), limits, None)
    assert (scale.low, scale.high, scale.steps) == expected
    assert [scale.place(scale.value(place)) for place in range(scale.steps + 1)] == list(range(scale.steps + 1))
