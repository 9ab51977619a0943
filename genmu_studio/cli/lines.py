"""Single lines: results on standard output, everything else on standard error. Light, so that `--help` comes at once.

What strangers wrote is shown and never obeyed: control characters, escape sequences and marks that turn the direction
of writing appear as their codes.
"""

import click

from scoring.errors import UserError

EXIT_INTERRUPTED = 130


def literal(text: str) -> str:
    """Return `text` for a terminal, on one line: whatever is not printable appears as its code."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def print_line(text: str = "") -> None:
    """Print a line of the result."""
    click.echo(literal(text))


def say(text: str) -> None:
    """Say something beside the result."""
    click.echo(literal(text), err=True)


def print_error(error: UserError) -> None:
    """Print a user error: one line, and the hint."""
    say(f"genmu: {error.message}")
    if error.hint:
        say(f"  {error.hint}")
