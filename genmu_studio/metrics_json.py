"""The JSON of `genmu metrics`: stable names, percentages 0..100, null with a reason where not computable."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.lens import WHAT_IF
from genmu_studio.preservation import PreservedValue, further_by_name, preserved_by_name
from genmu_studio.protocol import Protocol
from scoring.frame import POLICIES
from scoring.metrics.group import GroupScores, IdentityScores
from scoring.metrics.sides import SideScores
from scoring.types import Aspect, EvaluatorKind, MetricValue

Json = dict[str, object]

KIND_TITLES: Mapping[EvaluatorKind, str] = {
    "reference": "reference model, weights not the published ones",
    "light": "light stand-in",
    "imported": "imported",
    "fake": "fake, for tests only",
}


# What can become of a sample, by its role.
OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "forget": ("forgotten", "still_verified", "became_retain", "collapsed"),
    "retain": ("kept", "lost", "became_forget", "became_retain", "collapsed"),
}


METHOD = "reference method, without weights"
PUBLISHED = "published model"
# A person brought it: the challenge names no classifier of attributes that it could stand in for.
LOCAL = "local model"


def kind_words(evaluator: EvaluatorRow) -> str:
    """Return what kind of evaluator measured something."""
    if evaluator.official:
        return "official"
    return kind_title(evaluator.kind, evaluator.aspect, evaluator.weights_sha256)


def kind_title(kind: EvaluatorKind, aspect: Aspect, weights_sha256: str) -> str:
    """Return the same of one that is not official: beside the rank nobody is, and a method may have no weights."""
    if kind == "light" and aspect == "attributes":
        return LOCAL
    if kind == "reference" and aspect != "identity":
        return PUBLISHED if weights_sha256 else METHOD
    return KIND_TITLES[kind]


def is_stand_in(evaluator: EvaluatorRow) -> bool:
    """Whether something else measured than the challenge's own evaluator or what is published for an aspect."""
    return not evaluator.official and not (evaluator.kind == "reference" and evaluator.aspect != "identity")


def value_json(value: MetricValue, badge: str | None = None) -> Json:
    """Return a value object; `badge` is added to the value's own."""
    badges = [text for text in (value.badge, badge) if text]
    shown: Json = {
        "value": value.value,
        "n": value.n,
        "failures": value.failures,
        "interval": None if value.interval is None else list(value.interval),
        "badge": "; ".join(badges) or None,
    }
    if value.value is None:
        shown["reason"] = value.reason or "not computable"
    if value.parts:
        shown["parts"] = dict(value.parts)
    return shown


def protocol_json(protocol: Protocol) -> Json:
    """Return what names a protocol."""
    return {"name": protocol.name, "version": protocol.version, "digest": protocol.digest}


def submission_json(submission: SubmissionRow, ranked: bool, reason: str | None) -> Json:
    """Return what names a submission, and whether it is ranked."""
    return {
        "id": submission.id,
        "team": submission.team,
        "team_claimed": submission.team_claimed,
        "track": submission.track,
        "revision": submission.revision,
        "claim": submission.claim,
        "method": submission.method,
        "received_at": submission.received_at_utc,
        "complete": submission.complete,
        "ranked": ranked,
        "reason": reason,
    }


def preservation_json(gp: MetricValue, preserved: Sequence[PreservedValue]) -> Json:
    """Return what is preserved besides identity, by the name of its metric, each with the evaluator it rests on."""
    named = {**preserved_by_name(preserved), **further_by_name(preserved)}
    return {"GP": value_json(gp), **preserved_json(named)}


def preserved_json(preserved: Mapping[str, PreservedValue]) -> Json:
    """Return figures of other aspects by their names, each with the evaluator that it rests on."""
    return {name: {**value_json(each.value), "evaluator": _measured_by(each)} for name, each in preserved.items()}


def _measured_by(preserved: PreservedValue) -> Json:
    row = preserved.evaluator
    return {
        "name": row.name,
        "version": row.version,
        "kind": kind_words(row),
        "weights_sha256": row.weights_sha256,
        "digest": row.digest,
        "provider": preserved.provider,
    }


def evaluation_json(evaluation: Evaluation, preserved: Sequence[PreservedValue] = ()) -> Json:
    """Return the scores of a submission, to be merged with `submission_json`. preserved : of other aspects."""
    lens, one, evaluator = evaluation.lens, evaluation.own_lens, evaluation.evaluator
    what_if = None if evaluation.official_lens else WHAT_IF
    track = evaluation.track
    return {
        "evaluator": {
            "name": evaluator.name,
            "version": evaluator.version,
            "weights_sha256": evaluator.weights_sha256,
            "provider": ", ".join(evaluation.providers),
            "official": evaluator.official,
            "kind": "official" if evaluator.official else KIND_TITLES[evaluator.kind],
            "digest": evaluator.digest,
            "licence": evaluator.licence,
        },
        "lens": {
            "threshold": {
                "value": one.threshold.value,
                "preset": one.threshold.preset or None,
                "origin": one.threshold.origin,
                "badge": one.threshold.badge,
            },
            "template": one.template,
            "rule": one.rule,
            "policy": lens.policy,
            "aggregate": lens.aggregate,
            "rules": asdict(evaluation.decision.rules),
            "official": evaluation.official_lens,
        },
        "track_value": {
            "ERB": value_json(track.erb, what_if),
            "ERB_mean_of_groups": value_json(track.mean_of_groups, what_if),
            "ERB_of_means": value_json(track.erb_of_means, what_if),
            "EA": value_json(track.ea, what_if),
            "RA": value_json(track.ra, what_if),
            "partial": None if track.partial is None else value_json(track.partial, what_if),
        },
        "policies": {policy: {"ERB": value_json(value, what_if)} for policy, value in track.policies.items()},
        "policy_badge": track.policy_badge,
        "groups": [_group_json(scores, what_if) for scores in evaluation.groups],
        "preservation": preservation_json(evaluation.gp, preserved),
        "outcomes": total_outcomes(evaluation.groups),
        "notes": list(evaluation.notes),
    }


def _group_json(scores: GroupScores, mark: str | None) -> Json:
    stage1 = scores.stage1
    return {
        "group": scores.group,
        "forget": scores.forget,
        "policies": {policy: {"ERB": value_json(value, mark)} for policy, value in scores.policies.items()},
        "policy_badge": scores.policy_badge,
        "unlearned": _side_json(scores.unlearned, mark),
        "original": _side_json(scores.original, mark),
        "identities": [_identity_json(each) for each in scores.identities],
        "outcomes": {role: dict(counts) for role, counts in scores.outcomes.items()},
        "became": [
            {"identity": identity, "became": became, "n": n} for (identity, became), n in sorted(scores.became.items())
        ],
        "stage1": {"passed": stage1.passed, "flags": list(stage1.flags), "reason": stage1.reason},
        "conditional": {
            "FA": value_json(scores.conditional_fa, mark),
            "RA": value_json(scores.conditional_ra, mark),
        },
        "mismatched_pairs": scores.mismatched_pairs,
        "ERB_without_mismatched": (
            None if scores.erb_without_mismatched is None else value_json(scores.erb_without_mismatched, mark)
        ),
        "FS": value_json(scores.fs),
        "RS": value_json(scores.rs),
        "trivial": [{"name": entry.name, **_side_json(entry.scores, mark)} for entry in scores.trivial],
    }


def _side_json(side: SideScores, mark: str | None) -> Json:
    values = {"FA": side.fa, "EA": side.ea, "RA": side.ra, "ERB": side.erb}
    return {symbol: value_json(value, mark) for symbol, value in values.items()}


def _identity_json(scores: IdentityScores) -> Json:
    return {
        "identity": scores.identity,
        "role": scores.role,
        "side": scores.side.name.lower(),
        "n": scores.n,
        "verified": scores.verified,
        "failures": scores.failures,
        "unscored": scores.unscored,
        "mean_similarity": scores.mean_similarity,
        "points_lost": scores.points_lost,
        "gain": scores.gain,
    }


def total_outcomes(groups: tuple[GroupScores, ...]) -> dict[str, dict[str, int]]:
    """Return the outcomes of all groups together, by role and name."""
    return {
        role: {name: sum(scores.outcomes[role][name] for scores in groups) for name in names}
        for role, names in OUTCOMES.items()
    }


def unscored_json(reason: str, rank_by: str, preserved: Sequence[PreservedValue] = ()) -> Json:
    """Return what is said of a submission whose identities nobody has measured, to be merged with `submission_json`.

    It has the keys of `evaluation_json`; `rank_by` names its track value, which is not computable.
    """
    none = MetricValue(None, reason=reason)
    missing = value_json(none)
    return {
        "evaluator": None,
        "lens": None,
        "track_value": {rank_by: missing},
        "policies": {policy: {rank_by: missing} for policy in POLICIES},
        "policy_badge": None,
        "groups": [],
        "preservation": preservation_json(none, preserved),
        "outcomes": total_outcomes(()),
        "notes": [],
    }
