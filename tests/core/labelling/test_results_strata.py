"""The reveal: whose answers are about which side of which submission, of pairs, and of files handed in twice."""

from pathlib import Path

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.questions import Answer
from genmu_studio.labelling.results.questions import QuestionResult
from genmu_studio.project import Project
from genmu_studio.store.labels import AssignmentRow
from tests.core.labelling.made import PAIRS, write_file
from tests.core.labelling.test_people import ASKED, ask, path, say

AB = '[set]\nname = "ab"\ntitle = "AB"\n[[questions]]\nid = "better"\ntext = "Which?"\nkind = "ab"\n'
ABX = '[set]\nname = "abx"\ntitle = "ABX"\n[[questions]]\nid = "x"\ntext = "X is?"\nkind = "abx"\n'


def of_pairs(project: Project, folder: Path, questions: str = "") -> Campaign:
    text = PAIRS.replace('"pairs"', '"mine"')
    if questions:
        (folder / "own.toml").write_text(questions, encoding="utf-8")
        text = text.replace('"same-person"', '"own.toml"')
    return project.labelling.keep(project.labelling.plan(write_file(folder, text)))


def answered(project: Project, campaign: Campaign, name: str, *, unlearned: bool = False) -> QuestionResult:
    """Answer all items with the letter of the unlearned sample, or with the first category."""
    side_of = project.store.read(lambda db: dict(db.execute("SELECT id, side FROM sample").fetchall()))

    def value(row: AssignmentRow) -> Answer:
        wanted = campaign.questions[0].categories[0]
        return "AB"[side_of[row.sample] == "original"] if unlearned else wanted

    queue = project.labelling.queue(campaign, name)
    for row in assignments_of(project, campaign, name):
        if row.kind == "item":
            queue.answer(row.token, campaign.questions[0].id, value(row)).result()
    return project.labelling.results(campaign).questions[0]


def test_pairs_are_told_by_submission_and_role(asked: Project, tmp_path: Path) -> None:
    found = answered(asked, of_pairs(asked, tmp_path), "ada")
    assert [(each.submission, each.side, each.role, each.n) for each in found.strata] == [
        ("example-lab-face-r1", "pair", "forget", 8),
        ("example-lab-face-r1", "pair", "retain", 20),
    ]
    assert all([count.n for count in each.categories] == [each.n, 0, 0] for each in found.strata)


def test_of_two_sides_the_one_that_was_chosen_is_told(asked: Project, tmp_path: Path) -> None:
    found = answered(asked, of_pairs(asked, tmp_path, AB), "ada", unlearned=True)
    counts = {each.category: each.n for each in found.categories}
    assert counts["A"] + counts["B"] == 28
    assert min(counts["A"], counts["B"]) > 0  # which of the two is A is drawn
    for stratum in found.strata:
        assert [(each.category, each.n) for each in stratum.categories] == [("original", 0), ("unlearned", stratum.n)]
    assert sum(each.n for each in found.strata) == 28


def test_of_x_it_is_told_whether_it_was_found(asked: Project, tmp_path: Path) -> None:
    campaign = of_pairs(asked, tmp_path, ABX)
    found = answered(asked, campaign, "ada")
    right = sum(row.x == "A" for row in assignments_of(asked, campaign, "ada") if row.kind == "item")
    told = {
        name: sum(c.n for each in found.strata for c in each.categories if c.category == name)
        for name in ("right", "wrong")
    }
    assert told == {"right": right, "wrong": 28 - right}
    assert 0 < right < 28


def test_an_answer_about_a_file_that_two_handed_in_is_one_about_both(shared: Project, tmp_path: Path) -> None:
    campaign = ask(shared, tmp_path)
    say(shared, campaign, "ada", "smile", {path("original", "1"): "yes"})
    (smile, *_) = shared.labelling.results(shared.labelling.campaign(campaign)).questions
    assert (smile.n, [(each.submission, each.team, each.side, each.n) for each in smile.strata]) == (
        1,
        [
            ("example-lab-face-r1", "Example Lab", "original", 1),
            ("other-lab-face-r1", "Other Lab", "original", 1),
        ],
    )


def test_a_submission_that_was_not_selected_is_not_told(shared: Project, tmp_path: Path) -> None:
    text = ASKED.replace('track = "face"', 'track = "face"\nsubmissions = ["other-lab-face-r1"]')
    campaign = ask(shared, tmp_path, text)
    say(shared, campaign, "ada", "smile", {path("original", "1"): "yes"})
    (smile, *_) = shared.labelling.results(shared.labelling.campaign(campaign)).questions
    assert [each.submission for each in smile.strata] == ["other-lab-face-r1"]
