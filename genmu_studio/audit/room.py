"""What can be done in the audit room of a project: checks, drafts, verdicts, and the log of them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio.audit import attack as attacking
from genmu_studio.audit import auditing, drafts, verdicts
from genmu_studio.audit.auditing import Audited
from genmu_studio.audit.bundle.writing import WrittenBundle, write_bundle
from genmu_studio.audit.checklist import ChecklistItem, checklist
from genmu_studio.audit.drafts import Draft
from genmu_studio.audit.findings import SubmissionFindings
from genmu_studio.audit.matched import MatchedSetting, matched_table
from genmu_studio.audit.material import Material
from genmu_studio.audit.traces import take_traces
from genmu_studio.audit.verdicts import Verdict
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.store.audit_log import AuditEvent, ChainCheck, audit_events
from genmu_studio.watching import UNWATCHED, Watch, no_progress

if TYPE_CHECKING:
    from genmu_studio.project import Project


class AuditRoom:
    """The audit of one project. What changes it announces it to the project's subscribers."""

    def __init__(self, project: "Project") -> None:
        self._project = project

    def run(
        self,
        submissions: Sequence[SubmissionRow] = (),
        on_progress: Callable[[Progress], None] = no_progress,
        cancellation: Cancellation | None = None,
        executor: ExecutorChoice | None = None,
        attack: int = 0,
    ) -> Audited:
        """Run the checks on these submissions, or on all; those whose inputs have not changed are kept.

        The traces of files that nobody has looked at are taken first. executor : who takes them, None = processes.
        attack : of so many forget samples per group mildly changed copies are measured, where nobody has.
        """
        rows = submissions or self._project.submissions()
        try:
            take_traces(self._project, rows, executor, on_progress, cancellation)
            if attack:
                attacking.attack(self._project, rows, attack, executor, Watch(on_progress, cancellation))
            watch = Watch(on_progress, cancellation, "what was found until then is kept")
            return auditing.audit(self._project, rows, watch)
        finally:
            self._changed()

    def findings(self, submission: SubmissionRow) -> SubmissionFindings:
        """Return what the checks found in a submission."""
        return auditing.read_findings(self._project, submission)

    def checklist(self, submission: SubmissionRow) -> Sequence[ChecklistItem]:
        """Return the contract checklist of a submission."""
        return checklist(self._project, submission)

    def matched(self, submission: SubmissionRow) -> Sequence[MatchedSetting]:
        """Return which settings are equal within its pairs."""
        return matched_table(Material(self._project, submission).samples, submission.track)

    def draft(self, submission: SubmissionRow) -> Draft:
        """Return the draft of a verdict as it stands."""
        return drafts.read_draft(self._project, submission)

    def write_draft(self, submission: SubmissionRow, draft: Draft) -> bool:
        """Let a draft stand, as one step for undo; False where it stands already."""
        changed = drafts.write_draft(self._project, submission, draft)
        if changed:
            self._changed()
        return changed

    def sign(self, submission: SubmissionRow, draft: Draft) -> Verdict:
        """Sign a verdict, for good."""
        verdict = verdicts.sign(self._project, submission, draft)
        self._changed()
        return verdict

    def verdicts(self) -> Mapping[SubmissionId, Verdict]:
        """Return the verdict that stands about each submission that has one."""
        return verdicts.verdicts(self._project)

    def history(self, submission: SubmissionRow) -> Sequence[AuditEvent]:
        """Return what was audited and decided about a submission, oldest first."""
        return self._project.store.read(lambda db: audit_events(db, submission.id))

    def bundle(
        self, submission: SubmissionRow, out: Path, *, replace: bool = False, watch: Watch = UNWATCHED
    ) -> WrittenBundle:
        """Write the evidence bundle of a submission, and note in the log that it was written."""
        written = write_bundle(self._project, submission, out, replace=replace, watch=watch)
        if self._project.mode == "write":
            self._changed()
        return written

    def chain(self, expected_head: str | None = None) -> ChainCheck:
        """Return whether the log is as it was written."""
        return verdicts.chain(self._project, expected_head)

    def _changed(self) -> None:
        self._project.announce("audit")
