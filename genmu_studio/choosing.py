"""Which evaluators to score with: those that are named, or for each track the best that can run here."""

from collections.abc import Callable, Sequence

from genmu_studio.inventory import evaluator_state
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
    specs = []
    for track in dict.fromkeys(row.track for row in rows):
        rules = project.protocol.tracks[track]
        names_in_order = (rules.official_evaluator, rules.light_evaluator)
        candidates = [evaluator_state(name, project.protocol) for name in names_in_order if name]
        usable = next((state.info.name for state in candidates if state.available), None)
        if usable is not None:
            specs.append(EvaluatorSpec(usable, (), device))
        elif candidates:
            missing = candidates[-1]
            raise UserError(f"no evaluator of the {track} track can run here: {missing.problem}", missing.how)
        else:
            say(f"the {track} track has no evaluator yet: its samples are left as they are")
    return specs
