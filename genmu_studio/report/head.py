"""The head of a report: who, what, when, whether it is ranked, and with what eyes it was looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard import LeaderboardRow
from genmu_studio.lens import FALLBACK
from genmu_studio.metrics_json import KIND_TITLES
from genmu_studio.report.figures import Number, Place, cosine, count
from genmu_studio.report.standing import Standing
from genmu_studio.report.texts import NAME_CHARACTERS, cut, instant
from scoring.types import EvaluatorKind

POLICY_WORDS: Mapping[str, str] = {
    "forgotten": "count as forgotten",
    "failure": "count against the entry",
    "exclude": "are left out",
}
AGGREGATE_WORDS: Mapping[str, str] = {
    "mean_of_groups": "mean of the groups' ERB",
    "erb_of_means": "ERB of the groups' mean EA and RA",
}
_WARNINGS: Mapping[EvaluatorKind, str] = {
    "reference": "Measured with other weights than the published ones: a hint, and no result of the challenge.",
    "light": "Measured by a light stand-in for the challenge's evaluator: a hint, and no result of the challenge.",
    "imported": "Computed elsewhere and imported: nothing of this was measured by Genmu Studio.",
    "fake": "Measured by an evaluator that is made up for tests: these figures mean nothing.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry by name. ranked : its place in words, "" where it is not ranked; `reason` says why not."""

    id: str
    team: str
    team_claimed: str
    track: str
    method: str
    revision: int
    claim: str
    received: str
    complete: bool
    ranked: str
    reason: str


@dataclass(frozen=True, slots=True)
class EvaluatorFacts:
    """The evaluator. kind : "official", or what it is instead; `warning` says what follows from that, "" = nothing."""

    name: str
    version: str
    kind: str
    warning: str


@dataclass(frozen=True, slots=True)
class LensFacts:
    """The lens. preset : the name of the threshold, "" for one by hand. policy, aggregate : in words."""

    is_official: bool
    threshold: Number | None
    preset: str
    origin: str
    is_fallback: bool
    rule: str
    template: str
    policy: str
    aggregate: str


@dataclass(frozen=True, slots=True)
class Looked:
    """With what eyes an entry was looked at."""

    evaluator: EvaluatorFacts
    lens: LensFacts


@dataclass(frozen=True, slots=True)
class SubmissionHead:
    """The head of a submission's report. looked : None where nothing has been scored."""

    entry: Entry
    looked: Looked | None


@dataclass(frozen=True, slots=True)
class BoardHead:
    """The head of a leaderboard's report. kinds, warnings : of the evaluators that are not official, each once.

    is_official : whether every entry was looked at with the protocol's lens.
    """

    protocol: str
    entries: str
    ranked: str
    kinds: tuple[str, ...]
    warnings: tuple[str, ...]
    is_official: bool


def entry_of(row: SubmissionRow, standing: Standing) -> Entry:
    """Return an entry by name."""
    return Entry(
        id=row.id,
        team=cut(row.team, NAME_CHARACTERS),
        team_claimed="" if row.team == row.team_claimed else cut(row.team_claimed, NAME_CHARACTERS),
        track=row.track,
        method=cut(row.method, NAME_CHARACTERS),
        revision=row.revision,
        claim=cut(row.claim, NAME_CHARACTERS),
        received=instant(row.received_at_utc),
        complete=row.complete,
        ranked="" if standing.rank is None else f"rank {standing.rank} of {standing.of}",
        reason=standing.reason,
    )


def board_head(protocol: str, rows: Sequence[LeaderboardRow]) -> BoardHead:
    """Return the head of a leaderboard's report."""
    evaluations = [row.evaluation for row in rows if row.evaluation is not None]
    others = [facts for each in evaluations if (facts := _evaluator_facts(each)).warning]
    return BoardHead(
        protocol=cut(protocol, NAME_CHARACTERS),
        entries=count(len(rows)),
        ranked=count(sum(row.rank is not None for row in rows)),
        kinds=tuple(dict.fromkeys(facts.kind for facts in others)),
        warnings=tuple(dict.fromkeys(facts.warning for facts in others)),
        is_official=all(each.official_lens for each in evaluations),
    )


def looked(evaluation: Evaluation, metrics: Place) -> Looked:
    """Return with what an entry was looked at; `metrics` is what the JSON says of it."""
    lens, threshold = metrics["lens"], metrics["lens"]["threshold"]
    return Looked(
        _evaluator_facts(evaluation),
        LensFacts(
            is_official=evaluation.official_lens,
            threshold=threshold["value"].number(cosine),
            preset=threshold["preset"].text,
            origin=threshold["origin"].text,
            is_fallback=threshold["preset"].text == FALLBACK,
            rule=lens["rule"].text,
            template=lens["template"].text,
            policy=f"failures to acquire {POLICY_WORDS[lens['policy'].text]}",
            aggregate=AGGREGATE_WORDS[lens["aggregate"].text],
        ),
    )


def _evaluator_facts(evaluation: Evaluation) -> EvaluatorFacts:
    evaluator = evaluation.evaluator
    return EvaluatorFacts(
        name=evaluator.name,
        version=evaluator.version,
        kind="official" if evaluator.official else KIND_TITLES[evaluator.kind],
        warning="" if evaluator.official else _WARNINGS[evaluator.kind],
    )
