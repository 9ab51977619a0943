"""The pairs that Review shows: read off the GUI thread, with marks, filtered and ordered. No widget, no painting.

A large submission is there before its scores are: its pairs can be looked at while they are still read.
"""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import MEDIA_KIND, SubmissionRow
from genmu_studio.look import Look
from genmu_studio.marks import Marks
from genmu_studio.pair_facets import Facets, facets
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_orders import MeasurementName, PairOrder, measurement_of, ordered
from genmu_studio.pair_table import PairTable, with_marks
from genmu_studio.pair_texts import PairTexts
from genmu_studio.project import ChangeSet, Project
from genmu_studio.review import ReviewPairs, load_pairs, load_texts, measurement_names, measurement_values
from scoring.frame import BoolArray, IndexArray
from scoring.types import FloatArray, MediaKind
from ui.context import Context

_NOBODY: IndexArray = np.empty(0, dtype=np.intp)


class PairList(QObject):
    """What is shown, in order: `rows` of `table`. `changed` says that something of it is another."""

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project: Project | None = None
        self._submission: SubmissionRow | None = None
        self._pairs: ReviewPairs | None = None
        self._asked: list[Look | None] = []  # what pairs are being read for, none or one
        self._has_scores = False  # of the pairs that are shown: they are those of the lens, or there are none
        self._texts: PairTexts | None = None
        self._reads_texts = False
        self._names: tuple[MeasurementName, ...] = ()
        self._values: tuple[str, FloatArray] | None = None
        self._filter = PairFilter()
        self._order = PairOrder()
        self._ordered: IndexArray = _NOBODY
        self._mask: BoolArray = np.empty(0, dtype=np.bool_)
        self._rows: IndexArray = _NOBODY
        context.failed.connect(self._stop_waiting)

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
        return facets(self._pairs.table, self._filter, self._texts) if self._pairs is not None else None

    def places_in_order(self) -> IndexArray:
        """Return the place of every row in the order, whether the filter shows it or not, (n,)."""
        place_of = np.empty(len(self._ordered), dtype=np.intp)
        place_of[self._ordered] = np.arange(len(self._ordered))
        return place_of

    # ---- changing it ----

    def set_filter(self, wanted: PairFilter) -> None:
        """Show other pairs; what a search needs to know of them is read when somebody searches first."""
        self._filter = wanted
        if wanted.text and self._texts is None:
            self._read_texts()
        self._sift()

    def set_order(self, order: PairOrder) -> None:
        """Show them in another order; measurements are read when somebody orders by them."""
        self._order = order
        if measurement_of(order.by) is not None and self._values_of(order.by) is None:
            self._read_values()
        self._arrange()
        self._sift()

    # ---- following the context ----

    def refresh(self, changes: ChangeSet | None = None) -> None:
        """Look at the submission and the lens of the context as they are now."""
        project, submission = self._context.project, self._context.submission
        if project is not self._project or self._id(submission) != self._id(self._submission):
            self._start(project, submission)
        if project is None or submission is None:
            return
        if changes is not None and changes.areas == {"marks"} and self._pairs is not None:
            self._read_marks(project, self._pairs)
            return
        look = self._context.current_look()
        if look is not None or self._context.knows_look():
            is_shown = self._pairs is not None and self._has_scores and self._pairs.look is look
            if not is_shown:
                self._read_pairs(project, submission, look)
        elif self._pairs is None:
            self._read_pairs(project, submission, None)

    @staticmethod
    def _id(submission: SubmissionRow | None) -> str | None:
        return submission.id if submission is not None else None

    def _start(self, project: Project | None, submission: SubmissionRow | None) -> None:
        self._project, self._submission = project, submission
        self._pairs, self._asked, self._has_scores = None, [], False
        self._names, self._filter = (), PairFilter()
        self._forget_reading()
        self._ordered = self._rows = _NOBODY
        self._mask = np.empty(0, dtype=np.bool_)

    def _forget_reading(self) -> None:
        self._texts, self._reads_texts, self._values = None, False, None

    def _stop_waiting(self) -> None:
        self._asked, self._reads_texts = [], False

    # ---- reading ----

    def _read_pairs(self, project: Project, submission: SubmissionRow, look: Look | None) -> None:
        if self._asked and self._asked[0] is look:
            return
        self._asked = [look]
        question = partial(load_pairs, project, submission, look)
        self._context.ask(question, partial(self._take_pairs, self._context.knows_look()))

    def _take_pairs(self, has_scores: bool, pairs: ReviewPairs) -> None:
        wanted = bool(self._asked) and self._asked[0] is pairs.look
        if not wanted or self._id(self._submission) != pairs.submission.id:
            return
        before, self._pairs, self._asked, self._has_scores = self._pairs, pairs, [], has_scores
        if before is None or not _same_pairs(before.table, pairs.table):
            self._forget_reading()
            if self._filter.text:
                self._read_texts()
        elif before.evaluator_digest != pairs.evaluator_digest:
            self._values = None
        if has_scores and self._project is not None:
            self._context.ask(partial(measurement_names, self._project, pairs), partial(self._take_names, pairs))
            if measurement_of(self._order.by) is not None and self._values is None:
                self._read_values()
        self._arrange()
        self._sift()

    def _take_names(self, pairs: ReviewPairs, names: tuple[MeasurementName, ...]) -> None:
        if pairs is self._pairs and names != self._names:
            self._names = names
            self.changed.emit()

    def _read_marks(self, project: Project, pairs: ReviewPairs) -> None:
        self._context.ask(partial(project.marks, pairs.submission), self._take_marks)

    def _take_marks(self, marks: Marks) -> None:
        if self._pairs is not None:
            self._pairs = replace(self._pairs, table=with_marks(self._pairs.table, marks))
            if self._order.by == "marks":
                self._arrange()
            self._sift()

    def _read_texts(self) -> None:
        if self._pairs is not None and self._project is not None and not self._reads_texts:
            self._reads_texts = True
            self._context.ask(
                partial(load_texts, self._project, self._pairs), partial(self._take_texts, self._pairs.table)
            )

    def _take_texts(self, table: PairTable, texts: PairTexts) -> None:
        self._reads_texts = False
        if self._pairs is not None and _same_pairs(self._pairs.table, table):
            self._texts = texts
            self._sift()

    def _values_of(self, by: str) -> FloatArray | None:
        return self._values[1] if self._values is not None and self._values[0] == by else None

    def _read_values(self) -> None:
        if self._pairs is not None and self._project is not None:
            by = self._order.by
            question = partial(measurement_values, self._project, self._pairs, by)
            self._context.ask(question, partial(self._take_values, self._pairs.table, by))

    def _take_values(self, table: PairTable, by: str, values: FloatArray) -> None:
        if self._pairs is not None and _same_pairs(self._pairs.table, table) and by == self._order.by:
            self._values = (by, values)
            self._arrange()
            self._sift()

    # ---- arranging ----

    def _arrange(self) -> None:
        if self._pairs is not None:
            self._ordered = ordered(self._pairs.table, self._order, self._values_of(self._order.by))

    def _sift(self) -> None:
        if self._pairs is not None:
            self._mask = matching(self._pairs.table, self._filter, self._texts)
            self._rows = self._ordered[self._mask[self._ordered]]
        self.changed.emit()


def _same_pairs(one: PairTable, other: PairTable) -> bool:
    """Whether both tables have the same pairs in the same rows."""
    return np.array_equal(one.original, other.original) and np.array_equal(one.unlearned, other.unlearned)
