"""Which genuine media define the identities of a protocol: in a folder per identity, or in data sets as they unpack.

Read are `<identity>/…` and `<track>/<identity>/…`; CelebA (`img_align_celeba/` with `identity_CelebA.txt`); LibriTTS,
LibriTTS-R and LibriSpeech (`dev-clean/<speaker>/<chapter>/…`, also from the folders above).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.domain import MEDIA_KIND, TRACKS, Problem, ReferenceRow
from genmu_studio.protocol import Protocol
from genmu_studio.submission.media_names import has_media_name
from genmu_studio.submission.problems import ProblemCode, ProblemList
from genmu_studio.submission.walk import ignored_as, walk_folder
from scoring.errors import UserError
from scoring.types import MediaKind, Track

_CELEBA_LIST = "identity_CelebA.txt"
_CELEBA_FOLDERS = ("img_align_celeba", "img_align_celeba_png", "img_celeba")
_CELEBA_LINE = re.compile(r"(\d{1,10})\.(?:jpg|png)\s+(\d{1,10})")
_MAX_LIST_BYTES = 64 << 20
_MAX_DEPTH = 5
_SUBSET = re.compile(r"(?:dev|test|train)-(?:clean|other)(?:-\d+)?")
# One medium makes a template, but leaves nothing to compare with it.
_COHORT_LEAST = 2


@dataclass(frozen=True, slots=True)
class FoundReferences:
    """References track by track, the protocol's identities first, then the cohort; and what is missing."""

    rows: tuple[ReferenceRow, ...]
    problems: tuple[Problem, ...]

    @property
    def counts(self) -> Mapping[tuple[Track, str, bool], int]:
        """How many references there are by track, identity and whether it is of the cohort, in order."""
        return Counter((row.track, row.identity, row.cohort) for row in self.rows)


def find_references(folder: Path, protocol: Protocol, *, per_identity: int, cohort: int = 0) -> FoundReferences:
    """Return the first `per_identity` media, by name, of each identity that the protocol needs and of `cohort` others.

    The cohort of a track are the first other identities, by number, with at least two media. A track of whose
    identities the folder has none is left alone; UserError where that is so for every track.
    """
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder", "Name the folder that holds a folder per identity.")
    root = folder.resolve()
    problems = ProblemList()
    rows: list[ReferenceRow] = []
    for track in TRACKS:
        gallery = _gallery(root, track, protocol.identities_of(track), problems)
        if gallery:
            needed = protocol.identities_of(track)
            rows += _needed_rows(gallery, needed, per_identity, problems)
            rows += _cohort_rows(gallery, needed, per_identity, cohort, problems)
    if not rows:
        hint = "It needs a folder per identity, or CelebA or LibriTTS as they unpack."
        raise UserError(f"{folder} holds no reference of the protocol's identities", hint)
    return FoundReferences(tuple(rows), problems.listed())


class _Gallery:
    """The identities that a folder offers for one track, each with its own folder or its list of files."""

    def __init__(self, root: Path, track: Track, problems: ProblemList) -> None:
        self.track = track
        self.folders: dict[str, Path] = {}
        self.lists: Mapping[str, Sequence[Path]] = {}
        self._root = root
        self._kind: MediaKind = MEDIA_KIND[track]
        self._problems = problems
        self._media: dict[str, list[Path]] = {}

    def names(self) -> list[str]:
        """Return the identities, numbers in numeric order."""
        return sorted({*self.folders, *self.lists}, key=lambda name: (not name.isdecimal(), len(name), name))

    def media(self, identity: str) -> list[Path]:
        """Return the media of `identity` as absolute paths, by name."""
        if identity not in self._media:
            self._media[identity] = self._read(identity)
        return self._media[identity]

    def _read(self, identity: str) -> list[Path]:
        if identity in self.lists:
            return [path for path in self.lists[identity] if path.is_file() and self._is_inside(path)]
        folder = self.folders.get(identity)
        if folder is None:
            return []
        found = ProblemList()
        files = walk_folder(folder, found, max_depth=_MAX_DEPTH)
        for problem in found.listed():
            path = (folder / problem.path).relative_to(self._root).as_posix()
            self._problems.add(ProblemCode(problem.code), path, problem.message, problem.hint)
        return [folder / path for path in files.sizes if has_media_name(path, self._kind)]

    def _is_inside(self, path: Path) -> bool:
        inside = path.resolve().is_relative_to(self._root)
        if not inside:
            name = path.relative_to(self._root).as_posix()
            self._problems.add(ProblemCode.LINK_OUTSIDE, name, "the link leads out of the folder")
        return inside


def _gallery(root: Path, track: Track, needed: Sequence[str], problems: ProblemList) -> _Gallery | None:
    """Return the gallery of `track`, None where it has no medium of a needed identity."""
    gallery = _Gallery(root, track, problems)
    for base in _bases(root, track):
        folders = {each.name: each for each in _subfolders(base)}
        if not folders.keys().isdisjoint(needed):
            gallery.folders = {**folders, **gallery.folders}
    if MEDIA_KIND[track] == "image":
        gallery.lists = _celeba(root)
    for name in (*TRACKS, *_CELEBA_FOLDERS):
        gallery.folders.pop(name, None)
    return gallery if any(gallery.media(identity) for identity in needed) else None


def _bases(root: Path, track: Track) -> Iterator[Path]:
    """Yield the folders that may hold a folder per identity."""
    yield from (root / track, root)
    for child in _subfolders(root):
        if _SUBSET.fullmatch(child.name):
            yield child
        else:
            yield from (each for each in _subfolders(child) if _SUBSET.fullmatch(each.name))


def _subfolders(folder: Path) -> list[Path]:
    """Return the real folders in `folder`; links are not followed."""
    if not folder.is_dir() or folder.is_symlink():
        return []
    return [
        each
        for each in sorted(folder.iterdir())
        if not ignored_as(each.name) and each.is_dir() and not each.is_symlink()
    ]


def _celeba(root: Path) -> dict[str, list[Path]]:
    """Return CelebA's pictures by identity, in order of name; they may not all be there."""
    listing = next((each for each in (root / _CELEBA_LIST, root / "Anno" / _CELEBA_LIST) if each.is_file()), None)
    images = next((each for each in _celeba_folders(root) if each.is_dir() and any(each.glob("*.[jp][pn]g"))), None)
    if listing is None or images is None or not listing.resolve().is_relative_to(root):
        return {}
    if listing.stat().st_size > _MAX_LIST_BYTES:
        raise UserError(f"{listing} is larger than {_MAX_LIST_BYTES >> 20} MiB")
    suffix = next(images.glob("*.[jp][pn]g")).suffix
    pictures: defaultdict[str, list[Path]] = defaultdict(list)
    for line in listing.read_text(encoding="ascii", errors="replace").splitlines():
        match = _CELEBA_LINE.fullmatch(line.strip())
        if match:
            pictures[match[2]].append(images / f"{match[1]}{suffix}")
    return {identity: sorted(paths) for identity, paths in pictures.items()}


def _celeba_folders(root: Path) -> Iterator[Path]:
    for parent in (root, root / "Img"):
        for name in _CELEBA_FOLDERS:
            yield from (parent / name, parent / name / name)


def _needed_rows(
    gallery: _Gallery, needed: Sequence[str], per_identity: int, problems: ProblemList
) -> Iterator[ReferenceRow]:
    for identity in needed:
        media = gallery.media(identity)[:per_identity]
        if not media:
            message = f"{gallery.track}: identity {identity} has no reference"
            problems.add(ProblemCode.REFERENCE_MISSING, identity, message, "It cannot be verified without one.")
        elif len(media) < per_identity:
            message = f"{gallery.track}: identity {identity} has {len(media)} references, {per_identity} are wanted"
            problems.add(ProblemCode.REFERENCE_FEW, identity, message)
        yield from (ReferenceRow(gallery.track, identity, str(path)) for path in media)


def _cohort_rows(
    gallery: _Gallery, needed: Sequence[str], per_identity: int, cohort: int, problems: ProblemList
) -> Iterator[ReferenceRow]:
    found = 0
    for identity in gallery.names():
        if found == cohort:
            return
        if identity in needed:
            continue
        media = gallery.media(identity)[:per_identity]
        if len(media) >= _COHORT_LEAST:
            found += 1
            yield from (ReferenceRow(gallery.track, identity, str(path), cohort=True) for path in media)
    if found < cohort:
        message = f"{gallery.track}: {found} further identities were found, {cohort} are wanted"
        problems.add(ProblemCode.COHORT_FEW, "", message)
