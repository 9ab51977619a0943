"""Mildly changed copies: each sample is attacked once, a cancelled attack goes on; ranks are stale when others come."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from genmu_studio.audit.attack import NATURAL
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from tests.core import two_faces, world


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as made:
        made.intake.references(world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2))
        samples = world.showing(world.grid(protocol, conditions=9), {("unlearned", "1"): world.STRANGER})
        world.take_in(made, world.write_submission(tmp_path / "entry", samples))
        world.score_with_fake(made)
        yield made


def changed(project: Project) -> int:
    def count(project: Project) -> int:
        return project.store.read(
            lambda db: int(
                db.execute(
                    "SELECT count(*) FROM result r JOIN evaluator e ON e.digest = r.evaluator_digest"
                    " WHERE e.name = 'changed_face' AND r.status = 'ok'"
                ).fetchone()[0]
            )
        )

    return count(project)


def outcome(project: Project) -> str:
    (entry,) = project.submissions()
    found = {each.info.id: each for each in project.audit.findings(entry).outcomes}
    return found["mild_change"].not_run


def test_without_an_attack_the_check_says_how_to_ask_for_one(project: Project) -> None:
    project.audit.run(executor=world.INLINE)
    assert "--attack" in outcome(project)


def test_a_sample_is_attacked_once(project: Project) -> None:
    project.audit.run(executor=world.INLINE, attack=5)
    assert changed(project) == 5 + NATURAL
    assert outcome(project) == ""
    again = project.audit.run(executor=world.INLINE, attack=5)
    assert again.ran == 0
    project.audit.run(executor=world.INLINE, attack=7)
    assert changed(project) == 7 + NATURAL


def test_a_cancelled_attack_keeps_what_was_measured_and_goes_on_there(project: Project) -> None:
    cancellation = Cancellation()

    def note(progress: Progress) -> None:
        if progress.phase.startswith("changing"):
            cancellation.request()

    with pytest.raises(CancelledError):
        project.audit.run(on_progress=note, cancellation=cancellation, executor=world.INLINE, attack=5)
    assert 0 < changed(project) < 5 + NATURAL
    project.audit.run(executor=world.INLINE, attack=5)
    assert changed(project) == 5 + NATURAL


def test_ranks_are_stale_when_another_entry_comes_and_nothing_else_is(project: Project, tmp_path: Path) -> None:
    project.audit.run(executor=world.INLINE)
    (entry,) = project.submissions()
    samples = world.grid(project.protocol, conditions=2)
    world.take_in(project, world.write_submission(tmp_path / "another", samples, team="Another Lab"))
    stale = {each.info.id for each in project.audit.findings(entry).outcomes if each.stale}
    assert stale == {"rank_stability"}


def test_who_picks_another_face_hears_nothing_of_changed_copies(two_faced: Project) -> None:
    two_faced.audit.run(executor=world.INLINE, attack=5)
    assert changed(two_faced)
    report = two_faces.choose(two_faced, two_faces.RIGHT)
    assert report.ending == "changed"
    assert not [each for each in report.not_measured if each.evaluator.startswith("changed_")]
