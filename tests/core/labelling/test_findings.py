"""What was said of the samples: by item, whichever way round it was shown, checks apart, adjudication by item."""

from pathlib import Path

from genmu_studio.labelling.findings import Label
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.project import Project
from tests.core.labelling.made import PAIRS, write_file

AB = '[set]\nname = "ab"\ntitle = "AB"\n[[questions]]\nid = "better"\ntext = "Which?"\nkind = "ab"\n'
ABX = '[set]\nname = "abx"\ntitle = "ABX"\n[[questions]]\nid = "x"\ntext = "X is?"\nkind = "abx"\n'


def test_labels_are_those_of_the_samples_that_were_shown(asked: Project) -> None:
    campaign = asked.labelling.campaign("faces")
    rows = {row.token: row for row in assignments_of(asked, campaign)}
    said: dict[tuple[str, str], object] = {}
    for name in ("ada", "ben"):
        queue = asked.labelling.queue(campaign, name)
        for entry in queue.entries[:20]:
            value = 20 + entry.place
            queue.answer(entry.token, "age", value).result()
            said[entry.token, "age"] = float(value)
        queue.note(queue.entries[5].token, "odd").result()
        queue.skip(queue.entries[5].token, "smile", "dark").result()
        said[queue.entries[5].token, "smile"] = None

    found = asked.labelling.labels(campaign)
    assert {(label.token, label.question.id): label.value for label in found.labels} == said
    for label in found.labels:
        row = rows[label.token]
        assert (label.annotator, label.place, label.kind, label.samples) == (
            row.annotator, row.place, row.kind, (row.sample,),
        )  # fmt: skip
        assert label.skipped == (("dark",) if label.question.id == "smile" else ())
        assert label.is_right is None
    assert set(found.notes.values()) == {"odd"}
    assert {label.kind for label in found.of_items("age")} == {"item"}
    assert len(found.of_items("age")) == sum(rows[token].kind == "item" for token, id_ in said if id_ == "age")


def test_what_is_known_is_compared(asked: Project) -> None:
    campaign = asked.labelling.campaign("faces")
    for name, value in (("ada", "yes"), ("ben", "no")):
        queue = asked.labelling.queue(campaign, name)
        (gold,) = [row for row in assignments_of(asked, campaign, name) if row.kind == "gold"]
        queue.answer(gold.token, "smile", value).result()
        queue.answer(gold.token, "age", 30).result()
    right = {(label.annotator, label.question.id): label.is_right for label in asked.labelling.labels(campaign).labels}
    assert right == {("ada", "smile"): True, ("ada", "age"): None, ("ben", "smile"): False, ("ben", "age"): None}


def asked_of_pairs(project: Project, folder: Path, questions: str) -> list[Label]:
    """Answer every entry with A, and return the labels."""
    (folder / "ab.toml").write_text(questions, encoding="utf-8")
    text = PAIRS.replace('"same-person"', '"ab.toml"').replace('"pairs"', '"sides"')
    campaign = project.labelling.keep(project.labelling.plan(write_file(folder, text)))
    for name in ("ada", "ben"):
        queue = project.labelling.queue(campaign, name)
        for entry in queue.entries:
            queue.answer(entry.token, campaign.questions[0].id, "A").result()
    return list(project.labelling.labels(campaign).labels)


def test_an_answer_of_a_side_is_an_answer_of_a_sample(asked: Project, tmp_path: Path) -> None:
    labels = asked_of_pairs(asked, tmp_path, AB)
    sides = asked.store.read(lambda db: dict(db.execute("SELECT id, side FROM sample").fetchall()))
    assert {label.chosen == label.samples[0] for label in labels} == {True}
    assert {sides[label.chosen or 0] for label in labels} == {"original", "unlearned"}
    assert len({label.item for label in labels}) == 28


def test_a_or_b_or_something_between_is_about_samples_too(asked: Project, tmp_path: Path) -> None:
    (tmp_path / "ab.toml").write_text(
        AB + 'level = "ordinal"\nchoices = ["A", "no difference", "B"]\n', encoding="utf-8"
    )
    text = (
        PAIRS.replace('"same-person"', '"ab.toml"')
        .replace('"pairs"', '"sides"')
        .replace("repeats = 0.1", "repeats = 0.5")
    )
    campaign = asked.labelling.keep(asked.labelling.plan(write_file(tmp_path, text)))
    (question,) = campaign.questions
    sides = asked.store.read(lambda db: dict(db.execute("SELECT id, side FROM sample").fetchall()))
    for row in assignments_of(asked, campaign):
        seen = sorted((row.sample, row.other or 0))
        natural = "A" if sides[row.sample] == "original" else "B"  # to everybody, wherever it is shown
        value = natural if seen[0] % 3 else "no difference"
        asked.labelling.queue(campaign, row.annotator).answer(row.token, question.id, value).result()
    found = asked.labelling.results(campaign)
    (result,) = found.questions
    assert result.agreement is not None
    assert (result.agreement.summary.percent.value, result.agreement.summary.alpha.value) == (1.0, 1.0)
    assert result.agreement.summary.percent.items == 28
    assert {share.repeats.right == share.repeats.n > 0 for share in found.annotators} == {True}
    told = {each.category: each.n for stratum in result.strata for each in stratum.categories}
    assert list(told) == ["original", "unlearned", "no difference"]
    counts = [(each.category, each.n) for stratum in result.strata for each in stratum.categories]
    assert sum(n for name, n in counts if name == "unlearned") == 0
    assert sum(n for _, n in counts) == result.n == 56
    assert {each.value for each in found.labels.labels} == {"A", "B", "no difference"}


def test_x_is_known(asked: Project, tmp_path: Path) -> None:
    labels = asked_of_pairs(asked, tmp_path, ABX)
    assert {label.is_right for label in labels} == {True, False}
    assert all(label.is_right == (label.x == "A") for label in labels)


def test_an_adjudication_is_of_the_item(asked: Project) -> None:
    campaign = asked.labelling.campaign("pairs")
    ada = asked.labelling.queue(campaign, "ada")
    first = ada.entries[0]
    ada.answer(first.token, "same_person", "same").result()
    asked.labelling.adjudication(campaign, "judge").adjudicate(first.token, "same_person", "different").result()
    found = asked.labelling.labels(campaign)
    (label,) = found.labels
    assert label.value == "same"
    assert found.adjudicated == {(label.item, "same_person"): "different"}
    asked.labelling.adjudication(campaign, "judge").undo().result()
    assert asked.labelling.labels(campaign).adjudicated == {}
