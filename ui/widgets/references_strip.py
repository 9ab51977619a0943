"""References below a pair: of its own identity left, of the forget identity or of whom it became right."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton

from genmu_studio.reference_pictures import PairReferences, ReferencePicture
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.reference_list import ReferenceList
from ui.widgets.thumbnails import ThumbnailStore

_NAME_PX = 170


class ReferencesStrip(QFrame):
    """Folds to its title. `wanted` tells which reference is to be shown large, None for none."""

    wanted = Signal(object)

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName("References")
        self.is_unfolded = True
        self.fold = QToolButton()
        self.fold.setProperty("flat", True)
        self.fold.setProperty("tight", True)
        self.fold.setToolTip("Show or hide the references")
        self.fold.clicked.connect(lambda: self.set_unfolded(not self.is_unfolded))
        self._own_name, self._other_name = (ElidedLabel("", "heading", QSizePolicy.Policy.Maximum) for _ in range(2))
        self._none = label("no reference", "muted")
        self.own, self.other = ReferenceList(thumbnails), ReferenceList(thumbnails)
        self.own.setAccessibleDescription("Space shows one in place of the original")
        self.other.setAccessibleDescription(self.own.accessibleDescription())
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID_PX - 4, GRID_PX - 4, GRID_PX + 2, GRID_PX - 4)
        row.setSpacing(GRID_PX)
        for widget in (self.fold, self._own_name, self.own, self._none):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        for widget in (self._other_name, self.other):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        for each in (self.own, self.other):
            each.wanted.connect(self.wanted)
        self._shown = PairReferences("", ())
        self.set_unfolded(True)

    def show_references(self, references: PairReferences) -> None:
        """Show those of another pair."""
        self._shown = references
        self._name(self._other_name, references.other)
        for identity, each, found in (
            (references.own, self.own, references.of_own),
            (references.other, self.other, references.of_other),
        ):
            each.setAccessibleName(f"References of {identity}")
            each.show_references(found)
        self.set_unfolded(self.is_unfolded)

    def show_large(self, reference: ReferencePicture | None) -> None:
        """Mark the one that is shown large."""
        for each in (self.own, self.other):
            each.show_large(reference)

    def set_unfolded(self, unfolded: bool) -> None:
        """Show the references, or the title only."""
        self.is_unfolded = unfolded
        self.fold.setAccessibleName("Hide references" if unfolded else "Show references")
        self.fold.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        shown = self._shown
        self._name(self._own_name, f"References {shown.own}" if unfolded else "References")
        self.own.setVisible(unfolded and bool(shown.of_own))
        self._none.setVisible(unfolded and not shown.of_own)
        self._other_name.setVisible(unfolded and bool(shown.of_other))
        self.other.setVisible(unfolded and bool(shown.of_other))
        if not unfolded:
            self.wanted.emit(None)

    @staticmethod
    def _name(name: ElidedLabel, text: str) -> None:
        """Show whose references follow; the pictures give way to the name, since they can be scrolled."""
        name.show_text(text)
        name.setMinimumWidth(min(name.sizeHint().width(), _NAME_PX))
