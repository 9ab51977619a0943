"""The facade: it tells who listens, answers by name, and opens for as much as it may."""

from pathlib import Path

import pytest

from genmu_studio.project import ChangeSet, Project
from scoring.errors import UserError
from tests.core import world


def test_a_project_remembers_its_name_and_protocol(tmp_path: Path) -> None:
    protocol = world.two_groups()
    with Project.create(tmp_path / "audit 2026.genmu", protocol) as made:
        assert (made.name, made.mode, made.notice) == ("audit 2026", "write", "")

    with Project.open(tmp_path / "audit 2026.genmu", "read") as read:
        assert read.protocol == protocol
        assert (read.name, read.mode) == ("audit 2026", "read")
        with pytest.raises(UserError, match="open read-only"):
            world.score_with_fake(read)
        assert read.submissions() == []
        assert read.evaluators("face") == []
        assert read.leaderboard("face") == ()


def test_each_operation_tells_which_areas_changed_until_nobody_listens(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        heard: list[ChangeSet] = []
        stop = project.subscribe(heard.append)

        project.intake.references(world.write_references(tmp_path / "refs", protocol.identities_of("face")))
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        world.score_with_fake(project)
        (evaluator,) = project.evaluators("face")
        project.freeze(evaluator, project.calibrate(evaluator))
        stop()
        stop()
        world.score_with_fake(project)

    assert [set(each.areas) for each in heard] == [
        {"references"}, {"submissions"}, {"results"}, {"calibrations", "results"},
    ]  # fmt: skip


def test_an_unknown_submission_is_answered_with_those_that_exist(scored: Project) -> None:
    with pytest.raises(UserError, match="no submission 'nobody'") as caught:
        scored.submission("nobody")

    assert "example-lab-face-r1" in caught.value.hint


def test_a_protocol_that_was_tampered_with_is_not_believed(scored: Project) -> None:
    tamper = "UPDATE protocol SET content_json = replace(content_json, '\"per_identity\":10', '\"per_identity\":9')"
    scored.store.write(lambda db: db.execute(tamper)).result()
    scored.close()

    with pytest.raises(UserError, match="not the one it was made with"):
        Project.open(scored.folder)
    # What could not be opened is not left locked.
    with pytest.raises(UserError, match="not the one it was made with"):
        Project.open(scored.folder, "write")


@pytest.mark.parametrize(
    "content",
    [
        "json_remove(content_json, '$.preservation')",  # an older form lacks a table
        "json_set(content_json, '$.quality', json('{}'))",  # a newer one has another
        "'{'",
    ],
)
def test_a_protocol_of_another_form_is_a_user_error_with_a_way_out(scored: Project, content: str) -> None:
    scored.store.write(lambda db: db.execute(f"UPDATE protocol SET content_json = {content}")).result()  # noqa: S608
    scored.close()

    for mode in ("best", "read", "write"):
        with pytest.raises(UserError, match="another form than this version of the program reads") as caught:
            Project.open(scored.folder, mode)
        assert "the version that made it" in caught.value.hint
