"""Commands of the audit room: audit, verdict."""

from collections.abc import Mapping
from pathlib import Path

import click

from genmu_studio.audit.check import SEVERITIES
from genmu_studio.audit.drafts import DECISIONS, Decision, Draft
from genmu_studio.audit.findings import SubmissionFindings
from genmu_studio.audit.verdicts import Verdict
from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, cancel_on_interrupt, json_option, print_json, print_table, progress_bar
from genmu_studio.project import Project

_MARKS = {"high": "■", "medium": "▲", "info": "●"}


@click.command()
@click.argument("project", type=PATH)
@click.option("--submission", "name", help="Audit this one alone.")
@click.option(
    "--attack",
    type=click.IntRange(0, 1000),
    default=0,
    metavar="N",
    help="Also measure mildly changed copies of N forget samples per group.",
)
@json_option
def audit(project: Path, name: str | None, attack: int, as_json: bool) -> None:
    """Run the checks of the audit on submissions, and print what they found.

    A check whose inputs have not changed since it ran is not run again; a sample is attacked once.
    """
    with Project.open(project, "write") as opened:
        rows = [opened.submission(name)] if name else opened.submissions()
        with progress_bar(quiet=as_json) as show, cancel_on_interrupt() as cancellation:
            audited = opened.audit.run(rows, show, cancellation, attack=attack)
        standing = opened.audit.verdicts()
        head = opened.audit.chain().head
        contracts = {row.id: row.scan.get("contract") or [] for row in rows}
    if as_json:
        print_json(
            {
                "submissions": [
                    _json(found, contracts[found.submission], standing.get(found.submission))
                    for found in audited.submissions
                ],
                "head": head,
            }
        )
        return
    for found in audited.submissions:
        _print(found, standing.get(found.submission))
    say(f"{audited.ran} checks run, {audited.kept} kept from before. Head of the log: {head}")


def _json(found: SubmissionFindings, contract: object, verdict: Verdict | None) -> dict[str, object]:
    return {
        "id": found.submission,
        "findings": [
            {
                "check": info.id,
                "family": info.family,
                "severity": finding.severity,
                "message": finding.message,
                "value": finding.value,
                "limit": finding.limit,
                "samples": list(finding.samples),
                "numbers": dict(finding.numbers),
            }
            for info, finding in found.raised
        ],
        "not_run": [
            {"check": outcome.info.id, "reason": outcome.not_run} for outcome in found.outcomes if outcome.not_run
        ],
        "checks": len(found.outcomes),
        "contract": contract,
        "verdict": None if verdict is None else _verdict_json(verdict),
    }


def _verdict_json(verdict: Verdict) -> Mapping[str, object]:
    return {
        "decision": verdict.decision,
        "reason": verdict.reason,
        "findings": {id_: list(messages) for id_, messages in verdict.findings.items()},
        "by": verdict.by,
        "at_utc": verdict.at_utc,
        "hash": verdict.hash,
    }


def _print(found: SubmissionFindings, verdict: Verdict | None) -> None:
    raised = found.raised
    rows = [
        [
            f"{_MARKS[finding.severity]} {finding.severity}",
            info.title,
            finding.message,
            str(len(finding.samples) or "–"),
        ]
        for info, finding in raised
    ]
    counts = ", ".join(
        f"{count} {severity}"
        for severity in SEVERITIES
        if (count := sum(finding.severity == severity for _, finding in raised))
    )
    title = f"{found.submission}: {len(found.outcomes)} checks, {counts or 'nothing raised'}"
    if rows:
        print_table(title, ["severity", "check", "finding", "samples>"], rows)
    else:
        print_line(title)
    for outcome in found.outcomes:
        if outcome.not_run:
            say(f"  not run: {outcome.info.title}: {outcome.not_run}")
    if verdict is not None:
        print_line(f"Verdict: {verdict.decision}, by {verdict.by} at {verdict.at_utc}. {verdict.reason}".rstrip())


@click.command()
@click.argument("project", type=PATH)
@click.argument("submission")
@click.argument("decision", type=click.Choice(DECISIONS))
@click.option("--reason", default="", help="Why; query and reject need one.")
@click.option("--finding", "linked", multiple=True, metavar="CHECK", help="A check whose findings it rests on.")
@json_option
def verdict(
    project: Path, submission: str, decision: Decision, reason: str, linked: tuple[str, ...], as_json: bool
) -> None:
    """Sign a verdict on a submission: accept, query or reject. It goes into the log and stays there."""
    with Project.open(project, "write") as opened:
        signed = opened.audit.sign(opened.submission(submission), Draft(decision, reason, linked))
    if as_json:
        print_json({"submission": submission, **_verdict_json(signed)})
        return
    print_line(f"{submission}: {signed.decision}, signed by {signed.by} at {signed.at_utc}")
    print_line(f"Head of the log: {signed.hash}")
