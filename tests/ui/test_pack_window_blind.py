"""Blind: no string of the window of a pack tells whose samples are shown, nor where they lie.

Names of all kinds are words of their own in the project that the pack is of; so are tokens, media and folders here.
"""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.memory import Memory
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.ui import label_world
from tests.ui.keyboard import CTRL
from tests.ui.label_world import HIDDEN, SENTINEL, TITLE
from tests.ui.pack_desk import ESC, RETURN, Annotator
from tests.ui.reachable import strings, telling
from ui.pack_window import PackWindow

# One question each of pictures, of pairs, of sounds and of what X is
CAMPAIGNS = ("every", "natural", "preferred", "voices", "voices-ab", "voices-abx")
KEYS = {"every": "4", "natural": "4", "preferred": "1", "voices": "4", "voices-ab": "1", "voices-abx": "1"}


@pytest.fixture(scope="module")
def packs(label_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return a pack of each campaign, under a name that must not show either."""
    folder = tmp_path_factory.mktemp(f"{SENTINEL} packs")
    with Project.open(label_folder, "read") as project:
        return {
            each: label_world.pack_of(project, each, folder / f"{SENTINEL} {number}.zip")
            for number, each in enumerate(CAMPAIGNS)
        }


@pytest.fixture
def person(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory, tmp_path: Path
) -> Iterator[Annotator]:
    """Return an annotator in front of the window without a pack."""
    window = PackWindow(settings, memory, tmp_path / "room")
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    annotator = Annotator(window, qtbot)
    annotator.wait(window.isActiveWindow)
    yield annotator
    if isValid(window):
        for dialog in window.findChildren(QDialog):
            dialog.close()
        window.close()
        qtbot.waitUntil(lambda: not isValid(window))


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """Return what tells what was printed and logged, in small letters."""
    caplog.set_level(logging.DEBUG)

    def heard() -> str:
        return ("".join(capfd.readouterr()) + caplog.text).casefold()

    return heard


def words_of(person: Annotator) -> tuple[str, ...]:
    """Return what no string may hold: names, folders, tokens, media."""
    entries = person.session.queue.entries
    media = {Path(each.path).stem for entry in entries for each in entry.media}
    folders = {Path(each.path).parents[2] for entry in entries for each in entry.media}
    assert {folder.parent.name for folder in folders} == {"room"}
    return (
        *HIDDEN,
        *map(str, folders),
        *(folder.name for folder in folders),
        *media,
        *(entry.token for entry in entries),
    )


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_nothing_tells_while_somebody_labels(
    person: Annotator, packs: dict[str, Path], campaign: str, said: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    said()
    person.open(packs[campaign])
    caplog.clear()  # that a lock was taken on the pack's journal
    words = words_of(person)

    def tells() -> list[tuple[str, str]]:
        return telling(words)

    assert not tells()
    person.begin()
    assert not tells()
    person.press(KEYS[campaign])
    person.wait(lambda: not tells())
    for key in (Qt.Key.Key_Q, Qt.Key.Key_W, Qt.Key.Key_T):  # hears or shows one of two, writes a note
        person.key(key)
        assert not tells()
    person.key(ESC)
    person.key(Qt.Key.Key_Space, CTRL)
    assert not tells()
    person.key(ESC)
    person.key(Qt.Key.Key_Z, CTRL)
    person.settle()
    person.key(Qt.Key.Key_P)
    assert not tells()
    person.key(RETURN)
    person.settle()
    for name in ("key_sheet", "settings", "about"):
        person.window.table[name].trigger()
        (dialog,) = (each for each in person.window.findChildren(QDialog) if each.isVisible())
        assert not telling(set(words) - {"original", "retain"} if name == "about" else words)  # words of licences
        dialog.reject()
        person.wait(lambda: not person.window.findChildren(QDialog))
    heard = said()
    assert not [word for word in words if word.casefold() in heard]


def test_what_can_be_seen_is_looked_at(person: Annotator, packs: dict[str, Path], tmp_path: Path) -> None:
    person.open(packs["natural"])
    person.begin()
    found = {text for _, text in strings()}
    assert {TITLE, "Labelling – Genmu Studio", "Labelling · blind", "How natural does it seem?"} & found >= {
        TITLE, "Labelling – Genmu Studio", "Labelling · blind",
    }  # fmt: skip
    assert {each.title() for each in QGuiApplication.allWindows() if each.isVisible()} == {"Labelling – Genmu Studio"}
    person.window.setToolTip(f"of {SENTINEL}")
    assert "PackWindow.toolTip" in [where for where, _ in telling(HIDDEN)]
    person.window.setToolTip("")


def test_a_name_that_was_read_before_is_forgotten_at_the_desk(
    person: Annotator, packs: dict[str, Path], tmp_path: Path
) -> None:
    person.window.open(tmp_path / f"{SENTINEL}.zip")
    person.wait(lambda: person.screen is person.window.failure)
    assert telling([SENTINEL])
    person.open(packs["natural"])
    person.begin()
    assert not telling(words_of(person))
    person.key(ESC)
    assert telling([f"{SENTINEL} 1.labels.jsonl"])  # what to send back, once
    person.key(RETURN)
    assert not telling(HIDDEN)


def test_what_is_remembered_names_no_pack(person: Annotator, packs: dict[str, Path], tmp_path: Path) -> None:
    person.open(packs["natural"])
    person.begin()
    person.press("4")
    person.window.close()
    person.wait(lambda: not isValid(person.window))
    kept = "".join(each.read_text(encoding="utf-8") for each in (tmp_path / "config").iterdir())
    assert "pack_geometry" in kept
    assert SENTINEL not in kept
