"""Commands that measure: evaluators, score, calibrate."""

from pathlib import Path

import click

from genmu_studio.calibrations import frozen
from genmu_studio.choosing import choose_specs
from genmu_studio.cli.lines import EXIT_INTERRUPTED, print_line, say
from genmu_studio.cli.terminal import PATH, cancel_on_interrupt, json_option, print_json, print_table, progress_bar
from genmu_studio.domain import EvaluatorRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.installing import install_light
from genmu_studio.inventory import list_evaluators
from genmu_studio.metrics_json import kind_title
from genmu_studio.pipeline import RunReport, ScoreRequest
from genmu_studio.project import Project
from scoring.devices import cuda_index
from scoring.errors import UserError
from scoring.verification import TemplateRule


@click.command()
@click.option("--install-light", is_flag=True, help="Install the weights of the light stand-ins (about 115 MB).")
@json_option
def evaluators(install_light: bool, as_json: bool) -> None:
    """Say what can run here, which weights are missing, how to get them, and their licences."""
    if install_light:
        _install(as_json)
    states = list_evaluators()
    if as_json:
        print_json({"evaluators": [state.to_json() for state in states]})
        return
    rows = [[state.info.name, state.kind, "yes" if state.available else "no", state.info.licence] for state in states]
    print_table("Evaluators", ["name", "kind", "available", "licence"], rows)
    for state in states:
        if not state.available:
            print_line(f"{state.info.name}: {state.problem}")
            if state.how:
                print_line(f"  {state.how}")


def _install(quiet: bool) -> None:
    folder = install_light(say if not quiet else lambda text: None)
    if not quiet:
        say(f"light weights are in {folder}")


@click.command()
@click.argument("project", type=PATH)
@click.option("--submission", "submissions", multiple=True, help="Only this one; may be repeated.")
@click.option("--evaluator", "names", multiple=True, help="Which; may be repeated. Default: the best that can run.")
@click.option("--all-aspects", is_flag=True, help="Also attributes, prosody, words, naturalness: whatever can run.")
@click.option("--device", default="auto", show_default=True, metavar="auto|cpu|cuda[:n]")
@click.option("--require-gpu", is_flag=True, help="Fail rather than run on the CPU.")
@click.option(
    "--executor", default="processes", show_default=True, metavar="inline|threads[:n]|processes[:n]|dask:ADDRESS"
)
@click.option("--batch", type=click.IntRange(1), help="Samples per unit of work.")
@click.option("--redo", is_flag=True, help="Measure again what has been measured.")
@json_option
def score(
    project: Path,
    submissions: tuple[str, ...],
    names: tuple[str, ...],
    all_aspects: bool,
    device: str,
    require_gpu: bool,
    executor: str,
    batch: int | None,
    redo: bool,
    as_json: bool,
) -> None:
    """Measure what has not been measured yet; go on where an earlier run stopped."""
    chosen = ExecutorChoice.parse(executor)
    cuda_index(device)  # refuses what is no device, even where nothing is left to score
    reports = []
    cancelled = False
    with Project.open(project, "write") as opened, cancel_on_interrupt() as cancellation:
        wanted = tuple(opened.submission(name).id for name in submissions)
        for spec in choose_specs(opened, names, device, wanted, all_aspects=all_aspects, say=say):
            request = ScoreRequest(spec, wanted, chosen, batch or 0, redo, require_gpu)
            with progress_bar(as_json) as show:
                report = opened.score(request, show, cancellation)
            reports.append(report)
            if not as_json:
                _print_report(report)
            if cancelled := cancellation.requested:
                break
    if as_json:
        print_json({"runs": [report_json(report) for report in reports]})
    if cancelled:
        raise click.exceptions.Exit(EXIT_INTERRUPTED)


def report_json(report: RunReport) -> dict[str, object]:
    """Return a run as the JSON shows it."""
    return {
        "run": report.run,
        "evaluator": report.info.name,
        "version": report.info.version,
        "digest": report.identity.digest,
        "weights_sha256": report.identity.weights_sha256,
        "provider": report.provider,
        "notice": report.notice or None,
        "scored": report.scored,
        "skipped": report.skipped,
        "failed": [{"path": sample.path, "code": sample.code, "message": sample.message} for sample in report.failed],
        "seconds": report.seconds,
        "per_second": report.per_second,
        "cancelled": report.cancelled,
    }


def _print_report(report: RunReport) -> None:
    where = f" on {report.provider}" if report.provider else ""
    took = f"; {report.seconds:.1f} s" if report.scored else ""
    kind = kind_title(report.info.kind, report.info.aspect, report.identity.weights_sha256)
    print_line(
        f"{report.info.name} {report.info.version} ({kind}){where}: {report.scored} scored, "
        f"{report.skipped} known already, {len(report.failed)} without a measurement{took}"
    )
    if report.notice:
        print_line(f"  {report.notice}")
    for sample in report.failed[:20]:
        print_line(f"  {sample.code} {sample.path}: {sample.message}")
    if len(report.failed) > 20:
        print_line(f"  … and {len(report.failed) - 20} more; --json lists them all")


@click.command()
@click.argument("project", type=PATH)
@click.option("--evaluator", "name", required=True, help="Which evaluator's scores of the references to use.")
@click.option("--template", type=click.Choice(["mean", "max", "mean_score"]), help="How references are combined.")
@click.option("--freeze", is_flag=True, help="Keep it as the one that official thresholds come from.")
@json_option
def calibrate(project: Path, name: str, template: TemplateRule | None, freeze: bool, as_json: bool) -> None:
    """Compute EER and FMR thresholds on the project's references."""
    with Project.open(project, "write" if freeze else "read") as opened:
        evaluator = _known_evaluator(opened, name)
        calibration = opened.calibrate(evaluator, template)
        if freeze:
            opened.freeze(evaluator, calibration, template)
        kept = frozen(opened.store, evaluator.digest, template or opened.protocol.decision.template)
    result = calibration.result
    if as_json:
        print_json(
            {
                "evaluator": name,
                "template": template or opened.protocol.decision.template,
                "eer": {
                    "value": _percent(result.eer.fmr),
                    "threshold": result.eer.threshold,
                    "reason": result.eer.reason,
                },
                "fmr": {
                    x: {
                        "threshold": point.threshold,
                        "supported": point.supported,
                        "fnmr": _percent(point.fnmr),
                        "reason": point.reason,
                    }
                    for x, point in result.fmr.items()
                },
                "mated": result.mated,
                "non_mated": result.non_mated,
                "templates": result.templates,
                "badge": result.badge,
                "notes": list(result.notes),
                "failed": [{"path": path, "code": code} for path, code in calibration.failed],
                "digest": calibration.digest,
                "frozen": None if kept is None else kept.digest,
            }
        )
        return
    rows = [
        ["eer", _number(result.eer.threshold), _rate(result.eer.fmr), _rate(result.eer.fnmr), result.eer.reason or ""]
    ]
    rows += [
        [f"fmr={x}", _number(point.threshold), _rate(point.fmr), _rate(point.fnmr), point.reason or ""]
        for x, point in result.fmr.items()
    ]
    print_table(f"{name} on the project's references", ["preset", "threshold>", "FMR>", "FNMR>", "why not"], rows)
    print_line(f"{result.mated} mated, {result.non_mated} non-mated comparisons, {result.templates} templates")
    for note in (
        *result.notes,
        *([result.badge] if result.badge else ()),
        *(f"{p}: {c}" for p, c in calibration.failed),
    ):
        print_line(f"  {note}")
    if kept is not None:
        print_line(f"frozen: {kept.digest}")


def _known_evaluator(project: Project, name: str) -> EvaluatorRow:
    of_identity = [row for row in project.evaluators() if row.aspect == "identity"]
    rows = [row for row in of_identity if row.name == name and row.kind != "imported"]
    if not rows:
        known = ", ".join(dict.fromkeys(row.name for row in of_identity)) or "none"
        raise UserError(f"the project has no scores of {name}", f"It has scores of: {known}.")
    return rows[-1]


def _percent(fraction: float | None) -> float | None:
    return None if fraction is None else 100 * fraction


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _rate(fraction: float | None) -> str:
    return "" if fraction is None else f"{100 * fraction:.2f} %"
