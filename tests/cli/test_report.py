"""`genmu report`: a page whose every number is that of `genmu metrics`, written once, and only where it may be."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.domain import SubmissionId
from genmu_studio.project import Project
from genmu_studio.store.submissions import put_submission
from tests.cli.conftest import Genmu
from tests.cli.ran import check_shape
from tests.core import world
from tests.core.reports import Report, check_page, stands_at

ENTRY = "example-lab-face-r1"
REPORT = {"written": str, "pairs": int, "bookmarks": int, "bytes": int}
LENS = ["--threshold", "0.97", "--rule", "verify+rank1", "--template", "max", "--policy", "failure"]


def read(path: Path) -> Report:
    report = Report(path.read_bytes())
    check_page(report)
    return report


def only(data: dict[str, Any]) -> dict[str, Any]:
    (row,) = data["submissions"]
    assert isinstance(row, dict)
    return row


@pytest.mark.parametrize("lens", [[], LENS], ids=["official", "what-if"])
def test_each_number_is_that_of_genmu_metrics_with_the_same_lens(
    lens: list[str], genmu: Genmu, scored: Path, tmp_path: Path
) -> None:
    out = tmp_path / "r.html"
    ran = genmu("report", scored, out, "--submission", ENTRY, *lens, "--json").json()
    check_shape(ran, REPORT)
    assert ran["submission"] == ENTRY
    assert (ran["written"], ran["bytes"]) == (str(out), out.stat().st_size)
    printed = read(out).numbers()
    metrics = only(genmu("metrics", scored, "--submission", ENTRY, *lens, "--json").json())
    assert len(printed) > 100
    assert [each for each in printed if each.value != stands_at(metrics, each.name)] == []


def test_the_numbers_of_a_leaderboard_are_those_of_both_commands(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    world.write_submission(tmp_path / "entry", world.grid(world.two_groups(), 2), team="Later", size=5)
    genmu("import", scored, tmp_path / "entry", "--received-at", "2026-07-02T00:00:00Z")
    genmu("score", scored, "--evaluator", "fake_image", "--executor", "inline")
    out = tmp_path / "board.html"
    ran = genmu("report", scored, out, "--json").json()
    check_shape(ran, REPORT)
    assert (ran["track"], "submission" in ran) == ("face", False)
    board = {row["submission"]: row for row in genmu("leaderboard", scored, "--track", "face", "--json").json()["rows"]}
    metrics = {row["id"]: row for row in genmu("metrics", scored, "--json").json()["submissions"]}
    printed = read(out).numbers()
    assert {each.entry for each in printed} == {ENTRY, "later-face-r1"}
    for each in printed:
        first, _, rest = each.name.partition(".")
        value = (
            stands_at(board[each.entry], rest) if first == "leaderboard" else stands_at(metrics[each.entry], each.name)
        )
        assert each.value == value, each


def test_what_it_says(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    ran = genmu("report", scored, out, "--submission", ENTRY)
    assert ran.code == 0
    assert ran.out == f"{out}: {out.stat().st_size / 1000:,.0f} kB, 8 pairs that cost points, 0 marked pairs\n"
    assert "making thumbnails" in ran.err
    board = genmu("report", scored, tmp_path / "b.html", "--track", "face")
    assert board.out == f"{tmp_path / 'b.html'}: {(tmp_path / 'b.html').stat().st_size / 1000:,.0f} kB\n"


def test_a_file_that_is_there_stays_unless_forced(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    out.write_text("old", encoding="utf-8")
    assert "--force" in genmu("report", scored, out).refused()
    assert out.read_text(encoding="utf-8") == "old"
    assert genmu("report", scored, out, "--force").code == 0
    read(out)


def test_what_cannot_be_reported(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert ENTRY in genmu("report", scored, out, "--submission", "nobody").refused()
    assert "of the face track" in genmu("report", scored, out, "--submission", ENTRY, "--track", "speech").refused()
    named = ("report", scored, out, "--submission", ENTRY, "--json")
    assert "fake_image" in genmu(*named, "--evaluator", "nothing").refused()
    assert "fallback" in genmu(*named, "--threshold", "lucky").refused()
    assert "is a folder" in genmu("report", scored, tmp_path).refused()
    assert "there is no folder" in genmu("report", scored, tmp_path / "no" / "r.html").refused()
    assert not out.exists()


def test_a_project_of_several_tracks_or_none_asks_which(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    genmu("create", tmp_path / "empty.genmu")
    assert "genmu import" in genmu("report", tmp_path / "empty.genmu", tmp_path / "r.html").refused()
    with Project.open(scored) as project:
        row = replace(project.submission(ENTRY), id=SubmissionId("v-speech-r1"), track="speech")
        project.store.write(lambda db: put_submission(db, row, root_id=1)).result()
    refused = genmu("report", scored, tmp_path / "r.html").refused()
    assert "face, speech" in refused
    assert "--track" in refused


def test_a_project_that_somebody_else_writes_can_be_reported(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    with Project.open(scored, "write"):
        assert genmu("report", scored, tmp_path / "r.html", "--submission", ENTRY).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupted_report_leaves_nothing(scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    code = (
        "import os, signal, sys\n"
        "from genmu_studio.cli import main\n"
        "from genmu_studio.report import material\n"
        "real = material.load_pairs\n"
        "def load_pairs(*given):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(*given)\n"
        "material.load_pairs = load_pairs\n"
        "main(sys.argv[1:])\n"
    )
    command = [sys.executable, "-c", code, "report", str(scored), str(out), "--submission", ENTRY]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ), timeout=120)
    assert ran.returncode == 128 + signal.SIGINT
    assert "no report was written" in ran.stderr
    assert not out.exists()
    assert [each.name for each in tmp_path.iterdir()] == ["project.genmu"]
