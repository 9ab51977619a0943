"""What the sections of a submission's report are made of, gathered once: scores, pairs, and their pictures."""

from collections.abc import Callable
from dataclasses import dataclass

from genmu_studio.domain import SubmissionRow
from genmu_studio.entry_json import PEOPLE
from genmu_studio.evaluation import Evaluation
from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.metrics_json import evaluation_json, unscored_json
from genmu_studio.people_figures import people_json
from genmu_studio.project import Project
from genmu_studio.report.figures import Place
from genmu_studio.report.marked_pairs import MarkedRows, choose_marked
from genmu_studio.report.pair_cards import PairMaterial, samples_of
from genmu_studio.report.pictures import make_pictures
from genmu_studio.report.standing import Standing, standing_of
from genmu_studio.report.worst_pairs import LostRows, choose_worst
from genmu_studio.review import load_pairs
from genmu_studio.store.review import read_facts
from genmu_studio.view import View


@dataclass(frozen=True, eq=False, slots=True)
class Material:
    """A submission under one lens. metrics : what `genmu metrics --json` says of its scores."""

    project: Project
    submission: SubmissionRow
    standing: Standing
    evaluation: Evaluation | None
    metrics: Place
    worst: tuple[LostRows, ...]
    marked: MarkedRows
    pairs: PairMaterial
    written_at_utc: str


def gather(
    project: Project,
    submission: SubmissionRow,
    view: View,
    *,
    lanes: ExecutorChoice,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation,
    written_at_utc: str,
) -> Material:
    """Evaluate a submission, choose the pairs to be shown and make their pictures.

    CancelledError where somebody asked; UserError where the evaluator that `view` names has no results of it.
    """
    on_progress(Progress("reading the scores"))
    evaluation = project.evaluate(submission, view)
    standing = standing_of(project, submission, evaluation)
    on_progress(Progress("choosing pairs"))
    pairs = load_pairs(project, submission, evaluation.look if evaluation is not None else None)
    worst = choose_worst(evaluation, pairs.table) if evaluation is not None else ()
    marked = choose_marked(pairs.table)
    rows = [*(row for each in worst for row in each.on_page), *marked.rows]
    ids = samples_of(pairs.table, rows)
    facts = project.store.read(lambda db: read_facts(db, ids, pairs.evaluator_digest))
    media = [facts[sample].media for sample in ids if sample in facts]
    keep = project.mode == "write"  # a project that is only read is left as it is
    pictures = make_pictures(media, project.folder, lanes, on_progress, cancellation, keep=keep)
    rank_by = project.protocol.tracks[submission.track].rank_by
    preserved = project.preserved(submission)
    if evaluation is None:
        said = unscored_json(standing.reason, rank_by, preserved)
    else:
        said = evaluation_json(evaluation, preserved)
    return Material(
        project=project,
        submission=submission,
        standing=standing,
        evaluation=evaluation,
        metrics=Place({**said, PEOPLE: people_json(project.people(submission))}),
        worst=worst,
        marked=marked,
        pairs=PairMaterial(pairs.table, facts, pictures),
        written_at_utc=written_at_utc,
    )
