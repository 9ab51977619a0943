"""Every action of the window as one row: menus, palette, key sheet, tooltips and documentation are made of this table.

`keys` are in the canonical form of `ui.keys` ("Ctrl+O", "Shift+A", "1"). An action of scope "window" acts anywhere; the
others only while the view of that name is shown and no text is being typed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from genmu_studio.settings import Settings
from ui.icons import icon
from ui.theme import watch
from ui.widgets.basics import literal
from ui.widgets.tips import tip

Scope = Literal["window", "submissions", "overview", "review", "scores"]


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action. text : as menus show it. tip : what it does. menu : the menu that it stands in, "" = none."""

    name: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    scope: Scope = "window"
    menu: str = ""
    icon: str = ""


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("new_project", "New project…", "Make a project", ("Ctrl+N",), menu="File", icon="new"),
    ActionRow("open_project", "Open project…", "Open a project folder", ("Ctrl+O",), menu="File", icon="open"),
    ActionRow(
        "import_submission", "Import submission…", "Import a folder or archive", ("Ctrl+I",), menu="File", icon="import"
    ),
    ActionRow(
        "import_references", "References…", "Take in reference pictures or recordings", ("Ctrl+R",), menu="File",
        icon="references",
    ),
    ActionRow("export", "Export table…", "Write results or metrics", ("Ctrl+E",), menu="File", icon="export"),
    ActionRow("report", "Report…", "Write a page for a colleague", ("Ctrl+Shift+E",), menu="File", icon="report"),
    ActionRow("settings", "Settings…", "Theme, scoring, keys", ("Ctrl+,",), menu="File", icon="settings"),
    ActionRow("quit", "Quit", "Close the window", ("Ctrl+Q",), menu="File", icon="quit"),
    ActionRow("undo", "Undo", "Take back the last pick, bookmark, note or face", ("Ctrl+Z",), menu="Edit", icon="undo"),
    ActionRow(
        "redo", "Redo", "Do again what was taken back", ("Ctrl+Shift+Z", "Ctrl+Y"), menu="Edit", icon="redo"
    ),
    ActionRow("score", "Score", "Measure what has not been measured yet", ("Ctrl+Return",), menu="Job", icon="score"),
    ActionRow(
        "score_aspects", "Score all aspects", "Measure also prosody, words and naturalness: whatever can run here",
        ("Ctrl+Shift+Return",), menu="Job", icon="score",
    ),
    ActionRow("cancel_job", "Cancel job", "Stop after what is being measured", (), menu="Job", icon="cancel"),
    ActionRow("retry_failed", "Retry failed", "Measure again what failed in the evaluator", menu="Job", icon="retry"),
    ActionRow("evaluators", "Evaluators…", "What can run here, and what is missing", (), menu="Job", icon="evaluators"),
    ActionRow("next_submission", "Next submission", "Show the next one", ("Ctrl+Tab",), menu="View", icon="next"),
    ActionRow(
        "previous_submission", "Previous submission", "Show the previous submission", ("Ctrl+Shift+Tab",), menu="View",
        icon="previous",
    ),
    ActionRow(
        "official_lens", "Official lens", "Back to the protocol's own lens", ("O",), menu="Lens", icon="lens"
    ),
    ActionRow("threshold_down", "Threshold − 0.01", "Lower the threshold", (",",), menu="Lens", icon="lower"),
    ActionRow("threshold_up", "Threshold + 0.01", "Raise the threshold", (".",), menu="Lens", icon="raise"),
    ActionRow("threshold_down_fine", "Threshold − 0.001", "Lower it a little", ("Shift+,",), menu="Lens"),
    ActionRow("threshold_up_fine", "Threshold + 0.001", "Raise it a little", ("Shift+.",), menu="Lens"),
    ActionRow("next_flip", "Next flip", "Next sample near the threshold", ("N",), menu="Lens", icon="flip"),
    ActionRow("previous_flip", "Previous flip", "The one before", ("Shift+N",), menu="Lens"),
    ActionRow("compare", "Compare entries…", "Two submissions beside each other", menu="View", icon="difference"),
    ActionRow("full_screen", "Full screen", "Fill the screen, or leave it", ("F11",), menu="View", icon="full_screen"),
    ActionRow("reset_layout", "Reset layout", "Put docks and window back", (), menu="View", icon="reset"),
    ActionRow("next_pair", "Next pair", "Next pair", ("D", "Right"), "review", "Review", "next"),
    ActionRow("previous_pair", "Previous pair", "Previous pair", ("A", "Left"), "review", "Review", "previous"),
    ActionRow("row_down", "Row down", "One row down", ("Down",), "review"),
    ActionRow("row_up", "Row up", "One row up", ("Up",), "review"),
    ActionRow("page_down", "Page down", "One page down", ("PgDown",), "review"),
    ActionRow("page_up", "Page up", "One page up", ("PgUp",), "review"),
    ActionRow("first_pair", "First pair", "First pair", ("Home",), "review"),
    ActionRow("last_pair", "Last pair", "Last pair", ("End",), "review"),
    ActionRow("open_pair", "Open pair", "Show one pair large", ("Return",), "review", "Review", "open_pair"),
    ActionRow("back_to_grid", "Back to grid", "Show the grid again", ("G", "Esc"), "review", "Review", "grid"),
    ActionRow("zoom_fit", "Fit", "Show the whole pictures or sounds", ("F",), "review", "Review", "zoom_fit"),
    ActionRow(
        "zoom_actual", "100 %", "One pixel on one of the screen; of sounds: what is selected", ("Z",), "review",
        "Review", "zoom_actual",
    ),
    ActionRow("zoom_in", "Zoom in", "Larger", ("+",), "review", "Review", "zoom_in"),
    ActionRow("zoom_out", "Zoom out", "Smaller", ("-",), "review", "Review", "zoom_out"),
    ActionRow("mode_side", "Side by side", "Original left, unlearned right", ("Alt+1",), "review", "Review", "side"),
    ActionRow("mode_wipe", "Wipe", "Unlearned over original, up to a divider", ("Alt+2",), "review", "Review", "wipe"),
    ActionRow("mode_flicker", "Flicker", "One in place of the other", ("Alt+3",), "review", "Review", "flicker"),
    ActionRow(
        "mode_difference", "Difference", "What differs; once more: as a heat map", ("Alt+4",), "review", "Review",
        "difference",
    ),
    ActionRow("flicker", "Other side", "Show the other side while it is held", ("V",), "review"),
    ActionRow("divider_left", "Divider left", "Move the divider to the left", ("Alt+Left",), "review"),
    ActionRow("divider_right", "Divider right", "Move the divider to the right", ("Alt+Right",), "review"),
    ActionRow("pan_left", "Pan left", "Pan left; in the grid: previous unmarked pair", ("Shift+Left",), "review"),
    ActionRow("pan_right", "Pan right", "Pan right; in the grid: next unmarked pair", ("Shift+Right",), "review"),
    ActionRow("pan_up", "Pan up", "Pan up", ("Shift+Up",), "review"),
    ActionRow("pan_down", "Pan down", "Pan down", ("Shift+Down",), "review"),
    ActionRow("toggle_align", "Align faces", "Lay the faces over each other", ("Alt+A",), "review", "Review", "align"),
    ActionRow("toggle_faces", "Face boxes", "Frame the faces that were found", ("Alt+B",), "review", "Review", "faces"),
    ActionRow("other_face", "Other face", "Let the next face count", ("Alt+F",), "review", "Review", "other_face"),
    ActionRow(
        "align_times", "Align times", "Show the unlearned sound on the time of the original", ("Alt+T",), "review",
        "Review", "align_times",
    ),
    ActionRow(
        "show_reference", "Reference sound", "Show a reference below the pair", ("Alt+R",), "review", "Review",
        "references",
    ),
    ActionRow("cursor_left", "Cursor left", "Move the cursor of sounds back", ("Ctrl+Left",), "review"),
    ActionRow("cursor_right", "Cursor right", "Move the cursor of sounds on", ("Ctrl+Right",), "review"),
    ActionRow("loop", "Loop", "Repeat what is selected or between the ends", ("L",), "review", "Review", "loop"),
    ActionRow("loop_start", "Loop starts here", "At the cursor or the selection's start", ("[",), "review"),
    ActionRow("loop_end", "Loop ends here", "At the cursor or the selection's end", ("]",), "review"),
    ActionRow("play", "Play", "Play or pause, from the cursor", ("Space",), "review", "Review", "play"),
    ActionRow("hear_original", "Hear A", "Hear the original", ("Q",), "review", "Review"),
    ActionRow("hear_unlearned", "Hear B", "Hear the unlearned sound", ("W",), "review", "Review"),
    ActionRow("hear_blind", "Hear X", "Hear one of both, not told which", ("E",), "review", "Review"),
    ActionRow("hear_reference", "Hear reference", "Play a reference from its start", ("R",), "review", "Review"),
    ActionRow("skip_back", "Back 1 s", "Go back by a second", ("J",), "review", "", "skip_back"),
    ActionRow("skip_forward", "Forward 1 s", "Go forward by a second", ("K",), "review", "", "skip_forward"),
    ActionRow("slower", "Slower", "Play slower, with the pitch of the voice", ("Shift+J",), "review"),
    ActionRow("faster", "Faster", "Play faster, with the pitch of the voice", ("Shift+K",), "review"),
    ActionRow("reveal_blind", "Tell what X is", "Say whether X is the original or the unlearned sound", (), "review"),
    ActionRow("draw_blind", "Draw X again", "Let X be one of both by lot, and do not tell", (), "review"),
    ActionRow("match_levels", "Match levels", "Play both sounds equally loud", ("Shift+L",), "review"),
    ActionRow("look_for_devices", "Look for devices", "Look for sound devices that were plugged in", (), "review"),
    ActionRow("next_unmarked", "Next unmarked", "Next pair neither picked nor rejected", ("Shift+D",), "review"),
    ActionRow("previous_unmarked", "Previous unmarked", "Previous unmarked pair", ("Shift+A",), "review"),
    ActionRow("pick", "Pick", "Pick the selected pairs", ("P",), "review", "Review", "pick"),
    ActionRow("reject", "Reject", "Reject the selected pairs", ("X",), "review", "Review", "reject"),
    ActionRow("unmark", "Clear pick", "Neither picked nor rejected", ("U",), "review", "Review", "unmark"),
    ActionRow("bookmark", "Bookmark", "Set or remove a bookmark", ("B",), "review", "Review", "bookmark"),
    ActionRow("note", "Note", "Write a note on the pair", ("T",), "review", "Review", "note"),
    ActionRow("select_all", "Select all", "Select all pairs that are shown", ("Ctrl+A",), "review", "Review", "select"),
    ActionRow("toggle_selected", "Select pair", "Add the pair to the selection", ("Ctrl+Space",), "review"),
    ActionRow("extend_left", "Extend left", "Extend the selection", ("Ctrl+Shift+Left",), "review"),
    ActionRow("extend_right", "Extend right", "Extend the selection", ("Ctrl+Shift+Right",), "review"),
    ActionRow("extend_up", "Extend up", "Extend the selection by a row", ("Ctrl+Shift+Up",), "review"),
    ActionRow("extend_down", "Extend down", "Extend the selection by a row", ("Ctrl+Shift+Down",), "review"),
    ActionRow("copy_picture", "Copy picture", "Copy what is shown", ("Ctrl+C",), "review", "Review", "copy"),
    ActionRow("copy_path", "Copy path", "Copy the path", ("Ctrl+Shift+C",), "review", "Review", "copy"),
    ActionRow("reveal", "Show in folder", "Show the file", ("Ctrl+Shift+R",), "review", "Review", "reveal"),
    ActionRow(
        "open_file", "Open file", "Open the file in another program", ("Ctrl+Shift+O",), "review",
        "Review", "open_file",
    ),
    ActionRow("filters", "Filters", "Show or hide the filters", ("Ctrl+F",), "review", "Review", "filter"),
    ActionRow("search", "Search", "Search prompts, paths, words heard and notes", ("/",), "review", "Review", "search"),
    ActionRow("save_filter", "Save filter…", "Keep this filter under a name", ("Ctrl+S",), "review", "Review", "save"),
    ActionRow(
        "show_problems", "Problems", "Only pairs with a failure or flag", ("Shift+P",), "review", "Review", "problems"
    ),
    ActionRow("all_pairs", "All pairs", "Clear the filter", (), "review", "Review", "clear"),
    ActionRow("palette", "Commands…", "Find any command by name", ("Ctrl+K",), menu="Help", icon="palette"),
    ActionRow("key_sheet", "Keys", "Every key of this view", ("F1", "?"), menu="Help", icon="keys"),
    ActionRow("about", "About", "Version, licences", (), menu="Help", icon="about"),
)  # fmt: skip


def view_actions(views: tuple[tuple[str, str, str], ...]) -> tuple[ActionRow, ...]:
    """Return one action per view (name, title, icon), on Ctrl+1, Ctrl+2 and so on."""
    return tuple(
        ActionRow(f"view_{name}", title, f"Show {title}", (f"Ctrl+{number}",), menu="View", icon=symbol)
        for number, (name, title, symbol) in enumerate(views, start=1)
    )


class Actions(QObject):
    """The actions as QActions, by name, with the keys that the settings give them."""

    def __init__(self, table: tuple[ActionRow, ...], settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Mapping[str, ActionRow] = {row.name: row for row in table}
        self.settings = settings
        self._steps: dict[str, str] = {}
        self._actions = {row.name: self._make(row) for row in table}
        settings.subscribe(lambda key: self._refresh() if key == "keys" else None)
        watch().changed.connect(self._refresh)
        self._refresh()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def on(self, name: str, function: Callable[[], object]) -> None:
        """Let the action do `function()`."""
        self._actions[name].triggered.connect(lambda *_: function())

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return the keys of an action: the person's, else its own."""
        return self.settings.keys.get(name, self.table[name].keys)

    def named_by(self, keys: str, scope: str) -> str | None:
        """Return the action that `keys` mean in `scope`; an action of the scope goes before one of the window."""
        for wanted in (scope, "window"):
            for row in self.table.values():
                if row.scope == wanted and keys in self.keys_of(row.name):
                    return row.name
        return None

    def clash(self, name: str, keys: str) -> str | None:
        """Return the other action that would lose `keys` if `name` had them."""
        scope = self.table[name].scope
        for row in self.table.values():
            overlap = row.scope == scope or "window" in (row.scope, scope)
            if row.name != name and overlap and keys in self.keys_of(row.name):
                return row.name
        return None

    def name_step(self, name: str, step: str | None) -> None:
        """Let an action say which step it is about, None for none: "Undo: Pick 3 pairs"."""
        self._steps[name] = f": {step}" if step else ""
        self._refresh()

    def _make(self, row: ActionRow) -> QAction:
        action = QAction(row.text, self)
        action.setObjectName(row.name)
        # The router of `ui.keys` acts on keys; Qt's own shortcuts would know nothing of scopes and other layouts.
        action.setShortcutVisibleInContextMenu(False)
        return action

    def _refresh(self) -> None:
        for name, action in self._actions.items():
            row = self.table[name]
            keys = self.keys_of(name)
            shown = " or ".join(readable(each) for each in keys)
            step = self._steps.get(name, "")
            text = literal(row.text + step)
            action.setText(f"{text}\t{readable(keys[0])}" if keys else text)
            action.setIconText(row.text)
            words = f"{row.tip} ({shown})" if shown else row.tip
            action.setToolTip(tip(f"{row.text}{step}\n{words}") if step else words)
            if row.icon:
                action.setIcon(icon(row.icon))


def readable(keys: str) -> str:
    """Return keys as a person reads them on this system."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) or keys
