"""The desk by its keys: digits answer and go on when it is kept, nothing counts that was not seen, all by keyboard."""

import html
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.labelling.campaign_file import Pace
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.ui import label_world
from tests.ui.controls import beyond_tab, texts, without_name, without_tip
from tests.ui.keyboard import CTRL, SHIFT, click
from tests.ui.label_hands import Clock, standing, until
from tests.ui.label_room import LabelRoom
from tests.ui.reachable import telling
from ui.labelling.session import NOT_SHOWN
from ui.widgets.label.answers import ListedAnswers
from ui.widgets.label.foot import PROMISE, roughly
from ui.widgets.label.number_answer import NumberAnswer
from ui.widgets.label.screens import BreakScreen
from ui.widgets.label.skip_form import REASONS
from ui.widgets.label.stage import ItemStage
from ui.widgets.label.text_answer import TextAnswer

RETURN, ESC, TAB, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Space


@pytest.fixture
def asked(label_folder: Path, tmp_path: Path) -> Iterator[Project]:
    """Return a project that people are asked about, open."""
    with Project.open(label_world.copied(label_folder, tmp_path)) as project:
        yield project


@pytest.fixture
def room(dressed: QApplication, qtbot: QtBot, settings: Settings, asked: Project) -> Iterator[LabelRoom]:
    """Return a room with an empty desk, in front."""
    made = LabelRoom(settings)
    made.open()
    yield made
    made.leave()


def begun(room: LabelRoom, queue: LabelQueue, pace: Pace | None = None) -> LabelRoom:
    """Begin, and read the instructions."""
    room.begin(queue, *(() if pace is None else (pace,)))
    assert room.session.screen == "instructions"
    room.key(RETURN)
    room.settle()
    return room


@pytest.fixture
def smiles(room: LabelRoom, asked: Project) -> LabelRoom:
    """Return the room with one question of yes or no, at its first item."""
    return begun(room, label_world.queue_of(asked, "smile"))


@pytest.fixture
def every(room: LabelRoom, asked: Project) -> LabelRoom:
    """Return the room with a question of every kind, past the training."""
    begun(room, label_world.queue_of(asked, "every")).key(Qt.Key.Key_D)
    room.settle()
    return room


def stands(room: LabelRoom, place: int) -> dict[str, tuple[str, object]]:
    return standing(room.session.queue, place)


def is_away(room: LabelRoom) -> bool:
    return room.session.attention.is_away


def _is_seen(room: LabelRoom) -> bool:
    return room.session.is_seen


class Held:
    """A journal that writes when it is let."""

    def __init__(self, queue: LabelQueue, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Future[Any]]]] = []
        answer = queue.answer

        def hold(*given: Any) -> Future[Any]:
            told: Future[Any] = Future()
            self.waiting.append((told, partial(answer, *given)))
            return told

        monkeypatch.setattr(queue, "answer", hold)

    def let(self) -> None:
        told, write = self.waiting.pop(0)
        told.set_result(write().result())


# ---- answering ----


def test_a_digit_answers_and_the_next_item_shows(smiles: LabelRoom) -> None:
    smiles.press("1")
    assert stands(smiles, 0) == {"smile": ("answer", "yes")}
    assert smiles.session.place == 1
    smiles.press("2")
    assert stands(smiles, 1) == {"smile": ("answer", "no")}
    assert "item 3 of" in " ".join(texts(smiles.desk.head))


def test_nothing_moves_on_before_the_answer_is_kept(smiles: LabelRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(smiles.session.queue, monkeypatch)
    smiles.type("1")
    for _ in range(20):
        QApplication.processEvents()
    assert (smiles.session.place, smiles.desk.pacing.saved, smiles.session.is_busy) == (0, "", True)
    smiles.type("2")  # meant for an item that nobody has seen
    for key in (Qt.Key.Key_D, Qt.Key.Key_End, Qt.Key.Key_P, Qt.Key.Key_I):
        smiles.key(key)
    assert smiles.session.place == 0
    held.let()
    smiles.settle()
    assert (smiles.session.place, smiles.session.screen, held.waiting) == (1, "item", [])
    assert stands(smiles, 0) == {"smile": ("answer", "yes")}
    assert stands(smiles, 1) == {}
    assert smiles.desk.pacing.saved.startswith("saved ")


def test_keys_that_come_fast_answer_the_questions_of_one_item_and_no_other(
    every: LabelRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(every.session.queue, monkeypatch)
    every.type("42")  # the second is for the second question
    held.let()
    until(lambda: len(held.waiting) == 1)
    assert every.session.asked == 1
    held.let()
    every.settle()
    assert stands(every, 1) == {"natural": ("answer", 4), "eyewear": ("answer", "glasses")}
    assert every.session.asked == 2


def test_keys_do_nothing_to_an_item_that_was_not_painted(smiles: LabelRoom) -> None:
    smiles.settle()
    smiles.key(Qt.Key.Key_D)  # what it shows is painted later
    assert not smiles.session.is_seen
    smiles.type("1")
    assert not smiles.session.is_busy
    page = smiles.desk.panel.page
    assert page is not None
    assert page.said
    smiles.settle()
    assert stands(smiles, 1) == {}
    smiles.press("1")
    assert stands(smiles, 1) == {"smile": ("answer", "yes")}


def test_nothing_is_answered_while_the_desk_cannot_be_seen(smiles: LabelRoom) -> None:
    smiles.key(Qt.Key.Key_D)
    smiles.desk.hide()
    for _ in range(20):
        QApplication.processEvents()
    assert not smiles.session.is_seen
    smiles.desk.take_keys("1")
    assert stands(smiles, 1) == {}
    smiles.desk.show()
    smiles.settle()
    assert smiles.session.is_seen


def test_a_key_that_is_held_down_answers_once(smiles: LabelRoom) -> None:
    for number in range(6):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, "1", number > 0)
        QApplication.sendEvent(smiles.desk, event)
        smiles.settle()
    assert smiles.session.finished == 1


def test_a_key_that_is_no_answer_is_told(smiles: LabelRoom) -> None:
    smiles.press("7")
    page = smiles.desk.panel.page
    assert page is not None
    assert page.said == "7 is no answer to this question"
    assert stands(smiles, 0) == {}


def test_keys_that_a_person_gave_to_answers_answer(
    dressed: QApplication, qtbot: QtBot, settings: Settings, asked: Project
) -> None:
    settings.set_keys("answer_1", ("Y",))
    room = LabelRoom(settings)
    room.open()
    begun(room, label_world.queue_of(asked, "smile")).press("y")
    assert stands(room, 0) == {"smile": ("answer", "yes")}
    room.leave()


def test_every_kind_of_question_is_answered_by_keys(every: LabelRoom) -> None:
    every.press("4")
    every.press("2")
    assert every.session.question.id == "age"
    every.type("1")
    every.type("34")
    assert every.session.asked == 2  # digits are typed there
    every.key(RETURN)
    page = every.desk.panel.page
    assert page is not None
    assert "0 to 110" in page.said  # 134 is none
    every.key(Qt.Key.Key_A, CTRL)
    every.type("34")
    every.key(RETURN)
    every.settle()
    every.press("1")
    assert every.session.question.id == "remark"
    every.type("A scar 2")
    every.key(RETURN, CTRL)
    every.settle()
    assert stands(every, 1) == {
        "natural": ("answer", 4), "eyewear": ("answer", "glasses"), "age": ("answer", 34.0),
        "smile": ("answer", "yes"), "remark": ("answer", "A scar 2"),
    }  # fmt: skip
    assert every.session.place == 2
    assert QApplication.focusWidget() is every.desk


def test_a_number_is_shown_again_with_every_digit(every: LabelRoom) -> None:
    every.press("42")
    every.type("27,123456")
    every.key(RETURN)
    every.settle()
    assert stands(every, 1)["age"] == ("answer", 27.123456)
    every.key(Qt.Key.Key_Up)
    assert every.session.question.id == "age"
    page = every.desk.panel.page
    assert page is not None
    assert isinstance(page.field, NumberAnswer)
    assert page.field.field.text() == "27.123456"
    every.key(RETURN)  # what stands is kept as it is
    every.settle()
    assert stands(every, 1)["age"] == ("answer", 27.123456)
    assert every.session.question.id == "smile"


def test_each_of_many_categories_can_be_answered(room: LabelRoom, asked: Project, tmp_path: Path) -> None:
    choices = ", ".join(f'"kind {number}"' for number in range(1, 31))
    (tmp_path / "many.toml").write_text(
        f'[set]\nname = "many"\ntitle = "Many"\n[[questions]]\nid = "which"\ntext = "Which?"\nkind = "choice"\n'
        f"choices = [{choices}]\n",
        encoding="utf-8",
    )
    path = tmp_path / "campaign.toml"
    path.write_text(label_world.campaign_text("many", ["many.toml"], "face"), encoding="utf-8")
    begun(room, asked.labelling.queue(asked.labelling.keep(asked.labelling.plan(path)), "ada")).press("0")
    assert stands(room, 0) == {"which": ("answer", "kind 10")}
    page = room.desk.panel.page
    assert page is not None
    assert isinstance(page.field, ListedAnswers)
    for number in range(12):  # beyond the digits: Tab goes from one to the next
        page.field.first.setFocus()
        for _ in range(29 - number):
            room.key(TAB)
        room.key(SPACE)
        room.settle()
        assert stands(room, 1 + number) == {"which": ("answer", f"kind {30 - number}")}


def test_words_that_are_left_in_their_field_are_kept(every: LabelRoom) -> None:
    for _ in range(4):
        every.key(Qt.Key.Key_Down)
    assert every.session.question.id == "remark"
    every.type("A scar")
    every.key(ESC)
    every.key(Qt.Key.Key_D)
    until(lambda: stands(every, 1) == {"remark": ("answer", "A scar")})
    every.settle()
    assert every.session.place == 2
    for _ in range(4):
        every.key(Qt.Key.Key_Down)
    every.type("A hat")
    every.key(ESC)
    every.desk.panel.cards[0].click()  # then on, from another question
    every.press("42")
    every.type("3")
    every.key(RETURN)
    every.settle()
    every.press("1")
    assert every.session.question.id == "remark"  # still to be kept, and still there
    every.key(RETURN, CTRL)
    every.settle()
    assert stands(every, 2)["remark"] == ("answer", "A hat")
    assert every.session.place == 3
    for _ in range(4):
        every.key(Qt.Key.Key_Down)
    every.type("A beard")
    queue = every.session.queue
    every.desk.end()
    until(lambda: standing(queue, 3) == {"remark": ("answer", "A beard")})
    acts = [queue.undo().result() for _ in range(3)]
    assert [act and act.value for act in acts] == ["A beard", "A hat", "yes"]  # each of them was written once


def test_words_are_not_gone_for_being_wiped_out(every: LabelRoom) -> None:
    for _ in range(4):
        every.key(Qt.Key.Key_Down)
    every.type("A scar")
    every.key(RETURN, CTRL)
    every.settle()
    for _ in range(4):
        every.key(Qt.Key.Key_Down)
    page = every.desk.panel.page
    assert page is not None
    assert isinstance(page.field, TextAnswer)
    assert page.field.field.toPlainText() == "A scar"
    page.field.field.setFocus()
    every.key(Qt.Key.Key_A, CTRL)
    every.key(Qt.Key.Key_Backspace)
    every.key(RETURN, CTRL)
    assert "What you said stands" in page.said
    assert stands(every, 1) == {"remark": ("answer", "A scar")}
    assert every.desk.act("undo")
    every.settle()
    assert stands(every, 1) == {}


def test_words_about_what_was_not_heard_are_no_answer(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "voices")).key(Qt.Key.Key_D)
    room.settle()
    assert "Listen" in room.desk.stage.why_not_yet() or "played" in room.desk.stage.why_not_yet()
    room.key(Qt.Key.Key_Down)
    assert room.session.question.kind == "text"
    room.type("a hum")
    room.key(ESC)
    room.key(Qt.Key.Key_D)
    room.settle()
    assert (room.session.place, stands(room, 1)) == (2, {})


def test_a_remark_may_be_left_empty(every: LabelRoom) -> None:
    every.press("421"[:2])
    every.type("34")
    every.key(RETURN)
    every.settle()
    every.press("1")
    every.key(RETURN)
    every.settle()
    assert "remark" not in stands(every, 1)
    assert every.session.place == 2


def test_letters_go_about_while_a_number_is_asked(every: LabelRoom) -> None:
    every.press("42")
    every.type("3")
    every.key(Qt.Key.Key_A)
    every.settle()
    assert every.session.place == 0
    assert stands(every, 1) == {"natural": ("answer", 4), "eyewear": ("answer", "glasses")}


def test_pairs_are_answered_by_their_digits(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "preferred")).press("2")
    assert stands(room, 0) == {"preferred": ("answer", "B")}


def test_keys_of_a_questions_own_go_before_all_others(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "letters")).press("d")
    assert stands(room, 0) == {"smile": ("answer", "no")}
    room.press("y")
    assert stands(room, 1) == {"smile": ("answer", "yes")}
    room.key(Qt.Key.Key_Right)
    room.settle()
    assert (room.session.place, stands(room, 2)) == (3, {})


def test_where_only_words_are_asked_for_they_may_not_be_left_out(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "words"))
    assert room.session.finished == 0
    room.key(RETURN)
    room.settle()
    page = room.desk.panel.page
    assert page is not None
    assert (room.session.place, page.said) == (0, "Answer first, or skip with a reason")
    room.type("a face")
    room.key(RETURN, CTRL)
    room.settle()
    assert (room.session.place, stands(room, 0)) == (1, {"note": ("answer", "a face")})


def test_the_mouse_answers_too(smiles: LabelRoom) -> None:
    page = smiles.desk.panel.page
    assert page is not None
    (button,) = (each for each in page.findChildren(QWidget) if each.accessibleName() == "no")
    click(button)
    smiles.settle()
    assert stands(smiles, 0) == {"smile": ("answer", "no")}


def test_a_double_click_answers_one_item(smiles: LabelRoom) -> None:
    page = smiles.desk.panel.page
    assert page is not None
    (button,) = (each for each in page.findChildren(QWidget) if each.accessibleName() == "no")
    click(button)
    smiles.settle()
    at = QPointF(button.rect().center())
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, held in ((QEvent.Type.MouseButtonDblClick, left), (QEvent.Type.MouseButtonRelease, none)):
        where = QPointF(button.mapToGlobal(at))
        QApplication.sendEvent(button, QMouseEvent(kind, at, where, left, held, Qt.KeyboardModifier.NoModifier))
    smiles.settle()
    assert (smiles.session.place, smiles.session.finished, stands(smiles, 1)) == (1, 1, {})
    click(button)
    smiles.settle()
    assert stands(smiles, 1) == {"smile": ("answer", "no")}


# ---- going back, changing, taking back ----


def test_an_earlier_answer_is_shown_and_can_be_changed(smiles: LabelRoom) -> None:
    smiles.press("112")
    smiles.key(Qt.Key.Key_A)
    smiles.key(Qt.Key.Key_A)
    smiles.settle()
    page = smiles.desk.panel.page
    assert page is not None
    assert [each.accessibleName() for each in page.findChildren(QWidget) if each.property("chosen")] == ["yes, chosen"]
    smiles.press("2")
    assert stands(smiles, 1) == {"smile": ("answer", "no")}
    assert smiles.session.place == 3  # where the work goes on


def test_an_answer_that_two_copies_gave_alike_is_one_answer(room: LabelRoom, asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign(label_world.name_of("smile"))
    for name, values in (("one", ("yes", "yes")), ("other", ("yes", "no"))):
        with Project.open(label_world.copied(asked.folder, tmp_path / name)) as copy:
            queue = label_world.queue_of(copy, "smile")
            for entry, value in zip(queue.entries, values, strict=False):
                queue.answer(entry.token, "smile", value).result()
            copy.labelling.export(campaign, tmp_path / f"{name}.jsonl")
    for name in ("one", "other"):
        asked.labelling.merge(tmp_path / f"{name}.jsonl")
    room.begin(label_world.queue_of(asked, "smile"))
    room.key(Qt.Key.Key_Home)
    room.settle()
    page = room.desk.panel.page
    assert page is not None
    chosen = [each.accessibleName() for each in page.findChildren(QWidget) if each.property("chosen")]
    assert chosen == ["yes, chosen"]
    assert "Several answers" not in " ".join(texts(page))
    room.key(Qt.Key.Key_D)
    room.settle()
    assert "Several answers" in " ".join(texts(page))


def test_undo_and_redo_go_where_it_was_and_say_what(smiles: LabelRoom) -> None:
    smiles.press("12")
    smiles.key(Qt.Key.Key_End)
    smiles.settle()
    assert smiles.desk.act("undo")
    smiles.settle()
    assert (smiles.session.place, smiles.said[-1]) == (1, "Undone: answer")
    assert stands(smiles, 1) == {}
    smiles.desk.act("undo")
    smiles.settle()
    smiles.desk.act("redo")
    smiles.settle()
    assert (smiles.session.place, smiles.said[-1]) == (0, "Done again: answer")
    assert stands(smiles, 0) == {"smile": ("answer", "yes")}
    smiles.desk.act("redo")
    smiles.settle()
    smiles.desk.act("redo")
    smiles.settle()
    assert smiles.said[-1] == "Nothing to redo"


def test_undo_reaches_back_past_a_restart(smiles: LabelRoom, asked: Project) -> None:
    smiles.press("12")
    smiles.begin(label_world.queue_of(asked, "smile"))
    smiles.settle()
    assert (smiles.session.screen, smiles.session.place) == ("item", 2)
    for place in (1, 0):
        smiles.desk.act("undo")
        smiles.settle()
        assert smiles.session.place == place
    assert smiles.session.finished == 0


def test_one_goes_about_by_keys(smiles: LabelRoom) -> None:
    last = len(smiles.session.queue.entries) - 1
    for key, modifiers, place in (
        (Qt.Key.Key_D, None, 1), (Qt.Key.Key_Right, None, 2), (Qt.Key.Key_Left, None, 1), (Qt.Key.Key_End, None, last),
        (Qt.Key.Key_D, None, last), (Qt.Key.Key_Home, None, 0), (Qt.Key.Key_A, None, 0), (Qt.Key.Key_D, SHIFT, 1),
        (Qt.Key.Key_A, SHIFT, 0),
    ):  # fmt: skip
        smiles.key(key, modifiers or Qt.KeyboardModifier.NoModifier)
        smiles.settle()
        assert smiles.session.place == place
    assert "This is the last item" in smiles.said
    smiles.press("1")
    smiles.key(Qt.Key.Key_A, SHIFT)
    smiles.settle()
    assert smiles.session.place == last  # the first is labelled


def test_the_questions_of_an_item_are_gone_through(every: LabelRoom) -> None:
    every.press("4")
    every.key(Qt.Key.Key_Up)
    assert every.session.asked == 0
    every.key(Qt.Key.Key_Down)
    assert every.session.asked == 1
    shown = texts(every.desk.panel)
    assert "✓ How natural does this face look? 4 mostly natural" in shown
    assert "Then: How old does the person look?" in shown
    every.key(Qt.Key.Key_Up)
    every.key(RETURN)  # on to the first that is open
    assert every.session.asked == 1


# ---- skipping and notes ----


def test_a_question_is_skipped_for_a_reason_by_its_digit(smiles: LabelRoom) -> None:
    smiles.key(SPACE, CTRL)
    assert smiles.desk.panel.part == "skip"
    smiles.press("2")
    assert stands(smiles, 0) == {"smile": ("skip", REASONS[1])}
    assert (smiles.session.place, smiles.desk.panel.part) == (1, "asking")
    smiles.key(Qt.Key.Key_A)
    smiles.settle()
    assert any("Skipped: nothing in it to judge" in text for text in texts(smiles.desk.panel))


def test_a_question_is_skipped_in_ones_own_words(smiles: LabelRoom) -> None:
    smiles.key(SPACE, CTRL)
    smiles.key(RETURN)  # without a reason nothing is skipped
    assert stands(smiles, 0) == {}
    smiles.type("2 masks")
    smiles.key(RETURN)
    smiles.settle()
    assert stands(smiles, 0) == {"smile": ("skip", "2 masks")}
    assert smiles.session.place == 1


def test_esc_goes_back_to_the_question(smiles: LabelRoom) -> None:
    smiles.key(SPACE, CTRL)
    smiles.key(ESC)
    assert (smiles.desk.panel.part, smiles.went) == ("asking", 0)
    smiles.press("1")
    assert stands(smiles, 0) == {"smile": ("answer", "yes")}


def test_a_note_is_kept_before_anything_else_is_looked_at(smiles: LabelRoom) -> None:
    smiles.key(Qt.Key.Key_T)
    smiles.type("2 ears")
    assert stands(smiles, 0) == {}
    smiles.key(ESC)
    smiles.settle()
    assert stands(smiles, 0) == {"": ("note", "2 ears")}
    smiles.key(Qt.Key.Key_T)
    smiles.type("!")
    click(smiles.desk.head.buttons["label_break"])
    smiles.settle()
    assert stands(smiles, 0) == {"": ("note", "2 ears!")}
    smiles.key(RETURN)
    smiles.settle()
    smiles.key(Qt.Key.Key_D)
    assert smiles.desk.panel.note.field.toPlainText() == ""
    smiles.desk.act("undo")
    smiles.settle()
    assert (smiles.said[-1], smiles.session.place) == ("Undone: note", 0)
    assert smiles.desk.panel.note.field.toPlainText() == "2 ears"


def test_a_note_goes_to_the_item_that_it_was_written_on(smiles: LabelRoom) -> None:
    smiles.key(Qt.Key.Key_T)
    smiles.type("odd")
    smiles.session.go(1)
    smiles.settle()
    assert (stands(smiles, 0), stands(smiles, 1)) == ({"": ("note", "odd")}, {})
    assert smiles.desk.panel.note.field.toPlainText() == ""


# ---- what is read ----


def test_training_tells_what_was_looked_for(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "every"))
    assert "the corners of the mouth" not in " ".join(texts(room.desk))
    assert "training 1 of 1" in " ".join(texts(room.desk.head))
    room.press("42")
    room.type("34")
    room.key(RETURN)
    room.settle()
    room.press("2")
    room.key(RETURN)
    room.settle()
    shown = texts(room.desk.panel)
    assert room.session.screen == "feedback"
    assert {"Another answer was looked for", "✗ yours: no", "accepted: yes"} <= set(shown)
    assert any("the corners of the mouth" in text for text in shown)
    room.press("1")  # answers nothing
    assert stands(room, 0)["smile"] == ("answer", "no")
    room.key(RETURN)
    room.settle()
    assert (room.session.place, room.session.screen) == (1, "item")


def test_a_notice_stands_beside_its_item(room: LabelRoom, asked: Project) -> None:
    queue = label_world.queue_of(asked, "every")
    begun(room, queue)
    place = next(entry.place for entry in queue.entries if entry.notice and not entry.training)
    room.session.go(place)
    room.settle()
    assert queue.entries[place].notice in texts(room.desk.panel)


def test_instructions_come_first_and_again(room: LabelRoom, asked: Project) -> None:
    room.begin(label_world.queue_of(asked, "smile"))
    assert label_world.INSTRUCTIONS in texts(room.desk)
    room.press("1")
    assert (room.session.screen, stands(room, 0)) == ("instructions", {})
    room.key(RETURN)
    room.settle()
    room.key(Qt.Key.Key_I)
    assert room.session.screen == "instructions"
    room.key(Qt.Key.Key_I)
    room.settle()
    assert (room.session.screen, room.session.place) == ("item", 0)


def test_a_break_hides_the_item_and_keys_answer_nothing(room: LabelRoom, asked: Project) -> None:
    begun(room, label_world.queue_of(asked, "smile"), Pace(break_every=2, break_minutes=1))
    room.press("1")
    assert "next break in 1 item" in room.desk.pacing.words
    room.press("1")
    assert (room.session.screen, room.desk.stage.isVisible()) == ("break", False)
    assert any("1:00 left" in text for text in texts(room.desk))
    room.press("1")
    room.desk.act("undo")
    assert room.session.finished == 2
    room.key(Qt.Key.Key_P)
    room.settle()
    assert (room.session.screen, room.session.place) == ("item", 2)
    room.press("1")
    room.key(Qt.Key.Key_P)
    assert room.session.screen == "break"
    room.key(RETURN)
    room.settle()
    assert (room.session.screen, room.session.place) == ("item", 3)


def test_a_break_counts_down() -> None:
    clock = Clock()
    screen = BreakScreen(clock)
    screen.begin(1.5)
    for passed, words in ((0, "1:30 left"), (29.5, "1:01 left"), (60, "0:01 left"), (1, "Well rested?")):
        clock.now += passed
        screen.tick()
        assert words in screen.words.text()
    screen.deleteLater()


def test_the_end_tells_what_was_done(smiles: LabelRoom) -> None:
    count = len(smiles.session.queue.entries)
    smiles.press("1" * (count - 1))
    smiles.key(SPACE, CTRL)
    smiles.press("1")
    assert smiles.session.screen == "finished"
    assert any(f"{count - 1} questions answered, 1 skipped" in text for text in texts(smiles.desk))
    smiles.key(Qt.Key.Key_A)
    smiles.settle()
    assert (smiles.session.screen, smiles.session.place) == ("item", count - 1)
    smiles.press("2")
    assert smiles.session.screen == "finished"
    smiles.key(ESC)
    assert smiles.went == 1


# ---- time ----


def test_no_time_counts_while_another_window_is_in_front(smiles: LabelRoom, qtbot: QtBot) -> None:
    other = QWidget()
    other.show()
    assert QTest.qWaitForWindowExposed(other)
    other.activateWindow()
    until(other.isActiveWindow)
    assert is_away(smiles)
    smiles.activateWindow()
    until(smiles.isActiveWindow)
    assert not is_away(smiles)
    other.close()
    other.deleteLater()


# ---- what may not be judged yet ----


class Unheard(ItemStage):
    """A stage whose items want to be heard first."""

    why = "Listen to the end first"

    def why_not_yet(self) -> str:
        return super().why_not_yet() or self.why


def test_what_was_not_heard_is_not_answered_but_may_be_skipped(
    dressed: QApplication, qtbot: QtBot, settings: Settings, asked: Project
) -> None:
    room = LabelRoom(settings, Unheard)
    room.open()
    begun(room, label_world.queue_of(asked, "smile"))
    page = room.desk.panel.page
    assert page is not None
    assert page.said == "Listen to the end first"
    room.press("1")
    click(page.field.first)
    room.settle()
    assert stands(room, 0) == {}
    room.key(SPACE, CTRL)
    room.press("4")
    assert stands(room, 0) == {"smile": ("skip", REASONS[3])}
    Unheard.why = ""
    try:
        room.desk.stage.changed.emit()
        room.press("1")
    finally:
        Unheard.why = "Listen to the end first"
    assert stands(room, 1) == {"smile": ("answer", "yes")}
    room.leave()


# ---- what cannot be kept ----


@pytest.fixture
def full_disk(asked: Project) -> Iterator[Callable[[bool], None]]:
    """Return what lets the project's file grow no more, or again as it likes."""

    def limit(on: bool) -> None:
        def write(db: Database) -> None:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count = {pages if on else 1 << 30}")

        asked.store.write(write).result()

    yield limit
    limit(False)


def test_on_a_full_disk_nothing_shows_as_saved_and_work_goes_on_after(
    every: LabelRoom, full_disk: Callable[[bool], None]
) -> None:
    every.press("4")
    full_disk(True)
    kept: dict[str, tuple[str, object]] = {"natural": ("answer", 4)}
    words = ""
    for number in range(100):  # some pages of the file are free
        words = f"{number} " + "x" * 9000
        every.session.ask(4)
        every.session.answer(words)
        every.settle()
        if every.desk.bar.isVisible():
            break
        kept["remark"] = ("answer", words)
    assert "disk is full" in every.desk.bar.words
    assert every.desk.pacing.saved == "not saved"
    assert (every.session.place, every.session.asked, stands(every, 1)) == (1, 4, kept)
    assert len(every.refused) == 1
    full_disk(False)
    click(every.desk.bar.button)
    every.settle()
    assert stands(every, 1)["remark"] == ("answer", words)
    assert not every.desk.bar.isVisible()
    assert every.desk.pacing.saved.startswith("saved ")
    every.session.ask(1)
    every.press("2")
    assert stands(every, 1)["eyewear"] == ("answer", "glasses")


def test_the_key_of_the_answer_tries_again_too(smiles: LabelRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: Future[Any] = Future()
    refused.set_exception(OSError(28, "No space left on device", label_world.SENTINEL))
    with monkeypatch.context() as patch:
        patch.setattr(smiles.session.queue, "answer", lambda *given: refused)
        smiles.press("1")
    assert smiles.desk.bar.isVisible()
    assert label_world.SENTINEL not in " ".join(texts(smiles.desk))
    assert (smiles.session.place, stands(smiles, 0)) == (0, {})
    smiles.press("1")
    assert (smiles.session.place, stands(smiles, 0)) == (1, {"smile": ("answer", "yes")})
    assert not smiles.desk.bar.isVisible()


def test_a_read_only_project_says_so_and_takes_no_answer(room: LabelRoom, asked: Project) -> None:
    folder = asked.folder
    asked.close()
    with Project.open(folder, "read") as project:
        room.begin(label_world.queue_of(project, "smile"), writable=False)
        assert room.desk.bar.isVisible()
        assert "reading only" in room.desk.bar.words
        room.key(RETURN)
        room.press("1")
        assert (room.session.place, stands(room, 0), room.desk.pacing.saved) == (0, {}, "not saved")
        assert len(room.refused) == 1
        room.key(Qt.Key.Key_D)
        room.settle()
        assert room.session.place == 1
        room.desk.end()


# ---- blind, by keyboard, for screen readers ----


@pytest.mark.parametrize("campaign", list(label_world.CAMPAIGNS))
def test_no_string_of_the_desk_tells_what_an_item_is(room: LabelRoom, asked: Project, campaign: str) -> None:
    queue = label_world.queue_of(asked, campaign)
    words = (*label_world.HIDDEN, *(entry.token for entry in queue.entries))
    room.begin(queue, Pace(break_every=1))
    for name in (
        "label_confirm", "answer_1", "label_confirm", "label_skip", "answer_2", "label_confirm", "label_note", "undo",
        "redo", "label_break", "label_confirm", "label_instructions",
    ):  # fmt: skip
        room.desk.act(name)
        room.settle()
        assert telling(words) == []


@pytest.mark.parametrize("campaign", ["every", "same", "voices"])
def test_every_control_has_a_name_a_tip_and_the_tab_key(room: LabelRoom, asked: Project, campaign: str) -> None:
    begun(room, label_world.queue_of(asked, campaign))
    for _ in range(2):
        assert (without_name(room.desk), without_tip(room.desk), beyond_tab(room.desk)) == ([], [], [])
        room.key(SPACE, CTRL)


def test_nothing_of_an_earlier_session_is_left(smiles: LabelRoom) -> None:
    smiles.key(Qt.Key.Key_T)
    smiles.type("a remark of mine")
    smiles.desk.end()
    shown = " ".join(texts(smiles.desk)) + smiles.desk.panel.note.field.toPlainText()
    for words in ("a remark of mine", label_world.TITLE, label_world.INSTRUCTIONS[:10], "ada", "smile"):
        assert words not in shown
    assert not smiles.desk.take_keys("1")
    assert not smiles.desk.act("label_next")


def test_a_desk_that_is_gone_is_not_heard_of_again(
    dressed: QApplication, qtbot: QtBot, settings: Settings, asked: Project
) -> None:
    for _ in range(3):
        room = LabelRoom(settings)
        room.open()
        begun(room, label_world.queue_of(asked, "smile"))
        room.key(Qt.Key.Key_D)
        until(partial(_is_seen, room))
        room.leave()
        QApplication.processEvents()
    assert [each for each in QApplication.topLevelWidgets() if each.isVisible()] == []


def test_the_desk_promises_what_it_does(smiles: LabelRoom) -> None:
    assert PROMISE in texts(smiles.desk)
    smiles.press("1")
    assert "s per item" in smiles.desk.pacing.words
    assert smiles.desk.head.bar.value() == 1
    assert NOT_SHOWN not in " ".join(texts(smiles.desk))


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (59, "59 s"), (60, "1 min"), (1349, "22 min"), (3900, "1 h 5 min")]
)
def test_a_time_to_come_is_said_roughly(seconds: float, words: str) -> None:
    assert roughly(seconds) == words


def test_where_there_is_little_room_the_foot_says_less(smiles: LabelRoom) -> None:
    smiles.press("1")
    pacing = smiles.desk.pacing
    whole = pacing.words
    assert whole.count("·") == 1
    pacing.resize(260, pacing.height())
    assert pacing.words
    assert pacing.words == whole.partition(" · ")[2]
    assert whole in html.unescape(pacing.findChildren(QLabel)[0].toolTip())
