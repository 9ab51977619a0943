"""Tables that leave the project: results and metrics, each row with evaluator, weights, provider, protocol and run."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from genmu_studio.audit import table as audit_tables
from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.lens import WHAT_IF
from genmu_studio.metrics_json import kind_words
from genmu_studio.project import Project
from genmu_studio.store.exports import result_rows
from genmu_studio.verdicts import verdicts
from genmu_studio.view import View
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from scoring.types import MetricValue

Cell = str | int | float | None
Row = dict[str, Cell]

FORMATS = ("csv", "json", "parquet")
# A spreadsheet takes a cell that begins so for a formula, and runs it.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def visible(text: str) -> str:
    """Return the text without what is there and not seen: control characters, marks that turn the direction."""
    return "".join(character if character.isprintable() or character in "\t\n" else "�" for character in text)


def safe_cell(cell: Cell) -> Cell:
    """Return the cell as a CSV may hold it: text that a spreadsheet would run, or with control characters, is inert."""
    if not isinstance(cell, str):
        return cell
    text = visible(cell)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) or text != cell else text


def results_table(project: Project) -> list[Row]:
    """Return one row per sample and evaluator: what was measured or why not, what it means by the protocol, by what."""
    known = verdicts(project)
    digest = project.protocol.digest
    return [
        {**row, **known.get((int(str(row["sample"])), str(row["evaluator_digest"])), {}), "protocol_digest": digest}
        for row in project.store.read(result_rows)
    ]


def metrics_table(project: Project) -> list[Row]:
    """Return one row per submission, group, side and metric, under the protocol's own lens."""
    rows: list[Row] = []
    for submission in project.submissions():
        evaluation = project.evaluate(submission, View())
        if evaluation is not None:
            rows.extend(_metric_rows(project, evaluation))
        rows.extend(_preserved_rows(project, submission))
        rows.extend(_people_rows(project, submission))
    return rows


def _entry_cells(submission: SubmissionRow) -> Row:
    return {
        "submission": submission.id,
        "team": submission.team,
        "track": submission.track,
        "revision": submission.revision,
    }


def _evaluator_cells(project: Project, evaluator: EvaluatorRow) -> Row:
    return {
        "evaluator": evaluator.name,
        "evaluator_version": evaluator.version,
        "evaluator_kind": kind_words(evaluator),
        "weights_sha256": evaluator.weights_sha256,
        "protocol_digest": project.protocol.digest,
    }


def _preserved_rows(project: Project, submission: SubmissionRow) -> list[Row]:
    """Return a row for each figure of another aspect than identity; no lens moves them."""
    return [
        {
            **_entry_cells(submission),
            "group": "",
            "side": "",
            "metric": each.info.name,
            **_value_cells(each.value),
            **_evaluator_cells(project, each.evaluator),
            "provider": each.provider,
        }
        for each in project.preserved(submission)
    ]


def _people_rows(project: Project, submission: SubmissionRow) -> list[Row]:
    """Return a row for each figure that rests on people's judgments; `provider` names people and their campaigns."""
    return [
        {
            **_entry_cells(submission),
            "group": "",
            "side": each.side,
            "metric": each.info.name,
            **_value_cells(each.value),
            "evaluator": "people",
            "protocol_digest": project.protocol.digest,
            "provider": each.source,
        }
        for each in project.people(submission)
    ]


def _metric_rows(project: Project, evaluation: Evaluation) -> list[Row]:
    submission, one = evaluation.submission, evaluation.own_lens
    provenance: Row = {
        "threshold": one.threshold.value,
        "threshold_preset": one.threshold.preset,
        "threshold_origin": one.threshold.origin,
        "rule": one.rule,
        "template": one.template,
        "policy": evaluation.lens.policy,
        "aggregate": evaluation.lens.aggregate,
        "lens": "protocol" if evaluation.official_lens else WHAT_IF,
        "faces_picked": evaluation.faces_picked,
        **_evaluator_cells(project, evaluation.evaluator),
        "provider": ", ".join(evaluation.providers),
    }
    track = evaluation.track
    values: list[tuple[str, str, str, MetricValue]] = [
        ("", "unlearned", "ERB", track.erb),
        ("", "unlearned", "ERB_mean_of_groups", track.mean_of_groups),
        ("", "unlearned", "ERB_of_means", track.erb_of_means),
        ("", "", "GP", evaluation.gp),
        *(("", "unlearned", f"ERB ({policy})", value) for policy, value in track.policies.items()),
    ]
    for scores in evaluation.groups:
        for name, side in (("unlearned", scores.unlearned), ("original", scores.original)):
            for symbol, value in (("FA", side.fa), ("EA", side.ea), ("RA", side.ra), ("ERB", side.erb)):
                values.append((scores.group, name, symbol, value))
        values += [(scores.group, "unlearned", "FS", scores.fs), (scores.group, "unlearned", "RS", scores.rs)]
    return [
        {
            **_entry_cells(submission),
            "group": group,
            "side": side,
            "metric": symbol,
            **_value_cells(value),
            **provenance,
        }
        for group, side, symbol, value in values
    ]


def _value_cells(value: MetricValue) -> Row:
    low, high = value.interval or (None, None)
    return {
        "value": value.value,
        "n": value.n,
        "failures": value.failures,
        "interval_low": low,
        "interval_high": high,
        "badge": value.badge,
        "reason": value.reason,
    }


def labels_table(project: Project) -> list[Row]:
    """Return one row per label of every campaign, with all that annotators did not see."""
    from genmu_studio.labelling import label_table  # noqa: PLC0415 - it writes its tables with this module

    return label_table.every_label(project)


def types_of(table: str) -> Mapping[str, type] | None:
    """Return the types of a table's columns where they are fixed, whatever its rows hold."""
    from genmu_studio.labelling import label_table  # noqa: PLC0415 - it writes its tables with this module

    return {"labels": label_table.EVERY, "audit": audit_tables.COLUMNS}.get(table)


TABLES: Mapping[str, Callable[[Project], list[Row]]] = {
    "results": results_table,
    "metrics": metrics_table,
    "labels": labels_table,
    "audit": audit_tables.audit_table,
}


def write_table(
    rows: Sequence[Row], out: Path, form: str, *, bom: bool = False, types: Mapping[str, type] | None = None
) -> None:
    """Write `rows` as CSV, JSON or Parquet; the file appears whole or not at all.

    types : str, int, float or bool by column, in their order; without them columns are those of the rows, and one in
    which nothing stands has no type.
    """
    write_atomically(out, {"csv": _csv, "json": _json, "parquet": _parquet}[form](rows, bom, types or {}))


def _columns(rows: Sequence[Row], types: Mapping[str, type]) -> list[str]:
    return list(types or dict.fromkeys(name for row in rows for name in row))


def _csv(rows: Sequence[Row], bom: bool, types: Mapping[str, type]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, _columns(rows, types), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: safe_cell(cell) for name, cell in row.items()} for row in rows)
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _json(rows: Sequence[Row], bom: bool, types: Mapping[str, type]) -> bytes:
    if bom:
        raise UserError("JSON has no byte order mark", "Leave --bom out.")
    return (json.dumps(list(rows), ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()


def _parquet(rows: Sequence[Row], bom: bool, types: Mapping[str, type]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if bom:
        raise UserError("Parquet has no byte order mark", "Leave --bom out.")
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows, types)}
    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    schema = pa.schema([(name, kinds[each]) for name, each in types.items()]) if types else None
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns, schema=schema), sink)
    return bytes(sink.getvalue())
