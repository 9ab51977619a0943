"""The report as a page: valid, alone and quiet, whatever strangers wrote; what it says of an entry in each state."""

import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from genmu_studio.domain import SubmissionId
from genmu_studio.export import results_table, visible
from genmu_studio.marks import Mark
from genmu_studio.project import Project
from genmu_studio.review import load_pairs
from genmu_studio.store.submissions import put_submission
from genmu_studio.texts import clean_text
from genmu_studio.view import View
from scoring.errors import UserError
from scoring.registry import metrics
from tests.core import reports, world
from tests.core.conftest import MakeProject
from tests.core.reports import words

ENTRY = "example-lab-face-r1"
SECTIONS = ["summary", "breakdown", "distributions", "worst-pairs", "definitions", "provenance"]
HOSTILE = {
    "script": "<script>alert(1)</script>",
    "formula": "=cmd()",
    "direction": "a\u202eb",
    "quotes": """x" onmouseover="alert(1)' y""",
    "comment": "--> <!-- ]]> &amp; {{ 7 * 7 }} {% raw %}",
    "control": "a\x00b\x1b[2J\x85c",
    "address": "https://example.org/x.png url(https://example.org)",
}


def style(report: reports.Report) -> str:
    (found,) = report.all("style")
    return words(found)


# ---- states ----


def test_a_scored_entry_has_every_section(scored: Project) -> None:
    report, written = reports.write(scored, ENTRY)
    assert report.sections == SECTIONS
    (head,) = report.all("h1")
    assert words(head) == "Example Lab"
    assert [words(each) for each in report.of_class("badge")] == ["▲ fake, for tests only", "✓ rank 1 of 1"]
    assert "made up for tests" in words(report.of_class("banner")[0])
    assert "received 2026-07-01 00:00:00 UTC" in report.text
    # One: 1 became 2. Two: 11 still verifies, 13 is lost.
    assert (written.pairs, written.bookmarks) == (8, 0)
    assert [words(each).split()[0] for each in report.all("h3", report.section("worst-pairs"))] == ["11", "13"]
    outcomes = {words(each) for each in report.of_class("mark", report.section("worst-pairs"))}
    assert outcomes == {"still verified", "lost"}


def test_an_entry_that_was_not_scored_says_so_and_shows_no_number(unscored: Project) -> None:
    report, written = reports.write(unscored, ENTRY)
    assert report.sections == ["provenance"]
    assert report.numbers() == []
    assert "Nothing has been scored yet" in report.text
    assert "■ Not ranked: not scored yet." in report.text
    assert (written.pairs, written.bookmarks) == (0, 0)


def test_another_lens_is_marked_wherever_it_shows(scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY, View(threshold="0.99"))
    assert [words(each) for each in report.of_class("badge")] == [
        "▲ fake, for tests only", "◆ what-if lens", "■ not ranked",
    ]  # fmt: skip
    assert any("A what-if" in words(each) for each in report.of_class("banner"))
    assert any("what-if" in words(each) for each in report.of_class("remark", report.section("summary")))
    assert "threshold 0.990 chosen by hand" in report.text


def test_a_late_entry_says_why_it_is_not_ranked(scored: Project, tmp_path: Path) -> None:
    entry = world.write_submission(tmp_path / "late", world.grid(world.two_groups(), 1), team="Late", size=5)
    taken = world.take_in(scored, entry, datetime(2030, 1, 1, tzinfo=UTC))
    world.score_with_fake(scored)
    report, _ = reports.write(scored, taken.row.id)
    assert "■ Not ranked: received after the deadline, 2030-01-01 00:00:00 UTC." in report.text
    board, _ = reports.write(scored, "face")
    (row,) = board.of_class("unranked")
    assert "not ranked: received after the deadline" in words(row)


def test_where_a_group_is_missing_the_partial_value_stands_apart(scored: Project, tmp_path: Path) -> None:
    samples = [each for each in world.grid(scored.protocol, 1) if each.group == "One"]
    taken = world.take_in(scored, world.write_submission(tmp_path / "half", samples, team="Half", size=5))
    world.score_with_fake(scored)
    report, _ = reports.write(scored, taken.row.id)
    summary = words(report.section("summary"))
    assert "not computable" in words(report.of_class("big")[0])
    assert "Two: no unlearned samples" in summary
    assert "0.00 over the groups that have an ERB" in summary


def test_rules_and_thresholds_that_are_not_calibrated_are_told(scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY)
    assert any("published fallback" in words(each) for each in report.of_class("banner"))
    evaluator = next(each for each in scored.evaluators() if each.name == "fake_image")
    scored.freeze(evaluator, scored.calibrate(evaluator))
    frozen, _ = reports.write(scored, ENTRY, View(threshold="eer"))
    digest = scored.calibrate(evaluator).digest
    assert digest in words(frozen.section("provenance"))


def test_a_damaged_file_shows_its_code_in_the_place_of_a_picture(new_project: MakeProject, tmp_path: Path) -> None:
    samples = world.showing(world.grid(world.one_group(), 1), {("unlearned", "2"): world.DAMAGED})
    project = new_project(world.one_group())
    project.intake.references(world.write_references(tmp_path / "references", world.ONE.group().identities))
    taken = world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    world.score_with_fake(project)
    report, _ = reports.write(project, taken.row.id)
    (unshown,) = report.of_class("unshown")
    (code,) = {row["code"] for row in results_table(project) if row["code"]}
    assert words(unshown).startswith(f"✕ {code} ")
    (card,) = [each for each in report.of_class("pair") if report.of_class("unshown", each)]
    assert "collapsed" in words(card)


def test_marked_pairs_stand_with_their_notes_bookmarks_first(scored: Project) -> None:
    row = scored.submission(ENTRY)
    evaluation = world.look(scored, ENTRY)
    table = load_pairs(scored, row, evaluation.look).table
    keys = [table.key(place) for place in range(4)]
    scored.mark(
        "Mark",
        [
            Mark("note", keys[0], "first line\n  <i>second</i>"),
            Mark("pick", keys[1], "reject"),
            Mark("pick", keys[2], "pick"),
            Mark("bookmark", keys[3], "yes"),
        ],
    ).result()
    report, written = reports.write(scored, ENTRY)
    cards = report.of_class("pair", report.section("marked-pairs"))
    assert ["★" in words(card) for card in cards] == [True, False, False, False]
    assert ["✓ picked" in words(card) for card in cards] == [False, True, False, False]
    assert ["✕ rejected" in words(card) for card in cards] == [False, False, True, False]
    (note,) = report.of_class("note", report.section("marked-pairs"))
    assert "".join(note.itertext()) == "first line\n  <i>second</i>"
    assert written.bookmarks == 4


def test_results_of_others_are_named_as_imported(scored: Project, tmp_path: Path) -> None:
    table = tmp_path / "theirs.csv"
    lines = [
        f"unlearned/{group.name}/{asked}/c{condition}/{seed}.png,{other},{0.9 if asked == other else 0.1},ok"
        for group in scored.protocol.groups_of("face")
        for asked in group.identities
        for other in group.identities
        for condition in range(2)
        for seed in range(2)
    ]
    table.write_text("\n".join(["path,identity,similarity,status", *lines]), encoding="utf-8")
    scored.intake.results(table, scored.submission(ENTRY), "theirs")
    report, _ = reports.write(scored, ENTRY, View(evaluator="theirs"))
    assert words(report.of_class("badge")[0]) == "▲ imported"
    assert "Computed elsewhere and imported" in words(report.of_class("banner")[0]) + words(
        report.of_class("banner")[1]
    )
    assert "none of ours" in words(report.section("provenance"))
    assert "Runs that measured it" not in report.text
    assert "not computable" in words(report.of_class("sides")[0])  # nothing was said of the original side


def test_an_entry_of_a_track_without_an_evaluator_is_a_page_too(scored_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(scored_folder, tmp_path / "project.genmu"))
    with Project.open(folder) as project:
        row = replace(project.submission(ENTRY), id=SubmissionId("c-concept-r1"), track="concept", team="Concepts")
        project.store.write(lambda db: put_submission(db, row, root_id=1)).result()
    with Project.open(folder) as project:
        report, _ = reports.write(project, row.id)
        assert words(report.all("h1")[0]) == "Concepts"
        assert report.sections == ["provenance"]
        board, _ = reports.write(project, "concept")
        assert "not ranked: not scored yet" in words(board.section("board"))


# ---- strangers ----


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_what_strangers_write_is_shown_and_never_obeyed(text: str, scored: Project, tmp_path: Path) -> None:
    prompt = text.replace("\x00", "")  # a CSV file cannot hold it
    samples = [replace(each, settings={"prompt": prompt}) for each in world.grid(scored.protocol, 1)]
    folder = world.write_submission(tmp_path / "entry", samples, team="x", size=5)
    taken = world.take_in(scored, folder, team=text)
    world.score_with_fake(scored)
    key = int(scored.store.read(lambda db: db.execute("SELECT max(id) FROM sample").fetchone())[0])
    scored.mark("Note", [Mark("note", key, text)]).result()

    report, _ = reports.write(scored, taken.row.id)
    board, _ = reports.write(scored, "face")

    shown = visible(taken.row.team)
    assert "".join(report.all("h1")[0].itertext()) == shown
    assert shown in [("".join(each.itertext())) for each in board.all("a")]
    asked = {"".join(each.itertext()) for each in report.of_class("asked")}
    assert asked == {visible(prompt)}
    assert any("".join(each.itertext()) == visible(clean_text(text).strip()) for each in report.of_class("note"))


def test_long_texts_are_cut_so_that_nobody_can_fill_the_page(scored: Project, tmp_path: Path) -> None:
    samples = [replace(each, settings={"prompt": "long " * 2_000}) for each in world.grid(scored.protocol, 1)]
    taken = world.take_in(
        scored, world.write_submission(tmp_path / "entry", samples, team="x", size=5), team="T" * 5_000
    )
    world.score_with_fake(scored)
    report, _ = reports.write(scored, taken.row.id)
    assert words(report.all("h1")[0]) == "T" * 199 + "…"
    assert {len("".join(each.itertext())) for each in report.of_class("asked")} == {1_500}


def test_the_page_names_no_place_of_this_machine(scored: Project) -> None:
    for about in (ENTRY, "face"):
        report, _ = reports.write(scored, about)
        assert str(scored.folder.parent) not in report.source
        assert scored.submission(ENTRY).source not in report.source


# ---- looks ----


def test_it_follows_the_scheme_of_the_screen_and_prints_on_paper(scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY)
    rules = style(report)
    assert "@media screen and (prefers-color-scheme: dark)" in rules
    assert re.search(r"@page \{ size: A4; margin: \d+mm", rules)
    printed = rules.partition("@media print")[2]
    assert "thead { display: table-header-group; }" in printed
    assert "print-color-adjust: exact" in printed
    (unbroken,) = re.findall(r"([^{}]+)\{ break-inside: avoid; \}", printed)
    assert {each.strip() for each in unbroken.split(",")} >= {"tr", ".pair", "figure", ".card"}
    assert re.search(r"h2, h3[^{]*\{ break-after: avoid; \}", printed)
    assert "nav { display: none; }" in printed


def test_sides_and_outcomes_are_told_apart_without_colour(scored: Project) -> None:
    report, _ = reports.write(scored, ENTRY)
    for card in report.of_class("pair"):
        first, second = report.of_class("sample", card)
        assert ("original" in words(first), "unlearned" in words(second)) == (True, True)
        (mark,) = report.of_class("mark", card)
        assert report.all("svg", mark)
        assert words(mark)
    for legend in report.of_class("legend"):
        assert re.search(r"original above: \d+ samples.*unlearned below: \d+ samples", words(legend))


def test_every_figure_is_explained_in_the_words_of_the_registry(scored: Project) -> None:
    for about in (ENTRY, "face"):
        report, _ = reports.write(scored, about)
        said = words(report.section("definitions"))
        for name in ("FA", "EA", "RA", "ERB", "ERB_track", "ERB_of_means", "points_lost", "FS", "RS", "GP"):
            assert " ".join(metrics()[name].info.definition.split()) in said, name


# ---- what cannot be reported ----


def test_an_evaluator_without_results_is_refused(scored: Project) -> None:
    with pytest.raises(UserError, match="no results of face_sface"):
        reports.write(scored, ENTRY, View(evaluator="face_sface"))
    assert not (scored.folder.parent / "report.html").exists()


def test_an_empty_leaderboard_is_a_page_too(scored: Project) -> None:
    report, _ = reports.write(scored, "speech")
    assert "No submission of this track has been taken in." in report.text
