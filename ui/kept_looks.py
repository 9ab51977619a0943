"""How submissions are looked at: what a look rests on is read once for each evaluator and template, and kept."""

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import SubmissionRow
from genmu_studio.look import Look, LookBase
from genmu_studio.project import Project
from genmu_studio.view import NoResultsError, View
from scoring.errors import UserError
from scoring.verification import TemplateRule
from ui.data_questions import DataQuestions

_KEPT = 4  # their frames are kept by the project too


class _BaseKey(NamedTuple):
    """What the base of a look depends on."""

    submission: str
    evaluator: str | None
    template: TemplateRule | None


class KeptLooks(QObject):
    """`ready` carries the submission of a look that was asked for: it can be had now, or there is none."""

    ready = Signal(str)

    def __init__(self, questions: DataQuestions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._bases: dict[_BaseKey, LookBase | None] = {}
        self._failures: dict[_BaseKey, BaseException] = {}
        self._last: tuple[LookBase, View, Look] | None = None

    def look(self, project: Project, row: SubmissionRow, view: View) -> Look | None:
        """Return how a submission is looked at, at once where what it rests on is known; else ask for that.

        None too where no evaluator has results.
        """
        key = _key(row, view)
        if key not in self._bases:
            if not self._questions.is_asked(key):
                self._failures.pop(key, None)
                self._questions.ask(
                    key, partial(_base, project, row, view), partial(self._keep, key), partial(self._miss, key)
                )
            return None
        base = self._bases[key]
        if base is None:
            return None
        if self._last is None or self._last[0] is not base or self._last[1] != view:
            try:
                self._last = (base, view, base.through(view))
            except UserError:  # a preset that this evaluator has not
                return None
        return self._last[2]

    def knows(self, row: SubmissionRow, view: View) -> bool:
        """Whether `look` answers for good."""
        return _key(row, view) in self._bases

    def failure(self, row: SubmissionRow, view: View) -> BaseException | None:
        """Return why `look` could not be read when it was asked for last."""
        return self._failures.get(_key(row, view))

    def forget(self) -> None:
        """Keep nothing: the data are others."""
        self._bases.clear()
        self._failures.clear()
        self._last = None

    def _miss(self, key: _BaseKey, error: BaseException) -> None:
        self._failures[key] = error

    def _keep(self, key: _BaseKey, base: LookBase | None) -> None:
        self._bases[key] = base
        while len(self._bases) > _KEPT:
            del self._bases[next(iter(self._bases))]
        self.ready.emit(key.submission)


def _key(row: SubmissionRow, view: View) -> _BaseKey:
    return _BaseKey(row.id, view.evaluator, view.template)


def _base(project: Project, row: SubmissionRow, view: View) -> LookBase | None:
    """Return what is looked at; None too where the lens asks for an evaluator that has not seen it."""
    try:
        return project.look_base(row, view)
    except NoResultsError:
        return None
