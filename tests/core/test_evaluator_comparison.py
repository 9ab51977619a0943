"""One entry as two evaluators, or two states of one, saw it: what moved, and why it may have."""

from pathlib import Path

import pytest

from genmu_studio.evaluator_comparison import compare_evaluators, find_state
from genmu_studio.project import Project
from genmu_studio.view import NoResultsError
from tests.core import world


def test_two_states_of_an_evaluator_are_told_apart_and_compared(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        references = world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2)
        project.intake.references(references)
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=3)))
        world.score_with_fake(project)
        world.score_with_fake(project, fail_on="1.png")
        (entry,) = project.submissions()
        first, second = project.evaluators_of(entry)

        assert find_state(project, entry, first.digest[:10]) == first
        assert find_state(project, entry, first.name) == second
        with pytest.raises(NoResultsError, match="no results of 'nobody'"):
            find_state(project, entry, "nobody")
        same = compare_evaluators(project, entry, first, first)
        compared = compare_evaluators(project, entry, first, second)

        assert same.reasons == ()
        assert all(not delta.change for delta in same.figures.deltas)
        assert "options" in {reason.what for reason in compared.reasons}
        assert compared.figures.first.evaluator == first
        assert compared.figures.second.evaluator == second
