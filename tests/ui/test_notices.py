"""Banners: in a person's words, equal ones once, literal text, details to copy, an action."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from scoring.errors import BugError, UserError
from tests.ui.keyboard import click
from ui.notices import Notice, NoticeBar

HOSTILE = "<b>x</b><img src=x>"


@pytest.fixture
def bar(dressed: QApplication, qtbot: QtBot) -> NoticeBar:
    made = NoticeBar()
    qtbot.addWidget(made)
    return made


def texts(bar: NoticeBar) -> list[str]:
    return [each.text() for each in bar.findChildren(QLabel) if each.isVisibleTo(bar) and each.text()]


def button(bar: NoticeBar, name: str) -> QAbstractButton:
    (found,) = [each for each in bar.findChildren(QAbstractButton) if each.accessibleName() == name]
    return found


def test_a_persons_error_is_told_in_its_words(bar: NoticeBar) -> None:
    bar.show_notice(Notice.of(UserError("no weights", "Install them.", "the long story")))
    assert texts(bar) == ["no weights  Install them."]
    click(button(bar, "Copy details"))
    assert QGuiApplication.clipboard().text() == "the long story"


def test_our_error_is_a_report_to_copy(bar: NoticeBar) -> None:
    bar.show_notice(Notice.of(BugError("impossible"), "Traceback: impossible"))
    (text,) = texts(bar)
    assert "BugError" in text
    click(button(bar, "Copy details"))
    assert QGuiApplication.clipboard().text() == "Traceback: impossible"


def test_an_equal_notice_is_shown_once_and_old_ones_make_room(bar: NoticeBar) -> None:
    for text in ("a", "a", "b", "c", "d", "e"):
        bar.show_notice(Notice("info", text))
    assert [each.text for each in bar.notices] == ["e", "d", "c", "b"]


def test_closing_the_last_one_hides_the_bar(bar: NoticeBar) -> None:
    bar.show_notice(Notice("warning", "look"))
    assert not bar.isHidden()
    click(button(bar, "Close notice"))
    assert bar.notices == ()
    assert bar.isHidden()


def test_foreign_text_is_literal(bar: NoticeBar) -> None:
    bar.show_notice(Notice("warning", HOSTILE, HOSTILE, "details", (HOSTILE, lambda: None)))
    assert texts(bar) == [f"{HOSTILE}  {HOSTILE}"]
    assert {each.textFormat().name for each in bar.findChildren(QLabel)} == {"PlainText"}
    for each in bar.findChildren(QAbstractButton):
        assert not each.toolTip().startswith("<b>")


def test_the_action_of_a_notice_is_done(bar: NoticeBar) -> None:
    done: list[bool] = []
    bar.show_notice(Notice("info", "nothing", action=("Do it", lambda: done.append(True))))
    click(button(bar, "Do it"))
    assert done == [True]
