"""Which evaluators to score with: those that are named, or for each track the best that can run here."""

from collections.abc import Callable, Sequence

from genmu_studio.inventory import list_evaluators
from genmu_studio.project import Project
from scoring.errors import UserError
from scoring.types import EvaluatorSpec


def choose_specs(
    project: Project,
    names: Sequence[str],
    device: str,
    submissions: Sequence[str] = (),
    say: Callable[[str], None] = lambda text: None,
) -> list[EvaluatorSpec]:
    """Return what to run for `submissions` (none named = all): the official evaluator of a track, else the light one.

    UserError where there is nothing to score or no evaluator of a track can run. `say` is told of a track without any.
    """
    if names:
        return [EvaluatorSpec(name, (), device) for name in names]
    rows = [row for row in project.submissions() if not submissions or row.id in submissions]
    if not rows:
        raise UserError("the project has no submission to score", "Import one first.")
    states = {state.info.name: state for state in list_evaluators(project.protocol)}
    specs = []
    for track in dict.fromkeys(row.track for row in rows):
        rules = project.protocol.tracks[track]
        candidates = [name for name in (rules.official_evaluator, rules.light_evaluator) if name]
        usable = [name for name in candidates if states[name].available]
        if usable:
            specs.append(EvaluatorSpec(usable[0], (), device))
        elif candidates:
            missing = states[candidates[-1]]
            raise UserError(f"no evaluator of the {track} track can run here: {missing.problem}", missing.how)
        else:
            say(f"the {track} track has no evaluator yet: its samples are left as they are")
    return specs
