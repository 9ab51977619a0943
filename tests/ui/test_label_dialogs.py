"""The dialogs of the Label view: a campaign from a form or a file, packs, labels that come in and go out."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QListWidget, QTableView
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.campaign_file import load_campaign_file
from genmu_studio.labelling.packs import is_pack, journal_path, open_pack
from genmu_studio.labelling.toml_files import parse_toml
from genmu_studio.project import Project
from tests.ui import controls, label_world
from tests.ui.keyboard import CTRL, click, press, type_text
from tests.ui.label_world import SENTINEL, name_of
from tests.ui.reachable import telling
from tests.ui.test_main_window import dropped
from ui import label_dialogs
from ui.dialogs.campaign_new import CampaignDialog
from ui.dialogs.campaign_pack import PackDialog
from ui.dialogs.labels_export import ExportLabelsDialog
from ui.dialogs.labels_import import ImportLabelsDialog
from ui.main_window import MainWindow

W = TypeVar("W", bound=QDialog)


class Clerk:
    """A person at the dialogs of a window whose project has campaigns."""

    def __init__(self, window: MainWindow, qtbot: QtBot, folder: Path) -> None:
        self.window, self.qtbot, self.folder = window, qtbot, folder

    @property
    def project(self) -> Project:
        project = self.window.context.project
        assert project is not None
        return project

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()))

    def opened(self, kind: type[W]) -> W:
        self.wait(lambda: [each for each in self.window.findChildren(kind) if each.isVisible()])
        (dialog,) = [each for each in self.window.findChildren(kind) if each.isVisible()]
        return dialog

    def ask(self, wanted: str, campaign: str = "") -> None:
        """Press a button of the view."""
        self.window.show_view("label")
        self.wait(lambda: self._buttons(wanted, campaign))
        click(self._buttons(wanted, campaign)[0])

    def _buttons(self, wanted: str, campaign: str) -> list[QAbstractButton]:
        name = f"{wanted}: {name_of(campaign)}" if campaign else wanted
        named = self.window.page.findChildren(QAbstractButton)
        return [each for each in named if each.accessibleName() == name and each.isVisible()]

    def settle(self) -> None:
        self.wait(lambda: self.window.jobs.current is None and not self.window.context.is_busy)


def button(dialog: QDialog, text: str) -> QAbstractButton:
    (found,) = [each for each in dialog.findChildren(QAbstractButton) if each.text() == text]
    return found


def rows(dialog: QDialog, name: str) -> list[tuple[str, ...]]:
    (view,) = [each for each in dialog.findChildren(QTableView) if each.accessibleName() == name]
    model = view.model()
    columns = range(model.columnCount())
    return [tuple(str(model.index(row, column).data()) for column in columns) for row in range(model.rowCount())]


def tick(box: QListWidget, row: int) -> None:
    box.setFocus()
    box.setCurrentRow(row)
    press(box, Qt.Key.Key_Space)


@pytest.fixture
def clerk(window: MainWindow, label_folder: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[Clerk]:
    assert window.commands.open(label_world.copied(label_folder, tmp_path))
    yield Clerk(window, qtbot, tmp_path)
    for dialog in window.findChildren(QDialog):
        dialog.close()


# ---- a new campaign ----


def filled(clerk: Clerk, name: str = "faces-1") -> CampaignDialog:
    """Fill the form in by keys."""
    clerk.ask("New campaign…")
    dialog = clerk.opened(CampaignDialog)
    clerk.wait(dialog.form.name.hasFocus)
    press(dialog.form.name, Qt.Key.Key_A, CTRL)
    type_text(dialog.form.name, name)
    dialog.form.annotators.setFocus()
    for annotator in ("ada", "ben"):
        type_text(dialog.form.annotators, annotator)
        press(dialog.form.annotators, Qt.Key.Key_Return)
    return dialog


def test_a_form_is_previewed_and_kept(clerk: Clerk) -> None:
    dialog = filled(clerk)
    assert "Name annotators" not in dialog.preview.said
    clerk.wait(lambda: button(dialog, "Make campaign").isEnabled())
    assert "24 items, 1 question" in dialog.preview.said
    loads = rows(dialog, "Who does how much")
    assert [row[0] for row in loads] == ["ada", "ben"]
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    click(button(dialog, "Make campaign"))
    clerk.wait(lambda: "faces-1" in [each.name for each in clerk.project.labelling.campaigns()])
    kept = clerk.project.labelling.progress(clerk.project.labelling.campaign("faces-1"))
    assert [str(each.queue.entries) for each in kept.annotators] == [row[1] for row in loads]
    clerk.wait(lambda: any("faces-1 is made" in each.text for each in clerk.window.notices.notices))


def test_what_is_missing_or_wrong_is_said(clerk: Clerk) -> None:
    clerk.ask("New campaign…")
    dialog = clerk.opened(CampaignDialog)
    assert "Name annotators" in dialog.preview.said
    assert not button(dialog, "Make campaign").isEnabled()
    dialog.form.annotators.setPlainText("ada\nADA")
    clerk.wait(lambda: "▲ annotators: one is there twice" in dialog.preview.said)
    assert "[campaign]" not in dialog.preview.said
    dialog.form.annotators.setPlainText("ada")
    dialog.form.sides[0].setChecked(False)
    dialog.form.sides[1].setChecked(False)
    dialog.form.sides[2].setChecked(True)
    clerk.wait(lambda: "no sample is left" in dialog.preview.said)
    assert not button(dialog, "Make campaign").isEnabled()


def test_a_name_that_is_taken_is_said_and_nothing_is_lost(clerk: Clerk) -> None:
    dialog = filled(clerk, name_of("smile"))
    clerk.wait(lambda: button(dialog, "Make campaign").isEnabled())
    click(button(dialog, "Make campaign"))
    clerk.wait(lambda: "already" in dialog.problem)
    assert dialog.isVisible()
    assert dialog.form.annotators.toPlainText() == "ada\nben\n"


def test_the_form_of_another_track_asks_its_questions(clerk: Clerk) -> None:
    dialog = filled(clerk)
    names = [dialog.form.questions.item(row).text() for row in range(dialog.form.questions.count())]
    dialog.form.track.setCurrentIndex(dialog.form.track.findData("speech"))
    others = [dialog.form.questions.item(row).text() for row in range(dialog.form.questions.count())]
    assert names != others
    clerk.wait(lambda: "24 items" in dialog.preview.said)


def save_to(clerk: Clerk, dialog: CampaignDialog, path: Path) -> None:
    click(button(dialog, "Save as file…"))
    files = clerk.opened(QFileDialog)
    files.fileSelected.emit(str(path))
    files.close()


def test_a_form_is_saved_as_a_file_that_says_the_same(clerk: Clerk) -> None:
    dialog = filled(clerk)
    tick(dialog.form.questions, 0)
    dialog.form.most.setValue(7)
    dialog.form.title.setText('What “do” you \\see"?')
    clerk.wait(lambda: "7 items" in dialog.preview.said)
    path = clerk.folder / "saved.toml"
    save_to(clerk, dialog, path)
    clerk.wait(lambda: "Saved as" in dialog.preview.said)
    wanted, questions = load_campaign_file(path)
    planned = clerk.project.labelling.plan(path)
    assert wanted.campaign.title == 'What “do” you \\see"?'
    assert planned.preview.items == 7
    assert len(questions) == planned.preview.questions


def test_questions_of_ones_own_and_the_file_that_names_them_lie_together(clerk: Clerk) -> None:
    own = clerk.folder / "sets" / "mine.toml"
    own.parent.mkdir()
    own.write_text(label_world.PREFERRED.replace("preferred", "mine"), encoding="utf-8")
    dialog = filled(clerk)
    for row in range(dialog.form.questions.count()):
        if dialog.form.questions.item(row).checkState() == Qt.CheckState.Checked:
            tick(dialog.form.questions, row)
    dialog.form.own.set_path(own)
    clerk.wait(lambda: "12 items, 1 question" in dialog.preview.said)
    save_to(clerk, dialog, clerk.folder / "campaign.toml")
    clerk.wait(lambda: "beside it" in dialog.problem)
    save_to(clerk, dialog, own.parent / "campaign.toml")
    clerk.wait(lambda: "Saved as" in dialog.preview.said)
    assert not (clerk.folder / "campaign.toml").exists()
    assert clerk.project.labelling.plan(own.parent / "campaign.toml").preview.items == 12


def test_a_campaign_file_with_a_mistake_is_told_and_one_without_is_kept(clerk: Clerk) -> None:
    path = clerk.folder / "wanted.toml"
    text = label_world.campaign_text("of a file", ("naturalness",), "face", label_world.TRAINED)
    text = text.replace('smile = ["yes"]', "naturalness = [4, 5]")
    path.write_text(text.replace("[select]", "[choose]"), encoding="utf-8")
    clerk.ask("New campaign…")
    dialog = clerk.opened(CampaignDialog)
    click(dialog.by_file)
    assert "Choose a campaign file" in dialog.preview.said
    dialog.file.set_path(path)
    clerk.wait(lambda: "wanted.toml" in dialog.preview.said)
    path.write_text(text, encoding="utf-8")
    dialog.file.set_path(clerk.folder / "." / "wanted.toml")
    dialog.file.changed.emit()
    clerk.wait(lambda: button(dialog, "Make campaign").isEnabled())
    assert "training" in dialog.preview.said
    press(dialog, Qt.Key.Key_Return)
    clerk.wait(lambda: "of a file" in [each.name for each in clerk.project.labelling.campaigns()])


def test_a_template_is_written_and_offered(clerk: Clerk) -> None:
    label_dialogs.write_template(clerk.window)
    files = clerk.opened(QFileDialog)
    files.fileSelected.emit(str(clerk.folder / "template.toml"))
    files.close()
    clerk.wait(lambda: any("Wrote" in each.text for each in clerk.window.notices.notices))
    assert "campaign" in parse_toml((clerk.folder / "template.toml").read_text(encoding="utf-8"), "", "")


# ---- packs ----


def test_packs_are_written_for_those_who_are_ticked(clerk: Clerk) -> None:
    clerk.ask("Pack", "natural")
    dialog = clerk.opened(PackDialog)
    assert dialog.chosen == ["ada", "ben", "eve"]
    tick(dialog.list, 1)
    dialog.folder.set_path(clerk.folder)
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    click(button(dialog, "Write packs"))
    clerk.settle()
    clerk.wait(lambda: "Wrote 2 packs" in dialog.said)
    assert is_pack(clerk.folder / "ada.zip")
    assert is_pack(clerk.folder / "eve.zip")
    assert not (clerk.folder / "ben.zip").exists()
    assert "ada.zip" in dialog.said


def test_what_cannot_be_shown_is_named_by_its_code(clerk: Clerk, tmp_path: Path) -> None:
    bare = tmp_path / "other"
    bare.mkdir()
    made = label_world.make_bare(bare, 1, ("face",))
    with Project.open(made) as project:
        label_world.keep(project, "smile")
    for file in (bare / SENTINEL).rglob("*.png"):
        file.write_bytes(b"no picture")
        break
    assert clerk.window.commands.open(made)
    clerk.ask("Pack", "smile")
    dialog = clerk.opened(PackDialog)
    dialog.folder.set_path(tmp_path)
    click(button(dialog, "Write packs"))
    clerk.settle()
    clerk.wait(lambda: "cannot be shown" in dialog.said)
    assert ".png" not in dialog.said


def test_a_folder_that_is_not_there_is_told(clerk: Clerk) -> None:
    clerk.ask("Pack", "smile")
    dialog = clerk.opened(PackDialog)
    dialog.folder.set_path(clerk.folder / "gone")
    click(button(dialog, "Write packs"))
    assert "there is no folder" in dialog.problem


# ---- labels that come in ----


def answered(clerk: Clerk, annotator: str, answers: str) -> Path:
    """Pack a queue, answer its first entries elsewhere, and return the pack."""
    campaign = clerk.project.labelling.campaign(name_of("smile"))
    out = clerk.folder / f"{annotator}.zip"
    clerk.project.labelling.pack(campaign, annotator, out)
    place = clerk.folder / f"unpacked-{annotator}"
    place.mkdir(exist_ok=True)
    with open_pack(out, place) as opened:
        for entry, answer in zip(opened.queue.entries, answers, strict=False):
            opened.queue.answer(entry.token, "smile", {"y": "yes", "n": "no"}[answer]).result()
    return out


def test_journals_are_taken_in_and_conflicts_are_shown_not_settled(clerk: Clerk) -> None:
    queue = label_world.queue_of(clerk.project, "smile", "ada")
    packs = [answered(clerk, "ada", "yyyy"), answered(clerk, "ben", "nn")]
    for entry, value in zip(queue.entries, ("no", "no", "yes", "no"), strict=False):
        queue.answer(entry.token, "smile", value).result()
    dropped(clerk.window, *(journal_path(pack) for pack in packs))
    dialog = clerk.opened(ImportLabelsDialog)
    clerk.settle()
    clerk.wait(lambda: "Nothing was overwritten" in dialog.said)
    assert "6 events added" in dialog.said
    conflicts = rows(dialog, "Conflicts")
    assert [(row[1], row[2], row[3], row[5]) for row in conflicts] == [
        ("ada", "1", "smile", "open"), ("ada", "2", "smile", "open"), ("ada", "4", "smile", "open"),
    ]  # fmt: skip
    assert all({"“yes”", "“no”"} == set(row[4].split(" or ")) for row in conflicts)
    assert [row[2:5] for row in rows(dialog, "Files")] == [("4", "0", "0"), ("2", "0", "0")]
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    dialog.take([packs[0]])
    clerk.settle()
    clerk.wait(lambda: "3 files" in dialog.said)
    assert rows(dialog, "Files")[2][2:5] == ("0", "4", "0")
    assert len(rows(dialog, "Conflicts")) == 3


def test_what_is_refused_is_listed_with_its_line(clerk: Clerk) -> None:
    journal = journal_path(answered(clerk, "ada", "yy"))
    lines = journal.read_text(encoding="utf-8").splitlines()
    event = json.loads(lines[1])
    lines.append(json.dumps({**event, "uid": "0" * 32, "author": "ben"}))
    lines.append("nothing of the kind")
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    clerk.ask("Import labels…")
    dialog = clerk.opened(ImportLabelsDialog)
    dialog.take([journal, clerk.folder / "gone.zip"])
    clerk.settle()
    clerk.wait(lambda: "2 refused" in dialog.said)
    assert [row[1] for row in rows(dialog, "Refused lines")] == ["4", "5"]
    assert "no blind pack" in rows(dialog, "Files")[1][5]
    assert "1 file not taken" in dialog.said


def test_labels_without_a_project_say_where_they_belong(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    journal = tmp_path / "ada.labels.jsonl"
    journal.touch()
    dropped(window, journal)
    qtbot.waitUntil(lambda: any("belong to" in each.text for each in window.notices.notices))


# ---- labels that go out ----


def test_labels_go_out_as_a_file_and_as_tables(clerk: Clerk) -> None:
    queue = label_world.queue_of(clerk.project, "smile", "ada")
    for entry in queue.entries[:3]:
        queue.answer(entry.token, "smile", "yes").result()
    clerk.ask("Export", "smile")
    dialog = clerk.opened(ExportLabelsDialog)
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    written: dict[str, str] = {}
    for what in ("events", "blind", "revealed"):
        dialog.what.setCurrentIndex(dialog.what.findData(what))
        click(button(dialog, "Export"))
        clerk.settle()
        clerk.wait(lambda: dialog.said.startswith("Wrote"))
        written[what] = Path(dialog.path.text()).read_text(encoding="utf-8")
    assert written["events"].count('"answer"') == 3
    assert "unlearned" in written["revealed"]
    assert SENTINEL.casefold() not in written["blind"].casefold().replace(name_of("smile").casefold(), "")
    assert "unlearned" not in written["blind"]


def test_a_table_that_cannot_be_written_is_told(clerk: Clerk) -> None:
    clerk.ask("Export", "smile")
    dialog = clerk.opened(ExportLabelsDialog)
    dialog.path.setText(str(clerk.folder / "gone" / "labels.csv"))
    click(button(dialog, "Export"))
    assert "there is no folder" in dialog.problem
    assert QApplication.activeModalWidget() is dialog
    assert telling([SENTINEL])
