"""Submissions: the leaderboard of each track, what is not ranked and why, and where new entries come in."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from genmu_studio.domain import SubmissionId
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.metrics_json import KIND_TITLES
from genmu_studio.project import ChangeSet, Project
from scoring.errors import UserError
from scoring.types import Track
from ui.actions import Actions
from ui.context import Context
from ui.main_window import MainWindow
from ui.models.leaderboard_model import COLUMNS, RANK, LeaderboardModel
from ui.numbers import count
from ui.theme import GRID_PX
from ui.views.page import Page
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import Card, EmptyState, label
from ui.widgets.drop_hint import DropHint
from ui.widgets.leaderboard_table import LeaderboardTable
from ui.widgets.start_page import StartPage

if TYPE_CHECKING:
    from genmu_studio.audit.standing import Standing


class SubmissionsView(Page):
    """The leaderboard. `asked` says that a submission was opened."""

    def __init__(self, context: Context, actions: Actions) -> None:
        super().__init__(context, actions)
        self._track: Track = "face"
        self._marked: SubmissionId | None = None
        self._is_waiting = False
        self._audited: Project | None = None  # of which the audit was read
        self._start: StartPage | None = None
        self._pages = QStackedWidget()
        self._project_page = QWidget()
        self._pages.addWidget(self._project_page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)
        self._tabs = TrackTabs()
        self._tabs.chosen.connect(self.show_track)
        self._note = label("", "muted")
        self._model = LeaderboardModel(self)
        self.table = LeaderboardTable(self._model)
        self.table.setToolTip("Enter or double click opens the overview of an entry")
        self.table.activated.connect(self._open)
        self._empty = EmptyState("submissions", "", "")
        self._empty.offer(actions["import_submission"])
        self._waiting = EmptyState("score", "", "")
        self._states = QStackedWidget()
        for widget in (self.table, self._empty, self._waiting):
            self._states.addWidget(widget)
        self._drop = DropHint(", ".join(actions.keys_of("import_submission")))
        self._lay_out(actions)
        self.setFocusProxy(self.table)
        context.leaderboard_ready.connect(self._show_board)
        context.failed.connect(self._fail)
        context.data_changed.connect(self._forget_audits)

    def _lay_out(self, actions: Actions) -> None:
        head = QHBoxLayout()
        head.setSpacing(GRID_PX)
        head.addWidget(self._tabs)
        self._note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._note.setWordWrap(True)
        head.addWidget(self._note, 1)
        head.addWidget(ActionButton(actions["export"], "Export"))
        head.addWidget(ActionButton(actions["import_submission"], "Import a submission", primary=True))
        card = Card()
        card.setAccessibleName("Leaderboard")
        card.body.setContentsMargins(GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        card.body.addWidget(self._states)
        column = QVBoxLayout(self._project_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID_PX + 4)
        column.addLayout(head)
        column.addWidget(card, 1)
        column.addWidget(self._drop)

    # ---- showing ----

    @property
    def track(self) -> Track:
        """The track that is shown."""
        return self._track

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Show the context as it is now."""
        project = self.context.project
        if project is None:
            self._show_start()
            return
        self._pages.setCurrentWidget(self._project_page)
        writable = project.mode == "write"
        keys = ", ".join(self.actions_table.keys_of("import_submission"))
        refused = f"Read-only: {project.notice or 'nothing can be imported'}"
        self._drop.say(f"or press {keys} · nothing in it is ever executed" if writable else refused)
        self._follow_submission()
        self._show_track(project)
        self._read_audits(project, changes)

    def _read_audits(self, project: Project, changes: ChangeSet | None) -> None:
        """Read where the entries stand in the audit; of another project, or after a change of it."""
        if project is self._audited and (changes is None or not _moves_audit(changes)):
            return
        self._audited = project
        self.context.ask(project.audit_standings, self._show_audits)

    def _show_audits(self, audits: "Mapping[SubmissionId, Standing]") -> None:
        if audits == self._model.audits:
            return
        marked = self._current()
        self._model.show_audits(audits)
        self.table.resizeRowsToContents()
        if (place := self._model.place_of(marked)) is not None:
            self._mark(place)

    def _forget_audits(self, changes: ChangeSet) -> None:
        """Read anew, when it is looked at, what changes while another view is shown."""
        if not self.isVisible() and _moves_audit(changes):
            self._audited = None

    def _show_start(self) -> None:
        window = self.window()
        if self._start is None and isinstance(window, MainWindow):
            self._start = StartPage(window)
            self._pages.addWidget(self._start)
        if self._start is not None:
            self._start.refresh()
            self._pages.setCurrentWidget(self._start)

    def _follow_submission(self) -> None:
        """Turn to the track of a submission that was chosen elsewhere since."""
        shown = self.context.submission
        if shown is not None and shown.id != self._marked:
            self._track = shown.track
            if (place := self._model.place_of(shown.id)) is not None:
                self._mark(place)

    def _show_track(self, project: Project) -> None:
        tracks: tuple[Track, ...] = tuple(project.protocol.tracks)
        if self._track not in tracks:
            self._track = tracks[0]
        submissions = project.submissions()
        self._tabs.show_tracks({each: sum(row.track == each for row in submissions) for each in tracks}, self._track)
        rows = self.context.leaderboard(self._track)
        if not any(row.track == self._track for row in submissions):
            self._say_empty()
        elif rows is not None:
            self._fill(rows)
        else:
            self._wait()

    def show_track(self, track: Track) -> None:
        """Show the entries of another track."""
        self._track = track
        if self.context.project is not None:
            self._show_track(self.context.project)

    def _show_board(self, track: str) -> None:
        if track == self._track and self.context.project is not None:
            self._show_track(self.context.project)

    def _fill(self, rows: Sequence[LeaderboardRow]) -> None:
        marked = self._current() or (self.context.submission.id if self.context.submission is not None else None)
        self._is_waiting = False
        self._model.show_rows(rows)
        self.table.resizeRowsToContents()
        self._note.setText(note_of(rows))
        self._states.setCurrentWidget(self.table)
        if (place := self._model.place_of(marked)) is not None:
            self._mark(place)

    def _say_empty(self) -> None:
        self._is_waiting = False
        self._note.setText("")
        self._model.show_rows(())
        self._empty.say(
            f"No {self._track} submission yet",
            "Import a folder or an archive: a preview shows first what was understood. Several at once are fine.",
        )
        self._states.setCurrentWidget(self._empty)

    def _wait(self) -> None:
        self._is_waiting = True
        is_of_track = self._model.rowCount() > 0 and self._model.row_at(0).submission.track == self._track
        if is_of_track:
            self._model.set_stale()
            self._note.setText("computing…")
            return
        self._note.setText("")
        self._waiting.say(
            "Computing the scores…", "The results are read and the metrics computed; this takes a moment."
        )
        self._states.setCurrentWidget(self._waiting)

    def _fail(self, error: BaseException) -> None:
        if not self._is_waiting:
            return
        self._is_waiting = False
        hint = error.hint if isinstance(error, UserError) else "The notice above has a report to copy."
        self._waiting.say("The scores cannot be shown", f"{error} {hint}".strip())
        self._states.setCurrentWidget(self._waiting)

    # ---- choosing ----

    def _current(self) -> SubmissionId | None:
        index = self.table.currentIndex()
        return self._model.row_at(index.row()).submission.id if index.isValid() else None

    def _mark(self, place: int) -> None:
        shown = self.context.submission
        self._marked = shown.id if shown is not None else None
        self.table.mark(place)

    def _open(self, index: QModelIndex) -> None:
        submission = self._model.row_at(index.row()).submission
        self._marked = submission.id
        self.context.select(submission.id)
        self.asked.emit("overview", None)

    # ---- remembering ----

    def state(self) -> dict[str, object]:
        """Return by what the table is sorted."""
        header = self.table.horizontalHeader()
        return {
            "sorted_by": COLUMNS[header.sortIndicatorSection()].title,
            "descending": header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder,
        }

    def restore(self, state: dict[str, object]) -> None:
        """Sort as `state` says."""
        place = next((n for n, column in enumerate(COLUMNS) if column.title == state.get("sorted_by")), RANK)
        is_descending = state.get("descending") is True
        self.table.sortByColumn(place, Qt.SortOrder.DescendingOrder if is_descending else Qt.SortOrder.AscendingOrder)


class TrackTabs(QWidget):
    """A button per track, with the number of its entries."""

    chosen = Signal(str)  # Track

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Tracks")
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(GRID_PX)
        self._group = QButtonGroup(self)
        self.buttons: dict[Track, QPushButton] = {}

    def show_tracks(self, counts: dict[Track, int], chosen: Track) -> None:
        """Show these tracks with their counts, one of them chosen."""
        if counts.keys() != self.buttons.keys():
            self._make(tuple(counts))
        for track, number in counts.items():
            button = self.buttons[track]
            button.setText(f"{track.title()} {number}")
            button.setAccessibleName(f"{track.title()}, {count(number, 'submission')}")
            button.setToolTip(f"Show the {count(number, f'{track} submission')}")
        self.buttons[chosen].setChecked(True)

    def _make(self, tracks: tuple[Track, ...]) -> None:
        for button in self.buttons.values():
            self._group.removeButton(button)
            button.deleteLater()
        self.buttons = {track: QPushButton() for track in tracks}
        for track, button in self.buttons.items():
            button.setCheckable(True)
            button.clicked.connect(partial(self.chosen.emit, track))
            self._group.addButton(button)
            self._layout.addWidget(button)


def _moves_audit(changes: ChangeSet) -> bool:
    """Return whether an entry may stand elsewhere in the audit."""
    return changes.moves_numbers or "audit" in changes


def note_of(rows: Sequence[LeaderboardRow]) -> str:
    """Return the line above the table: the lens, what measured the entries, what is missing."""
    evaluations = [row.evaluation for row in rows if row.evaluation is not None]
    parts = []
    if evaluations:
        is_official = all(each.official_lens for each in evaluations)
        parts.append("official lens" if is_official else "what-if lens: nothing is ranked")
    kinds = {each.evaluator.kind for each in evaluations if not each.evaluator.official}
    parts += [f"{KIND_TITLES[kind]} evaluator: not for publication" for kind in sorted(kinds)]
    if missing := len(rows) - len(evaluations):
        parts.append(f"{missing} not scored yet")
    return " · ".join(parts)
