"""The inspector: everything that is known of the pair that is looked at, both sides beside each other."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from genmu_studio.aspect_details import aspect_sections
from genmu_studio.pair_details import measured, settings_of
from genmu_studio.review import Nearest, PairFacts, ReviewPairs, SampleFacts
from scoring.types import MediaKind
from ui.actions import Actions
from ui.icons import icon
from ui.marking import named
from ui.numbers import NONE
from ui.theme import GRID_PX, watch
from ui.widgets.aspect_sections import AspectSections
from ui.widgets.basics import restyle
from ui.widgets.comparisons import ComparisonStore
from ui.widgets.elided import ElidedLabel
from ui.widgets.file_section import FileSection
from ui.widgets.inspector_parts import Bar, Section, code_sentence, measured_cells, measured_head, name_of, number, text
from ui.widgets.marks_bar import MarksBar
from ui.widgets.note_editor import NoteEditor
from ui.widgets.outcomes import MARKS, mark_pixmap
from ui.widgets.pair_preview import PairPreview
from ui.widgets.people_section import PeopleSection
from ui.widgets.reference_thumb import ReferenceThumb
from ui.widgets.thumbnails import ThumbnailStore
from ui.widgets.tips import tip

_PICKED = "measured on a face that a person picked"


class Inspector(QWidget):
    """Shows one pair; `show_pair` at once, `show_facts` when they have been read."""

    def __init__(self, thumbnails: ThumbnailStore, comparisons: ComparisonStore, actions: Actions) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._pairs: ReviewPairs | None = None
        self._row = -1
        self._facts: PairFacts | None = None
        self._faces: Mapping[str, int] = {}
        self._likeness: Sequence[tuple[str, str]] = ()
        self._is_writable = False
        self.marks = MarksBar(actions)
        self.note = NoteEditor()
        self._title = ElidedLabel()
        self._title.setStyleSheet("font-weight: 600;")
        self._preview = PairPreview(thumbnails)
        self._mark = QLabel()
        self._outcome = ElidedLabel()
        self._outside = text("The filter leaves it out; it stays until you go on.", "muted", wrap=True)
        self._empty = text("What is known of a pair is shown here.", "muted", wrap=True)
        self._codes = Section("What was noticed", (0, 1))
        self._measurements = Section("Measurements", (1, 0, 0, 0))
        self.aspects = AspectSections()
        self.people = PeopleSection()
        self._near_unlearned = Section("Nearest identities, unlearned", (0, 3, 2, 0))
        self._near_original = Section("Nearest identities, original", (0, 3, 2, 0))
        self._settings = Section("Settings", (2, 3))
        self._files = Section("Files", (0, 1, 0))
        self.in_file = FileSection(comparisons)
        self._by = Section("Measured by", (1,))
        outcome = QHBoxLayout()
        outcome.setSpacing(GRID_PX - 2)
        outcome.addWidget(self._mark)
        outcome.addWidget(self._outcome, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 4, GRID_PX + 4, GRID_PX + 4, GRID_PX + 4)
        column.setSpacing(GRID_PX + 4)
        column.addWidget(self._empty)
        column.addWidget(self._title)
        column.addWidget(self._preview)
        column.addLayout(outcome)
        column.addWidget(self.marks)
        column.addWidget(self.note)
        column.addWidget(self._outside)
        for section in self._sections:
            column.addWidget(section)
        column.insertWidget(column.indexOf(self._by), self.in_file)
        column.insertWidget(column.indexOf(self._near_unlearned), self.aspects)
        column.insertWidget(column.indexOf(self._near_unlearned), self.people)
        column.addStretch(1)
        watch().changed.connect(self._show)
        self._show()

    @property
    def _sections(self) -> tuple[Section, ...]:
        return (
            self._codes, self._measurements, self._near_unlearned, self._near_original, self._settings, self._files,
            self._by,
        )  # fmt: skip

    def show_pair(self, pairs: ReviewPairs | None, row: int, kind: MediaKind, *, is_outside: bool = False) -> None:
        """Show what the table knows of a pair; None for no pair. is_outside : the filter leaves it out."""
        if pairs is None or self._pairs is None or not _is_same(self._pairs, self._row, pairs, row):
            self._facts, self._likeness = None, ()
        self._pairs, self._row = pairs, row
        self._outside.setVisible(is_outside)
        self._show_marks()
        self._preview.show_pair(pairs, row, kind)
        if pairs is not None:
            self.in_file.show_samples(pairs.table.samples(row))
        self._show()

    def show_facts(self, facts: PairFacts, faces: Mapping[str, int], *, is_large: bool = False) -> None:
        """Show what has been read of the pair, on which the person rests.

        faces : a reference of each identity that it is near, by the identity. is_large : the pair is shown large.
        """
        self._facts, self._faces = facts, faces
        self._show()
        self.in_file.rest(is_large=is_large)

    def show_likeness(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show how alike the pictures are: (name, value) each."""
        if rows != self._likeness:
            self._likeness = rows
            self._show()

    def set_writable(self, writable: bool) -> None:
        """Let marks and note be changed, or not."""
        self._is_writable = writable
        self.marks.set_writable(writable)
        self._show_marks()

    def _show_marks(self) -> None:
        if self._pairs is None or self._row < 0:
            self.note.show_note(None, "", "", writable=self._is_writable)
            return
        table, row = self._pairs.table, self._row
        self.marks.show_marks(int(table.pick[row]), bool(table.bookmarked[row]))
        self.note.show_note(table.key(row), named(table, [row]), table.notes.get(row, ""), writable=self._is_writable)

    # ---- filling ----

    def _show(self) -> None:
        pairs, facts = self._pairs, self._facts
        parts = (self._title, self._preview, self._mark, self._outcome, self.marks, self.note, self.in_file)
        for widget in parts:
            widget.setVisible(pairs is not None)
        self._empty.setVisible(pairs is None)
        if pairs is None:
            for section in self._sections:
                section.clear()
            self.aspects.show_sections(())
            self.people.show_labels(())
            return
        table = pairs.table
        known = facts and (facts.unlearned or facts.original)
        words = [table.identity_of(self._row), known.condition if known else "", f"seed {int(table.seed[self._row])}"]
        self._title.show_text(" · ".join(word for word in words if word))
        outcome = table.outcome_of(self._row)
        self._mark.setPixmap(mark_pixmap(outcome, 12, self.devicePixelRatioF()))
        self._outcome.show_text(f"{table.role_of(self._row)}: {table.words_of(self._row)}")
        restyle(self._outcome, MARKS[outcome].token)
        if facts is None:
            return  # what the pair before had stays for the moment that reading takes: nothing jumps
        self.setUpdatesEnabled(False)
        for section in self._sections:
            section.clear()
        self._fill_codes(facts)
        self._fill_measurements(pairs, facts)
        self.aspects.show_sections(aspect_sections(facts))
        self.people.show_labels(facts.labels)
        self._fill_nearest(self._near_unlearned, facts.nearest_unlearned, "unlearned")
        self._fill_nearest(self._near_original, facts.nearest_original, "original")
        self._fill_settings(facts)
        self._fill_files(facts)
        self._fill_by(pairs, facts)
        self.setUpdatesEnabled(True)

    def _fill_codes(self, facts: PairFacts) -> None:
        for side, sample in (("original", facts.original), ("unlearned", facts.unlearned)):
            if sample is None:
                self._codes.add(text(side, side), text("has no sample: the pair is incomplete", wrap=True))
                continue
            if sample.code:
                said = f"{sample.code}: {code_sentence(sample.code)}"
                self._codes.add(text(side, side), text(said, "bad", wrap=True))
                if sample.message:
                    self._codes.add(None, text(sample.message, "muted", wrap=True))
            for flag in sample.flags:
                self._codes.add(text(side, side), text(f"{flag}: {code_sentence(flag)}", "warning", wrap=True))
            if sample.face_picked and sample.status:
                self._codes.add(text(side, side), text(_PICKED, "warning", wrap=True))
        if facts.differing:
            names = ", ".join(facts.differing)
            said = f"settings differ: {names}. The pair stays out of paired metrics."
            self._codes.add(text("both"), text(said, "warning", wrap=True))

    def _fill_measurements(self, pairs: ReviewPairs, facts: PairFacts) -> None:
        rows = measured(pairs, self._row, facts)
        if rows:
            self._measurements.add(*measured_head())
        for row in rows:
            self._measurements.add(*measured_cells(row))
        for name, value in self._likeness:
            self._measurements.add(name_of(name), text(value, right=True, wrap=True))

    def _fill_nearest(self, section: Section, nearest: tuple[Nearest, ...], token: str) -> None:
        for near in nearest:
            face = self._faces.get(near.identity)
            name = ElidedLabel(near.identity if near.kind == "retain" else f"{near.identity}  {near.kind}")
            value = text(number(near.similarity), right=True)
            for beside in (name, value):  # a picture is higher than a line
                beside.setAlignment(beside.alignment() & ~Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignVCenter)
            picture = None if face is None else ReferenceThumb(self._thumbnails, face)
            section.add(picture, name, Bar(near.similarity, token), value)

    def _fill_settings(self, facts: PairFacts) -> None:
        rows = settings_of(facts)
        self._settings.set_title("Settings" if facts.differing else "Settings, equal on both sides")
        for row in rows:
            if row.differs:
                self._settings.add(
                    ElidedLabel(f"≠ {row.name}", "warning"), text(row.original or NONE, "original", wrap=True)
                )
                self._settings.add(None, text(row.unlearned or NONE, "unlearned", wrap=True))
            else:
                value = row.unlearned if row.unlearned is not None else row.original
                self._settings.add(ElidedLabel(row.name, "muted"), text(value or NONE, wrap=True, copies=True))

    def _fill_files(self, facts: PairFacts) -> None:
        for side, sample in (("original", facts.original), ("unlearned", facts.unlearned)):
            if sample is not None:
                self._files.add(text(side, side), text(sample.path, wrap=True, copies=True), _copier(side, sample))

    def _fill_by(self, pairs: ReviewPairs, facts: PairFacts) -> None:
        look = pairs.look
        if look is None:
            self._by.add(text("Nothing yet: this entry has not been scored.", "muted", wrap=True))
            return
        used = look.evaluator
        providers = dict.fromkeys(
            sample.provider for sample in (facts.original, facts.unlearned) if sample is not None and sample.provider
        )
        one = look.own_lens
        self._by.add(text(f"{used.name} {used.version} on {', '.join(providers) or NONE}", wrap=True))
        self._by.add(text(f"threshold {one.threshold.value:.4g}, {one.threshold.origin}", "muted", wrap=True))

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return what is folded."""
        return self.in_file.state()

    def restore(self, state: Mapping[str, object]) -> None:
        """Fold what `state` says."""
        self.in_file.restore(state)


def _is_same(before: ReviewPairs, row_before: int, now: ReviewPairs, row: int) -> bool:
    """Whether it is the pair that was shown, seen in the same way; only its marks may differ."""
    same_pair = row_before >= 0 and before.table.samples(row_before) == now.table.samples(row)
    return same_pair and before.look is now.look


def _copier(side: str, sample: SampleFacts) -> QToolButton:
    button = QToolButton()
    button.setIcon(icon("copy"))
    button.setProperty("flat", True)
    button.setAccessibleName(f"Copy the path of the {side} sample")
    button.setToolTip(tip(f"Copy {sample.media.path}"))
    path = sample.media.path
    button.clicked.connect(lambda *_: QGuiApplication.clipboard().setText(path))
    return button
