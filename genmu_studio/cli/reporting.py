"""The command that writes a page for somebody who has not the project: report."""

from pathlib import Path
from typing import get_args

import click

from genmu_studio.cli.lens_options import lens_options
from genmu_studio.cli.lines import print_line
from genmu_studio.cli.terminal import PATH, cancel_on_interrupt, json_option, print_json, progress_bar
from genmu_studio.project import Project
from genmu_studio.report.request import ReportRequest, WrittenReport, write_report
from genmu_studio.view import View
from scoring.errors import UserError
from scoring.metrics.values import counted
from scoring.types import Track


@click.command()
@click.argument("project", type=PATH)
@click.argument("out", type=PATH)
@click.option("--submission", "name", help="The submission to report; without one, the leaderboard of a track.")
@click.option("--track", type=click.Choice(get_args(Track)), help="Needed where there are submissions of several.")
@lens_options
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@json_option
def report(
    project: Path, out: Path, name: str | None, track: Track | None, view: View, force: bool, as_json: bool
) -> None:
    """Write a submission or a leaderboard as one HTML page, which needs no network and no other file."""
    with Project.open(project, "read") as opened, cancel_on_interrupt() as cancellation:
        request = _request(opened, out, name, track, view, force)
        with progress_bar(as_json) as show:
            written = write_report(opened, request, show, cancellation)
    if as_json:
        print_json(written.to_json())
    else:
        print_line(_words(written))


def _request(
    project: Project, out: Path, name: str | None, track: Track | None, view: View, force: bool
) -> ReportRequest:
    if name is None:
        return ReportRequest(out, track or _only_track(project), None, view, force)
    submission = project.submission(name)
    if track not in (None, submission.track):
        raise UserError(f"{name} is a submission of the {submission.track} track", "Leave --track out.")
    return ReportRequest(out, submission.track, submission, view, force)


def _only_track(project: Project) -> Track:
    tracks = list(dict.fromkeys(row.track for row in project.submissions()))
    if len(tracks) == 1:
        return tracks[0]
    if not tracks:
        raise UserError("the project has no submission to report", "genmu import takes one in.")
    raise UserError(f"there are submissions of the tracks {', '.join(tracks)}", "Name one: --track, or --submission.")


def _words(written: WrittenReport) -> str:
    facts = [f"{written.size_bytes / 1000:,.0f} kB"]
    if written.request.submission is not None:
        facts += [f"{counted(written.pairs, 'pair')} that cost points", f"{counted(written.bookmarks, 'marked pair')}"]
    return f"{written.request.out}: {', '.join(facts)}"
