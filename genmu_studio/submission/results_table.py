"""A table of similarities from somebody's own pipeline (FORMATS §7), refused row by row where it cannot be used."""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.submission.paths import PathIndex
from genmu_studio.submission.refused_lines import RefusalError, RefusedLine, sample_path
from genmu_studio.submission.tables import TableRow, open_table
from scoring.codes import Code, CodeClass, class_of

REQUIRED = ("path", "identity", "similarity")
COLUMNS = (*REQUIRED, "status", "direction")
# Cosines of float32 vectors overshoot by a few 1e-7.
_ROUNDING = 1e-6
_FAILURES = frozenset(code for code in Code if class_of(code) is CodeClass.FAILURE)


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """One sample against one identity's template: a similarity in -1..1 (higher = more alike), or a failure's code."""

    path: str
    identity: str
    similarity: float | None
    failure: Code | None = None


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """What a results table holds that can be used, and what cannot."""

    rows: tuple[ImportedResult, ...]
    refused: tuple[RefusedLine, ...]


def read_results(path: Path, sample_paths: Iterable[str], identities: Collection[str]) -> ResultsTable:
    """Read a .csv, .jsonl or .parquet of results for the samples and identities given; TableError for the whole.

    `similarity` is taken as it is named: higher = more alike. A `direction` of "lower" declares a cosine distance,
    which becomes 1 − value; any word but "higher" and "lower" is refused, never guessed (PROTOCOL §3).
    """
    index = PathIndex(sample_paths)
    rows: list[ImportedResult] = []
    refused: list[RefusedLine] = []
    seen: set[tuple[str, str]] = set()
    for row in open_table(path, REQUIRED, COLUMNS.__contains__).rows:
        try:
            result = _result(row, index, identities)
            if (result.path, result.identity) in seen:
                raise RefusalError("a row for this path and identity stands above")
        except RefusalError as refusal:
            refused.append(RefusedLine(row.line, str(refusal)))
            continue
        seen.add((result.path, result.identity))
        rows.append(result)
    return ResultsTable(tuple(rows), tuple(refused))


def _result(row: TableRow, index: PathIndex, identities: Collection[str]) -> ImportedResult:
    if row.refusal:
        raise RefusalError(row.refusal)
    path = sample_path(row.cells.get("path", ""), index)
    identity = row.cells.get("identity", "").strip()
    if identity not in identities:
        raise RefusalError(f"the identity {identity[:80]!r} has no template" if identity else "the identity is missing")
    failure = _failure(row.cells.get("status", "").strip())
    if failure:
        return ImportedResult(path, identity, None, failure)
    return ImportedResult(path, identity, _similarity(row.cells))


def _failure(status: str) -> Code | None:
    if status.lower() in {"", "ok"}:
        return None
    if status.upper() not in _FAILURES:
        raise RefusalError(f"the status {status[:40]!r} is neither ok nor a failure to acquire")
    return Code(status.upper())


def _similarity(cells: Mapping[str, str]) -> float:
    text = cells.get("similarity", "").strip()
    try:
        value = float(text)
    except ValueError:
        raise RefusalError(
            f"the similarity {text[:40]!r} is not a number" if text else "the similarity is missing"
        ) from None
    if not math.isfinite(value):
        raise RefusalError("the similarity is not finite")
    direction = cells.get("direction", "").strip().lower()
    if direction not in {"", "higher", "lower"}:
        raise RefusalError(f"the direction {direction[:40]!r} is neither higher nor lower (= more alike)")
    if direction == "lower":
        value = 1 - value
    if abs(value) > 1 + _ROUNDING:
        raise RefusalError(f"the similarity {value:.6g} lies outside −1..1")
    return max(-1.0, min(1.0, value))
