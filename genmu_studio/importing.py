"""Taking things into a project: submissions, references, results of others. Each is written whole or not at all."""

import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from genmu_studio.domain import MEDIA_KIND, Problem, SampleRow, SubmissionId, SubmissionRow
from genmu_studio.hashing import hash_files
from genmu_studio.import_json import scan_json
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.protocol import Protocol
from genmu_studio.references import find_references
from genmu_studio.store import imported as imported_store
from genmu_studio.store import media as media_store
from genmu_studio.store import references as reference_store
from genmu_studio.store import submissions as submission_store
from genmu_studio.store.store import Store
from genmu_studio.submission.manifest import Manifest
from genmu_studio.submission.pairs import Pairs
from genmu_studio.submission.problems import Severity, severity_of
from genmu_studio.submission.refused_lines import RefusedLine
from genmu_studio.submission.results_table import read_results
from genmu_studio.submission.scan import ScannedSubmission
from genmu_studio.submission.tables import TableError
from scoring.digests import digest_of, file_sha256
from scoring.errors import UserError
from scoring.registry import evaluators

ProgressListener = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the organizer knows of an entry: when it was received, and whose it is. None = not said."""

    received_at: datetime | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class ImportedSubmission:
    """A submission in the project. already_there : the same content had been imported before; nothing was added."""

    row: SubmissionRow
    samples: int
    pairs: Pairs
    already_there: bool


@dataclass(frozen=True, slots=True)
class ImportedReferences:
    """How many references each identity has now, by track and identity, and what was noted."""

    added: int
    known: int
    identities: dict[str, dict[str, int]]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ImportedResults:
    """Decisions of somebody else's pipeline that were taken in, and lines that were refused."""

    evaluator: str
    accepted: int
    refused: tuple[RefusedLine, ...]


def import_submission(
    store: Store,
    scanned: ScannedSubmission,
    receipt: Receipt,
    *,
    on_progress: ProgressListener,
    cancellation: Cancellation | None,
) -> ImportedSubmission:
    """Take a scanned submission in; UserError where it was refused or a file cannot be read."""
    manifest = _usable_manifest(scanned)
    head = manifest.submission
    paths = list(dict.fromkeys(row.path for row in scanned.rows))
    files = hash_files(scanned.folder, paths, MEDIA_KIND[head.track], on_progress, cancellation)
    sha256_of = {file.path: file.sha256 for file in files}
    digest = _content_digest(manifest, scanned.rows, sha256_of)
    known = store.read(submission_store.all_submissions)
    for row in known:
        if row.content_digest == digest:
            return _note_receipt(store, row, receipt, scanned)
    row = _submission_row(manifest, scanned, receipt, digest, {each.id for each in known})

    def write(db: Database) -> None:
        root = media_store.put_root(db, scanned.folder.resolve())
        stored = media_store.put_files(db, root, files)
        submission_store.put_submission(db, row, root)
        ids = submission_store.put_samples(db, row.id, scanned.rows, stored)
        submission_store.put_pairs(
            db, row.id, ((ids[pair.original], ids[pair.unlearned], pair.differing) for pair in scanned.pairs.pairs)
        )

    store.write(write).result()
    return ImportedSubmission(row, len(scanned.rows), scanned.pairs, already_there=False)


def _usable_manifest(scanned: ScannedSubmission) -> Manifest:
    if scanned.manifest is None or scanned.refused:
        first = next(each for each in scanned.problems if severity_of(each.code) is Severity.FATAL)
        raise UserError(f"{scanned.source.path.name} was refused: {first.code}: {first.message}", first.hint)
    return scanned.manifest


def _content_digest(manifest: Manifest, rows: Sequence[SampleRow], sha256_of: dict[str, str]) -> str:
    """Return the digest of what a submission says and delivers, wherever it lies."""
    facts = sorted((_row_facts(row, sha256_of[row.path]) for row in rows), key=str)
    # Through JSON text, where what a stranger wrote as NaN or infinity is null.
    return digest_of({"manifest": json.loads(manifest.model_dump_json()), "rows": facts})


def _row_facts(row: SampleRow, sha256: str) -> dict[str, object]:
    return {**asdict(row), "settings": dict(row.settings), "requested": dict(row.requested), "sha256": sha256}


def _note_receipt(store: Store, row: SubmissionRow, receipt: Receipt, scanned: ScannedSubmission) -> ImportedSubmission:
    received = _instant_text(receipt.received_at)
    if received or receipt.team:
        store.write(lambda db: submission_store.update_receipt(db, row.id, received, receipt.team)).result()
        row = replace(row, received_at_utc=received or row.received_at_utc, team=receipt.team or row.team)
    return ImportedSubmission(row, len(scanned.rows), scanned.pairs, already_there=True)


def _submission_row(
    manifest: Manifest, scanned: ScannedSubmission, receipt: Receipt, digest: str, taken: set[SubmissionId]
) -> SubmissionRow:
    head = manifest.submission
    team = receipt.team or head.team
    return SubmissionRow(
        id=_free_id(f"{_slug(team)}-{head.track}-r{head.revision}", taken),
        track=head.track,
        team_claimed=head.team,
        team=team,
        revision=head.revision,
        claim=head.claim or "unlearning",
        method=head.method,
        submitted_at_utc=_instant_text(head.submitted_at),
        received_at_utc=_instant_text(receipt.received_at),
        complete=scanned.complete,
        content_digest=digest,
        source=str(scanned.source.path.resolve()),
        scan=scan_json(scanned),
    )


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-_")[:60] or "team"


def _free_id(wanted: str, taken: set[SubmissionId]) -> SubmissionId:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    return SubmissionId(name)


def _instant_text(instant: datetime | None) -> str | None:
    return None if instant is None else instant.astimezone(UTC).isoformat()


def import_references(
    store: Store,
    protocol: Protocol,
    folder: Path,
    per_identity: int,
    cohort: int,
    *,
    on_progress: ProgressListener,
    cancellation: Cancellation | None,
) -> ImportedReferences:
    """Take in the references under `folder`; those that are known already stay as they are."""
    found = find_references(folder, protocol, per_identity=per_identity, cohort=cohort)
    root = folder.resolve()
    rows = [replace(row, path=Path(os.path.relpath(row.path, root)).as_posix()) for row in found.rows]
    files = []
    for kind in dict.fromkeys(MEDIA_KIND[row.track] for row in rows):
        paths = list(dict.fromkeys(row.path for row in rows if MEDIA_KIND[row.track] == kind))
        files.extend(hash_files(root, paths, kind, on_progress, cancellation))

    def write(db: Database) -> int:
        stored = media_store.put_files(db, media_store.put_root(db, root), files)
        return reference_store.put_references(db, rows, stored)

    added = store.write(write).result()
    counts: dict[str, dict[str, int]] = {}
    for track in dict.fromkeys(row.track for row in rows):
        counts[track] = store.read(partial(reference_store.counts, track=track))
    return ImportedReferences(added, len(rows) - added, counts, found.problems)


def import_results(
    store: Store, protocol: Protocol, table: Path, submission: SubmissionRow, evaluator: str
) -> ImportedResults:
    """Take in a table of decisions; each line that cannot be used is refused with its number and the reason."""
    if any(name == evaluator for name in evaluators()):
        raise UserError(f"{evaluator!r} is an evaluator of this program", "Give the imported results another name.")
    paths = store.read(lambda db: submission_store.sample_paths(db, submission.id))
    try:
        read = read_results(table, paths.keys(), protocol.identities_of(submission.track))
    except TableError as error:
        raise UserError(error.message, error.hint) from None
    if not read.rows:
        return ImportedResults(evaluator, 0, tuple(read.refused))
    digest = digest_of({"imported": evaluator, "submission": submission.id, "file": file_sha256(table)})
    comparisons = [
        (id_, row.identity, "failure" if row.failure else "ok", str(row.failure or ""), row.similarity)
        for row in read.rows
        for id_ in paths[row.path]
    ]
    store.write(lambda db: imported_store.put_imported(db, digest, evaluator, submission.track, comparisons)).result()
    return ImportedResults(evaluator, len(read.rows), tuple(read.refused))
