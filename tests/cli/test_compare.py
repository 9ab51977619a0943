"""`genmu compare`: every figure is that of `genmu metrics`, and what a person reads is what the JSON says."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.cli.ran import EVALUATOR, MAYBE_NUMBER, MAYBE_TEXT, NUMBER, SUBMISSION, a_percentage, check_shape
from tests.core import world

FIRST, SECOND = "example-lab-face-r1", "example-lab-face-r2"
LENS = ["--threshold", "0.97", "--rule", "verify+rank1", "--template", "max", "--policy", "failure"]


def a_pair(data: object, where: str) -> None:
    assert isinstance(data, list), where
    assert len(data) == 2, where


COMPARE = {
    "first": {**SUBMISSION, "provider": str},
    "second": {**SUBMISSION, "provider": str},
    "evaluator": {"name": str, "version": str, "digest": str, "licence": EVALUATOR["licence"]},
    "lens": {"threshold": {"value": NUMBER, "preset": MAYBE_TEXT, "origin": str}, "policy": str, "official": bool},
    "deltas": [
        {
            "symbol": str,
            "group": MAYBE_TEXT,
            "first": a_percentage,
            "second": a_percentage,
            "change": MAYBE_NUMBER,
            "interval": (list, type(None)),
            "better": (bool, type(None)),
        }
    ],
    "missing": [{"submission": str, "group": str}],
    "samples": {"matched": int, "only_first": int, "only_second": int, "changed": int},
    "turns": [{"role": str, "outcomes": a_pair, "n": int}],
    "changed": [
        {
            "group": str,
            "identity": str,
            "role": str,
            "condition": str,
            "seed": int,
            "outcomes": a_pair,
            "similarities": a_pair,
            "paths": a_pair,
        }
    ],
}


@pytest.fixture(scope="session")
def two_revisions_folder(scored_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the scored project with revision 2, which forgets 11 too, loses 3 and keeps 13."""
    folder = tmp_path_factory.mktemp("two-revisions")
    samples = world.showing(
        world.grid(world.two_groups(), conditions=2, seeds=2),
        {("unlearned", "1"): "2", ("unlearned", "11"): world.STRANGER, ("unlearned", "3"): world.STRANGER},
    )
    shutil.copytree(scored_folder, folder / "project.genmu")
    with Project.open(folder / "project.genmu", "write") as project:
        world.take_in(project, world.write_submission(folder / "entry", samples, revision=2, size=5))
        world.score_with_fake(project)
    return folder / "project.genmu"


@pytest.fixture
def revisions(two_revisions_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(two_revisions_folder, tmp_path / "project.genmu"))


def metrics_of(genmu: Genmu, project: Path, submission: str, lens: list[str]) -> dict[str, Any]:
    (row,) = genmu("metrics", project, "--submission", submission, *lens, "--json").json()["submissions"]
    assert isinstance(row, dict)
    return row


def figure(metrics: dict[str, Any], symbol: str, group: str | None) -> object:
    if symbol == "GP":
        return metrics["preservation"]["GP"]
    if group is None:
        return metrics["track_value"][symbol]
    return next(each["unlearned"][symbol] for each in metrics["groups"] if each["group"] == group)


@pytest.mark.parametrize("lens", [[], LENS], ids=["official", "what-if"])
def test_each_figure_is_that_of_genmu_metrics_with_the_same_lens(
    lens: list[str], genmu: Genmu, revisions: Path
) -> None:
    data = genmu("compare", revisions, FIRST, SECOND, *lens, "--json").json()
    check_shape(data, COMPARE)
    first, second = (metrics_of(genmu, revisions, each, lens) for each in (FIRST, SECOND))
    assert [(each["symbol"], each["group"]) for each in data["deltas"]] == [
        ("ERB", None), ("EA", None), ("RA", None), ("GP", None),
        ("ERB", "One"), ("FA", "One"), ("RA", "One"), ("ERB", "Two"), ("FA", "Two"), ("RA", "Two"),
    ]  # fmt: skip
    for delta in data["deltas"]:
        assert delta["first"] == figure(first, delta["symbol"], delta["group"]), delta
        assert delta["second"] == figure(second, delta["symbol"], delta["group"]), delta
        assert delta["change"] == delta["second"]["value"] - delta["first"]["value"]
    assert data["lens"] == first["lens"] == second["lens"]
    assert data["evaluator"] == first["evaluator"]
    for name, metrics in (("first", first), ("second", second)):
        assert {key: metrics[key] for key in data[name] if key != "provider"} == {
            key: value for key, value in data[name].items() if key != "provider"
        }


def test_the_changed_samples_are_those_of_the_table_of_results(genmu: Genmu, revisions: Path, tmp_path: Path) -> None:
    data = genmu("compare", revisions, FIRST, SECOND, "--json").json()
    genmu("export", revisions, "results", tmp_path / "r.json", "--format", "json")
    rows = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    results = {(row["submission"], row["path"]): row for row in rows}
    assert data["samples"] == {"matched": 28, "only_first": 0, "only_second": 0, "changed": 12}
    assert {each["identity"] for each in data["changed"]} == {"3", "11", "13"}
    for each in data["changed"]:
        first, second = (results[entry, path] for entry, path in zip((FIRST, SECOND), each["paths"], strict=True))
        for row in (first, second):
            assert row["side"] == "unlearned"
            named = ("group", "identity", "condition", "seed")
            assert [row[name] for name in named] == [each[name] for name in named]
        assert each["outcomes"] == [first["outcome"], second["outcome"]]
        own = "similarity_to_own_template"
        assert each["similarities"] == [first[own], second[own]]
    assert sorted((each["role"], *each["outcomes"], each["n"]) for each in data["turns"]) == [
        ("forget", "still verified", "forgotten", 4),
        ("retain", "kept", "lost", 4),
        ("retain", "lost", "kept", 4),
    ]


def test_what_a_person_reads(genmu: Genmu, revisions: Path) -> None:
    ran = genmu("compare", revisions, FIRST, SECOND)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"first   Example Lab, face, revision 1 ({FIRST})"
    assert lines[1] == f"second  Example Lab, face, revision 2 ({SECOND})"
    assert "WHAT-IF" not in ran.out
    (fa,) = [line.split() for line in lines if line.startswith("Two") and " FA " in line]
    assert fa[:3] == ["Two", "FA", "100.00"]
    assert "▼ -100.00 [-100.0, " in " ".join(fa)
    assert fa[-1] == "better"
    (ra,) = [line for line in lines if line.startswith("One") and " RA " in line]
    assert "▼ -33.33" in ra
    assert "worse" in ra
    assert "28 unlearned samples of the same identity, condition and seed; 12 ended otherwise" in lines
    assert "      4 forget: still verified → forgotten" in lines
    changed = [line for line in lines if line.startswith("Two") and "still verified → forgotten" in line]
    assert len(changed) == 4
    assert "0.998 → -0.230" in changed[0]
    assert "more" not in ran.out


def test_only_as_many_samples_as_asked_for_and_how_many_more(genmu: Genmu, revisions: Path) -> None:
    few = genmu("compare", revisions, FIRST, SECOND, "--limit", "3").out
    assert sum(" → " in line and line[0] != " " for line in few.splitlines()) == 3
    assert few.splitlines()[-1] == "  and 9 more: --limit shows more of them, --json all"
    none = genmu("compare", revisions, FIRST, SECOND, "--limit", "0").out
    assert none.splitlines()[-1].startswith("  and 12 more")


def test_the_other_way_round_and_with_itself(genmu: Genmu, revisions: Path) -> None:
    there = genmu("compare", revisions, FIRST, SECOND, "--json").json()
    back = genmu("compare", revisions, SECOND, FIRST, "--json").json()
    assert [each["change"] for each in there["deltas"]] == [-each["change"] for each in back["deltas"]]
    assert [each["outcomes"] for each in there["changed"]] == [each["outcomes"][::-1] for each in back["changed"]]
    assert [each["paths"] for each in there["changed"]] == [each["paths"][::-1] for each in back["changed"]]
    same = genmu("compare", revisions, FIRST, FIRST, "--json").json()
    assert {each["change"] for each in same["deltas"]} == {0}
    assert same["changed"] == same["turns"] == []
    text = genmu("compare", revisions, FIRST, FIRST).out
    assert "0 ended otherwise" in text
    assert "▲" not in text
    assert "▼" not in text


def test_a_what_if_is_called_one(genmu: Genmu, revisions: Path) -> None:
    assert "WHAT-IF" in genmu("compare", revisions, FIRST, SECOND, "--threshold", "0.97").out
    data = genmu("compare", revisions, FIRST, SECOND, "--threshold", "0.97", "--json").json()
    assert data["lens"]["official"] is False
    assert data["first"]["reason"]
    assert data["first"]["ranked"] is False


def test_groups_and_samples_that_only_one_has_are_said(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = [each for each in world.grid(world.two_groups(), conditions=1, seeds=2) if each.group == "One"]
    with Project.open(scored, "write") as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", samples, revision=2, size=5))
        world.score_with_fake(project)
    data = genmu("compare", scored, FIRST, SECOND, "--json").json()
    assert data["missing"] == [{"submission": SECOND, "group": "Two"}]
    assert data["samples"]["only_first"] == 20
    text = genmu("compare", scored, FIRST, SECOND).out
    assert f"  ! {SECOND} delivered nothing of Two" in text
    assert "  ! track ERB, second: not computable: Two: no unlearned samples" in text
    assert "8 unlearned samples of the same identity, condition and seed, 20 only in the first; " in text


def test_what_cannot_be_compared(genmu: Genmu, revisions: Path, tmp_path: Path) -> None:
    world.write_submission(tmp_path / "entry", world.grid(world.two_groups(), 1), team="Later", size=6)
    genmu("import", revisions, tmp_path / "entry")
    assert "no evaluator has results for later-face-r1" in genmu("compare", revisions, FIRST, "later-face-r1").refused()
    assert "fake_image" in genmu("compare", revisions, FIRST, SECOND, "--evaluator", "nothing").refused()
    assert "fallback" in genmu("compare", revisions, FIRST, SECOND, "--threshold", "lucky").refused()


def test_a_name_that_would_harm_a_terminal_is_shown_as_text(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    hostile = "\x1b[2J\u202e[red]evil[/red]"
    samples = [
        world.Sample(each.side, each.group, each.identity, hostile.replace("\x1b", ""), each.seed)
        for each in world.showing(world.grid(world.two_groups(), conditions=1), {("unlearned", "11"): world.STRANGER})
    ]
    with Project.open(scored, "write") as project:
        for revision, shows in ((2, world.STRANGER), (3, "12")):
            shown = world.showing(samples, {("unlearned", "11"): shows})
            folder = world.write_submission(tmp_path / str(revision), shown, revision=revision, size=4 + revision)
            world.take_in(project, folder, team=hostile)
        world.score_with_fake(project)
        names = [row.id for row in project.submissions() if row.id != FIRST]
    ran = genmu("compare", scored, *names)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "\\x1b[2J\\u202e[red]evil[/red]" in ran.out
    assert all(line.isprintable() for line in ran.out.splitlines())
    data = genmu("compare", scored, *names, "--json")
    assert data.out.isascii()
    assert data.json()["first"]["team"] == hostile
