"""The card of findings: how many checks ran, the filter by severity, and the table."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy

from genmu_studio.audit.check import SEVERITIES, Severity
from genmu_studio.audit.drafts import Draft
from ui.actions import Actions
from ui.models.audit_findings import AuditRow, FindingsModel, Fold, rows_of
from ui.models.audit_reading import EntryAudit
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.audit.findings_table import FindingsTable
from ui.widgets.audit.severity import MARKS, counts_text
from ui.widgets.basics import Card, label
from ui.widgets.elided import ElidedLabel

_ALL = "all severities"


class FindingsCard(Card):
    """`chosen` carries the row gone to; `opened` one whose samples shall be seen; `linked` a check and whether."""

    chosen = Signal(object)
    opened = Signal(object)
    linked = Signal(str, bool)

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setAccessibleName("Findings")
        self._audit: EntryAudit | None = None
        self._linked: frozenset[str] = frozenset()
        self._opened: frozenset[Fold] = frozenset()
        self._heading = ElidedLabel("Findings", "heading", QSizePolicy.Policy.Maximum)
        self.remark = ElidedLabel("", "warning")
        self.model = FindingsModel(self)
        self.table = FindingsTable(self.model)
        self.again = ActionButton(actions["audit_run"], "Run checks")
        self.severities = QComboBox()
        self.severities.setAccessibleName("Severity")
        self.severities.setToolTip("Which findings are listed (F: the next)")
        self.severities.addItem(_ALL, None)
        for severity in SEVERITIES:
            self.severities.addItem(f"{MARKS[severity]} {severity}", severity)
        self._none = label("", "muted")
        self._none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none.setWordWrap(True)
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        for widget in (self._heading, self.remark):
            widget.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._heading)
        head.addWidget(self.remark, 1)
        head.addWidget(self.again)
        head.addWidget(self.severities)
        self.body.addLayout(head)
        self.body.addWidget(self._none)
        self.body.addWidget(self.table, 1)
        self.setMinimumSize(QSize(0, 190))
        self.table.chosen.connect(self.chosen)
        self.table.opened.connect(self.opened)
        self.table.folded.connect(self.fold)
        self.model.linked.connect(self.linked)
        self.severities.currentIndexChanged.connect(lambda _: self._fill())
        self.setFocusProxy(self.table)

    @property
    def severity(self) -> Severity | None:
        """Of which findings alone are listed, None = all."""
        found: Severity | None = self.severities.currentData()
        return found

    @property
    def current(self) -> AuditRow | None:
        """The row that is gone to."""
        return self.table.current

    def show_audit(self, audit: EntryAudit, draft: Draft) -> None:
        """Show what was found in a submission, and what of it the draft rests on."""
        if self._audit is None or self._audit.submission.id != audit.submission.id:
            self.table.forget()
        self._audit = audit
        self._linked = frozenset(draft.linked)
        raised = counts_text(_counts(audit))
        self._heading.show_text(
            f"Findings · {count(len(audit.findings.outcomes), 'check')}, {raised or 'nothing raised'}"
        )
        self.remark.show_text(f"▲ {count(audit.stale, 'check')} to run: inputs changed since" if audit.stale else "")
        self._fill()

    def show_running(self, is_running: bool) -> None:
        """Grey what is there while checks run."""
        if is_running:
            self.remark.show_text("running…")
            self.model.set_stale()
        elif self._audit is not None:
            self._fill()

    def show_linked(self, linked: tuple[str, ...]) -> None:
        """Show what the draft rests on."""
        if frozenset(linked) != self._linked:
            self._linked = frozenset(linked)
            self._fill()

    def fold(self, which: Fold, is_open: bool) -> None:
        """Open or close a fold."""
        self._opened = self._opened | {which} if is_open else self._opened - {which}
        self._fill()

    def toggle_folds(self) -> bool:
        """Open both folds, or close them; whether there are any."""
        self._opened = frozenset() if self._opened else frozenset({"passed", "not_run"})
        self._fill()
        return self._audit is not None

    def next_severity(self) -> None:
        """List the findings of the next severity alone, then all again."""
        self.severities.setCurrentIndex((self.severities.currentIndex() + 1) % self.severities.count())

    def _fill(self) -> None:
        if self._audit is None:
            return
        rows = rows_of(self._audit.findings, self.severity, self._opened, self._linked)
        self.model.show_findings(rows)
        raised = any(row.kind == "finding" for row in rows)
        if self.severity is not None:
            self._none.setText(f"No finding is {self.severity}.")
        else:
            self._none.setText("✓ No check raised anything.")
        self._none.setVisible(not raised)

    def state(self) -> dict[str, object]:
        """Return which folds are open."""
        return {"folds": sorted(self._opened)}

    def restore(self, state: dict[str, object]) -> None:
        """Open the folds that were open."""
        folds = state.get("folds")
        if isinstance(folds, list):
            known: tuple[Fold, ...] = ("passed", "not_run")
            self._opened = frozenset(each for each in known if each in folds)


def _counts(audit: EntryAudit) -> dict[Severity, int]:
    raised = [finding.severity for _, finding in audit.findings.raised]
    return {each: raised.count(each) for each in SEVERITIES}
