"""What a campaign would come to: how many items, who sees how much, and for how long; or why it cannot be made."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.labelling.campaigns import Load, Preview
from scoring.errors import UserError
from ui.models.text_table import TextTable, text_view
from ui.numbers import count, duration
from ui.theme import GRID_PX
from ui.widgets.basics import label, restyle

_KINDS: Mapping[str, str] = {
    "item": "to be judged", "repeat": "shown again", "gold": "of known answer", "attention": "attention",
    "training": "training",
}  # fmt: skip


class CampaignPreview(QWidget):
    """Shows a preview as it is planned."""

    def __init__(self) -> None:
        super().__init__()
        self._title = label("", "strong")
        self._text = label("", "muted")
        self._note = label("", "good")
        for each in (self._title, self._text, self._note):
            each.setWordWrap(True)
        self._loads: TextTable[Load] = TextTable(("annotator", "entries", "answers", "about"), _cells)
        self._view = text_view(self._loads, "Who does how much", (110, 64, 72))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addWidget(self._view, 100)
        column.addWidget(self._note)
        column.addStretch(1)

    @property
    def said(self) -> str:
        """What it says."""
        return "\n".join(each.text() for each in (self._title, self._text, self._note))

    def wait(self) -> None:
        """Say that it is being planned; what was shown stays, but no longer counts."""
        self._title.setText("Planning…")
        restyle(self._title, "muted")

    def ask_for(self, what: str) -> None:
        """Say what is missing before anything can be planned."""
        self._say(what, "", "muted")

    def show_error(self, error: UserError) -> None:
        """Say why it cannot be made."""
        self._say(f"▲ {error.message}", error.hint, "bad")

    def show_preview(self, preview: Preview) -> None:
        """Show what it comes to."""
        self._say(
            f"{count(preview.items, 'item')}, {count(preview.questions, 'question')}", _in_words(preview), "strong"
        )
        self._loads.show_rows(preview.loads)
        self._view.show()

    def note(self, text: str) -> None:
        """Say something beside what is shown."""
        self._note.setText(text)

    def _say(self, title: str, text: str, role: str) -> None:
        self._note.setText("")
        self._title.setText(title)
        restyle(self._title, role)
        self._text.setText(text)
        self._loads.show_rows(())
        self._view.hide()


def _in_words(preview: Preview) -> str:
    entries = sum(preview.kinds.values())
    kinds = ", ".join(f"{n:,} {_KINDS[kind]}" for kind, n in preview.kinds.items())
    parts = [f"{entries:,} entries in all queues: {kinds}."]
    if preview.duplicates:
        parts.append(f"{count(preview.duplicates, 'sample')} left out: another file holds the same.")
    longest = max((load.seconds for load in preview.loads), default=0)
    parts.append(f"The longest queue takes about {duration(longest)}.")
    return " ".join(parts)


def _cells(load: Load) -> Sequence[str]:
    return (load.annotator, f"{load.entries:,}", f"{load.answers:,}", duration(load.seconds))
