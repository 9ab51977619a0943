"""Drafts are taken back like everything else, until they are signed; what is signed stays."""

from pathlib import Path

import pytest

from genmu_studio.audit.drafts import LONGEST_REASON, Draft
from genmu_studio.domain import SubmissionRow
from genmu_studio.marks import Mark
from genmu_studio.project import ChangeSet, Project
from scoring.errors import UserError
from tests.core import world


@pytest.fixture
def project(tmp_path: Path) -> Project:
    protocol = world.one_group()
    made = Project.create(tmp_path / "p.genmu", protocol)
    world.take_in(made, world.write_submission(tmp_path / "entry", world.showing(world.grid(protocol), {})))
    return made


@pytest.fixture
def entry(project: Project) -> SubmissionRow:
    (row,) = project.submissions()
    return row


def test_a_draft_is_undone_and_redone_among_marks(project: Project, entry: SubmissionRow) -> None:
    with project:
        first, second = Draft("query", "weights?"), Draft("reject", "weights equal")
        assert project.audit.write_draft(entry, first)
        project.mark("Pick", [Mark("pick", 1, "pick")]).result()
        assert project.audit.write_draft(entry, second)
        assert not project.audit.write_draft(entry, second)

        assert project.undo() == f"Verdict on {entry.id}"
        assert project.audit.draft(entry) == first
        assert project.undo() == "Pick"
        assert project.undo() == f"Verdict on {entry.id}"
        assert project.audit.draft(entry) == Draft()
        for _ in range(3):
            project.redo()
        assert project.audit.draft(entry) == second
        assert project.marks(entry).picks == {1: "pick"}


def test_a_signed_verdict_cannot_be_taken_back_and_empties_the_draft(project: Project, entry: SubmissionRow) -> None:
    with project:
        project.audit.run(executor=world.INLINE)
        heard: list[ChangeSet] = []
        project.subscribe(heard.append)
        project.audit.run(executor=world.INLINE)
        draft = Draft("reject", "no identity was forgotten", ("contract_fields",))
        project.audit.write_draft(entry, draft)

        verdict = project.audit.sign(entry, draft)

        assert project.audit.draft(entry) == Draft()
        assert project.audit.verdicts() == {entry.id: verdict}
        assert verdict.findings["contract_fields"]
        assert project.audit.chain().head == verdict.hash
        assert all("audit" in changes and not changes.moves_numbers for changes in heard)
        while project.undo() is not None:
            pass
        assert project.audit.verdicts()[entry.id].decision == "reject"
        later = project.audit.sign(entry, Draft("accept"))
        assert project.audit.verdicts() == {entry.id: later}
        kinds = [event.kind for event in project.audit.history(entry)]
        assert kinds == ["audited", "verdict", "verdict"]


def test_what_cannot_be_signed_says_why(project: Project, entry: SubmissionRow) -> None:
    with project:
        for draft, words in (
            (Draft(None, "because"), "accept, query or reject"),
            (Draft("reject", "  \n"), "needs a reason"),
            (Draft("query", "because", ("contract_deadline",)), "raises nothing"),
        ):
            with pytest.raises(UserError, match=words):
                project.audit.sign(entry, draft)
        with pytest.raises(UserError, match="characters long"):
            project.audit.write_draft(entry, Draft("query", "x" * (LONGEST_REASON + 1)))
        assert project.audit.verdicts() == {}
