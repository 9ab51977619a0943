"""`genmu import`, end to end: what is understood, what changes on the disk, and what strangers cannot do."""

import hashlib
import io
import os
import pickle
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.cli.ran import IMPORT, check_shape
from tests.core import world

HEAD = world.HEAD.format(team="Folder Lab", track="face", revision=3)


def tree(*folders: Path) -> dict[str, str]:
    """Return every path under `folders` with the digest of its bytes, but for SQLite's notes of who is reading."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.name not in {"project.db-wal", "project.db-shm"}
    }


def write_layout(folder: Path) -> Path:
    """Write a submission without a table: 8 samples in a layout that says everything, and what belongs to none."""
    for side in ("original", "unlearned"):
        for shade, identity in enumerate("1234"):
            world.write_picture(folder / side / "One" / identity / "0.png", identity, shade)
    world.write_picture(folder / "holiday.png", "1", 99)
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / "submission.toml").write_text(HEAD, encoding="utf-8")
    return folder


def packed(folder: Path, to: Path) -> Path:
    with zipfile.ZipFile(to, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder).as_posix())
    return to


def codes(report: dict[str, object]) -> set[str]:
    problems = report["problems"]
    assert isinstance(problems, list)
    return {problem["code"] for problem in problems}


@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_a_dry_run_says_everything_and_changes_nothing(kind: str, genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    entry = write_layout(tmp_path / "entry")
    source = entry if kind == "folder" else packed(entry, tmp_path / "entry.zip")
    before = tree(unscored, entry)
    data = genmu("import", unscored, source, "--dry-run", "--json").json()
    assert tree(unscored, entry) == before
    check_shape(data, IMPORT)
    (report,) = data["submissions"]
    assert (report["id"], report["team"], report["samples"]) == (None, "Folder Lab", 8)
    assert report["pairs"] == {"matched": 4, "mismatched": 0}
    assert report["unmatched"]["count"] == 1
    assert report["unmatched"]["first"][0]["path"] == "holiday.png"
    assert sum(report["ignored"].values()) >= 1
    assert report["inferred"]


def test_text_says_what_was_inferred_and_what_was_left_over(genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    ran = genmu("import", unscored, write_layout(tmp_path / "entry"), "--dry-run")
    assert ran.code == 0
    assert "8 samples, 4 matched pairs" in ran.out
    assert "would be imported" in ran.out
    assert "inferred" in ran.out
    assert "holiday.png" in ran.err


def test_a_written_manifest_says_what_the_layout_said(genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    entry = write_layout(tmp_path / "entry")
    (first,) = genmu("import", unscored, entry, "--write-manifest", "--json").json()["submissions"]
    assert (entry / "samples.csv").is_file()
    (second,) = genmu("import", unscored, entry, "--write-manifest", "--json").json()["submissions"]
    assert second["table"] == "samples.csv"
    assert second["samples"] == first["samples"]
    assert second["already_there"] is True
    assert second["id"] == first["id"]
    assert genmu("import", unscored, entry, "--write-manifest", "--dry-run").code == 2


def test_several_and_a_folder_of_several(genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    samples = world.grid(world.two_groups(), 1)
    for number in range(3):
        world.write_submission(tmp_path / "all" / f"entry{number}", samples, team=f"Team {number}")
    packed(tmp_path / "all" / "entry2", tmp_path / "all" / "entry2.zip")
    one = world.write_submission(tmp_path / "one", samples, team="One")
    data = genmu("import", unscored, tmp_path / "all", one, "--json").json()
    assert [each["team"] for each in data["submissions"]] == ["Team 0", "Team 1", "Team 2", "Team 2", "One"]
    assert [each["already_there"] for each in data["submissions"]] == [False, False, False, True, False]
    assert "one submission" in genmu("import", unscored, tmp_path / "all", "--team", "T").refused()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2026-07-08T21:14:00Z", "2026-07-08T21:14:00+00:00"),
        ("2026-07-08T23:14:00+02:00", "2026-07-08T21:14:00+00:00"),
        ("2026-07-08T21:14:00", "2026-07-08T21:14:00+00:00"),
        ("2026-07-08", "2026-07-08T00:00:00+00:00"),
    ],
)
def test_the_organizer_says_when_and_whose(given: str, kept: str, genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    entry = world.write_submission(tmp_path / "entry", world.grid(world.two_groups(), 1), team="Claimed")
    genmu("import", unscored, entry, "--received-at", given, "--team", "Confirmed", "--json").json()
    with Project.open(unscored, "read") as project:
        (row,) = [each for each in project.submissions() if each.team_claimed == "Claimed"]
    assert (row.received_at_utc, row.team) == (kept, "Confirmed")


class Bomb:
    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (os.environ["GENMU_TEST_CANARY"],)


@pytest.fixture
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail where code was executed: nothing else makes that folder."""
    monkeypatch.setenv("GENMU_TEST_CANARY", str(tmp_path / "canary"))
    yield
    assert not (tmp_path / "canary").exists()


def hostile_rows(*paths: str) -> str:
    rows = [f"{path},unlearned,One,1,c,{seed}" for seed, path in enumerate(paths)]
    return "path,side,group,identity,condition,seed\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../secret.png", "PATH_OUTSIDE"),
        ("/etc/passwd", "PATH_OUTSIDE"),
        ("C:\\secret.png", "PATH_OUTSIDE"),
        ("..\\secret.png", "PATH_OUTSIDE"),
        ("link.png", "LINK_OUTSIDE"),
        ("folder/secret.png", "LINK_OUTSIDE"),
        ("missing.png", "FILE_MISSING"),
        ("pickle.png", "PICKLE"),
    ],
)
@pytest.mark.usefixtures("canary")
def test_a_hostile_folder_is_listed_and_nothing_of_it_runs(
    path: str, code: str, genmu: Genmu, unscored: Path, tmp_path: Path
) -> None:
    world.write_picture(tmp_path / "outside" / "secret.png", "1", 7)
    world.write_picture(tmp_path / "secret.png", "1", 7)
    entry = tmp_path / "entry"
    world.write_picture(entry / "good.png", "1", 1)
    (entry / "link.png").symlink_to(tmp_path / "secret.png")
    (entry / "folder").symlink_to(tmp_path / "outside")
    (entry / "pickle.png").write_bytes(pickle.dumps(Bomb()))
    (entry / "submission.toml").write_text(HEAD, encoding="utf-8")
    (entry / "samples.csv").write_text(hostile_rows("good.png", path), encoding="utf-8")
    (report,) = genmu("import", unscored, entry, "--json").json()["submissions"]
    assert code in codes(report)
    assert report["samples"] == (2 if code == "PICKLE" else 1)
    runs = genmu("score", unscored, "--evaluator", "fake_image", "--executor", "inline", "--json").json()["runs"]
    failed = [sample["code"] for sample in runs[0]["failed"]]
    assert failed == (["UNREADABLE"] if code == "PICKLE" else [])


def zip_of(path: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def tar_of(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return path


def link(name: str, target: str) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = tarfile.SYMTYPE, target
    return member


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: zip_of(path / "e.zip", ("../out.txt", b"x")), "ARCHIVE_PATH"),
        (lambda path: zip_of(path / "e.zip", ("/tmp/out.txt", b"x")), "ARCHIVE_PATH"),
        (lambda path: zip_of(path / "e.zip", ("a.png", bytes(300 << 20))), "ARCHIVE_RATIO"),
        (lambda path: tar_of(path / "e.tar.gz", link("out", "../..")), "ARCHIVE_LINK"),
        (lambda path: tar_of(path / "e.tar.gz", tarfile.TarInfo("../out.txt")), "ARCHIVE_PATH"),
    ],
)
def test_a_hostile_archive_is_refused_without_a_trace(
    make: Callable[[Path], Path], code: str, genmu: Genmu, unscored: Path, tmp_path: Path
) -> None:
    box = tmp_path / "box"
    box.mkdir()
    archive = make(box)
    before = tree(box, unscored)
    ran = genmu("import", unscored, archive, "--json")
    assert ran.code == 1
    assert "1 of 1 submissions refused" in ran.err
    assert code in ran.out
    after = tree(box, unscored)
    changed = {Path(path).name for path in after if after[path] != before.get(path)}
    assert changed <= {"project.db", ".lock", "unpacked"}


def test_hostile_text_in_a_manifest_reaches_no_terminal(genmu: Genmu, unscored: Path, tmp_path: Path) -> None:
    samples = world.grid(world.two_groups(), 1)
    entry = world.write_submission(tmp_path / "entry", samples, team="A\\u001b[31m\\u202eB\\n=cmd()")
    world.write_picture(entry / "\x1b[2Jleft\u202eover.png", "1", 5)
    ran = genmu("import", unscored, entry, "--team", "\x1b]0;title\x07T\u202e", "--received-at", "2026-07-01")
    assert ran.code == 0
    shown = ran.out + ran.err
    for command in (["metrics", unscored], ["leaderboard", unscored, "--track", "face"]):
        shown += genmu(*command).out + genmu(*command, "--json").out
    assert all(character == "\n" or character.isprintable() for character in shown)
