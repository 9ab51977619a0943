"""The lens in the top bar: threshold, evaluator, template, rule and aggregate, each with the protocol's own marked."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QInputDialog, QMenu, QToolButton

from genmu_studio.look import Look
from ui.context import Context
from ui.widgets.basics import literal
from ui.widgets.tips import tip

TEMPLATES = (("mean", "mean of references"), ("max", "nearest reference"), ("mean_score", "mean of scores"))
RULES = (("verify", "verified at the threshold"), ("verify+rank1", "verified and nearest"))
AGGREGATES = (("mean_of_groups", "mean of the groups' ERB"), ("erb_of_means", "ERB of the groups' means"))


class LensButton(QToolButton):
    """Says threshold and origin; its menu changes them."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName("Lens")
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self.refresh()

    def blank(self) -> None:
        """Say nothing of the lens, and forget what the menu said."""
        self._menu.clear()
        self.setText("")
        self.setToolTip("")

    def refresh(self) -> None:
        """Show the lens as it is now."""
        look = self._context.current_look()
        self.setEnabled(look is not None)
        if look is None:
            self.setText("threshold –")
            self.setToolTip("The lens: how similarities become decisions. Nothing has been scored yet.")
            return
        threshold = look.own_lens.threshold
        self.setText(f"threshold {threshold.value:.3f}  {threshold.preset or 'what-if'}")
        text = (
            f"{look.evaluator.name}: threshold {threshold.value:.6g}, {threshold.origin}. "
            f"Template: {look.own_lens.template}; rule: {look.own_lens.rule}."
        )
        self.setToolTip(tip(text))
        # Of one size while a threshold moves: else the bar would be laid out anew with each step.
        if self.size() != self.sizeHint():
            self.setFixedSize(self.sizeHint())

    def _fill(self) -> None:
        self._menu.clear()
        look = self._context.current_look()
        project = self._context.project
        if look is None or project is None:
            return
        self._menu.addSection("Threshold")
        chosen = look.own_lens.threshold
        group = QActionGroup(self._menu)
        for preset in look.base.presets.values():
            text = f"{preset.preset}  {preset.value:.4f}" + ("  · protocol" if preset.is_protocols else "")
            is_chosen = preset == chosen
            name = None if preset.is_protocols else preset.preset
            self._add(self._menu, group, text, is_chosen, partial(self._context.look, threshold=name))
        other = self._menu.addAction("Another value…")
        other.triggered.connect(lambda: self._ask_threshold(look))
        decision = project.protocol.decision
        one, lens = look.own_lens, look.lens
        self._choices("Template", TEMPLATES, one.template, decision.template, "template")
        self._choices("Rule", RULES, one.rule, decision.rule, "rule")
        self._choices("Track value", AGGREGATES, lens.aggregate, decision.aggregate, "aggregate")
        names = [(row.name, row.name) for row in project.evaluators_of(look.submission)]
        best = project.best_evaluator(look.submission)
        default = None if best is None else best.name
        self._choices("Evaluator", tuple(dict.fromkeys(names)), look.evaluator.name, default, "evaluator")

    def _choices(
        self, title: str, choices: tuple[tuple[str, str], ...], chosen: str, default: str | None, field: str
    ) -> None:
        menu = self._menu.addMenu(title)
        group = QActionGroup(menu)
        for value, text in choices:
            shown = literal(text) + ("  · protocol" if value == default and field != "evaluator" else "")
            wanted = None if value == default else value
            self._add(menu, group, shown, value == chosen, partial(self._context.look, **{field: wanted}))

    @staticmethod
    def _add(menu: QMenu, group: QActionGroup, text: str, chosen: bool, do: Callable[[], object]) -> None:
        action = QAction(text, menu)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(lambda *_: do())
        group.addAction(action)
        menu.addAction(action)

    def _ask_threshold(self, look: Look) -> None:
        dialog = QInputDialog(self.window())
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setWindowTitle("Threshold")
        dialog.setLabelText("A sample is verified when its similarity is at or above")
        dialog.setDoubleRange(-1, 1)
        dialog.setDoubleDecimals(6)
        dialog.setDoubleStep(0.01)
        dialog.setDoubleValue(look.own_lens.threshold.value)
        dialog.doubleValueSelected.connect(lambda value: self._context.look(threshold=repr(value)))
        dialog.open()
