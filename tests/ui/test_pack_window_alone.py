"""The window of a pack in a process of its own: with the core's packages alone, and killed at a random moment."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import numpy as np
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from genmu_studio.labelling.packs import open_pack
from genmu_studio.labelling.unpacked_pack import unpack
from genmu_studio.project import Project
from tests.ui import label_world
from tests.ui.label_hands import standing

CHECKOUT = Path(__file__).resolve().parents[2]
ITEMS = 150
ALL = 10_000
VALUES = {"1": "yes", "2": "no"}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a pack of 150 small pictures, each of which is asked about once; to be copied."""
    folder = tmp_path_factory.mktemp("large")
    made = label_world.make_bare(folder, ITEMS // 6, ("face",), px=4)
    with Project.open(made) as project:
        label_world.keep(project, "smile", label_world.Asked(repeats=0))
        return label_world.pack_of(project, "smile", folder / "ada.zip")


@pytest.fixture
def pack(large: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "ada.zip"
    copy.write_bytes(large.read_bytes())
    return copy


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment of a process whose home is in the test's folder."""
    own = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "GENMU_CONFIG": str(folder / "config")}
    return {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(CHECKOUT)}


def person(pack: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.ui.pack_person", str(pack), *arguments]


# ---- with the core alone ----


def of_the_core() -> set[str]:
    """Return the distributions that the core needs, and what those need, by canonical name."""
    data = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    waiting = [Requirement(each) for each in data["project"]["dependencies"]]
    found: dict[str, set[str]] = {}
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        extras = {"", *requirement.extras}
        new = extras - found.get(name, set())
        if not new or (requirement.marker is not None and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.setdefault(name, set()).update(new)
        try:
            needed = requires(name) or []
        except PackageNotFoundError:
            continue
        for each in map(Requirement, needed):
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in new):
                each.marker = None
                waiting.append(each)
    return set(found)


def test_the_core_is_what_it_says() -> None:
    core = of_the_core()
    assert {"numpy", "pyside6-essentials", "pydantic-core", "shiboken6", "sqlite-utils"} <= core
    assert not {"torch", "insightface", "onnxruntime", "pytest", "speechbrain", "opencv-python"} & core


def test_a_pack_is_labelled_with_the_core_alone(pack: Path, tmp_path: Path) -> None:
    core = of_the_core() | {"genmu-studio"}
    others = sorted(
        name
        for name, distributions in packages_distributions().items()
        if not core & {canonicalize_name(each) for each in distributions}
    )
    assert {"pytest", "hypothesis"} <= set(others)
    names = tmp_path / "refused.txt"
    names.write_text("\n".join(others), encoding="utf-8")
    ended = subprocess.run(
        person(pack, "12", str(names)), cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert ended.stderr == ""
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert lines[:-3] == [f"{place} {'12'[place % 2]}" for place in range(12)]
    assert lines[-3] == "ended 0 0 12"
    assert lines[-1] == "heavy "
    with open_pack(pack, tmp_path / "elsewhere") as opened:
        assert opened.queue.progress().answered == 12
    assert list((tmp_path / "cache").rglob("*.png")) == []


def test_what_is_refused_is_not_there(tmp_path: Path) -> None:
    names = tmp_path / "refused.txt"
    names.write_text("pytest", encoding="utf-8")
    code = (
        "import sys, tests.ui.pack_person as person\n"
        "person.refused.update({'pytest'})\nsys.meta_path.insert(0, person.Refusing())\nimport pytest\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], env=surroundings(tmp_path), capture_output=True, text=True, check=False
    )
    assert "pytest is not of the core" in ended.stderr


# ---- killed ----


def labelled_until_killed(pack: Path, folder: Path, after: int) -> list[tuple[int, str]]:
    """Label until so many answers showed as saved and a little longer; return place and key of all that did."""
    with subprocess.Popen(
        person(pack, str(ALL)), cwd=folder, env=surroundings(folder), stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            told = [running.stdout.readline() for _ in range(after)]
        finally:
            running.kill()
        told += running.stdout.readlines()
    found = (re.fullmatch(r"(\d+) (\d)\n", line) for line in told)
    return [(int(each[1]), each[2]) for each in found if each is not None]


def test_a_kill_of_the_window_loses_at_most_the_key_in_flight(pack: Path, tmp_path: Path) -> None:
    chance = np.random.default_rng(150)
    told: list[tuple[int, str]] = []
    for _ in range(3):
        told += labelled_until_killed(pack, tmp_path, int(chance.integers(15, 40)))
        with open_pack(pack, tmp_path / "elsewhere") as opened:
            queue = opened.queue
            kept = {entry.place: standing(queue, entry.place) for entry in queue.entries}
            answered = {place: found for place, found in kept.items() if found}
            for place, key in told:
                assert answered.get(place) == {"smile": ("answer", VALUES[key])}, place
            assert len(answered) - len(told) in {0, 1}  # the one in flight may have got there
            assert sorted(answered) == list(range(len(answered)))
            told += [(place, "12"[place % 2]) for place in range(len(told), len(answered))]
    room = tmp_path / "cache" / "genmu-studio" / "packs"
    left = [each.name for each in room.iterdir() if each.is_dir()]
    assert len(left) == 1  # each start took away what the kill before it had left
    assert re.fullmatch(r"[0-9a-f]{32}", left[0])
    with unpack(pack, room=room) as opened_again:
        assert opened_again.pack.queue.progress().answered == len(told)
    assert list(room.iterdir()) == []


def test_a_request_to_end_is_followed_in_the_middle_of_the_work(pack: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        person(pack, str(ALL)), cwd=tmp_path, env=surroundings(tmp_path), stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        told = [running.stdout.readline() for _ in range(20)]
        running.send_signal(signal.SIGTERM)
        told += running.stdout.readlines()
    assert running.returncode == 0
    count = sum(re.fullmatch(r"\d+ \d\n", line) is not None for line in told)
    with open_pack(pack, tmp_path / "elsewhere") as opened:
        assert opened.queue.progress().answered - count in {0, 1}
    assert list((tmp_path / "cache" / "genmu-studio" / "packs").iterdir()) == []


def test_a_pack_that_cannot_be_opened_ends_well(pack: Path, tmp_path: Path) -> None:
    pack.write_bytes(pack.read_bytes()[:-100])
    ended = subprocess.run(
        person(pack, "1"), cwd=tmp_path, env=surroundings(tmp_path), capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "failed The pack cannot be opened\nada.zip is damaged, or did not come whole." in ended.stdout
