"""Pairs to look at without any project: plain pictures, faces where a test wants them, stores that are told."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.pair_building import build_table
from genmu_studio.review import PairFacts, ReviewPairs, SampleFacts
from genmu_studio.templates import Templates
from scoring.frame import Decision, GroupFrame, Side, Status
from scoring.types import Media
from ui.actions import Actions
from ui.keys import KeyRouter
from ui.widgets.comparisons import ComparisonStore, Key, Seen
from ui.widgets.pair_view import PairView
from ui.widgets.thumbnails import Picture, ThumbnailStore
from ui.widgets.thumbnails import Seen as Look

RED, BLUE, WHITE = "#c02020", "#2020c0", "#ffffff"
POINTS = ((20.0, 20.0), (40.0, 20.0), (30.0, 32.0), (22.0, 44.0), (38.0, 44.0))


def plain(
    color: str, width: int, height: int | None = None, spots: Mapping[tuple[int, int], int] | None = None
) -> Picture:
    """Return a picture of one colour. spots : white squares, by their upper left corner their side."""
    image = QImage(width, height or width, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    painter = QPainter(image)
    for (x, y), side in (spots or {}).items():
        painter.fillRect(QRect(x, y, side, side), QColor(WHITE))
    painter.end()
    return Picture(QPixmap.fromImage(image), width, height or width)


def shown(widget: QWidget, area: QRect | None = None) -> QImage:
    """Return what is painted, a pixel for each point of the screen."""
    image = widget.grab(area or widget.rect()).toImage()
    return image.convertToFormat(QImage.Format.Format_RGB32)


def white_middle(image: QImage, area: QRect) -> tuple[float, float]:
    """Return the middle of what is white in a part of an image, from the corner of that part."""
    rgb = array_of(image)[area.top() : area.bottom() + 1, area.left() : area.right() + 1]
    rows, columns = np.nonzero((rgb == 255).all(axis=2))
    assert len(rows), "nothing is white"
    return float(columns.mean()), float(rows.mean())


def array_of(image: QImage) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    """Return an image as (H, W, 3), blue first."""
    view = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return view[:, : image.width(), :3].copy()


def wheel(
    widget: QWidget, at: QPointF, notches: float, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Turn the wheel above a point."""
    event = QWheelEvent(
        at, widget.mapToGlobal(at), QPoint(), QPoint(0, round(120 * notches)), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def repeat(widget: QWidget, key: Qt.Key) -> None:
    """Do what a system does of itself while a key is held: let go and press again."""
    for kind in (QEvent.Type.KeyRelease, QEvent.Type.KeyPress):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, chr(key).lower(), True)
        QApplication.sendEvent(widget, event)


# ---- pairs ----


def pairs_of(count: int = 3, *, lonely: bool = False) -> ReviewPairs:
    """Return pairs of the retain identity "2": samples 1 and 2, 3 and 4 … lonely : sample 2 is missing."""
    rows = np.arange(2 * count)
    similarity = np.full((2 * count, 2), 0.1, dtype=np.float32)
    similarity[:, 1] = np.where(rows % 2, 0.2, 0.9)
    partner = np.where(rows % 2, rows - 1, rows + 1)
    kept = rows != 1 if lonely else np.ones(len(rows), dtype=np.bool_)
    if lonely:
        partner = np.where(rows == 0, -1, partner - 1)
    frame = GroupFrame(
        group="One",
        forget="1",
        retain=("2",),
        identities=("1", "2"),
        sample_id=rows[kept].astype(np.int64) + 1,
        side=np.where(rows % 2, Side.UNLEARNED, Side.ORIGINAL).astype(np.int8)[kept],
        identity=np.ones(len(rows), dtype=np.intp)[kept],
        condition=np.zeros(len(rows), dtype=np.intp)[kept],
        seed=(rows // 2).astype(np.int64)[kept],
        status=np.full(len(rows), Status.SCORED, dtype=np.int8)[kept],
        similarity=similarity[kept],
        partner=partner[kept],
        mismatched=np.zeros(len(rows), dtype=np.bool_)[kept],
    )
    entry = SubmissionRow(
        SubmissionId("entry"), "face", "Team", "Team", 1, "unlearning", "", None, None, True, "", "", {}
    )  # fmt: skip
    table = build_table([frame], Decision(0.5), conditions={0: "studio"})
    return ReviewPairs(entry, None, table, Templates({}, ()))


def sample(id_: int, *faces: Sequence[tuple[float, float]], chosen: int = 0) -> SampleFacts:
    """Return what is known of a sample in which those faces were found, each by its points."""
    listed = [{"box": _around(points), "points": [list(point) for point in points]} for points in faces]
    return SampleFacts(
        id_, "", "retain", "One", "2", "studio", 0, f"{id_}.png", Media(f"/{id_}.png", "image", ""), "ok", "", "", (),
        {}, {"faces": listed, "chosen": chosen}, "", {}, {}, (),
    )  # fmt: skip


def _around(points: Sequence[tuple[float, float]]) -> list[float]:
    xs, ys = zip(*points, strict=True)
    return [min(xs) - 6, min(ys) - 6, max(xs) + 6, max(ys) + 6]


def moved(right: float, down: float) -> tuple[tuple[float, float], ...]:
    """Return the points of a face elsewhere."""
    return tuple((x + right, y + down) for x, y in POINTS)


def facts(original: SampleFacts | None, unlearned: SampleFacts | None) -> PairFacts:
    """Return what is known of a pair."""
    return PairFacts(original, unlearned, (), ())


# ---- stores ----


class Pictures(ThumbnailStore):
    """Holds pictures of samples and references by their ids; the rest is never there."""

    def __init__(self, samples: Mapping[int, Look] | None = None, references: Mapping[int, Look] | None = None) -> None:
        super().__init__(2**20)
        self.samples = dict(samples or {})
        self.references = dict(references or {})
        self.asked: list[int] = []

    def get(self, sample: int, size: int) -> Look | None:
        self.asked.append(sample)
        return self.samples.get(sample)

    def get_reference(self, reference: int, size: int) -> Look | None:
        return self.references.get(reference)

    def kept(self, sample: int) -> Look | None:
        return self.samples.get(sample)


class Comparisons(ComparisonStore):
    """Notes what is asked, and answers what a test puts there."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Key] = []
        self.answers: dict[Key, Seen] = {}

    def get(self, key: Key) -> Seen | None:  # type: ignore[override]  # its two ways in one
        self.asked.append(key)
        return self.answers.get(key)

    def answer(self, key: Key, seen: Seen) -> None:
        self.answers[key] = seen
        self.ready.emit()


class Desk(QWidget):
    """A window with one pair view and the real router of keys, wired as the review view wires it."""

    def __init__(self, actions: Actions, thumbnails: ThumbnailStore, comparisons: ComparisonStore) -> None:
        super().__init__()
        self.actions_table = actions
        self.view = view = PairView(thumbnails, actions, comparisons)
        QVBoxLayout(self).addWidget(view)
        self._does: Mapping[str, Callable[[], object]] = {
            "mode_side": partial(view.set_mode, "side"),
            "mode_wipe": partial(view.set_mode, "wipe"),
            "mode_flicker": partial(view.set_mode, "flicker"),
            "mode_difference": partial(view.set_mode, "difference"),
            "flicker": partial(view.flicker, True),
            "divider_left": partial(view.move_divider, -1),
            "divider_right": partial(view.move_divider, 1),
            "pan_left": partial(view.pan, -1, 0),
            "pan_right": partial(view.pan, 1, 0),
            "pan_up": partial(view.pan, 0, -1),
            "pan_down": partial(view.pan, 0, 1),
            "toggle_align": view.toggle_align,
            "toggle_faces": view.toggle_faces,
            "other_face": view.other_face,
            "back_to_grid": view.leave,
            "zoom_fit": view.canvas.fit,
            "zoom_actual": view.canvas.zoom_actual,
            "zoom_in": partial(view.canvas.zoom_by, 1),
            "zoom_out": partial(view.canvas.zoom_by, -1),
        }
        self.done: list[str] = []
        self._router = KeyRouter(self, self._act)

    def _act(self, keys: str) -> bool:
        name = self.actions_table.named_by(keys, "review")
        if name is None or name not in self._does:
            return False
        self.done.append(name)
        self._does[name]()
        return True
