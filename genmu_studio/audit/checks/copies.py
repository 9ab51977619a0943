"""Copies: one output for several requests, the original in place of what was unlearned, a reference."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.traces import Traces, are_one, traces_of, traces_of_references
from genmu_studio.domain import MEDIA_KIND
from genmu_studio.store.audited import AuditedSample
from scoring.likeness.bits import distances, words_of
from scoring.likeness.media import radius_of
from scoring.likeness.nearness import near_duplicates, nearest_of


@check(
    CheckInfo(
        id="copies_across_seeds",
        family="copies",
        title="One output for several seeds",
        severity="high",
        definition=(
            "Share of unlearned outputs of one identity that are byte-identical to, or near duplicates of, another one "
            "of it with another seed or condition (fingerprint within the radius of docs/explanation/audit.md), above "
            "the same share of the original outputs. Per role: high from `high` points on, medium from `medium` on."
        ),
        limits={"high": 50.0, "medium": 10.0, "least": 3},
        tracks=IDENTITY_TRACKS,
        opens_files=("speech",),
    )
)
def copies_across_seeds(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise roles whose unlearned outputs repeat each other."""
    repeated = _repeated(material)
    for role in ("forget", "retain"):
        shares = {}
        having: dict[str, list[int]] = {}
        for side in ("original", "unlearned"):
            rows = [row for row in material.samples.of_side(side) if row.role == role]
            having[side] = [row.id for row in rows if row.id in repeated]
            shares[side] = 100 * len(having[side]) / len(rows) if rows else 0.0
        excess = shares["unlearned"] - shares["original"]
        if not having["unlearned"]:
            continue
        is_raised = excess >= limits["medium"] and len(having["unlearned"]) >= limits["least"]
        is_grave = is_raised and excess >= limits["high"]
        yield Finding(
            "high" if is_grave else "medium" if is_raised else "info",
            f"{len(having['unlearned'])} unlearned {role} outputs repeat another one of the same identity"
            f" ({len(having['original'])} of the original do)",
            excess,
            limits["high"] if is_grave else limits["medium"],
            tuple(having["unlearned"]),
            {"unlearned, percent": shares["unlearned"], "original, percent": shares["original"]},
        )


def _repeated(material: Material) -> frozenset[int]:
    """Return the samples of which another one of the same side and identity shows the same."""
    traces = traces_of(material)
    by_id = material.samples.by_id
    kind = MEDIA_KIND[material.submission.track]
    groups: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for row in material.samples.rows:
        groups[row.side, row.group, row.identity].append(row.id)
    place = {row.id: number for number, row in enumerate(traces.printed)}
    found: set[int] = set()
    for ids in groups.values():
        same: defaultdict[str, list[int]] = defaultdict(list)
        for id_ in ids:
            same[by_id[id_].sha256].append(id_)
        found.update(id_ for alike in same.values() if len(alike) > 1 for id_ in alike)
        printed = [id_ for id_ in ids if id_ in place]
        near = near_duplicates(traces.prints[[place[id_] for id_ in printed]], radius_of(kind))
        equal = np.flatnonzero(np.bincount(near.first, minlength=len(printed))[near.first] > 1)
        pairs = [*zip(near.first[equal], equal, strict=True), *map(tuple, near.pairs)]
        for one, other in pairs:
            if one != other and are_one(material, by_id[printed[one]], by_id[printed[other]]):
                found |= {printed[one], printed[other]}
    return frozenset(found)


@check(
    CheckInfo(
        id="copy_of_original",
        family="copies",
        title="Copies of the original",
        severity="high",
        definition=(
            "Share of the matched pairs whose unlearned output is byte-identical to, or a near duplicate of, its "
            "original. Among forget pairs high from `high` percent on, medium from `medium` on: nothing was changed. "
            "Among retain pairs it is info, byte-identical in all of them and in forget pairs too: an untouched "
            "checkpoint."
        ),
        limits={"high": 50.0, "medium": 10.0, "least": 2},
        tracks=IDENTITY_TRACKS,
        opens_files=("speech",),
    )
)
def copy_of_original(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise forget requests that are answered as before."""
    traces = traces_of(material)
    place = {row.id: number for number, row in enumerate(traces.printed)}
    for role in ("forget", "retain"):
        pairs = [row for row in material.samples.of_side("unlearned") if row.role == role and row.partner is not None]
        copied = [row for row in pairs if _is_copy(material, traces, place, row)]
        if not copied:
            continue
        identical = sum(row.sha256 == material.samples.by_id[row.partner or 0].sha256 for row in copied)
        share = 100 * len(copied) / len(pairs)
        is_raised = role == "forget" and share >= limits["medium"] and len(copied) >= limits["least"]
        is_grave = is_raised and share >= limits["high"]
        yield Finding(
            "high" if is_grave else "medium" if is_raised else "info",
            f"{len(copied)} of {len(pairs)} unlearned {role} outputs are their originals, {identical} byte for byte",
            share,
            limits["high"] if is_grave else limits["medium"],
            tuple(row.id for row in copied),
            {"byte-identical": float(identical)},
        )


def _is_copy(material: Material, traces: Traces, place: dict[int, int], row: AuditedSample) -> bool:
    original = material.samples.by_id[row.partner or 0]
    if row.sha256 == original.sha256:
        return True
    if row.id not in place or original.id not in place:
        return False
    words = words_of(traces.prints[[place[row.id], place[original.id]]])
    is_near = int(distances(words[:1], words[1:])[0]) <= radius_of(MEDIA_KIND[material.submission.track])
    return is_near and are_one(material, row, original)


@check(
    CheckInfo(
        id="copy_of_reference",
        family="copies",
        title="Copies of a reference",
        severity="high",
        definition=(
            "Unlearned outputs that are byte-identical to a genuine reference, or near duplicates of one: they were "
            "not generated. High where `identical` are the very bytes, or where the share of near duplicates is above "
            "that of the original outputs by `excess` points with `least` at least; else info, since an original "
            "generator that repeats its references makes the unlearned one repeat them too."
        ),
        limits={"identical": 1, "excess": 10.0, "least": 2},
        tracks=IDENTITY_TRACKS,
        opens_files=("speech",),
    )
)
def copy_of_reference(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise outputs that are references."""
    whose, identical = _owners(material)
    by_side = {side: material.samples.of_side(side) for side in ("original", "unlearned")}
    found = {side: [row.id for row in rows if row.id in whose] for side, rows in by_side.items()}
    shares = {side: 100 * len(found[side]) / len(rows) if rows else 0.0 for side, rows in by_side.items()}
    if not found["unlearned"]:
        return
    excess = shares["unlearned"] - shares["original"]
    very_bytes = [id_ for id_ in found["unlearned"] if id_ in identical]
    is_raised = excess >= limits["excess"] and len(found["unlearned"]) >= limits["least"]
    is_grave = len(very_bytes) >= limits["identical"] or is_raised
    names = sorted({whose[id_] for id_ in found["unlearned"]})
    yield Finding(
        "high" if is_grave else "info",
        f"{len(found['unlearned'])} unlearned outputs are references of {_listed(names)}, {len(very_bytes)} byte for "
        f"byte ({len(found['original'])} of the original are)",
        excess,
        limits["excess"],
        tuple(sorted(found["unlearned"], key=lambda id_: id_ not in identical)),
        {"byte-identical": float(len(very_bytes))},
    )


def _owners(material: Material) -> tuple[dict[int, str], frozenset[int]]:
    """Return whose reference each sample shows that shows one, and which of these are the very bytes."""
    traces, references = traces_of(material), traces_of_references(material)
    known = {row.sha256: row.owner for row in references.rows}
    whose = {row.id: known[row.sha256] for row in traces.rows if row.sha256 in known}
    identical = frozenset(whose)
    if len(references.printed) and len(traces.printed):
        nearest, apart = nearest_of(traces.prints, references.prints)
        radius = radius_of(MEDIA_KIND[material.submission.track])
        for row, other, bits in zip(traces.printed, nearest.tolist(), apart.tolist(), strict=True):
            reference = references.printed[other]
            if bits <= radius and are_one(material, material.samples.by_id[row.id], reference):
                whose.setdefault(row.id, reference.owner)
    return whose, identical


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
