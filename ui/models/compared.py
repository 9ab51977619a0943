"""What the comparison of two entries says in columns: of each figure, and of each sample that ended otherwise."""

from collections.abc import Callable, Sequence
from functools import partial

from genmu_studio.entry_comparison import Delta, EntryComparison
from genmu_studio.metrics_json import KIND_TITLES
from genmu_studio.sample_changes import ChangedSample
from scoring.registry import metrics
from scoring.types import MetricValue
from ui.models.column_table import Column
from ui.numbers import NONE, count, exact, interval, percent, signed, similarity
from ui.widgets.segments import Lines, Segment

_INTERVAL_ABOUT = (
    "It takes the two entries as independent. They are mostly of the same conditions, which makes it rather too wide."
)
_SMALLEST_REACH = 5.0  # points


def lens_words(comparison: EntryComparison) -> str:
    """Return through which lens two entries are compared, and what measured them."""
    evaluation, own = comparison.first, comparison.first.own_lens
    evaluator, threshold = evaluation.evaluator, own.threshold
    kind = "official" if evaluator.official else KIND_TITLES[evaluator.kind]
    return "  ·  ".join([
        f"{evaluator.name} {evaluator.version}, {kind}",
        f"threshold {threshold.value:.3f} {threshold.preset}".replace("-", "−").rstrip(),
        f"rule {own.rule}",
        f"template {own.template}",
        f"policy {evaluation.lens.policy}",
    ])  # fmt: skip


def remarks_on(comparison: EntryComparison) -> Sequence[str]:
    """Return what has to stand beside the figures of two entries."""
    entries = (("first", comparison.first), ("second", comparison.second))
    missing = [f"{entry} delivered nothing of {group}" for entry, group in comparison.missing]
    return [*missing, *(f"{name}: {each.track.policy_badge}" for name, each in entries if each.track.policy_badge)]


# ---- figures ----


def delta_columns(titles: tuple[str, str], level: float) -> Sequence[Column[Delta]]:
    """Return the columns of figures. titles : of both entries. level : of the intervals, a fraction."""
    return (
        Column("figure", _figure_lines, tip=_definition, about="In percent; the arrow says which way is better."),
        _value_column(titles[0], lambda delta: delta.first, level),
        _value_column(titles[1], lambda delta: delta.second, level),
        Column("change", _change_lines, about="The second minus the first, in points."),
        Column("interval of the change", text=interval_text, tip=_interval_tip, about=_INTERVAL_ABOUT),
    )


def _value_column(title: str, of: Callable[[Delta], MetricValue], level: float) -> Column[Delta]:
    return Column(
        title,
        text=lambda delta: percent(of(delta).value),
        tip=lambda delta: _value_tip(of(delta), level),
        value=of,
    )


def _figure_lines(delta: Delta) -> Lines:
    is_better_high = metrics()[delta.symbol].info.higher_is_better
    name = Segment(f"{delta.symbol} {'↑' if is_better_high else '↓'}", bold=True)
    return ((name, Segment(delta.group or "track", "muted")),)


def _definition(delta: Delta) -> str:
    return metrics()[delta.symbol].info.definition


def _value_tip(value: MetricValue, level: float) -> str:
    facts = (exact(value), interval(value, level), value.reason, value.badge, count(value.n, "sample"))
    return "\n".join(fact for fact in facts if fact)


def _change_lines(delta: Delta) -> Lines:
    if delta.change is None:
        return ((Segment(NONE, "muted"), Segment(_why_not(delta), "muted")),)
    if delta.is_better is None:
        return ((Segment(signed(delta.change), "muted"), Segment("the same", "muted")),)
    color, arrow = change_color(delta), "▲" if delta.change > 0 else "▼"
    parts = (
        Segment(f"{arrow} {signed(delta.change)}", color, bold=delta.interval is not None and not delta.may_be_chance),
        Segment("better" if delta.is_better else "worse", color),
    )
    return ((*parts, Segment("may be chance", "muted")) if delta.may_be_chance else parts,)


def change_color(delta: Delta) -> str:
    """Return the token that says whether a change is for the better."""
    return {True: "good", False: "bad", None: "muted"}[delta.is_better]


def _why_not(delta: Delta) -> str:
    sides = (("first", delta.first), ("second", delta.second))
    return "; ".join(f"{name}: {value.reason or 'not computable'}" for name, value in sides if value.value is None)


def interval_text(delta: Delta) -> str:
    """Return the interval of a change in words, a dash where there is none."""
    return NONE if delta.interval is None else f"{signed(delta.interval[0])} to {signed(delta.interval[1])}"


def reach_of(deltas: Sequence[Delta]) -> float:
    """Return how many points the bars of changes have to reach to either side."""
    ends: list[float] = [end for delta in deltas for end in (*(delta.interval or ()), delta.change or 0.0)]
    return max(_SMALLEST_REACH, *map(abs, ends))


def _interval_tip(delta: Delta) -> str:
    return f"{interval_text(delta)}\n{_INTERVAL_ABOUT}"


# ---- samples ----


def changed_columns(titles: tuple[str, str]) -> Sequence[Column[ChangedSample]]:
    """Return the columns of samples that ended otherwise. titles : of both entries."""
    return (
        Column("sample", _sample_lines),
        *(Column(title, text=partial(_words, side), tip=_ending_tip) for side, title in enumerate(titles)),
        Column("similarity", _similarity_lines, about="To the template of the identity that was asked for."),
    )


def _words(side: int, row: ChangedSample) -> str:
    return row.words[side]


def _ending_tip(row: ChangedSample) -> str:
    return f"{' → '.join(row.words)}\nDouble click opens the pair in Review"


def _sample_lines(row: ChangedSample) -> Lines:
    return (
        (Segment(row.identity, bold=True), Segment(row.role, "muted")),
        (Segment(f"{row.group} · {row.condition} · seed {row.seed}", "muted"),),
    )


def _similarity_lines(row: ChangedSample) -> Lines:
    values = (Segment(" → ".join(similarity(each) for each in row.similarities)),)
    if row.moved is None:
        return (values, (Segment("no similarity", "muted"),))
    arrow = "▲ " if row.moved > 0 else "▼ " if row.moved < 0 else ""
    return (values, (Segment(f"{arrow}{signed(row.moved, 2)}", "muted"),))
