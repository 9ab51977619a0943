"""The columns of the tables of agreement: each figure with what it rests on, or why there is none."""

from collections.abc import Callable
from dataclasses import dataclass

from genmu_studio.labelling.agreeing import QuestionAgreement
from scoring.agreement.summary import AgreementSummary
from scoring.agreement.values import Agreement
from ui.numbers import NONE, count
from ui.widgets.label_results.table import ResultColumn
from ui.widgets.segments import Lines, Segment


@dataclass(frozen=True, slots=True)
class AgreementFigure:
    """One figure: its title, what it means, what its n counts, and how it is had and written."""

    title: str
    about: str
    counted: str
    of: Callable[[AgreementSummary], Agreement]
    digits: int = 3
    factor: int = 1

    def text(self, value: float | None) -> str:
        """Return the figure as it is written, a dash for none."""
        return NONE if value is None else f"{self.factor * value:.{self.digits}f}".replace("-", "−")


FIGURES = (
    AgreementFigure(
        "equal %",
        "Percent agreement: how often two answers to one item are equal, within the question's tolerance.",
        "pair",
        lambda summary: summary.percent,
        digits=1,
        factor=100,
    ),
    AgreementFigure(
        "alpha",
        "Krippendorff's alpha: 1 − observed over expected disagreement, by the level of the question. Any number of "
        "annotators, missing answers allowed. 1 = all agree, 0 = as by chance.",
        "answer",
        lambda summary: summary.alpha,
    ),
    AgreementFigure(
        "kappa",
        "Cohen's kappa: agreement of two annotators beyond chance, the mean over all pairs of them. Ordered choices "
        "are weighted by the square of their distance.",
        "annotator pair",
        lambda summary: summary.kappa,
    ),
    AgreementFigure(
        "Fleiss",
        "Fleiss' kappa: agreement beyond chance of equally many annotators per item, who need not be the same. The "
        "order of choices does not count.",
        "item",
        lambda summary: summary.fleiss,
    ),
    AgreementFigure(
        "AC1",
        "Gwet's AC1: agreement beyond chance that stays meaningful where nearly all answers are the same.",
        "item",
        lambda summary: summary.ac1,
    ),
)


def counted(figure: AgreementFigure, found: Agreement) -> str:
    """Return what a figure rests on: "120 answers"."""
    return count(found.n, figure.counted)


def explained(figure: AgreementFigure, found: Agreement) -> str:
    """Return all that is known of a figure, a line each."""
    lines = [f"{figure.title} {NONE if found.value is None else repr(figure.factor * found.value)}"]
    lines += [each for each in (found.reason, found.badge) if each]
    lines.append(f"n = {counted(figure, found)}")
    shared = f"{count(found.items, 'item')} answered by two annotators at least, {count(found.raters, 'annotator')}"
    lines += [shared, f"{count(found.missing, 'answer')} missing", "", figure.about]
    return "\n".join(lines)


def agreement_columns() -> tuple[ResultColumn[QuestionAgreement], ...]:
    """Return the columns of the table of questions."""
    return (
        ResultColumn(
            "question",
            lines=lambda row: ((Segment(row.question.id, bold=True),), (Segment(row.question.measured_as, "muted"),)),
            text=lambda row: row.question.id, tip=lambda row: f"{row.question.text}\n{row.question.measured_as}",
            key=lambda row: row.question.id,
            about="The question, and how its answers may be compared: as names, in an order, or by their distance",
        ),
        _counts("items", "Items with an answer", lambda row: row.items),
        _counts("raters", "Annotators who gave an answer", lambda row: row.raters),
        _counts("ratings", "Answers", lambda row: row.n),
        _counts("missing", "Answers that an annotator of the question did not give to one of its items",
                lambda row: row.summary.percent.missing),
        *(_figure(figure) for figure in FIGURES),
    )  # fmt: skip


def _counts(title: str, about: str, of: Callable[[QuestionAgreement], int]) -> ResultColumn[QuestionAgreement]:
    return ResultColumn(
        title, lines=lambda row: ((Segment(f"{of(row):,}"),),), text=lambda row: f"{of(row):,}", about=about,
        key=lambda row: float(of(row)),
    )  # fmt: skip


def _figure(figure: AgreementFigure) -> ResultColumn[QuestionAgreement]:
    def lines(row: QuestionAgreement) -> Lines:
        found = figure.of(row.summary)
        if found.value is None:
            return ((Segment(NONE, "muted"),), (Segment(found.reason or "", "muted"),))
        return ((Segment(figure.text(found.value), bold=True),), (Segment(counted(figure, found), "muted"),))

    return ResultColumn(
        figure.title,
        lines=lines,
        text=lambda row: figure.text(figure.of(row.summary).value),
        tip=lambda row: explained(figure, figure.of(row.summary)),
        about=figure.about,
        key=lambda row: figure.of(row.summary).value,
    )


# ---- two annotators ----


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two annotators and how far they agree on a question."""

    names: tuple[str, str]
    kappa: Agreement
    unweighted: Agreement


def pair_columns(is_weighted: bool) -> tuple[ResultColumn[PairRow], ...]:
    """Return the columns of the table of pairs; kappa without weights beside it only where it is another."""

    def kappa(title: str, about: str, of: Callable[[PairRow], Agreement]) -> ResultColumn[PairRow]:
        def lines(row: PairRow) -> Lines:
            found = of(row)
            written = FIGURES[1].text(found.value)
            return ((Segment(written, bold=True), Segment(found.reason or found.badge or "", "muted")),)

        return ResultColumn(
            title, lines=lines, text=lambda row: FIGURES[1].text(of(row).value), about=about,
            tip=lambda row: " · ".join(each for each in (lines(row)[0][0].text, lines(row)[0][1].text) if each),
            key=lambda row: of(row).value,
        )  # fmt: skip

    return (
        ResultColumn(
            "annotators", lines=lambda row: ((Segment(" and ".join(row.names)),),),
            text=lambda row: " and ".join(row.names), key=lambda row: " ".join(row.names),
        ),
        ResultColumn(
            "items", lines=lambda row: ((Segment(f"{row.kappa.items:,}"),),), text=lambda row: f"{row.kappa.items:,}",
            about="Items that both answered", key=lambda row: float(row.kappa.items),
        ),
        kappa("kappa", FIGURES[2].about, lambda row: row.kappa),
        *((kappa("unweighted", "Cohen's kappa without weights", lambda row: row.unweighted),) if is_weighted else ()),
    )  # fmt: skip
