"""A project with a campaign, open, and what fills its disk."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from genmu_studio.project import Project
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
