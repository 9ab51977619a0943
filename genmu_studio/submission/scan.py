"""The way in: one submission, folder or archive, to typed rows with everything a person should know about them.

Nothing is written but the contents of an archive. A dry run is just this.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from genmu_studio.domain import MEDIA_KIND, Problem, SampleRow
from genmu_studio.protocol import Protocol
from genmu_studio.submission.archive_entries import ArchiveError
from genmu_studio.submission.archives import is_archive, unpack_archive
from genmu_studio.submission.content import check_content
from genmu_studio.submission.contract import ContractItem, check_contract, is_complete, note_dead_paths
from genmu_studio.submission.coverage import note_grid, note_pairs, note_undelivered
from genmu_studio.submission.groups import Groups
from genmu_studio.submission.layouts import NO_CORRECTION, Unmatched, infer_layout
from genmu_studio.submission.manifest import MANIFEST_NAME, Manifest, read_manifest
from genmu_studio.submission.media_names import has_media_name
from genmu_studio.submission.pairs import Pairs, match_pairs
from genmu_studio.submission.path_parts import Correction
from genmu_studio.submission.paths import PathIndex, printable
from genmu_studio.submission.problems import ProblemCode, ProblemList, Severity, severity_of
from genmu_studio.submission.samples import REQUIRED, build_rows, is_sample_column
from genmu_studio.submission.tables import TABLE_SUFFIXES, TableError, TableRow, open_table
from genmu_studio.submission.walk import FolderFiles, walk_folder
from genmu_studio.watching import UNWATCHED, Watch
from scoring.errors import UserError
from scoring.types import MediaKind, Track

REFERENCES_FOLDER = "references"
TABLES = tuple(f"samples{suffix}" for suffix in TABLE_SUFFIXES)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a submission came from: the path given, and the SHA-256 of an archive ("" = a folder)."""

    path: Path
    archive_sha256: str = ""


@dataclass(frozen=True, slots=True)
class ScannedSubmission:
    """One submission as found. `refused` ones have no rows; the problem with severity FATAL says why.

    folder : where the files are, with all paths relative to it. table : the samples table read, "" = the layout was.
    unmatched : media that no row uses. ignored : counts by kind. inferred : what the layout was taken for, as JSON.
    complete : weights, repository at a commit or tag, instructions (PROTOCOL §1), as claimed.
    """

    source: Source
    folder: Path
    manifest: Manifest | None = None
    table: str = ""
    rows: tuple[SampleRow, ...] = ()
    pairs: Pairs = field(default_factory=Pairs)
    problems: tuple[Problem, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    ignored: Mapping[str, int] = field(default_factory=dict)
    inferred: Mapping[str, object] = field(default_factory=dict)
    contract: tuple[ContractItem, ...] = ()
    complete: bool = False

    @property
    def refused(self) -> bool:
        """Whether nothing of it can be imported."""
        return any(severity_of(problem.code) is Severity.FATAL for problem in self.problems)


def find_submissions(path: Path) -> tuple[Path, ...]:
    """Return `path` itself where it is a submission, else the submissions and archives in that folder, by name.

    UserError where there is none.
    """
    if is_archive(path) and path.is_file():
        return (path,)
    if not path.is_dir():
        raise UserError(f"{path} is no folder and no archive that can be read", "Archives: .zip, .tar.gz, .tar.zst.")
    if (path / MANIFEST_NAME).is_file():
        return (path,)
    found = tuple(each for each in sorted(path.iterdir()) if not each.is_symlink() and _is_submission(each))
    if not found:
        raise UserError(
            f"{path} holds no submission", f"A submission has a {MANIFEST_NAME}; `genmu template TRACK DIR` writes one."
        )
    return found


def looks_like_submission(path: Path) -> bool:
    """Whether `path` is a submission, or a folder that holds one; opens none of them."""
    return _is_submission(path) or (path.is_dir() and any(_is_submission(each) for each in path.iterdir()))


def _is_submission(path: Path) -> bool:
    return (path / MANIFEST_NAME).is_file() or (is_archive(path) and path.is_file())


def scan_submission(
    path: Path,
    protocol: Protocol,
    *,
    unpack_into: Path | None = None,
    correction: Correction = NO_CORRECTION,
    watch: Watch = UNWATCHED,
) -> ScannedSubmission:
    """Return what the folder or archive at `path` holds; what is wrong with it stands in its problems.

    unpack_into : where archives are unpacked; UserError for an archive without it. correction : what a person said
    about the layout; without meaning where there is a samples table. CancelledError where `watch` was asked to end it.
    """
    if not is_archive(path):
        return _scan_folder(Source(path), path, protocol, correction, watch)
    if unpack_into is None:
        raise UserError(f"{path.name} is an archive", "Unpack it first, or import it into a project.")
    try:
        unpacked = unpack_archive(path, unpack_into, watch=watch)
    except ArchiveError as error:
        problem = Problem(error.code.value, path.name, error.message, "Pack the folder again, or hand in the folder.")
        return ScannedSubmission(Source(path), path, problems=(problem,))
    return _scan_folder(Source(path, unpacked.sha256), unpacked.folder, protocol, correction, watch)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the steps of one scan share."""

    files: FolderFiles
    manifest: Manifest
    protocol: Protocol
    problems: ProblemList

    @property
    def track(self) -> Track:
        return self.manifest.submission.track

    @property
    def matched(self) -> tuple[str, ...]:
        return self.protocol.tracks[self.track].matched

    def build(self, rows: Iterable[TableRow], source: str) -> list[SampleRow]:
        index = PathIndex(self.files.sizes)
        return build_rows(
            rows, track=self.track, protocol=self.protocol, files=index, problems=self.problems, source=source
        )


def _scan_folder(
    source: Source, folder: Path, protocol: Protocol, correction: Correction, watch: Watch
) -> ScannedSubmission:
    problems = ProblemList()
    watch.step("looking for files")
    files = walk_folder(folder, problems)
    manifest = _manifest(files, protocol, problems)
    if manifest is None:
        return ScannedSubmission(source, folder, problems=problems.listed(), ignored=files.ignored)
    found = _Found(files, manifest, protocol, problems)
    kind = MEDIA_KIND[found.track]
    media = [path for path in files.sizes if _is_sample_medium(path, kind)]
    table = _table_name(files, problems)
    watch.step("reading samples")
    inferred: Mapping[str, object] = {}
    if table:
        rows = _rows_of_table(found, table)
        named = {row.path for row in rows}
        unmatched = tuple(Unmatched(path, f"no usable row of {table} names it") for path in media if path not in named)
    else:
        rows, unmatched, inferred = _rows_of_layout(found, media, correction)
    if not rows:
        problems.add(ProblemCode.NO_SAMPLES, "", "no usable sample was found", "See the other problems.")
    watch.step("matching pairs")
    pairs = match_pairs(rows, found.matched)
    paths = watch.each("looking into files", (row.path for row in rows), len(rows))
    check_content(folder, paths, files.sizes, kind, problems)
    note_undelivered(rows, found.track, protocol, problems)
    note_grid(rows, manifest.conditioning, problems)
    note_pairs(rows, pairs, problems)
    note_dead_paths(manifest, files.sizes.keys(), problems)
    contract = check_contract(manifest, rows)
    return ScannedSubmission(
        source=source,
        folder=folder,
        manifest=manifest,
        table=table,
        rows=tuple(rows),
        pairs=pairs,
        problems=problems.listed(),
        unmatched=unmatched,
        ignored=_ignored(files, media),
        inferred=inferred,
        contract=contract,
        complete=is_complete(contract, protocol.contract.complete),
    )


def _manifest(files: FolderFiles, protocol: Protocol, problems: ProblemList) -> Manifest | None:
    if not files.complete:
        return None
    if MANIFEST_NAME not in files.sizes:
        hint = "`genmu template TRACK DIR` writes one; team and track are enough to begin with."
        problems.add(ProblemCode.MANIFEST_MISSING, MANIFEST_NAME, f"there is no {MANIFEST_NAME}", hint)
        return None
    manifest = read_manifest(files.folder / MANIFEST_NAME, problems)
    if manifest and manifest.submission.track not in protocol.tracks:
        message = f"the protocol {protocol.name} has no {manifest.submission.track} track"
        problems.add(ProblemCode.TRACK_UNKNOWN, MANIFEST_NAME, message)
        return None
    return manifest


def _table_name(files: FolderFiles, problems: ProblemList) -> str:
    found = [name for name in TABLES if name in files.sizes]
    for name in found[1:]:
        problems.add(ProblemCode.TABLE_IGNORED, name, f"it was not read, because there is {found[0]} too")
    return found[0] if found else ""


def _rows_of_table(found: _Found, name: str) -> list[SampleRow]:
    def is_read(column: str) -> bool:
        return is_sample_column(column, found.matched)

    try:
        table = open_table(found.files.folder / name, REQUIRED, is_read)
        for column in table.columns:
            if not is_read(column):
                found.problems.add(ProblemCode.COLUMN_UNKNOWN, name, f"the column {printable(column)!r} is not read")
        return found.build(table.rows, name)
    except TableError as error:
        found.problems.add(ProblemCode.TABLE_UNREADABLE, name, error.message, error.hint)
        return []


def _rows_of_layout(
    found: _Found, media: list[str], correction: Correction
) -> tuple[list[SampleRow], tuple[Unmatched, ...], Mapping[str, object]]:
    groups = Groups(found.track, found.protocol.groups_of(found.track))
    inference = infer_layout(media, found.track, groups, correction)
    rows = found.build(inference.rows, "")
    used = {row.path for row in rows}
    refused = (Unmatched(row.cells["path"], "see problems") for row in inference.rows if row.cells["path"] not in used)
    return rows, (*inference.unmatched, *refused), inference.summary()


def _is_sample_medium(path: str, kind: MediaKind) -> bool:
    return has_media_name(path, kind) and not path.startswith(f"{REFERENCES_FOLDER}/")


def _ignored(files: FolderFiles, media: list[str]) -> dict[str, int]:
    counts = Counter(files.ignored)
    references = sum(path.startswith(f"{REFERENCES_FOLDER}/") for path in files.sizes)
    known = sum(name in files.sizes for name in (MANIFEST_NAME, *TABLES))
    counts["files in references/"] = references
    counts["files of other kinds"] = len(files.sizes) - len(media) - references - known
    return {heading: count for heading, count in counts.items() if count > 0}
