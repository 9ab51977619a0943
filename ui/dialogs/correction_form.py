"""Where the names of folders were not understood: a person says what a folder means, and it is read again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from genmu_studio.domain import Side
from genmu_studio.protocol import Protocol
from genmu_studio.submission.layouts import NO_CORRECTION
from genmu_studio.submission.path_parts import Correction
from scoring.types import Track
from ui.dialogs.dialog import push_button
from ui.theme import GRID_PX
from ui.widgets.basics import label

_SIDES: tuple[tuple[Side, str], ...] = (
    ("original", "original samples"),
    ("unlearned", "unlearned samples"),
    ("reproduced", "samples generated again"),
    ("quantized", "samples of the quantised model"),
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a folder may mean. text : as a person reads it."""

    kind: Literal["side", "group", "identity", "ignored"]
    value: str
    text: str


def meanings_of(protocol: Protocol, track: Track) -> tuple[Meaning, ...]:
    """Return everything that a folder of a track may mean."""
    sides = [Meaning("side", side, text) for side, text in _SIDES]
    groups = [Meaning("group", group.name, f"group {group.name}") for group in protocol.groups_of(track)]
    identities = [Meaning("identity", each, f"identity {each}") for each in protocol.identities_of(track)]
    return (*sides, Meaning("ignored", "", "no samples are in it"), *groups, *identities)


def corrected(correction: Correction, name: str, meaning: Meaning) -> Correction:
    """Return `correction` with what the folder `name` means."""
    clean = without(correction, name)
    match meaning.kind:
        case "side":
            side = next(side for side, _ in _SIDES if side == meaning.value)
            return replace(clean, sides={**clean.sides, name: side})
        case "group":
            return replace(clean, groups={**clean.groups, name: meaning.value})
        case "identity":
            return replace(clean, identities={**clean.identities, name: meaning.value})
        case "ignored":
            return replace(clean, ignored=clean.ignored | {name})


def without(correction: Correction, name: str) -> Correction:
    """Return `correction` without what it says of the folder `name`."""
    return Correction(
        sides={key: value for key, value in correction.sides.items() if key != name},
        groups={key: value for key, value in correction.groups.items() if key != name},
        identities={key: value for key, value in correction.identities.items() if key != name},
        ignored=correction.ignored - {name},
    )


def sentences(correction: Correction) -> dict[str, str]:
    """Return for each folder named in `correction` what it means, in words."""
    said = {name: dict(_SIDES)[side] for name, side in correction.sides.items()}
    said |= {name: f"group {group}" for name, group in correction.groups.items()}
    said |= {name: f"identity {identity}" for name, identity in correction.identities.items()}
    return said | dict.fromkeys(correction.ignored, "no samples are in it")


class CorrectionForm(QWidget):
    """Two choices and a list; `corrected` is emitted with the whole correction whenever it changes."""

    corrected = Signal(object)  # Correction

    def __init__(self) -> None:
        super().__init__()
        self._correction = NO_CORRECTION
        self._meanings: tuple[Meaning, ...] = ()
        self.names = QComboBox()
        self.names.setAccessibleName("Folder")
        self.names.setToolTip("A folder's name, wherever it stands; the most frequent first")
        self.names.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.names.setMinimumContentsLength(18)
        self.choices = QComboBox()
        self.choices.setAccessibleName("Meaning")
        self.choices.setToolTip("What the folder means")
        self.said = QListWidget()
        self.said.setAccessibleName("Corrections")
        self.said.setToolTip("What you said")
        add = push_button("Apply", "Read the submission again with this meaning", self.add)
        self._remove = push_button("Take back", "Forget the chosen correction and read again", self.remove)
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        for widget in (label("Folders named"), self.names, label("mean"), self.choices, add):
            row.addWidget(widget)
        row.addStretch(1)
        about = label(
            "There is no samples table, so the names of folders were read. Where that went wrong, say what they mean.",
            "muted",
        )
        about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(GRID_PX)
        column.addWidget(about)
        column.addLayout(row)
        column.addWidget(self.said, 1)
        column.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignLeft)

    def show_names(self, names: Sequence[str], meanings: Sequence[Meaning], correction: Correction) -> None:
        """Offer these folder names and meanings; `correction` is what was said before."""
        self._correction = correction
        known = sentences(correction)
        chosen = self.names.currentText()
        self.names.clear()
        self.names.addItems(list(dict.fromkeys([*names, *known])))
        self.names.setCurrentIndex(max(0, self.names.findText(chosen)))
        if tuple(meanings) != self._meanings:
            self._meanings = tuple(meanings)
            self.choices.clear()
            self.choices.addItems([each.text for each in self._meanings])
        self.said.clear()
        for name, text in known.items():
            self.said.addItem(f"{name}: {text}")
            self.said.item(self.said.count() - 1).setData(Qt.ItemDataRole.UserRole, name)
        self._remove.setEnabled(bool(known))

    def add(self) -> None:
        """Say what is chosen."""
        name, place = self.names.currentText(), self.choices.currentIndex()
        if name and place >= 0:
            self._change(corrected(self._correction, name, self._meanings[place]))

    def remove(self) -> None:
        """Take the chosen correction back, or the last one."""
        if self.said.count():
            row = self.said.currentRow() if self.said.currentRow() >= 0 else self.said.count() - 1
            self._change(without(self._correction, self.said.item(row).data(Qt.ItemDataRole.UserRole)))

    def _change(self, correction: Correction) -> None:
        self._correction = correction
        self.corrected.emit(correction)
