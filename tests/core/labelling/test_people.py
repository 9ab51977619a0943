"""Figures from people: labels spread to equal files, figures worked by hand, and one slow count of everything again."""

import shutil
from collections import Counter
from collections.abc import Mapping
from math import isclose
from pathlib import Path
from statistics import mean

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmu_studio.labelling import people
from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.people import PeopleValue, people_values
from genmu_studio.labelling.question_sets import load_set, shipped_sets
from genmu_studio.labelling.questions import Question
from genmu_studio.project import Project
from scoring.digests import digest_of
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.labelling.made import write_file

ASKED = """
[campaign]
name = "what-is-seen"
questions = ["face-attributes/smile", "face-attributes/age", "naturalness"]
annotators = ["ada", "ben", "eve"]
overlap = 3
[select]
track = "face"
[rates]
gold = 0
"""
NAME = "example-lab-face-r1"


def test_what_a_question_enters_is_declared_or_follows_from_what_it_is_asked_of() -> None:
    own = {"id": "x", "text": "?", "minimum": 1, "maximum": 5}
    assert Question(**own, kind="scale", track="face").enters == "attribute"
    assert Question(**own, kind="scale", track="face", about="other").enters == "other"
    assert Question(**own, kind="scale").enters == "other"
    assert Question(id="x", text="?", kind="text", track="face").enters == "other"
    assert Question(id="x", text="?", kind="ab", track="face").enters == "other"
    said = Question(**own, kind="scale", level="interval", about="naturalness")
    assert Question.from_json(said.to_json()).digest == said.digest
    plain = Question(**own, kind="scale", level="interval")
    assert said.digest != plain.digest
    # Questions that were asked before there was this field keep their digests, and so their answers.
    assert plain.digest == digest_of(
        {key: each for key, each in plain.model_dump(mode="json").items() if key != "about"}
    )
    assert "about" not in plain.to_json()
    assert {(name, each.enters) for name in shipped_sets() for each in load_set(name).questions} == {
        ("face-attributes", "attribute"),
        ("speech-attributes", "attribute"),
        ("naturalness", "naturalness"),
        ("same-person", "same person"),
        ("note", "other"),
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "ab", "about": "attribute"},
        {"kind": "scale", "minimum": 1, "maximum": 5, "about": "naturalness"},
        {"kind": "ab", "choices": ["same", "other"], "about": "same person"},
    ],
)
def test_a_question_that_cannot_enter_a_figure_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="about"):
        Question.model_validate({"id": "x", "text": "?", **wrong})


# ---- two entries that hand in the same originals ----


def ask(project: Project, folder: Path, text: str = ASKED) -> str:
    kept = project.labelling.keep(project.labelling.plan(write_file(folder, text)))
    return kept.name


def say(project: Project, campaign: str, name: str, question: str, said: Mapping[str, object]) -> None:
    """Answer a question about samples by their paths; of what was handed in twice, by the path of the first."""
    opened = project.labelling.campaign(campaign)
    queue = project.labelling.queue(opened, name)
    paths = project.store.read(
        lambda db: dict(
            db.execute("SELECT s.id, f.path FROM sample s JOIN media_file f ON f.id = s.file_id").fetchall()
        )
    )
    owners = project.store.read(lambda db: dict(db.execute("SELECT id, submission_id FROM sample").fetchall()))
    for row in assignments_of(project, opened, name):
        key = paths[row.sample]
        value = said.get(f"{owners[row.sample]}:{key}", said.get(key))
        if value is not None:
            queue.answer(row.token, question, value).result()


def values_of(project: Project, name: str = NAME) -> dict[tuple[str, str], PeopleValue]:
    return {(each.info.name, each.side): each for each in people_values(project, project.submission(name))}


def path(side: str, identity: str) -> str:
    group = "Two" if int(identity) > 10 else "One"
    return f"{side}/{group}/{identity}/c0/0.png"


def test_nobody_asked_gives_no_figure(shared: Project, tmp_path: Path) -> None:
    assert people_values(shared, shared.submission(NAME)) == ()
    ask(shared, tmp_path)
    assert people_values(shared, shared.submission(NAME)) == ()


def test_ar_by_hand(shared: Project, tmp_path: Path) -> None:
    campaign = ask(shared, tmp_path)
    smiles = {path("original", "1"): "yes", path("original", "2"): "no", path("original", "3"): "yes"}
    for name in ("ada", "ben"):
        say(shared, campaign, name, "smile", smiles)
    say(shared, campaign, "eve", "smile", {path("original", "1"): "no"})  # two to one: yes
    say(shared, campaign, "ada", "smile", {path("unlearned", "1"): "yes", path("unlearned", "2"): "yes"})
    say(shared, campaign, "ada", "age", {path("original", "1"): 30, path("unlearned", "1"): 37})
    say(shared, campaign, "ben", "age", {path("original", "1"): 20})  # the median of 20 and 30 is 25: 12 apart

    ar = values_of(shared)["AR", "unlearned"]
    # Smile: kept of 1, not of 2, 3 has one end; age: not kept. Mean of 50 and 0.
    assert (ar.value.value, ar.value.n) == (25.0, 3)
    assert ar.value.parts["smile"] == 50
    assert ar.value.parts["age"] == 0
    assert ar.value.parts["coverage"] == pytest.approx(100 * 3 / 14)
    assert ar.source == "people (campaign what-is-seen)"
    assert [(row.attribute, row.against, row.share.n, row.pairs) for row in ar.rows] == [
        ("smile", "original", 2, 7),
        ("age", "original", 1, 7),
    ]
    judge = shared.labelling.adjudication(shared.labelling.campaign(campaign), "judge")
    token = next(
        entry.token
        for entry in judge.entries
        if Path(entry.media[0].path).match("Example Lab/unlearned/One/2/c0/0.png")
    )
    judge.adjudicate(token, "smile", "no").result()
    assert values_of(shared)["AR", "unlearned"].value.parts["smile"] == 100


def test_equal_files_share_labels_across_entries(shared: Project, tmp_path: Path) -> None:
    campaign = ask(shared, tmp_path)
    say(shared, campaign, "ada", "smile", {path("original", "1"): "yes", f"{NAME}:{path('unlearned', '1')}": "yes"})
    assert values_of(shared)["AR", "unlearned"].value.value == 100
    other = values_of(shared, "other-lab-face-r1")["AR", "unlearned"].value
    assert (other.value, other.reason) == (None, "no pair has a value on both ends")
    say(shared, campaign, "ada", "smile", {f"other-lab-face-r1:{path('unlearned', '1')}": "no"})
    assert values_of(shared, "other-lab-face-r1")["AR", "unlearned"].value.value == 0
    assert values_of(shared)["AR", "unlearned"].value.value == 100


def test_who_is_excluded_says_nothing_and_what_was_skipped_neither(shared: Project, tmp_path: Path) -> None:
    campaign = ask(shared, tmp_path)
    both = {path("original", "1"): "yes", path("unlearned", "1"): "no"}
    say(shared, campaign, "ada", "smile", both)
    assert values_of(shared)["AR", "unlearned"].value.value == 0
    shared.labelling.exclude(shared.labelling.campaign(campaign), "ada", "guessed")
    assert values_of(shared) == {}
    shared.labelling.exclude(shared.labelling.campaign(campaign), "ada", None)
    assert values_of(shared)["AR", "unlearned"].value.value == 0


def test_what_cannot_be_told_is_no_value(shared: Project, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[set]\nname = "own"\ntitle = "Own"\n[[questions]]\nid = "light"\ntrack = "face"\ntext = "Light?"\n'
        'kind = "choice"\nchoices = ["soft", "hard", "cannot tell"]\n',
        encoding="utf-8",
    )
    text = ASKED.replace('["face-attributes/smile", "face-attributes/age", "naturalness"]', '["own.toml"]')
    campaign = ask(shared, tmp_path, text)
    for side in ("original", "unlearned"):
        say(shared, campaign, "ada", "light", {path(side, "1"): "cannot tell", path(side, "2"): "cannot tell"})
    assert values_of(shared) == {}
    for side in ("original", "unlearned"):
        say(shared, campaign, "ben", "light", {path(side, "1"): "soft"})
    assert (values_of(shared)["AR", "unlearned"].value.value, values_of(shared)["AR", "unlearned"].value.n) == (100, 1)


def test_mos_of_either_side_by_hand(shared: Project, tmp_path: Path) -> None:
    campaign = ask(shared, tmp_path)
    say(shared, campaign, "ada", "naturalness", {path("original", "1"): 5, f"{NAME}:{path('unlearned', '1')}": 1})
    say(shared, campaign, "ben", "naturalness", {path("original", "1"): 4, f"{NAME}:{path('unlearned', '1')}": 2})
    say(shared, campaign, "ben", "naturalness", {f"{NAME}:{path('unlearned', '2')}": 3})
    found = values_of(shared)
    original, unlearned = found["MOS", "original"], found["MOS", "unlearned"]
    assert (original.value.value, original.value.n) == (4.5, 2)
    assert (unlearned.value.value, unlearned.value.n, unlearned.value.parts["items"]) == (2.0, 3, 2)
    assert "2 of 7 files rated" in (unlearned.value.badge or "")
    assert unlearned.info.unit == "1 to 5"
    assert unlearned.source == "people (campaign what-is-seen)"
    assert set(values_of(shared, "other-lab-face-r1")) == {("MOS", "original")}


def test_versions_of_a_question_do_not_mix_and_the_one_with_most_answers_counts(
    shared: Project, tmp_path: Path
) -> None:
    first = ask(shared, tmp_path)
    (tmp_path / "own.toml").write_text(
        '[set]\nname = "own"\ntitle = "Own"\n[[questions]]\nid = "smile"\ntrack = "face"\ntext = "A smile?"\n'
        'kind = "yes_no"\n',
        encoding="utf-8",
    )
    text = ASKED.replace('["face-attributes/smile", "face-attributes/age", "naturalness"]', '["own.toml"]')
    second = ask(shared, tmp_path, text.replace("what-is-seen", "again"))
    say(shared, first, "ada", "smile", {path("original", "1"): "yes", path("unlearned", "1"): "yes"})
    say(shared, second, "ada", "smile", {path("original", "1"): "no", path("unlearned", "1"): "yes"})
    say(shared, second, "ben", "smile", {path("original", "1"): "no"})
    ar = values_of(shared)["AR", "unlearned"]
    assert (ar.value.value, ar.source) == (0, "people (campaign again)")
    assert "1 other version of a question left out" in (ar.value.badge or "")


def test_two_campaigns_of_one_question_are_one_source(shared: Project, tmp_path: Path) -> None:
    first = ask(shared, tmp_path)
    second = ask(shared, tmp_path, ASKED.replace("what-is-seen", "later").replace("overlap = 3", "overlap = 2"))
    say(shared, first, "ada", "smile", {path("original", "1"): "yes"})
    for name in ("ada", "ben", "eve"):
        say(shared, second, name, "smile", {path("unlearned", "1"): "yes"})
    ar = values_of(shared)["AR", "unlearned"]
    assert (ar.value.value, ar.value.n, ar.source) == (100, 1, "people (campaigns later, what-is-seen)")


@pytest.mark.parametrize(
    ("requested", "preserved", "against"),
    [("Yes", 100, "requested"), ("no", 0, "requested"), ("perhaps", 0, "original"), ("", 0, "original")],
)
def test_what_was_requested_is_what_counts(
    shared: Project, tmp_path: Path, requested: str, preserved: float, against: str
) -> None:
    shared.store.write(
        lambda db: db.execute(
            "UPDATE sample SET requested_json = json_object('smile', ?) WHERE side = 'unlearned'", [requested]
        )
    ).result()
    campaign = ask(shared, tmp_path)
    say(shared, campaign, "ada", "smile", {path("original", "1"): "no", path("unlearned", "1"): "yes"})
    ar = values_of(shared)["AR", "unlearned"]
    (row,) = ar.rows
    assert (row.against, row.share.value, row.share.n) == (against, preserved, 1)


# ---- everything counted again, slowly ----

SIDES = ("original", "unlearned")
IDENTITIES = ("1", "2", "3", "4")


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(("ada", "ben", "eve")), st.sampled_from(SIDES), st.sampled_from(IDENTITIES)),
        st.sampled_from(("yes", "no")),
        max_size=24,
    )
)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_ar_is_what_a_slow_count_says(
    shared_folder: Path, tmp_path_factory: pytest.TempPathFactory, said: dict[tuple[str, str, str], str]
) -> None:
    folder = tmp_path_factory.mktemp("slow")
    shutil.copytree(shared_folder, folder / "project.genmu")
    with Project.open(folder / "project.genmu") as project:
        campaign = ask(project, folder)
        for name in ("ada", "ben", "eve"):
            own = {path(side, identity): value for (who, side, identity), value in said.items() if who == name}
            say(project, campaign, name, "smile", {f"{NAME}:{key}": value for key, value in own.items()})
        found = values_of(project).get(("AR", "unlearned"))

    def settled(side: str, identity: str) -> str | None:
        votes = Counter(value for (_, at, whom), value in said.items() if (at, whom) == (side, identity))
        (*_, most) = [*votes.most_common(), ("", 0)][:1]
        tied = [value for value, n in votes.items() if n == most[1]]
        return tied[0] if len(tied) == 1 else None

    ends = [(settled("original", identity), settled("unlearned", identity)) for identity in IDENTITIES]
    judged = [before == after for before, after in ends if before is not None and after is not None]
    if not said:
        assert found is None
    elif not judged:
        assert found is not None
        assert found.value.value is None
    else:
        assert found is not None
        assert found.value.value is not None
        assert isclose(found.value.value, 100 * mean(judged))
        assert found.value.n == len(judged)


def test_pairs_whose_settings_differ_are_left_out_and_counted(shared: Project, tmp_path: Path) -> None:
    shared.store.write(
        lambda db: db.execute(
            "UPDATE pair SET differing_json = '[\"prompt\"]' WHERE unlearned_id IN"
            " (SELECT id FROM sample WHERE side = 'unlearned' AND identity = '1')"
        )
    ).result()
    campaign = ask(shared, tmp_path)
    kept = {path(side, "2"): "yes" for side in SIDES}
    changed = {path("original", "1"): "yes", path("unlearned", "1"): "no"}
    say(shared, campaign, "ada", "smile", {**kept, **changed})
    ar = values_of(shared)["AR", "unlearned"].value
    assert (ar.value, ar.n, ar.parts["mismatched"]) == (100, 1, 1)
    assert "1 mismatched pair left out" in (ar.badge or "")


def test_figures_are_read_once_and_anew_when_somebody_says_something(
    shared: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = ask(shared, tmp_path)
    say(shared, campaign, "ada", "smile", {path(side, "2"): "yes" for side in SIDES})
    before = people_values(shared, shared.submission(NAME))

    def refuse(*_: object) -> None:
        raise AssertionError("read again")

    with monkeypatch.context() as closed:
        closed.setattr(people, "contents_in", refuse)
        assert people_values(shared, shared.submission(NAME)) is before
        say(shared, campaign, "ben", "smile", {path("original", "2"): "yes"})
        with pytest.raises(AssertionError, match="read again"):
            people_values(shared, shared.submission(NAME))
    after = people_values(shared, shared.submission(NAME))
    assert after[0].value.value == before[0].value.value == 100


def test_a_track_without_groups_has_a_mos_of_all_its_samples(new_project: MakeProject, tmp_path: Path) -> None:
    lines = ["path,side,group,concept,prompt_type,condition,seed"]
    for number, side in enumerate(("original", "unlearned", "unlearned")):
        name = f"{side}/{number}.png"
        world.write_picture(tmp_path / "entry" / name, "1", number)
        lines.append(f"{name},{side},Van Gogh,Van Gogh,direct,c,{number}")
    (tmp_path / "entry" / "samples.csv").write_text("\n".join(lines), encoding="utf-8")
    head = world.COMPLETE.format(team="Painters", track="concept", revision=1)
    (tmp_path / "entry" / "submission.toml").write_text(head, encoding="utf-8")
    project = new_project(world.two_groups())
    world.take_in(project, tmp_path / "entry")
    questions = '["face-attributes/smile", "face-attributes/age", "naturalness"]'
    text = ASKED.replace(questions, '["naturalness"]').replace('track = "face"', 'track = "concept"')
    campaign = ask(project, tmp_path, text)
    say(project, campaign, "ada", "naturalness", {"unlearned/1.png": 2, "unlearned/2.png": 5, "original/0.png": 4})
    found = values_of(project, "painters-concept-r1")
    assert {side: (each.value.value, each.value.n) for (_, side), each in found.items()} == {
        "unlearned": (3.5, 2),
        "original": (4, 1),
    }
