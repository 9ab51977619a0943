"""A session agrees with a model in plain Python, counts only what is seen, and never moves on before it is kept."""

import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from scoring.errors import UserError
from tests.ui import label_world
from tests.ui.label_hands import Clock, opened, settle, standing
from ui.labelling.attention import Attention
from ui.labelling.refusal import Refusal
from ui.labelling.rhythm import Rhythm
from ui.labelling.session import NOT_SHOWN, LabelSession
from ui.labelling.unkept import unkept_notice


@pytest.fixture
def asked(label_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a project that people are asked about, open."""
    with Project.open(label_world.copied(label_folder, tmp_path)) as project:
        yield project


@pytest.fixture
def session(qtbot: QtBot, asked: Project) -> Iterator[LabelSession]:
    """Return ada's session with a question of every kind, past its training."""
    made = opened(label_world.queue_of(asked))
    made.step(1)
    made.saw()
    yield made
    made.close()


# ---- the model ----

State = dict[tuple[int, str], tuple[str, object]]
PLACES = st.integers(0, 2)
GIVEN = st.sampled_from([(0, 4), (0, 2), (1, "glasses"), (2, 30.0), (3, "yes"), (4, "words")])


@dataclass
class Model:
    """What must stand, and the states to go back and forward to, each with the place that it was about."""

    state: State = field(default_factory=dict)
    undo: list[tuple[State, int]] = field(default_factory=list)
    redo: list[tuple[State, int]] = field(default_factory=list)

    def put(self, place: int, question: str, what: tuple[str, object] | None) -> None:
        after = {key: value for key, value in self.state.items() if key != (place, question)}
        if what is not None:
            after[place, question] = what
        if after != self.state:
            self.undo.append((self.state, place))
            self.redo.clear()
            self.state = after

    def go(self, back: list[tuple[State, int]], forth: list[tuple[State, int]]) -> int | None:
        if not back:
            return None
        before, place = back.pop()
        forth.append((self.state, place))
        self.state = before
        return place

    def finished(self) -> set[int]:
        needed = {"natural", "eyewear", "age", "smile"}
        return {place for place in range(3) if needed <= {question for at, question in self.state if at == place}}


class Working(RuleBasedStateMachine):
    """Goes about, answers, skips, notes, undoes, redoes, closes and opens, and compares after each step."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.model = Model()
        self.open()

    def open(self) -> None:
        self.project = Project.open(self.folder)
        self.session = opened(label_world.queue_of(self.project))

    def close(self) -> None:
        self.session.close()
        self.project.close()

    def at(self, place: int, asked: int = 0) -> str:
        self.session.go(place)
        self.session.ask(asked)
        self.session.saw()
        return self.session.question.id

    @rule(place=PLACES, given=GIVEN)
    def answer(self, place: int, given: tuple[int, str | float]) -> None:
        question = self.at(place, given[0])
        self.session.answer(given[1])
        settle(self.session)
        self.model.put(place, question, ("answer", given[1]))

    @rule(place=PLACES, asked=st.integers(0, 4), reason=st.sampled_from(["dark", "blurred"]))
    def skip(self, place: int, asked: int, reason: str) -> None:
        question = self.at(place, asked)
        self.session.skip(reason)
        settle(self.session)
        self.model.put(place, question, ("skip", reason))

    @rule(place=PLACES, text=st.sampled_from(["", "one", "two\nlines"]))
    def note(self, place: int, text: str) -> None:
        self.at(place)
        self.session.note(text)
        settle(self.session)
        assert self.session.note_on(self.session.entry.token) == text
        self.model.put(place, "", ("note", text) if text else None)

    @rule(keys=st.lists(st.sampled_from("123"), min_size=2, max_size=4), place=PLACES)
    def press_fast(self, keys: list[str], place: int) -> None:
        """Press several keys before the first answer is on the disk: none of them counts for another entry."""
        self.at(place)
        for key in keys:
            self.session.press(key)
        state, asked = dict(self.model.state), 0
        for key in keys:
            question = self.session.queue.questions[asked]
            value = question.answer_keys.get(key)
            if value is None:
                continue
            self.model.put(place, question.id, ("answer", value))
            state = self.model.state
            below = range(asked + 1, 5)
            above = [each for each in range(asked) if each != 4]
            ids = [each.id for each in self.session.queue.questions]
            following = next((each for each in (*below, *above) if (place, ids[each]) not in state), None)
            if following is None:
                break
            asked = following
        settle(self.session)

    @rule(count=st.integers(1, 3))
    def undo(self, count: int) -> None:
        for _ in range(count):
            self.session.undo()
            settle(self.session)
            self.is_at(self.model.go(self.model.undo, self.model.redo))

    @rule(count=st.integers(1, 3))
    def redo(self, count: int) -> None:
        for _ in range(count):
            self.session.redo()
            settle(self.session)
            self.is_at(self.model.go(self.model.redo, self.model.undo))

    def is_at(self, place: int | None) -> None:
        assert place is None or self.session.place == place

    @rule()
    def reopen(self) -> None:
        self.close()
        self.open()

    @invariant()
    def all_is_as_in_the_model(self) -> None:
        for queue in (self.session.queue, label_world.queue_of(self.project)):
            found = {(place, each): what for place in range(3) for each, what in standing(queue, place).items()}
            assert found == self.model.state
        assert self.session.finished == len(self.model.finished())
        assert self.session.can_undo == bool(self.model.undo)
        assert self.session.unkept_notes == 0

    def teardown(self) -> None:
        self.close()


def test_a_session_agrees_with_a_model_in_plain_python(qtbot: QtBot, label_folder: Path, tmp_path: Path) -> None:
    numbers = iter(range(10_000))

    class InACopy(Working):
        def __init__(self) -> None:
            super().__init__(Path(shutil.copytree(label_folder, tmp_path / f"{next(numbers)}.genmu")))

    run_state_machine_as_test(
        InACopy,
        settings=settings(
            max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )


# ---- time ----


def test_attention_leaves_out_what_takes_the_eyes_away() -> None:
    clock = Clock()
    attention = Attention(clock)
    clock.now += 3
    attention.look_away("break")
    clock.now += 100
    attention.look_away("window")
    attention.look_back("break")
    clock.now += 100
    assert (attention.seconds, attention.is_away) == (3, True)
    attention.look_back("window")
    attention.look_back("window")  # nothing more holds it
    clock.now += 2
    assert attention.seconds == 5
    attention.restart()
    clock.now += 1
    assert attention.seconds == 1
    attention.look_away("break")
    attention.restart()
    clock.now += 1
    assert attention.seconds == 0


def test_an_answer_tells_how_long_its_item_was_looked_at(qtbot: QtBot, asked: Project) -> None:
    clock = Clock()
    session = opened(label_world.queue_of(asked, "smile"), clock=clock)
    clock.now += 2
    session.look_away("window")
    clock.now += 50
    session.look_back("window")
    clock.now += 1
    session.rest()
    clock.now += 600
    session.go_on()
    clock.now += 600  # not painted yet
    session.saw()
    clock.now += 0.5
    session.press("1")
    settle(session)
    (event,) = session.queue.standing(session.queue.entries[0].token, "smile")
    assert event.seconds == 3.5
    assert (session.place, session.rhythm.seconds_each, session.rhythm.seconds_for(10)) == (1, 3.5, 35)
    clock.now += 4
    session.skip("dark")
    settle(session)
    (event,) = session.queue.standing(session.queue.entries[1].token, "smile")
    assert event.seconds == 4
    session.close()


def test_breaks_come_after_so_many_finished_items() -> None:
    rhythm = Rhythm(2)
    for expected in (2, 1):
        assert (rhythm.until_break, rhythm.is_break_due) == (expected, False)
        rhythm.finished(1)
    assert (rhythm.until_break, rhythm.is_break_due) == (0, True)
    rhythm.rested()
    assert (rhythm.until_break, rhythm.is_break_due) == (2, False)
    never = Rhythm(0)
    for _ in range(100):
        never.finished(1)
    assert (never.until_break, never.is_break_due) == (None, False)


def test_changing_an_answer_brings_no_break_nearer(qtbot: QtBot, asked: Project) -> None:
    session = opened(label_world.queue_of(asked, "smile"), Pace(break_every=2))
    session.press("1")
    settle(session)
    for key in "212":
        session.go(0)
        session.saw()
        session.press(key)
        settle(session)
    assert (session.screen, session.rhythm.until_break) == ("item", 1)
    session.press("1")
    settle(session)
    assert (session.screen, session.is_seen) == ("break", False)
    assert session.go_on()
    assert (session.screen, session.place, session.is_seen) == ("item", 2, False)
    session.close()


# ---- what is refused ----


class Refusing:
    """Lets the acts of a queue fail until it is told otherwise."""

    def __init__(self, queue: LabelQueue, patch: pytest.MonkeyPatch, error: BaseException) -> None:
        for name in ("answer", "skip", "note", "undo", "redo"):
            patch.setattr(queue, name, lambda *given: self.fail(error))

    @staticmethod
    def fail(error: BaseException) -> Future[object]:
        told: Future[object] = Future()
        told.set_exception(error)
        return told


def refusal(session: LabelSession) -> str:
    """Return what is refused, "" for nothing."""
    return "" if session.pen.refusal is None else session.pen.refusal.text


FULL = UserError("the disk is full: nothing was saved", f"Free some space in {label_world.SENTINEL}.")


def test_what_is_refused_changes_nothing_and_is_tried_again(
    session: LabelSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Refusal] = []
    session.refused.connect(told.append)
    with monkeypatch.context() as patch:
        Refusing(session.queue, patch, FULL)
        session.press("4")
        session.press("2")  # waits for the first, and shall not be given without it
        settle(session)
        assert (session.place, session.asked, session.pen.saved_at) == (1, 0, None)
    assert [each.text for each in told] == ["The answer was not kept: the disk is full: nothing was saved"]
    assert label_world.SENTINEL not in f"{told[0]}{told[0].as_error.hint}"
    session.pen.try_again()
    settle(session)
    assert refusal(session) == told[0].text  # the disk of the test is still full for what was asked then
    session.press("4")
    settle(session)
    assert standing(session.queue, 1) == {"natural": ("answer", 4)}
    assert (refusal(session), session.pen.can_try_again, session.asked) == ("", False, 1)


def test_a_note_that_was_refused_stays_and_is_offered_again(
    session: LabelSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = session.entry.token
    with monkeypatch.context() as patch:
        Refusing(session.queue, patch, FULL)
        session.note("a scar")
        settle(session)
    assert (session.note_on(token), session.unkept_notes) == ("a scar", 1)
    session.press("4")
    settle(session)
    assert refusal(session)  # an answer that is kept does not make up for it
    session.note("a scar, or two")
    settle(session)
    assert (session.unkept_notes, refusal(session)) == (0, "")
    assert standing(session.queue, 1)[""] == ("note", "a scar, or two")


def test_every_note_that_was_refused_is_kept_when_one_is(
    session: LabelSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        Refusing(session.queue, patch, FULL)
        for place, text in ((1, "a scar"), (2, "a hat"), (3, "a beard")):
            session.note(text, place)
            settle(session)
    assert session.unkept_notes == 3
    session.note("a hat", 2)
    settle(session)
    assert (session.unkept_notes, refusal(session)) == (0, "")
    for place, text in ((1, "a scar"), (2, "a hat"), (3, "a beard")):
        assert standing(session.queue, place)[""] == ("note", text)


def test_a_note_that_was_refused_is_tried_once_more_at_the_end(
    session: LabelSession, asked: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        Refusing(session.queue, patch, FULL)
        session.note("a scar")
        settle(session)
    session.close()
    asked.store.write(lambda _: None).result()  # what was queued before is done
    assert standing(label_world.queue_of(asked), 1)[""] == ("note", "a scar")


def test_a_note_that_is_refused_to_the_end_is_handed_back(
    session: LabelSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        Refusing(session.queue, patch, FULL)
        session.note("a scar")
        settle(session)
        assert session.close() == ("a scar",)
    assert unkept_notice(["a scar"]).details == "a scar"
    assert session.close() == ()


def test_of_an_error_of_ours_only_its_kind_is_told() -> None:
    refusal = Refusal.of("answer", OSError(28, "No space", label_world.SENTINEL))
    assert refusal.text == "The answer was not kept: something went wrong (OSError)"


def test_what_is_no_answer_is_not_written(session: LabelSession) -> None:
    told: list[str] = []
    session.mistaken.connect(told.append)
    session.answer(9)
    session.skip("  ")
    session.ask(2)
    session.answer(500.0)
    settle(session)
    assert len(told) == 3
    assert standing(session.queue, 1) == {}
    assert session.press("x") is False


def test_an_item_that_was_not_seen_takes_no_act(session: LabelSession) -> None:
    told: list[str] = []
    session.said.connect(told.append)
    session.hide()
    session.press("4")
    session.skip("dark")
    assert (session.is_busy, told) == (False, [NOT_SHOWN, NOT_SHOWN])
    session.saw()
    session.press("4")
    assert session.is_busy
    settle(session)


def test_of_a_read_only_queue_nothing_is_even_tried(qtbot: QtBot, asked: Project) -> None:
    queue = label_world.queue_of(asked, "smile")
    session = opened(queue, writable=False)
    session.press("1")
    session.undo()
    settle(session)
    assert (session.place, standing(queue, 0), session.pen.can_try_again) == (0, {}, False)
    assert session.pen.refusal is not None
    session.close()


# ---- two copies ----


def test_where_two_answers_stand_the_next_takes_the_place_of_both(
    qtbot: QtBot, label_folder: Path, tmp_path: Path
) -> None:
    for name, value in (("one", "yes"), ("other", "no")):
        (tmp_path / name).mkdir()
        with Project.open(label_world.copied(label_folder, tmp_path / name)) as project:
            queue = label_world.queue_of(project, "smile")
            queue.answer(queue.entries[0].token, "smile", value).result()
            campaign = project.labelling.campaign(label_world.name_of("smile"))
            project.labelling.export(campaign, tmp_path / f"{name}.jsonl")
    with Project.open(tmp_path / "one" / f"{label_world.SENTINEL}.genmu") as project:
        project.labelling.merge(tmp_path / "other.jsonl")
        session = opened(label_world.queue_of(project, "smile"))
        session.go(0)
        session.saw()
        assert len(session.stands(session.question)) == 2
        session.press("2")
        settle(session)
        assert standing(session.queue, 0) == {"smile": ("answer", "no")}
        session.undo()
        settle(session)
        assert len(session.stands(session.question)) == 2
        session.close()


def test_what_waits_is_not_given_to_another_item(session: LabelSession) -> None:
    session.ask(3)
    for question, value in (("natural", 3), ("eyewear", "none"), ("age", 30.0), ("remark", "none")):
        session.queue.answer(session.entry.token, question, value).result()
    session.press("1")
    session.press("1")
    settle(session)
    assert session.place == 2
    assert standing(session.queue, 2) == {}
