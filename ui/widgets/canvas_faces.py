"""The faces that are drawn on the canvas of a pair, and the one that is pointed at."""

from PySide6.QtCore import QPointF, Qt

from genmu_studio.pair_details import FaceBox
from ui.widgets import canvas_paint as paint
from ui.widgets.canvas_arrangement import CanvasArrangement
from ui.widgets.canvas_contents import Contents
from ui.widgets.canvas_modes import Layer


class CanvasFaces:
    """Finds faces of `contents` where they are arranged. are_shown : whether they are drawn at all."""

    def __init__(self, arrangement: CanvasArrangement, contents: Contents) -> None:
        self._arrangement, self._contents = arrangement, contents
        self.are_shown = True
        self._pointed_at: tuple[Layer, FaceBox] | None = None

    def are_drawn(self, layer: Layer) -> bool:
        """Whether the faces of a layer are drawn; places in a thumbnail are not those in the picture."""
        return self.are_shown and self._contents[layer].is_whole

    def at(self, point: QPointF) -> tuple[Layer, FaceBox] | None:
        """Return the smallest face that is drawn below a point, and its side."""
        part = next((each for each in reversed(self._arrangement.parts()) if each.clip.contains(point)), None)
        to_screen = self._contents.to_screen(part.layer, part.pane) if part is not None else None
        if part is None or to_screen is None or not self.are_drawn(part.layer):
            return None
        outlines = [(paint.outline(face, to_screen), face) for face in self._contents[part.layer].faces]
        below = [(box, face) for box, face in outlines if box.containsPoint(point, Qt.FillRule.WindingFill)]
        if not below:
            return None
        smallest = min(below, key=lambda each: each[0].boundingRect().width() * each[0].boundingRect().height())
        return part.layer, smallest[1]

    def other_at(self, point: QPointF) -> tuple[Layer, FaceBox] | None:
        """Return the face below a point and its side, where it is one that does not count."""
        face = self.at(point)
        return face if face is not None and not face[1].is_chosen else None

    def point_at(self, face: tuple[Layer, FaceBox] | None) -> bool:
        """Point at a face of a side, or at none; whether that is another."""
        was, self._pointed_at = self._pointed_at, face
        return face != was

    def pointed_in(self, layer: Layer) -> FaceBox | None:
        """Return the face of a layer that is pointed at."""
        at = self._pointed_at
        return at[1] if at is not None and at[0] == layer else None
