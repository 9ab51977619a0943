"""The audit of one submission: findings over their evidence; beside them contract, settings, history and verdict."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.audit.drafts import Draft
from genmu_studio.domain import MEDIA_KIND
from genmu_studio.pair_table import PairTable
from ui.actions import Actions
from ui.models.audit_reading import EntryAudit
from ui.theme import GRID_PX
from ui.widgets.audit.contract_card import ContractCard
from ui.widgets.audit.evidence_card import EvidenceCard
from ui.widgets.audit.findings_card import FindingsCard
from ui.widgets.audit.history_card import HistoryCard, chain_text
from ui.widgets.audit.matched_card import MatchedCard
from ui.widgets.audit.reproduction_card import ReproductionCard
from ui.widgets.audit.states import NeverAudited
from ui.widgets.audit.verdict_card import VerdictCard
from ui.widgets.basics import Card, label
from ui.widgets.thumbnails import ThumbnailStore

_SPLIT = (900, 356)
_UPPER = (484, 302)
_BESIDE_PX = 300


class AuditEntry(QSplitter):
    """Joins the cards; what they ask for is heard by the view."""

    def __init__(self, thumbnails: ThumbnailStore, actions: Actions) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.findings = FindingsCard(actions)
        self.evidence = EvidenceCard(thumbnails, actions)
        self.never = NeverAudited(actions)
        self.contract = ContractCard()
        self.matched = MatchedCard()
        self.reproduction = ReproductionCard(actions)
        self.history = HistoryCard()
        self.verdict = VerdictCard(actions)
        self.alarm = label("", "alarm")
        self.alarm.setWordWrap(True)
        self.upper = QSplitter(Qt.Orientation.Vertical)
        for card in (self.findings, self.evidence):
            self.upper.addWidget(card)
        nothing = Card()
        nothing.body.addWidget(self.never)
        self._left = QStackedWidget()
        for widget in (self.upper, nothing):
            self._left.addWidget(widget)
        self.addWidget(self._left)
        self.addWidget(self._beside())
        for splitter, sizes in ((self.upper, _UPPER), (self, _SPLIT)):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(GRID_PX + 4)
            splitter.setSizes(sizes)
        for splitter, stretch in ((self.upper, (3, 2)), (self, (1, 0))):
            for place, factor in enumerate(stretch):
                splitter.setStretchFactor(place, factor)
        self.findings.chosen.connect(self.evidence.show_row)

    def _beside(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 4)
        for card in (self.contract, self.matched, self.reproduction, self.history):
            column.addWidget(card)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        beside = QWidget()
        beside.setMinimumWidth(_BESIDE_PX)
        whole = QVBoxLayout(beside)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(GRID_PX + 4)
        whole.addWidget(self.alarm)
        whole.addWidget(area, 1)
        whole.addWidget(self.verdict)
        return beside

    def show_audit(self, audit: EntryAudit, draft: Draft, *, is_kept: bool, refused: str, is_running: bool) -> None:
        """Show what is known of a submission. refused : why nothing can be run or decided, "" where it can."""
        self.evidence.show_limits(audit.limits)
        if audit.was_audited:
            self.findings.show_audit(audit, draft)
            self._left.setCurrentIndex(0)
        else:
            self._left.setCurrentIndex(1)
        self.show_running(audit, refused=refused, is_running=is_running)
        self.alarm.setText("" if audit.chain.ok else chain_text(audit.chain))
        self.alarm.setVisible(not audit.chain.ok)
        for card in (self.contract, self.matched, self.reproduction, self.history):
            card.show_audit(audit)
        self.verdict.show_verdict(audit.verdict)
        self.verdict.show_draft(draft, is_kept=is_kept, refused=refused)

    def show_running(self, audit: EntryAudit, *, refused: str, is_running: bool) -> None:
        """Say that checks run, or no longer."""
        self.never.explain(
            audit.submission, audit.checks, is_scored=audit.is_scored, refused=refused, is_running=is_running
        )
        self.findings.show_running(is_running)

    def show_pairs(self, audit: EntryAudit, table: PairTable | None) -> None:
        """Take the pairs that evidence is looked up in, None while they are read."""
        self.evidence.show_pairs(table, MEDIA_KIND[audit.submission.track])

    @property
    def has_findings(self) -> bool:
        """Whether the table of findings is shown."""
        return self._left.currentIndex() == 0

    def take_keys(self) -> None:
        """Give the keys to the table of findings, or to what stands in its place."""
        if self.has_findings:
            self.findings.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.never.take_keys()
