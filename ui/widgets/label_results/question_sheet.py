"""One question of a campaign: what was answered, what it comes to, and whose samples the answers were about."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from genmu_studio.labelling.results.questions import QuestionResult
from scoring.types import MetricValue
from ui.numbers import NONE, interval
from ui.theme import GRID_PX
from ui.widgets.basics import Card
from ui.widgets.figure import Figure
from ui.widgets.label_results.number_bars import NumberBars
from ui.widgets.label_results.part import words
from ui.widgets.label_results.question_columns import (
    AnswerRow,
    RevealRow,
    answer_columns,
    opinion_words,
    reveal_columns,
    reveal_rows,
    smallest_px,
)
from ui.widgets.label_results.question_words import about, numbers_words, spoken
from ui.widgets.label_results.table import ResultColumn, ResultModel, ResultTable
from ui.widgets.segments import Segment
from ui.widgets.tips import tip

_ROW_PX = 30
_BESIDE_PX = 220
_TALL_PX = 48
_MOST_ROWS = 12
_Pair = tuple[str, str]


class QuestionSheet(QWidget):
    """Shows a `QuestionResult`. Its tables can be walked, sorted and copied."""

    def __init__(self) -> None:
        super().__init__()
        self._level = 0.95
        self.title = words("", "")
        self.title.setStyleSheet("font-size: 16px; font-weight: 600;")
        self.about = words()
        self.nothing = words("Nobody whose labels count has answered it yet.")
        self.answers: ResultTable[AnswerRow] = ResultTable(
            "Answers", "How often each answer was given (Ctrl+C: copy)", ResultModel(lambda row: row.answer.category),
            (96, 76, 60, 36), _ROW_PX,
        )  # fmt: skip
        self.answers.draw_tracks_in(1)
        self.bars = NumberBars()
        self._summary = words()
        self.opinion = Figure("big")
        self.opinion.setProperty("small", True)
        self._opinion_note = words()
        self.reasons = _pairs("Why it was skipped", "How often each reason was given (Ctrl+C: copy)", ("reason", "n"))
        self.texts = _pairs("What was written", "What each annotator wrote (Ctrl+C: copy)", ("annotator", "text"))
        self.reveal: ResultTable[RevealRow] = ResultTable(
            "Answers by submission and side", "Whose samples the answers were about (Ctrl+C: copy)",
            ResultModel(lambda row: (row.submission, row.role)), (), _TALL_PX,
        )  # fmt: skip
        self._lay_out()

    def _lay_out(self) -> None:
        self.answers_card = Card("What was answered")
        for part in (self.answers, self.bars, self._summary):
            self.answers_card.body.addWidget(part)
        self.answers_card.body.addStretch(1)
        self.opinion_card = Card("Mean opinion score")
        self.opinion_card.body.addWidget(self.opinion)
        self.opinion_card.body.addWidget(self._opinion_note)
        self.skipped_card = Card("Skipped")
        self.skipped_card.body.addWidget(self.reasons)
        self.texts_card = Card("What was written")
        self.texts_card.body.addWidget(self.texts)
        self.reveal_card = Card("By submission and side · revealed")
        self.reveal_card.body.addWidget(self.reveal)
        beside = QVBoxLayout()
        beside.setSpacing(GRID_PX)
        for card in (self.opinion_card, self.skipped_card):
            beside.addWidget(card)
        beside.addStretch(1)
        self._beside = QWidget()
        self._beside.setLayout(beside)
        beside.setContentsMargins(0, 0, 0, 0)
        self._beside.setFixedWidth(_BESIDE_PX)
        above = QHBoxLayout()
        above.setSpacing(GRID_PX)
        above.addWidget(self.answers_card, 1)
        above.addWidget(self._beside, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, GRID_PX // 2, 0)
        column.setSpacing(GRID_PX)
        for text in (self.title, self.about, self.nothing):
            column.addWidget(text)
        column.addLayout(above)
        column.addWidget(self.texts_card)
        column.addWidget(self.reveal_card)
        column.addStretch(1)

    def show_question(self, result: QuestionResult, level: float) -> None:
        """Show what came of a question. level : of intervals, a fraction."""
        self._level = level
        question = result.question
        self.title.setText(question.text)
        self.about.setText(about(result))
        self.nothing.setVisible(not result.n)
        self._show_answers(result)
        self._show_opinion(result.opinion, f"{spoken(question.minimum)} to {spoken(question.maximum)}")
        self.skipped_card.setVisible(bool(result.skipped))
        reasons = tuple((reason, f"{n:,}") for reason, n in result.skipped.items())
        _fill(self.reasons, ("reason", "n"), reasons)
        self._beside.setVisible(bool(result.skipped) or (result.opinion is not None and bool(result.n)))
        self.texts_card.setVisible(bool(result.texts))
        _fill(self.texts, ("annotator", "text"), result.texts)
        self._show_reveal(result)

    def forget(self) -> None:
        """Show nothing."""
        for text in (self.title, self.about, self._summary, self._opinion_note, self.opinion):
            text.clear()
        self.opinion.setToolTip("")
        self.opinion.setAccessibleName("")
        self.opinion.setAccessibleDescription("")
        for table in (self.answers, self.reasons, self.texts, self.reveal):
            table.results.show_rows((), ())
        for card in (self.answers_card, self.opinion_card, self.skipped_card, self.texts_card, self.reveal_card):
            card.hide()

    def _show_answers(self, result: QuestionResult) -> None:
        has_categories = bool(result.categories) and bool(result.n)
        is_number = not result.categories and result.numbers is not None
        rows = [AnswerRow(each, result.n) for each in result.categories] if has_categories else []
        self.answers.setVisible(has_categories)
        self.answers.results.show_results(answer_columns(result.question), rows)
        self.answers.fit_height(_MOST_ROWS)
        self.bars.setVisible(is_number)
        self.bars.show_numbers(result.question, result.numbers if is_number else None)
        numbers = result.numbers
        self._summary.setText("" if numbers is None else numbers_words(result.question, numbers))
        self._summary.setVisible(numbers is not None)
        self.answers_card.setVisible(has_categories or is_number)

    def _show_opinion(self, value: MetricValue | None, scale: str) -> None:
        self.opinion_card.setVisible(value is not None and bool(value.n))
        if value is None:
            return
        text = NONE if value.value is None else f"{value.value:.2f}"
        self.opinion.show_value("MOS", value, text, what_if=False)
        known = opinion_words("MOS", value)
        self.opinion.setAccessibleDescription(known)
        self.opinion.setToolTip(tip(known))
        said = [
            f"on a scale of {scale}",
            interval(value, self._level, 2),
            f"{value.n:,} votes",
            value.badge or "",
            value.reason or "",
        ]
        self._opinion_note.setText("\n".join(each for each in said if each))

    def _show_reveal(self, result: QuestionResult) -> None:
        rows = reveal_rows(result) if result.question.kind != "text" else ()
        self.reveal_card.setVisible(bool(rows))
        columns = reveal_columns(result)
        self.reveal.share_width(smallest_px(columns))
        self.reveal.draw_tracks_in(*range(3, len(columns)))
        self.reveal.results.show_results(columns, rows)
        tall = max((len(row.sides) for row in rows), default=1)
        self.reveal.verticalHeader().setDefaultSectionSize(_TALL_PX if tall > 1 else _TALL_PX - GRID_PX)
        self.reveal.fit_height(_MOST_ROWS)


def _pairs(name: str, about: str, titles: _Pair) -> ResultTable[_Pair]:
    widths = (120, 34) if titles[1] == "n" else (120, 480)
    return ResultTable(name, about, ResultModel(lambda row: row), widths, _ROW_PX)


def _fill(table: ResultTable[_Pair], titles: _Pair, rows: tuple[_Pair, ...]) -> None:
    columns: tuple[ResultColumn[_Pair], ...] = (
        ResultColumn(titles[0], lines=lambda row: ((Segment(row[0]),),), key=lambda row: row[0]),
        ResultColumn(titles[1], lines=lambda row: ((Segment(row[1]),),), key=lambda row: row[1]),
    )
    table.results.show_results(columns, rows)
    table.fit_height(_MOST_ROWS)
