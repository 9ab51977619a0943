"""What Review writes down: picks, bookmarks and notes of the pairs that a person means, each as one step for undo."""

from collections.abc import Callable, Sequence
from functools import partial

from genmu_studio.marks import Mark, Pick
from genmu_studio.pair_table import PairTable
from ui.context import Context
from ui.numbers import count

_VERBS: dict[Pick | None, str] = {"pick": "Pick", "reject": "Reject", None: "Clear pick of"}


class Marking:
    """Marks rows of a table of pairs; what cannot be written is told as any error, and the marks stay as they were."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def pick(self, table: PairTable, rows: Sequence[int], value: Pick | None) -> bool:
        """Pick or reject pairs, None = neither; whether there were any."""
        marks = [Mark("pick", table.key(row), value) for row in rows]
        return self._write(f"{_VERBS[value]} {named(table, rows)}", marks)

    def bookmark(self, table: PairTable, rows: Sequence[int]) -> bool:
        """Set a bookmark on each pair, or remove them where all have one; whether there were any."""
        removes = all(bool(table.bookmarked[row]) for row in rows)
        value = None if removes else "set"
        verb = "Remove bookmark of" if removes else "Bookmark"
        return self._write(f"{verb} {named(table, rows)}", [Mark("bookmark", table.key(row), value) for row in rows])

    def note(self, title: str, sample: int, text: str, then: Callable[[], None]) -> None:
        """Write the note of the pair with that key sample; `then` is called when it is on the disk."""
        self._write(title, [Mark("note", sample, text or None)], then)

    def _write(self, title: str, marks: Sequence[Mark], then: Callable[[], None] = lambda: None) -> bool:
        project = self._context.project
        if project is None or not marks:
            return False
        # What waits for the disk waits on a thread; an error comes back as that of any question.
        self._context.ask(lambda: project.mark(title, marks).result(), partial(_done, then))
        return True


def _done(then: Callable[[], None], nothing: None) -> None:
    then()


def named(table: PairTable, rows: Sequence[int]) -> str:
    """Return the pairs as a step names them."""
    if len(rows) != 1:
        return count(len(rows), "pair")
    return f"{table.identity_of(rows[0])}, seed {int(table.seed[rows[0]])}"
