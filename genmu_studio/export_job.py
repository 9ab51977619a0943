"""Write a table from a process of its own: a big one would hold the window up, and Parquet loads a big library."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.executors import ExecutorChoice
from genmu_studio.export import TABLES, types_of, write_table
from genmu_studio.jobs import Cancellation, Unit, run_units
from genmu_studio.project import Project
from scoring.errors import UserError


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to write. table : of `export.TABLES`. form : of `export.FORMATS`. bom : CSV for a spreadsheet."""

    project: Path
    table: str
    form: str
    out: Path
    bom: bool = False


def write(request: ExportRequest) -> int:
    """Write the table; return how many rows it has. UserError where the place does not take it."""
    with Project.open(request.project, "read") as project:
        rows = TABLES[request.table](project)
    write_table(rows, request.out, request.form, bom=request.bom, types=types_of(request.table))
    return len(rows)


def write_elsewhere(request: ExportRequest, cancellation: Cancellation) -> int | None:
    """Do `write` in a worker process; None where it was cancelled before it began."""
    unit = Unit((0,), write, (request,))
    with closing(ExecutorChoice("processes", 1).open()) as lanes:
        for done in run_units([unit], lanes, cancellation):
            if done.worker_died:
                raise UserError("the process that wrote the table ended", "Is there enough memory?")
            if done.error is not None:
                raise done.error
            assert isinstance(done.value, int)  # noqa: S101 - what `write` returns
            return done.value
    return None
