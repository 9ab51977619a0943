"""Blind packs: one annotator's queue as a zip that leaves the house, without a word on what it shows.

Inside are `pack.json` (questions, order, names of the media) and the media, decoded and written anew under names drawn
at random. No key is in it: which sample an entry shows is known by its token in the project alone.
"""

import json
import os
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import TYPE_CHECKING

from pydantic import ValidationError

from genmu_studio.labelling.bare_media import SUFFIXES, bare
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.file_journal import FileJournal
from genmu_studio.labelling.label_files import LabelHead
from genmu_studio.labelling.opening import assignments_of, queue_entries
from genmu_studio.labelling.pack_content import PackContent, PackEntry
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from genmu_studio.submission.archive_entries import ArchiveError
from genmu_studio.submission.archives import ArchiveLimits, unpack_archive
from genmu_studio.submission.problems import ProblemCode
from genmu_studio.watching import UNWATCHED, Watch
from scoring.errors import UserError
from scoring.types import Media, SampleError

if TYPE_CHECKING:
    from genmu_studio.project import Project

CONTENT_FILE = "pack.json"
_FOLDER = "media"
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the first that a zip can name: when a pack was made is nobody's matter
_LIMITS = ArchiveLimits(entries=300_000, total_bytes=64 << 30, file_bytes=1 << 30, depth=2)
_MAX_CONTENT_BYTES = 256 << 20
_AGAIN = "Download it again; where that does not help, ask the organizer for it again."


@dataclass(frozen=True, slots=True)
class WrittenPack:
    """What was packed. unreadable : code by token of entries that were left out, because they cannot be shown."""

    path: Path
    entries: int
    media: int
    unreadable: Mapping[str, str]


def write_pack(
    project: "Project", campaign: Campaign, annotator: str, out: Path, watch: Watch = UNWATCHED
) -> WrittenPack:
    """Write the pack of an annotator to `out`, whole or not at all; UserError where there is none, or no room."""
    names = campaign.file.campaign.annotators
    if annotator not in names:
        raise UserError(f"{campaign.name} has no annotator {annotator!r}", f"There are: {', '.join(names)}.")
    if out.suffix.lower() != ".zip":
        raise UserError(f"{out.name} is no name of a pack", "Let it end in .zip.")
    entries = queue_entries(project, assignments_of(project, campaign, annotator))
    temporary = out.with_name(f".{token_hex(8)}.part")
    try:
        try:
            with temporary.open("xb") as stream:
                with zipfile.ZipFile(stream, "w") as archive:
                    written = _write(archive, campaign, annotator, entries, watch)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(out)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        hint = "Does its folder exist, may it be written to, and has the disk room?"
        raise UserError(f"{out} cannot be written: {getattr(error, 'strerror', None) or error}", hint) from None
    return WrittenPack(out, len(entries) - len(written.unreadable), written.media, written.unreadable)


@dataclass(frozen=True, slots=True)
class _Written:
    media: int
    unreadable: Mapping[str, str]


def _write(
    archive: zipfile.ZipFile, campaign: Campaign, annotator: str, entries: Sequence[QueueEntry], watch: Watch
) -> _Written:
    names = {
        entry.token: tuple(f"{_FOLDER}/{token_hex(10)}{SUFFIXES[media.kind]}" for media in entry.media)
        for entry in entries
    }
    # In the order of the names, so that neighbours in the archive are no neighbours in the queue.
    named = {
        name: (entry.token, media)
        for entry in entries
        for name, media in zip(names[entry.token], entry.media, strict=True)
    }
    unreadable: dict[str, str] = {}
    written = 0
    for name, (token, media) in watch.each("packing", sorted(named.items(), key=_first), len(named)):
        try:
            content = bare(media)
        except SampleError as error:
            unreadable[token] = str(error.failure.code)
        else:
            archive.writestr(
                _info(name), content, zipfile.ZIP_DEFLATED if name.endswith(".wav") else zipfile.ZIP_STORED
            )
            written += 1
    if len(unreadable) == len(entries):
        codes = ", ".join(sorted(set(unreadable.values()))) or "there is none"
        raise UserError(
            f"no entry of {annotator} can be shown: {codes}", "The problems of the submission say which files, and why."
        )
    head = campaign.file.campaign
    pack = PackContent(
        campaign=campaign.digest,
        annotator=annotator,
        title=head.title,
        instructions=head.instructions,
        pace=campaign.file.pace,
        questions=campaign.questions,
        entries=tuple(_entry(each, names[each.token]) for each in entries if each.token not in unreadable),
    )
    archive.writestr(_info(CONTENT_FILE), pack.model_dump_json(indent=1), zipfile.ZIP_DEFLATED)
    return _Written(written, unreadable)


def _first(named: tuple[str, object]) -> str:
    return named[0]


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _NO_TIME)
    info.create_system = 3  # the same on every machine
    info.external_attr = 0o644 << 16
    return info


def _entry(entry: QueueEntry, names: tuple[str, ...]) -> PackEntry:
    accepted = None if entry.accepted is None else {id_: tuple(each) for id_, each in entry.accepted.items()}
    return PackEntry(token=entry.token, media=names, notice=entry.notice, training=entry.training, accepted=accepted)


# ---- opening ----


class OpenPack:
    """A pack that an annotator works on: its words, its queue, and the journal beside it. To be closed."""

    def __init__(self, content: PackContent, queue: LabelQueue, journal: FileJournal) -> None:
        self.title = content.title
        self.instructions = content.instructions
        self.pace = content.pace
        self.queue = queue
        self.journal_path = journal.path
        self._journal = journal

    def close(self) -> None:
        """Finish what is being written, and close the journal."""
        self._journal.close()

    def __enter__(self) -> "OpenPack":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def journal_path(pack: Path) -> Path:
    """Return where the answers to a pack are kept."""
    return pack.with_name(f"{pack.stem}.labels.jsonl")


def is_pack(path: Path) -> bool:
    """Whether the file is a blind pack, by what is in it."""
    with suppress(OSError, ValueError, zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        return CONTENT_FILE in archive.namelist()
    return False


def open_pack(path: Path, into: Path, watch: Watch = UNWATCHED) -> OpenPack:
    """Open a pack, its media unpacked under the folder `into`; no project is needed.

    UserError where it is none, is damaged, or the journal beside it cannot be written.
    """
    if not path.is_file():
        raise UserError(f"there is no pack at {path}", "Name the .zip that the organizer sent.")
    try:
        folder = unpack_archive(path, into, _LIMITS, watch=watch).folder
    except ArchiveError as error:
        raise _refusal(path.name, error) from None
    content = _content(folder, path.name)
    entries = list(_opened(folder, content.entries))
    for entry in entries:
        for media in entry.media:
            if not Path(media.path).is_file():
                raise UserError(f"{path.name} lacks some of its media", _AGAIN)
    journal = FileJournal(journal_path(path), LabelHead(campaign=content.campaign, annotator=content.annotator))
    return OpenPack(content, LabelQueue(journal, entries, content.questions, content.annotator), journal)


def _refusal(name: str, error: ArchiveError) -> UserError:
    if error.code == ProblemCode.ARCHIVE_DAMAGED:
        return UserError(f"{name} is damaged, or did not come whole", _AGAIN, error.message)
    is_ours = error.code == ProblemCode.ARCHIVE_WRITE
    hint = "Has the disk room? It takes about as much as the pack itself." if is_ours else _AGAIN
    return UserError(f"{name} cannot be opened: {error.message}", hint)


def _content(folder: Path, source: str) -> PackContent:
    try:
        with (folder / CONTENT_FILE).open("rb") as stream:
            data = stream.read(_MAX_CONTENT_BYTES + 1)
    except OSError:
        raise UserError(f"{source} is no blind pack", "Open the .zip that the organizer sent, as it came.") from None
    if len(data) > _MAX_CONTENT_BYTES:
        raise UserError(f"{source} is no pack that this version can open: it says too much", "Ask the organizer.")
    try:
        return PackContent.model_validate_json(data)
    except ValidationError as error:
        raise UserError(f"{source} is no pack that this version can open", _remedy(data), str(error)) from None


def _remedy(data: bytes) -> str:
    """Return what to do about a content that is not understood: of a later version, get that."""
    with suppress(ValueError, RecursionError):
        content = json.loads(data)
        version = content.get("version") if isinstance(content, dict) else None
        if isinstance(version, int) and version > 1:
            return f"It is of version {version}: install a newer Genmu Studio, or ask the organizer for another pack."
    return "Ask the organizer for it again."


def _opened(folder: Path, entries: Iterable[PackEntry]) -> Iterable[QueueEntry]:
    for place, entry in enumerate(entries):
        media = tuple(Media(str(folder / name), "audio" if name.endswith(".wav") else "image") for name in entry.media)
        yield QueueEntry(entry.token, place, media, entry.notice, entry.training, entry.accepted)
