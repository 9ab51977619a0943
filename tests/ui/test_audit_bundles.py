"""Evidence bundles and outputs that were generated again, from the window: written, verified, altered, imported."""

import shutil
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from genmu_studio.audit.bundle.verifying import Difference, Verified
from tests.core import world
from tests.ui import controls
from tests.ui.audit_room import Room
from tests.ui.driving import Person
from tests.ui.keyboard import click
from ui.dialogs.import_side import ImportSideDialog
from ui.dialogs.verify_bundle import VerifiedDialog, verdict_of


def answer(room: Room, path: Path) -> None:
    """Answer the file dialog that is open."""
    room.wait(lambda: any(each.isVisible() for each in room.window.findChildren(QFileDialog)))
    dialog = next(each for each in room.window.findChildren(QFileDialog) if each.isVisible())
    dialog.selectFile(str(path))
    dialog.done(QFileDialog.DialogCode.Accepted)
    dialog.fileSelected.emit(str(path))


def write(room: Room, path: Path) -> Path:
    room.key(Qt.Key.Key_B)
    answer(room, path)
    room.rest()
    assert path.is_file()
    return path


def verified(room: Room, path: Path) -> VerifiedDialog:
    """Verify a bundle by the key of the room; return the dialog that says what came of it."""
    room.key(Qt.Key.Key_V)
    answer(room, path)
    room.wait(lambda: any(each.isVisible() for each in room.window.findChildren(VerifiedDialog)))
    return next(each for each in room.window.findChildren(VerifiedDialog) if each.isVisible())


def test_a_bundle_is_written_noted_and_verified(room: Room, tmp_path: Path) -> None:
    bundle = write(room, tmp_path / "bundle.zip")
    (event,) = [each for each in room.project.audit.history(room.submission) if each.kind == "bundle"]
    assert "bundle written: bundle.zip" in room.shown(room.page.entry.history)
    notice = next(each for each in room.window.notices.notices if each.text.startswith("Bundle written"))
    assert str(event.content["digest"])[:16] in notice.hint
    dialog = verified(room, bundle)
    assert dialog.verdict.text().startswith("✓ Unaltered")
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    click(Person(room.window, room.qtbot).button("Copy digest", dialog))
    assert QGuiApplication.clipboard().text() == event.content["digest"]
    dialog.reject()


def test_a_bundle_that_was_altered_is_told_file_by_file(room: Room, tmp_path: Path) -> None:
    bundle = write(room, tmp_path / "bundle.zip")
    altered = tmp_path / "altered.zip"
    with zipfile.ZipFile(bundle) as whole, zipfile.ZipFile(altered, "w") as other:
        for info in whole.infolist():
            content = whole.read(info)
            other.writestr(info, content + b" " if info.filename == "metrics.json" else content)
    dialog = verified(room, altered)
    assert dialog.verdict.text().startswith("■ Altered")
    rows = [dialog.altered.index(row, 0).data() for row in range(dialog.altered.rowCount())]
    assert "metrics.json" in rows
    dialog.reject()


def test_what_is_no_bundle_is_refused_in_words(room: Room, tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"no archive")
    room.key(Qt.Key.Key_V)
    answer(room, tmp_path / "no.zip")
    room.rest()
    assert any("no.zip is no bundle" in each.text for each in room.window.notices.notices)


def test_differences_are_counted_in_the_verdict() -> None:
    other = Verified("a", "0" * 64, 7, (Difference("metrics.x", 1, 2),), ())
    assert verdict_of(other) == "■ Unaltered, but 1 of 7 values come out otherwise."
    assert verdict_of(Verified("a", "0" * 64, 0, (), ("x", "y"))).startswith("■ Altered: 2 files or rows are not")


@pytest.mark.parametrize("side", ["reproduced", "quantized"])
def test_outputs_generated_again_are_imported_and_compared(room: Room, tmp_path: Path, side: str) -> None:
    card = room.page.entry.reproduction
    assert "Nothing was generated again" in room.shown(card)
    protocol = room.project.protocol
    samples = world.showing(world.grid(protocol, conditions=4, seeds=2), {("unlearned", "1"): "2"})
    folder = world.write_submission(tmp_path / "again", samples)
    room.key(Qt.Key.Key_I)
    person = Person(room.window, room.qtbot)
    dialog = person.dialog(ImportSideDialog)
    for missing in (controls.without_name, controls.without_tip, controls.beyond_tab):
        assert missing(dialog) == []
    person.write(str(folder))
    if side == "quantized":
        person.tab_to("They are")
        person.key(Qt.Key.Key_Down)
    assert dialog.side == side
    dialog.path.setFocus()
    person.key(Qt.Key.Key_Return)
    room.rest()
    assert any("taken in for" in each.text for each in room.window.notices.notices)
    room.run()
    if side == "quantized":
        assert "Nothing was generated again" in room.shown(card)
        return
    outcome = next(
        each for each in room.project.audit.findings(room.submission).outcomes if each.info.id == "reproduction"
    )
    numbers = outcome.findings[0].numbers
    told = {fact.name: fact.note for fact in card.levels.facts}
    assert told == {name: f"{value:,.0f}" for name, value in numbers.items() if value}
    shutil.rmtree(folder)
