"""The similarities of the pairs that are shown, as a strip below them: histogram, threshold, and what lies near it."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout

from genmu_studio.near_threshold import REACH, RoleSimilarities, near_range, role_similarities
from genmu_studio.pair_filter import ROLES, Range
from genmu_studio.pair_table import PairTable
from scoring.frame import BoolArray, Decision
from ui.theme import GRID_PX
from ui.widgets.elided import ElidedLabel
from ui.widgets.fold import Fold
from ui.widgets.histogram import HistogramView
from ui.widgets.scales import similarity_scale

_HEIGHT_PX = 64
_FOLDED_PX = 36
_HISTOGRAM_PX = 48
_WIDE_FROM_PX = 560  # below, words give way to the histogram
_LEFT_PX = (138, 160)  # narrow, wide
_WORDS_PX = (92, 148)  # so that the histogram keeps its place whatever is counted


class SimilarityStrip(QFrame):
    """`near_asked` carries role and range of the samples near the threshold, when somebody wants to see only them."""

    near_asked = Signal(str, object)  # role, Range

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName("Similarities of what is shown")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._wanted = ROLES[0]
        self._range: Range | None = None
        self._whom = ""
        self._near = ""
        self._known: tuple[PairTable, BoolArray, Decision | None] | None = None
        self.fold = Fold("Histogram", "Show or hide the histogram")
        self.roles = {role: self._role_button(role) for role in ROLES}
        self.what = ElidedLabel("", "muted")
        self.histogram = HistogramView("", _HISTOGRAM_PX, has_label=True)
        self.near = QToolButton()
        self.near.setProperty("flat", True)
        self.near.setToolTip("Show only these pairs")
        self.near.clicked.connect(self._ask_for_near)
        self._lay_out()
        self.fold.toggled.connect(self._fold)
        self._fold(is_open=True)

    def _role_button(self, role: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("chip", True)
        button.setText(role.capitalize())
        button.setAccessibleName(f"{role.capitalize()} samples")
        button.setToolTip(f"Similarities of the unlearned samples of {role} identities")
        button.setCheckable(True)
        button.setStyleSheet("padding: 2px 9px;")
        button.clicked.connect(lambda: self._choose(role))
        return button

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in self.roles.values():
            buttons.addWidget(button)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(2)
        left.addLayout(buttons)
        left.addWidget(self.what)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID_PX, 4, GRID_PX, 4)
        row.setSpacing(GRID_PX)
        row.addWidget(self.fold)
        row.addLayout(left)
        row.addWidget(self.histogram, 1)
        row.addWidget(self.near, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def sizeHint(self) -> QSize:
        """Return the height of a strip."""
        return QSize(600, _HEIGHT_PX if self.fold.isChecked() else _FOLDED_PX)

    # ---- what is shown ----

    def show_pairs(self, table: PairTable, shown: BoolArray, decision: Decision | None) -> None:
        """Show the pairs `shown` (n,) of a table under a decision, None where nothing is scored."""
        self._known = (table, shown, decision)
        found = {role: role_similarities(table, shown, role, decision) for role in ROLES}
        has_any = {role: bool(each.identities) for role, each in found.items()}
        role = next((role for role in (self._wanted, *ROLES) if has_any[role]), self._wanted)
        for name, button in self.roles.items():
            button.setEnabled(has_any[name])
            button.setChecked(name == role)
        self._show(found[role], decision)

    def _show(self, found: RoleSimilarities, decision: Decision | None) -> None:
        self._whom = "own template"
        if found.role == "forget" and len(found.identities) == 1:
            self._whom = found.identities[0]
        threshold = decision.threshold if decision is not None else None
        scale = similarity_scale(found.histogram, threshold=threshold)
        self.histogram.setAccessibleName(f"{found.role.capitalize()} samples, similarity to {self._whom}")
        self.histogram.show_histogram(found.histogram, scale, threshold=threshold)
        self._range = near_range(decision) if decision is not None else None
        self._near = "not scored" if found.near is None else f"{found.near or 'none'} within ±{REACH:g}"
        self.near.setAccessibleName(self._near if found.near is None else f"{self._near} of the threshold")
        self.near.setEnabled(bool(found.near))
        self._write()

    def _write(self) -> None:
        """Say whose similarity it is and what lies near, in as many words as there is room for."""
        is_wide, is_open = self.width() >= _WIDE_FROM_PX, self.fold.isChecked()
        self.what.show_text(f"similarity to {self._whom}" if is_wide else f"to {self._whom}")
        self.what.setFixedWidth(_LEFT_PX[is_wide])
        self.near.setMinimumWidth(_WORDS_PX[is_wide])
        words = self.near.accessibleName() if is_wide or not is_open else self._near
        if is_open:
            words = words.replace(" of", "\nof") if is_wide else words.replace(" ±", "\n±")
        self.near.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find other words where there is other room."""
        super().resizeEvent(event)
        self._write()

    def _choose(self, role: str) -> None:
        self._wanted = role
        if self._known is not None:
            self.show_pairs(*self._known)

    def _ask_for_near(self) -> None:
        role = next(name for name, button in self.roles.items() if button.isChecked())
        self.near_asked.emit(role, self._range)

    # ---- folding and memory ----

    def _fold(self, is_open: bool) -> None:
        self.what.setVisible(is_open)
        self.histogram.setVisible(is_open)
        self._write()
        self.setFixedHeight(self.sizeHint().height())

    def state(self) -> dict[str, object]:
        """Return whether it is folded."""
        return {"folded": not self.fold.isChecked()}

    def restore(self, state: Mapping[str, object]) -> None:
        """Fold or open it as `state` says."""
        folded = state.get("folded")
        if isinstance(folded, bool):
            self.fold.setChecked(not folded)
