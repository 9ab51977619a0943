"""Taking things in: whole or not at all, the same twice is once, and what strangers' names and numbers do not do."""

import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from genmu_studio.hashing import CancelledError
from genmu_studio.importing import ImportedResults, Receipt
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.store.exports import result_rows
from genmu_studio.submission.scan import scan_submission
from scoring.errors import UserError
from tests.core import world
from tests.core.conftest import MakeProject

TABLES = ("media", "media_file", "subject", "submission", "condition", "sample", "pair", "reference", "root")


def counts(project: Project) -> dict[str, int]:
    return {
        table: project.store.read(lambda db, table=table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # type: ignore[misc]  # noqa: S608 - a name from the list above; a default binds it
        for table in TABLES
    }


@pytest.fixture
def project(new_project: MakeProject) -> Project:
    return new_project(world.one_group())


@pytest.fixture
def entry(tmp_path: Path) -> Path:
    return world.write_submission(tmp_path / "entry", world.grid(world.one_group()))


# ---- submissions ----


def test_rows_pairs_and_conditions_arrive_as_they_were_declared(project: Project, tmp_path: Path) -> None:
    samples = [
        replace(sample, settings={"sampler": "b" if sample.side == "unlearned" and sample.identity == "3" else "a"})
        for sample in world.grid(project.protocol)
    ]
    imported = world.take_in(project, world.write_submission(tmp_path / "entry", samples))

    assert (imported.samples, imported.already_there) == (16, False)
    assert (imported.pairs.matched, imported.pairs.mismatched) == (6, 2)
    stored = project.store.read(
        lambda db: db.execute(
            "SELECT s.side, s.group_name, s.identity, s.role, c.name, s.seed, f.path FROM sample s "
            "JOIN condition c ON c.digest = s.condition_digest JOIN media_file f ON f.id = s.file_id ORDER BY s.id"
        ).fetchall()
    )
    assert stored == [
        (s.side, s.group, s.identity, "forget" if s.identity == "1" else "retain", s.condition, s.seed, s.path)
        for s in samples
    ]
    pairs = project.store.read(
        lambda db: db.execute(
            "SELECT a.identity, a.side, b.side, a.seed = b.seed, p.differing_json FROM pair p "
            "JOIN sample a ON a.id = p.original_id JOIN sample b ON b.id = p.unlearned_id"
        ).fetchall()
    )
    assert len(pairs) == 8
    assert {each[1:4] for each in pairs} == {("original", "unlearned", 1)}
    assert {each[4] for each in pairs if each[0] == "3"} == {'["sampler"]'}
    assert {each[4] for each in pairs if each[0] != "3"} == {"[]"}


def test_the_same_content_again_adds_nothing_but_the_receipt(project: Project, entry: Path, tmp_path: Path) -> None:
    first = world.take_in(project, entry, received_at=None)
    before = counts(project)
    moved = entry.rename(tmp_path / "elsewhere")
    received = datetime(2026, 7, 9, 22, tzinfo=UTC)

    second = world.take_in(project, moved, received, team="Confirmed")
    third = world.take_in(project, moved, received_at=None)

    assert (second.already_there, third.already_there) == (True, True)
    assert counts(project) == before
    (row,) = project.submissions()
    assert (row.id, row.team, row.team_claimed) == (first.row.id, "Confirmed", "Example Lab")
    assert row.received_at_utc == "2026-07-09T22:00:00+00:00"
    assert second.row == third.row == row


def test_other_content_of_the_same_name_gets_another_id(project: Project, entry: Path, tmp_path: Path) -> None:
    other = world.write_submission(
        tmp_path / "other", [replace(sample, shade=900) for sample in world.grid(project.protocol)]
    )

    ids = [world.take_in(project, folder).row.id for folder in (entry, other)]

    assert ids == ["example-lab-face-r1", "example-lab-face-r1-2"]


@pytest.mark.parametrize(
    ("team", "id_"),
    [
        ("!!!", "team-face-r1"),
        ("__", "team-face-r1"),
        ("Équipe  №5/ä", "équipe-5-ä-face-r1"),
        ("x" * 200, "x" * 60 + "-face-r1"),
    ],
)
def test_every_team_name_makes_an_id(project: Project, tmp_path: Path, team: str, id_: str) -> None:
    folder = world.write_submission(tmp_path / "entry", world.grid(project.protocol), team=team)

    assert world.take_in(project, folder).row.id.replace("no5", "5") == id_


def test_a_relative_folder_is_found_from_anywhere_later(
    project: Project, entry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(entry.parent)
    world.take_in(project, Path("entry"))
    monkeypatch.chdir("/")

    assert world.score_with_fake(project).failed == ()
    assert project.submissions()[0].source == str(entry)


def test_a_number_that_is_none_in_a_manifest_is_no_obstacle(project: Project, tmp_path: Path) -> None:
    manifest = world.COMPLETE + "[conditioning]\nguidance = nan\nseeds = [1]\nother = inf\n"
    folder = world.write_submission(tmp_path / "entry", world.grid(project.protocol), manifest=manifest)

    first = world.take_in(project, folder)

    assert world.take_in(project, folder).row.id == first.row.id
    json.dumps(dict(first.row.scan), allow_nan=False)


def test_what_was_refused_is_not_imported(project: Project, tmp_path: Path) -> None:
    (tmp_path / "entry").mkdir()
    scanned = scan_submission(tmp_path / "entry", project.protocol)

    with pytest.raises(UserError, match=r"entry was refused: .*submission\.toml"):
        project.intake.submission(scanned, Receipt())


def test_a_file_that_vanished_after_the_scan_leaves_the_project_as_it_was(project: Project, entry: Path) -> None:
    scanned = scan_submission(entry, project.protocol)
    next(entry.rglob("*.png")).unlink()
    before = counts(project)

    with pytest.raises(UserError, match="cannot be read"):
        project.intake.submission(scanned, Receipt())

    assert counts(project) == before


def test_a_cancel_while_files_are_read_leaves_nothing(project: Project, entry: Path, tmp_path: Path) -> None:
    before = counts(project)
    cancellation = Cancellation()
    cancellation.request()

    with pytest.raises(CancelledError):
        project.intake.submission(scan_submission(entry, project.protocol), Receipt(), cancellation=cancellation)
    with pytest.raises(CancelledError):
        project.intake.references(world.write_references(tmp_path / "refs", ["1"]), cancellation=cancellation)

    assert counts(project) == before
    world.take_in(project, entry)


def test_reading_files_reports_progress(project: Project, entry: Path) -> None:
    seen: list[Progress] = []

    project.intake.submission(scan_submission(entry, project.protocol), Receipt(), seen.append)

    assert (seen[-1].phase, seen[-1].done, seen[-1].total) == ("reading files", 16, 16)


def test_an_edited_entry_is_a_new_one_and_the_old_results_keep_their_content(project: Project, entry: Path) -> None:
    old = world.take_in(project, entry).row
    world.score_with_fake(project)
    before = {(row["submission"], row["path"]): row["media_sha256"] for row in project.store.read(result_rows)}
    world.write_picture(entry / "original/One/1/c0/0.png", "2", 999)

    new = world.take_in(project, entry).row

    assert new.id != old.id
    after = {(row["submission"], row["path"]): row["media_sha256"] for row in project.store.read(result_rows)}
    assert {key: sha256 for key, sha256 in after.items() if key[0] == old.id} == before


def test_outputs_of_a_further_side_take_no_part_in_the_scores(project: Project, entry: Path) -> None:
    submission = world.take_in(project, entry).row
    pairs = counts(project)["pair"]

    imported = project.intake.side(scan_submission(entry, project.protocol), "quantized")

    assert (imported.row, imported.added) == (submission, 8)
    sides = project.store.read(lambda db: db.execute("SELECT side, count(*) FROM sample GROUP BY side").fetchall())
    assert dict(sides) == {"original": 8, "unlearned": 8, "quantized": 8}
    assert counts(project)["pair"] == pairs
    assert sum(map(len, project.unscored_frames(submission).groups)) == 16


# ---- references ----


def test_references_again_are_known_and_more_are_added(project: Project, tmp_path: Path) -> None:
    folder = world.write_references(tmp_path / "refs", [*project.protocol.identities_of("face"), "900", "901"], each=4)

    first = project.intake.references(folder, per_identity=2)
    again = project.intake.references(folder, per_identity=2)
    more = project.intake.references(folder, per_identity=3, cohort=1)

    assert (first.added, first.known) == (8, 0)
    assert (again.added, again.known) == (0, 8)
    assert (more.added, more.known) == (4 + 3, 8)
    assert more.identities == {"face": {"1": 3, "2": 3, "3": 3, "4": 3, "900": 3}}
    cohort = project.store.read(
        lambda db: db.execute("SELECT DISTINCT identity FROM reference WHERE cohort").fetchall()
    )
    assert cohort == [("900",)]


# ---- results of others ----


@pytest.fixture
def taken_in(project: Project, entry: Path) -> Project:
    world.take_in(project, entry)
    return project


def import_table(project: Project, tmp_path: Path, text: str, name: str = "theirs") -> ImportedResults:
    path = tmp_path / "theirs.csv"
    path.write_text(text, encoding="utf-8")
    return project.intake.results(path, project.submissions()[0], name)


def test_each_line_that_cannot_be_used_is_refused_with_its_number(taken_in: Project, tmp_path: Path) -> None:
    path = world.grid(taken_in.protocol)[0].path
    other = world.grid(taken_in.protocol)[1].path
    text = (
        "path,identity,similarity,status\n"
        f"{path},1,0.5,ok\n"
        f"{path},1,0.6,ok\n"
        f"{path},2,nan,ok\n"
        f"{path},99,0.5,ok\n"
        "nowhere.png,1,0.5,ok\n"
        "../outside.png,1,0.5,ok\n"
        f"{path},3,1.5,ok\n"
        f"{path},4,half,\n"
        f"{other},1,,NO_FACE\n"
        f"{other},2,0.1,BLUR\n"
    )

    imported = import_table(taken_in, tmp_path, text)

    assert imported.accepted == 2
    assert [line.line for line in imported.refused] == [3, 4, 5, 6, 7, 8, 9, 11]
    stored = taken_in.store.read(
        lambda db: db.execute("SELECT identity, status, code, similarity FROM comparison ORDER BY sample_id").fetchall()
    )
    assert stored == [("1", "ok", "", 0.5), ("1", "failure", "NO_FACE", None)]


def test_imported_similarities_give_scores_marked_imported(taken_in: Project, tmp_path: Path) -> None:
    def line(sample: world.Sample) -> str:
        if sample.side == "unlearned" and sample.identity == "1":
            return f"{sample.path},1,,NO_FACE" if sample.condition == "c0" else f"{sample.path},1,0.49,"
        return f"{sample.path},{sample.identity},0.5,"

    text = "path,identity,similarity,status\n" + "\n".join(line(each) for each in world.grid(taken_in.protocol))
    import_table(taken_in, tmp_path, text)

    evaluation = world.look(taken_in, "example-lab-face-r1")

    assert (evaluation.evaluator.kind, evaluation.evaluator.official) == ("imported", False)
    group = evaluation.groups[0]
    assert (group.unlearned.fa.value, group.unlearned.ra.value, group.unlearned.erb.value) == (0, 100, 100)
    assert group.unlearned.fa.failures == 1
    assert group.policies["failure"].value == pytest.approx(200 / 3)
    assert group.original.fa.value == 100


def test_a_sample_that_failed_against_one_template_is_a_failure(taken_in: Project, tmp_path: Path) -> None:
    samples = world.grid(taken_in.protocol)
    lines = [f"{each.path},{each.identity},0.9," for each in samples]
    # One before and one after its own identity, in whatever order they are stored.
    lines += [f"{samples[8].path},2,,NO_FACE", f"{samples[14].path},1,,NO_FACE"]
    import_table(taken_in, tmp_path, "path,identity,similarity,status\n" + "\n".join(lines))

    unlearned = world.look(taken_in, "example-lab-face-r1").groups[0].unlearned

    assert (unlearned.fa.failures, unlearned.ra.failures) == (1, 1)
    assert unlearned.fa.value == 50
    assert unlearned.ra.value == pytest.approx(500 / 6)


def test_a_corrected_table_replaces_the_first(taken_in: Project, tmp_path: Path) -> None:
    for similarity in ("0.9", "0.1"):
        lines = [f"{each.path},{each.identity},{similarity}" for each in world.grid(taken_in.protocol)]
        import_table(taken_in, tmp_path, "path,identity,similarity\n" + "\n".join(lines))

    assert world.look(taken_in, "example-lab-face-r1").groups[0].unlearned.ra.value == 0


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("path,identity,similarity\n", "fake_image", "is an evaluator of this program"),
        ("path,identity\n", "theirs", "lacks the column"),
    ],
)
def test_a_table_that_is_of_no_use_is_a_user_error(
    taken_in: Project, tmp_path: Path, text: str, name: str, words: str
) -> None:
    with pytest.raises(UserError, match=words):
        import_table(taken_in, tmp_path, text, name)
    assert taken_in.evaluators() == []


def test_a_table_of_refused_lines_tells_each_and_changes_nothing(taken_in: Project, tmp_path: Path) -> None:
    imported = import_table(taken_in, tmp_path, "path,identity,similarity\nx,1,0.5\n", "theirs")
    assert (imported.accepted, [line.line for line in imported.refused]) == (0, [2])
    assert taken_in.evaluators() == []


def test_a_write_that_fails_imports_nothing(project: Project, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    before = counts(project)
    monkeypatch.setattr("genmu_studio.store.submissions.put_pairs", fail)

    with pytest.raises(OSError, match="No space"):
        world.take_in(project, entry)

    assert counts(project) == before
