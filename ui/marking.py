"""What Review writes down: picks, bookmarks and notes of the pairs that a person means, each as one step for undo."""

from collections.abc import Callable, Iterable, Sequence

from genmu_studio.marks import Mark, Pick
from genmu_studio.pair_table import PairTable
from genmu_studio.texts import clean_line
from ui.context import Context
from ui.numbers import count

_VERBS: dict[Pick | None, str] = {"pick": "Pick", "reject": "Reject", None: "Clear pick of"}

_LONGEST_NAME = 40


class Marking:
    """Marks rows of a table of pairs; what cannot be written is told as any error, and the marks stay as they were."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def pick(self, table: PairTable, rows: Sequence[int], value: Pick | None) -> bool:
        """Pick or reject pairs, None = neither; whether there were any."""
        if len(rows):
            marks = (Mark("pick", table.key(row), value) for row in rows)
            self._write(f"{_VERBS[value]} {named(table, rows)}", marks)
        return len(rows) > 0

    def bookmark(self, table: PairTable, rows: Sequence[int]) -> bool:
        """Set a bookmark on each pair, or remove them where all have one; whether there were any."""
        if len(rows):
            removes = bool(table.bookmarked[list(rows)].all())
            value, verb = (None, "Remove bookmark of") if removes else ("set", "Bookmark")
            marks = (Mark("bookmark", table.key(row), value) for row in rows)
            self._write(f"{verb} {named(table, rows)}", marks)
        return len(rows) > 0

    def note(self, pair: str, sample: int, text: str, then: Callable[[], None]) -> None:
        """Write the note of the pair with that key sample; `then` is called when it is on the disk. pair : its name."""
        self._write(f"Note on {pair}", [Mark("note", sample, text or None)], then)

    def _write(self, title: str, marks: Iterable[Mark], then: Callable[[], None] = lambda: None) -> None:
        project = self._context.project
        if project is not None:
            # Handed over at once, not as a question: so it is written also where window or project close now.
            self._context.wait_for(project.mark(title, marks), lambda _: then())


def named(table: PairTable, rows: Sequence[int]) -> str:
    """Return the pairs as a step names them, in a line that a menu has room for."""
    if len(rows) != 1:
        return count(len(rows), "pair")
    return f"{clean_line(table.identity_of(rows[0]), _LONGEST_NAME)}, seed {int(table.seed[rows[0]])}"
