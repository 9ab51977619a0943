"""Agreement: how far annotators agree on each question, and every two of them on the one that is chosen."""

from PySide6.QtWidgets import QVBoxLayout

from genmu_studio.labelling.agreeing import QuestionAgreement
from ui.theme import GRID_PX
from ui.widgets.basics import Card
from ui.widgets.label_results.agreement_columns import PairRow, agreement_columns, pair_columns
from ui.widgets.label_results.part import ResultPart, scroll_down, words
from ui.widgets.label_results.reading import Read
from ui.widgets.label_results.table import ResultModel, ResultTable

_WIDTHS = (112, 46, 48, 56, 60, 82, 86, 108, 82, 82)
_ROW_PX = 46
_PAIR_PX = 30
_MOST_ROWS = 10


class AgreementPart(ResultPart):
    """A table of questions; below it what has to be said beside its figures, and the pairs of annotators."""

    title = "Agreement"
    about = "How far annotators agree, question by question"

    def __init__(self) -> None:
        super().__init__()
        self._read: Read | None = None
        self.table: ResultTable[QuestionAgreement] = ResultTable(
            "Agreement by question", "Agreement by question (↑ and ↓: every two annotators below; Ctrl+C: copy)",
            ResultModel(lambda row: row.question.digest), _WIDTHS, _ROW_PX,
        )  # fmt: skip
        self.notes = words()
        self.pairs: ResultTable[PairRow] = ResultTable(
            "Agreement of every two annotators", "Cohen's kappa of every two annotators (Ctrl+C: copy)",
            ResultModel(lambda row: row.names), (220, 70, 220), _PAIR_PX,
        )  # fmt: skip
        self.no_pairs = words()
        self.card = Card("Agreement on items that count")
        self.card.body.addWidget(self.table)
        self.card.body.addWidget(self.notes)
        self.pairs_card = Card("Every two annotators")
        self.pairs_card.body.addWidget(self.pairs)
        self.pairs_card.body.addWidget(self.no_pairs)
        column = QVBoxLayout()
        column.setContentsMargins(0, GRID_PX, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.card)
        column.addWidget(self.pairs_card)
        column.addStretch(1)
        scroll_down(self, column)
        self.table.chosen.connect(self._choose)
        self.setFocusProxy(self.table)

    def show_results(self, read: Read) -> None:
        """Show the agreement on every question that has one."""
        self._read = read
        found = [each.agreement for each in read.results.questions if each.agreement is not None]
        self.table.results.show_results(agreement_columns(), found)
        self.table.fit_height(_MOST_ROWS)
        self.notes.setText("\n".join(_notes(each) for each in found if _notes(each)))
        self.notes.setVisible(bool(self.notes.text()))
        self.pairs_card.setVisible(bool(found))
        if not self.table.currentIndex().isValid():
            self.table.go_to(0)

    def forget(self) -> None:
        """Show no question."""
        self._read = None
        self.table.results.show_results((), ())
        self.pairs.results.show_results((), ())
        self.notes.clear()
        self.no_pairs.clear()
        self.pairs_card.set_title("Every two annotators")

    def _choose(self, found: QuestionAgreement) -> None:
        if self._read is None:
            return
        # The columns of ratings are the annotators with a label to the question, by name.
        labels = self._read.results.labels.of_items(found.question.id)
        names = sorted({label.annotator for label in labels})
        rows = [
            PairRow((names[each.first], names[each.second]), each.kappa, each.unweighted)
            for each in found.summary.pairs
            if each.kappa.items
        ]
        self.pairs_card.set_title(f"Every two annotators · {found.question.id}")
        is_weighted = any(row.kappa.value != row.unweighted.value for row in rows)
        columns = pair_columns(is_weighted)
        self.pairs.share_width((220, 70, *(220 for _ in columns[2:])))
        self.pairs.results.show_results(columns, rows)
        self.pairs.fit_height(_MOST_ROWS)
        self.pairs.setVisible(bool(rows))
        self.no_pairs.setVisible(not rows)
        self.no_pairs.setText(f"No pair to compare: {found.summary.percent.reason or 'no item was answered twice'}.")


def _notes(found: QuestionAgreement) -> str:
    """Return what has to be said beside the figures of a question, "" for nothing."""
    summary = found.summary
    said = [found.note or ""]
    if summary.fleiss.reason and summary.fleiss.reason not in said[0]:
        said.append(summary.fleiss.reason)
    if found.skipped:
        said.append(f"skipped {found.skipped:,} ×")
    if found.unsettled:
        said.append(f"{found.unsettled:,} with several answers of one annotator, which count as none")
    words_ = "; ".join(each for each in said if each)
    return f"{found.question.id}: {words_}" if words_ else ""
