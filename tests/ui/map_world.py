"""Made maps of embeddings, and hands at their canvas."""

from collections.abc import Sequence
from math import nan

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from genmu_studio.chart_table import ChartTable
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.scores.embedding_map import EmbeddingMap
from genmu_studio.scores.map_readings import MapSample
from scoring.frame import Side
from tests.ui.keyboard import NONE, SHIFT
from ui.widgets.scores_map.embedding_canvas import EmbeddingCanvas

NAMES = ("3422", "5230")
_TINTED = 24


def map_of(pairs: Sequence[tuple[int, tuple[float, float], tuple[float, float]]], method: str = "pca") -> EmbeddingMap:
    """Return a map of pairs (identity, place of the original, place of the unlearned), which follow one another."""
    n = 2 * len(pairs)
    places = np.array([place for _, *ends in pairs for place in ends], dtype=np.float32).reshape(-1, 2)
    numbers = np.arange(n)
    return EmbeddingMap(
        method="umap" if method == "umap" else "pca",
        groups=("Set 1",),
        identities=NAMES,
        templates=NAMES,
        places=places,
        template_places=np.array([[0, 0], [4, 3]], dtype=np.float32),
        samples=100 + numbers,
        group=np.zeros(n, dtype=np.intp),
        identity=np.repeat([identity for identity, *_ in pairs], 2),
        row=numbers,
        side=np.tile(np.array([Side.ORIGINAL, Side.UNLEARNED], dtype=np.int8), len(pairs)),
        partner=numbers ^ 1,
        explained=None if method == "umap" else (0.31, 0.12),
        notes=(),
    )


def crowd(pairs: int, seed: int = 7) -> EmbeddingMap:
    """Return a map of so many pairs of two identities, each in a cloud, whose unlearned samples have moved."""
    chance = np.random.default_rng(seed)
    centres = np.array([[0, 0], [4, 3]])
    made = []
    for number in range(pairs):
        centre = centres[number % 2]
        original = centre + chance.normal(0, 0.3, 2)
        x, y = original.tolist()
        made.append((number % 2, (x, y), (x + 1.0, y - 0.5)))
    return map_of(made)


def few() -> EmbeddingMap:
    """Return three pairs far from one another: 3422 moved from (0, 0) to (2, 0), both of 5230 stay near (4, 3)."""
    return map_of([(0, (0, 0), (2, 0)), (1, (4, 3), (4, 2.4)), (1, (3.4, 3), (3.4, 2.4))])


def outcomes_for(shown: EmbeddingMap, outcome: PairOutcome) -> np.ndarray:
    return np.full(len(shown), outcome, dtype=np.int8)


def describe(shown: EmbeddingMap, place: int) -> MapSample:
    """Return what a view would say of a sample, without a project."""
    ends = sorted((place, int(shown.partner[place])), key=lambda each: int(shown.side[each]))
    x, y = shown.places[place].tolist()
    return MapSample(
        original=int(shown.samples[ends[0]]),
        unlearned=int(shown.samples[ends[1]]),
        own_original=0.9,
        own_unlearned=nan,
        group="Set 1",
        identity=shown.identities[int(shown.identity[place])],
        role="forget",
        side=Side(int(shown.side[place])),
        condition="c0",
        seed=place,
        outcome=PairOutcome.FORGOTTEN,
        became=None,
        x=x,
        y=y,
    )


def table_of(shown: EmbeddingMap) -> ChartTable:
    return ChartTable(("sample",), [(int(sample),) for sample in shown.samples])


# ---- hands ----


def pixel(canvas: EmbeddingCanvas, place: int) -> QPoint:
    """Return where a sample is on the canvas."""
    scene = canvas.scene
    assert scene is not None
    return canvas.frame.to_px(*scene.shown.places[place].tolist()).toPoint()


def point(canvas: QWidget, at: QPoint) -> None:
    """Move the pointer there from elsewhere: Qt tells of no move that is none."""
    QTest.mouseMove(canvas, at + QPoint(30, 30))
    QTest.mouseMove(canvas, at)


def drag(canvas: QWidget, *through: QPoint, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press at the first point, go through the others, release at the last."""
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, modifiers, through[0])
    for at in through[1:]:
        QTest.mouseMove(canvas, at)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, modifiers, through[-1])


def lasso(canvas: EmbeddingCanvas, *places: int, margin: int = 14) -> None:
    """Draw a box around samples, with Shift."""
    pixels = [pixel(canvas, place) for place in places]
    left, right = min(at.x() for at in pixels) - margin, max(at.x() for at in pixels) + margin
    top, bottom = min(at.y() for at in pixels) - margin, max(at.y() for at in pixels) + margin
    corners = [QPoint(left, top), QPoint(right, top), QPoint(right, bottom), QPoint(left, bottom)]
    drag(canvas, *corners, corners[0] + QPoint(0, 6), modifiers=SHIFT)


def turn_wheel(canvas: QWidget, at: QPoint, notches: int, modifiers: Qt.KeyboardModifier = NONE) -> bool:
    """Turn the wheel; whether the canvas took it."""
    event = QWheelEvent(
        QPointF(at), QPointF(canvas.mapToGlobal(at)), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    event.ignore()
    QApplication.sendEvent(canvas, event)
    return event.isAccepted()


# ---- eyes ----


def seen(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def color_near(image: QImage, at: QPoint, wanted: str, reach: int = 5, apart: int = _TINTED) -> bool:
    """Whether about that colour is to be seen near a place; a lasso tints a little what it encloses."""
    tint = QColor(wanted)
    box = QRect(at.x() - reach, at.y() - reach, 2 * reach + 1, 2 * reach + 1) & image.rect()
    pixels = (
        image.pixelColor(x, y) for x in range(box.left(), box.right() + 1) for y in range(box.top(), box.bottom() + 1)
    )
    return any(_apart(each, tint) <= apart for each in pixels)


def _apart(one: QColor, other: QColor) -> int:
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))
