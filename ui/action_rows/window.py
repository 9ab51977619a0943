"""What can be done anywhere in the window."""

from ui.action_rows.row import ActionRow

WINDOW: tuple[ActionRow, ...] = (
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
    ActionRow(
        "undo", "Undo", "Take back the last pick, bookmark, note, face or draft", ("Ctrl+Z",), menu="Edit", icon="undo"
    ),
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
)  # fmt: skip

HELP: tuple[ActionRow, ...] = (
    ActionRow("palette", "Commands…", "Find any command by name", ("Ctrl+K",), menu="Help", icon="palette"),
    ActionRow("key_sheet", "Keys", "Every key of this view", ("F1", "?"), menu="Help", icon="keys"),
    ActionRow("about", "About", "Version, licences", (), menu="Help", icon="about"),
)
