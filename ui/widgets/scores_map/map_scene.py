"""All that is drawn of a map but for what the pointer is at: axes, legend, lines of pairs, points, names, templates."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from genmu_studio.scores.embedding_map import EmbeddingMap
from genmu_studio.scores.map_readings import pairs_on, whereabouts
from genmu_studio.scores.place_index import PlaceIndex, index_places
from scoring.frame import BoolArray, IndexArray, Side
from ui.theme import current, font
from ui.widgets.chart_frame import TEXT_PX, Axes, Frame, paint_axes
from ui.widgets.scores_map.map_frame import Bounds, MapFrame, bounds_of
from ui.widgets.scores_map.map_marks import MapName, MapNames, legend_height, paint_legend, paint_lines
from ui.widgets.scores_map.point_layer import PointLayer
from ui.widgets.scores_map.point_looks import (
    FAINT,
    PointLook,
    identity_color,
    identity_kinds,
    identity_looks,
    outcome_kinds,
    outcome_looks,
    with_choice,
)

Coloring = Literal["identity", "outcome"]
Sides = Literal["both", "original", "unlearned"]
Outcomes = NDArray[np.int8]

MOST_LINES = 200
_COUNTED_FROM = 2_000  # where more pairs are likely to be in sight nobody counts them
_TITLE_GAP_PX = 8.0
_LEFT_PX, _TOP_PX, _RIGHT_PX, _BOTTOM_PX = 36.0, 20.0, 8.0, 20.0
_SIDES = (PointLook("ring", "muted", "original"), PointLook("disc", "muted", "unlearned"))
_TEMPLATE = PointLook("diamond", "text", "template")


def thinned(pairs: IndexArray) -> IndexArray:
    """Return as many pairs as can be joined by lines, evenly taken, (m, 2)."""
    return pairs[:: max(1, -(-len(pairs) // MOST_LINES))]


class MapScene:
    """A map and how it is looked at."""

    def __init__(self, shown: EmbeddingMap, outcomes: Outcomes) -> None:
        self.shown = shown
        self.outcomes = outcomes
        self.coloring: Coloring = "identity"
        self.sides: Sides = "both"
        self.chosen: BoolArray | None = None
        self.focus: int | None = None
        self.pairs = pairs_on(shown)
        self.bounds: Bounds = bounds_of(shown.places, shown.template_places)
        self.index: PlaceIndex = index_places(shown.places)
        self._lie = whereabouts(shown)
        self._layer = PointLayer(shown.places)
        self._names = MapNames()
        self._lines_of: dict[tuple[int, int], IndexArray] = {}  # by group and identity
        self._joined: tuple[MapFrame, IndexArray | None] | None = None  # the lines of a frame
        self.dress()

    # ---- how it is looked at ----

    @property
    def allowed(self) -> BoolArray | None:
        """Which samples are painted, (n,); None for all."""
        return None if self.sides == "both" else self.shown.side == Side[self.sides.upper()]

    @property
    def names(self) -> tuple[MapName, ...]:
        """What is written on the map."""
        return self._names.names

    @property
    def boxes_of_names(self) -> tuple[QRectF | None, ...]:
        """Where the names stand, from the place of each; None where there is no room."""
        return self._names.boxes

    def place_names(self) -> None:
        """Find other places for the names, as the zoom asks for, when the map is painted next."""
        self._names.forget_places()

    def set_coloring(self, coloring: Coloring) -> None:
        """Colour by identity or by outcome."""
        self.coloring = coloring
        self.dress()

    def set_outcomes(self, outcomes: Outcomes) -> None:
        """Know what became of each sample under another lens; places stay."""
        self.outcomes = outcomes
        if self.coloring == "outcome":
            self._recolor()

    def set_sides(self, sides: Sides) -> None:
        """Paint the samples of one side, or of both."""
        self.sides = sides
        self._recolor()

    def set_chosen(self, chosen: BoolArray | None) -> None:
        """Let all but the chosen samples, (n,), be faint; None = nothing is chosen."""
        self.chosen = chosen
        self._recolor()

    def set_focus(self, identity: int | None) -> None:
        """Let all but one identity be faint while nothing is chosen; None = all are alike."""
        self.focus = identity
        self._recolor()

    def dress(self) -> None:
        """Take the colours of the theme in use."""
        self._recolor()
        identities = self._names_of_identities() if self.coloring == "identity" else []
        self._names.set_names([*identities, *self._names_of_templates()])

    def _recolor(self) -> None:
        self._joined = None
        shown = self.shown
        if self.coloring == "outcome":
            kinds, looks = outcome_kinds(self.outcomes, shown.side), outcome_looks()
        else:
            kinds = identity_kinds(shown.identity, shown.side, len(shown.identities))
            looks = identity_looks(shown.identities)
        strong = self.chosen
        if strong is None and self.focus is not None:
            strong = shown.identity == self.focus
        if strong is not None:
            kinds, looks = with_choice(kinds, shown.side, strong), (*FAINT, *looks)
        self._layer.set_kinds(kinds, looks, self.allowed)

    def _names_of_identities(self) -> list[MapName]:
        """Return the names of identities, those of most samples first."""
        shown, lie = self.shown, self._lie
        names, places, spread = shown.identities, lie.places.tolist(), lie.spread.tolist()
        order = [number for number in np.argsort(-lie.n, kind="stable").tolist() if lie.n[number]]
        return [
            MapName(names[each], places[each][0], places[each][1], spread[each], identity_color(each)) for each in order
        ]

    def _names_of_templates(self) -> list[MapName]:
        """Return the templates; where identities have their names and colours, those of none of them have a name."""
        shown, by_identity = self.shown, self.coloring == "identity"
        number_of = {name: number for number, name in enumerate(shown.identities) if self._lie.n[number]}
        made = []
        for name, (x, y) in zip(shown.templates, shown.template_places.tolist(), strict=True):
            is_known = by_identity and name in number_of
            tint = identity_color(number_of[name]) if is_known else "text"
            made.append(MapName("" if is_known else name, x, y, color=tint, is_template=True))
        return made

    # ---- lines ----

    def lines_in(self, frame: MapFrame) -> IndexArray | None:
        """Return which pairs are joined by lines, (m, 2); None where there are too many of them to be read."""
        if self._joined is None or self._joined[0] is not frame:
            self._joined = (frame, self._join(frame))
        return self._joined[1]

    def _join(self, frame: MapFrame) -> IndexArray | None:
        pairs = self.pairs
        if self.sides != "both":
            return pairs[:0]
        if self.chosen is not None:
            pairs = pairs[self.chosen[pairs[:, 0]] | self.chosen[pairs[:, 1]]]
        elif self.focus is not None:
            return thinned(pairs[self.shown.identity[pairs[:, 0]] == self.focus])
        if len(pairs) <= MOST_LINES:
            return pairs
        if len(pairs) / max(1.0, frame.zoom) ** 1.5 > _COUNTED_FROM:
            return None
        box = frame.shown
        low, high = (box.left, box.bottom), (box.right, box.top)
        is_inside: BoolArray = np.all((self.shown.places >= low) & (self.shown.places <= high), axis=1)
        pairs = pairs[is_inside[pairs[:, 0]] | is_inside[pairs[:, 1]]]
        return pairs if len(pairs) <= MOST_LINES else None

    def lines_of_identity(self, place: int) -> IndexArray:
        """Return pairs of the identity of a sample, evenly taken where they are too many, (m, 2)."""
        if self.sides != "both":
            return self.pairs[:0]
        key = (int(self.shown.group[place]), int(self.shown.identity[place]))
        if key not in self._lines_of:
            first = self.pairs[:, 0]
            of_it = (self.shown.group[first] == key[0]) & (self.shown.identity[first] == key[1])
            self._lines_of[key] = thinned(self.pairs[of_it])
        return self._lines_of[key]

    def tint_of(self, place: int) -> QColor:
        """Return the colour of a sample: of its identity, or of what became of it."""
        shown = self.shown
        if self.coloring == "outcome":
            unlearned = np.array([Side.UNLEARNED], dtype=np.int8)
            return outcome_looks()[int(outcome_kinds(self.outcomes[[place]], unlearned)[0])].rgb
        looks = identity_looks(shown.identities)
        return looks[int(identity_kinds(shown.identity[[place]], shown.side[[place]], len(shown.identities))[0])].rgb

    def paint_pairs(self, painter: QPainter, frame: MapFrame, pairs: IndexArray) -> None:
        """Draw the lines of these pairs, each in the colour of its unlearned sample."""
        ends = frame.all_to_px(self.shown.places[pairs].reshape(-1, 2)).reshape(-1, 2, 2)
        by = self.outcomes if self.coloring == "outcome" else self.shown.identity
        for number in np.unique(by[pairs[:, 1]]).tolist():
            of_it = by[pairs[:, 1]] == number
            paint_lines(painter, ends[of_it], self.tint_of(int(pairs[of_it][0, 1])))

    # ---- painting ----

    def area_in(self, box: QRectF) -> QRectF:
        """Return where in `box` the map itself is: axes and legend stand around it."""
        top = _TOP_PX + legend_height(self.legend(), box.width())
        area = box.adjusted(_LEFT_PX, top, -_RIGHT_PX, -_BOTTOM_PX)
        return QRectF(area.topLeft(), area.size().expandedTo(area.size() * 0))

    def legend(self) -> tuple[PointLook, ...]:
        """Return what the looks on the map mean."""
        templates = (_TEMPLATE,) if self.shown.templates else ()
        if self.coloring == "identity":
            return (*_SIDES, *templates)
        found = zip(self._layer.looks, self._layer.counts, strict=True)
        return (*(look for look, count in found if count and look.text), *templates)

    def axes(self, frame: MapFrame) -> Axes:
        """Return what the axes of the part that is shown say."""
        box = frame.shown
        if self.shown.explained is None:
            titles = ["UMAP, first direction (no unit)", "UMAP, second direction"]
        else:
            shares = zip(("first", "second"), self.shown.explained, strict=True)
            titles = [f"{which} component, {100 * share:.0f} % of the variance" for which, share in shares]
        return Axes(titles[0], titles[1], (box.left, box.right), (box.bottom, box.top))

    def paint_around(self, painter: QPainter, box: QRectF) -> None:
        """Paint into `box` what stays where it is when the map is moved."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_legend(painter, box, self.legend())

    def paint_map(self, painter: QPainter, frame: MapFrame, ratio: float) -> None:
        """Paint the part that is shown, with its axes; ratio : pixels of the screen to one of the widget."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes = self.axes(frame)
        paint_axes(painter, Frame(frame.area, axes.x, axes.y), axes)
        painter.setFont(font(TEXT_PX))
        painter.setPen(QColor(current().muted))
        painter.drawText(frame.area.topLeft() - QPointF(0, _TITLE_GAP_PX), axes.y_title)
        painter.save()
        painter.setClipRect(frame.area)
        lines = self.lines_in(frame)
        if lines is not None and len(lines):
            self.paint_pairs(painter, frame, lines)
        painter.drawImage(frame.area.topLeft(), self._layer.image(frame, ratio))
        self._names.paint(painter, frame)
        painter.restore()
