"""What is said of a question: its kind, how many answered it, and what its figures rest on."""

from collections.abc import Mapping

from genmu_studio.labelling.questions import Question, QuestionKind
from genmu_studio.labelling.results.answers import NumberSummary
from genmu_studio.labelling.results.questions import QuestionResult
from ui.numbers import NONE, count

KINDS: Mapping[QuestionKind, str] = {
    "choice": "a choice",
    "scale": "a scale",
    "number": "a number",
    "yes_no": "yes or no",
    "ab": "A or B",
    "abx": "A, B or X",
    "text": "a free text",
}


def spoken(n: float | None, unit: str = "", digits: int = 1) -> str:
    """Return a number of a person's answer, without digits that say nothing, with its unit."""
    if n is None:
        return NONE
    text = f"{n:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{n:.0f}"
    return f"{text.replace('-', '−')} {unit}".rstrip()


def share_words(n: int, whole: int) -> str:
    """Return what part of the answers that is, in percent."""
    return f"{100 * n / whole:.1f} %" if whole else NONE


def about(result: QuestionResult) -> str:
    """Return the line below a question: what kind it is, and how many answers it has."""
    question = result.question
    skipped = sum(result.skipped.values())
    parts = [question.id, KINDS[question.kind]]
    if question.measured_as != "nominal":
        parts.append(question.measured_as)
    parts.append(count(result.n, "answer"))
    if skipped:
        parts.append(f"skipped {skipped:,} ×")
    return " · ".join(parts)


def numbers_words(question: Question, numbers: NumberSummary) -> str:
    """Return smallest, quartiles, median and largest of the numbers that were answered."""
    low, first, middle, third, high = (
        spoken(value)
        for value in (
            numbers.minimum,
            numbers.lower_quartile,
            numbers.median,
            numbers.upper_quartile,
            numbers.maximum,
        )
    )
    unit = f" {question.unit}" if question.unit else ""
    return f"median {middle}{unit} · half of the answers from {first} to {third} · smallest {low}, largest {high}"
