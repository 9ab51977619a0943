"""What is taken into a project from outside: submissions and their further sides, references, results, transcripts.

Whoever opens a project only to look at it does not wait for this: it is imported when somebody asks for it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio import further_sides, importing
from genmu_studio import transcripts as transcript_import
from genmu_studio.domain import SubmissionRow
from genmu_studio.further_sides import FurtherSide, ImportedSide
from genmu_studio.importing import ImportedReferences, ImportedResults, ImportedSubmission, Receipt
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.submission.scan import ScannedSubmission
from genmu_studio.transcripts import ImportedTranscripts
from genmu_studio.watching import no_progress

if TYPE_CHECKING:
    from genmu_studio.project import Project

OnProgress = Callable[[Progress], None]


class IntakeRoom:
    """The way into one project. What is taken in is announced to the project's subscribers."""

    def __init__(self, project: "Project") -> None:
        self._project = project

    @property
    def unpack_folder(self) -> Path:
        """Where archives are unpacked."""
        return self._project.folder / "unpacked"

    def submission(
        self,
        scanned: ScannedSubmission,
        receipt: Receipt,
        on_progress: OnProgress = no_progress,
        cancellation: Cancellation | None = None,
    ) -> ImportedSubmission:
        """Take a scanned submission in: its files are hashed, its rows and pairs written as a whole or not at all."""
        imported = importing.import_submission(
            self._project.store, scanned, receipt, on_progress=on_progress, cancellation=cancellation
        )
        self._project.announce("submissions")
        return imported

    def side(
        self,
        scanned: ScannedSubmission,
        side: FurtherSide,
        submission: SubmissionRow | None = None,
        on_progress: OnProgress = no_progress,
        cancellation: Cancellation | None = None,
    ) -> ImportedSide:
        """Take in outputs of a submission that were generated again, or by a quantised model."""
        imported = further_sides.import_side(
            self._project, scanned, side, submission, on_progress=on_progress, cancellation=cancellation
        )
        self._project.announce("submissions")
        return imported

    def references(
        self,
        folder: Path,
        per_identity: int | None = None,
        cohort: int = 0,
        on_progress: OnProgress = no_progress,
        cancellation: Cancellation | None = None,
    ) -> ImportedReferences:
        """Take in the references that the protocol's identities need, and `cohort` further identities."""
        imported = importing.import_references(
            self._project.store,
            self._project.protocol,
            folder,
            per_identity or self._project.protocol.references.per_identity,
            cohort,
            on_progress=on_progress,
            cancellation=cancellation,
        )
        self._project.announce("references")
        return imported

    def results(self, table: Path, submission: SubmissionRow, evaluator: str) -> ImportedResults:
        """Take in decisions that somebody else's pipeline made about a submission's samples."""
        imported = importing.import_results(self._project.store, self._project.protocol, table, submission, evaluator)
        self._project.announce("results")
        return imported

    def transcripts(self, table: Path, submission: SubmissionRow, evaluator: str) -> ImportedTranscripts:
        """Take in texts that somebody else's speech recognition heard in a submission's samples."""
        imported = transcript_import.import_transcripts(self._project.store, table, submission, evaluator)
        self._project.announce("results")
        return imported
