"""References below a pair: of its own identity left, of the forget identity or of whom it became right."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton

from genmu_studio.reference_pictures import PairReferences, ReferencePicture
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.elided import ElidedLabel
from ui.widgets.reference_list import ReferenceList
from ui.widgets.thumbnails import ThumbnailStore


class ReferencesStrip(QFrame):
    """Folds to its title. `wanted` tells which reference is to be shown large, None for none."""

    wanted = Signal(object)

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName("References")
        self.fold = QToolButton()
        self.fold.setProperty("flat", True)
        self.fold.setText("References")
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setCheckable(True)
        self.fold.setAccessibleName("References")
        self.fold.setToolTip("Show or hide the references")
        self.fold.toggled.connect(self._unfold)
        self._own_name = ElidedLabel("", "heading", QSizePolicy.Policy.Maximum)
        self._other_name = ElidedLabel("", "heading", QSizePolicy.Policy.Maximum)
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
        self.fold.setChecked(True)

    @property
    def is_unfolded(self) -> bool:
        """Whether the references are shown."""
        return self.fold.isChecked()

    def show_references(self, references: PairReferences) -> None:
        """Show those of another pair."""
        self._shown = references
        for name, identity, each, found in (
            (self._own_name, references.own, self.own, references.of_own),
            (self._other_name, references.other, self.other, references.of_other),
        ):
            name.show_text(identity)
            each.setAccessibleName(f"References of {identity}")
            each.show_references(found)
        self._unfold(self.is_unfolded)

    def show_large(self, reference: ReferencePicture | None) -> None:
        """Mark the one that is shown large."""
        for each in (self.own, self.other):
            each.show_large(reference)

    def _unfold(self, unfolded: bool) -> None:
        self.fold.setArrowType(Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow)
        shown = self._shown
        self._own_name.setVisible(unfolded)
        self.own.setVisible(unfolded and bool(shown.of_own))
        self._none.setVisible(unfolded and not shown.of_own)
        self._other_name.setVisible(unfolded and bool(shown.of_other))
        self.other.setVisible(unfolded and bool(shown.of_other))
        if not unfolded:
            self.wanted.emit(None)
