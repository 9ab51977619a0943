"""The columns of the tables about one question: its answers, and the answers by submission, role and side."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.answers import CategoryCount
from genmu_studio.labelling.results.questions import QuestionResult
from genmu_studio.labelling.results.strata import StratumResult
from scoring.types import MetricValue
from ui.numbers import NONE, count
from ui.widgets.figure import explain
from ui.widgets.label_results.question_words import numbers_words, share_words, spoken
from ui.widgets.label_results.table import ResultColumn
from ui.widgets.label_results.tracks import Track, Tracks
from ui.widgets.segments import Lines, Segment

_SIDES = ("original", "unlearned")
_MOS_ABOUT = (
    "Mean opinion score: mean of the votes on the scale, with an interval for items and annotators both drawn from many"
)


# ---- what was answered ----


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """How often one answer was given. whole : answers in all."""

    answer: CategoryCount
    whole: int


def answer_columns(question: Question) -> tuple[ResultColumn[AnswerRow], ...]:
    """Return the columns of the table of answers."""

    def name(row: AnswerRow) -> Lines:
        step = str(row.answer.category)
        is_numbered = question.kind == "scale" and row.answer.label != step
        return ((Segment(step, "muted"), Segment(row.answer.label)) if is_numbered else (Segment(row.answer.label),),)

    def bar(row: AnswerRow) -> Tracks:
        return (Track("accent", fill=row.answer.n / row.whole if row.whole else 0.0),)

    def text(row: AnswerRow) -> str:
        return " ".join(part.text for part in name(row)[0])

    return (
        ResultColumn("answer", lines=name, text=text),
        ResultColumn("", text=lambda row: "", tracks=bar, tip=lambda row: _counted(row.answer, row.whole)),
        ResultColumn("share", text=lambda row: share_words(row.answer.n, row.whole),
                     lines=lambda row: ((Segment(share_words(row.answer.n, row.whole), bold=True),),),
                     key=lambda row: float(row.answer.n)),
        ResultColumn("n", text=lambda row: f"{row.answer.n:,}", lines=lambda row: ((Segment(f"{row.answer.n:,}"),),),
                     about="How many answers", key=lambda row: float(row.answer.n)),
    )  # fmt: skip


def _counted(answer: CategoryCount, whole: int) -> str:
    return f"{answer.label}: {answer.n:,} of {count(whole, 'answer')}, {share_words(answer.n, whole)}"


# ---- whose samples they were ----


@dataclass(frozen=True, slots=True)
class RevealRow:
    """The answers about the samples of a submission in one role, its sides beside each other."""

    submission: str
    team: str
    role: str
    sides: tuple[StratumResult, ...]


def reveal_rows(result: QuestionResult) -> tuple[RevealRow, ...]:
    """Return the strata of a question, the sides of a submission and role in one row."""
    found: dict[tuple[str, str], list[StratumResult]] = {}
    for stratum in result.strata:
        found.setdefault((stratum.submission, stratum.role), []).append(stratum)
    return tuple(
        RevealRow(submission, sides[0].team, role, tuple(sides)) for (submission, role), sides in found.items()
    )


def token_of(side: str) -> str:
    """Return the colour of a side; a pair has none of its own."""
    return side if side in _SIDES else "accent"


def reveal_columns(result: QuestionResult) -> tuple[ResultColumn[RevealRow], ...]:
    """Return the columns of the table of strata: whose, how many, then what the kind of the question allows."""
    columns: list[ResultColumn[RevealRow]] = [
        ResultColumn(
            "submission", lines=_whose, text=lambda row: f"{row.submission} {row.role}",
            key=lambda row: f"{row.submission} {row.role}", about="Whose samples were judged, and in which role",
        ),
        ResultColumn(
            "side", lines=lambda row: tuple((Segment(each.side, _named(each.side), bold=True),) for each in row.sides),
            about="Original or unlearned; a pair where both were shown together",
        ),
        ResultColumn(
            "n", lines=lambda row: tuple((Segment(f"{each.n:,}"),) for each in row.sides),
            key=lambda row: float(sum(each.n for each in row.sides)), about="How many answers",
        ),
    ]  # fmt: skip
    if result.opinion is not None:
        columns.append(_opinion_column(result.question))
    elif result.numbers is not None and result.question.kind == "number":
        columns.append(_numbers_column(result))
    names = [each.label for each in result.strata[0].categories] if result.strata else []
    return (*columns, *(_category_column(place, name) for place, name in enumerate(names)))


def _named(side: str) -> str:
    return side if side in _SIDES else "text"


def _whose(row: RevealRow) -> Lines:
    return ((Segment(row.team, bold=True),), (Segment(f"{row.submission} · {row.role}", "muted"),))


def _category_column(place: int, name: str) -> ResultColumn[RevealRow]:
    def tracks(row: RevealRow) -> Tracks:
        return tuple(_share_track(each, place) for each in row.sides)

    def explained(row: RevealRow) -> str:
        lines = [f"{each.side}: {_counted(each.categories[place], each.n)}" for each in row.sides]
        return "\n".join(lines)

    def share(row: RevealRow) -> float | None:
        last = row.sides[-1]
        return last.categories[place].n / last.n if last.n else None

    return ResultColumn(
        name,
        text=partial(_in_one_line, say=lambda each: share_words(each.categories[place].n, each.n)),
        tracks=tracks,
        tip=explained,
        key=share,
        about=f"How many of the answers are “{name}”; sorted by the unlearned side",
    )


def _share_track(stratum: StratumResult, place: int) -> Track:
    n = stratum.categories[place].n
    if not stratum.n:
        return Track(token_of(stratum.side), text=NONE)
    return Track(token_of(stratum.side), fill=n / stratum.n, text=f"{100 * n / stratum.n:.0f} %")


def _in_one_line(row: RevealRow, say: Callable[[StratumResult], str]) -> str:
    return ", ".join(f"{each.side} {say(each)}" for each in row.sides)


def opinion_track(question: Question, value: MetricValue, token: str) -> Track:
    """Return a mean opinion score on its scale."""
    low, high = float(question.minimum or 0), float(question.maximum or 1)

    def at(number: float) -> float:
        return (number - low) / (high - low)

    if value.value is None:
        return Track(token, text=NONE, note=value.reason or "")
    band = None if value.interval is None else (at(value.interval[0]), at(value.interval[1]))
    return Track(token, band=band, dot=at(value.value), text=f"{value.value:.2f}")


def _opinion_column(question: Question) -> ResultColumn[RevealRow]:
    def tracks(row: RevealRow) -> Tracks:
        known = [(each.opinion, each.side) for each in row.sides if each.opinion is not None]
        return tuple(opinion_track(question, value, token_of(side)) for value, side in known)

    def explained(row: RevealRow) -> str:
        return "\n".join(opinion_words(f"{each.side} MOS", each.opinion) for each in row.sides)

    def key(row: RevealRow) -> float | None:
        last = row.sides[-1].opinion
        return None if last is None else last.value

    return ResultColumn(
        f"MOS, {spoken(question.minimum)} to {spoken(question.maximum)}",
        text=partial(_in_one_line, say=lambda each: spoken(each.opinion.value if each.opinion else None, digits=2)),
        tracks=tracks,
        tip=explained,
        key=key,
        about=f"{_MOS_ABOUT}; sorted by the unlearned side",
    )


def opinion_words(name: str, value: MetricValue | None) -> str:
    """Return all that is known of a mean opinion score; it counts votes, not samples."""
    if value is None:
        return f"{name} {NONE}"
    lines = explain(name, value, what_if=False).split("\n")
    counted = f"{count(value.n, 'sample')}, {count(value.failures, 'failure')}"
    return "\n".join(count(value.n, "vote") if line == counted else line for line in lines)


def _numbers_column(result: QuestionResult) -> ResultColumn[RevealRow]:
    question, whole = result.question, result.numbers
    low, high = (whole.minimum, whole.maximum) if whole is not None else (0.0, 1.0)
    room = (high - low) or 1.0

    def track(stratum: StratumResult) -> Track:
        numbers = stratum.numbers
        if numbers is None:
            return Track(token_of(stratum.side), text=NONE)
        first, middle, third = (
            (value - low) / room for value in (numbers.lower_quartile, numbers.median, numbers.upper_quartile)
        )
        return Track(token_of(stratum.side), band=(first, third), dot=middle, text=spoken(numbers.median))

    def explained(row: RevealRow) -> str:
        words = [
            f"{each.side}: {NONE if each.numbers is None else numbers_words(question, each.numbers)}"
            for each in row.sides
        ]
        return "\n".join(words)

    def key(row: RevealRow) -> float | None:
        numbers = row.sides[-1].numbers
        return None if numbers is None else numbers.median

    unit = f", {question.unit}" if question.unit else ""
    return ResultColumn(
        f"median and quartiles{unit}",
        text=partial(_in_one_line, say=lambda each: spoken(each.numbers.median if each.numbers else None)),
        tracks=lambda row: tuple(track(each) for each in row.sides),
        tip=explained,
        key=key,
        about="The median as a dot, the middle half of the answers as a band; sorted by the unlearned side",
    )


def smallest_px(columns: Sequence[ResultColumn[RevealRow]]) -> tuple[int, ...]:
    """Return the widths at which these columns can still be read."""
    figures = [240 if each.title.startswith(("MOS", "median")) else 104 for each in columns[3:]]
    return (170, 78, 44, *figures)
