"""What the scores room shows of a look, asked for once and kept while the threshold moves. No widget, no painting."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from genmu_studio.evaluation import Evaluation
from genmu_studio.look import Look
from genmu_studio.project import ChangeSet
from genmu_studio.scores.band import BandPoint, band
from genmu_studio.scores.curves import TrackCurves, TrackSweep
from genmu_studio.scores.distributions import Distribution, Role, Selection, distributions
from genmu_studio.scores.references import ReferencePlots, reference_plots
from genmu_studio.scores.stability import Stability, rank_stability
from genmu_studio.scores.thresholds import Plateaus
from genmu_studio.view import View
from scoring.calibration import Comparisons
from ui.context import Context
from ui.models.answers import Answer
from ui.models.band_reading import BandReading
from ui.questions import Questions

T = TypeVar("T")
Distributions = Mapping[Role, tuple[Distribution, ...]]
Variants = Mapping[tuple[str, str], TrackCurves]


class Curves(NamedTuple):
    """The figures by threshold, and the ranges of thresholds that they are of."""

    where: Plateaus
    curves: TrackCurves


@dataclass(frozen=True, eq=False, slots=True)
class _Asked:
    """What is shown: which samples, which further lines."""

    look: Look
    selection: Selection
    variants: frozenset[str]


class ScoreRoom(QObject):
    """Each part is None while it is still to come. `changed` says that one has come, `band_grown` a piece of the band.

    What takes long, and of what others must not wait, is answered on a thread of its own.
    """

    changed = Signal()
    band_grown = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._epoch = 0
        self._questions = Questions("genmu-scores", self)
        self._questions.failed.connect(context.failed)
        told = self.changed.emit
        self._sweep: Answer[TrackSweep] = Answer(context.ask, told)
        self._distributions: Answer[Distributions] = Answer(context.ask, told)
        self._curves: Answer[Curves] = Answer(context.ask, told)
        self._variants: Answer[Variants] = Answer(context.ask, told)
        self._plots: Answer[ReferencePlots] = Answer(context.ask, told)
        self._rested: Answer[BandPoint] = Answer(context.ask, told)
        self._official: Answer[Evaluation | None] = Answer(self._ask, told)
        self._stability: Answer[Stability] = Answer(self._ask, told)
        self.band = BandReading(self._ask, self.band_grown.emit, lambda: context.is_moving or self._rested.is_waiting)
        self._asked: _Asked | None = None
        context.closing.connect(self._questions.close)

    def _ask(
        self,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object],
    ) -> None:
        project = self._context.project
        self._questions.ask(question, then, otherwise, lambda: self._context.project is project)

    @property
    def is_busy(self) -> bool:
        """Whether something is still being computed on the thread of its own."""
        return self._questions.is_busy

    @property
    def _answers(self) -> tuple[Answer[Any], ...]:
        return (
            self._sweep, self._distributions, self._curves, self._variants, self._plots, self._rested, self._official,
            self._stability,
        )  # fmt: skip

    # ---- what is wanted ----

    def note(self, changes: ChangeSet | None) -> None:
        """Take note that the data changed."""
        if changes is not None and changes.moves_numbers:
            self._epoch += 1

    def leave(self) -> None:
        """Forget everything: another project is looked at."""
        self._epoch += 1
        self._asked = None
        for answer in self._answers:
            answer.forget()
        self.band.forget()

    def follow(self, look: Look, selection: Selection, variants: frozenset[str]) -> None:
        """Ask for what is not known yet of a look."""
        self._asked = _Asked(look, selection, variants)
        project = self._context.project
        if project is None:
            return
        evaluator, template = look.evaluator, look.base.template
        plots = self._plots.want(look.base, partial(reference_plots, project, evaluator, template))
        compared = plots.calibration.comparisons if plots is not None and plots.calibration is not None else None
        self._distributions.want((look.base, selection, plots), partial(_distributions, look, compared, selection))
        sweep = self.sweep
        if sweep is None:
            return
        lens = _lens(look)
        found = self._curves.want(lens, partial(_curves, sweep))
        if found is not None:
            self._variants.want((found.curves, variants), partial(_variants, sweep, found.where, variants))
            self.band.want(lens, look, found.where.last.tolist())

    # ---- what is known ----

    @property
    def error(self) -> BaseException | None:
        """Why there is nothing to show."""
        return self._sweep.error or self._distributions.error or self._curves.error

    @property
    def plots_error(self) -> BaseException | None:
        """Why `plots` will not come."""
        return self._plots.error

    @property
    def stability_error(self) -> BaseException | None:
        """Why `stability` will not come."""
        return self._stability.error

    def ask_again(self) -> None:
        """Forget what could not be had, so that it is asked for once more."""
        for answer in self._answers:
            if answer.error is not None:
                answer.forget()
        if self.band.has_failed:
            self.band.forget()

    @property
    def sweep(self) -> TrackSweep | None:
        """The look at any threshold."""
        if self._asked is None:
            return None
        look = self._asked.look
        found = self._sweep.want((look.base, look.decision.rule), partial(TrackSweep, look))
        return found.through(look) if found is not None else None

    @property
    def distributions(self) -> Distributions | None:
        """The similarities of what is selected, by role."""
        return self._distributions.value

    @property
    def curves(self) -> Curves | None:
        """ERB, FA and RA by threshold."""
        return self._curves.value

    @property
    def variants(self) -> Variants:
        """The curves under other policies and rules, by kind and name, as far as they are wanted and known."""
        return self._variants.value or {}

    @property
    def plots(self) -> ReferencePlots | None:
        """What the references say."""
        return self._plots.value

    def rested(self) -> BandPoint | None:
        """Return ERB with its interval at the threshold, None while it moves or that is being computed."""
        asked = self._asked
        if asked is None or self._context.is_moving:
            return None
        look = asked.look
        key = (*_lens(look), look.own_lens.threshold.value)
        return self._rested.want(key, lambda: next(band(look, [look.own_lens.threshold.value])))

    def official(self) -> Evaluation | None:
        """Return the scores of the submission under the protocol's own lens."""
        project, asked = self._context.project, self._asked
        if project is None or asked is None:
            return None
        submission = asked.look.submission
        return self._official.want((submission.id, self._epoch), partial(project.evaluate, submission, View()))

    def stability(self) -> Stability | None:
        """Return how the ranking of the track depends on the threshold: only now is it worth computing."""
        project, asked = self._context.project, self._asked
        if project is None or asked is None:
            return None
        view = replace(self._context.view, threshold=None)
        track = asked.look.submission.track
        return self._stability.want((track, view, self._epoch), partial(rank_stability, project, track, view))


def _lens(look: Look) -> tuple[object, ...]:
    """Return what figures depend on besides the threshold."""
    return look.base, look.decision.rule, look.decision.policy, look.lens.aggregate


def _distributions(look: Look, compared: Comparisons | None, selection: Selection) -> Distributions:
    roles: tuple[Role, ...] = ("forget", "retain")
    return {role: distributions(look, compared, role, selection) for role in roles}


def _curves(sweep: TrackSweep) -> Curves:
    where = sweep.plateaus()
    return Curves(where, sweep.curve(where.last))


def _variants(sweep: TrackSweep, where: Plateaus, kinds: frozenset[str]) -> Variants:
    found: dict[tuple[str, str], TrackCurves] = {}
    if "policy" in kinds:
        found |= {("policy", name): curves for name, curves in sweep.by_policy(where.last).items()}
    if "rule" in kinds:
        found |= {("rule", name): curves for name, curves in sweep.by_rule(where.last).items()}
    return found
