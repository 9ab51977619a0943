"""The pairs that Review shows: read off the GUI thread, with marks, filtered and ordered. No widget, no painting.

A large submission is there before its scores are: its pairs can be looked at while they are still read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import MEDIA_KIND, SubmissionId, SubmissionRow
from genmu_studio.look import Look, LookBase
from genmu_studio.marks import Marks
from genmu_studio.pair_facets import Facets, facets
from genmu_studio.pair_filter import MEASURED_PARTS, PairFilter, matching
from genmu_studio.pair_index import MeasuredColumn
from genmu_studio.pair_orders import MeasurementName, PairOrder, is_measured, ordered
from genmu_studio.pair_table import PairTable, with_label_states, with_marks, with_measured
from genmu_studio.pair_texts import PairTexts
from genmu_studio.project import ChangeSet, Project
from genmu_studio.review import (
    ReviewPairs,
    label_states,
    load_pairs,
    load_texts,
    measured_column,
    measurement_names,
    measurement_values,
)
from scoring.frame import BoolArray, IndexArray
from scoring.types import FloatArray, MediaKind
from ui.context import Context
from ui.questions import MovedOnError

_NOBODY: IndexArray = np.empty(0, dtype=np.intp)


@dataclass(frozen=True, eq=False, slots=True)
class _Reading:
    """What pairs are being read for. is_final : the look is that of the lens, or there is none to come."""

    look: Look | None
    is_final: bool


class PairList(QObject):
    """What is shown, in order: `rows` of `table`. `changed` says that something of it is another."""

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project: Project | None = None
        self._submission: SubmissionRow | None = None
        self._pairs: ReviewPairs | None = None
        self._reading: _Reading | None = None
        self._failure: BaseException | None = None
        self._has_scores = False  # of the pairs that are shown: they are those of the lens, or there are none
        self._texts: PairTexts | None = None
        self._reads_texts = False
        self._names: tuple[MeasurementName, ...] = ()
        self._values: tuple[str, FloatArray] | None = None
        self._columns: Mapping[str, MeasuredColumn | None] = {}
        self._filter = PairFilter()
        self._order = PairOrder()
        self._ordered: IndexArray = _NOBODY
        self._mask: BoolArray = np.empty(0, dtype=np.bool_)
        self._rows: IndexArray = _NOBODY
        self._facets: Facets | None = None
        self._is_said_anew = False  # whether people have said something since it was read
        context.data_changed.connect(self._hear)
        context.failed.connect(self._hear_failure)

    # ---- what is shown ----

    @property
    def pairs(self) -> ReviewPairs | None:
        """The pairs of the submission with what they were scored by, None while they are read or there is none."""
        return self._pairs

    @property
    def table(self) -> PairTable | None:
        """All pairs of the submission."""
        return self._pairs.table if self._pairs is not None else None

    @property
    def kind(self) -> MediaKind:
        """What the samples are."""
        return MEDIA_KIND[self._pairs.submission.track] if self._pairs is not None else "image"

    @property
    def waits_for_scores(self) -> bool:
        """Whether pairs are shown whose scores are still being read."""
        return self._pairs is not None and not self._has_scores

    @property
    def failure(self) -> BaseException | None:
        """Why there are no pairs, or no scores of those that are shown; None where nothing went wrong."""
        return self._failure or (self._context.look_failure() if self._submission is not None else None)

    @property
    def filter(self) -> PairFilter:
        """Which pairs are shown."""
        return self._filter

    @property
    def order(self) -> PairOrder:
        """The order in which they are shown."""
        return self._order

    @property
    def rows(self) -> IndexArray:
        """The rows of the table that are shown, in order."""
        return self._rows

    @property
    def mask(self) -> BoolArray:
        """Which rows of the table are shown, (n,)."""
        return self._mask

    @property
    def measurements(self) -> tuple[MeasurementName, ...]:
        """What evaluators measured besides similarity: the pairs can be ordered by it."""
        return self._names

    def facets(self) -> Facets | None:
        """Return how many pairs each value of the filter would show."""
        if self._facets is None and self._pairs is not None:
            self._facets = facets(self._pairs.table, self._filter, self._texts)
        return self._facets

    def places_in_order(self) -> IndexArray:
        """Return the place of every row in the order, whether the filter shows it or not, (n,)."""
        place_of = np.empty(len(self._ordered), dtype=np.intp)
        place_of[self._ordered] = np.arange(len(self._ordered))
        return place_of

    # ---- changing it ----

    def set_filter(self, wanted: PairFilter) -> None:
        """Show other pairs; what a search needs to know of them is read when somebody searches first."""
        self.show(wanted, self._order)

    def set_order(self, order: PairOrder) -> None:
        """Show them in another order; measurements are read when somebody orders by them."""
        self.show(self._filter, order)

    def show(self, wanted: PairFilter, order: PairOrder) -> None:
        """Show other pairs in another order, in one change."""
        is_ordered = order == self._order
        self._filter, self._order = wanted, order
        self._read_texts()
        if not is_ordered:
            self._read_values()
            self._arrange()
        self._sift()

    # ---- following the context ----

    def refresh(self) -> None:
        """Look at the submission and the lens of the context as they are now."""
        project, submission = self._context.project, self._context.submission
        if project is not self._project or _id(submission) != _id(self._submission):
            self._start(project, submission)
        if project is None or submission is None:
            return
        look = self._context.current_look()
        if look is not None or self._context.knows_look():
            is_shown = self._pairs is not None and self._has_scores and self._pairs.look is look
            if not is_shown:
                self._read_pairs(project, submission, _Reading(look, is_final=True))
        elif self._pairs is None:
            self._read_pairs(project, submission, _Reading(None, is_final=False))

    def _start(self, project: Project | None, submission: SubmissionRow | None) -> None:
        self._project, self._submission = project, submission
        self._pairs, self._reading, self._has_scores, self._failure = None, None, False, None
        self._names, self._filter, self._facets = (), PairFilter(), None
        self._forget_what_was_read()
        self._ordered = self._rows = _NOBODY
        self._mask = np.empty(0, dtype=np.bool_)
        self.changed.emit()

    def _forget_what_was_read(self) -> None:
        self._texts, self._reads_texts, self._values, self._columns = None, False, None, {}

    def _hear(self, changes: ChangeSet) -> None:
        """Read marks anew, whatever view made or took them back; what else changes comes with another look."""
        self._is_said_anew |= "labels" in changes
        project, submission = self._project, self._submission
        if "marks" in changes and project is self._context.project and project is not None and submission is not None:
            self._context.ask(partial(project.marks, submission), partial(self._take_marks, submission.id))
        if "results" in changes and self._pairs is not None and self._pairs.look is None:
            self._forget_what_was_read()  # with another look that comes of itself
            self._read_texts()
            self._read_others()
            self._read_values()

    def follow(self, changes: ChangeSet | None) -> None:
        """Read again what people said, where they said something since. changes : what has just changed."""
        project, pairs = self._project, self._pairs
        if (self._is_said_anew or (changes is not None and "labels" in changes)) and pairs and project is not None:
            self._is_said_anew = False
            question = partial(label_states, project, pairs.submission, pairs.table)
            self._context.ask(question, partial(self._take_label_states, pairs))

    def _take_label_states(self, pairs: ReviewPairs, states: NDArray[np.int8] | None) -> None:
        now = self._pairs
        if now is not None and now.submission.id == pairs.submission.id and _same_pairs(now.table, pairs.table):
            self._pairs = replace(now, table=with_label_states(now.table, states))
            self._sift()

    def _hear_failure(self) -> None:
        if self.failure is not None:
            self.changed.emit()

    # ---- reading ----

    def _read_pairs(self, project: Project, submission: SubmissionRow, wanted: _Reading) -> None:
        now = self._reading
        if now is not None and now.look is wanted.look and now.is_final == wanted.is_final:
            return
        self._reading, self._failure = wanted, None

        def load() -> ReviewPairs:
            if wanted is not self._reading:  # a threshold is dragged, say: only the last one is worth reading for
                raise MovedOnError
            return load_pairs(project, submission, wanted.look)

        self._context.ask(load, partial(self._take_pairs, wanted), partial(self._miss_pairs, wanted))

    def _miss_pairs(self, wanted: _Reading, error: BaseException) -> None:
        if wanted is self._reading:
            self._reading, self._failure = None, error  # whoever refreshes asks again

    def _take_pairs(self, wanted: _Reading, pairs: ReviewPairs) -> None:
        if wanted is not self._reading:
            return
        before = self._pairs if self._has_scores else None  # what was read of pairs without scores is as good as none
        self._pairs, self._reading, self._has_scores = pairs, None, wanted.is_final
        is_other = before is None or not _same_pairs(before.table, pairs.table)
        if is_other or before is None or _base(before) is not _base(pairs):
            self._forget_what_was_read()
            self._read_texts()
            self._read_others()
            self._read_values()
        elif self._columns:
            self._pairs = replace(pairs, table=with_measured(pairs.table, self._columns))
        self._arrange()
        self._sift()

    def _read_others(self) -> None:
        """Ask what was measured besides: names to order by, and columns to filter by."""
        if self._pairs is not None and self._project is not None and self._has_scores:
            names = partial(measurement_names, self._project, self._pairs)
            self._context.ask(names, partial(self._take_names, self._pairs))
            for part in MEASURED_PARTS:
                column = partial(measured_column, self._project, self._pairs, part)
                self._context.ask(column, partial(self._take_column, self._pairs, part))

    def _take_column(self, pairs: ReviewPairs, part: str, column: MeasuredColumn | None) -> None:
        now = self._pairs
        if now is None or not self._is_shown(pairs):
            return
        self._columns = {**self._columns, part: column}
        self._pairs = replace(now, table=with_measured(now.table, self._columns))
        if column is not None or getattr(self._filter, part) is not None:
            self._sift()

    def _take_names(self, pairs: ReviewPairs, names: tuple[MeasurementName, ...]) -> None:
        if self._is_shown(pairs) and names != self._names:
            self._names = names
            self.changed.emit()

    def _take_marks(self, submission: SubmissionId, marks: Marks) -> None:
        if self._pairs is not None and self._pairs.submission.id == submission:
            self._pairs = replace(self._pairs, table=with_marks(self._pairs.table, marks))
            if self._order.by == "marks":
                self._arrange()
            self._sift()

    def _read_texts(self) -> None:
        """Ask for what is searched, where somebody searches and it is not known."""
        needs = bool(self._filter.text) and self._texts is None and not self._reads_texts
        if needs and self._pairs is not None and self._project is not None:
            self._reads_texts = True
            question = partial(load_texts, self._project, self._pairs)
            self._context.ask(question, partial(self._take_texts, self._pairs), self._miss_texts)

    def _miss_texts(self, _error: BaseException) -> None:
        self._reads_texts = False

    def _take_texts(self, pairs: ReviewPairs, texts: PairTexts) -> None:
        if self._pairs is not None and _same_pairs(self._pairs.table, pairs.table):
            self._reads_texts, self._texts = False, texts
            self._sift()

    def _values_of(self, by: str) -> FloatArray | None:
        return self._values[1] if self._values is not None and self._values[0] == by else None

    def _read_values(self) -> None:
        """Ask for the measurements that the order needs, where they are not known."""
        by, pairs = self._order.by, self._pairs
        needs = is_measured(by) and self._values_of(by) is None
        if needs and pairs is not None and self._has_scores and self._project is not None:
            question = partial(measurement_values, self._project, pairs, by)
            self._context.ask(question, partial(self._take_values, pairs, by))

    def _take_values(self, pairs: ReviewPairs, by: str, values: FloatArray) -> None:
        if self._is_shown(pairs) and by == self._order.by:
            self._values = (by, values)
            self._arrange()
            self._sift()

    def _is_shown(self, pairs: ReviewPairs) -> bool:
        """Whether an answer about `pairs` is one about those shown: the same, as they were measured."""
        now = self._pairs
        return now is not None and _base(now) is _base(pairs) and _same_pairs(now.table, pairs.table)

    # ---- arranging ----

    def _arrange(self) -> None:
        if self._pairs is not None:
            self._ordered = ordered(self._pairs.table, self._order, self._values_of(self._order.by))

    def _sift(self) -> None:
        self._facets = None
        if self._pairs is not None:
            self._mask = matching(self._pairs.table, self._filter, self._texts)
            self._rows = self._ordered[self._mask[self._ordered]]
        self.changed.emit()


def _id(submission: SubmissionRow | None) -> SubmissionId | None:
    return submission.id if submission is not None else None


def _base(pairs: ReviewPairs) -> LookBase | None:
    """Return what the pairs were measured as; another threshold leaves it as it is."""
    return pairs.look.base if pairs.look is not None else None


def _same_pairs(one: PairTable, other: PairTable) -> bool:
    """Whether both tables have the same pairs in the same rows."""
    return np.array_equal(one.original, other.original) and np.array_equal(one.unlearned, other.unlearned)
