"""The numbers behind a plot as a table, and that as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.export import safe_cell

Cell = str | float | int | None


@dataclass(frozen=True, slots=True)
class ChartTable:
    """What a plot shows, in rows. columns : titles, with units where a number has one."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]


def csv_of(table: ChartTable) -> bytes:
    """Return the table as CSV in UTF-8: numbers with every digit, text that a spreadsheet would run made inert."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([safe_cell(title) for title in table.columns])
    for row in table.rows:
        writer.writerow([_written(cell) for cell in row])
    return stream.getvalue().encode()


def _written(cell: Cell) -> Cell:
    if cell is None:
        return ""
    return repr(cell) if isinstance(cell, float) else safe_cell(cell)
