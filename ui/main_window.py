"""The shell: rail, top bar, views, job strip, status line, docks. What they show is theirs; this only joins them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from genmu_studio.memory import Memory
from genmu_studio.project import ChangeSet
from genmu_studio.settings import Settings
from ui.actions import ACTIONS, Actions, view_actions
from ui.commands import Commands
from ui.context import Context
from ui.docks import Docks
from ui.job_strip import JobStrip
from ui.jobs import Ended, Jobs, Work
from ui.keys import KeyRouter
from ui.notices import Notice
from ui.pages import Pages
from ui.quitting import ask_to_quit
from ui.rail import Rail
from ui.sample_files import forget_copies
from ui.status_line import StatusLine
from ui.studio_window import FIRST_SIZE, StudioWindow
from ui.theme import GRID_PX
from ui.top_bar import TopBar
from ui.views import VIEWS, ViewRow
from ui.views.page import Page

_LAYOUT_VERSION = 1


class MainWindow(StudioWindow):
    """The one window."""

    def __init__(self, settings: Settings, memory: Memory, views: tuple[ViewRow, ...] = VIEWS) -> None:
        super().__init__(settings, memory)
        self.setObjectName("main_window")
        self.context = Context(self)
        self.jobs = Jobs(self)
        self._closing = False
        rows = view_actions(tuple((row.name, row.title, row.icon) for row in views))
        self.table = Actions((*ACTIONS, *rows), settings, self)
        menu, self._submenus = self.make_menus()
        self._docks = Docks(self, self._submenus["View"], memory)
        self.pages = Pages(views, self.context, self.table, self._docks, memory)
        self.rail = Rail(views, self.table)
        self.top_bar = TopBar(self.context, self.table, menu)
        self.job_strip = JobStrip(self.jobs, self.table)
        self._lay_out()
        self.commands = Commands(self)
        KeyRouter(self, self._act_on_keys)
        self._connect()
        self.restore_place("geometry")
        self._docks.restore_layout()
        self.clamp_to_screen()
        self.show_view(self.memory.text("view") or views[0].name)

    # ---- building ----

    def _lay_out(self) -> None:
        self.setMenuWidget(self.top_bar)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(2 * GRID_PX, 2 * GRID_PX, 2 * GRID_PX, 2 * GRID_PX)
        column.setSpacing(GRID_PX)
        column.addWidget(self.notices)
        column.addWidget(self.pages, 1)
        body = QWidget()
        beside = QHBoxLayout(body)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(self.rail)
        beside.addWidget(content, 1)
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(body, 1)
        rows.addWidget(self.job_strip)
        self.setCentralWidget(whole)
        self.status = StatusLine(self.context)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        self.rail.asked.connect(self.show_view)
        self.pages.built.connect(self._listen_to)
        for name in self.pages.views:
            self.table.on(f"view_{name}", partial(self.show_view, name))
        for row in self.table.table.values():
            if row.scope in self.pages.views:
                self.table.on(row.name, partial(self._act_in_view, row.scope, row.name))
        self.context.project_changed.connect(self._project_changed)
        self.context.submission_changed.connect(self._refresh)
        self.context.lens_changed.connect(self._refresh)
        self.context.look_ready.connect(lambda _: self._refresh())
        self.context.data_changed.connect(self._refresh)
        self.context.evaluation_ready.connect(lambda _: self._refresh())
        self.context.failed.connect(self.show_error)
        self.jobs.started.connect(lambda _: self.commands.enable())
        self.jobs.ended.connect(self._job_ended)
        self.job_strip.failed_asked.connect(partial(self.show_view, "review", "problems"))
        self.top_bar.recent_asked.connect(self.commands.fill_recent)

    # ---- views ----

    @property
    def page(self) -> Page:
        """The view that is shown."""
        return self.pages.page

    @property
    def scope(self) -> str:
        """The name of the view that is shown: its keys act."""
        return self.pages.shown

    def show_view(self, name: str, request: object = None) -> None:
        """Show the view `name`, built on first use; `request` is what it shall show."""
        if name not in self.pages.views:
            name = next(iter(self.pages.views))
        page = self.pages.turn_to(name)
        self.rail.mark(name)
        page.refresh()
        if request is not None:
            page.show_request(request)
        page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _listen_to(self, page: Page) -> None:
        page.asked.connect(self.show_view)
        page.job_wanted.connect(partial(self._run_for, page))
        page.noticed.connect(self.notices.show_now)
        page.said.connect(self.status.say)
        page.blinded.connect(self.set_blind)

    def _run_for(self, page: Page, title: str, work: Work, then: Callable[[Ended], object] | None = None) -> None:
        """Run a job that a page wants; its end is told to the page unless that was taken away meanwhile."""

        def end(ended: Ended) -> None:
            if then is not None and isValid(page):
                then(ended)

        self.jobs.run(title, work, end)

    def _refresh(self, changes: object = None) -> None:
        self.page.refresh(changes if isinstance(changes, ChangeSet) else None)

    def _project_changed(self) -> None:
        project = self.context.project
        self._name()
        self.notices.clear()
        if project is not None:
            self.memory.remember_project(project.folder)
            if project.mode != "write":
                text = f"Read-only: {project.notice}."
                self.notices.show_notice(Notice("info", text, "It can be looked at, not changed."))
        self.commands.enable()
        self._refresh()

    def _name(self) -> None:
        project = self.context.project
        first = "Labelling" if self.blind else "" if project is None else project.name
        self.setWindowTitle(f"{first} – Genmu Studio" if first else "Genmu Studio")

    # ---- blind ----

    def set_blind(self, on: bool, words: str = "") -> None:
        """Let nothing be seen, heard by a screen reader or copied that tells whose samples are shown; or all again.

        words : the title of the campaign that somebody labels. Pages are taken away and built anew when they are shown.
        """
        if on == self.blind and not on:
            return
        self.blind = on
        if on:
            self._take_pages_away()
            forget_copies()
            self.notices.hold()
        self.top_bar.set_blind(on, words)
        self.status.set_blind(on)
        self.job_strip.set_blind(on)
        self.table.show_only(("window", "label") if on else None)
        for menu in self._submenus.values():
            menu.menuAction().setVisible(any(action.isVisible() for action in menu.actions()))
        self.commands.enable()
        self.commands.know_steps()
        self._name()
        if not on:
            self.notices.release()

    def _take_pages_away(self) -> None:
        """Delete every page but the one that is shown, and every dialog; how they looked is remembered."""
        for dialog in self.findChildren(QDialog):
            dialog.close()
        self.pages.take_others_away()
        self.context.forget_askers()

    # ---- keys ----

    def _act_on_keys(self, keys: str) -> bool:
        if self.page.take_keys(keys):
            return True
        name = self.table.named_by(keys, self.scope)
        if name is None:
            return False
        if self.table.table[name].scope == self.scope:
            return self.page.act(name)
        action = self.table[name]
        if action.isEnabled():
            action.trigger()
        return True

    def _act_in_view(self, view: str, name: str) -> None:
        if self.scope != view:
            self.show_view(view)
        self.page.act(name)

    # ---- jobs and errors ----

    def _job_ended(self, ended: Ended) -> None:
        if ended.ending == "failed" and ended.error is not None:
            self.show_error(ended.error, ended.report)
        self.commands.enable()
        if self._closing:
            QTimer.singleShot(0, self.close)

    def take_dropped(self, paths: list[Path]) -> None:
        """Open or import what was dropped."""
        self.commands.take(paths)

    # ---- layout, end ----

    def reset_layout(self) -> None:
        """Put the window and its docks back to how they were first."""
        self.showNormal()
        self.resize(*FIRST_SIZE)
        self.clamp_to_screen()
        self.pages.put_docks_back()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once while a job runs; cancel it, and close when it has ended."""
        if self.jobs.current is not None:
            event.ignore()
            if not self._closing:
                ask_to_quit(self, self.quit_without_asking)
            return
        self._remember()
        self.context.close()
        super().closeEvent(event)

    def quit_without_asking(self) -> None:
        """Cancel what runs and close as soon as it has ended."""
        self._closing = True
        if self.jobs.current is None:
            self.close()
        else:
            self.job_strip.cancelling()
            self.jobs.cancel()

    def _remember(self) -> None:
        self.keep_place("geometry")
        self._docks.remember_layout()
        self.memory.put("view", self.scope)
        self.pages.remember()
