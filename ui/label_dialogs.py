"""The dialogs of the Label view: new campaigns, packs, labels that come in and go out. Imported when they open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from genmu_studio.labelling.campaign_text import TEMPLATE
from genmu_studio.labelling.progress import CampaignProgress
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from ui.notices import Notice
from ui.sample_files import reveal

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def new_campaign(window: MainWindow) -> None:
    """Show the dialog of a new campaign; one that is made is said in a notice."""
    from ui.dialogs.campaign_new import CampaignDialog  # noqa: PLC0415 - see the top of the module

    def say(name: str) -> None:
        text = f"Campaign {name} is made."
        window.notices.show_notice(Notice("info", text, "Label… sits down to it, Pack… writes it for others."))

    dialog = CampaignDialog(window)
    dialog.made.connect(say)
    _show(dialog)


def pack(window: MainWindow, shown: CampaignProgress) -> None:
    """Show the dialog of packs."""
    from ui.dialogs.campaign_pack import PackDialog  # noqa: PLC0415 - see the top of the module

    _show(PackDialog(window, shown))


def import_labels(window: MainWindow, paths: Sequence[Path] = ()) -> None:
    """Show the dialog of labels from elsewhere, which takes `paths` in at once."""
    from ui.dialogs.labels_import import ImportLabelsDialog  # noqa: PLC0415 - see the top of the module

    project = window.context.project
    if project is None or project.mode != "write":
        hint = "Open it for writing, then drop them again." if project is not None else "Open it, then drop them again."
        window.notices.show_notice(Notice("info", "Labels are taken into the project that they belong to.", hint))
    else:
        _show(ImportLabelsDialog(window, paths))


def export_labels(window: MainWindow, shown: CampaignProgress) -> None:
    """Show the dialog of labels that go out."""
    from ui.dialogs.labels_export import ExportLabelsDialog  # noqa: PLC0415 - see the top of the module

    _show(ExportLabelsDialog(window, shown.campaign))


def write_template(window: MainWindow) -> None:
    """Ask where to, and write a campaign file with everything that it may say."""
    dialog = QFileDialog(window, "Write a campaign template")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(["Campaigns (*.toml)"])
    dialog.setDefaultSuffix("toml")
    project = window.context.project
    if project is not None:
        dialog.setDirectory(str(project.folder.parent))
    dialog.selectFile("campaign.toml")
    dialog.fileSelected.connect(lambda path: _write(window, Path(path)))
    _show(dialog)


def _write(window: MainWindow, path: Path) -> None:
    def done(_: object) -> None:
        hint = "Fill it in with an editor, then choose it under New campaign…"
        actions = [("New campaign…", partial(new_campaign, window)), ("Show in folder", partial(_reveal, window, path))]
        window.notices.show_notice(Notice("info", f"Wrote {path}.", hint, action=actions[0], second=actions[1]))

    window.context.ask(partial(write_atomically, path, TEMPLATE.encode()), done)


def _reveal(window: MainWindow, path: Path) -> None:
    try:
        reveal(path)
    except UserError as error:
        window.show_error(error)


def _show(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
