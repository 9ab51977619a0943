"""The points of a map as an image: they are put in the order of their kinds once, then painted for every frame."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtGui import QImage

from scoring.frame import BoolArray
from scoring.types import FloatArray
from ui.widgets.scores_map.map_frame import MapFrame, side_of_points
from ui.widgets.scores_map.point_looks import Kinds, PointLook, sprite_of
from ui.widgets.scores_map.point_raster import Corners, Workspace, color_table, paint_points


class PointLayer:
    """n points, float32 (n, 2), and what each of them looks like."""

    def __init__(self, places: FloatArray) -> None:
        self._places = places
        self._x, self._y = np.empty(0, dtype=np.float32), np.empty(0, dtype=np.float32)
        self._ends: list[int] = []
        self._looks: tuple[PointLook, ...] = ()
        self._table: list[int] = []
        self._work = Workspace()

    @property
    def looks(self) -> tuple[PointLook, ...]:
        """What points can look like, the upper ones last."""
        return self._looks

    @property
    def counts(self) -> tuple[int, ...]:
        """How many points look like each."""
        return tuple(np.diff([0, *self._ends]).tolist())

    def set_kinds(self, kinds: Kinds, looks: Sequence[PointLook], shown: BoolArray | None = None) -> None:
        """Let points of kind i look like `looks[i]`; only those `shown` (n,) are painted."""
        rows = np.argsort(kinds, kind="stable")
        if shown is not None:
            rows = rows[shown[rows]]
        self._x, self._y = self._places[rows, 0], self._places[rows, 1]
        self._ends = np.cumsum(np.bincount(kinds[rows], minlength=len(looks))).tolist()
        self._looks = tuple(looks)
        tints = [(look.rgb, look.opacity) for look in looks]
        self._table = color_table([(tint.red(), tint.green(), tint.blue(), opacity) for tint, opacity in tints])

    def side(self, frame: MapFrame, ratio: float) -> int:
        """Return how large a point is painted, in pixels of the screen."""
        return side_of_points(len(self._x), frame, ratio)

    def image(self, frame: MapFrame, ratio: float) -> QImage:
        """Return what `frame.area` shows, on a transparent ground, `ratio` pixels to one of the widget."""
        side = self.side(frame, ratio)
        width, height = round(frame.area.width() * ratio), round(frame.area.height() * ratio)
        scale, half = np.float32(frame.scale * ratio), side / 2 - 0.5
        right = np.float32(width / 2 - frame.x * frame.scale * ratio - half)
        down = np.float32(height / 2 + frame.y * frame.scale * ratio - half)
        columns, rows = self._floored("columns", self._x, scale, right), self._floored("rows", self._y, -scale, down)
        sprites = [sprite_of(look.shape, side) for look in self._looks]
        codes = paint_points((width, height), (columns, rows), self._ends, sprites, self._work)
        image = QImage(codes.data, width, height, width, QImage.Format.Format_Indexed8)
        image.setColorTable(self._table)
        made = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        made.setDevicePixelRatio(ratio)
        return made

    def _floored(self, name: str, values: FloatArray, scale: np.float32, offset: np.float32) -> Corners:
        """Return values · scale + offset, rounded down."""
        moved = self._work.array("moved", values.shape, np.float32)
        np.multiply(values, scale, out=moved)
        moved += offset
        np.floor(moved, out=moved)
        result: Corners = self._work.array(name, values.shape, np.int32)
        np.copyto(result, moved, casting="unsafe")
        return result
