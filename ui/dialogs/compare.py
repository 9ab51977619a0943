"""Two entries beside each other: which figures moved, and which samples ended otherwise. It stays beside the window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QPushButton, QStackedWidget
from shiboken6 import isValid

from genmu_studio.chart_table import csv_of
from genmu_studio.comparison_tables import changes_table
from genmu_studio.domain import SubmissionRow
from genmu_studio.entry_comparison import EntryComparison, compare_entries
from genmu_studio.media_keys import find_media
from genmu_studio.project import ChangeSet, Project
from genmu_studio.sample_changes import ChangedSample, ChangedSamples
from genmu_studio.view import NoResultsError, View
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from ui.dialogs.dialog import Dialog, push_button
from ui.main_window import MainWindow
from ui.models.compared import lens_words, remarks_on
from ui.questions import MovedOnError
from ui.widgets.basics import EmptyState, label, restyle
from ui.widgets.comparison_view import ComparisonView
from ui.widgets.elided import ElidedLabel
from ui.widgets.entry_boxes import EntryBoxes
from ui.widgets.thumbnails import ThumbnailStore

SIZE = QSize(1060, 820)
SMALLEST = QSize(880, 560)
_CACHE_BYTES = 64 * 2**20
_OPENING_KEYS = ("Return", "Shift+Return")  # of the first entry's sample, and of the second's


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be compared."""

    project: Project
    first: SubmissionRow
    second: SubmissionRow
    view: View

    def answer(self) -> EntryComparison | UserError:
        """Return the comparison, or why there is none."""
        try:
            return compare_entries(self.project, self.first, self.second, self.view)
        except UserError as error:
            return error


class CompareDialog(Dialog):
    """Follows the window's lens, and opens samples in the window while the list waits beside it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "Compare entries", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the action is disabled without a project
        self.setMinimumSize(SMALLEST)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)  # it would follow the lens where nobody sees it
        self._project = project
        self._wish: _Wish | None = None
        self._comparison: EntryComparison | None = None
        self.thumbnails = ThumbnailStore(_CACHE_BYTES, self)
        self.thumbnails.look_at(partial(find_media, project), project.folder if project.mode == "write" else None)
        self.boxes = EntryBoxes()
        self.compared = ComparisonView(self.thumbnails)
        self._lens = ElidedLabel("", "muted")
        self._remarks = label("", "warning")
        self._remarks.setWordWrap(True)
        self._state = EmptyState("difference", "", "")
        self._score, self._import = (self._offer(name) for name in ("score", "import_submission"))
        self._pages = QStackedWidget()
        for page in (self._state, self.compared):
            self._pages.addWidget(page)
        for widget in (self.boxes, self._lens, self._remarks):
            self.body.addWidget(widget)
        self.body.addWidget(self._pages, 1)
        self._make_foot()
        self._connect()
        self.boxes.show_entries(project.submissions(), window.context.submission)
        self.boxes.first.setFocus()

    def _offer(self, name: str) -> QPushButton:
        button = self._state.offer(self.studio.table[name])
        button.setAutoDefault(False)
        button.setEnabled(self.studio.table[name].isEnabled())
        return button

    def _make_foot(self) -> None:
        keys = [QKeySequence(each).toString(QKeySequence.SequenceFormat.NativeText) for each in _OPENING_KEYS]
        self._openers = [
            push_button(
                f"Open {name}",
                f"Show the sample of the {name} entry in Review ({key} in the list)",
                partial(self.compared.list.open_row, side),
            )
            for side, (name, key) in enumerate(zip(("first", "second"), keys, strict=True))
        ]
        self._save = push_button("Save list…", "Save the listed samples as a table (CSV)", self._ask_where)
        self.add_foot(*self._openers, self._save, self.close_button())

    def _connect(self) -> None:
        context = self.studio.context
        self.boxes.changed.connect(self.compare)
        self.compared.list.opened.connect(self._show_in_review)
        self.compared.listed_changed.connect(self._enable)
        context.lens_changed.connect(self._wait)
        context.lens_rested.connect(self.compare)
        context.data_changed.connect(self._take_change)
        context.leaving.connect(self.reject)
        self.finished.connect(self._leave)

    def open(self) -> None:
        """Show it beside the window, which stays usable: the lens can be changed, and samples looked at, meanwhile."""
        self.setWindowFlags(Qt.WindowType.Window)
        self.winId()
        # A window that belongs to another one stays above it, and would hide what it opens there.
        self.windowHandle().setTransientParent(None)  # type: ignore[arg-type]  # None is what Qt documents
        self.show()

    def _leave(self) -> None:
        self._wish = None
        self.thumbnails.close()

    # ---- comparing ----

    def compare(self) -> None:
        """Compare what is chosen through the window's lens, off the GUI thread; an older answer is dropped."""
        self._wait()
        pair, context = self.boxes.pair, self.studio.context
        self._wish = None if pair is None else _Wish(self._project, *pair, context.view)
        if self._wish is None:
            first = self.boxes.chosen_first
            track = "" if first is None else f" of the {first.track} track"
            text = f"The project has no other entry{track} yet."
            self._show_state("There is nothing to compare with", text, self._import)
        else:
            context.ask(partial(self._answer, self._wish), partial(self._take, self._wish), self._fail)

    def _answer(self, wish: _Wish) -> EntryComparison | UserError:
        if wish is not self._wish:  # something else was wished for before its turn came
            raise MovedOnError
        return wish.answer()

    def _wait(self) -> None:
        """Grey what is shown while other figures are on their way; say so where nothing is shown."""
        self.say_error(None)
        if self._comparison is None:
            self._show_state("Comparing…", "")
        self.compared.set_stale()
        self._say_lens("comparing…", "muted")

    def _take(self, wish: _Wish, answer: EntryComparison | UserError) -> None:
        if wish is not self._wish or not isValid(self):
            return
        if isinstance(answer, UserError):
            self._comparison = None
            button = self._score if isinstance(answer, NoResultsError) else None
            self._show_state(_sentence(answer.message), answer.hint, button)
            return
        self._comparison = answer
        self._pages.setCurrentWidget(self.compared)
        self.compared.show_comparison(answer)
        is_official = answer.first.official_lens
        self._say_lens(("" if is_official else "▲ what-if  ·  ") + lens_words(answer), "" if is_official else "warning")
        self._remarks.setText("\n".join(f"▲ {remark}" for remark in remarks_on(answer)))
        self._remarks.setVisible(bool(self._remarks.text()))

    def _fail(self, error: BaseException) -> None:
        """Say that there is no answer; why, the window says too."""
        if isValid(self) and not isinstance(error, MovedOnError):
            self._comparison = None
            self._show_state("The entries could not be compared", str(error))

    def _show_state(self, title: str, text: str, offered: QPushButton | None = None) -> None:
        self._state.say(title, text)
        for button in (self._score, self._import):
            button.setVisible(button is offered)
        self._say_lens("", "muted")
        self._remarks.hide()
        self._pages.setCurrentWidget(self._state)
        self._enable()

    def _say_lens(self, text: str, role: str) -> None:
        self._lens.show_text(text)
        restyle(self._lens, role)

    def _enable(self) -> None:
        """Let only what is listed be opened and saved."""
        has_rows = self._pages.currentWidget() is self.compared and bool(self.compared.listed)
        for button in (*self._openers, self._save):
            button.setEnabled(has_rows)

    @property
    def said(self) -> str:
        """What is said of the lens, or that figures are on their way."""
        return self._lens.text()

    @property
    def remarks(self) -> str:
        """What has to stand beside the figures."""
        return self._remarks.text() if self._remarks.isVisibleTo(self) else ""

    def _take_change(self, changes: ChangeSet) -> None:
        if changes.moves_numbers:
            self.boxes.show_entries(self._project.submissions(), self.studio.context.submission)

    # ---- opening and saving ----

    def _show_in_review(self, changed: ChangedSample, side: int) -> None:
        """Show a sample in the window, which comes forward."""
        if self._comparison is None:
            return
        entry = (self._comparison.first, self._comparison.second)[side]
        self.studio.context.select(entry.submission.id)
        self.studio.show_view("review", {"sample": changed.samples[side]})
        self.studio.raise_()
        self.studio.activateWindow()

    def _ask_where(self) -> None:
        dialog = QFileDialog(self, "Save the listed samples")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter("Numbers (*.csv)")
        dialog.setDefaultSuffix("csv")
        if self._comparison is not None:
            entries = (self._comparison.first.submission.id, self._comparison.second.submission.id)
            dialog.selectFile(f"{'-'.join(entries)}-changes.csv")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Write the listed samples as a table, off the GUI thread; what the disk does not take is said here."""
        comparison, listed = self._comparison, self.compared.listed
        if comparison is not None and listed is not None:
            self._save.setEnabled(False)
            self.ask(partial(_write, self._project, comparison, listed, path), partial(self._end_saving, path))

    def _end_saving(self, path: Path, error: UserError | None) -> None:
        self._enable()
        self.say_error(error)
        if error is None:
            self.compared.say(f"✓ saved as {path.name}")


def _write(project: Project, comparison: EntryComparison, listed: ChangedSamples, path: Path) -> UserError | None:
    """Write changed samples; return what kept it from being done."""
    try:
        write_atomically(path, csv_of(changes_table(project, comparison, listed)))
    except UserError as error:
        return error
    return None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
