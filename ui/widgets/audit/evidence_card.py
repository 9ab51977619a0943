"""What a finding rests on: its sentence, the samples that show it, and what the check computes with which limits."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from genmu_studio.audit.check import CheckInfo, Limits
from genmu_studio.pair_table import PairTable
from scoring.types import MediaKind
from ui.actions import Actions
from ui.models.audit_findings import AuditRow, number
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.audit.evidence_strip import EvidenceStrip
from ui.widgets.audit.severity import COLORS, MARKS
from ui.widgets.basics import Card, label, restyle
from ui.widgets.thumbnails import ThumbnailStore

_ROLES = {"bad": "bad", "what_if": "warning", "muted": "muted"}
_MOST_NUMBERS = 24
_ATTACK = "mild_change"  # the check that needs changed copies


class EvidenceCard(Card):
    """`opened` carries what Review is asked to show."""

    opened = Signal(object)

    def __init__(self, thumbnails: ThumbnailStore, actions: Actions) -> None:
        super().__init__()
        self.setAccessibleName("Evidence")
        self._row: AuditRow | None = None
        self._table: PairTable | None = None
        self._limits: Mapping[str, Limits] = {}
        self._kind: MediaKind = "image"
        self._heading = label("", "heading")
        self._mark = label("", "bad")
        self._sentence = _wrapped("strong")
        self.open_all = ActionButton(actions["audit_open"], "Open in Review")
        self.attack = ActionButton(actions["audit_attack"], "Try mild changes")
        self.strip = EvidenceStrip(thumbnails)
        self._none = _wrapped("muted")
        self.definition = _wrapped("muted")
        self.numbers = _wrapped("muted")
        self._lay_out()
        self.strip.opened.connect(self._open_one)
        self.show_row(None)

    def _lay_out(self) -> None:
        self.body.setSpacing(GRID_PX - 2)
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        head.addWidget(self._mark)
        head.addWidget(self._heading)
        head.addStretch(1)
        head.addWidget(self.attack)
        head.addWidget(self.open_all)
        self.body.addLayout(head)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, GRID_PX, 0)
        column.setSpacing(GRID_PX - 2)
        for widget in (self._sentence, self.strip, self._none, self.definition, self.numbers):
            column.addWidget(widget)
        column.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inside)
        for each in (self._area.viewport(), inside):
            each.setAutoFillBackground(False)
        self.body.addWidget(self._area, 1)
        self.setMinimumHeight(150)

    def show_pairs(self, table: PairTable | None, kind: MediaKind) -> None:
        """Take the pairs that evidence is looked up in, None while they are read."""
        self._table, self._kind = table, kind
        self._show_samples()

    def show_limits(self, limits: Mapping[str, Limits]) -> None:
        """Take the limits of the checks, as the protocol sets them."""
        self._limits = limits

    def show_row(self, row: AuditRow | None) -> None:
        """Show another finding, or a check without one."""
        self._row = row
        outcome = row.outcome if row is not None else None
        finding = row.finding if row is not None else None
        title = outcome.info.title if outcome is not None else ""
        self._heading.setText(f"Evidence · {title}" if finding is not None and finding.samples else title or "Evidence")
        self._mark.setVisible(finding is not None)
        if finding is not None:
            self._mark.setText(f"{MARKS[finding.severity]} {finding.severity}")
            restyle(self._mark, _ROLES[COLORS[finding.severity]])
        if finding is not None:
            self._sentence.setText(finding.message)
        elif outcome is not None:
            self._sentence.setText(f"Not run: {outcome.not_run}" if outcome.not_run else "✓ Raised nothing")
        else:
            self._sentence.setText("Choose a finding to see what it rests on.")
        limits = {} if outcome is None else self._limits.get(outcome.info.id, outcome.info.limits)
        self.definition.setText("" if outcome is None else definition_of(outcome.info, limits))
        self.numbers.setText("" if row is None else _numbers_text(row, limits))
        for widget in (self.definition, self.numbers):
            widget.setVisible(bool(widget.text()))
        self.open_all.setVisible(finding is not None and bool(finding.samples))
        self.attack.setVisible(outcome is not None and outcome.info.id == _ATTACK and bool(outcome.not_run))
        self._show_samples()
        self._area.verticalScrollBar().setValue(0)

    def open_samples(self) -> bool:
        """Ask to see the samples of the finding; whether there are any."""
        row = self._row
        if row is None or not row.samples or row.outcome is None:
            return False
        self.opened.emit({"samples": row.samples, "title": row.outcome.info.title})
        return True

    def _open_one(self, sample: int) -> None:
        row = self._row
        if row is not None and row.outcome is not None:
            self.opened.emit({"samples": row.samples, "title": row.outcome.info.title, "at": sample})

    def _show_samples(self) -> None:
        samples = self._row.samples if self._row is not None else ()
        self.strip.show_samples(self._table, samples, self._kind)
        found = self.strip.rows.rowCount()
        if not samples:
            text = "It rests on the figures of the whole entry, not on single samples."
        elif self._table is None:
            text = "Reading the pairs…"
        else:
            text = f"{count(len(samples), 'sample')} in no pair."
        self._none.setText(text)
        self.strip.setVisible(found > 0)
        self._none.setVisible(not found and self._row is not None and self._row.finding is not None)


def _wrapped(role: str) -> QLabel:
    made = label("", role)
    made.setWordWrap(True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def definition_of(info: CheckInfo, limits: Limits) -> str:
    """Return what a check computes, with its limits in place of their names."""
    text = info.definition
    for name, value in limits.items():
        text = text.replace(f"`{name}`", number(value))
    return text.replace("`", "")


def _numbers_text(row: AuditRow, limits: Limits) -> str:
    """Return limits and numbers in one line each."""
    outcome, finding = row.outcome, row.finding
    if outcome is None:
        return ""
    lines = []
    unsaid = {name: value for name, value in limits.items() if f"`{name}`" not in outcome.info.definition}
    if unsaid:
        lines.append(f"Limits: {' · '.join(f'{name} {number(value)}' for name, value in unsaid.items())}")
    if finding is not None and finding.numbers:
        told = list(finding.numbers.items())
        parts = [f"{name} {_told(value)}" for name, value in told[:_MOST_NUMBERS]]
        more = f" · and {len(told) - _MOST_NUMBERS} more" if len(told) > _MOST_NUMBERS else ""
        lines.append(f"Numbers: {' · '.join(parts)}{more}")
    lines.append(
        f"Check {outcome.info.id}, version {outcome.info.version}, ran {outcome.at_utc[:16].replace('T', ' ')} UTC"
    )
    return "\n".join(lines)


def _told(value: float | str | None) -> str:
    return "–" if value is None else value if isinstance(value, str) else number(value)
