"""The list of what can be adjudicated: the question, and what was said how often."""

from ui.widgets.label_results.adjudicable import Adjudicable, answer_words
from ui.widgets.label_results.table import ResultColumn
from ui.widgets.segments import Lines, Segment

_NOTE = "note"


def adjudication_columns() -> tuple[ResultColumn[Adjudicable], ...]:
    """Return the one column of the list."""
    return (ResultColumn("what to settle", lines=_lines, tip=_explained),)


def _lines(row: Adjudicable) -> Lines:
    question = _NOTE if row.question is None else row.question.id
    if row.question is None:
        mark = Segment("● all are kept", "muted")
    elif row.decided is None:
        mark = Segment("● open", "accent")
    else:
        mark = Segment(f"✓ {answer_words(row.question, row.decided)}", "good")
    head = (Segment(question, bold=True), mark, *((Segment("▲ merged", "what_if"),) if row.conflicts else ()))
    return (head, (Segment(said(row), "muted"),))


def said(row: Adjudicable) -> str:
    """Return what was said, and by whom."""
    question = row.question
    if question is None:
        return " | ".join(f"{each.annotator}: {each.said}" for each in row.versions)
    parts = [f"{answer_words(question, answer)}: {', '.join(row.said_by(answer))}" for answer in row.answers]
    parts += [f"{each.annotator} {each.said}" for each in row.versions if each.answer is None]
    return " · ".join(parts)


def _explained(row: Adjudicable) -> str:
    text = _NOTE if row.question is None else row.question.text
    return f"{text}\n{said(row)}"
