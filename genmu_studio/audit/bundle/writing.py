"""Write the evidence bundle of a submission: report, tables, the media of findings, hashes, configuration, log."""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from secrets import token_hex
from typing import TYPE_CHECKING

from genmu_studio.audit.auditing import read_findings
from genmu_studio.audit.bundle import content as names
from genmu_studio.audit.bundle.content import BundleHead, LogRow
from genmu_studio.audit.bundle.seal import PLACE, seal
from genmu_studio.audit.bundle.tables import to_parquet
from genmu_studio.audit.findings import findings_json
from genmu_studio.audit.material import Material
from genmu_studio.audit.verdicts import verdicts
from genmu_studio.domain import SubmissionRow
from genmu_studio.entry_json import entry_json
from genmu_studio.jobs import Cancellation
from genmu_studio.report.request import ReportRequest, write_report
from genmu_studio.store.audit_log import BEGINNING, AuditEvent, NewAuditEvent, audit_events, put_audit_event
from genmu_studio.store.evidence import TABLES, columns_of, evidence_rows
from genmu_studio.store.migrations import migrations
from genmu_studio.store.ownership import user_name
from genmu_studio.store.results import now_utc
from genmu_studio.versions import program_versions
from genmu_studio.view import View
from genmu_studio.watching import UNWATCHED, Watch
from scoring.digests import bytes_sha256
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

_NO_TIME = (1980, 1, 1, 0, 0, 0)
_MOST_MEDIA = 2_000
_MOST_MEDIA_BYTES = 2 << 30


@dataclass(frozen=True, slots=True)
class WrittenBundle:
    """What was written. digest : SHA-256 of the head, as the log holds it.

    media : files of the evidence. left_out : those that had no room, or are gone.
    """

    path: Path
    digest: str
    media: int
    left_out: int
    size_bytes: int


def write_bundle(
    project: "Project", submission: SubmissionRow, out: Path, *, replace: bool = False, watch: Watch = UNWATCHED
) -> WrittenBundle:
    """Write the bundle to `out`, whole or not at all, and note it in the log.

    UserError where it cannot be written, or where findings are stale: they would not come out again.
    """
    if out.suffix.lower() != ".zip":
        raise UserError(f"{out.name} is no name of a bundle", "Let it end in .zip.")
    if out.exists() and not replace:
        raise UserError(f"{out} exists already", "Choose another name, or replace it.")
    if stale := sum(each.stale for each in read_findings(project, submission).outcomes):
        raise UserError(
            f"{stale} checks of {submission.id} ran before something they read was changed",
            "Run the audit again, then write the bundle.",
        )
    temporary = out.with_name(f".{token_hex(8)}.part")
    try:
        try:
            with temporary.open("x+b") as stream:
                with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                    archive.comment = PLACE
                    digest, media, left_out = _write(archive, project, submission, out, watch)
                seal(stream)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(out)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        hint = "Does its folder exist, may it be written to, and has the disk room?"
        raise UserError(f"{out} cannot be written: {getattr(error, 'strerror', None) or error}", hint) from None
    if project.mode == "write":
        new = NewAuditEvent(now_utc(), user_name(), "bundle", submission.id, {"digest": digest, "file": out.name})
        project.store.write(lambda db: put_audit_event(db, new)).result()
    return WrittenBundle(out, digest, media, left_out, out.stat().st_size)


def _write(
    archive: zipfile.ZipFile, project: "Project", submission: SubmissionRow, out: Path, watch: Watch
) -> tuple[str, int, int]:
    files: dict[str, str] = {}

    def put(name: str, content: bytes) -> None:
        archive.writestr(_info(name), content, zipfile.ZIP_DEFLATED)
        files[name] = bytes_sha256(content)

    watch.step("bundling: figures")
    evaluation = project.evaluate(submission, View())
    reason = project.official_entries()[submission.id]
    put(names.METRICS_FILE, _json(entry_json(project, submission, evaluation, reason)))
    put(names.PROTOCOL_FILE, project.protocol.to_json().encode())
    put(names.AUDIT_FILE, _json(_audit(project, submission)))
    events = project.store.read(audit_events)
    put(names.LOG_FILE, _json([_log_row(event, submission).model_dump() for event in events]))
    for name in TABLES:
        watch.step("bundling: tables")
        columns = project.store.read(lambda db, name=name: columns_of(db, name))  # type: ignore[misc]  # the default binds the loop's value
        rows = project.store.read(lambda db, name=name: evidence_rows(db, name, submission.id))  # type: ignore[misc]  # the default binds the loop's value
        put(f"{names.TABLES_FOLDER}/{name}.parquet", to_parquet(columns, rows))
    watch.step("bundling: report")
    put(names.REPORT_FILE, _report(project, submission, out, watch))
    media, left_out = 0, 0
    for name, content in _media(project, submission, watch):
        if content is None:
            left_out += 1
        elif name not in files:
            put(name, content)
            media += 1
    head = BundleHead(
        program=program_versions()["genmu-studio"],
        project=project.name,
        submission=submission.id,
        protocol_digest=project.protocol.digest,
        schema_name=migrations._migrations[-1].name,
        made_at_utc=now_utc(),
        made_by=user_name(),
        log_head=events[-1].hash if events else BEGINNING,
        files=files,
    )
    written = head.model_dump_json(indent=1).encode()
    archive.writestr(_info(names.HEAD_FILE), written, zipfile.ZIP_DEFLATED)
    digest = hashlib.sha256(written).hexdigest()
    return digest, media, left_out


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _NO_TIME)
    info.create_system = 3  # the same on every machine
    info.external_attr = 0o644 << 16
    return info


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False).encode()


def _audit(project: "Project", submission: SubmissionRow) -> dict[str, object]:
    found = read_findings(project, submission)
    verdict = verdicts(project).get(submission.id)
    return {
        "checks": [
            {
                "check": outcome.info.id,
                "not_run": outcome.not_run,
                "findings": json.loads(findings_json(outcome.findings)),
            }
            for outcome in found.outcomes
        ],
        "verdict": None
        if verdict is None
        else {"decision": verdict.decision, "reason": verdict.reason, "by": verdict.by, "at_utc": verdict.at_utc},
    }


def _log_row(event: AuditEvent, submission: SubmissionRow) -> LogRow:
    bare = LogRow(id=event.id, previous=event.previous, hash=event.hash, own=event.submission == submission.id)
    if not bare.own:
        return bare
    return bare.model_copy(
        update={
            "at_utc": event.at_utc,
            "author": event.author,
            "kind": event.kind,
            "submission": event.submission,
            "content_json": event.content_json,
        }
    )


def _report(project: "Project", submission: SubmissionRow, out: Path, watch: Watch) -> bytes:
    page = out.with_name(f".{token_hex(8)}.html.part")
    try:
        write_report(
            project,
            ReportRequest(page, submission.track, submission),
            watch.on_progress,
            watch.cancellation or Cancellation(),
        )
        return page.read_bytes()
    finally:
        page.unlink(missing_ok=True)


def _media(project: "Project", submission: SubmissionRow, watch: Watch) -> Iterator[tuple[str, bytes | None]]:
    """Yield the files of the evidence and the other sides of their pairs; None for what is gone or has no room."""
    samples = Material(project, submission).samples.by_id
    wanted: dict[int, None] = {}
    for _, finding in read_findings(project, submission).raised:
        for id_ in finding.samples:
            if id_ in samples:
                wanted[id_] = None
                if (partner := samples[id_].partner) is not None:
                    wanted[partner] = None
    room = _MOST_MEDIA_BYTES
    for number, id_ in enumerate(watch.each("bundling: media", wanted, len(wanted))):
        row = samples[id_]
        suffix = PurePosixPath(row.path).suffix.lower()[1:6]
        name = f"{names.MEDIA_FOLDER}/{row.sha256}" + (f".{suffix}" if suffix.isalnum() and suffix.isascii() else "")
        if number >= _MOST_MEDIA or row.size_bytes > room:
            yield name, None
            continue
        try:
            content = Path(row.file).read_bytes()
        except OSError:
            yield name, None
            continue
        room -= len(content)
        yield name, content if bytes_sha256(content) == row.sha256 else None
