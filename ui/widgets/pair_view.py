"""One pair, large: pictures or sounds, what became of it, and the references to hold beside it."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QImage
from PySide6.QtWidgets import QStackedWidget, QToolButton, QVBoxLayout, QWidget

from genmu_studio.media_keys import MediaKey
from genmu_studio.pair_details import FaceBox, faces_of, landmarks
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.reference_pictures import PairReferences, ReferencePicture
from genmu_studio.review import PairFacts, ReviewPairs
from genmu_studio.thumbnails import Unshown
from scoring.types import MediaKind
from ui.actions import Actions
from ui.listening import Listening
from ui.models.sound_store import SoundStore
from ui.numbers import similarity
from ui.theme import GRID_PX
from ui.widgets.canvas_contents import SIDES, Shown
from ui.widgets.canvas_modes import MODE_WORDS, MODES, Mode
from ui.widgets.comparisons import ComparisonStore
from ui.widgets.face_alignment import transform_of, why_unaligned
from ui.widgets.face_menu import next_face
from ui.widgets.held_key import HeldKey
from ui.widgets.likeness import Rows, line_of, rows_of
from ui.widgets.pair_canvas import PairCanvas
from ui.widgets.pair_differences import PairDifferences
from ui.widgets.pair_head import PairHead
from ui.widgets.references_strip import ReferencesStrip
from ui.widgets.sound.desk import SoundDesk
from ui.widgets.thumbnails import FULL, Seen, ThumbnailStore

_NO_SAMPLE = Unshown("NO SAMPLE", "the pair has none on this side")


class PairView(QWidget):
    """Shows one pair; its pictures sharpen when they have been decoded.

    What acts returns whether there was something to do.
    """

    faces_toggled = Signal(bool)
    mode_changed = Signal(str)
    face_chosen = Signal(int, object)  # sample, FaceBox: that face shall count
    measured = Signal(object)  # how alike the pictures are, as rows of (name, value); none while that is not known

    def __init__(
        self,
        thumbnails: ThumbnailStore,
        actions: Actions,
        comparisons: ComparisonStore | None = None,
        sounds: SoundStore | None = None,
    ) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self.comparisons = comparisons or ComparisonStore(parent=self)
        self._pairs: ReviewPairs | None = None
        self._row = -1
        self._facts: PairFacts | None = None
        self._reference: ReferencePicture | None = None
        self._wants_align = False
        self._rows: Rows = ()
        self.canvas = PairCanvas()
        self.sounds = sounds or SoundStore(parent=self)
        self.desk = SoundDesk(actions, self.sounds)
        self.listening = Listening(self.desk, actions, self)
        self.head = PairHead(actions)
        self.references = ReferencesStrip(thumbnails)
        self.references.setVisible(False)  # until somebody gives it some
        self._differences = PairDifferences(self.comparisons, self)
        self._held = HeldKey(self)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self.desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.head)
        column.addWidget(self._stack, 1)
        column.addWidget(self.references)
        self.faces.setChecked(True)
        self._connect()

    def _connect(self) -> None:
        head = self.head
        head.modes.wanted.connect(self.set_mode)
        head.heat.clicked.connect(self._set_heat)
        head.align.clicked.connect(self.toggle_align)
        head.face_menu.chosen.connect(self._choose_face)
        self.faces.toggled.connect(self.canvas.set_shows_faces)
        self.faces.toggled.connect(self.faces_toggled)
        self.canvas.zoom_changed.connect(head.zoom.setText)
        self.canvas.face_clicked.connect(self._choose_face)
        self.references.wanted.connect(self._show_reference)
        self._held.changed.connect(self.canvas.show_other)
        self._differences.changed.connect(self._show_differences)
        self._thumbnails.ready.connect(self._sharpen)

    # ---- which pair ----

    def show_pair(self, pairs: ReviewPairs, row: int, kind: MediaKind, place: str) -> None:
        """Show another pair. place : where it stands among those shown, in words."""
        before = self._samples
        self._pairs, self._row = pairs, row
        self._show_kind(is_image=kind == "image")
        if self._samples != before:
            self._facts = None
            self._show_reference(None)
            self._show_faces()
        table = pairs.table
        title = _title(table, row)
        self.head.show_pair(title, place, table.outcome_of(row), table.words_of(row))
        self.canvas.setAccessibleName(f"Pictures of {title}, {table.words_of(row)}")
        self.desk.setAccessibleName(f"Sounds of {title}, {table.words_of(row)}")
        self._follow()
        self._sharpen()

    def _show_kind(self, *, is_image: bool) -> None:
        self._stack.setCurrentWidget(self.canvas if is_image else self.desk)
        self.head.show_kind(is_image=is_image)
        if not is_image:
            self.references.setVisible(False)

    def show_facts(self, facts: PairFacts) -> None:
        """Show the faces that were found, and have the pictures compared."""
        self._facts = facts
        self._show_faces()
        self._follow()
        if not self._is_image:
            self.listening.show_facts(facts)

    def show_references(self, references: PairReferences) -> None:
        """Show the references of the pair's identity, and of the other one."""
        self.references.show_references(references)
        self.references.setVisible(self._is_image)
        if not self._is_image:
            self.desk.show_references(references.of_own)
            self.listening.follow()

    def look_ahead(self, row: int) -> None:
        """Have the pictures or sounds of another pair decoded; those of this one go first."""
        if self._pairs is not None:
            for sample in (*self._pairs.table.samples(row), *self._samples):
                if sample != NO_SAMPLE and self._is_image:
                    self._thumbnails.get(sample, FULL)
                elif sample != NO_SAMPLE:
                    self.sounds.open(MediaKey("sample", sample))

    @property
    def target(self) -> QWidget:
        """What takes the keys."""
        return self.canvas if self._is_image else self.desk

    @property
    def faces(self) -> QToolButton:
        """The button that frames faces."""
        return self.head.boxes

    @property
    def _is_image(self) -> bool:
        return self._stack.currentWidget() is self.canvas

    @property
    def _samples(self) -> tuple[int, int]:
        return self._pairs.table.samples(self._row) if self._pairs is not None else (NO_SAMPLE, NO_SAMPLE)

    def grab_picture(self) -> QImage:
        """Return what is shown of the pair, as it is on the screen."""
        return self.target.grab().toImage()

    def set_busy(self, text: str) -> None:
        """Say over the pictures what is being done; "" for nothing."""
        self.canvas.set_busy(text)

    # ---- how it is laid out ----

    @property
    def mode(self) -> Mode:
        """How the pictures are laid out."""
        return self.canvas.mode

    def set_mode(self, mode: str) -> bool:
        """Lay the pictures out in another way; the same once more shows the other side, or the other difference."""
        wanted = next((each for each in MODES if each == mode), None)
        if wanted is None or not self._is_image:
            return False
        if wanted == self.mode == "difference":
            self._set_heat(not self._differences.is_heat)
        self.canvas.set_mode(wanted)
        self._follow()
        self.mode_changed.emit(wanted)
        return True

    def _set_heat(self, heat: bool) -> None:
        self._differences.set_heat(heat)
        self.head.show_mode(self.mode, heat=heat)

    def flicker(self, held: bool) -> bool:
        """Show the other side for as long as a key is held; whichever key is let go ends it."""
        self._held.hold(held and self._is_image)
        return self._is_image

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of what was held."""
        self._held.hold(False)
        super().hideEvent(event)

    def move_divider(self, steps: float) -> bool:
        """Move the divider of a wipe to the right by steps of a fiftieth of its width."""
        if self.mode != "wipe" or not self._is_image:
            return False
        self.canvas.move_divider(steps)
        return True

    def pan(self, right: float, down: float) -> bool:
        """Look further to the right and down, in steps of an eighth of the pane."""
        if self._is_image:
            self.canvas.pan(right, down)
        return self._is_image

    def toggle_align(self) -> bool:
        """Lay the faces over each other, or no longer."""
        if not self._is_image or why_unaligned(self.mode, self._facts):
            return False
        self._wants_align = not self._wants_align
        self._follow()
        return True

    def toggle_faces(self) -> bool:
        """Frame the faces, or no longer."""
        if self._is_image:
            self.faces.toggle()
        return self._is_image

    def _follow(self) -> None:
        """Bring buttons, alignment and difference in line with the mode and with what is known of the faces."""
        facts, reason = self._facts, why_unaligned(self.mode, self._facts)
        transform = transform_of(facts) if facts is not None and self._wants_align and not reason else None
        self.head.show_mode(self.mode, heat=self._differences.is_heat)
        self.head.show_align(reason, is_on=transform is not None)
        self.canvas.lay_over(transform)
        self.canvas.setAccessibleDescription(MODE_WORDS[self.mode] + (", faces aligned" if transform else ""))
        # Who runs through the pairs compares none of them: only at rest are the facts read.
        samples = self._samples if facts is not None else (NO_SAMPLE, NO_SAMPLE)
        self._differences.look_at(samples, landmarks(facts) if facts is not None and transform is not None else None)
        self._sharpen()

    def _show_differences(self) -> None:
        found = self._differences.similarity()
        self.head.likeness.setText(line_of(found) if found is not None else "")
        rows = rows_of(found) if found is not None else ()
        if rows != self._rows:
            self._rows = rows
            self.measured.emit(rows)
        if self.mode == "difference":
            self.canvas.show_difference(self._differences.difference())

    # ---- faces ----

    def _show_faces(self) -> None:
        facts = self._facts
        found = {} if facts is None else {"original": faces_of(facts.original), "unlearned": faces_of(facts.unlearned)}
        self.canvas.show_faces(found.get("original", ()), found.get("unlearned", ()))
        self.head.face_menu.show_faces(found)

    def other_face(self) -> bool:
        """Let the next face of the unlearned sample count; of the original, where that alone has several."""
        if self._facts is None or not self._is_image:
            return False
        for side, sample in (("unlearned", self._facts.unlearned), ("original", self._facts.original)):
            face = next_face(faces_of(sample))
            if face is not None:
                self._choose_face(side, face)
                return True
        return False

    def _choose_face(self, side: str, face: FaceBox) -> None:
        sample = dict(zip(SIDES, self._samples, strict=True)).get(side, NO_SAMPLE)  # type: ignore[call-overload]  # any text may be asked for
        if sample != NO_SAMPLE:
            self.face_chosen.emit(sample, face)

    # ---- references ----

    def leave(self) -> bool:
        """Fall silent, or select nothing of the sounds; show the original where a reference stands in its place."""
        if not self._is_image:
            return self.listening.stop() or self.desk.view.clear_selection()
        was_shown = self._reference is not None
        self._show_reference(None)
        return was_shown

    def _show_reference(self, reference: ReferencePicture | None) -> None:
        self._reference = reference
        self.references.show_large(reference)
        self._sharpen_reference()
        self._sharpen()

    def _sharpen_reference(self) -> None:
        reference = self._reference
        if reference is None:
            self.canvas.show_reference(None)
            return
        seen = self._thumbnails.get_reference(reference.id, FULL)
        self.canvas.show_reference(Shown("muted", seen, f"reference {reference.identity}", hint=reference.path))

    # ---- pictures ----

    def _sharpen(self) -> None:
        """Show the best that is there, and ask for what is missing."""
        if self._pairs is None or not self.isVisible():
            return
        if not self._is_image:
            original, unlearned = (None if each == NO_SAMPLE else MediaKey("sample", each) for each in self._samples)
            self.desk.show_pair(original, unlearned, self._similarities())
            self.listening.follow()
            return
        self._sharpen_reference()
        self.canvas.show_sides([self._seen(sample) for sample in self._samples], self._captions())

    def _seen(self, sample: int) -> Seen | None:
        if sample == NO_SAMPLE:
            return _NO_SAMPLE
        return self._thumbnails.get(sample, FULL) or self._thumbnails.kept(sample)

    def _captions(self) -> tuple[str, str]:
        shown = [f"{side} {words}".strip() for side, words in zip(SIDES, self._similarities(), strict=True)]
        return shown[0], shown[1] + (" · aligned" if self.canvas.is_laid_over else "")

    def _similarities(self) -> tuple[str, str]:
        """Return what is said beside the name of each side; "" where it is not known."""
        assert self._pairs is not None  # noqa: S101 - `_sharpen` has looked
        table, row = self._pairs.table, self._row
        before, after = similarity(float(table.own_original[row])), similarity(float(table.own_unlearned[row]))
        if not table.is_forget[row]:
            after += f" · to forget {similarity(float(table.forget_unlearned[row]))}"
        return "" if "nan" in before else before, "" if "nan" in after else after

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return how it is laid out."""
        return {
            "mode": self.mode,
            "heat": self._differences.is_heat,
            "align": self._wants_align,
            "faces": self.faces.isChecked(),
            "references": self.references.is_unfolded,
            "sounds": self.desk.state(),
            "player": self.listening.state(),
        }

    def restore(self, state: Mapping[str, object]) -> None:
        """Lay out as `state` says; what it does not say, or says wrongly, stays."""
        mode, heat, align, faces, references, sounds, player = (state.get(name) for name in self.state())
        if isinstance(heat, bool):
            self._set_heat(heat)
        if isinstance(align, bool):
            self._wants_align = align
        if isinstance(faces, bool):
            self.faces.setChecked(faces)
        if isinstance(references, bool):
            self.references.set_unfolded(references)
        self.desk.restore(sounds)
        self.listening.restore(player)
        if isinstance(mode, str) and mode != self.mode:
            self.set_mode(mode)
        self._follow()


def _title(table: PairTable, row: int) -> str:
    condition = table.conditions[int(table.condition[row])]
    return f"{table.identity_of(row)} {table.role_of(row)} · {condition} · seed {int(table.seed[row])}"
