"""The audit in a report: findings, contract, verdict, the head of the log; foreign text is only shown."""

from pathlib import Path

from genmu_studio.audit.drafts import Draft
from genmu_studio.project import Project
from tests.core import reports, world

HOSTILE = "<script>alert(1)</script> =cmd() \u202e onload"


def test_a_report_tells_what_was_found_and_decided(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        references = world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2)
        project.intake.references(references)
        samples = world.showing(world.grid(protocol, conditions=4), {("unlearned", "1"): "2"})
        world.take_in(project, world.write_submission(tmp_path / "entry", samples, team="Example Lab"))
        world.score_with_fake(project)
        (entry,) = project.submissions()
        before, _ = reports.write(project, entry.id)
        assert "audit" not in before.sections

        project.audit.run(executor=world.INLINE)
        verdict = project.audit.sign(entry, Draft("reject", HOSTILE, ("identity_transfer",)))
        report, _ = reports.write(project, entry.id)

        assert "audit" in report.sections
        section = report.section("audit")
        said = reports.words(section)
        assert "Verdict: reject" in said
        assert "verify as the retain identity 2" in said
        assert "■ high Identity transfer" in said
        assert "<script>alert(1)</script> =cmd()" in said
        assert "\u202e" not in report.text
        assert verdict.hash in said
        assert project.audit.chain().head in reports.words(report.section("provenance"))
        exact = {each.get("title") for each in report.all("span", section) if each.get("title")}
        raised = project.audit.findings(entry).raised
        assert {repr(finding.value) for _, finding in raised if finding.value is not None} <= exact
        settings = {each.name for each in project.audit.matched(entry)}
        assert all(name in said for name in settings)
