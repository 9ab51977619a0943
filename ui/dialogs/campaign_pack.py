"""Packs of a campaign: for whom, and into which folder; written in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize
from shiboken6 import isValid

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling.packing import left_out, pack_names, write_packs
from genmu_studio.labelling.packs import WrittenPack
from genmu_studio.labelling.progress import CampaignProgress
from genmu_studio.watching import Watch
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.numbers import count
from ui.sample_files import reveal
from ui.widgets.basics import label
from ui.widgets.campaigns.words import so_far
from ui.widgets.path_field import PathField
from ui.widgets.tick_list import TickList

SIZE = QSize(600, 460)
_ABOUT = (
    "A pack holds the media under random names, without tags, and the questions. Nothing in it tells submission, side, "
    "role or identity. Answers are kept beside it; Import labels… brings them back."
)


class PackDialog(Dialog):
    """Asks, and begins the job; what it wrote is said here, or in a notice where this is closed meanwhile."""

    def __init__(self, window: MainWindow, shown: CampaignProgress) -> None:
        super().__init__(window, f"Packs of {shown.campaign.name}", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the button is of a campaign of the open project
        self._project = project
        self._campaign = shown.campaign
        self._names = pack_names(shown.campaign.file.campaign.annotators)
        about = label(_ABOUT, "muted")
        about.setWordWrap(True)
        self.list = TickList("Annotators", "For whom packs are written", 9)
        self.list.offer(
            (one.name, f"{one.name}   ·   {so_far(one)}   ·   {self._names[one.name]}", one.excluded is None)
            for one in shown.annotators
        )
        self.folder = PathField("Into folder", "Where the packs are written", "folder")
        self.folder.set_path(project.folder.parent)
        self._said = label("", "muted")
        self._said.setWordWrap(True)
        for widget in (about, label("For", "heading"), self.list, label("Into folder", "heading"), self.folder):
            self.body.addWidget(widget)
        self.body.addWidget(self._said)
        self.body.addStretch(1)
        self._write = push_button("Write packs", "Write a pack for each who is ticked (Enter)", self.write,
                                  primary=True)  # fmt: skip
        self.add_foot(self.close_button(), self._write)
        self.list.changed.connect(self._check)
        self.folder.changed.connect(self._check)
        self._check()
        self.list.setFocus()

    @property
    def chosen(self) -> list[str]:
        """The annotators who are ticked."""
        return self.list.ticked

    @property
    def said(self) -> str:
        """What is said of the packs."""
        return self._said.text()

    def _check(self) -> None:
        folder = self.folder.path
        self._write.setEnabled(bool(self.chosen) and folder is not None)
        there = [
            self._names[each] for each in self.chosen if folder is not None and (folder / self._names[each]).exists()
        ]
        self._said.setText(f"There already, to be replaced: {', '.join(there)}." if there else "")

    def write(self) -> None:
        """Write the packs, as a job of the window."""
        folder, chosen = self.folder.path, self.chosen
        if folder is None or not chosen:
            return
        out = folder.absolute()
        if not out.is_dir():
            self.say_error(UserError(f"there is no folder {out}", "Make it first, or name another one."))
            return
        project, campaign, window = self._project, self._campaign, self.studio

        def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> tuple[WrittenPack, ...]:
            return write_packs(project, campaign, chosen, out, Watch(on_progress, cancellation))

        def ended(end: Ended) -> None:
            if isinstance(end.error, CancelledError):
                window.notices.show_notice(Notice("info", "Packing was cancelled.", "Packs that are whole stay."))
            packs: Sequence[WrittenPack] = end.value if isinstance(end.value, tuple) else ()
            if isValid(self):
                self._end(end, packs)
            elif packs:
                show = ("Show in folder", lambda: reveal(packs[0].path))
                window.notices.show_notice(Notice("info", in_words(packs), action=show))

        self.say_error(None)
        self._write.setEnabled(False)
        self._said.setText("Waits for the job that runs…" if window.jobs.current is not None else "Packing…")
        window.jobs.run("Packing", work, ended)

    def _end(self, ended: Ended, packs: Sequence[WrittenPack]) -> None:
        self._write.setEnabled(True)
        why = "Stopped: packs that are whole stay." if ended.ending == "cancelled" else "Not all packs were written."
        self._said.setText(in_words(packs) if packs else why)
        if ended.ending == "failed":
            self.say_error(ended.error)


def in_words(packs: Sequence[WrittenPack]) -> str:
    """Return what was packed, and what was left out of it by code."""
    entries = sum(each.entries for each in packs)
    said = f"Wrote {count(len(packs), 'pack')} of {entries:,} entries: {', '.join(each.path.name for each in packs)}."
    codes = ", ".join(f"{code} {n:,}" for code, n in left_out(packs).items())
    return f"{said} Left out, because they cannot be shown: {codes}." if codes else said
