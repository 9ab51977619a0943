"""What a report says of where it comes from, and the rules of writing it."""

import os
from functools import partial
from pathlib import Path

import pytest
from sqlite_utils import Database

from genmu_studio.jobs import Cancellation
from genmu_studio.project import Project
from genmu_studio.report.provenance import MOST_RUNS
from genmu_studio.report.request import ReportRequest, check_place, write_report
from genmu_studio.store.provenance import runs_of, sample_counts
from genmu_studio.store.results import begin_run, end_run
from scoring.errors import UserError
from tests.core import reports, world
from tests.core.reports import words

ENTRY = "example-lab-face-r1"


def test_everything_that_made_the_numbers_is_named(scored: Project) -> None:
    row = scored.submission(ENTRY)
    evaluator = world.look(scored, ENTRY).evaluator
    report, _ = reports.write(scored, ENTRY)
    said = words(report.section("provenance"))
    protocol = scored.protocol
    for fact in (
        protocol.name, protocol.version, protocol.digest, row.id, row.content_digest, evaluator.digest,
        f"{evaluator.name} {evaluator.version} (fake, for tests only)", scored.name, "28 original, 28 unlearned",
        "21 of 7 identities",
    ):  # fmt: skip
        assert fact in said
    (run,) = scored.store.read(lambda db: runs_of(db, row.id, row.track, evaluator.digest))
    (line,) = report.all("tbody", report.section("provenance"))
    assert words(line).startswith(f"{run.id} ")
    assert f"numpy {run.versions['numpy']}" in words(line)
    assert scored.store.read(lambda db: sample_counts(db, row.id)) == {"original": 28, "unlearned": 28}


def test_only_runs_whose_results_count_are_listed_and_not_too_many(scored: Project) -> None:
    digest = world.look(scored, ENTRY).evaluator.digest
    row = scored.submission(ENTRY)
    facts = {"executor": "x", "device": "cpu", "provider": "p", "notice": "<b>slow</b>", "versions_json": "{}"}

    def measure(db: Database, number: int) -> None:
        run = begin_run(db, digest, facts)
        end_run(db, run, "finished")
        ((subject,),) = db.execute("SELECT subject_id FROM sample ORDER BY id LIMIT 1 OFFSET ?", [number])
        db.execute("UPDATE result SET run_id = ? WHERE subject_id = ?", [run, subject])

    scored.store.write(lambda db: begin_run(db, digest, facts)).result()  # measured nothing
    for number in range(MOST_RUNS + 1):
        scored.store.write(partial(measure, number=number)).result()
    runs = scored.store.read(lambda db: runs_of(db, row.id, row.track, digest))
    assert len(runs) == MOST_RUNS + 2
    report, _ = reports.write(scored, ENTRY)
    (body,) = report.all("tbody", report.section("provenance"))
    assert len(report.all("tr", body)) == MOST_RUNS
    assert "2 earlier runs are not listed." in report.text
    assert "▲ <b>slow</b>" in words(body)


def test_a_leaderboard_names_what_measured_each_entry(scored: Project) -> None:
    report, _ = reports.write(scored, "face")
    said = words(report.section("board-provenance"))
    assert scored.submission(ENTRY).content_digest in said
    assert world.look(scored, ENTRY).evaluator.digest in said


# ---- where it is written ----


def request_of(project: Project, out: Path, *, replace: bool = False) -> ReportRequest:
    row = project.submission(ENTRY)
    return ReportRequest(out, row.track, row, replace=replace, lanes=world.INLINE)


def test_a_file_that_is_there_is_replaced_only_where_that_was_said(scored: Project, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    out.write_text("old", encoding="utf-8")
    with pytest.raises(UserError, match="is there already"):
        write_report(scored, request_of(scored, out), reports.quiet, Cancellation())
    assert out.read_text(encoding="utf-8") == "old"
    written = write_report(scored, request_of(scored, out, replace=True), reports.quiet, Cancellation())
    assert out.stat().st_size == written.size_bytes > 1000


def test_places_that_take_no_file_are_told_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder"):
        check_place(tmp_path, replace=True)
    with pytest.raises(UserError, match="there is no folder"):
        check_place(tmp_path / "nowhere" / "r.html", replace=True)
    check_place(tmp_path / "r.html", replace=False)


def test_a_full_disk_leaves_the_old_page_and_nothing_else(
    scored: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "r.html").write_text("old", encoding="utf-8")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left on device"):
        write_report(scored, request_of(scored, folder / "r.html", replace=True), reports.quiet, Cancellation())
    assert [(each.name, each.read_text(encoding="utf-8")) for each in folder.iterdir()] == [("r.html", "old")]


def test_the_json_of_what_was_written(scored: Project, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    written = write_report(scored, request_of(scored, out), reports.quiet, Cancellation())
    assert written.to_json() == {
        "written": str(out), "submission": ENTRY, "pairs": 8, "bookmarks": 0, "bytes": out.stat().st_size,
    }  # fmt: skip
    board = write_report(scored, ReportRequest(out, "face", replace=True), reports.quiet, Cancellation())
    assert board.to_json() == {
        "written": str(out), "track": "face", "pairs": 0, "bookmarks": 0, "bytes": out.stat().st_size,
    }  # fmt: skip
