"""Degenerate output: pictures and sounds in which nobody could verify anything, or that are no pictures of anybody."""

from collections.abc import Iterable, Mapping

from genmu_studio.audit.check import CheckInfo, Finding, Limits, NotRunError, Severity, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.traces import traces_of
from genmu_studio.store.audited import AuditedSample, count_seen, read_noted
from scoring.codes import Code, sentence_of
from scoring.media.sound_texture import SoundTexture

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
    yield from raised_above_original(
        material,
        limits,
        noted.get(code, frozenset()),
        sentence_of(code),
        gravest="medium" if code in _HARMLESS else "high",
    )


@check(
    CheckInfo(
        id="degenerate_steady",
        family="degenerate output",
        title="Steady noise and tones",
        severity="high",
        definition=(
            "Share of unlearned samples that are loud and no speech: the level of their frames stays within 8 dB "
            "(noise, hum, a tone), above that of the original ones, in percentage points. High from `high` on, medium "
            "from `medium` on, with `least` samples at least; fewer, or as many in the original, are info."
        ),
        limits={"high": 30.0, "medium": 5.0, "least": 2},
        tracks=("speech",),
    )
)
def steady_sounds(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise roles whose outputs are noise or a tone."""
    having = frozenset(
        row.id
        for row in traces_of(material).rows
        if "flatness" in row.values and SoundTexture(row.values["level_range_db"], row.values["flatness"]).fault
    )
    yield from raised_above_original(material, limits, having, "loud, and steady as noise or a tone is")


def raised_above_original(
    material: Material, limits: Limits, having: frozenset[int], what: str, gravest: Severity = "high"
) -> Iterable[Finding]:
    """Yield a finding for `having` samples, where more unlearned ones of a role are among them than original ones."""
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
            message = f"{len(unlearned)} unlearned and {before} original samples: {what}"
            yield Finding("info", message, excess, limits["medium"], samples)
        return
    severity: Severity = gravest if excess >= limits["high"] else "medium"
    yield Finding(
        severity,
        f"{len(of_worst)} of {_count(material, 'unlearned', worst)} unlearned {worst} samples: {what}",
        excess,
        limits["high"] if severity == "high" else limits["medium"],
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
