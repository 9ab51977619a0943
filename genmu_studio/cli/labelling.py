"""Commands about people's judgments: labels campaign, pack, import, export, merge; those about results stand apart."""

from pathlib import Path

import click

from genmu_studio.cli.labelling_people import adjudicate, exclude, table
from genmu_studio.cli.labelling_results import agreement, figures, results
from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, json_option, print_json, print_table, progress_bar
from genmu_studio.labelling.campaigns import PlannedCampaign
from genmu_studio.labelling.merging import MergedLabels
from genmu_studio.labelling.packs import is_pack, journal_path
from genmu_studio.labelling.results.as_json import conflict_json
from genmu_studio.project import Project
from scoring.errors import UserError

_FIRST = 20


@click.group()
def labels() -> None:
    """Judgments of people, given blind: campaigns, packs for annotators, and the labels that come back."""


for command in (results, agreement, figures, exclude, adjudicate, table):
    labels.add_command(command)


@labels.command("campaign")
@click.argument("project", type=PATH)
@click.argument("file", metavar="FILE", type=PATH)
@click.option("--dry-run", is_flag=True, help="Say what it would come to, and keep nothing.")
@json_option
def campaign_(project: Path, file: Path, dry_run: bool, as_json: bool) -> None:
    """Make a campaign from a TOML file: who is asked what about which samples, in which order."""
    with Project.open(project, "read" if dry_run else "write") as opened:
        planned = opened.labelling.plan(file)
        if not dry_run:
            opened.labelling.keep(planned)
    if as_json:
        print_json({**_plan_json(planned), "kept": not dry_run})
        return
    preview = planned.preview
    rows = [[load.annotator, str(load.entries), str(load.answers), _duration(load.seconds)] for load in preview.loads]
    print_table(f"Campaign {planned.file.campaign.name}", ["annotator", "entries>", "answers>", "about>"], rows)
    kinds = ", ".join(f"{count} {kind}" for kind, count in preview.kinds.items())
    print_line(f"{preview.items} items, {preview.questions} question(s) each; entries: {kinds}")
    if preview.duplicates:
        print_line(f"{preview.duplicates} left out: their files hold the same as others")
    say("Nothing was kept." if dry_run else "genmu labels pack writes an annotator's pack.")


def _plan_json(planned: PlannedCampaign) -> dict[str, object]:
    preview = planned.preview
    return {
        "campaign": planned.file.campaign.name,
        "digest": planned.digest,
        "items": preview.items,
        "duplicates": preview.duplicates,
        "questions": [{"id": each.id, "kind": each.kind, "digest": each.digest} for each in planned.questions],
        "entries": dict(preview.kinds),
        "annotators": [
            {"name": load.annotator, "entries": load.entries, "answers": load.answers, "seconds": load.seconds}
            for load in preview.loads
        ],
    }


def _duration(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


@labels.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@click.argument("annotator")
@click.argument("out", metavar="OUT.zip", type=PATH)
@json_option
def pack(project: Path, campaign: str, annotator: str, out: Path, as_json: bool) -> None:
    """Write an annotator's blind pack: media under random names, questions, order, and no key."""
    with Project.open(project, "read") as opened, progress_bar(quiet=as_json) as show:
        written = opened.labelling.pack(opened.labelling.campaign(campaign), annotator, out, show)
    if as_json:
        print_json(
            {
                "pack": str(written.path),
                "campaign": campaign,
                "annotator": annotator,
                "entries": written.entries,
                "media": written.media,
                "unreadable": [{"entry": token, "code": code} for token, code in written.unreadable.items()],
            }
        )
        return
    print_line(f"{written.path}: {written.entries} entries, {written.media} media")
    if written.unreadable:
        codes = ", ".join(sorted(set(written.unreadable.values())))
        print_line(f"{len(written.unreadable)} left out, because they cannot be shown: {codes}")
    say(f"Answers will be kept beside it in {journal_path(written.path).name}; genmu labels import takes them.")


@labels.command("import")
@click.argument("project", type=PATH)
@click.argument("file", metavar="FILE", type=PATH)
@json_option
def import_(project: Path, file: Path, as_json: bool) -> None:
    """Take in the answers to a pack: its journal, or the pack that the journal lies beside."""
    journal = journal_path(file) if is_pack(file) else file
    with Project.open(project, "write") as opened:
        merged = opened.labelling.merge(journal, answers_only=True)
    _report(journal, merged, as_json)


@labels.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@click.argument("out", metavar="OUT", type=PATH)
@click.option("--annotator", default="", help="Only the queue of this annotator.")
@json_option
def export(project: Path, campaign: str, out: Path, annotator: str, as_json: bool) -> None:
    """Write the label events of a campaign as a file, to be merged elsewhere."""
    with Project.open(project, "read") as opened:
        events = opened.labelling.export(opened.labelling.campaign(campaign), out, annotator)
    if as_json:
        print_json({"file": str(out), "campaign": campaign, "annotator": annotator or None, "events": events})
    else:
        print_line(f"{out}: {events} events")


@labels.command()
@click.argument("project", type=PATH)
@click.argument("file", metavar="FILE", type=PATH)
@json_option
def merge(project: Path, file: Path, as_json: bool) -> None:
    """Take in the label events of another copy of the project; nothing is overwritten, conflicts are listed."""
    with Project.open(project, "write") as opened:
        merged = opened.labelling.merge(file)
    _report(file, merged, as_json)


def _report(file: Path, merged: MergedLabels, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "campaign": merged.campaign,
                "added": merged.added,
                "known": merged.known,
                "refused": [{"line": line.line, "reason": line.reason} for line in merged.refused],
                "conflicts": [conflict_json(conflict) for conflict in merged.conflicts],
            }
        )
    else:
        for line in merged.refused[:_FIRST]:
            print_line(f"line {line.line} refused: {line.reason}")
        if len(merged.refused) > _FIRST:
            print_line(f"and {len(merged.refused) - _FIRST} more")
        _print_conflicts(merged)
        print_line(f"{merged.added} added, {merged.known} known already, {len(merged.refused)} refused")
    if merged.refused and not merged.added + merged.known:
        raise UserError(f"no event of {file.name} was taken", "The reasons stand above.")


def _print_conflicts(merged: MergedLabels) -> None:
    if not merged.conflicts:
        return
    rows = [
        [
            conflict.annotator,
            str(conflict.place + 1),
            conflict.question or "note",
            " | ".join(f"{event.value} ({event.kind})" for event in conflict.events),
            "adjudicated" if conflict.adjudicated else "",
        ]
        for conflict in merged.conflicts
    ]
    print_table("Conflicts: all that was said is kept", ["annotator", "entry>", "question", "what stands", ""], rows)
