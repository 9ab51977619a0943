"""Figures of people beside those of evaluators: in JSON, leaderboards, reports and bundles the same, never mixed."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.audit.bundle.reading import read_bundle
from genmu_studio.audit.bundle.verifying import verify_bundle
from genmu_studio.entry_json import entry_json
from genmu_studio.export import metrics_table
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.room import LabellingRoom
from genmu_studio.leaderboard_table import COLUMNS, board_columns, board_csv, board_html, board_json
from genmu_studio.people_figures import people_by_name, people_json
from genmu_studio.project import Project
from genmu_studio.view import View
from tests.core import reports
from tests.core.labelling import people_world as people
from tests.core.reports import all_numbers, stands_at

NUMBERS = re.compile(
    r"people\.(AR|MOS\.\w+)\.(value|n|failures|interval\.[01]|parts\.(coverage|items|raters|macro)"
    r"|attributes\.\d+\.share\.value)"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people.make(tmp_path_factory.mktemp("people"))


@pytest.fixture
def project(folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(people.copied(folder, tmp_path)) as opened:
        yield opened


def json_of(project: Project, name: str = people.ENTRY) -> Any:
    row = project.submission(name)
    return entry_json(project, row, project.evaluate(row, View()), None)


def test_the_json_of_an_entry_has_them_apart_from_those_of_evaluators(project: Project) -> None:
    data = json_of(project)
    found = data["people"]
    assert set(found) == {"AR", "MOS"}
    assert (found["AR"]["value"], found["AR"]["n"]) == (people.AR, people.AR_N)
    assert found["AR"]["source"] == f"people (campaign {people.CAMPAIGN})"
    assert [(each["attribute"], each["share"]["value"]) for each in found["AR"]["attributes"]] == [
        ("smile", 50.0),
        ("age", 0.0),
    ]
    assert (found["MOS"]["unlearned"]["value"], found["MOS"]["unlearned"]["n"]) == (people.MOS, people.MOS_N)
    assert (found["MOS"]["original"]["value"], found["MOS"]["original"]["unit"]) == (people.MOS_ORIGINAL, "1 to 5")
    assert set(data["preservation"]) == {"GP"}
    other = json_of(project, people.OTHER)["people"]
    assert (other["AR"]["value"], other["AR"]["reason"]) == (None, "no pair has a value on both ends")
    assert set(other["MOS"]) == {"original"}


def test_a_project_without_campaigns_never_asks_for_people(scored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("people are asked for")

    for name in ("people_values", "shares"):
        monkeypatch.setattr(LabellingRoom, name, fail)
    rows = scored.leaderboard("face")
    assert board_columns(rows) == COLUMNS
    assert [(dict(row.people), row.labelled) for row in rows] == [({}, None)]
    assert json_of(scored)["people"] == {}


def test_leaderboards_have_columns_of_their_own_for_people(project: Project) -> None:
    rows = project.leaderboard("face")
    assert board_columns(rows) == (*COLUMNS[:9], "AR people", "MOS", "labelled", *COLUMNS[9:])
    by_team = {cells["team"]: cells for cells in csv.DictReader(io.StringIO(board_csv(rows)))}
    mine, other = by_team["Example Lab"], by_team["Other Lab"]
    assert (mine["AR people"], mine["MOS"]) == ("25.00", "4.00")
    assert f"AR by people (campaign {people.CAMPAIGN})" in mine["remarks"]
    assert (other["AR people"], other["MOS"]) == ("–", "")
    page = board_html("face", rows)
    assert '<th scope="col">AR people</th>' in page
    assert f"people (campaign {people.CAMPAIGN})" in page
    shown: Any = board_json(next(row for row in rows if row.submission.id == people.ENTRY), "ERB")
    assert shown["people"] == json_of(project)["people"]
    assert "AR" not in shown


def test_what_people_say_moves_no_rank(project: Project, tmp_path: Path) -> None:
    with Project.open(people.make(tmp_path / "new", answered=False)) as fresh:
        before = [(row.submission.id, row.rank, row.reason) for row in fresh.leaderboard("face")]
    assert [(row.submission.id, row.rank, row.reason) for row in project.leaderboard("face")] == before


def test_entries_can_be_asked_anew_without_ranking_them_again(project: Project) -> None:
    rows = project.leaderboard("face")
    assert project.with_people([replace(row, people={}, labelled=None) for row in rows]) == rows
    queue = project.labelling.queue(project.labelling.campaign(people.CAMPAIGN), "ada")
    while queue.undo().result() is not None:
        pass
    by_name = {str(row.submission.id): row for row in project.with_people(rows)}
    assert by_name[people.ENTRY].people["MOS unlearned"].value.n == 2
    assert by_name[people.ENTRY].labelled != next(row.labelled for row in rows if row.submission.id == people.ENTRY)


def test_the_labelled_share_is_that_of_the_queues(project: Project) -> None:
    campaign = project.labelling.campaign(people.CAMPAIGN)
    owners = project.store.read(lambda db: dict(db.execute("SELECT id, submission_id FROM sample").fetchall()))

    def count(annotators: tuple[str, ...]) -> tuple[Counter[str], Counter[str]]:
        entries: Counter[str] = Counter()
        finished: Counter[str] = Counter()
        for name in annotators:
            queue = project.labelling.queue(campaign, name)
            sample = {row.token: row.sample for row in assignments_of(project, campaign, name)}
            for entry in queue.entries:
                entries[owners[sample[entry.token]]] += 1
                finished[owners[sample[entry.token]]] += queue.is_finished(entry)
        return entries, finished

    for left_out in ("", "ada"):
        if left_out:
            project.labelling.exclude(campaign, left_out, "slept")
        entries, finished = count(tuple(name for name in people.ANNOTATORS if name != left_out))
        shares = project.labelling.shares()
        assert {name: (share.finished, share.entries) for name, share in shares.items()} == {
            name: (finished[name], number) for name, number in entries.items()
        }
    assert shares[project.submission(people.ENTRY).id].finished == 0


def test_a_report_prints_every_number_of_theirs(project: Project) -> None:
    report, _ = reports.write(project, people.ENTRY)
    data = json_of(project)
    printed = [each for each in report.numbers() if each.name.startswith("people.")]
    for each in printed:
        assert each.value == stands_at(data, each.name), each
    wanted = {name for name, _ in all_numbers({"people": data["people"]}) if NUMBERS.fullmatch(name)}
    assert {"people.AR.attributes.1.share.value", "people.MOS.unlearned.interval.1"} < wanted
    assert wanted <= {each.name for each in printed}
    said = reports.words(report.section("preserved"))
    assert said.count(f"people (campaign {people.CAMPAIGN}) people's judgments") == 3
    assert said.count("Mean opinion score =") == 1


def test_the_report_of_a_leaderboard_has_their_columns(project: Project) -> None:
    report, _ = reports.write(project, "face")
    board = report.section("board")
    assert [reports.words(each) for each in report.all("th", board)][7:9] == ["AR people", "MOS"]
    rows = {row.submission.id: row for row in project.leaderboard("face")}
    printed = [each for each in report.numbers() if each.name.startswith("leaderboard.people.")]
    for each in printed:
        assert each.value == stands_at(board_json(rows[project.submission(each.entry).id], "ERB"), each.name[12:])
    mine = {each.name.removeprefix("leaderboard.people."): each.value for each in printed if each.entry == people.ENTRY}
    assert (mine["AR.value"], mine["MOS.unlearned.value"]) == (people.AR, people.MOS)
    assert "not computable: no pair has a value on both ends" in reports.words(board)


def test_a_bundle_lists_them_and_says_that_it_cannot_prove_them(project: Project, tmp_path: Path) -> None:
    entry = project.submission(people.ENTRY)
    bundle = project.audit.bundle(entry, tmp_path / "evidence.zip").path
    verified = verify_bundle(bundle)
    assert verified.ok, verified
    assert "the figures of people's judgments" in verified.not_recomputed
    assert read_bundle(bundle).metrics["people"] == people_json(project.people(entry))


def test_the_exported_table_has_a_row_for_each(project: Project) -> None:
    rows = [row for row in metrics_table(project) if row["evaluator"] == "people"]
    assert [(row["submission"], row["metric"], row["side"], row["value"]) for row in rows] == [
        (people.ENTRY, "AR", "unlearned", people.AR),
        (people.ENTRY, "MOS", "unlearned", people.MOS),
        (people.ENTRY, "MOS", "original", people.MOS_ORIGINAL),
        (people.OTHER, "AR", "unlearned", None),
        (people.OTHER, "MOS", "original", people.MOS_ORIGINAL),
    ]
    assert {row["provider"] for row in rows} == {f"people (campaign {people.CAMPAIGN})"}


def test_names_tell_the_sides_of_mos_apart(project: Project) -> None:
    found = people_by_name(project.people(project.submission(people.ENTRY)))
    assert list(found) == ["AR", "MOS unlearned", "MOS original"]
