"""What the window's own actions do: projects, import, scoring, dialogs. Dialogs are imported when they open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu
from shiboken6 import isValid

from genmu_studio.project import Project
from scoring.errors import UserError
from ui.notices import Notice
from ui.widgets.basics import literal
from ui.widgets.tips import tip

if TYPE_CHECKING:
    from ui.main_window import MainWindow
    from ui.pack_window import PackWindow


_LENS = (
    "official_lens", "threshold_down", "threshold_up", "threshold_down_fine", "threshold_up_fine", "next_flip",
    "previous_flip",
)  # fmt: skip
# What shows submissions, or changes what is looked at.
_REVEALING = (
    "import_submission", "import_references", "export", "report", "compare", "next_submission", "previous_submission",
    "score", "score_aspects", "retry_failed", "evaluators",
)  # fmt: skip
_AT_THE_DESK = Notice(
    "info", "Somebody is labelling here, so nothing else is opened or imported.", "Esc leaves; every answer is saved."
)


class Commands:
    """The commands of one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self._packs: list[PackWindow] = []
        for name, function in (
            ("new_project", self.new_project),
            ("open_project", self.choose_project),
            ("import_submission", self.import_submission),
            ("import_references", self.import_references),
            ("export", self.export),
            ("report", self.report),
            ("undo", self.undo),
            ("redo", self.redo),
            ("settings", self.settings),
            ("quit", window.close),
            ("score", self.score),
            ("score_aspects", self.score_aspects),
            ("cancel_job", self.cancel_job),
            ("retry_failed", self.score),
            ("evaluators", self.evaluators),
            ("next_submission", partial(self._context.step, 1)),
            ("previous_submission", partial(self._context.step, -1)),
            ("official_lens", self._context.official_lens),
            ("threshold_down", partial(self._context.move_threshold, -0.01)),
            ("threshold_up", partial(self._context.move_threshold, 0.01)),
            ("threshold_down_fine", partial(self._context.move_threshold, -0.001)),
            ("threshold_up_fine", partial(self._context.move_threshold, 0.001)),
            ("next_flip", lambda: window.page.act("next_flip")),
            ("previous_flip", lambda: window.page.act("previous_flip")),
            ("compare", self.compare),
            ("full_screen", self.full_screen),
            ("reset_layout", window.reset_layout),
            ("palette", self.palette),
            ("key_sheet", self.key_sheet),
            ("about", self.about),
        ):
            window.table.on(name, function)
        self._context.project_changed.connect(self.know_steps)
        self._context.data_changed.connect(lambda _: self.know_steps())
        self.enable()

    def enable(self) -> None:
        """Enable the actions that can be done now."""
        table = self._window.table
        project = self._context.project
        running = self._window.jobs.current is not None
        writable = project is not None and project.mode == "write"
        for name in ("import_submission", "import_references"):
            table[name].setEnabled(writable)
        for name in ("score", "score_aspects", "retry_failed"):
            table[name].setEnabled(writable and not running)
        table["evaluators"].setEnabled(True)
        for name in ("export", "report", "compare", "next_submission", "previous_submission"):
            table[name].setEnabled(project is not None)
        if project is None:
            self._show_steps((None, None))
        table["cancel_job"].setEnabled(running)
        is_blind = self._window.blind
        for name in ("new_project", "open_project", *_LENS):
            table[name].setEnabled(not is_blind)
        if is_blind:
            for name in _REVEALING:
                table[name].setEnabled(False)
        for row in table.table.values():
            if row.scope == "label":
                table[row.name].setEnabled(is_blind)

    # ---- projects ----

    def open(self, folder: Path) -> bool:
        """Open the project at `folder`; what is wrong with it is shown, and the one before stays."""
        if self._is_refused_at_desk():
            return False
        try:
            self._refuse_while_busy()
            project = Project.open(folder)
        except UserError as error:
            self._window.show_error(error)
            return False
        self._context.set_project(project)
        return True

    def _refuse_while_busy(self) -> None:
        """Raise UserError while a job works on the open project, which another one would close under it."""
        if self._window.jobs.current is not None:
            raise UserError("a job is running in the open project", "Wait for it, or cancel it, then open another one.")

    def _is_refused_at_desk(self) -> bool:
        """Whether somebody labels; then a sentence says what to do first, and tells nothing."""
        if self._window.blind:
            self._window.notices.show_now(_AT_THE_DESK)
        return self._window.blind

    def choose_project(self) -> None:
        """Ask for a project folder and open it."""
        dialog = QFileDialog(self._window, "Open a project folder")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        _show(dialog)

    def fill_recent(self, menu: QMenu) -> None:
        """Fill the project menu: recent projects, open, new."""
        menu.clear()
        if self._window.blind:
            return
        for folder in self._window.memory.recent_projects:
            action = menu.addAction(literal(folder.name))
            action.setToolTip(tip(str(folder)))
            action.triggered.connect(lambda _=False, folder=folder: self.open(folder))
        menu.addSeparator()
        menu.addAction(self._window.table["open_project"])
        menu.addAction(self._window.table["new_project"])

    def new_project(self) -> None:
        """Ask where and with which protocol, and make a project."""
        from ui.dialogs.new_project import NewProjectDialog

        dialog = NewProjectDialog(self._window)
        dialog.made.connect(self._take_new)
        _show(dialog)

    def _take_new(self, project: Project) -> None:
        try:
            self._refuse_while_busy()
        except UserError as error:
            project.close()
            self._window.show_error(error)
        else:
            self._context.set_project(project)

    def take(self, paths: list[Path]) -> None:
        """Open or import what was dropped or named on the command line: a project, a blind pack, else submissions."""
        if self._is_refused_at_desk():
            return
        projects = [path for path in paths if (path / "project.db").is_file()]
        if projects:
            self.open(projects[0])
        else:
            self._take_others(paths)

    def _take_others(self, paths: list[Path]) -> None:
        """Take what is no project."""
        from genmu_studio.labelling.packs import is_pack
        from genmu_studio.labelling.taking import is_labels

        if len(paths) == 1 and is_pack(paths[0]):
            self.open_pack(paths[0])
        elif paths and all(is_labels(path) for path in paths):
            from ui.label_dialogs import import_labels

            import_labels(self._window, paths)
        elif paths and self._context.project is None:
            self._window.notices.show_notice(self._without_project(paths))
        elif paths:
            self.import_submission(paths)

    def open_pack(self, path: Path) -> None:
        """Open a blind pack in a window of its own; this one, where nothing is open in it, makes way."""
        from ui.pack_window import PackWindow

        pack = PackWindow(self._window.settings, self._window.memory)
        self._packs = [*filter(isValid, self._packs), pack]
        pack.open(path)
        pack.show()
        if self._context.project is None and self._window.jobs.current is None:
            self._window.close()

    def _without_project(self, paths: list[Path]) -> Notice:
        from genmu_studio.submission.scan import looks_like_submission

        if any(looks_like_submission(path) for path in paths):
            text = "Open or make a project first; then a submission can be imported into it."
            return Notice("info", text, action=("New project…", self.new_project))
        hint = "A project is a folder with a project.db, a submission a folder or archive with a submission.toml."
        return Notice("warning", f"{paths[0]} is no project and no submission.", hint)

    # ---- taking in ----

    def import_submission(self, paths: list[Path] | None = None) -> None:
        """Show the import dialog, with a preview of `paths` where some are given."""
        from ui.dialogs.import_submission import ImportDialog

        _show(ImportDialog(self._window, paths or []))

    def import_references(self) -> None:
        """Show the references dialog."""
        from ui.dialogs.references import ReferencesDialog

        _show(ReferencesDialog(self._window))

    def export(self) -> None:
        """Show the export dialog."""
        from ui.dialogs.export import ExportDialog

        _show(ExportDialog(self._window))

    def report(self) -> None:
        """Show the report dialog."""
        from ui.dialogs.report import ReportDialog

        _show(ReportDialog(self._window))

    def compare(self) -> None:
        """Show the dialog that compares two entries; the one that is there comes forward."""
        from ui.dialogs.compare import CompareDialog

        there = next((each for each in self._window.findChildren(CompareDialog) if each.isVisible()), None)
        if there is None:
            _show(CompareDialog(self._window))
        else:
            there.raise_()
            there.activateWindow()

    # ---- undo ----

    def undo(self) -> None:
        """Take the last step back, of the view that is shown where it has steps of its own."""
        if not self._window.page.act("undo"):
            self._take_back("Undone", lambda project: project.undo())

    def redo(self) -> None:
        """Do again what was taken back last."""
        if not self._window.page.act("redo"):
            self._take_back("Redone", lambda project: project.redo())

    def _take_back(self, verb: str, take: Callable[[Project], str | None]) -> None:
        project = self._context.project
        if project is not None:
            self._context.ask(partial(take, project), partial(self._say_taken_back, verb))

    def _say_taken_back(self, verb: str, title: str | None) -> None:
        self._window.status.say(f"{verb}: {title}" if title is not None else f"Nothing to {verb[:2].lower()}do")

    def know_steps(self) -> None:
        """Let the menu say what undo and redo would do; while somebody labels, no more than that."""
        project = self._context.project
        if self._window.blind:
            self._show_steps((None, None))
        elif project is not None:
            self._context.ask(project.undo_titles, self._show_steps)

    def _show_steps(self, titles: tuple[str | None, str | None]) -> None:
        is_writable = self._context.project is not None and self._context.project.mode == "write"
        titles = (None, None) if self._window.blind else titles
        for name, title in zip(("undo", "redo"), titles, strict=True):
            self._window.table.name_step(name, title)
            # Also where there is nothing as far as is known: a mark that was just made may not be known yet.
            self._window.table[name].setEnabled(is_writable)

    # ---- scoring ----

    def score(self) -> None:
        """Measure what has not been measured, with the best evaluator that can run for each track."""
        from ui.scoring_job import start_scoring

        start_scoring(self._window)

    def score_aspects(self) -> None:
        """Measure also prosody, words, naturalness: whatever else than identity can be measured here."""
        from ui.scoring_job import start_scoring

        start_scoring(self._window, all_aspects=True)

    def cancel_job(self) -> None:
        """Cancel the job that runs."""
        self._window.job_strip.cancelling()
        self._window.jobs.cancel()

    def evaluators(self) -> None:
        """Show what can run here."""
        from ui.dialogs.evaluators import EvaluatorsDialog

        _show(EvaluatorsDialog(self._window))

    # ---- the window ----

    def settings(self) -> None:
        """Show the settings."""
        from ui.dialogs.settings import SettingsDialog

        _show(SettingsDialog(self._window))

    def palette(self) -> None:
        """Show the command palette."""
        from ui.dialogs.palette import PaletteDialog

        _show(PaletteDialog(self._window))

    def key_sheet(self) -> None:
        """Show the keys of the view that is shown."""
        from ui.dialogs.key_sheet import KeySheet

        _show(KeySheet(self._window))

    def about(self) -> None:
        """Show version and licences."""
        from ui.dialogs.about import AboutDialog

        _show(AboutDialog(self._window))

    def full_screen(self) -> None:
        """Fill the screen, or leave it."""
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()


def _show(dialog: QDialog) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
