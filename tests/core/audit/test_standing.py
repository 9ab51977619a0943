"""Where submissions stand: counted by severity and family as the findings themselves say, and what was signed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from genmu_studio.audit.check import checks
from genmu_studio.audit.drafts import Draft
from genmu_studio.audit.standing import families_of_checks, standings, standings_as_audited
from genmu_studio.project import Project
from tests.core import world


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=4)
    with Project.create(tmp_path / "p.genmu", protocol) as made:
        made.intake.references(world.write_references(tmp_path / "references", protocol.identities_of("face")))
        for team, shows in (("First Lab", "2"), ("Second Lab", world.STRANGER)):
            shown = world.showing(samples, {("unlearned", "1"): shows})
            world.take_in(made, world.write_submission(tmp_path / team, shown, team=team))
        world.score_with_fake(made)
        yield made


def test_nobody_stands_anywhere_before_the_first_audit(project: Project) -> None:
    assert standings_as_audited(project) == {}
    assert [(each.checks, each.gravest, each.verdict) for each in standings(project)] == [(0, None, None)] * 2


def test_findings_are_counted_by_severity_and_family(project: Project) -> None:
    project.audit.run(executor=world.INLINE)
    first, second = project.submissions()
    project.audit.sign(second, Draft("accept"))
    told = standings_as_audited(project)
    assert set(told) == {first.id, second.id}
    for submission in (first, second):
        found, standing = project.audit.findings(submission), told[submission.id]
        assert found.raised
        assert standing.counts == Counter(finding.severity for _, finding in found.raised)
        assert standing.gravest == found.gravest
        assert standing.checks == len(found.outcomes)
        for family, of_family in standing.families.items():
            raised = [each for info, each in found.raised if info.family == family]
            silent = [each for each in found.outcomes if each.info.family == family and each.not_run]
            assert of_family.counts == Counter(each.severity for each in raised)
            assert of_family.silent == len(silent)
            assert of_family.gravest == (raised[0].severity if raised else None)
            for severity in ("high", "medium", "info"):
                titles = [
                    info.title for info, each in found.raised if info.family == family and each.severity == severity
                ]
                assert set(of_family.titles_of(severity)) == set(titles)
    assert [told[each.id].verdict is not None for each in (first, second)] == [False, True]


def test_what_changed_since_is_counted_where_it_is_asked_for(project: Project) -> None:
    project.audit.run(executor=world.INLINE)
    assert [each.stale for each in standings(project)] == [0, 0]
    evaluator = project.evaluators_of(project.submissions()[0])[0]
    project.freeze(evaluator, project.calibrate(evaluator))
    for each in standings(project):
        assert each.stale == each.checks == sum("face" in check.info.tracks for check in checks().values())


def test_families_stand_in_the_order_of_the_protocol() -> None:
    families = families_of_checks()
    assert families[0] == "contract"
    assert len(set(families)) == len(families)
    assert set(families) == {each.info.family for each in checks().values()}
