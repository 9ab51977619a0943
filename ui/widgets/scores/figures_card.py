"""FA, RA and ERB at the threshold, large, with what chooses it: a number, a preset, and how wide the zone around is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy

from genmu_studio.evaluation import Evaluation
from genmu_studio.look import Look
from genmu_studio.scores.curves import LiveScores
from scoring.types import MetricValue
from ui.numbers import percent
from ui.theme import GRID_PX, color, current
from ui.widgets.basics import Card, label
from ui.widgets.elided import ElidedLabel
from ui.widgets.elided_box import ElidedBox
from ui.widgets.figure import NOT_COMPUTABLE, Figure
from ui.widgets.number_box import NumberBox
from ui.widgets.scales import Scale
from ui.widgets.scores.figures import Figures, evaluated_figures, live_figures
from ui.widgets.scores.outcome_counts import OutcomeCounts
from ui.widgets.scores.threshold_field import ThresholdField
from ui.widgets.tips import tip

_DIMMED = 0.45
_ERB_PX, _ERB_COLUMN_PX, _RATE_PX = 33, 104, 18
_INTERVAL_PX, _LINE_PX = 88, 18
_SMALLEST_TEXT_PX = 10
_WIDTH_PX = 316
_WIDTH_OF_FIGURE = 3.06  # in sizes of its text: "100.0" has room
LARGEST_DELTA = 0.5
_DELTAS = Scale(0.0, LARGEST_DELTA, 0.005, decimals=3)
_BY_HAND = "by hand"


class IntervalText(QLabel):
    """An interval in words, dimmed while it is not that of the number beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.is_dimmed = False

    def set_dimmed(self, dimmed: bool) -> None:
        """Show that it is not up to date, or that it is."""
        if dimmed != self.is_dimmed:
            self.is_dimmed = dimmed
            self.update()

    def fitting_font(self) -> QFont:
        """Return the font in which the text fits: a smaller one for the longest, words above all."""
        face = self.font()
        while QFontMetrics(face).horizontalAdvance(self.text()) > self.width() and face.pixelSize() > _SMALLEST_TEXT_PX:
            face.setPixelSize(face.pixelSize() - 1)
        return face

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text."""
        painter = QPainter(self)
        painter.setFont(self.fitting_font())
        painter.setPen(color(current().muted, _DIMMED if self.is_dimmed else 1.0))
        painter.drawText(self.rect(), int(self.alignment()), self.text())


class _Row:
    """The widgets of one figure: its name in the colour of its curve, the number, its interval."""

    def __init__(self, name: str, token: str, size_px: int, align: Qt.AlignmentFlag, interval_px: int) -> None:
        self._spoken = name
        self.name = label(name, token)
        self.figure = Figure("strong")
        self.figure.setStyleSheet(f"font-size: {size_px}px; font-weight: 700;")
        self.figure.setAlignment(Qt.AlignmentFlag.AlignVCenter | align)
        self.interval = IntervalText()
        # They change with each step of a threshold: labels of one size have nothing laid out anew.
        self.figure.setFixedSize(round(_WIDTH_OF_FIGURE * size_px), round(1.25 * size_px))
        self.interval.setFixedSize(interval_px, _LINE_PX)

    def show_moving(self, value: MetricValue, what_if: bool) -> None:
        """Show a number; its interval is that of before, dimmed."""
        if self.figure.property("whatif") == what_if:
            self.figure.setText(percent(value.value))
        else:
            self.figure.show_value(self._spoken, value, percent(value.value), what_if)
        self.interval.set_dimmed(True)

    def show_rested(self, value: MetricValue, what_if: bool) -> None:
        """Show a number with its interval, or why there is none."""
        self.figure.show_value(self._spoken, value, percent(value.value), what_if)
        low, high = value.interval or (None, None)
        words = "" if low is None else f"{percent(low)} to {percent(high)}"
        self.interval.setText(NOT_COMPUTABLE if value.value is None else words)
        self.interval.setToolTip(tip(value.reason or value.badge or ""))
        self.interval.set_dimmed(False)


class FiguresCard(Card):
    """`entered` carries a threshold, `chosen` the name of a preset or None for the protocol's, `zoned` half a zone."""

    entered = Signal(float)
    stepped = Signal(float)
    chosen = Signal(object)  # str | None
    zoned = Signal(float)

    def __init__(self) -> None:
        super().__init__("At the threshold")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setFixedWidth(_WIDTH_PX)
        self.erb = _Row("ERB", "strong", _ERB_PX, Qt.AlignmentFlag.AlignLeft, _ERB_COLUMN_PX)
        self.fa = _Row("FA", "unlearned", _RATE_PX, Qt.AlignmentFlag.AlignRight, _INTERVAL_PX)
        self.ra = _Row("RA", "good", _RATE_PX, Qt.AlignmentFlag.AlignRight, _INTERVAL_PX)
        self.official = Figure("strong")
        self._official_at = label("", "muted")
        self.outcomes = OutcomeCounts()
        self.threshold = ThresholdField()
        self.delta = NumberBox("Zone around the threshold", "Samples so near to the threshold are listed as flips")
        self.presets = ElidedBox()
        self._origin = ElidedLabel("", "muted")
        self._presets: tuple[tuple[object, ...], ...] = ()
        self._lay_out()
        self.presets.setAccessibleName("Preset of the threshold")
        self.presets.setToolTip("Thresholds that have a name, and where each comes from")
        self.presets.activated.connect(self._choose)
        self.threshold.entered.connect(self.entered)
        self.threshold.stepped.connect(self.stepped)
        self.delta.entered.connect(lambda value: self.zoned.emit(float(value)))

    def _lay_out(self) -> None:
        self.body.setContentsMargins(GRID_PX + 4, GRID_PX, GRID_PX + 4, GRID_PX)
        self.body.setSpacing(4)
        numbers = QGridLayout()
        numbers.setHorizontalSpacing(GRID_PX)
        numbers.setVerticalSpacing(0)
        below = Qt.AlignmentFlag.AlignBottom
        numbers.addWidget(self.erb.name, 0, 0)
        numbers.addWidget(self._title, 0, 1, 1, 3)
        numbers.addWidget(self.erb.figure, 1, 0, 2, 1)
        numbers.addWidget(self.erb.interval, 3, 0)
        for line, row in enumerate((self.fa, self.ra), start=1):
            numbers.addWidget(row.name, line, 1, below)
            numbers.addWidget(row.figure, line, 2, below | Qt.AlignmentFlag.AlignRight)
            numbers.addWidget(row.interval, line, 3, below)
        official = QHBoxLayout()
        official.setSpacing(GRID_PX)
        for each in (label("official", "muted"), self.official, self._official_at):
            official.addWidget(each)
        official.addStretch(1)
        numbers.addLayout(official, 3, 1, 1, 3)
        numbers.setColumnMinimumWidth(0, _ERB_COLUMN_PX)
        numbers.setColumnStretch(3, 1)
        form = QGridLayout()
        form.setHorizontalSpacing(GRID_PX)
        form.setVerticalSpacing(4)
        form.addWidget(label("threshold", "muted"), 0, 0)
        form.addWidget(self.threshold, 0, 1)
        form.addWidget(label("±", "muted"), 0, 2)
        form.addWidget(self.delta, 0, 3)
        form.addWidget(label("preset", "muted"), 1, 0)
        form.addWidget(self.presets, 1, 1, 1, 3)
        form.addWidget(self._origin, 2, 1, 1, 3)
        form.setColumnStretch(1, 1)
        self.delta.setFixedWidth(66)
        self.body.addLayout(numbers)
        self.body.addStretch(1)
        self.body.addLayout(form)
        self.body.addStretch(1)
        self.body.addWidget(self.outcomes)

    # ---- what is shown ----

    def show_live(self, look: Look, live: LiveScores, group: str | None) -> None:
        """Show the figures of a group, None = of the track, at a threshold that may move on."""
        for row, value in zip(self._rows, live_figures(live, group), strict=True):
            row.show_moving(value, not look.is_official)
        self.outcomes.show_counts(live.outcomes if group is None else live.groups[group].outcomes)
        self.threshold.show_value(look.own_lens.threshold.value)
        self._show_preset(look)

    def show_rested(self, look: Look, figures: Figures) -> None:
        """Show the figures with their intervals."""
        for row, value in zip(self._rows, figures, strict=True):
            row.show_rested(value, not look.is_official)

    @property
    def _rows(self) -> tuple[_Row, _Row, _Row]:
        return self.fa, self.ra, self.erb

    def show_official(self, evaluation: Evaluation | None, group: str | None) -> None:
        """Show ERB under the protocol's own lens; None while it is not known."""
        value = (
            MetricValue(None, reason="being computed")
            if evaluation is None
            else evaluated_figures(evaluation, group).erb
        )
        self.official.show_value("official ERB", value, percent(value.value), what_if=False)
        self._official_at.setText("" if evaluation is None else f"at {evaluation.own_lens.threshold.value:.3f}")

    def show_delta(self, delta: float) -> None:
        """Show half the width of the zone."""
        if delta != self.delta.value:
            self.delta.show_value(_DELTAS, delta)

    def _show_preset(self, look: Look) -> None:
        presets = tuple(
            (
                None if each.is_protocols else each.preset,
                f"{each.preset}  {each.value:.4f}",
                each.origin,
                each.is_protocols,
            )
            for each in look.base.presets.values()
        )
        if presets != self._presets:
            self._presets = presets
            self.presets.clear()
            for name, text, origin, is_protocols in presets:
                self.presets.addItem(f"{text}  ·  protocol" if is_protocols else text, name)
                self.presets.setItemData(self.presets.count() - 1, tip(origin), Qt.ItemDataRole.ToolTipRole)
        chosen = look.own_lens.threshold
        place = next((n for n, each in enumerate(look.base.presets.values()) if each == chosen), -1)
        self.presets.setCurrentIndex(place)
        self.presets.setPlaceholderText(_BY_HAND)
        if chosen.origin != self._origin.text():
            self._origin.show_text(chosen.origin)

    def _choose(self, place: int) -> None:
        self.chosen.emit(self.presets.itemData(place))
