"""Degenerate output: pictures and sounds in which nobody could verify anything, or that are no pictures of anybody."""

from collections.abc import Iterable, Mapping

from genmu_studio.audit.check import CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.store.audited import AuditedSample, count_seen, read_noted
from scoring.codes import Code, sentence_of

# What a code is called in a table; the codes themselves say the rest.
TITLES: Mapping[Code, str] = {
    Code.BLACK: "Black pictures",
    Code.CONSTANT: "Pictures of one colour",
    Code.NOISE: "Pictures of noise",
    Code.BLUR: "Blurred pictures",
    Code.NO_FACE: "No face",
    Code.MULTI_FACE: "Several faces",
    Code.TINY_FACE: "Tiny faces",
    Code.SILENT: "Silent sounds",
    Code.CLIPPED: "Clipped sounds",
    Code.DC: "Sounds with an offset",
    Code.NONFINITE: "Sounds that are no numbers",
    Code.TRUNCATED: "Truncated files",
    Code.TOO_SHORT: "Too short",
    Code.ANTIPHASE: "Channels that cancel each other",
    Code.LOW_BANDWIDTH: "Low bandwidth",
    Code.DAMAGED: "Damaged files",
    Code.EMPTY: "Empty files",
    Code.UNREADABLE: "Files of an unknown format",
    Code.TOO_LARGE: "Files above the limit",
    Code.WRONG_FORMAT: "Files of another format than their name",
}
_HARMLESS = frozenset({Code.WRONG_FORMAT, Code.MULTI_FACE})  # never graver than medium
_ROLES = ("forget", "retain")


def _register(code: Code, title: str) -> None:
    @check(
        CheckInfo(
            id=f"degenerate_{code.lower()}",
            family="degenerate output",
            title=title,
            severity="medium" if code in _HARMLESS else "high",
            definition=(
                f"Share of unlearned samples with {code} ({sentence_of(code)}) of one role, above that of the original "
                "ones, in percentage points. High from `high` on, medium from `medium` on, with `least` samples at "
                "least; fewer, or as many in the original, are info."
            ),
            limits={"high": 30.0, "medium": 5.0, "least": 2},
        )
    )
    def find(material: Material, limits: Limits) -> Iterable[Finding]:
        return _of_code(material, limits, code)


for _code, _title in TITLES.items():
    _register(_code, _title)


def _of_code(material: Material, limits: Limits, code: Code) -> Iterable[Finding]:
    submission = material.submission.id
    if not material.once("seen", lambda: material.store.read(lambda db: count_seen(db, submission))):
        raise NotRunError("not scored yet")
    noted = material.once("noted", lambda: material.store.read(lambda db: read_noted(db, submission)))
    having = noted.get(code, frozenset())
    if not having:
        return
    worst = max(_ROLES, key=lambda role: _excess(material, having, role))
    excess = _excess(material, having, worst)
    unlearned = [row for row in material.samples.of_side("unlearned") if row.id in having]
    of_worst = [row for row in unlearned if row.role == worst]
    before = sum(row.id in having for row in material.samples.of_side("original"))
    samples = tuple(row.id for row in sorted(unlearned, key=lambda row: row.role != worst))
    if len(of_worst) < limits["least"] or excess < limits["medium"]:
        if unlearned:
            yield Finding(
                "info",
                f"{len(unlearned)} unlearned and {before} original samples: {sentence_of(code)}",
                excess,
                limits["medium"],
                samples,
            )
        return
    is_grave = excess >= limits["high"] and code not in _HARMLESS
    yield Finding(
        "high" if is_grave else "medium",
        f"{len(of_worst)} of {_count(material, 'unlearned', worst)} unlearned {worst} samples: {sentence_of(code)}",
        excess,
        limits["high"] if is_grave else limits["medium"],
        samples,
        {"original": float(before)},
    )


def _excess(material: Material, having: frozenset[int], role: str) -> float:
    """Return how much larger the share of `having` is among the unlearned samples of a role than the original ones."""
    share = [_share(material.samples.of_side(side), having, role) for side in ("unlearned", "original")]
    return share[0] - share[1]


def _share(rows: Iterable[AuditedSample], having: frozenset[int], role: str) -> float:
    of_role = [row.id in having for row in rows if row.role == role]
    return 100 * sum(of_role) / len(of_role) if of_role else 0.0


def _count(material: Material, side: str, role: str) -> int:
    return sum(row.role == role for row in material.samples.of_side(side))
