"""The library of constructed entries: bad ones, each with what it must raise, and clean ones that raise nothing.

An entry is a function that changes a clean one. `raises` names every check that must raise above "info", with the
severity, the entry's own signal first: any other that does is a false alarm, and fails the test as well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from genmu_studio.audit.check import Severity
from genmu_studio.importing import Receipt
from genmu_studio.project import Project
from genmu_studio.submission.scan import scan_submission
from scoring.types import Outcome, Track
from tests.core import world
from tests.core.audit import made
from tests.core.audit.made import File

IDENTITY_EVALUATOR: Mapping[Track, str] = {"face": "fake_image", "speech": "fake_audio"}


@dataclass
class Draft:
    """An entry on its way. missing : identities whose unlearned files are named and not there.

    measured : what further evaluators make of its files, by name and content. then : what is done in the project once
    everything was measured. genuine : references to take in place of everybody's.
    """

    name: str
    files: list[File]
    manifest: str = world.COMPLETE
    received: datetime | None = world.IN_TIME
    missing: tuple[str, ...] = ()
    measured: dict[str, dict[str, Outcome]] = field(default_factory=dict)
    then: Callable[[Project, Path], None] | None = None
    genuine: list[File] | None = None

    def change(
        self,
        change: Callable[[File], File],
        side: str = "unlearned",
        identities: Sequence[str] = (),
        cells: Callable[[File], bool] = lambda file: True,
    ) -> None:
        """Put another file in place of each of a side and of identities, none = all."""
        self.files = [
            change(file)
            if file.side == side and (not identities or file.identity in identities) and cells(file)
            else file
            for file in self.files
        ]

    def with_other_originals(self) -> None:
        """Take originals that no other entry has, so that something else can be seen in them."""
        self.files = made.clean_faces(self.name, before_too=True)

    def of(self, side: str, identity: str) -> list[File]:
        """Return the files of an identity on one side."""
        return [file for file in self.files if (file.side, file.identity) == (side, identity)]


@dataclass(frozen=True)
class Entry:
    """One entry of the library. project : entries of one name are taken into one project.

    raises : by check; the first is the signal that it was made for. attack : samples per group that are attacked.
    made_as : another entry whose files it starts from.
    """

    name: str
    about: str
    track: Track
    build: Callable[[Draft], None]
    raises: Mapping[str, Severity]
    project: str
    attack: int = 0
    made_as: str = ""

    def draft(self) -> Draft:
        """Return what it consists of."""
        name = self.made_as or self.name
        draft = Draft(name, made.clean_faces(name) if self.track == "face" else made.clean_voices(name))
        self.build(draft)
        return draft


LIBRARY: dict[str, Entry] = {}
Build = Callable[[Draft], None]


def bad(
    signal: str, severity: Severity, track: Track = "face", project: str = "", attack: int = 0, **more: Severity
) -> Callable[[Build], Build]:
    """Register an entry that must raise `signal`, and `more`."""
    return _registered(track, {signal: severity, **more}, project or track, attack)


def clean(track: Track = "face", project: str = "", attack: int = 0) -> Callable[[Build], Build]:
    """Register an entry that must raise nothing above "info"."""
    return _registered(track, {}, project or track, attack)


def _registered(track: Track, raises: Mapping[str, Severity], project: str, attack: int) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        name = build.__name__.replace("_", "-")
        assert name not in LIBRARY
        LIBRARY[name] = Entry(name, build.__doc__ or "", track, build, raises, project, attack)
        return build

    return register


def seen_in(files: Iterable[File]) -> dict[str, Outcome]:
    """Return what a verifier makes of files, by content: of one content it makes one thing."""
    found: dict[str, Outcome] = {}
    for file in files:
        assert repr(found.setdefault(file.sha256, file.seen)) == repr(file.seen), f"two things seen in {file.cell}"
    return found


@contextmanager
def make_project(folder: Path, entries: Sequence[Entry]) -> Iterator[Project]:
    """Yield an open project that holds these entries, measured, in the order given."""
    protocol = made.protocol()
    drafts = {entry.name: entry.draft() for entry in entries}
    genuine = next((draft.genuine for draft in drafts.values() if draft.genuine), made.references())
    with Project.create(folder / "constructed.genmu", protocol) as project:
        project.intake.references(made.write_references(folder / "references", genuine), cohort=len(made.COHORT))
        for entry in entries:
            draft = drafts[entry.name]
            manifest = draft.manifest.format(team=entry.name, track=entry.track, revision=1)
            written = made.write(folder / entry.name, draft.files, manifest, draft.missing)
            scanned = scan_submission(written, protocol)
            assert not scanned.refused, scanned.problems
            project.intake.submission(scanned, Receipt(draft.received, entry.name))
        for track, name in IDENTITY_EVALUATOR.items():
            if any(entry.attack for entry in entries):
                world.score_with_fake(project)
                break
            files = [file for entry in entries if entry.track == track for file in drafts[entry.name].files]
            made.measure(project, name, seen_in([*files, *genuine]))
        for name in dict.fromkeys(name for draft in drafts.values() for name in draft.measured):
            made.measure(project, name, {
                sha256: outcome
                for draft in drafts.values()
                for sha256, outcome in draft.measured.get(name, {}).items()
            })  # fmt: skip
        for name, draft in drafts.items():
            if draft.then is not None:
                draft.then(project, folder / name)
        yield project


def with_seen(seen: Callable[[File], Outcome]) -> Callable[[File], File]:
    """Return a change of what a verifier sees."""
    return lambda file: replace(file, seen=seen(file))
