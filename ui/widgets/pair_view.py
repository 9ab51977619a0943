"""One pair, large: pictures side by side or waveforms one above the other, and what became of it."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from genmu_studio.pair_details import faces_of
from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.review import PairFacts, ReviewPairs
from genmu_studio.thumbnails import Unshown
from scoring.types import MediaKind
from ui.actions import Actions
from ui.numbers import similarity
from ui.theme import GRID_PX, watch
from ui.widgets.action_tool import ActionTool
from ui.widgets.basics import label, restyle
from ui.widgets.elided import ElidedLabel
from ui.widgets.outcomes import MARKS, mark_pixmap
from ui.widgets.pair_canvas import PairCanvas
from ui.widgets.thumbnails import FULL, Seen, ThumbnailStore
from ui.widgets.wave_pair import WavePair

_NO_SAMPLE = Unshown("NO SAMPLE", "the pair has none on this side")


class PairView(QWidget):
    """Shows one pair; its pictures sharpen when they have been decoded."""

    faces_toggled = Signal(bool)

    def __init__(self, thumbnails: ThumbnailStore, actions: Actions) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._pairs: ReviewPairs | None = None
        self._row = -1
        self._place = label("", "muted")
        self._title = ElidedLabel()
        self._title.setStyleSheet("font-weight: 600;")
        self._mark = QLabel()
        self._outcome = ElidedLabel(policy=QSizePolicy.Policy.Maximum)
        self._zoom = label("", "muted")
        self.canvas = PairCanvas()
        self.waves = WavePair()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self.waves)
        self.faces = QToolButton()
        self.faces.setText("Faces")
        self.faces.setCheckable(True)
        self.faces.setProperty("chip", True)
        self.faces.setChecked(True)
        self.faces.setAccessibleName("Faces")
        self.faces.setToolTip("Show the faces that the evaluator found; the one that counts has a solid frame")
        self.faces.toggled.connect(self.canvas.set_shows_faces)
        self.faces.toggled.connect(self.faces_toggled)
        self._image_tools = [
            self.faces,
            self._zoom,
            *(ActionTool(actions[name], shown) for name, shown in _ZOOM_TOOLS.items()),
        ]
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        head.addWidget(ActionTool(actions["back_to_grid"], "‹ Grid"))
        for name in ("previous_pair", "next_pair"):
            head.addWidget(ActionTool(actions[name]))
        for widget in (self._place, self._mark, self._outcome):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._title, 1, Qt.AlignmentFlag.AlignVCenter)
        for tool in self._image_tools:
            head.addWidget(tool)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        self.canvas.zoom_changed.connect(self._zoom.setText)
        thumbnails.ready.connect(self._sharpen)
        watch().changed.connect(self._say)

    def show_pair(self, pairs: ReviewPairs, row: int, kind: MediaKind, place: str) -> None:
        """Show another pair. place : where it stands among those shown, in words."""
        self._pairs, self._row = pairs, row
        self._stack.setCurrentWidget(self.canvas if kind == "image" else self.waves)
        for tool in self._image_tools:
            tool.setVisible(kind == "image")
        self._place.setText(place)
        self.canvas.show_faces((), ())
        table = pairs.table
        self._title.show_text(f"{table.identity_of(row)} {table.role_of(row)} · seed {int(table.seed[row])}")
        self._say()
        self._sharpen()

    @property
    def target(self) -> QWidget:
        """What takes the keys."""
        return self.canvas if self._stack.currentWidget() is self.canvas else self.waves

    def show_facts(self, facts: PairFacts) -> None:
        """Show the faces that were found."""
        self.canvas.show_faces(faces_of(facts.original), faces_of(facts.unlearned))

    def look_ahead(self, row: int) -> None:
        """Have the pictures of another pair decoded; those of this one go first."""
        if self._pairs is not None:
            for sample in (*self._pairs.table.samples(row), *self._pairs.table.samples(self._row)):
                if sample != NO_SAMPLE:
                    self._thumbnails.get(sample, FULL)

    def _say(self) -> None:
        if self._pairs is None:
            return
        table, row = self._pairs.table, self._row
        outcome = table.outcome_of(row)
        self._mark.setPixmap(mark_pixmap(outcome, 12, self.devicePixelRatioF()))
        self._outcome.show_text(table.words_of(row))
        restyle(self._outcome, MARKS[outcome].token)
        words = f"{self._title.text()}, {table.words_of(row)}"
        self.canvas.setAccessibleName(f"Pictures of {words}")
        self.waves.setAccessibleName(f"Waveforms of {words}")

    def _sharpen(self) -> None:
        """Show the best that is there, and ask for what is missing."""
        if self._pairs is None or not self.isVisible():
            return
        seen = [self._seen(sample) for sample in self._pairs.table.samples(self._row)]
        target = self.canvas if self._stack.currentWidget() is self.canvas else self.waves
        target.show_sides(seen, self._captions())

    def _seen(self, sample: int) -> Seen | None:
        if sample == NO_SAMPLE:
            return _NO_SAMPLE
        return self._thumbnails.get(sample, FULL) or self._thumbnails.kept(sample)

    def _captions(self) -> tuple[str, str]:
        assert self._pairs is not None  # noqa: S101 - `_sharpen` has looked
        table, row = self._pairs.table, self._row
        before, after = float(table.own_original[row]), float(table.own_unlearned[row])
        captions = [f"original {similarity(before)}", f"unlearned {similarity(after)}"]
        if not table.is_forget[row]:
            captions[1] += f" · to forget {similarity(float(table.forget_unlearned[row]))}"
        plain = ("original", "unlearned")
        shown = [word if "nan" in caption else caption for caption, word in zip(captions, plain, strict=True)]
        return shown[0], shown[1]


_ZOOM_TOOLS: Mapping[str, str] = {"zoom_fit": "Fit", "zoom_actual": "100 %"}
