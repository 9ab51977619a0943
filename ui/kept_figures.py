"""Figures under the lens: evaluations of submissions and leaderboards, asked for when the lens rests, and kept."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.project import Project
from genmu_studio.view import NoResultsError, View
from scoring.types import Track
from ui.data_questions import DataQuestions
from ui.lens_setting import LensSetting
from ui.questions import MovedOnError

T = TypeVar("T")
_KEPT = 64
_KEPT_BYTES = 256 * 2**20  # of the frames that kept evaluations come from
_BOARDS_KEPT = 12


@dataclass(frozen=True, slots=True)
class _Board:
    """The entries of a track. said : how often people had said something when they were asked for."""

    rows: Sequence[LeaderboardRow]
    said: int


class KeptFigures(QObject):
    """What is asked for while the lens moves is asked when it rests; what waits while it moves on is not computed."""

    evaluation_ready = Signal(str)  # submission id
    leaderboard_ready = Signal(str)  # track

    def __init__(self, questions: DataQuestions, lens: LensSetting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions, self._lens = questions, lens
        self._evaluations: OrderedDict[tuple[str, View], Evaluation | None] = OrderedDict()
        self._boards: OrderedDict[tuple[Track, View], _Board] = OrderedDict()
        self._postponed: dict[str, Callable[[], object]] = {}
        self._said = 0  # grows when people say something: boards from before are asked about them anew
        lens.rested.connect(self._ask_postponed)

    def evaluation(self, project: Project, row: SubmissionRow) -> Evaluation | None:
        """Return the scores of a submission where they are known; else ask for them."""
        view = self._lens.view
        key = (row.id, view)
        if key in self._evaluations:
            self._evaluations.move_to_end(key)
            return self._evaluations[key]
        if self._lens.is_moving:
            self._postponed[row.id] = partial(self.evaluation, project, row)
        elif not self._questions.is_asked(key):
            question = partial(self._while_wanted, view, partial(_evaluate, project, row, view))
            self._questions.ask(key, question, lambda value: self._keep(key, value))
        return None

    def knows(self, row: SubmissionRow) -> bool:
        """Whether `evaluation` would answer at once."""
        return (row.id, self._lens.view) in self._evaluations

    def leaderboard(self, project: Project, track: Track) -> Sequence[LeaderboardRow] | None:
        """Return the entries of a track, ranked ones first, where they are known; else ask for them."""
        view = self._lens.view
        key = (track, view)
        known = self._boards.get(key)
        if known is None and self._lens.is_moving:
            self._postponed[track] = partial(self.leaderboard, project, track)
        elif (known is None or known.said != self._said) and not self._questions.is_asked(key):
            if known is None:
                question = partial(self._while_wanted, view, partial(project.leaderboard, track, view))
            else:
                question = partial(project.with_people, known.rows)
            self._questions.ask(key, question, partial(self._keep_board, key, self._said))
        return None if known is None else known.rows

    def hear_people(self) -> None:
        """Take notice that people said something: what rests on it is asked for when a board is wanted again."""
        self._said += 1

    def forget(self) -> None:
        """Keep nothing: the data are others."""
        self._postponed.clear()
        self._evaluations.clear()
        self._boards.clear()

    def _while_wanted(self, view: View, question: Callable[[], T]) -> T:
        """Return the answer to `question`; MovedOnError where the lens has moved on before its turn came."""
        if view != self._lens.view:
            raise MovedOnError
        return question()

    def _ask_postponed(self) -> None:
        """Ask what was not worth asking while the lens moved."""
        postponed, self._postponed = self._postponed, {}
        for ask in postponed.values():
            ask()

    def _keep(self, key: tuple[str, View], value: Evaluation | None) -> None:
        self._evaluations[key] = value
        while len(self._evaluations) > _KEPT or (self._kept_bytes() > _KEPT_BYTES and len(self._evaluations) > 1):
            self._evaluations.popitem(last=False)
        self.evaluation_ready.emit(key[0])

    def _kept_bytes(self) -> int:
        """Return what the frames of the kept evaluations take; those of several lenses are the same."""
        seen = [each.look.base.built for each in self._evaluations.values() if each is not None]
        built = {id(each): each for each in seen}
        return sum(frames.size_bytes for frames in built.values())

    def _keep_board(self, key: tuple[Track, View], said: int, rows: Sequence[LeaderboardRow]) -> None:
        self._boards[key] = _Board(rows, said)
        while len(self._boards) > _BOARDS_KEPT:
            self._boards.popitem(last=False)
        self.leaderboard_ready.emit(key[0])


def _evaluate(project: Project, row: SubmissionRow, view: View) -> Evaluation | None:
    """Return the scores of a submission; None too where the lens asks for an evaluator that has not seen it."""
    try:
        return project.evaluate(row, view)
    except NoResultsError:
        return None
