"""Verify an evidence bundle: every file is what its head says, every number is computed again, the log joins up.

A bundle comes from strangers: nothing of it is executed or unpacked, its tables are put row by row into a database of
our own, which decides on every value.
"""

import hashlib
import json
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from sqlite_utils import Database

from genmu_studio.audit.auditing import inputs_digests, run_check
from genmu_studio.audit.bundle import content as names
from genmu_studio.audit.bundle.content import BundleHead, LogRow, ToldAudit, parse
from genmu_studio.audit.bundle.seal import is_sealed
from genmu_studio.audit.bundle.tables import from_parquet
from genmu_studio.audit.check import checks
from genmu_studio.audit.findings import findings_json
from genmu_studio.audit.material import Material
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.entry_json import PEOPLE, entry_json
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from genmu_studio.store.audit_log import BEGINNING, AuditEvent, hash_of
from genmu_studio.store.evidence import TABLES, put_evidence
from genmu_studio.store.migrations import migrations
from genmu_studio.view import View
from genmu_studio.watching import UNWATCHED, Watch
from scoring.digests import bytes_sha256
from scoring.errors import UserError

_MOST_FILES = 20_000
_MOST_BYTES = 16 << 30
_MOST_READ = {names.TABLES_FOLDER: 2 << 30}  # of a file that is read as a whole; of any other:
_MOST_READ_ELSE = 256 << 20
_AT_ONCE = 1 << 20
_DAMAGED = (KeyError, EOFError, OSError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error)
_UPWARDS = re.compile(r"(^|[/\\])\.\.([/\\]|$)")
_HINT = "Ask whoever made it for the bundle again, and compare its digest with the one that was printed."
_LOG = TypeAdapter(list[LogRow])


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that comes out otherwise. where : its path in metrics.json or audit.json."""

    where: str
    bundled: object
    computed: object


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of a bundle. recomputed : how many values were compared.

    altered : files, or rows of the log, that are not what they were. not_recomputed : checks that need more than a
    bundle holds.
    """

    submission: str
    digest: str
    recomputed: int
    differences: tuple[Difference, ...]
    altered: tuple[str, ...]
    not_recomputed: tuple[str, ...] = ()
    head: BundleHead | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether nothing was altered and every number is the same."""
        return not self.altered and not self.differences


def verify_bundle(path: Path, watch: Watch = UNWATCHED) -> Verified:
    """Verify the bundle at `path`; UserError where it is none, or of a version that this program cannot read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _Bundle(archive, path, watch).verify()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UserError(
            f"{path.name} is no bundle that can be read: {getattr(error, 'strerror', None) or error}", _HINT
        ) from None


def check_files(path: Path, watch: Watch = UNWATCHED) -> BundleHead:
    """Return the head of a bundle whose files and log are what they were; UserError where one is not."""
    try:
        with zipfile.ZipFile(path) as archive:
            head, _, altered = _Bundle(archive, path, watch).check()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UserError(
            f"{path.name} is no bundle that can be read: {getattr(error, 'strerror', None) or error}", _HINT
        ) from None
    if altered:
        raise UserError(f"{path.name} was altered: {', '.join(altered[:5])}", _HINT)
    return head


class _Bundle:
    """One bundle while it is verified."""

    def __init__(self, archive: zipfile.ZipFile, path: Path, watch: Watch) -> None:
        self._archive = archive
        self._path = path
        self._watch = watch
        self._altered: list[str] = []
        infos = archive.infolist()
        if len(infos) > _MOST_FILES or sum(info.file_size for info in infos) > _MOST_BYTES:
            raise UserError(f"{path.name} is larger than any bundle", _HINT)
        if len({info.filename for info in infos}) < len(infos):
            raise UserError(f"{path.name} holds a file twice", _HINT)

    def check(self) -> tuple[BundleHead, str, list[str]]:
        """Return the head, its digest, and what was altered."""
        written = self._read(names.HEAD_FILE)
        if written is None:
            raise UserError(f"{self._path.name} has no head that can be read", _HINT)
        digest = bytes_sha256(written)
        try:
            head = BundleHead.model_validate_json(written)
        except ValidationError as error:
            raise UserError(f"the head of {self._path.name} is no head of a bundle", _HINT, str(error)) from None
        self._compare_files(head)
        if not self._altered and not is_sealed(self._path):
            self._altered.append(f"{names.HEAD_FILE}, or what lies between the files")
        self._check_log(head)
        return head, digest, self._altered

    def verify(self) -> Verified:
        """Verify all of it."""
        head, digest, _ = self.check()
        differences: list[Difference] = []
        recomputed = 0
        skipped: Sequence[str] = ()
        if not self._altered:
            if head.schema_name != migrations._migrations[-1].name:
                raise UserError(
                    f"{self._path.name} was made by another version of the program ({head.program})",
                    "Its files are what they were; verify the numbers with that version.",
                )
            recomputed, differences, skipped = self._recompute(head)
        return Verified(
            head.submission, digest, recomputed, tuple(differences), tuple(self._altered), tuple(skipped), head
        )

    def _pieces(self, name: str) -> Iterator[bytes]:
        """Yield the content of a file piece by piece; ValueError where it is longer than it says."""
        left = self._archive.getinfo(name).file_size
        with self._archive.open(name) as stream:
            while piece := stream.read(_AT_ONCE):
                left -= len(piece)
                if left < 0:
                    raise ValueError("longer than it says")
                yield piece

    def _read(self, name: str) -> bytes | None:
        """Return the content of a file, None where it is not there or its bytes are damaged; UserError: too large."""
        with suppress(KeyError):
            size = self._archive.getinfo(name).file_size
            if size > _MOST_READ.get(name.partition("/")[0], _MOST_READ_ELSE):
                raise UserError(f"{name} of {self._path.name} is larger than that of any bundle", _HINT)
        with suppress(*_DAMAGED):
            return b"".join(self._pieces(name))
        return None

    def _sha256(self, name: str) -> str | None:
        """Return the hash of a file, None likewise."""
        found = hashlib.sha256()
        with suppress(*_DAMAGED):
            for piece in self._pieces(name):
                found.update(piece)
            return found.hexdigest()
        return None

    def _compare_files(self, head: BundleHead) -> None:
        for name, sha256 in self._watch.each("hashing", sorted(head.files.items()), len(head.files)):
            folder, _, file = name.partition("/")
            is_misnamed = folder == names.MEDIA_FOLDER and file.partition(".")[0] != sha256
            if is_misnamed or self._sha256(name) != sha256:
                self._altered.append(name)
        known = {*head.files, names.HEAD_FILE}
        self._altered += sorted(name for name in self._archive.namelist() if name not in known)

    def _check_log(self, head: BundleHead) -> None:
        if names.LOG_FILE in self._altered:
            return
        previous = BEGINNING
        for number, row in enumerate(self._log_rows(), start=1):
            whose = None if row.submission is None else SubmissionId(row.submission)
            event = AuditEvent(
                *(row.id, row.at_utc, row.author, row.kind, whose, row.content_json, row.previous, row.hash)
            )
            if row.id != number or row.previous != previous or (row.own and hash_of(event) != row.hash):
                self._altered.append(f"row {number} of the log")
                return
            previous = row.hash
        if previous != head.log_head:
            self._altered.append("the end of the log")

    def _log_rows(self) -> list[LogRow]:
        try:
            return _LOG.validate_python(parse(self._read(names.LOG_FILE) or b""))
        except ValueError as error:
            raise UserError(f"the log of {self._path.name} is no log", _HINT, str(error)) from None

    # ---- numbers ----

    def _recompute(self, head: BundleHead) -> tuple[int, list[Difference], Sequence[str]]:
        """Return how many values were compared, which differ, what was not computed; UserError: it says nonsense."""
        try:
            return self._recomputed(head)
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a stranger's values lead to
            raise UserError(
                f"what {self._path.name} holds is none of this program's", _HINT, f"{type(error).__name__}: {error}"
            ) from None

    def _recomputed(self, head: BundleHead) -> tuple[int, list[Difference], Sequence[str]]:
        protocol = Protocol.from_json((self._read(names.PROTOCOL_FILE) or b"").decode())
        with (
            tempfile.TemporaryDirectory() as folder,
            Project.create(Path(folder) / "bundle.genmu", protocol) as project,
        ):
            try:
                project.store.write(self._fill).result()
            except UserError:
                raise
            except Exception as error:  # noqa: BLE001 - the database's own word on a stranger's value
                raise UserError(f"the tables of {self._path.name} fit no project", _HINT, str(error)) from None
            submission = project.submission(head.submission)
            self._watch.step("computing the figures again")
            metrics: object = parse(self._read(names.METRICS_FILE) or b"")
            computed = entry_json(project, submission, project.evaluate(submission, View()), None)
            counter = _Counter(ignored=frozenset({"ranked", "reason"}))
            counter.compare("metrics", _without_people(metrics), json.loads(json.dumps(_without_people(computed))))
            skipped = self._recompute_findings(project, submission, counter)
            if isinstance(metrics, dict) and metrics.get(PEOPLE):
                skipped.append("the figures of people's judgments")
        return counter.compared, counter.differences, skipped

    def _fill(self, db: Database) -> None:
        for name in TABLES:
            content = self._read(f"{names.TABLES_FOLDER}/{name}.parquet") or b""
            columns, rows = from_parquet(content, name)
            put_evidence(db, name, columns, rows)
        self._refuse_files_elsewhere(db)

    def _refuse_files_elsewhere(self, db: Database) -> None:
        """Raise a UserError where a row leads to a file of this machine."""
        paths = [path for (path,) in db.execute("SELECT path FROM media_file")]
        roots = db.execute("SELECT path FROM root WHERE path <> '/root ' || id").fetchall()
        if roots or any(_UPWARDS.search(path) for path in paths):
            raise UserError(f"{self._path.name} leads to files outside of it", _HINT)

    def _recompute_findings(self, project: Project, submission: SubmissionRow, counter: "_Counter") -> list[str]:
        told = ToldAudit.model_validate(parse(self._read(names.AUDIT_FILE) or b""))
        material, skipped = Material(project, submission, self._watch), []
        inputs_digests(project, submission)  # the limits of the protocol are known ones
        for each in told.checks:
            registered = checks().get(each.check)
            if registered is None or registered.info.needs_more or submission.track in registered.info.opens_files:
                skipped.append(each.check)
                continue
            self._watch.step("running the checks again")
            findings, why = run_check(registered, material)
            told_ones, found = [one.model_dump() for one in each.findings], json.loads(findings_json(findings))
            where = f"audit.{registered.info.id}"
            counter.compare(f"{where}.findings", told_ones, found)
            counter.compare(f"{where}.not_run", each.not_run, why)
        return skipped


def _without_people(metrics: object) -> object:
    """Return figures without those that rest on labels, which a bundle does not hold; it lists them all the same."""
    return {key: value for key, value in metrics.items() if key != PEOPLE} if isinstance(metrics, dict) else metrics


class _Counter:
    """Compares what was bundled with what comes out now, value by value."""

    def __init__(self, ignored: frozenset[str]) -> None:
        self.compared = 0
        self.differences: list[Difference] = []
        self._ignored = ignored

    def compare(self, where: str, bundled: object, computed: object) -> None:
        if isinstance(bundled, dict) and isinstance(computed, dict):
            for key in [*bundled, *(key for key in computed if key not in bundled)]:
                if key not in self._ignored:
                    self.compare(f"{where}.{key}", bundled.get(key), computed.get(key))
        elif isinstance(bundled, list) and isinstance(computed, list) and len(bundled) == len(computed):
            for place, (one, other) in enumerate(zip(bundled, computed, strict=True)):
                self.compare(f"{where}[{place}]", one, other)
        else:
            self.compared += 1
            if bundled != computed:
                self.differences.append(Difference(where, bundled, computed))
