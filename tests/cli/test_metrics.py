"""`genmu metrics`: the shape of its JSON, its words, and that every option changes what it should and nothing else."""

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from genmu_studio.domain import SubmissionId
from genmu_studio.executors import ExecutorChoice
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from scoring.types import EvaluatorSpec
from tests.cli.conftest import Genmu
from tests.cli.ran import METRICS, UNSCORED, VALUE_KEYS, check_shape
from tests.core import world

ENTRY = "example-lab-face-r1"


def only(data: dict[str, Any]) -> dict[str, Any]:
    (row,) = data["submissions"]
    assert isinstance(row, dict)
    return row


def values(data: object) -> Iterator[dict[str, Any]]:
    """Return every value object in `data`."""
    if isinstance(data, dict):
        if data.keys() >= VALUE_KEYS:
            yield data
        for each in data.values():
            yield from values(each)
    elif isinstance(data, list):
        for each in data:
            yield from values(each)


def test_every_key_is_there(genmu: Genmu, scored: Path) -> None:
    data = genmu("metrics", scored, "--json").json()
    check_shape(data, METRICS)
    row = only(data)
    assert [group["group"] for group in row["groups"]] == ["One", "Two"]
    # One: nobody verifies as 1, all of 2, 3, 4 are kept. Two: 11 still verifies, half of 12 and 13 are kept.
    assert [group["unlearned"]["ERB"]["value"] for group in row["groups"]] == [100, 0]
    assert row["track_value"]["ERB"]["value"] == 50
    assert row["track_value"]["ERB_of_means"]["value"] == 60
    assert row["outcomes"]["forget"] == {"forgotten": 0, "still_verified": 4, "became_retain": 4, "collapsed": 0}
    assert row["outcomes"]["retain"]["kept"] == 16
    assert row["ranked"] is True


def test_rules_other_than_the_shipped_protocols_stand_beside_the_numbers(genmu: Genmu, scored: Path) -> None:
    assert "rules of this protocol" not in genmu("metrics", scored).out
    before = only(genmu("metrics", scored, "--json").json())
    protocol = world.changed(world.two_groups(), "intervals", level=0.9, bootstrap_seed=7)
    world.put_under(scored, protocol)

    text = genmu("metrics", scored).out
    data = genmu("metrics", scored, "--json").json()

    assert "! rules of this protocol, and the shipped one's: level 0.9 (0.95), bootstrap_seed 7 (20260711)" in text
    assert data["protocol"]["digest"] == protocol.digest
    after = only(data)
    assert after["lens"]["rules"] == {**before["lens"]["rules"], "level": 0.9, "bootstrap_seed": 7}
    assert after["track_value"]["ERB"]["value"] == before["track_value"]["ERB"]["value"]
    wide, narrow = (row["groups"][0]["unlearned"]["RA"]["interval"] for row in (before, after))
    assert narrow[0] > wide[0]


def test_the_aggregate_of_the_protocol_is_what_every_table_calls_erb(
    genmu: Genmu, scored: Path, tmp_path: Path
) -> None:
    world.put_under(scored, world.changed(world.two_groups(), "decision", aggregate="erb_of_means"))

    data = genmu("metrics", scored, "--json").json()
    text = genmu("metrics", scored).out
    board = genmu("leaderboard", scored, "--track", "face", "--json").json()
    genmu("export", scored, "metrics", tmp_path / "m.csv")

    row = only(data)
    assert (row["ranked"], row["lens"]["official"], row["lens"]["aggregate"]) == (True, True, "erb_of_means")
    assert {name: row["track_value"][name]["value"] for name in ("ERB", "ERB_of_means", "ERB_mean_of_groups")} == {
        "ERB": 60, "ERB_of_means": 60, "ERB_mean_of_groups": 50,
    }  # fmt: skip
    assert row["track_value"]["ERB"]["interval"] is not None
    assert "ERB 60.00" in text.splitlines()[0]
    assert "track value: erb_of_means" in text
    assert "mean of the groups' ERB 50.00" in text
    (entry,) = board["rows"]
    assert (entry["aggregate"], entry["ERB"]["value"], entry["rank"]) == ("erb_of_means", 60, 1)
    for form in ("table", "csv", "html"):
        shown = genmu("leaderboard", scored, "--track", "face", "--format", form).out
        assert "ERB of the groups" in shown, form
    with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as stream:
        whole = {each["metric"]: each for each in csv.DictReader(stream) if not each["group"]}
    assert {name: float(whole[name]["value"]) for name in ("ERB", "ERB_of_means", "ERB_mean_of_groups")} == {
        "ERB": 60, "ERB_of_means": 60, "ERB_mean_of_groups": 50,
    }  # fmt: skip
    assert whole["ERB"]["aggregate"] == "erb_of_means"


def test_a_submission_that_is_not_scored_has_the_keys_too(genmu: Genmu, unscored: Path) -> None:
    row = only(genmu("metrics", unscored, "--json").json())
    check_shape(row, UNSCORED)
    assert row["ranked"] is False
    assert row["track_value"]["ERB"]["reason"]
    assert "no evaluator has results" in genmu("metrics", unscored).out


def test_the_words_say_what_the_json_says(genmu: Genmu, scored: Path) -> None:
    row = only(genmu("metrics", scored, "--json").json())
    text = genmu("metrics", scored).out
    assert f"ERB {row['track_value']['ERB']['value']:.2f}" in text
    for group in row["groups"]:
        block = text[text.index(f"  {group['group']}\n") :]
        for side in ("original", "unlearned"):
            line = next(each for each in block.splitlines() if each.startswith(side))
            assert all(f"{value['value']:.2f} " in f"{line} " for value in group[side].values())
        for each in group["identities"]:
            starts = f"{each['identity']} "
            rows = [line.split() for line in block.splitlines() if line.startswith(starts)]
            (cells,) = [line for line in rows if line[2] == each["side"]][:1]
            assert cells[3:6] == [
                f"{each['verified']}/{each['n']}",
                str(each["failures"]),
                f"{each['mean_similarity']:.3f}",
            ]
        assert "unlearned ERB: few conditions" in block
    assert "few conditions" in row["groups"][0]["unlearned"]["ERB"]["badge"]


def on_a_terminal(width: int, *arguments: str) -> str:
    """Return what `genmu` shows on a terminal of that width."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(width), "TERM": "dumb"}
    command = [sys.executable, "-m", "genmu_studio.cli", *arguments]
    shown = bytearray()
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        # Linux ends a terminal that nobody writes to any more with an error.
        with suppress(OSError):
            while chunk := os.read(ours, 65_536):
                shown += chunk
    os.close(ours)
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("command", ["metrics", "leaderboard --track face"])
def test_nothing_is_cut_on_a_terminal(width: int, command: str, scored: Path) -> None:
    name, *options = command.split()
    text = on_a_terminal(width, name, str(scored), *options)
    assert "Example Lab" in text
    assert "50.00" in text
    assert "…" not in text
    heads = ("original", "unlearned", "rank", "identity")
    tables = [line for line in text.splitlines() if line.startswith(heads)]
    assert tables
    assert all(len(line) <= width for line in tables)


OPTIONS = [
    (("--threshold", "0.25"), "threshold"),
    (("--rule", "verify+rank1"), "rule"),
    (("--template", "max"), "template"),
    (("--policy", "exclude"), "policy"),
]


@pytest.mark.parametrize(("option", "key"), OPTIONS)
def test_an_option_changes_its_part_of_the_lens_and_makes_a_what_if(
    option: tuple[str, str], key: str, genmu: Genmu, scored: Path
) -> None:
    plain = only(genmu("metrics", scored, "--json").json())
    row = only(genmu("metrics", scored, *option, "--json").json())
    assert (plain["lens"].pop("official"), row["lens"].pop("official")) == (True, False)
    assert {name for name in row["lens"] if row["lens"][name] != plain["lens"][name]} == {key}
    assert (row["ranked"], row["reason"]) == (False, "what-if lens")
    for part in ("track_value", "policies", "groups"):
        decided = [value for value in values(row[part]) if value["value"] is not None]
        marked = [value for value in decided if value["badge"] and "what-if" in value["badge"]]
        # FS and RS know no threshold and no policy.
        assert len(decided) - len(marked) == (2 * len(row["groups"]) if part == "groups" else 0)
    assert "WHAT-IF" in genmu("metrics", scored, *option).out
    assert "WHAT-IF" not in genmu("metrics", scored).out


def test_a_sample_at_the_threshold_is_verified(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    genmu("export", scored, "results", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        samples = [row for row in csv.DictReader(stream) if (row["side"], row["identity"]) == ("unlearned", "13")]
    scores = sorted(float(row["similarity_to_own_template"]) for row in samples)
    above = float(np.nextafter(np.float32(scores[-1]), np.float32(1)))

    def verified(threshold: float) -> int:
        row = only(genmu("metrics", scored, "--threshold", repr(threshold), "--json").json())
        (each,) = [
            each
            for group in row["groups"]
            for each in group["identities"]
            if (each["side"], each["identity"]) == ("unlearned", "13")
        ]
        assert isinstance(each["verified"], int)
        return each["verified"]

    assert verified(scores[-1]) == scores.count(scores[-1])
    assert verified(above) == 0
    assert verified(scores[0]) == len(scores)


def new_entry(genmu: Genmu, project: Path, folder: Path, samples: list[world.Sample]) -> dict[str, Any]:
    """Import and score a further entry; return its metrics."""
    world.write_submission(folder, samples, team="Further", size=5)
    (report,) = genmu("import", project, folder, "--received-at", "2026-07-01", "--json").json()["submissions"]
    genmu("score", project, "--evaluator", "fake_image", "--executor", "inline")
    return only(genmu("metrics", project, "--submission", report["id"], "--json").json())


def test_damaged_samples_and_policies_stand_side_by_side(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = world.showing(world.grid(world.two_groups(), 5), {("unlearned", "1"): world.DAMAGED})
    row = new_entry(genmu, scored, tmp_path / "entry", samples)
    assert {policy: each["ERB"]["value"] for policy, each in row["groups"][0]["policies"].items()} == {
        "forgotten": 100,
        "failure": 0,
        "exclude": None,
    }
    assert row["policy_badge"] or row["groups"][0]["policy_badge"]
    text = genmu("metrics", scored, "--submission", row["id"]).out
    assert row["groups"][0]["policy_badge"] in text
    assert "5 collapsed" in text


def test_unequal_counts_show_the_mean_over_identities(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = world.showing(world.grid(world.two_groups(), 4), {("unlearned", "2"): world.STRANGER})
    short = [each for each in samples if each.identity != "2" or each.condition == "c0" or each.side == "original"]
    row = new_entry(genmu, scored, tmp_path / "entry", short)
    ra = row["groups"][0]["unlearned"]["RA"]
    assert ra["value"] == pytest.approx(100 * 8 / 9)
    assert ra["parts"]["macro"] == pytest.approx(100 * 2 / 3)
    text = genmu("metrics", scored, "--submission", row["id"]).out
    assert f"unlearned RA: {ra['badge']}; mean over identities 66.67" in text


def test_a_group_that_was_not_delivered_leaves_a_partial_value(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = [each for each in world.grid(world.two_groups(), 2) if each.group == "One"]
    row = new_entry(genmu, scored, tmp_path / "entry", samples)
    assert row["track_value"]["ERB"]["value"] is None
    assert "Two" in row["track_value"]["ERB"]["reason"]
    assert row["track_value"]["partial"]["value"] == 0
    text = genmu("metrics", scored, "--submission", row["id"]).out
    assert "not computable: Two: no unlearned samples" in text
    assert "ERB of the groups that have one: 0.00" in text


def test_an_original_that_shows_nobody_is_flagged(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = world.showing(world.grid(world.two_groups(), 2), {("original", "1"): world.STRANGER})
    row = new_entry(genmu, scored, tmp_path / "entry", samples)
    stage1 = row["groups"][0]["stage1"]
    assert stage1["passed"] is False
    assert f"stage 1: {stage1['flags'][0]}" in genmu("metrics", scored, "--submission", row["id"]).out


def test_settings_that_differ_are_counted(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    samples = [
        replace(each, settings={"guidance": "5" if (each.side, each.identity) == ("unlearned", "3") else "7.5"})
        for each in world.grid(world.two_groups(), 2)
    ]
    row = new_entry(genmu, scored, tmp_path / "entry", samples)
    assert [group["mismatched_pairs"] for group in row["groups"]] == [2, 0]
    assert row["groups"][0]["ERB_without_mismatched"] is not None
    assert "settings differ within 2 pair(s)" in genmu("metrics", scored, "--submission", row["id"]).out


def test_without_references_nothing_is_computable_and_it_says_why(genmu: Genmu, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.genmu", world.one_group()) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(world.one_group())))
        world.score_with_fake(project)
    data = genmu("metrics", tmp_path / "p.genmu", "--json").json()
    check_shape(data, METRICS)
    assert "no scored reference" in only(data)["groups"][0]["unlearned"]["ERB"]["reason"]
    assert "no scored reference of identity 1" in genmu("metrics", tmp_path / "p.genmu").out


def test_an_evaluator_of_one_track_shows_the_submissions_that_it_scored(
    genmu: Genmu, scored: Path, tmp_path: Path
) -> None:
    world.write_submission(tmp_path / "entry", world.grid(world.two_groups(), 1), team="Later", size=5)
    genmu("import", scored, tmp_path / "entry")
    assert len(genmu("metrics", scored, "--json").json()["submissions"]) == 2
    assert only(genmu("metrics", scored, "--evaluator", "fake_image", "--json").json())["id"] == ENTRY
    genmu("metrics", scored, "--submission", "later-face-r1", "--evaluator", "fake_image").refused()


def test_results_of_a_changed_evaluator_are_stale_and_never_mixed(genmu: Genmu, scored: Path, tmp_path: Path) -> None:
    row = new_entry(genmu, scored, tmp_path / "entry", world.grid(world.two_groups(), 2))
    old = row["evaluator"]["digest"]
    changed = EvaluatorSpec("fake_image", (("fail_on", "no such name"),))
    with Project.open(scored) as project:
        project.score(ScoreRequest(changed, (SubmissionId(ENTRY),), ExecutorChoice("inline", 1)))
    digests = {
        each["id"]: each["evaluator"]["digest"] for each in genmu("metrics", scored, "--json").json()["submissions"]
    }
    assert digests[row["id"]] == old
    assert digests[ENTRY] != old
    board = genmu("leaderboard", scored, "--track", "face", "--json").json()["rows"]
    assert [each["ranked"] for each in board] == [True, False]
    assert "the others are not" in board[1]["reason"]
