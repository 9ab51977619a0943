"""Commands about labels and those who gave them: labels exclude, labels adjudicate, labels table."""

from pathlib import Path

import click

from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, json_option, print_json
from genmu_studio.project import Project
from scoring.errors import UserError


@click.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@click.argument("annotator")
@click.option("--reason", help="Why the labels do not count; it is kept.")
@click.option("--include", is_flag=True, help="Let the labels count again.")
@json_option
def exclude(project: Path, campaign: str, annotator: str, reason: str | None, include: bool, as_json: bool) -> None:
    """Leave an annotator's labels out of every figure, for a reason. They are kept, and can count again."""
    if include == (reason is not None):
        raise click.UsageError("Give either --reason or --include.")
    with Project.open(project, "write") as opened:
        found = opened.labelling.campaign(campaign)
        changed = opened.labelling.exclude(found, annotator, reason)
        history = opened.labelling.exclusion_history(found)
    if as_json:
        print_json(
            {
                "campaign": campaign,
                "annotator": annotator,
                "changed": changed,
                "history": [
                    {
                        "annotator": each.annotator, "at_utc": each.at_utc, "by": each.author,
                        "excluded": each.excluded, "reason": each.reason or None,
                    }
                    for each in history
                ],
            }
        )  # fmt: skip
        return
    state = "count" if include else "do not count"
    print_line(f"{annotator}'s labels in {campaign} {state}{'' if changed else ', as before'}.")


@click.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@click.argument("entry")
@click.argument("question")
@click.argument("answer")
@click.option("--by", "author", required=True, metavar="NAME", help="Who says so.")
@json_option
def adjudicate(
    project: Path, campaign: str, entry: str, question: str, answer: str, author: str, as_json: bool
) -> None:
    """Say what counts of the item that ENTRY shows; `labels results --json` names entries. What was said is kept."""
    with Project.open(project, "write") as opened:
        found = opened.labelling.campaign(campaign)
        asked = next((each for each in found.questions if each.id == question), None)
        if asked is None:
            known = ", ".join(each.id for each in found.questions)
            raise UserError(f"{found.name} has no question {question!r}", f"There are: {known}.")
        queue = opened.labelling.adjudication(found, author)
        if entry not in {each.token for each in queue.entries}:
            raise UserError(
                f"{found.name} has no entry {entry!r}", "genmu labels results --json names those that wait."
            )
        given = _as_number(answer) if asked.kind in {"scale", "number"} else answer
        written = queue.adjudicate(entry, question, given).result()
    if as_json:
        print_json({"campaign": campaign, "entry": entry, "question": question, "changed": written is not None})
        return
    print_line(f"{question} of {entry} is {answer}{'' if written is not None else ', as before'}.")


def _as_number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


@click.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@click.argument("out", metavar="OUT.{csv,parquet,json}", type=PATH)
@click.option("--blind", is_flag=True, help="Without what annotators did not see: submission, side, role, samples.")
@click.option("--bom", is_flag=True, help="Begin a CSV with a byte order mark, for a spreadsheet.")
@json_option
def table(project: Path, campaign: str, out: Path, blind: bool, bom: bool, as_json: bool) -> None:
    """Write a campaign's labels as a table, a row for each."""
    with Project.open(project, "read") as opened:
        rows = opened.labelling.export_table(opened.labelling.campaign(campaign), out, blind=blind, bom=bom)
    if as_json:
        print_json({"file": str(out), "campaign": campaign, "blind": blind, "rows": rows})
        return
    print_line(f"{out}: {rows} rows")
    if not blind:
        say("It tells all that annotators did not see. Send annotators one that was written with --blind.")
