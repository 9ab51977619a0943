"""Metadata: what the texts in files claim about how they were made, beside what the manifest declares."""

from collections import Counter
from collections.abc import Iterable, Mapping

from genmu_studio.audit.check import CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.metadata_claims import Claims, agree, claims_of
from genmu_studio.audit.traces import traces_of
from genmu_studio.store.audited import AuditedSample

_NAMED = 5
_OF_BOTH = ("seed", "steps", "guidance", "sampler", "prompt", "negative_prompt")


@check(
    CheckInfo(
        id="metadata_claims",
        family="matching",
        title="Files say otherwise",
        severity="medium",
        definition=(
            "Settings that the texts in a file claim (PNG text, EXIF, tags of sounds: seed, steps, guidance, sampler, "
            "prompt, transcript, sample rate) and that contradict the declared ones, or the file of the other "
            "side of the pair. Medium from `least` samples or pairs on, else info. Files without such texts say "
            "nothing; one model named on both sides is info."
        ),
        limits={"least": 2},
        tracks=("face", "speech"),
    )
)
def metadata_claims(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise samples whose own files contradict what was declared of them, and pairs that contradict each other."""
    claims = {row.id: claims_of(row.says) for row in traces_of(material).rows}
    rows = [row for row in material.samples.rows if claims.get(row.id)]
    against = {row.id: _contradicted(claims[row.id], row) for row in rows}
    yield from _found("contradict what was declared", against, len(rows), "samples", limits)
    pairs = [row for row in rows if row.side == "unlearned" and row.partner is not None and claims.get(row.partner)]
    unlike = {row.id: _unlike(claims[row.id], claims[row.partner or 0]) for row in pairs}
    yield from _found("name other settings than the original's file", unlike, len(pairs), "unlearned files", limits)
    yield from _one_model(pairs, claims)


def _contradicted(claims: Claims, row: AuditedSample) -> tuple[str, ...]:
    declared = {**row.settings, "seed": str(row.seed)}
    return tuple(
        name for name, values in claims.items() if name in declared and not agree(name, values, declared[name])
    )


def _unlike(claims: Claims, other: Claims) -> tuple[str, ...]:
    return tuple(
        name
        for name in _OF_BOTH
        if name in claims and name in other and not any(agree(name, claims[name], each) for each in other[name])
    )


def _found(what: str, names: Mapping[int, tuple[str, ...]], n: int, of: str, limits: Limits) -> Iterable[Finding]:
    samples = tuple(id_ for id_, each in names.items() if each)
    if not samples:
        return
    counts = Counter(name for each in names.values() for name in each)
    said = ", ".join(f"{name} in {count}" for name, count in counts.most_common(_NAMED))
    yield Finding(
        "medium" if len(samples) >= limits["least"] else "info",
        f"{len(samples)} of {n} {of} that carry settings {what}: {said}",
        len(samples),
        limits["least"],
        samples,
        {name: float(count) for name, count in counts.items()},
    )


def _one_model(pairs: list[AuditedSample], claims: Mapping[int, Claims]) -> Iterable[Finding]:
    same = [
        row
        for row in pairs
        for name in ("model hash", "model")
        if claims[row.id].get(name) and claims[row.id].get(name) == claims[row.partner or 0].get(name)
    ]
    rows = list(dict.fromkeys(row.id for row in same))
    if rows:
        named = sorted({value for row in same for value in claims[row.id].get("model", ())})[:_NAMED]
        yield Finding(
            "info",
            f"{len(rows)} pairs name one model on both sides{': ' if named else ''}{', '.join(named)}",
            samples=tuple(rows),
        )
