"""The history of a submission in the log, the latest first, and whether the log is as it was written."""

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtWidgets import QHBoxLayout, QToolButton

from genmu_studio.audit.check import SEVERITIES
from genmu_studio.audit.log import AuditEvent, ChainCheck
from genmu_studio.domain import SubmissionRow
from ui.icons import icon
from ui.models.audit_reading import EntryAudit
from ui.numbers import count
from ui.sample_files import copy_text
from ui.theme import GRID_PX, watch
from ui.widgets.audit.decisions import PAST, ROLES, SIGNS
from ui.widgets.audit.lines import Fact, Facts
from ui.widgets.audit.severity import marks_text
from ui.widgets.audit.times import moment
from ui.widgets.basics import Card, label, restyle
from ui.widgets.tips import tip

_SHOWN = 60
_HEAD = 12


class HistoryCard(Card):
    """Lines of events, and the state of the chain of hashes."""

    def __init__(self) -> None:
        super().__init__("History · UTC")
        self._head = ""
        self.events = Facts("Events")
        self.chain = label("", "good")
        self.chain.setWordWrap(True)
        self._hash = label("", "muted")
        self.copy = QToolButton()
        self.copy.setProperty("flat", True)
        self.copy.setAccessibleName("Copy the head of the log")
        self.copy.setToolTip("Copy the whole hash of the last entry; printed somewhere, it proves how far the log went")
        self.copy.clicked.connect(lambda *_: copy_text(self._head))
        row = QHBoxLayout()
        row.setSpacing(GRID_PX)
        row.addWidget(self._hash)
        row.addWidget(self.copy)
        row.addStretch(1)
        self.body.addWidget(self.events)
        self.body.addWidget(self.chain)
        self.body.addLayout(row)
        watch().changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.copy.setIcon(icon("copy"))

    def show_audit(self, audit: EntryAudit) -> None:
        """Show what happened to a submission."""
        self.events.show_facts(facts_of(audit.submission, audit.history))
        chain = audit.chain
        self._head = chain.head
        self.chain.setText(chain_text(chain))
        restyle(self.chain, "good" if chain.ok else "alarm")
        self._hash.setText(f"head {chain.head[:_HEAD]}…")
        self._hash.setToolTip(tip(f"Hash of the last entry that holds\n{chain.head}"))


def chain_text(chain: ChainCheck) -> str:
    """Return what became of the chain."""
    if chain.ok:
        entries = "1 entry" if chain.events == 1 else f"{chain.events:,} entries"
        return f"✓ log chain intact, {entries}"
    where = f" at row {chain.broken_at}" if chain.broken_at is not None else ""
    return f"■ log chain broken{where}: {chain.reason}"


def facts_of(submission: SubmissionRow, events: Sequence[AuditEvent]) -> list[Fact]:
    """Return a line per event, the latest first; at the end when the submission was received."""
    facts = [_fact(event) for event in reversed(events[-_SHOWN:])]
    if len(events) > _SHOWN:
        facts.append(Fact("…", "muted", f"{count(len(events) - _SHOWN, 'earlier event')}"))
    if submission.received_at_utc is not None:
        text = f"revision {submission.revision} received"
        facts.append(Fact("·", "muted", text, moment(submission.received_at_utc)))
    return facts


def _fact(event: AuditEvent) -> Fact:
    mark, role, text, about = "·", "muted", event.kind, ""
    content = event.content
    if event.kind == "verdict":
        decision = next((each for each in SIGNS if each == content.get("decision")), None)
        if decision is not None:
            mark, role, text = SIGNS[decision], ROLES[decision], f"{PAST[decision]} by {event.author}"
        about = str(content.get("reason", ""))
    elif event.kind == "audited":
        raised = cast("Sequence[Mapping[str, str]]", content.get("raised") or ())
        counts = {each: sum(one["severity"] == each for one in raised) for each in SEVERITIES}
        text = f"checks run · {marks_text(counts) or 'nothing raised'}"
        about = f"{content.get('ran')} of {content.get('checks')} checks run\n" + "\n".join(
            f"{each['severity']}: {each['message']}" for each in raised
        )
    elif event.kind == "bundle":
        text = f"bundle written: {content.get('file', '')}"
        about = f"SHA-256 of its head: {content.get('digest', '')}"
    return Fact(mark, role, text, moment(event.at_utc), f"by {event.author}\n{about}".strip())
