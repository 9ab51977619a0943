"""What can be done with the pairs that a person means: mark them, hand their files on, let another face count."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from genmu_studio.marks import Pick
from genmu_studio.pair_details import FaceBox
from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.review import sample_media
from scoring.errors import UserError
from ui.context import Context
from ui.face_choosing import face_work, notices_of
from ui.jobs import Ended, Work
from ui.marking import Marking, named
from ui.models.pair_list import PairList
from ui.sample_files import copy_text, open_externally, reveal


class PairCommands(QObject):
    """Acts on `meant()`: the rows of the selected pairs, else of the one that is looked at."""

    job_wanted = Signal(str, object, object)  # title, work, what takes its end
    noticed = Signal(object)  # Notice

    def __init__(
        self, context: Context, pairs: PairList, meant: Callable[[], Sequence[int]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._pairs = pairs
        self._meant = meant
        self._marking = Marking(context)

    # ---- marks ----

    def pick(self, value: Pick | None) -> bool:
        """Pick or reject, None = neither."""
        table = self._pairs.table
        return table is not None and self._marking.pick(table, self._meant(), value)

    def bookmark(self) -> bool:
        """Set bookmarks, or remove them where all have one."""
        table = self._pairs.table
        return table is not None and self._marking.bookmark(table, self._meant())

    def note(self, sample: int, text: str, then: Callable[[], None]) -> None:
        """Write a note; `then` is called when it is kept."""
        table = self._pairs.table
        row = table.row_of(sample) if table is not None else None
        if table is not None and row is not None:
            self._marking.note(f"Note on {named(table, [row])}", sample, text, then)

    # ---- files ----

    def copy_path(self) -> bool:
        """Copy the paths of the samples, one a line: the unlearned one of each pair, else the original."""
        return self._with_files(lambda paths: copy_text("\n".join(str(path) for path in paths)), self._meant())

    def reveal(self) -> bool:
        """Show the file in its folder."""
        return self._with_files(lambda paths: reveal(paths[0]), self._meant()[:1])

    def open_file(self) -> bool:
        """Open the file in the program that the system has for it."""
        return self._with_files(lambda paths: open_externally(paths[0]), self._meant()[:1])

    def _with_files(self, do: Callable[[list[Path]], None], rows: Sequence[int]) -> bool:
        table, project = self._pairs.table, self._context.project
        if table is None or project is None or not len(rows):
            return False
        ids = [table.key(row) for row in rows]

        def hand_on(paths: list[Path]) -> None:
            try:
                do(paths)
            except UserError as error:
                self._context.failed.emit(error)

        def find() -> list[Path]:
            found = sample_media(project, ids)
            return [Path(found[id_].path) for id_ in ids if id_ in found]

        self._context.ask(find, hand_on)
        return True

    # ---- faces ----

    def choose_face(self, sample: int, face: FaceBox) -> bool:
        """Let this face of a sample count; whether that can be tried."""
        project, pairs = self._context.project, self._pairs.pairs
        if project is None or pairs is None or pairs.look is None or sample == NO_SAMPLE or face.is_chosen:
            return False
        row = pairs.table.row_of(sample)
        title = "Other face" if row is None else f"Other face of {named(pairs.table, [row])}"
        x1, y1, x2, y2 = face.box
        work: Work = face_work(project, pairs.look.evaluator, sample, ((x1 + x2) / 2, (y1 + y2) / 2), title)
        self.job_wanted.emit("Measuring the other face", work, self._say)
        return True

    def _say(self, ended: Ended) -> None:
        for notice in notices_of(ended, self._undo):
            self.noticed.emit(notice)

    def _undo(self) -> None:
        if (project := self._context.project) is not None:
            self._context.ask(project.undo, lambda _: None)
