"""Commands about what came of a campaign: labels results, agreement, figures."""

from collections.abc import Sequence
from pathlib import Path

import click

from genmu_studio.cli.lines import print_line
from genmu_studio.cli.terminal import PATH, json_option, number, print_json, print_table, remark, shown
from genmu_studio.labelling.agreeing import QuestionAgreement, agreement_of_labels
from genmu_studio.labelling.results.annotators import AnnotatorResult, Share
from genmu_studio.labelling.results.as_json import agreement_json, people_json, results_json
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.labelling.results.questions import QuestionResult
from genmu_studio.labelling.results.strata import StratumResult
from genmu_studio.project import Project
from scoring.agreement.values import Agreement

_FIRST = 20


@click.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@json_option
def results(project: Path, campaign: str, as_json: bool) -> None:
    """Say what came of a campaign: answers, how far annotators agree, how each worked, and what needs a look."""
    with Project.open(project, "read") as opened:
        found = opened.labelling.results(opened.labelling.campaign(campaign))
    if as_json:
        print_json(results_json(found))
        return
    _print_questions(found)
    _print_agreements([each.agreement for each in found.questions if each.agreement is not None and each.n])
    _print_annotators(found)
    _print_rest(found)


def _print_questions(found: CampaignResults) -> None:
    for each in found.questions:
        skipped = ", ".join(f"{reason} {n}" for reason, n in each.skipped.items())
        print_line(f"{each.question.id}: {each.question.text}")
        print_line(f"  {each.n} answers{f'; skipped: {skipped}' if skipped else ''}")
        if not each.n:
            continue
        if each.opinion is not None:
            print_line(f"  MOS {shown(each.opinion)}")
        rows = [["all", "", "", str(each.n), *_cells(each)]]
        rows += [[one.submission, one.side, one.role, str(one.n), *_cells(one)] for one in each.strata]
        columns = ["submission", "side", "role", "answers>", "what was answered"]
        print_table("", columns if each.opinion is None else [*columns, "MOS>"], rows)
        for name, text in each.texts[:_FIRST]:
            print_line(f"  {name}: {text}")
        if len(each.texts) > _FIRST:
            print_line(f"  and {len(each.texts) - _FIRST} more")


def _cells(found: QuestionResult | StratumResult) -> list[str]:
    """Return what was answered in a few words, and the MOS of a question that has one."""
    said = ", ".join(f"{each.label} {each.n}" for each in found.categories if each.n)
    if found.numbers is not None and not found.categories:
        numbers = found.numbers
        said = f"median {numbers.median:g}, middle half {numbers.lower_quartile:g} to {numbers.upper_quartile:g}"
    return [said] if found.opinion is None else [said, number(found.opinion)]


def _print_annotators(found: CampaignResults) -> None:
    rows = [
        [
            each.name, f"{each.finished}/{each.entries}", str(each.answered), str(each.skipped),
            _share(each.gold), _share(each.attention), _share(each.repeats), _seconds(each),
            "" if each.excluded is None else f"excluded: {each.excluded}",
        ]
        for each in found.annotators
    ]  # fmt: skip
    columns = [
        "annotator", "finished>", "answered>", "skipped>", "gold>", "attention>", "repeats alike>", "s per entry>", "",
    ]  # fmt: skip
    print_table("Annotators", columns, rows)


def _share(share: Share) -> str:
    if share.interval is None:
        return ""
    low, high = (round(100 * limit) for limit in share.interval)
    return f"{share.right}/{share.n} [{low}, {high}] %"


def _seconds(found: AnnotatorResult) -> str:
    return "" if found.median_seconds is None else f"{found.median_seconds:.1f}"


def _print_rest(found: CampaignResults) -> None:
    waiting = sum(each.adjudicated is None for each in found.unsettled)
    adjudicated = len(found.unsettled) - waiting
    print_line(f"{len(found.conflicts)} conflicts, {waiting} items to adjudicate, {adjudicated} adjudicated")
    if found.machine:
        print_line(f"{len(found.machine)} times people and an evaluator say different things:")
    for each in found.machine[:_FIRST]:
        print_line(f"  {each.submission}, sample {each.sample}: {each.sentence}")
    if len(found.machine) > _FIRST:
        print_line(f"  and {len(found.machine) - _FIRST} more")


@click.command()
@click.argument("project", type=PATH)
@click.argument("campaign")
@json_option
def agreement(project: Path, campaign: str, as_json: bool) -> None:
    """Say how far annotators agree on the items that several of them judged, question by question."""
    with Project.open(project, "read") as opened:
        found = agreement_of_labels(opened.labelling.labels(opened.labelling.campaign(campaign)))
    if as_json:
        print_json({"campaign": campaign, "questions": [agreement_json(each) for each in found]})
    elif not found:
        print_line("No answer has been given yet.")
    else:
        _print_agreements(found)


@click.command()
@click.argument("project", type=PATH)
@click.option("--submission", "name", help="Only this submission.")
@json_option
def figures(project: Path, name: str | None, as_json: bool) -> None:
    """Say what people's labels make of submissions: AR or SAR, and MOS of either side, over all campaigns."""
    with Project.open(project, "read") as opened:
        submissions = opened.submissions() if name is None else [opened.submission(name)]
        found = [(each.id, value) for each in submissions for value in opened.labelling.people_values(each)]
    if as_json:
        print_json({"figures": [people_json(submission, value) for submission, value in found]})
        return
    if not found:
        print_line("No figure rests on people yet.")
        return
    rows = [
        [
            submission,
            each.info.symbol,
            each.side,
            number(each.value),
            str(each.value.n),
            each.source,
            remark(each.value),
        ]
        for submission, each in found
    ]
    print_table("Figures from people", ["submission", "figure", "side", "value>", "n>", "from", "remark"], rows)


def _print_agreements(found: Sequence[QuestionAgreement]) -> None:
    rows = [
        [
            each.question.id, str(each.items), str(each.raters), str(each.n), _percent(each.summary.percent),
            *(_coefficient(one) for one in (each.summary.alpha, each.summary.kappa, each.summary.ac1)),
        ]
        for each in found
    ]  # fmt: skip
    columns = ["question", "items>", "raters>", "ratings>", "equal %>", "alpha>", "kappa>", "AC1>"]
    print_table("Agreement", columns, rows)
    for each in found:
        if each.note:
            print_line(f"  {each.question.id}: {each.note}")


def _percent(figure: Agreement) -> str:
    return "" if figure.value is None else f"{100 * figure.value:.1f}"


def _coefficient(figure: Agreement) -> str:
    return "" if figure.value is None else f"{figure.value:.3f}"
