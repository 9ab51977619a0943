"""What the files of a pair say of themselves, both sides beside each other; folded at first, read when it is wanted."""

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from genmu_studio.pair_comparison import FileFacts
from genmu_studio.pair_details import FileValues, file_values
from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.thumbnails import Unshown
from ui.icons import icon
from ui.numbers import NONE
from ui.theme import GRID_PX, watch
from ui.widgets.basics import label
from ui.widgets.comparisons import ComparisonStore, FileKey
from ui.widgets.elided import ElidedLabel
from ui.widgets.fold import Fold
from ui.widgets.inspector_parts import Section, text
from ui.widgets.tips import tip

MOST_ROWS = 40
LONGEST_SHOWN = 200
_SIDES = ("original", "unlearned")

Seen = FileFacts | Unshown | None


class FileSection(QWidget):
    """Asks of the pair that a person rests on, where the section is open or the pair is shown large."""

    def __init__(self, comparisons: ComparisonStore) -> None:
        super().__init__()
        self._comparisons = comparisons
        self._samples = (NO_SAMPLE, NO_SAMPLE)
        self._rests = False  # the person looks at this pair for longer
        self._is_wanted = False
        self._shown: tuple[Seen, ...] = ()
        self._has_rows = False
        self.fold = Fold("In the file, section", "What the files say of themselves", "In the file")
        self.fold.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.fold.setChecked(False)
        self.fold.toggled.connect(self._unfold)
        self._said = label("", "muted")
        self.copy = QToolButton()
        self.copy.setProperty("flat", True)
        self.copy.setAccessibleName("Copy what the files say")
        self.copy.setToolTip("Copy what the files say, in full")
        self.copy.clicked.connect(self._copy)
        self._rows = Section("", (2, 3))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(GRID_PX // 2)
        head.addWidget(self.fold, 1)
        head.addWidget(self._said)
        head.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._rows)
        comparisons.ready.connect(self._take)
        watch().changed.connect(self._dress)
        self._dress()
        self._fill(())

    def _dress(self) -> None:
        self.copy.setIcon(icon("copy"))

    # ---- which pair ----

    def show_samples(self, samples: tuple[int, int]) -> None:
        """Be about another pair, of which nothing is asked yet; `NO_SAMPLE` where a side has none."""
        if samples != self._samples:
            self._samples, self._rests, self._is_wanted = samples, False, False
            self._fill(())

    def rest(self, *, is_large: bool) -> None:
        """Ask what the files say, where somebody may want to know: the person looks at this pair for longer."""
        self._rests = True
        self._is_wanted = self._is_wanted or is_large or self.fold.isChecked()
        self._take()

    def _unfold(self, is_open: bool) -> None:
        self._is_wanted = self._is_wanted or (is_open and self._rests)
        self._take()
        self._rows.setVisible(is_open and self._has_rows)

    def _take(self) -> None:
        if not self._is_wanted:
            return
        seen = tuple(
            None if sample == NO_SAMPLE else self._comparisons.get(FileKey(sample)) for sample in self._samples
        )
        if seen != self._shown:
            self._fill(seen)

    # ---- what is shown ----

    def _fill(self, seen: tuple[Seen, ...]) -> None:
        self._shown = seen
        waits = any(each is None and sample != NO_SAMPLE for each, sample in zip(seen, self._samples, strict=False))
        facts = [each.facts if isinstance(each, FileFacts) else () for each in seen]
        self._said.setText("reading…" if waits else " | ".join(str(len(each)) if each else NONE for each in facts))
        self.copy.setVisible(any(facts))
        self._rows.clear()
        self._has_rows = bool(seen) and not waits
        if self._has_rows:
            self._fill_rows(seen, file_values(*facts))
        self._rows.setVisible(self.fold.isChecked() and self._has_rows)

    def _fill_rows(self, seen: Sequence[Seen], rows: Sequence[FileValues]) -> None:
        for side, each in zip(_SIDES, seen, strict=True):
            if isinstance(each, Unshown):
                self._rows.add(text(side, side), text(f"{each.code}: {each.message}", "bad", wrap=True))
        for row in rows[:MOST_ROWS]:
            if row.original == row.unlearned:
                self._rows.add(ElidedLabel(row.name, "muted"), _value(row.original or "", ""))
            else:
                self._rows.add(ElidedLabel(row.name, "muted"), _value(row.original or NONE, "original"))
                self._rows.add(None, _value(row.unlearned or NONE, "unlearned"))
        if len(rows) > MOST_ROWS:
            self._rows.add(None, text(f"and {len(rows) - MOST_ROWS} more: copy them to read them", "muted", wrap=True))

    def _copy(self) -> None:
        lines = [
            f"{side}\t{name}\t{value}"
            for side, each in zip(_SIDES, self._shown, strict=True)
            for name, value in (each.facts if isinstance(each, FileFacts) else ())
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return whether it is open."""
        return {"files": self.fold.isChecked()}

    def restore(self, state: Mapping[str, object]) -> None:
        """Open or fold it, as `state` says."""
        is_open = state.get("files")
        if isinstance(is_open, bool):
            self.fold.setChecked(is_open)


def _value(value: str, role: str) -> QWidget:
    """Return a value as far as there is room for it, the rest of it as a tooltip."""
    shown = value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
    made = text(shown, role, wrap=True, copies=True)
    if shown != value:
        made.setToolTip(tip(value))
    return made
