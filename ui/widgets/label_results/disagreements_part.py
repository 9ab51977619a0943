"""Disagreements: people against the machine, each with a sentence; a row opens its pair in Review."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout

from genmu_studio.domain import SubmissionId
from genmu_studio.labelling.results.machine import MachineDisagreement
from genmu_studio.media_keys import find_media
from genmu_studio.project import Project
from ui.context import Context
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.basics import Card, EmptyState, literal
from ui.widgets.label_results.disagreement_columns import disagreement_columns
from ui.widgets.label_results.item_pictures import ItemPictures, width_of
from ui.widgets.label_results.part import ResultPart, push_button, words
from ui.widgets.label_results.reading import Read
from ui.widgets.label_results.table import ResultModel, ResultTable
from ui.widgets.thumbnails import ThumbnailStore

_WIDTHS = (width_of(2), 380, 110, 150, 120)
_ROW_PX = 52
_THUMBNAIL_BYTES = 8 * 2**20
_ALL = "all submissions"
_ABOUT = "Neither people nor an evaluator are the truth: a second look decides. Enter opens the pair in Review."
_NONE = "Nowhere do people and an evaluator say different things"
_WHY_NONE = (
    "Compared are answers about the same person with the verifier's decision, and votes on naturalness with an "
    "evaluator that predicts it. Both need such a question in the campaign, and a submission that is scored."
)


class DisagreementsPart(ResultPart):
    """The farthest apart come first; the pairs of one submission can be opened together."""

    title = "Disagreements"
    about = "Where people and an evaluator say different things"

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._found: Sequence[MachineDisagreement] = ()
        self._teams: dict[str, str] = {}
        self.table: ResultTable[MachineDisagreement] = ResultTable(
            "People against the machine", "People against the machine (Enter: show in Review, Ctrl+C: copy)",
            ResultModel(lambda row: (row.kind, row.question_id, row.item)), _WIDTHS, _ROW_PX,
        )  # fmt: skip
        self.table.draw_tracks_in(4)
        self._project: Project | None = None
        self.thumbnails = ThumbnailStore(_THUMBNAIL_BYTES, self)
        self.table.setItemDelegateForColumn(0, ItemPictures(self.thumbnails, self.table))
        self.thumbnails.ready.connect(self.table.viewport().update)
        context.closing.connect(self.thumbnails.close)
        self.submissions = QComboBox()
        self.submissions.setAccessibleName("Submission")
        self.submissions.setToolTip("Whose samples are listed (↑ and ↓)")
        self.show_one = push_button("Show in Review", "Show the selected pairs in Review (Enter)", self._open_selected)
        self.show_all = push_button("Show all", "Show all listed pairs of one submission in Review", self._open_all)
        self._sentence = words("", "")
        self._states = QStackedWidget()
        self._states.addWidget(self._card())
        self._states.addWidget(EmptyState("check", _NONE, _WHY_NONE))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID_PX, 0, 0)
        column.addWidget(self._states)
        self.table.opened.connect(lambda row: self._open([row]))
        self.table.chosen.connect(lambda row: self._sentence.setText(row.sentence))
        self.submissions.activated.connect(lambda _: self._fill())
        self.setFocusProxy(self.table)

    def _card(self) -> Card:
        card = Card("People against the machine")
        foot = QHBoxLayout()
        foot.setSpacing(GRID_PX)
        foot.addWidget(self._sentence, 1)
        for widget in (self.submissions, self.show_all, self.show_one):
            foot.addWidget(widget)
        card.body.addWidget(words(_ABOUT))
        card.body.addWidget(self.table, 1)
        card.body.addLayout(foot)
        return card

    def show_results(self, read: Read) -> None:
        """Show what people and evaluators say differently now."""
        self._look_into(self._context.project)
        self._found = read.results.machine
        names = sorted({row.submission for row in self._found})
        chosen = self.submissions.currentData()
        self.submissions.clear()
        self.submissions.addItem(_ALL, "")
        for name in names:
            self.submissions.addItem(literal(name), name)
        self.submissions.setCurrentIndex(max(self.submissions.findData(chosen), 0))
        self.submissions.setVisible(len(names) > 1)
        self._teams = {each.submission: each.team for question in read.results.questions for each in question.strata}
        self._states.setCurrentIndex(0 if self._found else 1)
        self._fill()

    def _look_into(self, project: Project | None) -> None:
        if project is not self._project:
            self._project = project
            folder = project.folder if project is not None and project.mode == "write" else None
            self.thumbnails.look_at(partial(find_media, project) if project is not None else None, folder)

    def forget(self) -> None:
        """Show nothing."""
        self._look_into(None)
        self._found, self._teams = (), {}
        self.table.results.show_results((), ())
        self.submissions.clear()
        self._sentence.clear()

    def _fill(self) -> None:
        wanted = self.submissions.currentData()
        rows = [row for row in self._found if wanted in (None, "", row.submission)]
        self.table.results.show_results(disagreement_columns(self._teams), rows)
        if not self.table.currentIndex().isValid():
            self.table.go_to(0)
        self.show_all.setEnabled(bool(rows))
        self.show_one.setEnabled(bool(rows))

    def tab_title(self, read: Read) -> str:
        """Say how many there are."""
        n = len(read.results.machine)
        return f"{self.title} · {n:,}" if n else self.title

    # ---- into Review ----

    def _open_selected(self) -> None:
        self._open(self.table.selected)

    def _open_all(self) -> None:
        results = self.table.results
        self._open([results.row_at(row) for row in range(results.rowCount())])

    def _open(self, rows: Sequence[MachineDisagreement]) -> None:
        """Show pairs in Review: one large, several as a grid; Review shows one submission, the first row's."""
        if not rows:
            return
        submission = rows[0].submission
        samples = [row.sample for row in rows if row.submission == submission]
        self._context.select(SubmissionId(submission))
        if len(samples) == 1:
            self.asked.emit("review", {"sample": samples[0]})
            return
        title = f"{count(len(samples), 'pair')} that people see otherwise"
        self.asked.emit("review", {"samples": samples, "title": title})
