"""A kill in the middle of labelling by keys loses at most the key in flight, and undo goes back past the restart."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.packs import open_pack
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from tests.ui import label_world
from tests.ui.label_hands import opened, settle, standing

ITEMS, PACKED = 1000, 300
UNDONE = 5
VALUES = {"1": "yes", "2": "no"}
_LONGEST_S = 300


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project of 1,002 small pictures, each of which is asked about once."""
    path = label_world.make_bare(tmp_path_factory.mktemp("large"), ITEMS // 6 + 1, ("face",), px=4)
    with Project.open(path) as project:
        label_world.keep(project, "smile", label_world.Asked(repeats=0))
    return path


def killed(kind: str, where: Path, scratch: Path, after: int) -> list[tuple[int, str]]:
    """Label until so many answers showed as saved and a little longer; return place and key of all that did."""
    program = [sys.executable, "-m", "tests.ui.label_until_killed", kind, str(where), str(scratch)]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(program, env=surroundings, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            told = [running.stdout.readline() for _ in range(after)]
        finally:
            running.kill()
        told += running.stdout.readlines()
    return [(int(place), key) for place, key in (line.split() for line in told if line.endswith("\n"))]


@contextmanager
def of_project(where: Path, scratch: Path) -> Iterator[LabelQueue]:
    with Project.open(where) as project:
        yield label_world.queue_of(project, "smile")


@contextmanager
def of_pack(where: Path, scratch: Path) -> Iterator[LabelQueue]:
    with open_pack(where, scratch / "unpacked") as pack:
        yield pack.queue


def check(queue: LabelQueue, told: list[tuple[int, str]]) -> int:
    """Compare what showed as saved with what is in the log; return how many answers there are."""
    kept = {entry.place: standing(queue, entry.place) for entry in queue.entries}
    answered = {place: found for place, found in kept.items() if found}
    for place, key in told:
        assert answered.get(place) == {"smile": ("answer", VALUES[key])}, place
    assert len(answered) - len(told) in {0, 1}  # the one in flight may have got there
    assert sorted(answered) == list(range(len(answered)))
    return len(answered)


OPENING: Mapping[str, Callable[[Path, Path], AbstractContextManager[LabelQueue]]] = {
    "project": of_project,
    "pack": of_pack,
}


@pytest.mark.parametrize(("kind", "items"), [("project", ITEMS), ("pack", PACKED)])
def test_a_kill_loses_at_most_the_key_in_flight(
    qtbot: QtBot, large: Path, tmp_path: Path, kind: str, items: int
) -> None:
    where = label_world.copied(large, tmp_path)
    if kind == "pack":
        with Project.open(where) as project:
            where = label_world.pack_of(project, "smile", tmp_path / "pack.zip")
    chance = np.random.default_rng(items)
    told: list[tuple[int, str]] = []
    while len(told) < items - 1:
        stop = int(chance.integers(items // 10, items // 2))
        told += killed(kind, where, tmp_path, min(stop, items - 1 - len(told)))
        with OPENING[kind](where, tmp_path) as queue:
            count = check(queue, told)
            told += [(place, "12"[place % 2]) for place in range(len(told), count)]  # what got there unseen
    with OPENING[kind](where, tmp_path) as queue:
        session = opened(queue)
        assert session.finished == len(told)
        for place in range(len(told) - 1, len(told) - 1 - UNDONE, -1):
            session.undo()
            settle(session)
            assert (session.place, standing(queue, place)) == (place, {})
        session.close()
