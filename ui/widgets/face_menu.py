"""A button whose menu lists the faces found on both sides; choosing another one lets that count."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from genmu_studio.pair_details import FaceBox
from ui.actions import Actions
from ui.numbers import count


class FaceMenu(QToolButton):
    """`chosen` tells side and face; a face that counts already is not told."""

    chosen = Signal(str, object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._next = actions["other_face"]
        self._faces: Mapping[str, Sequence[FaceBox]] = {}
        self.setText("Faces")
        self.setAccessibleName("Faces")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self._next.changed.connect(self._tell)
        self._tell()

    def show_faces(self, faces: Mapping[str, Sequence[FaceBox]]) -> None:
        """Offer the faces of each side that was measured."""
        self._faces = faces
        self._tell()

    def _tell(self) -> None:
        several = [f"{side} {len(found)}" for side, found in self._faces.items() if len(found) > 1]
        found = f" Found: {', '.join(several)}." if several else ""
        self.setToolTip(f"Which face counts on each side.{found} {self._next.toolTip()}")

    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        if not self._faces:
            menu.addAction("Not measured yet").setEnabled(False)
        for side, faces in self._faces.items():
            if not faces:
                menu.addAction(f"{side}: no face was found").setEnabled(False)
                continue
            menu.addAction(f"{side}: {_count(faces)}").setEnabled(False)
            group = QActionGroup(menu)
            for number, face in enumerate(faces, start=1):
                action = menu.addAction(f"    {number}  {_words(face)}")
                action.setCheckable(True)
                action.setChecked(face.is_chosen)
                action.triggered.connect(partial(self._choose, side, face))
                group.addAction(action)

    def _choose(self, side: str, face: FaceBox) -> None:
        if not face.is_chosen:
            self.chosen.emit(side, face)


def _count(faces: Sequence[FaceBox]) -> str:
    counts = next((number for number, face in enumerate(faces, start=1) if face.is_chosen), None)
    found = count(len(faces), "face")
    return f"{found}, number {counts} counts" if counts is not None and len(faces) > 1 else found


def _words(face: FaceBox) -> str:
    x1, y1, x2, y2 = face.box
    size = f"{x2 - x1:.0f} × {y2 - y1:.0f} px at {x1:.0f}, {y1:.0f}"
    return f"{size} — counts" if face.is_chosen else size


def next_face(faces: Sequence[FaceBox]) -> FaceBox | None:
    """Return the face after the one that counts, from the last on the first; None where there is no other."""
    if len(faces) < 2:
        return None
    counts = next((number for number, face in enumerate(faces) if face.is_chosen), -1)
    return faces[(counts + 1) % len(faces)]
