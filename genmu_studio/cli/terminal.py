"""What commands share: options, JSON, tables, numbers in words, progress, and what Ctrl+C does."""

import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import click

from genmu_studio.cli.lines import EXIT_INTERRUPTED, literal, print_error, print_line, say
from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError
from scoring.types import MetricValue

F = TypeVar("F", bound=Callable[..., Any])

# Whether something is there is for the project to say: an error of the person (1), not of usage (2).
PATH = click.Path(path_type=Path)
_PIPE_WIDTH = 120


def json_option(function: F) -> F:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")(function)


def print_json(data: Mapping[str, object]) -> None:
    """Print one JSON object, in ASCII, so that no text in it can harm a terminal; ValueError where it holds a NaN."""
    sys.stdout.write(json.dumps(data, allow_nan=False, indent=1) + "\n")


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; columns whose name ends in ">" are aligned to the right. Cells are shown literally and whole."""
    from rich.console import Console  # noqa: PLC0415 - neither --help nor --json draws anything
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    if title:
        print_line(title)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        right = column.endswith(">")
        table.add_column(Text(column.removesuffix(">")), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(literal(cell)) for cell in row))
    # A pipe has no width.
    console = Console(width=None if sys.stdout.isatty() else _PIPE_WIDTH, highlight=False)
    console.print(table)


def number(value: MetricValue) -> str:
    """Return a metric as a cell of a table: value and interval, a dash where it is not computable."""
    if value.value is None:
        return "–"
    interval = "" if value.interval is None else f" [{value.interval[0]:.1f}, {value.interval[1]:.1f}]"
    return f"{value.value:.2f}{interval}"


def remark(value: MetricValue) -> str:
    """Return what has to stand beside a metric: its badge, or why it is not computable; "" where nothing does."""
    if value.value is None:
        return f"not computable: {value.reason}" if value.reason else "not computable"
    return value.badge or ""


def shown(value: MetricValue) -> str:
    """Return a metric as a person reads it in a sentence: value, interval, badge, or why there is none."""
    if value.value is None:
        return remark(value)
    return f"{number(value)} ({value.badge})" if value.badge else number(value)


@contextmanager
def progress_bar(quiet: bool = False) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error: a bar on a terminal, a line per phase elsewhere, nothing when quiet."""
    if quiet or not sys.stderr.isatty():
        yield _announce_phases(quiet)
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415 - only a person at a terminal sees a bar
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as RichProgress  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    with RichProgress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None, rate="")

        def show(progress: Progress) -> None:
            failed = f", {progress.failed} without a measurement" if progress.failed else ""
            rate = f"{progress.per_second:.1f}/s" if progress.per_second else ""
            bar.update(
                task,
                description=f"{progress.phase}{failed}",
                completed=progress.done,
                total=progress.total or None,
                rate=rate,
            )

        yield show


def _announce_phases(quiet: bool) -> Callable[[Progress], None]:
    seen: set[str] = set()

    def show(progress: Progress) -> None:
        if not quiet and progress.phase not in seen:
            seen.add(progress.phase)
            say(f"{progress.phase} ({progress.total})" if progress.total else progress.phase)

    return show


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancellation]:
    """Turn Ctrl+C and SIGTERM into a cancellation: what runs ends, what is done is kept. A second one ends at once."""
    cancellation = Cancellation()

    def ask(number: int, frame: FrameType | None) -> None:
        if cancellation.requested:
            raise KeyboardInterrupt
        say("stopping after the samples that are being measured; what is done is kept")
        cancellation.request()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield cancellation
    except UserError as error:
        if not cancellation.requested:
            raise
        print_error(error)  # that it was stopped, and what became of the work
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
