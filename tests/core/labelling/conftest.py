"""A project with campaigns, open, one of two entries that share files, and what fills a disk."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from genmu_studio.project import Project
from tests.core import world
from tests.core.labelling.made import FACES, PAIRS, write_file


@pytest.fixture
def asked(unscored: Project, tmp_path: Path) -> Project:
    """Return a project with the campaigns "faces" and "pairs"."""
    for text in (FACES, PAIRS):
        unscored.labelling.keep(unscored.labelling.plan(write_file(tmp_path, text)))
    return unscored


@pytest.fixture
def full_disk(asked: Project) -> Iterator[Callable[[bool], None]]:
    """Return what lets the project's file grow by two pages and no more, or again as it likes."""

    def limit(on: bool) -> None:
        def write(db: Database) -> None:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count = {pages + 2 if on else 1 << 30}")

        asked.store.write(write).result()

    yield limit
    limit(False)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of two entries that share their originals: 7 identities, one condition, one seed."""
    folder = tmp_path_factory.mktemp("shared")
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=1, seeds=1)
    with Project.create(folder / "project.genmu", protocol) as project:
        for team in ("Example Lab", "Other Lab"):
            rows = [
                world.Sample(each.side, each.group, each.identity, each.condition, each.seed, shade=place + shift)
                for place, each in enumerate(samples)
                for shift in [100 if team == "Other Lab" and each.side == "unlearned" else 0]
            ]
            world.write_submission(folder / team, rows, team=team)
            world.take_in(project, folder / team)
    return folder / "project.genmu"


@pytest.fixture
def shared(shared_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a copy of it, open."""
    shutil.copytree(shared_folder, tmp_path / "project.genmu")
    with Project.open(tmp_path / "project.genmu") as project:
        yield project
