"""Which references are looked at beside a pair: whose they are, in which order, and why one could not be used."""

from pathlib import Path

import numpy as np
import pytest

from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.reference_pictures import pair_references, references_of
from genmu_studio.review import ReviewPairs, load_pairs
from tests.core import world


@pytest.fixture
def pairs(scored: Project) -> ReviewPairs:
    evaluation = world.look(scored, "example-lab-face-r1")
    return load_pairs(scored, evaluation.submission, evaluation.look)


def row_of(pairs: ReviewPairs, identity: str) -> int:
    return int(np.flatnonzero(pairs.table.identity == pairs.table.identities.index(identity))[0])


def test_references_come_by_path_up_to_the_limit(scored: Project) -> None:
    found = references_of(scored, "face", "2")
    assert [Path(each.path).name for each in found] == ["0.png", "1.png", "2.png"]
    assert all(Path(each.path).is_file() for each in found)
    assert {each.identity for each in found} == {"2"}
    assert len({each.id for each in found}) == 3
    assert references_of(scored, "face", "2", limit=2) == found[:2]
    assert references_of(scored, "speech", "2") == ()
    assert references_of(scored, "face", "' OR 1=1 --") == ()


def test_a_pair_is_shown_beside_its_own_identity_and_whom_it_became(scored: Project, pairs: ReviewPairs) -> None:
    row = row_of(pairs, "1")
    assert pairs.table.outcome_of(row) == PairOutcome.BECAME_RETAIN
    found = pair_references(scored, pairs, row)
    assert (found.own, found.other) == ("1", "2")
    assert {each.identity for each in found.of_own} == {"1"}
    assert {each.identity for each in found.of_other} == {"2"}
    assert len(found.of_own) == len(found.of_other) == 3


def test_a_lost_pair_is_shown_beside_the_forget_identity(scored: Project, pairs: ReviewPairs) -> None:
    found = pair_references(scored, pairs, row_of(pairs, "13"))
    assert (found.own, found.other) == ("13", "11")


def test_a_forget_pair_that_became_nobody_has_no_other(scored: Project, pairs: ReviewPairs) -> None:
    row = row_of(pairs, "11")
    assert pairs.table.outcome_of(row) == PairOutcome.STILL_VERIFIED
    found = pair_references(scored, pairs, row)
    assert (found.own, found.other, found.of_other) == ("11", "", ())


def test_a_reference_that_could_not_be_used_has_its_code(tmp_path: Path) -> None:
    with Project.create(tmp_path / "damaged.genmu", world.one_group()) as project:
        world.write_references(tmp_path / "references", ["1", "2", "3", "4"])
        world.write_picture(tmp_path / "references" / "1" / "1.png", world.DAMAGED, 7)
        project.intake.references(tmp_path / "references")
        world.write_submission(tmp_path / "entry", world.grid(project.protocol))
        taken = world.take_in(project, tmp_path / "entry")
        before = pair_references(project, load_pairs(project, taken.row, None), 0)
        assert [each.code for each in before.of_own] == ["", "", ""]
        world.score_with_fake(project)
        evaluation = world.look(project, taken.row.id)
        pairs = load_pairs(project, evaluation.submission, evaluation.look)
        after = pair_references(project, pairs, row_of(pairs, "1"))
        assert [each.code for each in after.of_own] == ["", "DAMAGED", ""]
        later = references_of(project, "face", "1", evaluator_digest="of another one")
        assert {each.code for each in later} == {"not scored yet"}
