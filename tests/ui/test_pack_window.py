"""The window of a blind pack: opening, labelling, leaving, other packs, what goes wrong, and the end at any time."""

import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QListWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.labelling import file_journal
from genmu_studio.labelling.packs import CONTENT_FILE, journal_path, open_pack
from genmu_studio.memory import Memory
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from scoring.errors import UserError
from tests.ui import controls, label_world
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import CTRL, SHIFT, click, type_text
from tests.ui.pack_desk import ESC, RETURN, Annotator, events
from ui.app import is_for_an_annotator
from ui.dialogs.about import AboutDialog
from ui.dialogs.key_sheet import KeySheet
from ui.dialogs.settings import SettingsDialog
from ui.main_window import MainWindow
from ui.pack_window import PackWindow
from ui.running import uncaught_errors
from ui.views import ViewRow


@pytest.fixture(scope="module")
def made(label_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Return packs by the name of their campaign; to be copied."""
    folder = tmp_path_factory.mktemp("packs")
    with Project.open(label_folder, "read") as project:
        return {each: label_world.pack_of(project, each, folder / f"{each}.zip") for each in ("smile", "every")}


@pytest.fixture
def pack(made: Mapping[str, Path], tmp_path: Path) -> Path:
    """Return a pack of one question, yes or no."""
    return Path(shutil.copy(made["smile"], tmp_path / "ada.zip"))


@pytest.fixture
def other(made: Mapping[str, Path], tmp_path: Path) -> Path:
    """Return another pack."""
    return Path(shutil.copy(made["every"], tmp_path / "other.zip"))


@pytest.fixture
def person(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory, tmp_path: Path
) -> Iterator[Annotator]:
    """Return an annotator in front of the window without a pack; nothing may be left of it."""
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
    assert not (tmp_path / "room").exists() or list((tmp_path / "room").iterdir()) == []


def controls_are_whole(window: PackWindow) -> bool:
    found = [*controls.without_name(window), *controls.without_tip(window), *controls.beyond_tab(window)]
    assert not found
    return True


# ---- the work ----


def test_a_pack_opens_at_its_instructions_and_every_answer_is_kept(person: Annotator, pack: Path) -> None:
    assert "Which pack?" in person.text()
    assert controls_are_whole(person.window)
    person.open(pack)
    assert person.session.screen == "instructions"
    assert label_world.INSTRUCTIONS.splitlines()[0] in person.text()
    assert person.window.windowTitle() == "Labelling – Genmu Studio"
    person.begin()
    person.press("12")
    assert [each["value"] for each in events(pack)] == ["yes", "no"]
    assert person.window.status.told[0] == "Labelling · blind"
    assert person.window.desk.pacing.saved.startswith("saved ")
    assert controls_are_whole(person.window)


def test_undo_and_redo_by_key_and_menu(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("1")
    person.key(Qt.Key.Key_Z, CTRL)
    person.settle()
    assert person.session.queue.progress().answered == 0
    assert person.window.status.told[1] == "Undone: answer"
    person.key(Qt.Key.Key_Z, CTRL | SHIFT)
    person.settle()
    assert person.session.queue.progress().answered == 1
    person.window.table["undo"].trigger()
    person.settle()
    assert person.session.queue.progress().answered == 0


def test_leaving_pauses_and_return_goes_on_where_it_was(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("121")
    person.key(ESC)
    assert person.screen is person.window.pause
    assert "3 of" in person.text()
    assert "ada.labels.jsonl" in person.text()
    assert person.window.status.told[2].startswith("saved ")
    assert not person.window.table["label_skip"].isEnabled()
    assert controls_are_whole(person.window)
    type_text(person.window.pause.button, "1")  # answers nothing here
    person.key(RETURN)
    person.settle()
    assert (person.session.screen, person.session.place) == ("item", 3)
    assert len(events(pack)) == 3
    assert "ada.labels.jsonl" not in person.text()


def test_in_the_end_it_says_what_to_send_back(person: Annotator, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[QUrl] = []

    def show(url: QUrl) -> bool:
        shown.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", show)
    person.open(pack)
    person.begin()
    person.finish()
    assert "Send ada.labels.jsonl back to the organizer" in person.text()
    assert str(pack.parent) not in person.text()
    assert controls_are_whole(person.window)
    click(person.button("Show in folder"))
    assert [Path(url.toLocalFile()) for url in shown] == [pack.parent]
    person.key(ESC)
    assert "Send ada.labels.jsonl back" in person.text()
    click(person.button("Show in folder"))
    person.key(RETURN)  # presses it once more
    assert len(shown) == 3
    click(person.button("Go on"))
    assert person.session.screen == "finished"


def test_a_folder_that_cannot_be_shown_is_told(person: Annotator, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    person.open(pack)
    person.begin()
    person.key(ESC)
    click(person.button("Show in folder"))
    assert "cannot be shown" in person.window.notices.notices[0].text
    click(person.button("Go on"))
    assert not person.window.notices.notices


def test_opening_again_goes_on_past_the_instructions(person: Annotator, pack: Path, other: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("12")
    person.open(other)
    assert person.session.screen == "instructions"
    person.wait(lambda: not person.window.opening.is_busy)
    person.open(pack)
    person.settle()
    assert (person.session.screen, person.session.place) == ("item", 2)
    person.key(Qt.Key.Key_Z, CTRL)
    person.settle()
    assert person.session.queue.progress().answered == 1


# ---- other packs ----


def test_a_pack_that_is_dropped_takes_the_place_of_the_one_before(person: Annotator, pack: Path, other: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("1")
    person.drop(other)
    person.wait(lambda: person.window.desk.session is not None and person.session.queue.questions[0].id == "natural")
    person.wait(lambda: not person.window.opening.is_busy)
    with open_pack(pack, pack.parent / "elsewhere") as again:  # nobody holds it any more
        assert again.queue.progress().answered == 1


def test_a_pack_that_is_open_already_stays(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    session = person.session
    person.drop(pack)
    QApplication.processEvents()
    assert person.session is session
    assert person.screen is person.window.desk


def test_whoever_thinks_better_of_another_pack_is_not_taken_from_this_one(
    person: Annotator, pack: Path, other: Path
) -> None:
    person.open(pack)
    person.window.open(other)
    person.window.open(pack)
    assert person.screen is person.window.desk
    person.wait(lambda: not person.window.opening.is_busy)
    assert person.screen is person.window.desk
    person.begin()
    person.press("1")
    assert [event["kind"] for event in events(pack)] == ["answer"]


def test_what_is_no_pack_leaves_the_one_that_is_open(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("1")
    photos = pack.with_name("photos.zip")
    with zipfile.ZipFile(photos, "w") as archive:
        archive.writestr("a.txt", "1")
    person.drop(photos)
    person.wait(lambda: person.screen is person.window.failure)
    assert "photos.zip is no blind pack" in person.text()
    assert controls_are_whole(person.window)
    person.key(ESC)
    assert person.screen is person.window.desk
    person.settle()
    person.press("2")
    assert len(events(pack)) == 2
    assert "photos" not in person.text()


def test_the_file_dialog_opens_a_pack(person: Annotator, pack: Path) -> None:
    person.key(Qt.Key.Key_O, CTRL)
    (dialog,) = person.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(pack))
    dialog.close()
    person.wait(lambda: person.window.desk.session is not None)


# ---- what goes wrong ----


def damaged(pack: Path) -> None:
    pack.write_bytes(pack.read_bytes()[:-200])


def of_another_version(pack: Path) -> None:
    with zipfile.ZipFile(pack) as archive:
        inside = {name: archive.read(name) for name in archive.namelist()}
    content = {**json.loads(inside.pop(CONTENT_FILE)), "version": 2}
    with zipfile.ZipFile(pack, "w") as archive:
        for name, data in {**inside, CONTENT_FILE: json.dumps(content).encode()}.items():
            archive.writestr(name, data)


def with_the_journal_of_another(pack: Path) -> None:
    head = {"format": "genmu labels", "version": 1, "campaign": "0" * 64, "annotator": "ada"}
    journal_path(pack).write_text(json.dumps(head) + "\n", encoding="utf-8")


def with_a_damaged_journal(pack: Path) -> None:
    with open_pack(pack, pack.parent / "first") as opened:
        opened.queue.answer(opened.queue.entries[0].token, "smile", "yes").result()
    head, _ = journal_path(pack).read_text(encoding="utf-8").splitlines()
    journal_path(pack).write_text(f"{head}\nnonsense\n", encoding="utf-8")


def in_a_folder_that_takes_nothing(pack: Path) -> None:
    journal_path(pack).mkdir()


WRONG: tuple[tuple[Callable[[Path], object], str, str], ...] = (
    (Path.unlink, "no pack at", "Name the .zip that the organizer sent"),
    (damaged, "is damaged, or did not come whole", "Download it again"),
    (of_another_version, "no pack that this version can open", "install a newer Genmu Studio"),
    (with_the_journal_of_another, "holds the labels of another pack", "Move it elsewhere"),
    (with_a_damaged_journal, "is damaged in line 2", "Keep it, and tell the organizer"),
    (in_a_folder_that_takes_nothing, "cannot be written", "Has the disk room"),
)


@pytest.mark.parametrize(("spoil", "words", "remedy"), WRONG)
def test_what_is_wrong_is_said_with_the_remedy_and_can_be_tried_again(
    person: Annotator, pack: Path, spoil: Callable[[Path], object], words: str, remedy: str
) -> None:
    whole = pack.read_bytes()
    spoil(pack)
    person.window.open(pack)
    person.wait(lambda: person.screen is person.window.failure)
    assert "The pack cannot be opened" in person.text()
    assert words in person.text()
    assert remedy in person.text()
    assert not person.window.blind
    journal = journal_path(pack)
    if journal.is_dir():
        journal.rmdir()
    journal.unlink(missing_ok=True)
    pack.write_bytes(whole)
    person.key(RETURN)  # tries again
    person.wait(lambda: person.screen is person.window.desk)


def test_a_pack_that_is_open_in_another_window_is_opened_when_it_is_closed_there(person: Annotator, pack: Path) -> None:
    with open_pack(pack, pack.parent / "elsewhere"):
        person.window.open(pack)
        person.wait(lambda: person.screen is person.window.failure)
        assert "is open in another window" in person.text()
        assert "Close it there first" in person.text()
    click(person.button("Try again"))
    person.wait(lambda: person.screen is person.window.desk)


def test_without_room_to_unpack_it_says_so(person: Annotator, pack: Path, tmp_path: Path) -> None:
    (tmp_path / "room").write_text("a file in its place")
    person.window.open(pack)
    person.wait(lambda: person.screen is person.window.failure)
    assert "There is no place to unpack a pack to" in person.text()
    (tmp_path / "room").unlink()
    person.key(RETURN)
    person.wait(lambda: person.screen is person.window.desk)


def test_on_a_full_disk_the_answer_is_refused_visibly_and_kept_later(
    person: Annotator, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk:
        def __getattr__(self, name: str) -> object:
            return getattr(os, name)

        def write(self, descriptor: int, data: bytes) -> int:
            raise OSError(28, "No space left on device")

    person.open(pack)
    person.begin()
    person.press("1")
    with monkeypatch.context() as patch:
        patch.setattr(file_journal, "os", FullDisk())
        person.press("2")
        assert person.session.place == 1
        assert "No space left" in person.text()
        assert person.window.desk.pacing.saved == "not saved"
        assert len(events(pack)) == 1
    click(person.button("Try again"))
    person.settle()
    assert [each["value"] for each in events(pack)] == ["yes", "no"]
    assert person.session.place == 2


def test_a_bug_while_opening_can_be_reported(person: Annotator, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("of the test")

    monkeypatch.setattr("ui.labelling.pack_opening.unpack", fail)
    person.window.open(pack)
    person.wait(lambda: person.screen is person.window.failure)
    assert "ZeroDivisionError" in person.text()
    assert "ZeroDivisionError: of the test" in person.window.notices.notices[0].details


def test_an_error_nobody_caught_tells_nothing_while_somebody_labels(
    person: Annotator, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise LookupError(label_world.SENTINEL)

    person.open(pack)
    person.begin()
    with uncaught_errors(person.window):
        QTimer.singleShot(0, fail)
        person.wait(lambda: person.window.notices.notices)
    (notice,) = person.window.notices.notices
    assert "LookupError" in notice.text
    assert "in fail" in notice.details
    assert label_world.SENTINEL not in notice.details + capsys.readouterr().err
    person.window.notices.clear()
    person.window.show_error(UserError(label_world.SENTINEL))
    assert label_world.SENTINEL not in person.text()


# ---- menu, dialogs, place ----


def test_keys_settings_and_versions_open_and_know_this_window_only(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    person.key(Qt.Key.Key_F1)
    (sheet,) = person.window.findChildren(KeySheet)
    listed = "\n".join(controls.texts(sheet))
    assert "In Label" in listed
    assert "Skip" in listed
    assert "Import" not in listed
    sheet.reject()
    person.key(Qt.Key.Key_Comma, CTRL)
    (dialog,) = person.window.findChildren(SettingsDialog)
    (sections,) = dialog.findChildren(QListWidget, "sections")
    assert [sections.item(row).text() for row in range(sections.count())] == [
        "Appearance", "Playback", "Labelling", "Keys",
    ]  # fmt: skip
    dialog.reject()
    person.window.table["about"].trigger()
    (about,) = person.window.findChildren(AboutDialog)
    about.reject()
    person.press("1")
    assert len(events(pack)) == 1


def test_a_key_that_was_changed_acts(person: Annotator, pack: Path, settings: Settings) -> None:
    settings.set_keys("label_skip", ("S",))
    person.open(pack)
    person.begin()
    person.key(Qt.Key.Key_S)
    assert person.window.desk.panel.part == "skip"


def test_full_screen_by_key_and_back(person: Annotator) -> None:
    person.key(Qt.Key.Key_F11)
    assert person.window.isFullScreen()
    person.key(Qt.Key.Key_F11)
    assert not person.window.isFullScreen()


def test_the_window_opens_where_it_was(person: Annotator, memory: Memory, settings: Settings, tmp_path: Path) -> None:
    person.window.resize(960, 640)
    person.window.close()
    again = PackWindow(settings, memory, tmp_path / "room")
    assert (again.width(), again.height()) == (960, 640)
    assert not memory.text("geometry")
    again.close()


# ---- the end ----


def test_closing_at_an_item_keeps_the_note_that_is_being_written(person: Annotator, pack: Path) -> None:
    person.open(pack)
    person.begin()
    person.press("1")
    person.key(Qt.Key.Key_T)
    field = QApplication.focusWidget()
    assert field is not None
    type_text(field, "odd light")
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not isValid(person.window))
    assert [(each["kind"], each["value"]) for each in events(pack)] == [("answer", "yes"), ("note", "odd light")]


@pytest.mark.parametrize("when", ["opening", "instructions", "break", "answering", "failed"])
def test_closing_at_any_time_leaves_nothing_open(person: Annotator, pack: Path, when: str) -> None:
    if when == "failed":
        damaged(pack)
    person.window.open(pack)
    if when != "opening":
        person.wait(lambda: person.screen is not person.window.wait)
    if when in {"break", "answering"}:
        person.begin()
        person.press("1")
    if when == "break":
        person.key(Qt.Key.Key_P)
    elif when == "answering":
        type_text(person.window.desk, "2")  # it is being written
    person.window.close()
    person.wait(lambda: not isValid(person.window))
    if when != "failed":
        with open_pack(pack, pack.parent / "elsewhere") as again:
            assert again.queue.progress().answered == {"break": 1, "answering": 2}.get(when, 0)


def test_opening_can_be_cancelled(person: Annotator, pack: Path) -> None:
    person.window.open(pack)
    assert controls_are_whole(person.window)
    person.key(ESC)
    assert person.screen is person.window.welcome
    person.wait(lambda: not person.window.opening.is_busy)
    assert person.screen is person.window.welcome
    person.open(pack)


# ---- from the command line and the main window ----


def test_a_pack_has_a_window_of_its_own_and_so_has_what_came_in_part(pack: Path, tmp_path: Path) -> None:
    assert is_for_an_annotator(pack)
    with zipfile.ZipFile(tmp_path / "submission.zip", "w") as archive:
        archive.writestr("submission.toml", "")
    assert not is_for_an_annotator(tmp_path / "submission.zip")
    assert not is_for_an_annotator(tmp_path)
    damaged(pack)
    assert is_for_an_annotator(pack)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the user's cache be in the test's folder."""
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))
    return tmp_path / "cache"


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.mark.parametrize("has_project", [False, True])
def test_the_main_window_opens_a_pack_beside_it_or_makes_way(
    window: MainWindow, pack: Path, own_cache: Path, qtbot: QtBot, has_project: bool
) -> None:
    tmp_path = own_cache.parent
    if has_project:
        Project.create(tmp_path / "empty.genmu", label_world.protocol()).close()
        assert window.commands.open(tmp_path / "empty.genmu")
    window.commands.take([pack])
    (opened,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, PackWindow) and each.isVisible())
    assert window.isVisible() == has_project
    qtbot.waitUntil(lambda: opened.desk.session is not None)
    assert (own_cache / "genmu-studio" / "packs").is_dir()
    opened.close()
    qtbot.waitUntil(lambda: not isValid(opened))
    assert list((own_cache / "genmu-studio" / "packs").iterdir()) == []
