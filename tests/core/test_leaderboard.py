"""Who is ranked, in what order, and the reason of who is not."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from genmu_studio.leaderboard import LeaderboardRow, rank_entries
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.types import EvaluatorSpec
from tests.core import world
from tests.core.conftest import MakeProject

DEADLINE = datetime(2026, 7, 11, tzinfo=UTC)
GOOD = {("unlearned", "1"): world.STRANGER}
FAIR = {**GOOD, ("unlearned", "4"): world.STRANGER}


@pytest.fixture
def board(new_project: MakeProject, tmp_path: Path) -> Project:
    """Return a project with references and no entry."""
    project = new_project(world.one_group())
    project.intake.references(world.write_references(tmp_path / "refs", project.protocol.identities_of("face")))
    return project


class Entries:
    """Writes and imports entries of a project."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project = project
        self.folder = folder
        self.count = 0

    def add(
        self,
        team: str,
        received_at: datetime | None = world.IN_TIME,
        *,
        shows: dict[tuple[str, str], str] | None = None,
        revision: int = 1,
        complete: bool = True,
    ) -> str:
        self.count += 1
        samples = world.showing(world.grid(self.project.protocol), GOOD if shows is None else shows)
        manifest = world.COMPLETE if complete else world.HEAD
        folder = world.write_submission(
            self.folder / f"entry {self.count}", samples, team=team, revision=revision, manifest=manifest
        )
        return world.take_in(self.project, folder, received_at).row.id

    def ranking(self, view: View | None = None) -> Sequence[LeaderboardRow]:
        world.score_with_fake(self.project)
        return self.project.leaderboard("face", view)


@pytest.fixture
def entries(board: Project, tmp_path: Path) -> Entries:
    return Entries(board, tmp_path)


def reasons(rows: Sequence[LeaderboardRow]) -> dict[str, str | None]:
    return {str(row.submission.id): row.reason for row in rows}


def test_one_second_before_the_deadline_counts_the_instant_itself_is_late(entries: Entries) -> None:
    early = entries.add("Early", DEADLINE - timedelta(seconds=1))
    late = entries.add("Late", DEADLINE)
    # The same instant as Early's, said in another zone; and one that only looks earlier.
    elsewhere = entries.add("Elsewhere", datetime.fromisoformat("2026-07-11T08:59:59+09:00"))
    disguised = entries.add("Disguised", datetime.fromisoformat("2026-07-10T23:00:00-01:00"))

    found = reasons(entries.ranking())

    assert found[early] is None
    assert found[elsewhere] is None
    assert "after the deadline" in str(found[late])
    assert "after the deadline" in str(found[disguised])


def test_the_latest_complete_revision_in_time_is_the_teams_entry(entries: Entries) -> None:
    first = entries.add("Team", DEADLINE - timedelta(days=5), revision=1)
    second = entries.add("team", DEADLINE - timedelta(days=3), revision=2)
    incomplete = entries.add("Team", DEADLINE - timedelta(days=2), revision=3, complete=False)
    late = entries.add("Team", DEADLINE + timedelta(days=1), revision=4)
    unknown = entries.add("Team", None, revision=5)

    rows = entries.ranking()

    found = reasons(rows)
    assert [row.submission.id for row in rows if row.rank] == [second]
    assert found[first] == "superseded by revision 2"
    assert "incomplete" in str(found[incomplete])
    assert "after the deadline" in str(found[late])
    assert found[unknown] == "no time of receipt"
    assert all(row.evaluation is not None for row in rows), "unranked entries are kept and shown"


def test_the_organizers_team_counts_not_the_claimed_one(entries: Entries, tmp_path: Path) -> None:
    mine = entries.add("Team", DEADLINE - timedelta(days=5))
    samples = world.showing(world.grid(entries.project.protocol), GOOD)
    folder = world.write_submission(tmp_path / "renamed", samples, team="Somebody", revision=2)
    world.take_in(entries.project, folder, DEADLINE - timedelta(days=1), team="TEAM")

    found = reasons(entries.ranking())

    assert found[mine] == "superseded by revision 2"


def test_equal_scores_share_a_rank_and_the_next_is_skipped(entries: Entries) -> None:
    entries.add("Charlie")
    entries.add("alpha")
    entries.add("Bravo", shows=FAIR)

    rows = entries.ranking()

    assert [(row.submission.team, row.rank) for row in rows] == [("alpha", 1), ("Charlie", 1), ("Bravo", 3)]


def test_what_is_not_scored_or_not_computable_is_not_ranked(entries: Entries) -> None:
    entries.add("Scored")
    world.score_with_fake(entries.project)
    waiting = entries.add("Waiting", shows=FAIR)
    rows = entries.project.leaderboard("face")
    found = reasons(rows)

    # Its samples have contents that the first entry has too: those are measured, the rest is not.
    assert "not scored" in str(found[waiting])
    assert [row.rank for row in rows] == [1, None]
    assert entries.project.leaderboard("speech") == ()


def test_entries_of_different_evaluators_are_not_compared(entries: Entries) -> None:
    one = entries.add("One")
    two = entries.add("Two", shows=FAIR)
    three = entries.add("Three", shows={})
    project = entries.project
    world.score_with_fake(project)
    spec = EvaluatorSpec("fake_image", (("fail_on", "nothing"),))
    submission = project.submission(two)
    # Only the entry of Two is measured by the second evaluator: of its own, unshared samples.
    project.score(ScoreRequest(spec, (submission.id,), world.INLINE))
    newest = project.evaluators()[-1].digest
    project.store.write(
        lambda db: db.execute(
            "DELETE FROM result WHERE evaluator_digest = ? AND subject_id NOT IN "
            "(SELECT subject_id FROM sample WHERE submission_id = ? UNION SELECT subject_id FROM reference) "
            "OR evaluator_digest = ? AND subject_id IN (SELECT subject_id FROM sample WHERE submission_id <> ?)",
            [newest, two, newest, two],
        )
    ).result()

    rows = project.leaderboard("face")

    found = reasons(rows)
    assert found[one] is None
    assert found[three] is None
    assert found[two] is not None
    assert [row.rank for row in rows if row.rank] == [1, 2]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"name": "theirs", "version": "2"}, "measured by theirs, which the others are not"),
        ({"version": "2"}, "measured by fake_image version 2 (not 1), which the others are not"),
        ({}, "measured by fake_image with other options (0123456789ab, not "),
        ({"weights_sha256": "ab"}, "measured by fake_image with other weights (0123456789ab, not "),
    ],
)
def test_the_reason_names_in_what_the_evaluator_differs(entries: Entries, other: dict[str, str], words: str) -> None:
    for team in ("One", "Two", "Three"):
        entries.add(team)
    rows = entries.ranking()
    project = entries.project
    evaluations = {row.submission.id: row.evaluation for row in rows if row.evaluation is not None}
    odd = rows[1].submission.id
    look = evaluations[odd].look
    changed = replace(look.evaluator, digest="0123456789abcdef", **other)  # type: ignore[arg-type]  # text
    lens = replace(look.lens, evaluators={changed.digest: look.own_lens})
    look = replace(look, base=replace(look.base, evaluator=changed), lens=lens)
    evaluations[odd] = replace(evaluations[odd], look=look)

    found = reasons(rank_entries(project.protocol, "face", project.submissions("face"), evaluations))

    assert str(found[str(odd)]).startswith(words)
    assert str(found[str(odd)]).endswith(", which the others are not")
    assert [reason for name, reason in found.items() if name != odd] == [None, None]


def test_imported_results_never_rank(entries: Entries, tmp_path: Path) -> None:
    name = entries.add("Team")
    project = entries.project
    paths = [sample.path for sample in world.grid(project.protocol)]
    lines = [f"{path},{path.split('/')[2]},0.9" for path in paths]
    (tmp_path / "theirs.csv").write_text("path,identity,similarity\n" + "\n".join(lines) + "\n")
    project.intake.results(tmp_path / "theirs.csv", project.submission(name), "theirs")

    (row,) = project.leaderboard("face")

    assert row.rank is None
    assert row.reason == "imported results take no part in the ranking"
    assert row.evaluation is not None
    assert row.evaluation.track.erb.value == 0


def test_an_evaluator_that_measured_only_some_entries_leaves_the_others_unscored(entries: Entries) -> None:
    entries.add("Team")
    rows = entries.ranking(View(evaluator="face_sface"))

    assert [(row.rank, row.reason) for row in rows] == [(None, "not scored yet")]
