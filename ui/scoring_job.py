"""Scoring from the window: the same engine, the evaluators in worker processes, one job in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from genmu_studio.choosing import choose_specs
from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.pipeline import RunReport, ScoreRequest
from genmu_studio.project import Project
from ui.jobs import Ended
from ui.notices import Notice
from ui.numbers import count

if TYPE_CHECKING:
    from ui.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a scoring job did: a report per evaluator."""

    reports: tuple[RunReport, ...]

    @property
    def failed(self) -> int:
        """Samples without a measurement, of this job."""
        return sum(len(report.failed) for report in self.reports)


def start_scoring(window: MainWindow, evaluators: tuple[str, ...] = (), *, all_aspects: bool = False) -> None:
    """Measure everything that has not been measured, with `evaluators`, or the best that can run for each track.

    all_aspects : then also attributes, prosody, words, naturalness: whatever else can run here.
    """
    project = window.context.project
    if project is None:
        return
    settings = window.settings
    executor = ExecutorChoice("processes", settings.number("scoring.lanes"), gives_way=True)
    device, stuck_s = settings.text("scoring.device"), float(settings.number("scoring.stuck_s"))

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> Scoring:
        specs = choose_specs(project, evaluators, device, all_aspects=all_aspects)
        requests = [ScoreRequest(spec, executor=executor, stuck_s=stuck_s) for spec in specs]
        return score_all(project, requests, on_progress, cancellation)

    again = partial(start_scoring, window, evaluators, all_aspects=all_aspects)
    window.notices.clear("info")  # what they offered is what begins now
    window.jobs.run("Scoring", work, partial(_say, window, again))


def score_all(
    project: Project,
    requests: Sequence[ScoreRequest],
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation,
) -> Scoring:
    """Run the evaluator of each request over the project, one after the other."""
    reports = []
    for request in requests:
        reports.append(project.score(request, on_progress, cancellation))
        if cancellation.requested:
            break
    return Scoring(tuple(reports))


def _say(window: MainWindow, again: Callable[[], None], ended: Ended) -> None:
    if not isinstance(ended.value, Scoring):
        return
    for report in ended.value.reports:
        if report.notice:
            window.notices.show_notice(Notice("warning", f"{report.info.name}: {report.notice}."))
    if ended.ending == "cancelled":
        kept = sum(report.scored for report in ended.value.reports)
        text = f"Scoring was stopped; {count(kept, 'sample')} of this run measured and kept."
        window.notices.show_notice(Notice("info", text, "It goes on from there.", action=("Go on", again)))
    if ended.value.failed:
        text = f"{count(ended.value.failed, 'sample')} without a measurement."
        details = "\n".join(
            f"{each.code} {each.path}: {each.message}" for r in ended.value.reports for each in r.failed
        )
        action = ("Show them", lambda: window.show_view("review", "problems"))
        window.notices.show_notice(Notice("info", text, "", details, action))
