"""A pair in words: what a screen reader says of it, and all that its tile has no room for."""

from math import isnan

from genmu_studio.pair_table import PairTable
from ui.numbers import NONE, similarity

_LONGEST_LINE = 300  # a name or a note may have thousands of characters
_PICKS = {1: "picked", -1: "rejected"}


def words_of(table: PairTable, row: int) -> str:
    """Return a pair in words, as a screen reader says them."""
    before, after = (
        "none" if isnan(value) else similarity(float(value))
        for value in (table.own_original[row], table.own_unlearned[row])
    )
    problem = ", with a problem" if table.problem[row] else ""
    marks = "".join(f", {mark}" for mark in marks_of(table, row))
    who = f"{table.identity_of(row)} {table.role_of(row)} seed {int(table.seed[row])}"
    return f"{who}, {table.words_of(row)}, similarity {before} to {after}{problem}{marks}"


def marks_of(table: PairTable, row: int) -> tuple[str, ...]:
    """Return what a person marked a pair with."""
    pick = _PICKS.get(int(table.pick[row]))
    marks = (pick, "bookmarked" if table.bookmarked[row] else None, "with a note" if table.noted[row] else None)
    return tuple(mark for mark in marks if mark is not None)


def codes_of(table: PairTable, row: int) -> tuple[str, ...]:
    """Return what either sample of a pair was flagged or failed with, that settings differ, that a side is missing."""
    bits = int(table.code_bits[row])
    return tuple(code for place, code in enumerate(table.codes) if bits >> place & 1)


def tip_of(table: PairTable, row: int) -> str:
    """Return everything that the table knows of a pair, a line for each kind; as plain text."""
    group = table.groups[int(table.group[row])]
    lines = [
        f"{table.identity_of(row)} {table.role_of(row)} · {group}",
        f"condition {table.conditions[int(table.condition[row])]} · seed {int(table.seed[row])}",
        table.words_of(row),
    ]
    own = _change(float(table.own_original[row]), float(table.own_unlearned[row]))
    forget = _change(float(table.forget_original[row]), float(table.forget_unlearned[row]))
    if own:
        lines.append(f"similarity to own template {own}")
    if forget and not table.is_forget[row]:
        lines.append(f"similarity to forget template {forget}")
    lines += [", ".join(found) for found in (codes_of(table, row), marks_of(table, row)) if found]
    if row in table.notes:
        lines.append(f"note: {table.notes[row]}")
    return "\n".join(line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…" for line in lines)


def _change(before: float, after: float) -> str:
    if isnan(before) and isnan(after):
        return ""
    return " → ".join(NONE if isnan(value) else similarity(value) for value in (before, after))
