"""The card of the matrices: which one is shown, of which group, and what stands behind a cell."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from genmu_studio.look import Look, LookBase
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.matrices import Outside, load_outside
from scoring.errors import UserError
from ui.context import Context
from ui.numbers import count
from ui.widgets.chart_card import ChartCard
from ui.widgets.elided import ElidedLabel
from ui.widgets.scores_map.map_controls import Choice, ControlRow, Switch
from ui.widgets.scores_map.matrix_grid import MatrixAsk, MatrixMaker, MatrixSide, Mode
from ui.widgets.scores_map.matrix_view import MatrixView

MODES: Mapping[Mode, str] = {"mean": "mean similarity", "verified": "verified", "nearest": "nearest"}
SIDES: Mapping[MatrixSide, str] = {"unlearned": "unlearned", "original": "original", "change": "change"}
_TITLES: Mapping[Mode, str] = {
    "mean": "Mean similarity, generated × template",
    "verified": "Verified as, generated × template",
    "nearest": "Nearest template, generated × template",
}


class MatrixCard(ChartCard):
    """Shows a matrix of a look while somebody calls `follow`.

    `samples_wanted` carries ids of samples, the most similar to the template first, a title, and in which order Review
    shows them so, None where it has no such order.
    """

    samples_wanted = Signal(object, str, object)  # tuple[int, ...], title, PairOrder | None

    def __init__(self, context: Context, show_error: Callable[[UserError], object]) -> None:
        self.view = MatrixView()
        super().__init__(_TITLES["mean"], "matrix", self.view, show_error)
        self._context = context
        self._look: Look | None = None
        self._selection = Selection()
        self._maker: MatrixMaker | None = None
        self._made_for: tuple[object, ...] = ()
        self._outside: Outside | None = None
        self._outside_of: tuple[LookBase, str] | None = None
        self.mode = Choice("Matrix", "What the cells say", tuple(MODES.items()))
        self.sides = Choice("Side", "Which samples: change is unlearned − original", tuple(SIDES.items()))
        self.group = Choice("Group", "The identity group that is shown")
        self.others = Switch("others", "Compare with identities outside the group too")
        self.caption = ElidedLabel("", "muted")
        column = self.layout()
        assert isinstance(column, QVBoxLayout)  # noqa: S101 - what a ChartCard has
        column.insertWidget(1, ControlRow(self.mode, self.sides, self.group, self.others))
        column.addWidget(self.caption)
        for box in (self.mode, self.sides, self.group):
            box.chosen.connect(lambda _: self._show())
        self.others.toggled.connect(lambda _: self._show())
        self.view.opened.connect(self._open)

    # ---- what is shown ----

    def follow(self, look: Look, selection: Selection) -> None:
        """Show the matrix of the selected group; counts follow the threshold."""
        self._look, self._selection = look, selection
        names = [frame.group for frame in look.frames]
        self.group.offer([(name, name) for name in names])
        self.group.setVisible(len(names) > 1 and selection.group not in names)
        self._show()

    def _show(self) -> None:
        look = self._look
        if look is None or not look.frames:
            self.view.show_grid(None)
            return
        mode = next(mode for mode in MODES if mode == self.mode.value)
        side = next(side for side in SIDES if side == self.sides.value)
        asked = MatrixAsk(self._shown_group(look), mode, side)
        outside = self._wanted_outside(look, asked.group)
        # The threshold moves counts only.
        key = (look.base, asked, outside, None if mode == "mean" else look.decision)
        if key != self._made_for:
            self._made_for = key
            self.view.show_grid(self._maker_of(look).make(look, asked, outside))
            several = len(look.frames) > 1
            self.set_title(f"{asked.group} · {_TITLES[mode]}" if several else _TITLES[mode])

    def _maker_of(self, look: Look) -> MatrixMaker:
        if self._maker is None or self._maker.base is not look.base:
            self._maker = MatrixMaker(look.base)
        return self._maker

    def _shown_group(self, look: Look) -> str:
        names = [frame.group for frame in look.frames]
        wanted = self._selection.group or self.group.value
        return wanted if wanted in names else names[0]

    def _wanted_outside(self, look: Look, group: str) -> Outside | None:
        """Return how similar the group is to others, where that is wanted and known; else ask for it."""
        mine = next(frame.identities for frame in look.frames if frame.group == group)
        has_others = any(name not in mine for name in look.base.built.templates.by_identity)
        self.others.setVisible(has_others)
        key, project = (look.base, group), self._context.project
        if not (has_others and self.others.isChecked()) or project is None:
            self.caption.hide()
            return None
        if key != self._outside_of:
            self._outside_of, self._outside = key, None
            question = partial(load_outside, project, look, group)
            self._context.ask(question, partial(self._take_outside, key), partial(self._miss_outside, key))
        self.caption.setVisible(self._outside is None or self._outside.left_out > 0)
        if self._outside is None:
            self.caption.show_text("comparing with identities outside the group…")
        else:
            self.caption.show_text(f"{self._outside.left_out:,} more identities, to which fewer samples are nearest")
        return self._outside

    def _take_outside(self, key: tuple[LookBase, str], found: Outside | None) -> None:
        if key == self._outside_of:
            self._outside = found
            self._show()

    def _miss_outside(self, key: tuple[LookBase, str], error: BaseException) -> None:
        """Turn it off where it could not be had; what went wrong is told by the context."""
        if key == self._outside_of:
            self._outside_of = None
            self.others.setChecked(False)

    # ---- what a person does ----

    def _open(self, row: int, column: int) -> None:
        grid = self.view.grid
        ids = () if grid is None else grid.samples(row, column)
        if grid is not None and ids:
            title = f"{grid.title_of(row, column)}: {count(len(ids), 'sample')}"
            self.samples_wanted.emit(ids, title, grid.order_of(row, column))

    # ---- remembering ----

    def state(self) -> dict[str, object]:
        """Return what was chosen."""
        return {"mode": self.mode.value, "side": self.sides.value}

    def restore(self, state: Mapping[str, object]) -> None:
        """Choose what `state` says."""
        for name, box in (("mode", self.mode), ("side", self.sides)):
            value = state.get(name)
            if isinstance(value, str):
                box.choose(value)
