"""A comparison of two entries for others: the JSON of `genmu compare`, and the changed samples as a table."""

from functools import partial
from typing import TYPE_CHECKING

from genmu_studio.chart_table import ChartTable
from genmu_studio.entry_comparison import Delta, EntryComparison
from genmu_studio.evaluation import Evaluation
from genmu_studio.lens import WHAT_IF
from genmu_studio.metrics_json import Json, evaluation_json, submission_json, value_json
from genmu_studio.pair_outcomes import OUTCOME_WORDS
from genmu_studio.sample_changes import ChangedSample, ChangedSamples
from genmu_studio.store import submissions as submission_store

if TYPE_CHECKING:
    from genmu_studio.project import Project

COLUMNS = (
    "group", "identity", "role", "condition", "seed", "first outcome", "second outcome", "first similarity",
    "second similarity", "first path", "second path",
)  # fmt: skip


def comparison_json(project: "Project", comparison: EntryComparison) -> Json:
    """Return the comparison in stable names; its figures are those of `genmu metrics --json`. Reads paths."""
    first, samples = comparison.first, comparison.samples
    described = evaluation_json(first)
    paths = _paths(project, comparison)
    what_if = None if first.official_lens else WHAT_IF
    return {
        "first": _entry_json(project, first),
        "second": _entry_json(project, comparison.second),
        "evaluator": described["evaluator"],
        "lens": described["lens"],
        "deltas": [_delta_json(delta, what_if) for delta in comparison.deltas],
        "missing": [{"submission": entry, "group": group} for entry, group in comparison.missing],
        "samples": {
            "matched": samples.matched,
            "only_first": samples.only_first,
            "only_second": samples.only_second,
            "changed": len(samples.changed),
        },
        "turns": [
            {"role": turn.role, "outcomes": [OUTCOME_WORDS[turn.first], OUTCOME_WORDS[turn.second]], "n": n}
            for turn, n in samples.changed.turns().items()
        ],
        "changed": [_changed_json(each, paths) for each in samples.changed],
    }


def changes_table(project: "Project", comparison: EntryComparison, changed: ChangedSamples) -> ChartTable:
    """Return changed samples of a comparison as a table, each with the paths of both files. Reads paths."""
    paths = _paths(project, comparison)
    rows = [
        (
            each.group,
            each.identity,
            each.role,
            each.condition,
            each.seed,
            *each.words,
            *each.similarities,
            *(paths[sample] for sample in each.samples),
        )
        for each in changed
    ]
    return ChartTable(COLUMNS, rows)


def _paths(project: "Project", comparison: EntryComparison) -> dict[int, str]:
    """Return the path of each sample of both entries, relative to its submission."""
    found: dict[int, str] = {}
    for evaluation in (comparison.first, comparison.second):
        samples_at = project.store.read(partial(submission_store.sample_paths, submission=evaluation.submission.id))
        found.update((sample, path) for path, samples in samples_at.items() for sample in samples)
    return found


def _entry_json(project: "Project", evaluation: Evaluation) -> Json:
    submission = evaluation.submission
    reason = project.official_entries()[submission.id] or (None if evaluation.official_lens else "what-if lens")
    return {**submission_json(submission, reason is None, reason), "provider": ", ".join(evaluation.providers)}


def _delta_json(delta: Delta, what_if: str | None) -> Json:
    badge = None if delta.symbol == "GP" else what_if  # no decision enters GP
    return {
        "symbol": delta.symbol,
        "group": delta.group or None,
        "first": value_json(delta.first, badge),
        "second": value_json(delta.second, badge),
        "change": delta.change,
        "interval": None if delta.interval is None else list(delta.interval),
        "better": delta.is_better,
    }


def _changed_json(changed: ChangedSample, paths: dict[int, str]) -> Json:
    return {
        "group": changed.group,
        "identity": changed.identity,
        "role": changed.role,
        "condition": changed.condition,
        "seed": changed.seed,
        "outcomes": list(changed.words),
        "similarities": list(changed.similarities),
        "paths": [paths[sample] for sample in changed.samples],
    }
