"""An audit runs what has not been run on what is there now, keeps the rest, and says what could not be run."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from genmu_studio.audit import check as registry
from genmu_studio.audit.auditing import run_check
from genmu_studio.audit.check import CheckInfo, Finding, Limits, NotRunError, RegisteredCheck, checks
from genmu_studio.audit.material import Material
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.store.check_runs import data_stamp
from genmu_studio.submission.scan import scan_submission
from genmu_studio.watching import Watch
from scoring.errors import UserError
from tests.core import world
from tests.core.labelling.made import PAIRS, write_file


@pytest.fixture
def project(tmp_path: Path) -> Project:
    protocol = world.one_group()
    made = Project.create(tmp_path / "p.genmu", protocol)
    made.intake.references(world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2))
    world.take_in(made, world.write_submission(tmp_path / "entry", world.showing(world.grid(protocol), {})))
    return made


def test_what_was_run_is_run_again_only_when_something_was_measured_since(project: Project) -> None:
    with project:
        of_face = sum("face" in each.info.tracks for each in checks().values())
        first = project.audit.run(executor=world.INLINE)
        again = project.audit.run(executor=world.INLINE)
        world.score_with_fake(project)
        (entry,) = project.submissions()
        stale = project.audit.findings(entry)
        third = project.audit.run(executor=world.INLINE)

        assert (first.ran, first.kept) == (of_face, 0)
        assert (again.ran, again.kept) == (0, of_face)
        assert all(outcome.stale for outcome in stale.outcomes)
        assert third.ran == of_face
        assert not any(outcome.stale for outcome in third.submissions[0].outcomes)
        assert [event.kind for event in project.audit.history(entry)] == ["audited", "audited"]


def made_up(id_: str, limits: dict[str, float] | None = None) -> CheckInfo:
    return CheckInfo(id_, "threshold", id_, "medium", "made up", limits or {})


def test_a_check_that_can_say_nothing_says_why_and_the_others_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(material: Material, limits: Limits) -> Iterable[Finding]:
        yield Finding("medium", f"{material.look.submission.id}", 0.5, limits["share"], (1,), {"a": 1.0, "b": None})

    def fine(material: Material, limits: Limits) -> Iterable[Finding]:
        raise NotRunError("nothing was measured")

    checks()
    known = {
        "one": RegisteredCheck(made_up("one", {"share": 0.25}), raises),
        "two": RegisteredCheck(made_up("two"), fine),
    }
    monkeypatch.setattr(registry, "_CHECKS", known)
    with project:
        world.score_with_fake(project)
        (found,) = project.audit.run(executor=world.INLINE).submissions
        outcomes = {outcome.info.id: outcome for outcome in found.outcomes}
        assert outcomes["two"].not_run == "nothing was measured"
        assert outcomes["one"].findings == (
            Finding("medium", found.submission, 0.5, 0.25, (1,), {"a": 1.0, "b": None}),
        )
        assert found.gravest == "medium"


def test_what_a_person_can_put_right_for_an_entry_ends_the_audit_of_no_other(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(material: Material, limits: Limits) -> Iterable[Finding]:
        raise UserError("there are no references", "Import some.")

    checks()
    monkeypatch.setattr(registry, "_CHECKS", {"one": RegisteredCheck(made_up("one"), refuses)})
    with project:
        (found,) = project.audit.run(executor=world.INLINE).submissions
        assert [outcome.not_run for outcome in found.outcomes] == ["there are no references"]


def test_files_that_are_gone_are_looked_for_again_and_nothing_else_is(project: Project, tmp_path: Path) -> None:
    with project:
        for file in (tmp_path / "entry" / "unlearned").rglob("*.png"):
            file.unlink()
        first = project.audit.run(executor=world.INLINE)
        again = project.audit.run(executor=world.INLINE)
        assert (first.kept, again.ran) == (0, 0)


def test_limits_are_those_of_the_protocol_where_it_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def note(material: Material, limits: Limits) -> Iterable[Finding]:
        seen.append(limits["share"])
        return ()

    checks()
    monkeypatch.setattr(registry, "_CHECKS", {"one": RegisteredCheck(made_up("one", {"share": 0.25}), note)})
    for wanted in ({}, {"one": {"share": 0.75}}):
        protocol = world.one_group().model_copy(update={"audit": wanted})
        with Project.create(tmp_path / f"{len(seen)}.genmu", protocol) as project:
            world.take_in(project, world.write_submission(tmp_path / f"e{len(seen)}", world.grid(protocol)))
            project.audit.run(executor=world.INLINE)
    assert seen == [0.25, 0.75]
    protocol = world.one_group().model_copy(update={"audit": {"one": {"sharre": 0.75}}})
    with Project.create(tmp_path / "wrong.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "ew", world.grid(protocol)))
        with pytest.raises(UserError, match="no limit 'sharre'"):
            project.audit.run(executor=world.INLINE)


def test_a_cancelled_audit_keeps_what_was_found_and_goes_on_there(project: Project) -> None:
    with project:
        cancellation = Cancellation()
        steps: list[Progress] = []

        def note(progress: Progress) -> None:
            if progress.phase.startswith("auditing"):
                steps.append(progress)
            if len(steps) == 3:
                cancellation.request()

        with pytest.raises(CancelledError, match="what was found until then is kept"):
            project.audit.run(on_progress=note, cancellation=cancellation, executor=world.INLINE)
        (entry,) = project.submissions()
        kept = len(project.audit.findings(entry).outcomes)
        assert 0 < kept < len(checks())
        assert project.audit.run(executor=world.INLINE).kept == kept


def test_what_is_measured_of_references_since_is_run_again(project: Project, tmp_path: Path) -> None:
    with project:
        world.score_with_fake(project)
        more = world.write_references(tmp_path / "more", project.protocol.identities_of("face"), each=4)
        project.intake.references(more)
        project.audit.run(executor=world.INLINE)
        (entry,) = project.submissions()
        assert not any(outcome.stale for outcome in project.audit.findings(entry).outcomes)

        world.score_with_fake(project)  # of samples there is nothing left to do

        assert all(outcome.stale for outcome in project.audit.findings(entry).outcomes)


def test_what_a_run_goes_on_to_write_anew_makes_stale(project: Project) -> None:
    with project:
        world.score_with_fake(project)
        (entry,) = project.submissions()
        first, *later = project.store.read(
            lambda db: [row for (row,) in db.execute("SELECT DISTINCT subject_id FROM result ORDER BY 1")]
        )

        def measure_again(subjects: Sequence[int]) -> list[object]:
            project.score(replace(world.fake_request(), redo=True, subjects=tuple(subjects)))
            project.store.write(lambda db: db.execute("UPDATE result SET run_id = 2 WHERE run_id > 2")).result()
            return project.store.read(lambda db: data_stamp(db, entry.id))

        assert measure_again([first]) != measure_again(later)  # the second time as if the run had gone on


def test_ranks_are_stale_when_somebody_takes_in_results_for_another_entry(project: Project, tmp_path: Path) -> None:
    with project:
        samples = world.grid(project.protocol)
        world.take_in(project, world.write_submission(tmp_path / "other", samples, team="Other"))
        world.score_with_fake(project)
        project.audit.run(executor=world.INLINE)
        entry, other = sorted(project.submissions(), key=lambda row: row.team)
        lines = [f"{each.path},{each.identity},0.9" for each in samples]
        table = tmp_path / "elsewhere.csv"
        table.write_text("\n".join(["path,identity,similarity", *lines]), encoding="utf-8")

        project.intake.results(table, other, "elsewhere")

        stale = {outcome.info.id for outcome in project.audit.findings(entry).outcomes if outcome.stale}
        assert stale == {id_ for id_, each in checks().items() if each.info.reads_others}


def test_an_earlier_revision_is_audited_as_it_was_when_a_later_one_lies_in_its_place(tmp_path: Path) -> None:
    protocol = world.one_group()
    samples = world.grid(protocol)
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        (first,) = project.submissions()
        before = Material(project, first).samples.rows
        shown = world.showing(samples, {("unlearned", "1"): world.STRANGER})
        world.take_in(project, world.write_submission(tmp_path / "entry", shown, revision=2))

        after = Material(project, first).samples.rows

        assert [row.sha256 for row in after] == [row.sha256 for row in before]


def test_a_campaign_that_is_begun_since_is_seen_by_what_reads_labels_alone(project: Project, tmp_path: Path) -> None:
    with project:
        project.audit.run(executor=world.INLINE)
        project.labelling.keep(project.labelling.plan(write_file(tmp_path, PAIRS)))
        (entry,) = project.submissions()
        stale = {outcome.info.id for outcome in project.audit.findings(entry).outcomes if outcome.stale}
        assert stale == {id_ for id_, each in checks().items() if each.info.reads_labels} != set()


def test_a_check_that_takes_long_can_be_cancelled_within(tmp_path: Path) -> None:
    protocol = world.one_group()
    folder = world.write_submission(tmp_path / "entry", world.grid(protocol))
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, folder)
        again = world.write_submission(tmp_path / "again", [replace(each, shade=900) for each in world.grid(protocol)])
        project.intake.side(scan_submission(again, protocol), "reproduced")
        cancellation = Cancellation()
        (entry,) = project.submissions()
        material = Material(project, entry, Watch(cancellation=cancellation))
        cancellation.request()
        with pytest.raises(CancelledError):
            run_check(checks()["reproduction"], material)
