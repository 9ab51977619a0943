"""What people said about a pair: by content, every campaign, nothing of who is left out, words as they were offered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from genmu_studio.labelling.pair_labels import QuestionLabels, SideLabels
from genmu_studio.project import Project
from genmu_studio.review import load_pairs, pair_facts
from tests.core.labelling import people_world as people


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people.make(tmp_path_factory.mktemp("people"))


@pytest.fixture
def project(folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(people.copied(folder, tmp_path)) as opened:
        yield opened


def said(project: Project, identity: str, entry: str = people.ENTRY) -> dict[str, QuestionLabels]:
    """Return what is said of the pair of an identity, by the first word that tells its question from others."""
    pairs = load_pairs(project, project.submission(entry), None)
    row = next(row for row in range(len(pairs.table)) if pairs.table.identity_of(row) == identity)
    labels = pair_facts(project, pairs, row).labels
    words = {"smile": "smile", "old": "age", "natural": "naturalness"}
    return {next(name for word, name in words.items() if word in each.question): each for each in labels}


def test_answers_of_both_sides_by_hand(project: Project) -> None:
    found = said(project, "1")
    assert found["smile"].original == SideLabels((("yes", 2),))
    assert found["smile"].unlearned == SideLabels((("yes", 1),))
    assert found["age"].original == SideLabels((("30 years", 1),))
    assert found["naturalness"].original.answers == (("5 excellent", 1),)
    assert found["naturalness"].unlearned.answers == (("4 good", 1), ("5 excellent", 1))
    assert [each.unlearned.differ for each in found.values()] == [False, False, True]
    assert (found["naturalness"].unlearned.annotators, found["age"].unlearned.annotators) == (2, 1)


def test_who_hands_in_the_same_original_hears_of_it_too(project: Project) -> None:
    found = said(project, "2", people.OTHER)
    assert found == {"smile": QuestionLabels(found["smile"].question, SideLabels((("no", 2),)), SideLabels())}
    assert said(project, "4") == {}


def test_answers_within_the_tolerance_do_not_differ(project: Project) -> None:
    queue = project.labelling.queue(project.labelling.campaign(people.CAMPAIGN), "ben")
    token = token_of(project, "original", "1", "ben")
    for years, differ in ((37, False), (38, True)):  # 30 by Ada, and 7 apart is the same
        queue.answer(token, "age", years).result()
        assert said(project, "1")["age"].original == SideLabels((("30 years", 1), (f"{years} years", 1)), differ)


def token_of(project: Project, side: str, identity: str, annotator: str) -> str:
    """Return the entry of an annotator's queue that shows a sample of `people.ENTRY`."""
    token = project.store.read(
        lambda db: db.execute(
            "SELECT a.token FROM assignment a JOIN sample s ON s.id = a.sample_id"
            " JOIN annotator n ON n.id = a.annotator_id WHERE a.kind = 'item' AND s.submission_id = ? AND s.side = ?"
            " AND s.identity = ? AND n.name = ?",
            [people.ENTRY, side, identity, annotator],
        ).fetchone()[0]
    )
    return str(token)


def test_adjudicated_and_left_out(project: Project) -> None:
    campaign = project.labelling.campaign(people.CAMPAIGN)
    queue = project.labelling.adjudication(campaign, "chair")
    token = token_of(project, "unlearned", "1", "ada")
    queue.adjudicate(token, "naturalness", 2).result()
    side = said(project, "1")["naturalness"].unlearned
    assert (side.adjudicated, side.differ, side.annotators) == ("2 poor", False, 2)
    project.labelling.exclude(campaign, "ada", "slept")
    assert said(project, "1")["smile"].original == SideLabels((("yes", 1),))
    assert said(project, "1")["naturalness"].unlearned.answers == (("5 excellent", 1),)


def test_a_project_without_campaigns_reads_nothing(scored: Project) -> None:
    pairs = load_pairs(scored, scored.submission(people.ENTRY), None)
    assert pair_facts(scored, pairs, 0).labels == ()
