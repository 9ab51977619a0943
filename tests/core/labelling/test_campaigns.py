"""Campaigns: what a file asks for is found in the project, shared out, kept, and comes out the same each time."""

from collections import Counter
from pathlib import Path

import pytest

from genmu_studio.labelling.campaigns import PlannedCampaign
from genmu_studio.project import Project
from genmu_studio.store import labels as label_store
from scoring.errors import UserError
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.labelling.made import FACES, PAIRS, write_file
from tests.core.listening import listen_to

CHECKOUT = Path(__file__).resolve().parents[3]


def planned(project: Project, folder: Path, text: str = FACES) -> PlannedCampaign:
    return project.labelling.plan(write_file(folder, text))


def sides(project: Project) -> dict[int, tuple[str, str, str]]:
    rows = project.store.read(lambda db: db.execute("SELECT id, side, identity, role FROM sample").fetchall())
    return {id_: rest for id_, *rest in rows}


def test_a_campaign_is_previewed_before_it_is_kept(unscored: Project, tmp_path: Path) -> None:
    preview = planned(unscored, tmp_path).preview

    # 56 samples, 2 of them known: 54 items, each for 2 of 3 annotators. To the 36 of each come 4 repeats (10 %, not
    # less), one gold item (2 %), 2 attention items (5 %), and one for training.
    assert preview.items == 54
    assert preview.duplicates == 0
    assert preview.kinds == {"training": 3, "item": 108, "gold": 3, "repeat": 12, "attention": 6}
    assert [(load.annotator, load.entries, load.answers, load.seconds) for load in preview.loads] == [
        ("ada", 44, 132, 660), ("ben", 44, 132, 660), ("eve", 44, 132, 660),
    ]  # fmt: skip
    assert unscored.labelling.campaigns() == ()


def test_each_item_is_seen_as_often_as_asked_by_different_people(unscored: Project, tmp_path: Path) -> None:
    rows = planned(unscored, tmp_path).assignments
    own = [row for row in rows if row.kind == "item"]

    assert set(Counter(row.sample for row in own).values()) == {2}
    assert len({(row.annotator, row.sample) for row in own}) == len(own)
    assert len({row.token for row in rows}) == len(rows)
    for row in rows:
        if row.kind in {"repeat", "attention"}:
            before = next(each for each in rows if each.annotator == row.annotator and each.place == row.shown_before)
            assert (before.kind, before.sample) == ("item", row.sample)
            assert row.place - before.place >= 2
        assert bool(row.notice) == (row.kind in {"attention", "training"})


def test_the_same_file_gives_the_same_queues_and_another_seed_others(unscored: Project, tmp_path: Path) -> None:
    first, again = planned(unscored, tmp_path), planned(unscored, tmp_path)
    other = planned(unscored, tmp_path, FACES.replace("seed = 5", "seed = 6"))

    assert first == again
    assert first.digest != other.digest
    assert [row.sample for row in first.assignments] != [row.sample for row in other.assignments]
    assert not {row.token for row in first.assignments} & {row.token for row in other.assignments}


def test_a_campaign_is_kept_as_it_was_planned(unscored: Project, tmp_path: Path) -> None:
    told = listen_to(unscored)
    wanted = planned(unscored, tmp_path)
    kept = unscored.labelling.keep(wanted)

    assert told == [frozenset({"labels"})]
    with Project.open(unscored.folder, "read") as project:
        assert project.labelling.campaign("FACES") == kept
        assert (kept.file, kept.questions, kept.digest) == (wanted.file, wanted.questions, wanted.digest)
        assert project.store.read(lambda db: label_store.assignments(db, kept.id)) == list(wanted.assignments)
        with pytest.raises(UserError, match="there is no campaign 'other'") as raised:
            project.labelling.campaign("other")
        assert "faces" in raised.value.hint
        with pytest.raises(UserError, match="read-only"):
            project.labelling.keep(wanted)


def test_a_campaign_is_kept_once(unscored: Project, tmp_path: Path) -> None:
    unscored.labelling.keep(planned(unscored, tmp_path))
    for text in (FACES, FACES.replace("seed = 5", "seed = 6"), FACES.replace('"faces"', '"Faces"')):
        with pytest.raises(UserError, match="already"):
            unscored.labelling.keep(planned(unscored, tmp_path, text))
    assert len(unscored.labelling.campaigns()) == 1


def test_an_annotator_has_one_spelling(unscored: Project, tmp_path: Path) -> None:
    unscored.labelling.keep(planned(unscored, tmp_path))
    for text in (FACES.replace('"faces"', '"more"'), PAIRS.replace('"ada"', '"zoe"')):
        unscored.labelling.keep(planned(unscored, tmp_path, text))
    other = planned(unscored, tmp_path, FACES.replace('"faces"', '"again"').replace('"ada"', '"Ada"'))
    with pytest.raises(UserError, match="'Ada' is known as 'ada'"):
        unscored.labelling.keep(other)


def test_the_selection_leaves_what_it_names(unscored: Project, tmp_path: Path) -> None:
    known = sides(unscored)
    text = FACES.partition("[[gold]]")[0].replace(
        'track = "face"', 'track = "face"\nsides = ["unlearned"]\nroles = ["retain"]\nper_identity = 2'
    )
    rows = planned(unscored, tmp_path, text).assignments
    shown = {row.sample for row in rows}
    assert {known[sample][0] for sample in shown} == {"unlearned"}
    assert {known[sample][2] for sample in shown} == {"retain"}
    assert Counter(known[sample][1] for sample in shown) == dict.fromkeys(["2", "3", "4", "12", "13"], 2)

    few = planned(unscored, tmp_path, text.replace("per_identity = 2", "most = 3"))
    assert few.preview.items == 3


def test_pairs_are_shown_whole_and_each_way_round_equally_often(unscored: Project, tmp_path: Path) -> None:
    known = sides(unscored)
    rows = planned(unscored, tmp_path, PAIRS).assignments
    pairs = {
        tuple(sorted(row))
        for row in unscored.store.read(lambda db: db.execute("SELECT original_id, unlearned_id FROM pair").fetchall())
    }
    for annotator in ("ada", "ben"):
        queue = [row for row in rows if row.annotator == annotator]
        originals_first = [known[row.sample][0] == "original" for row in queue]
        assert abs(2 * sum(originals_first) - len(queue)) <= 1
        assert all(tuple(sorted((row.sample, row.other or 0))) in pairs for row in queue)
        assert all(row.x is None for row in queue)


def test_x_is_either_equally_often(unscored: Project, tmp_path: Path) -> None:
    (tmp_path / "abx.toml").write_text(
        '[set]\nname = "abx"\ntitle = "ABX"\n[[questions]]\nid = "x"\ntext = "X is?"\nkind = "abx"\n', encoding="utf-8"
    )
    rows = planned(unscored, tmp_path, PAIRS.replace('"same-person"', '"abx.toml"')).assignments
    xs = Counter(row.x for row in rows if row.annotator == "ada")
    assert abs(xs["A"] - xs["B"]) <= 1


def test_files_that_hold_the_same_are_shown_once(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    for team in ("A", "B"):
        world.take_in(project, world.write_submission(tmp_path / team, world.grid(project.protocol), team=team))
    preview = planned(project, tmp_path, FACES.partition("[[gold]]")[0]).preview
    assert (preview.items, preview.duplicates) == (16, 16)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("overlap = 2", "overlap = 4", "overlap: 4 of 3 annotator"),
        ('"ada", "ben", "eve"', '"ada", "Ada", "eve"', "annotators: one is there twice"),
        ('"ada", "ben", "eve"', '" ada", "ben", "eve"', "spaces at its ends"),
        ("seed = 5", "seed = -5", "campaign: seed"),
        ("seed = 5", "seed = 5\ncolour = 1", "campaign: colour"),
        ('"face-attributes/smile"', '"face-attributes/grin"', "face-attributes has no question 'grin'"),
        ('"face-attributes/smile"', '"face-attributes"', "question 'age' is asked twice"),
        ('"face-attributes/smile"', '"speech-attributes/accent"', "question 'accent' is about speech"),
        ('"face-attributes/smile"', '"same-person"', "some questions are about one sample"),
        ('"face-attributes/smile"', '"own"', "own cannot be read"),
        ('track = "face"', 'track = "face"\nsubmissions = ["nobody"]', "no face submission 'nobody'"),
        ('track = "face"', 'track = "face"\nidentities = ["nobody"]', "no sample is left"),
        ('path = "original/One/1/c0/0.png"', 'path = "nothing.png"', "no 'nothing.png'"),
        ('smile = ["yes"]', 'smile = ["maybe"]', "is no answer to"),
        ('smile = ["yes"]', 'grin = ["yes"]', "there is no question 'grin'"),
        ('smile = ["yes"]', "", "has no accepted answer"),
        ("repeats = 0.1", "repeats = 2", "rates: repeats"),
    ],
)
def test_a_mistake_in_the_file_is_named(unscored: Project, tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in FACES
    with pytest.raises(UserError) as raised:
        planned(unscored, tmp_path, FACES.replace(old, new, 1))
    assert words in raised.value.message


def test_of_drawn_sides_no_answer_is_known(unscored: Project, tmp_path: Path) -> None:
    (tmp_path / "ab.toml").write_text(
        '[set]\nname = "ab"\ntitle = "AB"\n[[questions]]\nid = "better"\ntext = "Which?"\nkind = "ab"\n',
        encoding="utf-8",
    )
    gold = '[[gold]]\nsubmission = "example-lab-face-r1"\npath = "original/One/1/c0/0.png"\nanswers.better = ["A"]\n'
    with pytest.raises(UserError, match="is drawn"):
        planned(unscored, tmp_path, PAIRS.replace('"same-person"', '"ab.toml"') + gold)


def test_the_campaign_of_the_how_to_can_be_made(unscored: Project, tmp_path: Path) -> None:
    page = (CHECKOUT / "docs" / "how-to" / "label-blind.md").read_text(encoding="utf-8")
    campaign, questions = (block.partition("\n```")[0] for block in page.split("```toml\n")[1:])
    (tmp_path / "my-questions.toml").write_text(questions, encoding="utf-8")
    made = planned(unscored, tmp_path, campaign)
    assert made.questions[-2].answer_keys == {"n": "none", "s": "short", "l": "long"}
    # Identities 1 and 11, both sides, 3 of each; the gold item is 1's.
    assert made.preview.items == 12
    assert set(made.preview.kinds) == {"training", "item", "gold", "repeat", "attention"}
