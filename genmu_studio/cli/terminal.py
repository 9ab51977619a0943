"""How the command line speaks: results on standard output, everything else on standard error."""

import json
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.table import Table

from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError
from scoring.types import MetricValue

F = TypeVar("F", bound=Callable[..., Any])


def json_option(function: F) -> F:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")(function)


def print_json(data: Mapping[str, object]) -> None:
    """Print one JSON object; ValueError where it holds a NaN."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n")


def print_line(text: str = "") -> None:
    """Print a line of the result."""
    click.echo(text)


def say(text: str) -> None:
    """Say something beside the result."""
    click.echo(text, err=True)


def print_error(error: UserError) -> None:
    """Print a user error: one line, and the hint."""
    say(f"genmu: {error.message}")
    if error.hint:
        say(f"  {error.hint}")


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; columns whose name ends in ">" are aligned to the right. Cells are shown literally."""
    table = Table(title=escape(title), title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(escape(column.removesuffix(">")), justify="right" if column.endswith(">") else "left")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    # A pipe has no width: a table that is cut there would lie.
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    console.print(table)


def shown(value: MetricValue) -> str:
    """Return a metric as a person reads it: value, interval, badge."""
    if value.value is None:
        return f"not computable: {value.reason}" if value.reason else "not computable"
    text = f"{value.value:.2f}"
    if value.interval is not None:
        text += f" [{value.interval[0]:.1f}, {value.interval[1]:.1f}]"
    return f"{text} ({value.badge})" if value.badge else text


@contextmanager
def progress_bar(quiet: bool = False) -> Iterator[Callable[[Progress], None]]:
    """Show progress on standard error: a bar on a terminal, a line per phase elsewhere, nothing when quiet."""
    if quiet or not sys.stderr.isatty():
        yield _announce_phases(quiet)
        return
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
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
