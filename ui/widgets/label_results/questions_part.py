"""Questions: a list of them, and what came of the one that is chosen."""

from PySide6.QtWidgets import QHBoxLayout

from genmu_studio.labelling.results.questions import QuestionResult
from ui.numbers import count
from ui.theme import GRID_PX
from ui.widgets.label_results.part import ResultPart, framed, scrolled
from ui.widgets.label_results.question_sheet import QuestionSheet
from ui.widgets.label_results.reading import Read
from ui.widgets.label_results.table import ResultColumn, ResultModel, ResultTable
from ui.widgets.segments import Lines, Segment

_LIST_PX = 250


class QuestionsPart(ResultPart):
    """Keeps to the question that a person looks at while labels change."""

    title = "Questions"
    about = "What was answered to each question, and whose samples the answers were about"

    def __init__(self) -> None:
        super().__init__()
        self._level = 0.95
        self.list: ResultTable[QuestionResult] = ResultTable(
            "Questions", "The questions of the campaign (↑ and ↓)", ResultModel(lambda row: row.question.digest),
            (_LIST_PX - 24,), 48,
        )  # fmt: skip
        self.list.make_list()
        self.sheet = QuestionSheet()
        self._area = scrolled(self.sheet)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GRID_PX, 0, 0)
        row.setSpacing(GRID_PX)
        frame = framed(self.list)
        frame.setFixedWidth(_LIST_PX)
        row.addWidget(frame)
        row.addWidget(self._area, 1)
        self.list.chosen.connect(self._choose)
        self.setFocusProxy(self.list)

    def show_results(self, read: Read) -> None:
        """Show the questions, and the chosen one anew."""
        self._level = read.level
        self.list.results.show_results((ResultColumn("question", lines=_lines),), read.results.questions)
        if not self.list.currentIndex().isValid():
            self.list.go_to(0)

    def forget(self) -> None:
        """Show no question."""
        self.list.results.show_results((), ())
        self.sheet.forget()

    def _choose(self, result: QuestionResult) -> None:
        self.sheet.show_question(result, self._level)


def _lines(result: QuestionResult) -> Lines:
    skipped = sum(result.skipped.values())
    said = count(result.n, "answer") + (f", {skipped:,} skipped" if skipped else "")
    return ((Segment(result.question.text),), (Segment(f"{result.question.id} · {said}", "muted"),))
