"""`genmu demo`: from nothing to numbers that a person can check with a pencil (docs/demo.md)."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.cli import main
from genmu_studio.demo.project import MadeDemo
from tests.cli.conftest import Genmu
from tests.cli.ran import DEMO, METRICS, check_shape

pytestmark = pytest.mark.models

# s forget samples of 12 still verify, k retain samples of 36 are kept: FA = 100·s/12, RA = 100·k/36,
# ERB = 2·EA·RA/(EA + RA). Then ERB under the policies "failure" and "exclude", and what became of the samples.
TABLE = {
    "northlight-lab-face-r2": (8.33, 91.67, 97.22, 94.36, 94.36, 95.65, (10, 1, 1, 0), (35, 0, 0, 0, 1)),
    "harbour-group-face-r1": (0.0, 100.0, 75.0, 85.71, 82.50, 85.71, (7, 0, 4, 1), (27, 9, 0, 0, 0)),
    "cinder-institute-face-r1": (50.0, 50.0, 91.67, 64.71, 0.0, 0.0, (0, 6, 0, 6), (33, 3, 0, 0, 0)),
    "northlight-lab-speech-r1": (0.0, 100.0, 97.22, 98.59, 94.36, 98.59, (11, 0, 0, 1), (35, 1, 0, 0, 0)),
    "harbour-group-speech-r1": (83.33, 16.67, 100.0, 28.57, 28.57, 28.57, (2, 10, 0, 0), (36, 0, 0, 0, 0)),
    "cinder-institute-speech-r1": (0.0, 100.0, 77.78, 87.50, 87.50, 87.50, (0, 0, 12, 0), (28, 8, 0, 0, 0)),
}
FORGET = ("forgotten", "still_verified", "became_retain", "collapsed")
RETAIN = ("kept", "lost", "became_forget", "became_retain", "collapsed")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the remains of an earlier demo."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / ".genmu-demo").touch()
    (folder / "demo.genmu").mkdir()
    (folder / "demo.genmu" / "project.db").write_bytes(b"half of an earlier demo")
    return folder


@pytest.fixture(scope="module")
def made(folder: Path) -> dict[str, Any]:
    """Return what `genmu demo --json` printed, over the remains."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(["demo", str(folder), "--json"])
    assert ended.value.code == 0, err.getvalue()
    data = json.loads(out.getvalue())
    assert isinstance(data, dict)
    return data


def test_it_names_the_project_and_the_submissions(made: dict[str, Any], folder: Path) -> None:
    check_shape(made, DEMO)
    assert Path(made["project"]) == folder / "demo.genmu"
    assert set(made["submissions"]) == set(TABLE)


def test_the_numbers_are_those_of_the_pencil(made: dict[str, Any], genmu: Genmu) -> None:
    data = genmu("metrics", made["project"], "--json").json()
    check_shape(data, METRICS)
    assert {row["id"] for row in data["submissions"]} == set(TABLE)
    for row in data["submissions"]:
        fa, ea, ra, erb, failure, exclude, forget, retain = TABLE[row["id"]]
        (group,) = row["groups"]
        unlearned = {name: round(value["value"], 2) for name, value in group["unlearned"].items()}
        assert unlearned == {"FA": fa, "EA": ea, "RA": ra, "ERB": erb}, row["id"]
        assert {name: value["value"] for name, value in group["original"].items()} == {
            "FA": 100, "EA": 0, "RA": 100, "ERB": 0,
        }  # fmt: skip
        policies = {policy: round(each["ERB"]["value"], 2) for policy, each in row["policies"].items()}
        assert policies == {"forgotten": erb, "failure": failure, "exclude": exclude}
        assert row["outcomes"]["forget"] == dict(zip(FORGET, forget, strict=True))
        assert row["outcomes"]["retain"] == dict(zip(RETAIN, retain, strict=True))
        assert row["evaluator"]["official"] is False
        assert row["evaluator"]["kind"] == "light stand-in"
        assert row["lens"]["threshold"]["value"] == (0.45 if row["track"] == "face" else 0.81)


def test_what_a_voice_keeps_of_its_prosody_stands_beside_its_floor(made: dict[str, Any], genmu: Genmu) -> None:
    rows = {row["id"]: row["preservation"] for row in genmu("metrics", made["project"], "--json").json()["submissions"]}
    assert all("PPS" not in rows[name] for name in rows if "face" in name)
    spoken = {name: kept["PPS"] for name, kept in rows.items() if "speech" in name}
    assert {value["evaluator"]["name"] for value in spoken.values()} == {"pps_praat"}
    # Hardly anything happened to Harbour's voices; Cinder's answer each request in another one's sound.
    assert spoken["harbour-group-speech-r1"]["value"] > 98
    assert spoken["cinder-institute-speech-r1"]["parts"]["forget"] < 75
    assert spoken["northlight-lab-speech-r1"]["failures"] == 1, "the silent one"
    for value in spoken.values():
        assert value["parts"]["floor"] < value["parts"]["forget"] <= value["parts"]["retain"] <= 100
        assert value["parts"]["floor_n"] == 24


def test_the_late_entry_is_shown_and_not_ranked(made: dict[str, Any], genmu: Genmu) -> None:
    rows = genmu("leaderboard", made["project"], "--track", "face", "--json").json()["rows"]
    assert [row["rank"] for row in rows] == [1, 2, None]
    assert "after the deadline" in rows[2]["reason"]
    speech = genmu("leaderboard", made["project"], "--track", "speech", "--json").json()["rows"]
    assert [(row["rank"], round(row["ERB"]["value"], 2)) for row in speech] == [(1, 98.59), (2, 87.5), (3, 28.57)]


def test_one_evaluator_and_one_threshold_at_a_time(made: dict[str, Any], genmu: Genmu) -> None:
    data = genmu("metrics", made["project"], "--evaluator", "speaker_ge2e", "--threshold", "0.5", "--json").json()
    assert {row["track"] for row in data["submissions"]} == {"speech"}
    assert {row["lens"]["official"] for row in data["submissions"]} == {False}


def test_it_says_that_the_evaluators_are_stand_ins_and_nothing_is_fake(
    made: dict[str, Any], genmu: Genmu, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = MadeDemo(Path(made["project"]), tuple(made["submissions"]), made["seconds"])
    monkeypatch.setattr("genmu_studio.demo.project.make_demo", lambda folder, show, aspects: ready)
    ran = genmu("demo", folder)
    assert ran.code == 0
    assert "light stand-in" in ran.err
    shown = ran.out + ran.err + genmu("metrics", made["project"]).out + genmu("demo", "--help").out
    assert "94.36" in shown
    assert "fake" not in shown.casefold()


def test_a_folder_of_somebody_else_is_left_alone(genmu: Genmu, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "thesis.txt").write_text("years of work", encoding="utf-8")
    assert "is not empty" in genmu("demo", tmp_path / "theirs", "--json").refused()
    assert [each.name for each in (tmp_path / "theirs").iterdir()] == ["thesis.txt"]
