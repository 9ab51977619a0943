"""Spoken words and how they sound: what was to be said and is not, and an entry that is worse at everything."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from genmu_studio.audit.check import CheckInfo, Finding, Limits, NotRunError, Severity, check
from genmu_studio.audit.material import Material
from genmu_studio.domain import EvaluatorRow
from genmu_studio.other_aspects import current_evaluators
from genmu_studio.store.aspects import found_in_samples, heard_in_samples
from scoring.errors import UserError
from scoring.frame import Status
from scoring.metrics.words import WORDLESS
from scoring.transcripts.error_rate import count_edits

_ROLES = ("forget", "retain")
# What an evaluator of each aspect calls the value that stands for it: all are opinions on a scale from 1 to 5.
_OPINIONS: Mapping[str, str] = {
    "naturalness_distillmos": "distill_mos",
    "naturalness_utmos": "utmos",
    "signal_dnsmos": "dnsmos_ovrl",
}


@dataclass(frozen=True, slots=True)
class _Words:
    """What was heard of one sample: its errors, and how many words it was to say."""

    edits: int
    asked: int


def _words_of(material: Material, row: EvaluatorRow) -> Mapping[int, _Words]:
    """Return how the words of each sample were heard by an evaluator; UserError where nothing counts words here."""
    heard = material.store.read(lambda db: heard_in_samples(db, material.submission.id, row.digest))
    found = {}
    for id_, status, code, asked, text in zip(
        heard.ids.tolist(), heard.status.tolist(), heard.codes, heard.asked, heard.texts, strict=True
    ):
        if asked is None or (status != Status.SCORED and code not in WORDLESS):
            continue
        counts = count_edits(asked, "" if code else text)
        if counts.reference_words:
            found[id_] = _Words(counts.edits, counts.reference_words)
    return found


def _heard(material: Material) -> Mapping[str, Mapping[int, _Words]]:
    """Return what each evaluator of transcripts heard, by its name; NotRunError where nobody listened."""

    def read() -> Mapping[str, Mapping[int, _Words]]:
        rows = [row for row in current_evaluators(material.project, material.submission) if row.aspect == "transcript"]
        return {row.name: words for row in rows if (words := _words_of(material, row))}

    try:
        found = material.once("words", read)
    except UserError as error:
        raise NotRunError(error.message) from None
    if not found:
        raise NotRunError("nobody has transcribed it, or nobody says what was to be said")
    return found


def _rate(words: Iterable[_Words]) -> float | None:
    """Return the pooled word error rate in percent, None of nothing."""
    known = list(words)
    asked = sum(each.asked for each in known)
    return 100 * sum(each.edits for each in known) / asked if asked else None


@check(
    CheckInfo(
        id="transcript",
        family="matching",
        title="Other words than declared",
        severity="high",
        definition=(
            "Word error rate of the unlearned samples of a role against the declared transcripts, above that of the "
            "original ones, in percentage points: high from `high` on, medium from `medium` on. Originals that are "
            "wrong in `original` percent of the words or more were not asked for what was declared: medium."
        ),
        limits={"high": 40.0, "medium": 10.0, "original": 40.0},
        tracks=("speech",),
    )
)
def transcript(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise roles whose words are lost; the samples with the most errors first."""
    for name, words in _heard(material).items():
        for role in _ROLES:
            sides = {side: _known(material, words, side, role) for side in ("original", "unlearned")}
            before, after = (_rate(words[id_] for id_ in sides[side]) for side in ("original", "unlearned"))
            if before is not None and before >= limits["original"]:
                yield Finding(
                    "medium",
                    f"{role}: {name} hears {before:.0f} % of the original's words otherwise than declared",
                    before,
                    limits["original"],
                    _worst(words, sides["original"]),
                )
            if before is None or after is None or after - before < limits["medium"]:
                continue
            severity: Severity = "high" if after - before >= limits["high"] else "medium"
            yield Finding(
                severity,
                f"{role}: {name} hears {after:.0f} % of the words otherwise than declared, {before:.0f} % before",
                after - before,
                limits[severity],
                _worst(words, sides["unlearned"]),
                {"WER before": before, "WER afterwards": after},
            )


def _known(material: Material, words: Mapping[int, object], side: str, role: str) -> list[int]:
    return [row.id for row in material.samples.of_side(side) if row.role == role and row.id in words]


def _worst(words: Mapping[int, _Words], ids: Iterable[int]) -> tuple[int, ...]:
    wrong = [id_ for id_ in ids if words[id_].edits]
    return tuple(sorted(wrong, key=lambda id_: (-words[id_].edits / words[id_].asked, id_)))


@check(
    CheckInfo(
        id="worse_on_everything",
        family="collapse",
        title="Worse at everything",
        severity="high",
        definition=(
            "Predicted naturalness and signal quality (points of 1 … 5) and word error rate (percentage points), mean "
            "of the unlearned samples against the original ones, where forget and retain are both worse by the limit: "
            "medium from `opinion` or `words` on, high from `opinion_high` or `words_high` on."
        ),
        limits={"opinion": 0.5, "opinion_high": 1.0, "words": 20.0, "words_high": 40.0},
        tracks=("speech",),
    )
)
def worse_on_everything(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise what became worse for those who were to be forgotten and for those who were to stay."""
    found = [*_opinions(material), *_lost_words(material)]
    if not found:
        raise NotRunError("neither naturalness, signal quality nor words were measured on both sides")
    for name, kind, unit, loss in found:
        least = min(loss.values())
        if least < limits[kind]:
            continue
        severity: Severity = "high" if least >= limits[f"{kind}_high"] else "medium"
        yield Finding(
            severity,
            f"{name} is worse by {loss['forget']:.2f}{unit} on forget, by {loss['retain']:.2f}{unit} on retain samples",
            least,
            limits[f"{kind}_high" if severity == "high" else kind],
            numbers=dict(loss),
        )


_Loss = tuple[str, str, str, Mapping[str, float]]


def _opinions(material: Material) -> Iterable[_Loss]:
    for row in current_evaluators(material.project, material.submission):
        if row.name not in _OPINIONS:
            continue
        digest, value = row.digest, _OPINIONS[row.name]
        found = material.store.read(lambda db, digest=digest: found_in_samples(db, material.submission.id, digest))  # type: ignore[misc]  # the default binds the loop's value
        column = found.values.get(value, np.full(len(found.ids), np.nan))
        known = dict(zip(found.ids.tolist(), column.tolist(), strict=True))
        loss = {}
        for role in _ROLES:
            before, after = (
                [known[id_] for id_ in _known(material, known, side, role) if np.isfinite(known[id_])]
                for side in ("original", "unlearned")
            )
            if before and after:
                loss[role] = float(np.mean(before) - np.mean(after))
        if len(loss) == len(_ROLES):
            yield value, "opinion", " points", loss


def _lost_words(material: Material) -> Iterable[_Loss]:
    try:
        heard = _heard(material)
    except NotRunError:
        return
    for name, words in heard.items():
        loss = {}
        for role in _ROLES:
            before, after = (
                _rate(words[id_] for id_ in _known(material, words, side, role)) for side in ("original", "unlearned")
            )
            if before is not None and after is not None:
                loss[role] = after - before
        if len(loss) == len(_ROLES):
            yield f"WER as {name} hears it", "words", " %", loss
