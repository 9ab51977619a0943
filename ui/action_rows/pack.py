"""What can be done in the window that shows a blind pack and nothing else."""

from ui.action_rows.label import LABEL
from ui.action_rows.row import ActionRow

PACK: tuple[ActionRow, ...] = (
    ActionRow(
        "open_pack", "Open a pack…", "Open the .zip that the organizer sent", ("Ctrl+O",), menu="File", icon="open"
    ),
    ActionRow("settings", "Settings…", "Theme, sound, keys", ("Ctrl+,",), menu="File", icon="settings"),
    ActionRow("quit", "Quit", "Close the window; every answer is saved", ("Ctrl+Q",), menu="File", icon="quit"),
    ActionRow(
        "undo", "Undo", "Take back what was done last, also from before a restart", ("Ctrl+Z",), menu="Edit",
        icon="undo",
    ),
    ActionRow(
        "redo", "Redo", "Do again what was taken back", ("Ctrl+Shift+Z", "Ctrl+Y"), menu="Edit", icon="redo"
    ),
    *LABEL,
    ActionRow("full_screen", "Full screen", "Fill the screen, or leave it", ("F11",), menu="View", icon="full_screen"),
    ActionRow("key_sheet", "Keys", "Every key of this window", ("F1", "?"), menu="Help", icon="keys"),
    ActionRow("about", "About", "Version, licences", (), menu="Help", icon="about"),
)  # fmt: skip
