import os
from pathlib import Path

import pytest

from genmu_studio.submission.problems import LISTED_PER_CODE, ProblemCode, ProblemList, Severity, severity_of
from genmu_studio.submission.walk import walk_folder


def _walk(folder: Path, **limits: int) -> tuple[dict[str, int], dict[str, int], list[tuple[str, str]]]:
    problems = ProblemList()
    found = walk_folder(folder, problems, **limits)
    return dict(found.sizes), dict(found.ignored), [(each.code, each.path) for each in problems.listed()]


def _write(folder: Path, *paths: str) -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b"1234")


def test_rubbish_is_ignored_and_counted(tmp_path: Path) -> None:
    _write(tmp_path, "a/1.png", "a/._1.png", "a/.DS_Store", ".git/config", "__MACOSX/a/1.png", "a/Thumbs.db")
    sizes, ignored, problems = _walk(tmp_path)
    assert sizes == {"a/1.png": 4}
    assert ignored == {"._ files": 1, ".DS_Store": 1, "hidden files": 1, "__MACOSX": 1, "Thumbs.db": 1}
    assert problems == []


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    _write(tmp_path, "secret.png", "in/real/1.png")
    inside = tmp_path / "in"
    (inside / "out.png").symlink_to(tmp_path / "secret.png")
    (inside / "up.png").symlink_to("../secret.png")
    (inside / "outdir").symlink_to(tmp_path)
    (inside / "folder").symlink_to("real")
    (inside / "same.png").symlink_to("real/1.png")
    (inside / "nowhere.png").symlink_to("missing")
    (inside / "loop.png").symlink_to("loop.png")
    sizes, _, problems = _walk(inside)
    assert sizes == {"real/1.png": 4, "same.png": 4}
    assert problems == [
        ("LINK_FOLDER", "folder"),
        ("FOLDER_UNREADABLE", "loop.png"),
        ("FOLDER_UNREADABLE", "nowhere.png"),
        ("LINK_OUTSIDE", "out.png"),
        ("LINK_OUTSIDE", "outdir"),
        ("LINK_OUTSIDE", "up.png"),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_being_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "1.png")
    assert _walk(tmp_path) == ({}, {}, [("SPECIAL_FILE", "1.png")])


def test_names_that_are_no_text_or_not_portable_are_refused(tmp_path: Path) -> None:
    Path(os.fsdecode(bytes(tmp_path) + b"/\xff.png")).write_bytes(b"")
    (tmp_path / "a\\b.png").write_bytes(b"")
    (tmp_path / "a\nb.png").write_bytes(b"")
    sizes, _, problems = _walk(tmp_path)
    assert sizes == {}
    assert problems == [("PATH_NAME", "a\\nb.png"), ("PATH_NAME", "a\\b.png"), ("PATH_NAME", "\\udcff.png")]


def test_too_many_entries_and_too_deep_folders(tmp_path: Path) -> None:
    _write(tmp_path, "a/b/c/1.png", "2.png")
    assert _walk(tmp_path, max_depth=2) == ({"2.png": 4}, {}, [("FOLDER_DEPTH", "a/b")])
    assert _walk(tmp_path, max_entries=3) == ({}, {}, [("FOLDER_ENTRIES", "")])


def test_each_code_has_a_severity_and_long_lists_are_cut() -> None:
    by_severity = {severity: {code for code in ProblemCode if severity_of(code) is severity} for severity in Severity}
    assert set().union(*by_severity.values()) == set(ProblemCode)
    assert {"MANIFEST_MISSING", "ARCHIVE_RATIO", "ARCHIVE_WRITE", "NO_SAMPLES"} <= by_severity[Severity.FATAL]
    assert {"PATH_OUTSIDE", "DUPLICATE_CELL", "REFERENCE_MISSING"} <= by_severity[Severity.ERROR]
    assert {"PICKLE", "ROLE_CONTRADICTS", "COHORT_FEW"} <= by_severity[Severity.WARNING]
    assert {"KEY_UNKNOWN", "UNPAIRED", "PATH_BACKSLASH"} <= by_severity[Severity.INFO]
    problems = ProblemList()
    for number in range(LISTED_PER_CODE + 7):
        problems.add(ProblemCode.FILE_MISSING, str(number), "gone")
    listed = problems.listed()
    assert len(listed) == LISTED_PER_CODE + 1
    assert listed[-1].message == "7 more of this kind are not listed"
    assert problems.counts == {ProblemCode.FILE_MISSING: LISTED_PER_CODE + 7}
