"""What can be done with the pairs that a person means: mark them, hand their files on, let another face count."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from genmu_studio.marks import Pick
from genmu_studio.pair_details import FaceBox
from genmu_studio.pair_table import NO_SAMPLE
from genmu_studio.project import Project
from genmu_studio.review import sample_media
from scoring.errors import UserError
from ui.context import Context
from ui.face_choosing import face_work, notices_of
from ui.jobs import Ended, Work
from ui.marking import Marking, named
from ui.models.pair_list import PairList
from ui.notices import Notice
from ui.sample_files import copy_text, open_externally, reveal


class PairCommands(QObject):
    """Acts on `meant()`: the rows of the selected pairs, else of the one that is looked at."""

    job_wanted = Signal(str, object, object)  # title, work, what takes its end
    noticed = Signal(object)  # Notice
    busy = Signal(str)  # what is being done to the pair, "" when it is done

    def __init__(
        self, context: Context, pairs: PairList, meant: Callable[[], Sequence[int]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._pairs = pairs
        self._meant = meant
        self._marking = Marking(context)
        self._explained: Project | None = None  # the read-only project of which that has been said
        self._faces_measured = 0

    # ---- marks ----

    def may_mark(self) -> bool:
        """Whether marks can be made; where not, say why, once."""
        project = self._context.project
        if project is None or project.mode == "write":
            return project is not None
        if self._explained is not project:
            self._explained = project
            why = f"Why: {project.notice}."
            self.noticed.emit(Notice("warning", "Marks cannot be changed: the project is read-only.", why))
        return False

    def pick(self, value: Pick | None) -> bool:
        """Pick or reject, None = neither."""
        table = self._pairs.table
        return table is not None and self.may_mark() and self._marking.pick(table, self._meant(), value)

    def bookmark(self) -> bool:
        """Set bookmarks, or remove them where all have one."""
        table = self._pairs.table
        return table is not None and self.may_mark() and self._marking.bookmark(table, self._meant())

    def note(self, pair: str, sample: int, text: str, then: Callable[[], None]) -> None:
        """Write the note of the pair with that key sample; `then` is called when it is kept. pair : its name."""
        self._marking.note(pair, sample, text, then)

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
        if not self.may_mark():
            return False
        row = pairs.table.row_of(sample)
        if row is None:
            return False
        pair = named(pairs.table, [row])
        title = f"Other face of {pair}"
        x1, y1, x2, y2 = face.box
        work: Work = face_work(project, pairs.look.evaluator, sample, ((x1 + x2) / 2, (y1 + y2) / 2), title)
        self._faces_measured += 1
        self.busy.emit("measuring the other face…")
        self.job_wanted.emit("Measuring the other face", work, partial(self._end_face, pair, title))
        return True

    def _end_face(self, pair: str, title: str, ended: Ended) -> None:
        self._faces_measured -= 1
        if not self._faces_measured:
            self.busy.emit("")
        for notice in notices_of(ended, pair, partial(self._take_back, title)):
            self.noticed.emit(notice)

    def _take_back(self, title: str) -> None:
        """Undo the step of that title, as long as it is the last one."""
        project = self._context.project
        if project is not None:
            self._context.ask(partial(_undo_last, project, title), self._say_taken_back)

    def _say_taken_back(self, is_taken_back: bool) -> None:
        if not is_taken_back:
            hint = "Undo takes back the latest step first."
            self.noticed.emit(Notice("info", "Something else was done since that face was chosen.", hint))


def _undo_last(project: Project, title: str) -> bool:
    """Take back the last step where it has that title; whether it has."""
    return project.undo_titles()[0] == title and project.undo() is not None
