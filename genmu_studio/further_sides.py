"""Further sides of a submission: outputs that were generated again, or by a quantised model, beside the unlearned ones.

They stand in the submission that they belong to, cell by cell, and enter no metric of it: the audit compares them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sqlite_utils import Database

from genmu_studio.domain import MEDIA_KIND, SubmissionRow
from genmu_studio.hashing import hash_files
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.store import media as media_store
from genmu_studio.store import submissions as submission_store
from genmu_studio.submission.scan import ScannedSubmission
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

FurtherSide = Literal["reproduced", "quantized"]
FURTHER_SIDES: tuple[FurtherSide, ...] = ("reproduced", "quantized")


@dataclass(frozen=True, slots=True)
class ImportedSide:
    """What was taken in. added : samples. known : those that were there already.

    strangers : paths of outputs whose cells are none of the submission's unlearned side.
    """

    row: SubmissionRow
    side: FurtherSide
    added: int
    known: int
    strangers: tuple[str, ...]


def import_side(
    project: "Project",
    scanned: ScannedSubmission,
    side: FurtherSide,
    submission: SubmissionRow | None,
    *,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation | None,
) -> ImportedSide:
    """Take the unlearned samples of `scanned`, or those named after the side, as a further side of a submission.

    submission : None = the one of the same team, track and revision. What shows no cell of it is left out and said.
    UserError where there is no such submission, or nothing to take.
    """
    row = submission or _of_manifest(project, scanned)
    rows = [replace(each, side=side) for each in scanned.rows if each.side in {"unlearned", side}]
    if not rows:
        raise UserError(f"{scanned.source.path.name} holds no outputs of a further side", "Are they named unlearned?")
    cells = _cells(project, row)
    own = [each for each in rows if each.pair_key in cells]
    strangers = tuple(each.path for each in rows if each.pair_key not in cells)
    if not own:
        raise UserError(
            f"none of the {len(rows)} outputs is of a request of {row.id}",
            "Group, identity, condition and seed must be those of its samples.",
        )
    files = hash_files(
        scanned.folder, list(dict.fromkeys(each.path for each in own)), MEDIA_KIND[row.track], on_progress, cancellation
    )
    sha256_of = {file.path: file.sha256 for file in files}

    def write(db: Database) -> int:
        known = submission_store.files_of_side(db, row.id, side)
        new = [each for each in own if known.get(each.pair_key) != sha256_of[each.path]]
        if new:
            root = media_store.put_root(db, scanned.folder.resolve())
            submission_store.put_samples(db, row.id, new, media_store.put_files(db, root, files))
        return len(new)

    added = project.store.write(write).result()
    return ImportedSide(row, side, added, len(own) - added, strangers)


def _of_manifest(project: "Project", scanned: ScannedSubmission) -> SubmissionRow:
    head = None if scanned.manifest is None else scanned.manifest.submission
    found = [
        row
        for row in project.submissions(None if head is None else head.track)
        if head is not None
        and head.team.casefold() in {row.team.casefold(), row.team_claimed.casefold()}
        and row.revision == head.revision
    ]
    if len(found) != 1:
        named = "no manifest says whose they are" if head is None else f"{head.team}, revision {head.revision}"
        raise UserError(
            f"{len(found)} submissions are meant by {scanned.source.path.name}: {named}", "Name the submission."
        )
    return found[0]


def _cells(project: "Project", row: SubmissionRow) -> frozenset[tuple[str, str, str, int]]:
    known: Sequence[tuple[str, str, str, int]] = project.store.read(
        lambda db: submission_store.cells_of_side(db, row.id, "unlearned")
    )
    return frozenset(known)
