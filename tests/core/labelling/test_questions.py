"""Questions: what each kind takes for an answer, versions that never mix, and mistakes in files that are named."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.labelling.question_sets import load_set, read_set, shipped_sets
from genmu_studio.labelling.questions import LONGEST_TEXT, Question
from genmu_studio.protocol import load_protocol
from scoring.errors import UserError

HEAD = '[set]\nname = "mine"\ntitle = "Mine"\n'
CHOICE = '[[questions]]\nid = "hair"\ntext = "Which hair?"\nkind = "choice"\nchoices = ["short", "long"]\n'

SCALE = Question(id="mos", text="How natural?", kind="scale", minimum=1, maximum=5, level="interval", tolerance=1)
AGE = Question(id="age", text="How old?", kind="number", minimum=0, maximum=110, unit="years", tolerance=7)
POSE = Question(id="pose", text="Which way?", kind="choice", choices=("left", "front", "right"), level="ordinal")
SMILE = Question(id="smile", text="A smile?", kind="yes_no")
NOTE = Question(id="note", text="Anything?", kind="text")


def test_the_shipped_sets_ask_what_the_protocol_asks() -> None:
    asked = {question.id: question for question in load_protocol().questions}
    shipped = {question.id: (name, question) for name in shipped_sets() for question in load_set(name).questions}

    assert shipped.keys() == asked.keys()
    for id_, (name, question) in shipped.items():
        assert name == asked[id_].set
        for field in ("text", "kind", "track", "choices", "labels", "minimum", "maximum", "unit", "tolerance", "note"):
            assert getattr(question, field) == getattr(asked[id_], field), (id_, field)


def test_naturalness_is_rated_as_p800_words_it() -> None:
    (question,) = load_set("naturalness").questions
    assert [(step, question.label_of(step)) for step in question.categories] == [
        (1, "bad"), (2, "poor"), (3, "fair"), (4, "good"), (5, "excellent"),
    ]  # fmt: skip
    assert question.measured_as == "interval"
    assert question.answer_keys == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5}


@pytest.mark.parametrize(
    ("question", "given", "kept"),
    [
        (SCALE, 3, 3), (SCALE, 3.0, 3), (AGE, 41, 41.0), (AGE, 0, 0.0), (AGE, 110, 110.0), (POSE, "left", "left"),
        (SMILE, "yes", "yes"), (NOTE, " odd\x00 eyes\r\n", "odd eyes"),
        (Question(id="ab", text="Which?", kind="ab"), "B", "B"),
        (Question(id="abx", text="X is?", kind="abx"), "A", "A"),
    ],
)  # fmt: skip
def test_an_answer_is_kept_in_one_form(question: Question, given: object, kept: object) -> None:
    accepted = question.accept(given)
    assert accepted == kept
    assert type(accepted) is type(kept)


@pytest.mark.parametrize(
    ("question", "given"),
    [
        (SCALE, 0), (SCALE, 6), (SCALE, 2.5), (SCALE, True), (SCALE, "3"), (SCALE, None), (SCALE, float("nan")),
        (AGE, 111), (AGE, -1), (AGE, float("nan")), (AGE, float("inf")), (AGE, "41"), (AGE, True), (AGE, 10**400),
        (POSE, "up"), (POSE, ""), (POSE, 1), (SMILE, True), (SMILE, "Yes"), (NOTE, " \x00\n"), (NOTE, 3),
        (NOTE, "x" * (LONGEST_TEXT + 1)),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused(question: Question, given: object) -> None:
    with pytest.raises(UserError):
        question.accept(given)


def test_answers_are_the_same_within_the_tolerance() -> None:
    assert SCALE.same(3, 4)
    assert not SCALE.same(3, 5)
    assert AGE.same(30.0, 37.0)
    assert not AGE.same(30.0, 37.5)
    size = Question(id="size", text="How large?", kind="number", minimum=0, maximum=9, tolerance=0.1)
    assert size.same(1.1, 1.0)  # the difference is above 0.1 in binary
    assert not size.same(1.11, 1.0)
    assert not POSE.same("left", "front")
    near = POSE.model_copy(update={"tolerance": 1})
    assert near.same("left", "front")
    assert not near.same("left", "right")
    assert SMILE.same("no", "no")
    assert not SMILE.same("no", "yes")


def test_categories_have_keys() -> None:
    assert POSE.answer_keys == {"1": "left", "2": "front", "3": "right"}
    assert SMILE.model_copy(update={"keys": ("y", "n")}).answer_keys == {"y": "yes", "n": "no"}
    assert AGE.answer_keys == {}
    many = Question(id="many", text="Which?", kind="choice", choices=tuple("abcdefghijkl"))
    assert list(many.answer_keys.items())[-1] == ("0", "j")


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("text", "Another?"), ("choices", ("left", "right", "front")), ("tolerance", 1), ("note", "x"),
        ("level", "nominal"), ("keys", ("a", "b", "c")), ("track", "face"),
    ],
)  # fmt: skip
def test_another_version_of_a_question_has_another_digest(change: str, value: object) -> None:
    assert POSE.model_copy(update={change: value}).to_json() != POSE.to_json()
    other = Question.model_validate({**POSE.model_dump(), change: value})
    assert other.digest != POSE.digest


def test_a_question_comes_back_from_json_as_it_was() -> None:
    for question in (SCALE, AGE, POSE, SMILE, NOTE, *load_set("speech-attributes").questions):
        back = Question.from_json(question.to_json())
        assert back == question
        assert back.digest == question.digest


@given(st.lists(st.text(min_size=1, max_size=20), min_size=2, max_size=9, unique=True), st.data())
def test_each_category_is_an_answer_and_nothing_else_is(choices: list[str], data: st.DataObject) -> None:
    question = Question(id="any", text="Which?", kind="choice", choices=tuple(choices))
    for choice in choices:
        assert question.accept(choice) == choice
    other = data.draw(st.text().filter(lambda text: text not in choices))
    with pytest.raises(UserError):
        question.accept(other)


# ---- files ----


def test_an_own_set_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + CHOICE, encoding="utf-8")
    mine = load_set(path)
    assert (mine.name, [question.id for question in mine.questions]) == ("mine", ["hair"])
    assert load_set(str(path)) == mine


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + CHOICE.replace('"short", "long"', '"short"'), "own.toml: question 'hair': choices: needs at least two"),
        (HEAD + CHOICE.replace("long", "short"), "question 'hair': choices: one is there twice"),
        (HEAD + CHOICE + CHOICE, "question 'hair' is there twice"),
        (HEAD + CHOICE + 'colour = "red"', "question 'hair': colour: Extra inputs"),
        (HEAD + CHOICE + "tolerance = 1", "question 'hair': tolerance: categories without an order"),
        (HEAD + CHOICE + 'keys = ["a"]', "question 'hair': keys: needs 2"),
        (HEAD + CHOICE + 'keys = ["a", "a"]', "question 'hair': keys: needs 2"),
        (HEAD + CHOICE + 'level = "interval"', "question 'hair': level: choice is nominal or ordinal"),
        (HEAD + CHOICE + 'unit = "cm"', "question 'hair': choice has no minimum"),
        (HEAD + CHOICE.replace('"choice"', '"select"'), "question 'hair': kind"),
        (HEAD + CHOICE.replace('id = "hair"\n', ""), "entry 1: id"),
        (HEAD + CHOICE.replace("hair", "Hair colour!"), "question 'Hair colour!': id"),
        (HEAD, "questions"),
        (CHOICE, "set: Field required"),
        (HEAD + '[[questions]]\nid = "a"\ntext = "?"\nkind = "scale"\nminimum = 5\nmaximum = 1', "minimum below"),
        (HEAD + '[[questions]]\nid = "a"\ntext = "?"\nkind = "scale"\nminimum = 1\nmaximum = 1e9', "whole steps"),
        (HEAD + '[[questions]]\nid = "a"\ntext = "?"\nkind = "number"\nminimum = nan\nmaximum = 1', "finite"),
        (HEAD + '[[questions]]\nid = "a"\ntext = "?"\nkind = "yes_no"\nchoices = ["a", "b"]', "none to name"),
        ("[set", "own.toml is not TOML"),
    ],
)
def test_a_mistake_in_a_set_is_named_with_its_question(text: str, words: str) -> None:
    with pytest.raises(UserError) as raised:
        read_set(text, "own.toml")
    assert words in raised.value.message


def test_a_set_that_cannot_be_read_is_an_error_of_the_person(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        load_set(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="not UTF-8"):
        load_set(tmp_path / "bytes.toml")
    with pytest.raises(UserError, match="cannot be read"):
        load_set(tmp_path)
