"""The stage: the picture or sound that is judged, and nothing that tells what it is.

Every sentence, name and tip of it says no more than which letter something is called by, and why it cannot be shown.
"""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from genmu_studio.labelling.heard import Heard
from genmu_studio.labelling.queue import QueueEntry
from genmu_studio.settings import Settings
from ui.actions import Actions
from ui.widgets.basics import label
from ui.widgets.label.item_preloader import EntryPictures, EntrySounds, ItemPreloader, Prepared, Undecodable
from ui.widgets.label.picture_stage import PictureStage
from ui.widgets.label.sound_stage import SoundStage

AUTOPLAY = "labelling.autoplay"
_PREFIX = "label_"
_PATIENCE_MS = 200  # what is there sooner needs no words
_SKIP_IT = "skip it, with the reason"


class ItemStage(QWidget):
    """Shows an entry of a queue. `changed` : it may be judged now, or no longer.

    What acts returns whether there was something to do. `clear` ends what runs beside the window; whoever shows the
    stage calls it in the end.
    """

    changed = Signal()

    def __init__(self, actions: Actions, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions, self._settings = actions, settings
        self._entry: QueueEntry | None = None
        self._must_play = False
        self._shown: Prepared | None = None  # of the entry
        self._is_hidden = False
        self._said = ""  # why not yet, as it was told last
        self._heard: dict[str, Heard] = {}  # by entry, so that whoever comes back need not hear it again
        self.preloader = ItemPreloader(parent=self)
        self.preloader.ready.connect(self._show)
        self.pictures = PictureStage()
        self.sounds: SoundStage | None = None
        self._blank = QWidget()
        self._words = label("", "muted")
        self._words.setProperty("card", True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._say("getting ready…"))
        self._pages = QStackedLayout(self)
        for page in (self._blank, self._words, self.pictures):
            self._pages.addWidget(page)
        self.setAccessibleName("Item")

    # ---- which entry ----

    def show_entry(self, entry: QueueEntry, must_play: bool) -> None:
        """Show an entry, at once where it was prepared. must_play : sounds must have been heard whole before."""
        self._patience.stop()
        self._entry, self._must_play, self._shown = entry, must_play, None
        self.preloader.look_anew(entry.media)
        if self.preloader.get(entry.media) is None or self._is_hidden:
            self._leave()
        if not self._is_hidden:
            self._patience.start()
        self._show()
        self._tell()

    def prepare(self, entry: QueueEntry) -> None:
        """Have an entry decoded that is shown next."""
        self.preloader.prepare(entry.media)

    def clear(self) -> None:
        """Show nothing, be silent, forget everything, and end what runs; the stage can be used again."""
        self._leave()
        self._entry, self._is_hidden = None, False
        self._heard.clear()
        self.preloader.forget()
        sounds, self.sounds = self.sounds, None
        if sounds is not None:
            sounds.player.close()
            self._pages.removeWidget(sounds)
            sounds.deleteLater()
        self._tell()

    def hide_item(self) -> None:
        """Show nothing and be silent, for as long as the break lasts."""
        self._is_hidden = True
        self._patience.stop()
        self.silence()
        self._pages.setCurrentWidget(self._blank)
        self._tell()

    def show_item(self) -> None:
        """Show the entry again."""
        self._is_hidden = False
        if self._shown is not None:
            self._pages.setCurrentWidget(self._page_of(self._shown))
        elif self._entry is not None:
            self._patience.start()
        self._show()
        self._tell()

    # ---- what may be done with it ----

    def why_not_yet(self) -> str:
        """Return why the entry may not be judged yet, "" where it may."""
        if self._entry is None:
            return "There is nothing to judge"
        if self._is_hidden:
            return "The item is hidden: end the break first"
        if self._shown is None:
            return "Wait until the item is shown"
        if isinstance(self._shown, Undecodable):
            kind = "picture" if self._entry.media[0].kind == "image" else "sound"
            return f"This {kind} cannot be shown here: {_SKIP_IT}"
        if isinstance(self._shown, EntryPictures):
            return f"This picture cannot be shown here: {_SKIP_IT}" if self.pictures.codes else ""
        return self.sounds.why_not_yet() if self.sounds is not None else ""

    def act(self, name: str) -> bool:
        """Do the action of that name of the desk; whether there was something to do."""
        what = name.removeprefix(_PREFIX)
        if self._is_hidden or self._shown is None or what == name:
            return False
        if isinstance(self._shown, EntryPictures):
            return self.pictures.act(what)
        return isinstance(self._shown, EntrySounds) and self.sounds is not None and self.sounds.act(what)

    def silence(self) -> bool:
        """Fall silent; whether something played, or was about to."""
        return self.sounds is not None and self.sounds.player.silence()

    # ---- showing ----

    def _leave(self) -> None:
        """Show nothing of the entry so far, and be silent."""
        self._patience.stop()
        self._shown = None
        self.pictures.clear()
        if self.sounds is not None:
            self.sounds.clear()
        self._words.clear()
        self._pages.setCurrentWidget(self._blank)

    def _show(self) -> None:
        """Show the entry where it is decoded and not shown yet."""
        if self._entry is None or self._is_hidden or self._shown is not None:
            return
        prepared = self.preloader.get(self._entry.media)
        if prepared is None:
            return
        self._patience.stop()
        self._shown = prepared
        if isinstance(prepared, EntrySounds):
            self._show_sounds(self._entry, prepared)
        elif self.sounds is not None:
            self.sounds.clear()
        if isinstance(prepared, EntryPictures):
            self.pictures.show_pictures(prepared)
        else:
            self.pictures.clear()
        if isinstance(prepared, Undecodable):
            self._words.setText(f"cannot be shown: {prepared.code}")
        self._pages.setCurrentWidget(self._page_of(prepared))
        if isinstance(prepared, EntrySounds) and self.sounds is not None and self._settings.get(AUTOPLAY):
            self.sounds.player.play()
        self._tell()

    def _show_sounds(self, entry: QueueEntry, prepared: EntrySounds) -> None:
        if self.sounds is None:
            self.sounds = SoundStage(self._actions, self._settings)
            self.sounds.changed.connect(self._tell)
            self._pages.addWidget(self.sounds)
        heard = self._heard.setdefault(entry.token, Heard())
        self.sounds.show_sounds(prepared, heard, must_play=self._must_play)

    def _page_of(self, prepared: Prepared) -> QWidget:
        if isinstance(prepared, EntryPictures):
            return self.pictures
        return self.sounds if isinstance(prepared, EntrySounds) and self.sounds is not None else self._words

    def _say(self, words: str) -> None:
        self._words.setText(words)
        self._pages.setCurrentWidget(self._words)

    def _tell(self) -> None:
        """Tell where it may be judged otherwise than before."""
        why = self.why_not_yet()
        if why != self._said:
            self._said = why
            self.changed.emit()
