"""Projects of the tests, made once and copied: see `tests.core.world`."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from tests.core import two_faces, world

MakeProject = Callable[..., Project]


@pytest.fixture
def new_project(tmp_path: Path) -> Iterator[MakeProject]:
    """Return a function that makes an open project with the protocol given; it is closed at the end."""
    with ExitStack() as stack:

        def make(protocol: Protocol, name: str = "project.genmu") -> Project:
            return stack.enter_context(Project.create(tmp_path / name, protocol))

        yield make


@pytest.fixture(scope="session")
def unscored_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project of two groups: references, and the entry example-lab-face-r1 (56 samples), not scored.

    Of its unlearned samples identity 1 shows 2, and 11 still shows itself; 13 shows a stranger.
    """
    folder = tmp_path_factory.mktemp("unscored")
    protocol = world.two_groups()
    samples = world.showing(
        world.grid(protocol, conditions=2, seeds=2),
        {("unlearned", "1"): "2", ("unlearned", "13"): world.STRANGER},
    )
    world.write_submission(folder / "entry", samples)
    world.write_references(folder / "references", protocol.identities_of("face"))
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "entry")
    return folder / "project.genmu"


@pytest.fixture(scope="session")
def scored_folder(unscored_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same project, scored with fake_image."""
    folder = tmp_path_factory.mktemp("scored") / "project.genmu"
    shutil.copytree(unscored_folder, folder)
    with Project.open(folder) as project:
        world.score_with_fake(project)
    return folder


def _opened_copy(folder: Path, to: Path) -> Iterator[Project]:
    shutil.copytree(folder, to / "project.genmu")
    with Project.open(to / "project.genmu") as project:
        yield project


@pytest.fixture
def unscored(unscored_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a copy of the unscored project, open."""
    yield from _opened_copy(unscored_folder, tmp_path)


@pytest.fixture
def scored(scored_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a copy of the scored project, open."""
    yield from _opened_copy(scored_folder, tmp_path)


@pytest.fixture(scope="session")
def two_faces_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what `two_faces.make` makes."""
    folder = tmp_path_factory.mktemp("two-faces")
    two_faces.make(folder)
    return folder


@pytest.fixture
def two_faced(two_faces_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a copy of the project in which two submissions share a picture of two faces, open, with their files."""
    shutil.copytree(two_faces_folder, tmp_path / "copy")
    with two_faces.open_moved(tmp_path / "copy") as project:
        yield project
