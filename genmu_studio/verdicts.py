"""What the protocol's own lens makes of each sample: its similarities, whether it is verified, and its outcome."""

from math import isfinite

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.lens import EvaluatorLens
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.frame import GroupFrame, Side
from scoring.metrics.outcomes import OutcomeCodes, SampleOutcome, outcomes

Cell = str | int | float | None
Verdict = dict[str, Cell]

_FORGET = {SampleOutcome.VERIFIED: "still verified", SampleOutcome.NEITHER: "forgotten"}
_RETAIN = {SampleOutcome.VERIFIED: "kept", SampleOutcome.NEITHER: "lost"}
_EITHER = {SampleOutcome.COLLAPSED: "collapsed", SampleOutcome.UNSCORED: ""}


def verdicts(project: Project) -> dict[tuple[int, str], Verdict]:
    """Return a verdict for each sample in a group of the protocol, by sample id and evaluator digest."""
    found: dict[tuple[int, str], Verdict] = {}
    for submission in project.submissions():
        if submission.track != "concept":
            for evaluator in project.evaluators_of(submission):
                found.update(_of_evaluator(project, submission, evaluator))
    return found


def _of_evaluator(
    project: Project, submission: SubmissionRow, evaluator: EvaluatorRow
) -> dict[tuple[int, str], Verdict]:
    lens = project.lens(evaluator, View())
    one = lens.evaluators[evaluator.digest]
    decision = lens.decision(evaluator.digest, project.protocol.rules())
    built = project.frames_of(submission, evaluator, one.template)
    return {
        (int(sample), evaluator.digest): _verdict(frame, codes, row, one)
        for frame in built.groups
        for codes in [outcomes(frame, decision)]
        for row, sample in enumerate(frame.sample_id)
    }


def _verdict(frame: GroupFrame, codes: OutcomeCodes, row: int, lens: EvaluatorLens) -> Verdict:
    code = SampleOutcome(codes[row])
    names = {**_EITHER, **(_RETAIN if frame.identity[row] else _FORGET)}
    became = frame.identities[frame.rival[row]] if code is SampleOutcome.BECAME else ""
    return {
        "similarity_to_own_template": _finite(frame.own[row]),
        "similarity_to_forget_template": _finite(frame.similarity[row, 0]),
        "verified": None if code is SampleOutcome.UNSCORED else int(code is SampleOutcome.VERIFIED),
        # The original side has no outcome: nothing has been unlearned yet.
        "outcome": names.get(code, f"became {became}") if frame.side[row] == Side.UNLEARNED else "",
        "threshold": lens.threshold.value,
        "threshold_preset": lens.threshold.preset,
        "rule": lens.rule,
        "template": lens.template,
    }


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None
