"""Audit: what checks found in a submission, which samples show it, contract, verdict and history; or all at once."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout

from genmu_studio.audit.drafts import DECISIONS, Draft
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.media_keys import find_media
from genmu_studio.project import ChangeSet, Project
from genmu_studio.review import ReviewPairs
from ui.actions import Actions
from ui.audit_acts import acts_of
from ui.audit_drafts import DraftKeeping
from ui.audit_runs import AuditRuns
from ui.audit_signing import ask_to_sign
from ui.context import Context
from ui.models.audit_reading import AllAudits, EntryAudit, read_all, read_entry, read_pairs
from ui.review_media import cache_bytes
from ui.theme import GRID_PX
from ui.views.page import Page
from ui.widgets.audit.all_card import AllCard
from ui.widgets.audit.entry import AuditEntry
from ui.widgets.audit.head import ALL, ONE, AuditHead
from ui.widgets.audit.states import AuditStates
from ui.widgets.thumbnails import ThumbnailStore

_WRITES = (
    "audit_run",
    "audit_run_all",
    "audit_attack",
    "audit_sign",
    "audit_link",
    "audit_import_side",
    "audit_reason",
)


class AuditView(Page):
    """Joins what was read (`audit`, `audits`), the drafts on their way to the disk, and the cards that show both."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self.setAccessibleName("Audit")
        self._project: Project | None = None
        self.audit: EntryAudit | None = None
        self.audits: AllAudits | None = None
        self._pairs: ReviewPairs | None = None
        self._wanted: SubmissionRow | None = None  # that was read last, or is being read
        self._asked = 0
        self._data = 0  # how often what figures rest on has changed
        self._data_of_audit = -1
        self._is_old = self._are_all_old = self._are_pairs_old = True
        self.drafts = DraftKeeping(context, self)
        self.runs = AuditRuns(self)
        self.thumbnails = ThumbnailStore(cache_bytes(actions.settings), self)
        self.states = AuditStates(actions)
        self.head = AuditHead(actions)
        self.entry = AuditEntry(self.thumbnails, actions)
        self.all = AllCard(actions)
        self.pages = QStackedWidget()
        for page in (self.states, self.entry, self.all):
            self.pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.head)
        column.addWidget(self.pages, 1)
        self._acts = acts_of(self)
        self._connect()

    def _connect(self) -> None:
        entry = self.entry
        self.head.turned.connect(lambda _: self._turn())
        entry.findings.opened.connect(lambda _: entry.evidence.open_samples())
        entry.findings.linked.connect(entry.verdict.link)
        entry.findings.model.let_link(lambda: not self.refusal())
        entry.verdict.changed.connect(self._keep_draft)
        entry.verdict.rested.connect(self.drafts.flush)
        entry.verdict.left.connect(self.give_keys)
        self.drafts.changed.connect(self._show_draft)
        self.runs.changed.connect(self._show_running)
        self.runs.ended.connect(self._end_run)
        self.all.opened.connect(self.open_entry)
        self.states.again.connect(self._try_again)
        for card in (entry.evidence, entry.matched):
            card.opened.connect(partial(self.asked.emit, "review"))
        self.context.data_changed.connect(self._hear)
        self.context.closing.connect(self.thumbnails.close)

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the submission as it is now, or say why there is nothing to show."""
        project, submission = self.context.project, self.context.submission
        if changes is not None:
            self._note(changes)
        if project is not self._project:
            self._look_into(project)
        self._enable()
        self.head.show_submission(submission)
        if project is None or submission is None:
            self.audit = self._wanted = None
            self._turn()
            return
        if self._is_old or self._wanted != submission:
            self._read(project, submission)
        self._turn()

    def _look_into(self, project: Project | None) -> None:
        self._project = project
        self.audit, self.audits, self._pairs, self._wanted = None, None, None, None
        self._asked += 1
        self._data += 1
        self._is_old = self._are_all_old = self._are_pairs_old = True
        self.drafts.look_at(project)
        self.runs.forget()
        folder = project.folder if project is not None and project.mode == "write" else None
        self.thumbnails.look_at(partial(find_media, project) if project is not None else None, folder)

    def _hear(self, changes: ChangeSet) -> None:
        """Take notice of a change that nobody tells while another view is shown."""
        if not self.isVisible():
            self._note(changes)

    def _note(self, changes: ChangeSet) -> None:
        if changes.moves_numbers or "audit" in changes or "labels" in changes:
            self._is_old = self._are_all_old = True
        if changes.moves_numbers:
            self._are_pairs_old = True
            self._data += 1

    def _read(self, project: Project, submission: SubmissionRow) -> None:
        self._is_old, self._wanted = False, submission
        self._asked += 1
        if self.audit is not None and self.audit.submission.id != submission.id:
            self.audit = None  # what is shown is of another one
        before = self.audit if self._data_of_audit == self._data else None
        self.context.ask(
            partial(read_entry, project, submission, before),
            partial(self._take, self._asked, self._data),
            partial(self._fail, self._asked),
        )

    def _take(self, number: int, data: int, audit: EntryAudit) -> None:
        if number != self._asked:
            return
        self._data_of_audit = data
        is_other = self._pairs is None or self._pairs.submission.id != audit.submission.id
        had_findings, self.audit = self.shows_findings, audit
        self._show()
        self._turn()
        if self.shows_findings and not had_findings and self._has_keys():
            self.give_keys()
        if is_other:
            self._pairs = None
            self.entry.show_pairs(audit, None)
        if (is_other or self._are_pairs_old) and self._project is not None:
            self._are_pairs_old = False
            self.context.ask(
                partial(read_pairs, self._project, audit.submission), partial(self._take_pairs, audit.submission.id)
            )

    def _take_pairs(self, submission: SubmissionId, pairs: ReviewPairs) -> None:
        if self.audit is not None and self.audit.submission.id == submission:
            self._pairs = pairs
            self.entry.show_pairs(self.audit, pairs.table)

    def _fail(self, number: int, error: BaseException) -> None:
        if number == self._asked:
            self.audit = None
            self.states.fail(error)
            self.pages.setCurrentWidget(self.states)

    def _read_all(self, project: Project) -> None:
        self._are_all_old = False
        self.context.ask(partial(read_all, project), self._take_all, self._miss_all)

    def _take_all(self, audits: AllAudits) -> None:
        self.audits = audits
        self.all.show_all(audits, self.context.submission.id if self.context.submission is not None else None)
        if self.runs.is_running:
            self.all.show_running()
        self._turn()

    def _miss_all(self, error: BaseException) -> None:
        if self.head.tabs.currentIndex() == ALL:
            self.states.fail(error)
            self.pages.setCurrentWidget(self.states)

    def _try_again(self) -> None:
        self._is_old = self._are_all_old = self._are_pairs_old = True
        self.refresh()

    # ---- what is shown ----

    @property
    def shows_all(self) -> bool:
        """Whether all submissions are shown."""
        return self.pages.currentWidget() is self.all

    @property
    def shows_entry(self) -> bool:
        """Whether one submission is shown."""
        return self.pages.currentWidget() is self.entry and self.audit is not None

    @property
    def shows_findings(self) -> bool:
        """Whether the findings of one submission are shown."""
        return self.shows_entry and self.entry.has_findings

    def _turn(self) -> None:
        """Turn to what the tab says, as far as it was read."""
        project, submission = self.context.project, self.context.submission
        had_keys = self._has_keys()
        wants_all = self.head.tabs.currentIndex() == ALL
        self.head.setVisible(project is not None and submission is not None)
        before = self.pages.currentWidget()
        if project is None or submission is None or (self.audits if wants_all else self.audit) is None:
            self.states.explain(project, submission)
            self.pages.setCurrentWidget(self.states)
        else:
            self.pages.setCurrentWidget(self.all if wants_all else self.entry)
        if self._project is not None and wants_all and self._are_all_old:
            self._read_all(self._project)
        if had_keys and self.pages.currentWidget() is not before:
            self.give_keys()

    def _has_keys(self) -> bool:
        """Whether the keys go to this view, or nowhere since what had them is gone; not to who writes or turns tabs."""
        focused = QApplication.focusWidget()
        is_here = focused is None or focused is self or self.isAncestorOf(focused)
        has_own_use = focused in (self.entry.verdict.edit, self.head.tabs)
        return is_here and self.isVisible() and not has_own_use

    def _show(self) -> None:
        audit = self.audit
        if audit is not None:
            waiting = self.drafts.draft_of(audit.submission.id)
            self.entry.show_audit(
                audit,
                audit.draft if waiting is None else waiting,
                is_kept=waiting is None,
                refused=self.refusal(),
                is_running=self.runs.is_running,
            )

    def refusal(self) -> str:
        """Return why nothing can be run or decided, "" where it can."""
        project = self.context.project
        if project is None or project.mode == "write":
            return ""
        return f"The project is read-only: {project.notice or 'it was opened for reading'}."

    def _enable(self) -> None:
        table, project = self.actions_table, self.context.project
        has_one = project is not None and self.context.submission is not None
        for name, row in table.table.items():
            if row.scope == "audit":
                table[name].setEnabled(has_one)
        for name in (*_WRITES, *(f"audit_{each}" for each in DECISIONS)):
            table[name].setEnabled(has_one and not self.refusal())
        table["audit_verify"].setEnabled(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keys to what is shown."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.OtherFocusReason:
            self.give_keys()

    def give_keys(self) -> None:
        """Give the keys to what is shown."""
        if self.shows_all:
            self.all.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.pages.currentWidget() is self.entry:
            self.entry.take_keys()

    # ---- drafts ----

    def _keep_draft(self, draft: Draft, at_once: bool) -> None:
        if self.audit is not None and not self.refusal():
            self.drafts.put(self.audit.submission, draft, at_once=at_once)
            self.entry.findings.show_linked(draft.linked)

    def _show_draft(self) -> None:
        """Say whether the draft is on the disk."""
        audit = self.audit
        if audit is not None and self.drafts.draft_of(audit.submission.id) is None:
            self.entry.verdict.show_draft(self.entry.verdict.draft, is_kept=True, refused=self.refusal())

    # ---- what a person does ----

    def act(self, name: str) -> bool:
        """Do an action of scope "audit"; undo and redo write the draft down first, and are the window's."""
        if name in ("undo", "redo"):
            self.drafts.flush()
            return False
        return name in self._acts and self._acts[name]()

    def turn_to(self, tab: int) -> None:
        """Show one submission, or all, and give the keys to it."""
        self.head.tabs.setCurrentIndex(tab)
        self.give_keys()

    def open_entry(self, submission: SubmissionId) -> None:
        """Show the findings of a submission."""
        self.head.tabs.setCurrentIndex(ONE)
        self.context.select(submission)
        self.refresh()
        self.give_keys()

    def sign(self) -> None:
        """Ask whether the draft shall be signed, and sign it."""
        audit = self.audit
        if audit is not None:
            draft = self.entry.verdict.draft
            self.drafts.flush()
            ask_to_sign(self, audit.submission, draft, partial(self._sign, audit.submission, draft))

    def _sign(self, submission: SubmissionRow, draft: Draft) -> None:
        project = self.context.project
        if project is not None:
            said = f"Signed: {draft.decision}, {submission.team}"
            self.context.ask(partial(project.audit.sign, submission, draft), lambda _: self.said.emit(said))

    def _show_running(self) -> None:
        if self.audit is not None:
            self.entry.show_running(self.audit, refused=self.refusal(), is_running=self.runs.is_running)
        if self.runs.is_running:
            self.all.show_running()

    def _end_run(self) -> None:
        self._is_old = self._are_all_old = True
        if self.isVisible():
            self.refresh()

    def make_way(self) -> None:
        """Write the draft down."""
        self.drafts.flush()

    def close_down(self) -> None:
        """Write the draft down, and end the workers."""
        self.drafts.leave()
        self.thumbnails.close()
        super().close_down()

    # ---- memory ----

    def state(self) -> dict[str, object]:
        """Return which tab is shown, what is folded, and how the room is divided."""
        return {
            "all": self.head.tabs.currentIndex() == ALL,
            "split": self.entry.sizes(),
            "upper": self.entry.upper.sizes(),
            **self.entry.findings.state(),
        }

    def restore(self, state: dict[str, object]) -> None:
        """Look as `state` says."""
        self.head.tabs.setCurrentIndex(ALL if state.get("all") is True else ONE)
        self.entry.findings.restore(state)
        for name, splitter in (("split", self.entry), ("upper", self.entry.upper)):
            sizes = state.get(name)
            if (
                isinstance(sizes, list)
                and len(sizes) == 2
                and all(isinstance(size, int) and size > 0 for size in sizes)
            ):
                splitter.setSizes(sizes)
