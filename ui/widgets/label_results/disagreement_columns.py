"""The columns of the table of items of which people and an evaluator say different things."""

from collections.abc import Mapping

from genmu_studio.labelling.results.machine import MachineDisagreement
from ui.widgets.label_results.table import ResultColumn
from ui.widgets.label_results.tracks import Track
from ui.widgets.segments import Lines, Segment


def disagreement_columns(teams: Mapping[str, str]) -> tuple[ResultColumn[MachineDisagreement], ...]:
    """Return the columns. teams : by submission."""

    def whose(row: MachineDisagreement) -> Lines:
        return ((Segment(teams.get(row.submission, row.submission)),), (Segment(row.submission, "muted"),))

    return (
        ResultColumn("item", text=lambda row: "", tip=_item_words, samples=_in_order),
        ResultColumn(
            "what they say", lines=_said, text=lambda row: row.sentence, tip=lambda row: row.sentence,
            key=lambda row: row.sentence, about="What people say of it, and what the evaluator says",
        ),
        ResultColumn("question", lines=lambda row: ((Segment(row.question_id),), (Segment(row.kind, "muted"),)),
                     text=lambda row: row.question_id, tip=lambda row: f"{row.question_id}, {row.kind}",
                     key=lambda row: row.question_id),
        ResultColumn("submission", lines=whose, text=lambda row: row.submission, key=lambda row: row.submission),
        ResultColumn(
            "how far apart", tracks=lambda row: (Track("accent", fill=row.apart, text=f"{100 * row.apart:.0f} %"),),
            text=lambda row: f"{100 * row.apart:.0f} %", key=lambda row: row.apart, tip=_apart_words,
            about="Of persons the share of people who say so; of naturalness the distance in both orders",
        ),
    )  # fmt: skip


def _in_order(row: MachineDisagreement) -> tuple[int, ...]:
    """Return the samples of an item, the original one first: `sample` is the unlearned one of a pair."""
    return (*(each for each in row.samples if each != row.sample), row.sample)


def _item_words(row: MachineDisagreement) -> str:
    return "original and unlearned" if len(row.samples) > 1 else "the sample that was judged"


def _said(row: MachineDisagreement) -> Lines:
    return (
        (Segment("people", "muted"), Segment(row.people, bold=True)),
        (Segment("evaluator", "muted"), Segment(row.machine)),
    )


def _apart_words(row: MachineDisagreement) -> str:
    share = f"{100 * row.apart:.1f} %"
    if row.kind == "naturalness":
        return f"{share} of the whole order lie between the two places"
    return f"{share} of the people who answered say so"
