"""The command that answers yes or no: doctor."""

from collections.abc import Sequence
from pathlib import Path

import click

from genmu_studio.checkup import Check, check_environment, check_project, self_test
from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, json_option, print_json
from genmu_studio.inventory import EvaluatorState, list_evaluators
from genmu_studio.versions import program_versions
from scoring.errors import UserError

EXIT_NO = 3


@click.command()
@click.argument("project", type=PATH, required=False)
@click.option("--expect-head", metavar="HASH", help="A head of the audit log that was printed: is it still in there?")
@json_option
def doctor(project: Path | None, expect_head: str | None, as_json: bool) -> None:
    """Check the environment, test each installed evaluator on itself, and check a project's database and audit log."""
    if expect_head is not None and project is None:
        raise UserError("a head is of the log of a project", "Name the project too.")
    if project is not None and not project.is_dir():
        raise UserError(f"there is no project at {project}", "genmu create makes one.")
    states = list_evaluators()
    checks: list[Check] = [*check_environment()]
    for state in states:
        if state.available:
            if not as_json:
                say(f"testing {state.info.name}")
            checks.append(self_test(state.info))
    if project is not None:
        checks.extend(check_project(project, expect_head))
    ok = all(check.ok for check in checks)
    if as_json:
        print_json(_json(ok, checks, states))
    else:
        _print(checks, states)
    if not ok:
        raise click.exceptions.Exit(EXIT_NO)


def _json(ok: bool, checks: Sequence[Check], states: Sequence[EvaluatorState]) -> dict[str, object]:
    return {
        "ok": ok,
        "checks": [{"id": check.id, "ok": check.ok, "message": check.message, "hint": check.hint} for check in checks],
        "evaluators": [state.to_json() for state in states],
        "versions": program_versions(),
    }


def _print(checks: Sequence[Check], states: Sequence[EvaluatorState]) -> None:
    for check in checks:
        print_line(f"{'ok ' if check.ok else 'NO '} {check.id}: {check.message}")
        if check.hint and not check.ok:
            print_line(f"     {check.hint}")
    for state in states:
        if not state.available:
            print_line(f" –  {state.info.name}: {state.problem}")
