"""The references of the track: what they say of thresholds, what that rests on, and freezing their calibration."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QMessageBox, QPushButton, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.calibrations import ProjectCalibration
from genmu_studio.look import Look
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.references import ErrorCurves, ReferencePlots
from scoring.errors import UserError
from ui.context import Context
from ui.notices import Notice
from ui.numbers import count, identities
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.scores.failure_line import FailureLine
from ui.widgets.scores.rates_card import DetCard, RatesCard, preset_words
from ui.widgets.scores.side_part import SidePart
from ui.widgets.tips import tip

_SMALLEST_PX = 170
_FREEZE = "Freeze calibration…"


class ReferencesPart(SidePart):
    """`show_plots` gives what there is to show, None while it is being computed."""

    def __init__(self, context: Context, show_error: Callable[[UserError], object]) -> None:
        super().__init__()
        self._context = context
        self._plots: ReferencePlots | None = None
        self._error: BaseException | None = None
        self._look: Look | None = None
        self.det, self.rates = DetCard(show_error), RatesCard(show_error)
        self._facts = label("", "muted")
        self._facts.setWordWrap(True)
        self._warning = label("", "warning")
        self._warning.setWordWrap(True)
        self._state = label()
        self._state.setWordWrap(True)
        self.freeze = QPushButton(_FREEZE)
        self.freeze.setAccessibleName(_FREEZE)
        self.freeze.clicked.connect(self._ask_to_freeze)
        self.failure = FailureLine("Compare the references once more")
        self.failure.again.connect(self.again)
        for card in (self.det, self.rates):
            card.setMinimumHeight(_SMALLEST_PX)
        self._lay_out()

    def _lay_out(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        words = QVBoxLayout()
        words.setContentsMargins(GRID_PX // 2, 0, GRID_PX // 2, 0)
        words.setSpacing(2)
        for each in (self.failure, self._facts, self._warning, self._state):
            words.addWidget(each)
        words.addSpacing(2)
        words.addWidget(self.freeze, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(words)
        column.addWidget(self.det, 4)
        column.addWidget(self.rates, 3)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, GRID_PX // 2, 0, 0)
        whole.addWidget(area)

    def show_plots(self, plots: ReferencePlots | None, error: BaseException | None = None) -> None:
        """Show these, where they are others; or why there are none."""
        if error is not None and error is self._error:
            return
        self._error = error
        self.failure.show_error("The references could not be compared", error)
        if error is not None:
            self._plots = None
            failed = ReferencePlots(ErrorCurves(None, None, None, str(error)), None, None)
            self.det.show_plots(failed)
            self.rates.show_plots(failed)
            self._show_facts(None)
            self._facts.hide()
        elif plots is not self._plots or plots is None:
            self._plots = plots
            if plots is not None:
                self.det.show_plots(plots)
                self.rates.show_plots(plots)
            self._show_facts(plots)

    def follow(self, look: Look, selection: Selection) -> None:
        """Mark the threshold."""
        self._look = look
        self.det.show_threshold(look)
        self.rates.show_threshold(look)

    # ---- words ----

    def _show_facts(self, plots: ReferencePlots | None) -> None:
        for words, text in (
            (self._facts, "Comparing the references…" if plots is None else _facts(plots)),
            (self._warning, "" if plots is None else _warnings(plots)),
            (self._state, "" if plots is None else _state(plots)),
        ):
            words.setText(text)
            words.setVisible(bool(text))
        self._warning.setToolTip(tip("" if plots is None else _reasons(plots)))
        reason = self._why_not_frozen(plots)
        self.freeze.setEnabled(not reason)
        self.freeze.setToolTip(reason or "Keep this calibration as the one that official thresholds come from")

    def _why_not_frozen(self, plots: ReferencePlots | None) -> str:
        project = self._context.project
        if plots is None or plots.calibration is None:
            return "There is no calibration yet"
        if plots.frozen is not None:
            return "It is calibrated once, so that no threshold moves under the entries"
        return "" if project is not None and project.mode == "write" else "The project is open read-only"

    # ---- freezing ----

    def _ask_to_freeze(self) -> None:
        calibration = self._plots.calibration if self._plots is not None else None
        if calibration is None or self._look is None:
            return
        question = QMessageBox(self.window())
        question.setObjectName("freeze_calibration")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(_FREEZE.rstrip("…"))
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setText(f"Freeze the calibration of {self._look.evaluator.name}?")
        question.setInformativeText(_consequence(calibration))
        freeze = question.addButton("Freeze", QMessageBox.ButtonRole.AcceptRole)
        leave = question.addButton("Leave it", QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(leave)
        for button, words in ((freeze, "Official thresholds come from it"), (leave, "Freeze nothing (Esc)")):
            button.setToolTip(words)
            button.setAccessibleName(button.text())
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        freeze.clicked.connect(partial(self._freeze, self._look, calibration))
        question.open()

    def _freeze(self, look: Look, calibration: ProjectCalibration, *_: object) -> None:
        project = self._context.project
        if project is not None:
            self.freeze.setEnabled(False)
            self._context.ask(
                partial(project.freeze, look.evaluator, calibration, look.base.template),
                lambda _: self.noticed.emit(Notice("info", "✓ The calibration is frozen.")),
            )


def _facts(plots: ReferencePlots) -> str:
    if plots.calibration is None:
        return plots.reason[:1].upper() + plots.reason[1:] + "."
    result = plots.calibration.result
    return (
        f"{count(result.mated, 'mated comparison')} and {result.non_mated:,} non-mated ones, of "
        f"{identities(result.templates)}."
    )


def _warnings(plots: ReferencePlots) -> str:
    if plots.calibration is None:
        return ""
    result = plots.calibration.result
    missing = [preset_words(name) for name, point in plots.points.items() if point.reason]
    too_few = f"not enough for {', '.join(missing)}" if missing else ""
    lines = [": ".join(each for each in (result.badge, too_few) if each), plots.reason, *result.notes]
    lines += [f"reference {path}: {code}" for path, code in plots.calibration.failed]
    return "\n".join(f"▲ {line}" for line in lines if line)


def _reasons(plots: ReferencePlots) -> str:
    """Return why each preset that the data do not support is not supported."""
    return "\n".join(point.reason for point in plots.points.values() if point.reason)


def _state(plots: ReferencePlots) -> str:
    if plots.frozen is None:
        return "Nothing is frozen: the published value stands in for what the protocol asks for."
    when = plots.frozen.frozen_at_utc[:10]
    if plots.is_frozen:
        return f"✓ Frozen on {when} ({plots.frozen.digest[:12]}): official thresholds come from it."
    return (
        f"▲ Another calibration was frozen on {when} ({plots.frozen.digest[:12]}); the references have changed since."
    )


def _consequence(calibration: ProjectCalibration) -> str:
    result = calibration.result
    few = f" It rests on {result.badge}." if result.badge else ""
    return (
        "Official thresholds come from it from now on, where its data support them. It is done once in a project, so "
        f"that no threshold moves under the entries, and cannot be taken back.{few}"
    )
