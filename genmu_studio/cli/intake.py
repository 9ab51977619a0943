"""Commands that take things in: references, import, results import, transcripts import."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, cancel_on_interrupt, json_option, print_json, print_table, progress_bar
from genmu_studio.domain import Problem
from genmu_studio.further_sides import FURTHER_SIDES, FurtherSide, ImportedSide
from genmu_studio.import_json import problem_json, scan_json
from genmu_studio.importing import ImportedSubmission, Receipt
from genmu_studio.project import Project
from genmu_studio.submission.refused_lines import RefusedLine
from genmu_studio.submission.samples_table import write_samples_table
from genmu_studio.submission.scan import ScannedSubmission, find_submissions, scan_submission
from genmu_studio.transcripts import DEFAULT_NAME, ImportedTranscripts, only_with_sounds
from scoring.errors import UserError

_FIRST = 20


class Instant(click.ParamType[datetime]):
    """An ISO 8601 instant; without a zone it is UTC."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Return the instant in UTC."""
        if isinstance(value, datetime):
            return value
        try:
            instant = datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is not an ISO 8601 instant such as 2026-07-08T21:14:00Z", param, ctx)
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


@click.command()
@click.argument("project", type=PATH)
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--per-identity", type=click.IntRange(1), help="References per identity, first by name.")
@click.option("--cohort", type=click.IntRange(0), default=0, help="Further identities, for calibration only.")
@json_option
def references(project: Path, folder: Path, per_identity: int | None, cohort: int, as_json: bool) -> None:
    """Take in the references of the protocol's identities: <identity>/ folders, CelebA, LibriTTS or LibriSpeech."""
    with Project.open(project, "write") as opened, cancel_on_interrupt() as cancellation, progress_bar(as_json) as show:
        imported = opened.intake.references(folder, per_identity, cohort, show, cancellation)
    if as_json:
        print_json(
            {
                "added": imported.added,
                "known": imported.known,
                "identities": imported.identities,
                "problems": [problem_json(problem) for problem in imported.problems],
            }
        )
        return
    for track, counts in imported.identities.items():
        rows = [[identity, str(count)] for identity, count in counts.items()]
        print_table(f"References, {track}", ["identity", "references>"], rows)
    _print_problems(imported.problems)
    print_line(f"{imported.added} added, {imported.known} known already")


@click.command("import")
@click.argument("project", type=PATH)
@click.argument("submissions", metavar="SUBMISSION...", nargs=-1, required=True, type=PATH)
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and change nothing.")
@click.option("--write-manifest", is_flag=True, help="Write the samples.csv that was inferred into the folder.")
@click.option("--received-at", type=Instant(), help="When the organizer received it; decides the ranking.")
@click.option("--team", help="The team as the organizer confirmed it.")
@click.option("--side", type=click.Choice(FURTHER_SIDES), help="They are outputs of a submission, generated again.")
@click.option("--of", "owner", metavar="SUBMISSION", help="Whose, with --side; else as their manifest says.")
@json_option
def import_(
    project: Path,
    submissions: tuple[Path, ...],
    dry_run: bool,
    write_manifest: bool,
    received_at: datetime | None,
    team: str | None,
    side: FurtherSide | None,
    owner: str | None,
    as_json: bool,
) -> None:
    """Import submissions: folders, archives, or a folder of them."""
    if owner is not None and side is None:
        raise click.UsageError("--of names whose further side it is: give --side too")
    if dry_run and write_manifest:
        raise click.UsageError("--write-manifest writes, and --dry-run changes nothing: give one of them")
    paths = [found for path in submissions for found in find_submissions(path)]
    if team is not None and len(paths) > 1:
        raise UserError("--team names the team of one submission", f"{len(paths)} were found.")
    receipt = Receipt(received_at, team)
    reports = []
    refused = 0
    with Project.open(project, "read" if dry_run else "write") as opened, _unpack_folder(opened, dry_run) as folder:
        for path in paths:
            scanned = scan_submission(path, opened.protocol, unpack_into=folder)
            if write_manifest and not scanned.refused and not scanned.table:
                say(f"written: {write_samples_table(scanned)}")
            imported = None
            if not dry_run and not scanned.refused:
                with cancel_on_interrupt() as cancellation, progress_bar(as_json) as show:
                    if side is not None:
                        whose = None if owner is None else opened.submission(owner)
                        taken = opened.intake.side(scanned, side, whose, show, cancellation)
                        reports.append(_side_report(taken))
                        _print_side(taken, as_json)
                        continue
                    imported = opened.intake.submission(scanned, receipt, show, cancellation)
            refused += scanned.refused
            reports.append(_submission_report(scanned, imported))
            if not as_json:
                _print_scanned(scanned, imported)
    if as_json:
        print_json({"submissions": reports, "dry_run": dry_run})
    if refused:
        raise UserError(f"{refused} of {len(paths)} submissions refused", "The problems say why.")


@contextmanager
def _unpack_folder(project: Project, dry_run: bool) -> Iterator[Path]:
    """Give a dry run a folder of its own, so that it leaves nothing behind."""
    if not dry_run:
        yield project.intake.unpack_folder
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _submission_report(scanned: ScannedSubmission, imported: ImportedSubmission | None) -> dict[str, object]:
    return {
        "id": None if imported is None else imported.row.id,
        "already_there": imported is not None and imported.already_there,
        **scan_json(scanned),
    }


def _side_report(taken: ImportedSide) -> dict[str, object]:
    return {
        "id": taken.row.id,
        "side": taken.side,
        "added": taken.added,
        "known": taken.known,
        "strangers": list(taken.strangers),
    }


def _print_side(taken: ImportedSide, as_json: bool) -> None:
    if not as_json:
        print_line(f"{taken.row.id}: {taken.added} {taken.side} outputs, {taken.known} were there already")
        for path in taken.strangers[:_FIRST]:
            say(f"  left out {path}: it is of no request of the submission")


def _print_scanned(scanned: ScannedSubmission, imported: ImportedSubmission | None) -> None:
    if scanned.manifest is None:
        print_line(f"{scanned.source.path.name}: refused")
    else:
        head = scanned.manifest.submission
        name = "refused" if scanned.refused else "would be imported" if imported is None else str(imported.row.id)
        if imported is not None and imported.already_there:
            name += " (was there already)"
        print_line(f"{head.team}, {head.track}, revision {head.revision}: {name}")
        print_line(
            f"  {len(scanned.rows)} samples, {scanned.pairs.matched} matched pairs, "
            f"{scanned.pairs.mismatched} with settings that differ, {len(scanned.unmatched)} unmatched files"
            + ("" if scanned.complete else "; incomplete: it cannot be ranked")
        )
    if scanned.inferred:
        print_line(f"  inferred: {scanned.inferred.get('layout', scanned.inferred)}")
    for each in scanned.unmatched[:_FIRST]:
        say(f"  unmatched {each.path}: {each.reason}")
    _print_problems(scanned.problems)


def _print_problems(problems: Sequence[Problem]) -> None:
    for problem in problems[:_FIRST]:
        say(f"  {problem.code} {problem.path}: {problem.message}" + (f" {problem.hint}" if problem.hint else ""))
    if len(problems) > _FIRST:
        say(f"  … and {len(problems) - _FIRST} more; --json lists them all")


@click.group()
def results() -> None:
    """Results that were computed elsewhere."""


@results.command("import")
@click.argument("project", type=PATH)
@click.argument("table", metavar="FILE", type=PATH)
@click.option("--submission", required=True, help="Whose samples the paths name.")
@click.option("--evaluator", required=True, help="The name under which the results are shown, marked imported.")
@json_option
def import_results(project: Path, table: Path, submission: str, evaluator: str, as_json: bool) -> None:
    """Import a table of decisions: path, identity, similarity, and where there is one status."""
    with Project.open(project, "write") as opened:
        imported = opened.intake.results(table, opened.submission(submission), evaluator)
    refused = _refused_json(imported.refused)
    if as_json:
        print_json({"accepted": imported.accepted, "refused": refused, "evaluator": imported.evaluator})
    else:
        _print_refused(imported.refused)
        print_line(f"{imported.accepted} accepted, {len(refused)} refused, as {imported.evaluator} (imported)")
    _check_any_accepted(table, imported.accepted)


def _refused_json(lines: Sequence[RefusedLine]) -> list[dict[str, object]]:
    return [{"line": line.line, "reason": line.reason} for line in lines]


def _print_refused(lines: Sequence[RefusedLine]) -> None:
    for line in lines[:_FIRST]:
        say(f"  line {line.line}: {line.reason}")


def _check_any_accepted(table: Path, accepted: int) -> None:
    if not accepted:
        raise UserError(f"{table.name} holds no line that can be used", "Each line was refused; --json lists them all.")


@click.group()
def transcripts() -> None:
    """Transcripts from somebody else's speech recognition."""


@transcripts.command("import")
@click.argument("project", type=PATH)
@click.argument("table", metavar="FILE", type=PATH)
@click.option("--submission", help="Whose samples the paths name; the only one with sounds where it is not said.")
@click.option(
    "--evaluator",
    default=DEFAULT_NAME,
    show_default=True,
    help="The name under which the transcripts are shown, marked imported.",
)
@json_option
def import_transcripts(project: Path, table: Path, submission: str | None, evaluator: str, as_json: bool) -> None:
    """Import a table of transcripts: path, text. A text belongs to the sound, whichever submissions have it."""
    with Project.open(project, "write") as opened:
        row = opened.submission(submission) if submission else only_with_sounds(opened.submissions())
        imported = opened.intake.transcripts(table, row, evaluator)
    if as_json:
        print_json(
            {
                "accepted": imported.accepted,
                "refused": _refused_json(imported.refused),
                "evaluator": imported.evaluator,
                "without_words": imported.without_words,
                "replaced": imported.replaced,
                "also_in": list(imported.also_in),
            }
        )
    else:
        _print_transcripts(imported)
    _check_any_accepted(table, imported.accepted)


def _print_transcripts(imported: ImportedTranscripts) -> None:
    _print_refused(imported.refused)
    print_line(
        f"{imported.accepted} accepted, {len(imported.refused)} refused, as {imported.evaluator} (imported); "
        f"{imported.without_words} without a word, {imported.replaced} that replace another text"
    )
    if imported.also_in:
        print_line(f"the same sounds are in {', '.join(imported.also_in)}: there the texts count too")
