"""Figures that rest on people's judgments, from the command line: beside those of evaluators, and named so."""

from pathlib import Path

import pytest

from tests.cli.conftest import Genmu
from tests.core.labelling import people_world as people


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people.make(tmp_path_factory.mktemp("people"))


def test_metrics_are_those_of_genmu_labels_figures(genmu: Genmu, folder: Path) -> None:
    told = {row["id"]: row["people"] for row in genmu("metrics", folder, "--json").json()["submissions"]}
    figures = genmu("labels", "figures", folder, "--json").json()["figures"]
    assert len(figures) == 5
    for each in figures:
        found = told[each["submission"]][each["figure"]]
        found = found[each["side"]] if each["figure"] == "MOS" else found
        assert {key: found[key] for key in each["value"]} == each["value"]
        assert (found["unit"], found["source"]) == (each["unit"], each["source"])
        assert found.get("attributes", []) == each["attributes"]


def test_the_text_names_people_and_their_campaigns(genmu: Genmu, folder: Path) -> None:
    said = genmu("metrics", folder, "--submission", people.ENTRY).out
    assert "  AR 25.00 (3 of 14 values judged) (smile 50.00, age 0.00, coverage 21.43" in said
    assert "  MOS unlearned 4.00 [1.0, 5.0] (2 of 7 files rated) (items 2.00, raters 2.00" in said
    assert "  MOS original 5.00 (no interval: one rater; 1 of 7 files rated)" in said
    assert said.count(f"by people (campaign {people.CAMPAIGN})") == 3


def test_the_leaderboard_shows_columns_of_people(genmu: Genmu, folder: Path) -> None:
    said = genmu("leaderboard", folder, "--track", "face").out
    for words in ("AR people", "MOS", "labelled", "AR by people (campaign what-is-seen)"):
        assert words in said, words
    rows = genmu("leaderboard", folder, "--track", "face", "--json").json()["rows"]
    assert [row["labelled"] for row in rows] == [
        {"finished": 2, "entries": 42},
        {"finished": 0, "entries": 21},
    ]
