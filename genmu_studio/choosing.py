"""Which evaluators to score with: those that are named, or for each track the best that can run here."""

from collections.abc import Callable, Iterator, Sequence

from genmu_studio.inventory import evaluator_state, list_evaluators
from genmu_studio.project import Project
from scoring.errors import UserError
from scoring.types import Aspect, EvaluatorSpec, Track

# The quick ones first: who cancels has more.
OTHER_ASPECTS: tuple[Aspect, ...] = ("prosody", "attributes", "signal quality", "naturalness", "transcript")


def choose_specs(
    project: Project,
    names: Sequence[str],
    device: str,
    submissions: Sequence[str] = (),
    *,
    all_aspects: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> list[EvaluatorSpec]:
    """Return what to run for `submissions` (none named = all): the official evaluator of a track, else the light one.

    all_aspects : then also whatever measures another aspect than identity and can run here. UserError where there is
    nothing to score or no evaluator of a track can run. `say` is told of a track without any.
    """
    if names:
        return [EvaluatorSpec(name, (), device) for name in names]
    rows = [row for row in project.submissions() if not submissions or row.id in submissions]
    if not rows:
        raise UserError(
            "the project has no submission to score", "Import one first; on the command line: genmu import."
        )
    specs = []
    for track in dict.fromkeys(row.track for row in rows):
        best = _best_of(project, track)
        if best is None:
            say(f"the {track} track has no evaluator yet: its samples are left as they are")
        else:
            specs.append(EvaluatorSpec(best, (), device))
        if all_aspects:
            specs += [EvaluatorSpec(name, (), device) for name in other_evaluators(project, track)]
    return specs


def _best_of(project: Project, track: Track) -> str | None:
    """Return who measures identity, None where the protocol names nobody."""
    rules = project.protocol.tracks[track]
    names_in_order = (rules.official_evaluator, rules.light_evaluator)
    candidates = [evaluator_state(name, project.protocol) for name in names_in_order if name]
    usable = next((state.info.name for state in candidates if state.available), None)
    if usable is None and candidates:
        missing = candidates[-1]
        raise UserError(f"no evaluator of the {track} track can run here: {missing.problem}", missing.how)
    return usable


def other_evaluators(project: Project, track: Track, aspects: Sequence[Aspect] = OTHER_ASPECTS) -> Iterator[str]:
    """Return the names of those that measure one of `aspects` in a track and can run here."""
    states = [state for state in list_evaluators(project.protocol) if state.info.track == track and state.available]
    for aspect in aspects:
        yield from (state.info.name for state in states if state.info.aspect == aspect)
