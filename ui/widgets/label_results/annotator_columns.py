"""The columns of the table of annotators, and of the decisions about them."""

from collections.abc import Callable
from typing import Protocol

from genmu_studio.labelling.results.annotators import AnnotatorResult, Share
from ui.numbers import NONE, count
from ui.widgets.label_results.question_words import spoken
from ui.widgets.label_results.table import ResultColumn
from ui.widgets.label_results.tracks import Track
from ui.widgets.segments import Lines, Segment


class Decision(Protocol):
    """A decision about whose labels count. excluded : False where they count again."""

    @property
    def annotator(self) -> str:
        """Whose."""

    @property
    def at_utc(self) -> str:
        """When."""

    @property
    def author(self) -> str:
        """By whom."""

    @property
    def excluded(self) -> bool:
        """Which."""

    @property
    def reason(self) -> str:
        """Why."""


def when(at_utc: str | None) -> str:
    """Return a moment as a person reads it, "–" for none."""
    return NONE if not at_utc else f"{at_utc[:10]} {at_utc[11:16]}"


def annotator_columns(level: float) -> tuple[ResultColumn[AnnotatorResult], ...]:
    """Return the columns of the table of annotators. level : of the intervals, a fraction."""
    return (
        ResultColumn("annotator", lines=_name, text=lambda row: row.name, tip=_state_words, key=lambda row: row.name),
        ResultColumn(
            "progress", tracks=lambda row: (_progress(row),), text=_progress_words, tip=_work_words,
            key=lambda row: row.finished / row.entries if row.entries else None,
            about="Entries of the queue of which each question is answered or skipped",
        ),
        _share("gold", "Items of known answer that were answered rightly", lambda row: row.gold, level),
        _share("attention", "Items that say what to answer, answered so", lambda row: row.attention, level),
        _share("self-consistency", "Repeated items that got the same answer, within the question's tolerance",
               lambda row: row.repeats, level),
        ResultColumn(
            "per item", lines=_time, text=_time_words, key=lambda row: row.median_seconds,
            about="The median time of an item, all its questions together, of those whose time is known",
        ),
        ResultColumn(
            "last UTC", lines=lambda row: tuple((Segment(each, "muted"),) for each in when(row.last_at_utc).split()),
            text=lambda row: when(row.last_at_utc), key=lambda row: row.last_at_utc,
            tip=lambda row: f"first {when(row.first_at_utc)}, last {when(row.last_at_utc)}",
        ),
        ResultColumn("counts", lines=_state, text=_state_words, key=lambda row: row.excluded is not None,
                     about="Whether the labels enter the figures; if not, why"),
    )  # fmt: skip


def _name(row: AnnotatorResult) -> Lines:
    return ((Segment(row.name, "muted" if row.excluded is not None else "text", bold=True),),)


def _progress(row: AnnotatorResult) -> Track:
    share = row.finished / row.entries if row.entries else 0.0
    return Track(
        "accent", fill=share, text=f"{100 * share:.0f} %", note=_progress_words(row), is_dim=row.excluded is not None
    )


def _progress_words(row: AnnotatorResult) -> str:
    return f"{row.finished:,} of {row.entries:,}"


def _work_words(row: AnnotatorResult) -> str:
    return f"{_progress_words(row)} entries finished\n{count(row.answered, 'answer')}, {row.skipped:,} skipped"


def _share(
    title: str, about: str, of: Callable[[AnnotatorResult], Share], level: float
) -> ResultColumn[AnnotatorResult]:
    def track(row: AnnotatorResult) -> Track:
        share, is_dim = of(row), row.excluded is not None
        if not share.n:
            return Track("accent", text=NONE, note="none answered", is_dim=is_dim)
        ratio = share.right / share.n
        text, note = f"{100 * ratio:.0f} %", f"{share.right:,} of {share.n:,}"
        return Track("accent", band=share.interval, dot=ratio, text=text, note=note, is_dim=is_dim)

    def text(row: AnnotatorResult) -> str:
        share = of(row)
        return f"{share.right:,} of {share.n:,}"

    def explained(row: AnnotatorResult) -> str:
        share = of(row)
        if share.interval is None:
            return f"{title}: none answered"
        low, high = (100 * end for end in share.interval)
        return (
            f"{title}: {share.right:,} of {share.n:,}, {100 * share.right / share.n:.1f} %\n"
            f"{100 * level:g} % interval {low:.1f} to {high:.1f} (Wilson)"
        )

    def key(row: AnnotatorResult) -> float | None:
        share = of(row)
        return share.right / share.n if share.n else None

    return ResultColumn(
        title, tracks=lambda row: (track(row),), text=text, tip=explained, key=key,
        about=f"{about}; the band is Wilson's interval",
    )  # fmt: skip


def _time(row: AnnotatorResult) -> Lines:
    if row.median_seconds is None:
        return ((Segment(NONE, "muted"),),)
    return ((Segment(f"{row.median_seconds:.1f} s", bold=True),), (Segment(f"{row.timed:,} timed", "muted"),))


def _time_words(row: AnnotatorResult) -> str:
    return NONE if row.median_seconds is None else f"{spoken(row.median_seconds, 's')} of {row.timed:,}"


def _state(row: AnnotatorResult) -> Lines:
    if row.excluded is None:
        return ((Segment("✓ counts", "good"),),)
    return ((Segment("▲ left out", "what_if", bold=True),), (Segment(row.excluded, "muted"),))


def _state_words(row: AnnotatorResult) -> str:
    return "counts" if row.excluded is None else f"left out: {row.excluded}"


# ---- decisions ----


def decision_columns() -> tuple[ResultColumn[Decision], ...]:
    """Return the columns of the table of decisions about whose labels count."""

    def said(row: Decision) -> Lines:
        return ((Segment("▲ left out", "what_if") if row.excluded else Segment("✓ counts again", "good"),),)

    return (
        ResultColumn("when UTC", lines=lambda row: ((Segment(when(row.at_utc)),),), text=lambda row: when(row.at_utc),
                     key=lambda row: row.at_utc),
        ResultColumn("annotator", lines=lambda row: ((Segment(row.annotator, bold=True),),),
                     text=lambda row: row.annotator, key=lambda row: row.annotator),
        ResultColumn("decision", lines=said, text=lambda row: "left out" if row.excluded else "counts again",
                     key=lambda row: row.excluded),
        ResultColumn("reason", lines=lambda row: ((Segment(row.reason),),), text=lambda row: row.reason,
                     key=lambda row: row.reason),
        ResultColumn("by", lines=lambda row: ((Segment(row.author, "muted"),),), text=lambda row: row.author,
                     key=lambda row: row.author),
    )  # fmt: skip
