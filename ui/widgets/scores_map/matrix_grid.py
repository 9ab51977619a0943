"""What stands in each cell of a matrix of identities: a number, how strong its colour is, and more in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look, LookBase
from genmu_studio.pair_orders import PairOrder
from genmu_studio.scores.matrices import (
    Cell,
    Outside,
    SimilarityMatrix,
    frame_of,
    samples_of_cell,
    similarity_matrix,
)
from genmu_studio.scores.transfer_sweep import TransferSweep
from scoring.frame import Side
from scoring.metrics.transfer import TransferMatrix
from ui.numbers import NONE, count, signed
from ui.widgets.chart_frame import written

Mode = Literal["mean", "verified", "nearest"]
MatrixSide = Literal["original", "unlearned", "change"]
Numbers = NDArray[np.float64]

NOBODY = "nobody"
_LEAST_CHANGE = 0.1  # of similarity or of the samples: a change is drawn against the largest one, if that is no less
_CELLS: Mapping[Mode, Cell] = {"mean": "all", "verified": "verified", "nearest": "nearest"}
_UNITS: Mapping[Mode, str] = {
    "mean": "mean similarity",
    "verified": "samples that verify as",
    "nearest": "samples nearest to",
}


@dataclass(frozen=True, slots=True)
class Header:
    """An identity at the edge of a matrix. role : "forget", "retain" or "outside"; "" of the column for nobody."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class MatrixAsk:
    """Which matrix: of which group, what of it, on which side, or its change: unlearned − original."""

    group: str
    mode: Mode = "mean"
    side: MatrixSide = "unlearned"

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that the numbers come from."""
        return (Side.ORIGINAL, Side.UNLEARNED) if self.side == "change" else (self.shown_side,)

    @property
    def shown_side(self) -> Side:
        """The side whose samples stand behind a cell."""
        return Side.ORIGINAL if self.side == "original" else Side.UNLEARNED


@dataclass(frozen=True, eq=False, slots=True)
class MatrixGrid:
    """k rows, generated identities, and t columns, templates. values : (k, t), NaN where there is nothing.

    strength : (k, t) how strong a cell is coloured, 0..1; −1..1 of a change. texts : what cells say. words : everything
    about a cell. samples : ids behind a cell, the most similar to its template first.
    """

    asked: MatrixAsk
    rows: tuple[Header, ...]
    columns: tuple[Header, ...]
    values: Numbers
    strength: Numbers
    texts: tuple[tuple[str, ...], ...]
    words: Callable[[int, int], str]
    samples: Callable[[int, int], tuple[int, ...]]

    def is_own(self, row: int, column: int) -> bool:
        """Whether the template is that of the identity that was asked for."""
        return self.rows[row].name == self.columns[column].name and bool(self.columns[column].role)

    def title_of(self, row: int, column: int) -> str:
        """Return in a few words which samples stand behind a cell."""
        generated, template = self.rows[row].name, self.columns[column].name
        how = {"mean": "against", "verified": "verified as", "nearest": "nearest to"}[self.asked.mode]
        return f"{self.asked.shown_side.name.lower()} {generated} {how} {template}"

    def order_of(self, row: int, column: int) -> PairOrder | None:
        """Return the order of Review in which the samples behind a cell come by their similarity, where it has one."""
        is_original = self.asked.side == "original"
        if self.is_own(row, column):
            return PairOrder("own_original" if is_original else "own", descending=True)
        has_order = self.columns[column].role == "forget" and not is_original
        return PairOrder("forget", descending=True) if has_order else None

    def table(self) -> ChartTable:
        """Return the numbers, a row for each generated identity."""
        unit = _UNITS[self.asked.mode]
        columns = ("generated", "role", *(f"{unit} {header.name}" for header in self.columns))
        rows = [
            (header.name, header.role, *(self._cell(value) for value in line))
            for header, line in zip(self.rows, self.values.tolist(), strict=True)
        ]
        return ChartTable(columns, rows)

    def _cell(self, value: float) -> float | int | None:
        if np.isnan(value):
            return None
        return value if self.asked.mode == "mean" else int(value)


class MatrixMaker:
    """Makes the matrices of one look's base; what no threshold moves is worked out once for a group."""

    def __init__(self, base: LookBase) -> None:
        self.base = base
        self._sweeps: dict[tuple[str, Side, Outside | None], TransferSweep] = {}

    def make(self, look: Look, asked: MatrixAsk, outside: Outside | None = None) -> MatrixGrid:
        """Return a matrix; counts at another threshold in a fraction of a millisecond."""
        if asked.mode == "mean":
            return _similarities(look, asked, outside)
        found = {side: self._transfer(look, asked.group, side, outside) for side in asked.sides}
        return _transfers(look, asked, found, outside)

    def _transfer(self, look: Look, group: str, side: Side, outside: Outside | None) -> TransferMatrix:
        key = (group, side, outside)
        if key not in self._sweeps:
            self._sweeps[key] = TransferSweep(frame_of(look, group), side, outside)
        return self._sweeps[key].at(look.decision.threshold, look.decision.rules.comparison)


def _similarities(look: Look, asked: MatrixAsk, outside: Outside | None) -> MatrixGrid:
    found = {side: similarity_matrix(look, asked.group, side, outside) for side in asked.sides}
    last = found[asked.shown_side]
    rows, columns = _headers(last.identities, last.templates)
    is_change = asked.side == "change"
    values = last.mean - found[Side.ORIGINAL].mean if is_change else last.mean
    return MatrixGrid(
        asked,
        rows,
        columns,
        values,
        strength=_against_largest(values, _LEAST_CHANGE) if is_change else np.clip(np.nan_to_num(values), 0.0, 1.0),
        texts=_texts(values, partial(signed, digits=2) if is_change else _hundredths),
        words=partial(_similarity_words, found),
        samples=_Behind(look, asked, rows, columns, outside).samples,
    )


def _transfers(
    look: Look, asked: MatrixAsk, found: Mapping[Side, TransferMatrix], outside: Outside | None
) -> MatrixGrid:
    last = found[asked.shown_side]
    rows, columns = _headers(last.identities, last.templates)
    if asked.mode == "verified":
        columns = (*columns, Header(NOBODY, ""))
    counts = {side: _counts(matrix, asked.mode) for side, matrix in found.items()}
    values = counts[asked.shown_side]
    strength = np.nan_to_num(values / np.maximum(last.n, 1)[:, np.newaxis])
    write: Callable[[float | None], str] = _whole
    if asked.side == "change":
        values = values - counts[Side.ORIGINAL]
        strength = _against_largest(
            values, _LEAST_CHANGE * max(int(matrix.n.max(initial=0)) for matrix in found.values())
        )
        write = partial(signed, digits=0)
    return MatrixGrid(
        asked,
        rows,
        columns,
        values,
        strength,
        texts=_texts(values, write),
        words=partial(_transfer_words, found, counts, columns),
        samples=_Behind(look, asked, rows, columns, outside).samples,
    )


def _headers(identities: Sequence[str], templates: Sequence[str]) -> tuple[tuple[Header, ...], tuple[Header, ...]]:
    roles = {name: "retain" if number else "forget" for number, name in enumerate(identities)}
    rows = tuple(Header(name, roles[name]) for name in identities)
    return rows, tuple(Header(name, roles.get(name, "outside")) for name in templates)


def _counts(matrix: TransferMatrix, mode: Mode) -> Numbers:
    counts = matrix.nearest if mode == "nearest" else np.hstack([matrix.verified, matrix.nobody[:, np.newaxis]])
    return np.where(matrix.n[:, np.newaxis] > 0, counts.astype(np.float64), np.nan)


def _against_largest(changes: Numbers, least: float) -> Numbers:
    most = float(np.nanmax(np.abs(changes), initial=0.0))
    return np.nan_to_num(changes) / max(most, least, 1e-9)


def _texts(values: Numbers, write: Callable[[float | None], str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(write(None if np.isnan(value) else value) for value in line) for line in values.tolist())


def _hundredths(value: float | None) -> str:
    return NONE if value is None else written(value, 2)


def _whole(value: float | None) -> str:
    return NONE if value is None else f"{value:,.0f}"


# ---- words, and what stands behind a cell ----


def _similarity_words(found: Mapping[Side, SimilarityMatrix], row: int, column: int) -> str:
    one = next(iter(found.values()))
    lines = [f"{one.identities[row]} generated, template of {one.templates[column]}"]
    for side, matrix in found.items():
        n, mean, sd = int(matrix.n[row, column]), float(matrix.mean[row, column]), float(matrix.sd[row, column])
        spread = "" if np.isnan(sd) else f", standard deviation {sd:.3f}"
        says = f"mean {written(mean, 3)}{spread}, {count(n, 'sample')}"
        lines.append(f"{side.name.lower()}: {says if n else 'nothing compared'}")
    return "\n".join(lines)


def _transfer_words(
    found: Mapping[Side, TransferMatrix],
    counts: Mapping[Side, Numbers],
    columns: Sequence[Header],
    row: int,
    column: int,
) -> str:
    one = next(iter(found.values()))
    is_nearest = next(iter(counts.values())).shape[1] == len(one.templates)
    what = f"{'nearest to' if is_nearest else 'verified as'} {columns[column].name}"
    lines = [f"{one.identities[row]} generated, {what}"]
    for side, matrix in found.items():
        n = int(matrix.n[row])
        says = f"{int(counts[side][row, column]):,} of {count(n, 'sample')}" if n else "nothing compared"
        lines.append(f"{side.name.lower()}: {says}")
    if not is_nearest:
        lines.append("by the threshold alone; one sample can verify as several")
    return "\n".join(lines)


@dataclass(frozen=True, eq=False, slots=True)
class _Behind:
    look: Look
    asked: MatrixAsk
    rows: tuple[Header, ...]
    columns: tuple[Header, ...]
    outside: Outside | None

    def samples(self, row: int, column: int) -> tuple[int, ...]:
        template = self.columns[column]
        found = samples_of_cell(
            self.look,
            self.asked.group,
            self.asked.shown_side,
            identity=self.rows[row].name,
            template=template.name if template.role else None,
            which=_CELLS[self.asked.mode],
            outside=self.outside,
        )
        return tuple(found.tolist())
