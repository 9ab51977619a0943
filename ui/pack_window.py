"""The window of a blind pack: the desk and nothing else. No project, no other view, no word on what is shown."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from genmu_studio.labelling.unpacked_pack import UnpackedPack
from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from scoring.errors import UserError
from ui.action_rows.pack import PACK
from ui.actions import Actions, readable
from ui.keys import KeyRouter
from ui.labelling.pack_opening import PackOpening
from ui.labelling.session import LabelSession
from ui.labelling.unkept import unkept_notice
from ui.notices import Notice
from ui.pack_bar import BLIND, FINISHED, NO_PACK, PAUSE, PackBar, PackStatus
from ui.pack_dialogs import choose_pack, show_about, show_keys, show_settings
from ui.sample_files import reveal
from ui.studio_window import StudioWindow
from ui.theme import GRID_PX
from ui.widgets.label.desk import LabelDesk
from ui.widgets.label.head import NO_TITLE
from ui.widgets.label.pack_screens import FailedScreen, OpeningScreen, PackScreen, PauseScreen, WelcomeScreen, send_back

_PLACE = "pack_geometry"


class PackWindow(StudioWindow):
    """Opens one pack at a time. room : where packs are unpacked, None = the user's own folder for that."""

    sections = ("Appearance", "Playback", "Labelling")

    def __init__(self, settings: Settings, memory: Memory, room: Path | None = None) -> None:
        super().__init__(settings, memory)
        self.setObjectName("pack_window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table = Actions(PACK, settings, self)
        self._unpacked: UnpackedPack | None = None
        self._path: Path | None = None  # of the pack that was asked for last
        self.opening = PackOpening(self, room)
        self.desk = LabelDesk(self.table, settings)
        self.welcome = WelcomeScreen(self._key("open_pack"))
        self.wait, self.failure = OpeningScreen(), FailedScreen(self._key("open_pack"))
        self.pause = PauseScreen(self._key("quit"))
        self.screens = QStackedWidget()
        for screen in (self.welcome, self.wait, self.failure, self.pause, self.desk):
            self.screens.addWidget(screen)
        self.bar, self.status = PackBar(self.table, self.make_menus()[0]), PackStatus()
        self._lay_out()
        self._connect()
        KeyRouter(self, self._act_on_keys)
        self.restore_place(_PLACE)
        self.clamp_to_screen()
        self._turn_to(self.welcome)

    def _key(self, name: str) -> str:
        keys = self.table.keys_of(name)
        return readable(keys[0]).replace("+", " ") if keys else ""

    def _lay_out(self) -> None:
        self.setMenuWidget(self.bar)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.notices.setContentsMargins(2 * GRID_PX, GRID_PX, 2 * GRID_PX, 0)
        column.addWidget(self.notices)
        column.addWidget(self.screens, 1)
        self.setCentralWidget(whole)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        for name, function in (
            ("open_pack", self.choose),
            ("settings", partial(show_settings, self)),
            ("quit", self.close),
            ("full_screen", self.full_screen),
            ("key_sheet", partial(show_keys, self)),
            ("about", partial(show_about, self)),
        ):
            self.table.on(name, function)
        for row in self.table.table.values():
            if self._is_of_desk(row.name):
                self.table.on(row.name, partial(self._act_at_desk, row.name))
        self.opening.progressed.connect(self.wait.show_progress)
        self.opening.opened.connect(self._begin_with)
        self.opening.failed.connect(self._show_failure)
        self.desk.left.connect(self.leave)
        self.desk.said.connect(self.status.say)
        self.desk.unkept.connect(lambda texts: self.notices.show_notice(unkept_notice(texts)))
        self._folder_button = self.desk.finished.offer(
            "Show in folder", "", "Show the file of answers in its folder", self.show_in_folder
        )
        for signal, function in (
            (self.welcome.left, self.choose),
            (self.wait.left, self.cancel),
            (self.failure.left, self.try_again),
            (self.failure.other, self.choose),
            (self.failure.back, self.go_on),
            (self.pause.left, self.go_on),
            (self.pause.folder, self.show_in_folder),
            (self.pause.quit, self.close),
        ):
            signal.connect(function)

    # ---- which pack ----

    def open(self, path: Path) -> None:
        """Open a pack in place of the one that is open, which stays where that fails."""
        if self._unpacked is not None and _is_same(path, self._unpacked.path):
            self.cancel()  # what was to take its place
            return
        self._path = path
        self.notices.clear()
        self.wait.begin("Opening the pack", "This takes a moment; nothing is sent anywhere.", "")
        self._turn_to(self.wait)
        self.opening.open(path)

    def choose(self) -> None:
        """Ask for a pack."""
        choose_pack(self, self.open)

    def try_again(self) -> None:
        """Open once more what could not be opened."""
        if self._path is not None:
            self.open(self._path)

    def cancel(self) -> None:
        """Do not open what is being opened."""
        self.opening.cancel()
        if self._unpacked is not None:
            self.go_on()
        else:
            self._turn_to(self.welcome)

    def _begin_with(self, unpacked: UnpackedPack) -> None:
        before, self._unpacked = self._unpacked, unpacked
        self.desk.end()
        if before is not None:
            self.opening.put_away(before)
        self.go_on()

    def _show_failure(self, error: BaseException, report: str) -> None:
        self.failure.show_error(error, can_go_back=self._unpacked is not None)
        self._turn_to(self.failure)
        if report:
            self.show_error(error, report)

    # ---- the desk ----

    def go_on(self) -> None:
        """Sit down at the desk, where the work was left."""
        if self._unpacked is None:
            return
        pack = self._unpacked.pack
        for screen in (self.wait, self.failure, self.pause):
            screen.forget()
        self._turn_to(self.desk)
        if self.desk.session is None:
            session = LabelSession(pack.queue, pack.pace, self.desk)
            self.desk.begin(session, pack.title or NO_TITLE, pack.instructions, send_back(pack.journal_path.name))

    def leave(self) -> None:
        """Leave the desk; the pack stays open."""
        saved_at = self.desk.session.pen.saved_at if self.desk.session is not None else None
        self.desk.end()
        if self._unpacked is not None:
            pack = self._unpacked.pack
            self.pause.show_progress(pack.queue.progress(), pack.journal_path.name)
            self._turn_to(self.pause)
            self.status.begin(PAUSE if pack.queue.next_unfinished() is not None else FINISHED, saved_at)

    def show_in_folder(self) -> None:
        """Show the file of answers in its folder."""
        if self._unpacked is None:
            return
        path = self._unpacked.pack.journal_path
        try:
            reveal(path)
        except UserError:
            text = f"The folder of {path.name} cannot be shown."
            self.notices.show_notice(Notice("warning", text, "It is the folder that the pack is in."))

    # ---- what is shown ----

    @property
    def scope(self) -> str:
        """The keys of the desk act while it is shown."""
        return "label" if self._is_at_desk else "window"

    @property
    def _is_at_desk(self) -> bool:
        return self.screens.currentWidget() is self.desk

    def _turn_to(self, screen: QWidget) -> None:
        self.blind = screen is self.desk
        if self.blind:
            self.notices.clear()
        self.screens.setCurrentWidget(screen)
        self.setWindowTitle("Labelling – Genmu Studio" if self.blind else "Genmu Studio")
        self.status.begin(BLIND if self.blind else NO_PACK if self._unpacked is None else PAUSE)
        self.bar.blind.setVisible(self.blind)
        for row in self.table.table.values():
            if self._is_of_desk(row.name):
                self.table[row.name].setEnabled(self.blind)
        if isinstance(screen, PackScreen):
            screen.take_focus()
        else:
            screen.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, error: BaseException, report: str = "") -> None:
        """Show what went wrong as a banner; while somebody labels, not in words that may tell."""
        if self.blind and isinstance(error, UserError):
            error = RuntimeError()
        super().show_error(error, report or type(error).__name__)

    # ---- keys ----

    def _is_of_desk(self, name: str) -> bool:
        return self.table.table[name].scope == "label" or name in {"undo", "redo"}

    def _act_on_keys(self, keys: str) -> bool:
        if self._is_at_desk and self.desk.take_keys(keys):
            return True
        if keys == "Esc" and not self._is_at_desk:
            return self._escape()
        name = self.table.named_by(keys, self.scope)
        if name is None:
            return False
        if self._is_of_desk(name):
            return self._act_at_desk(name)
        self.table[name].trigger()
        return True

    def _act_at_desk(self, name: str) -> bool:
        return self._is_at_desk and self.desk.act(name)

    def _escape(self) -> bool:
        screen = self.screens.currentWidget()
        if screen is self.wait:
            self.cancel()
        elif screen is self.failure and self._unpacked is not None:
            self.go_on()
        else:
            return False
        return True

    # ---- dropping, end ----

    def take_dropped(self, paths: list[Path]) -> None:
        """Open the pack that was dropped."""
        zips = [path for path in paths if path.suffix.lower() == ".zip"]
        self.open((zips or paths)[0])

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep a note that is being written, and take the media away."""
        self.keep_place(_PLACE)
        self.desk.end()
        self.hide()
        self.blind = False
        self.opening.close()
        self._unpacked = None
        super().closeEvent(event)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
