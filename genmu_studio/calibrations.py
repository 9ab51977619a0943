"""Calibration of an evaluator on the project's references, and its frozen form, from which official thresholds come."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from genmu_studio.protocol import Protocol
from genmu_studio.store import references as reference_store
from genmu_studio.store.results import now_utc
from genmu_studio.store.store import Store
from scoring.calibration import Calibration, Comparisons, OperatingPoint, calibrate, compare_references
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.types import Track
from scoring.verification import TemplateRule

EER = "eer"
FMR = "fmr="


@dataclass(frozen=True, slots=True)
class FrozenCalibration:
    """Thresholds by preset name ("eer", "fmr=1e-3"), and the digest of what they were computed from."""

    digest: str
    thresholds: Mapping[str, float]
    frozen_at_utc: str
    badge: str | None


@dataclass(frozen=True, slots=True)
class ProjectCalibration:
    """What the project's references say about an evaluator. failed : references without an embedding, with the code.

    comparisons : what the result was computed from.
    """

    result: Calibration
    digest: str
    failed: tuple[tuple[str, str], ...]
    comparisons: Comparisons


def calibrate_project(
    store: Store, protocol: Protocol, track: Track, evaluator_digest: str, template: TemplateRule
) -> ProjectCalibration:
    """Return the calibration on the references as they are now; UserError where none of them has been scored."""
    scored = store.read(lambda db: reference_store.embeddings(db, track, evaluator_digest))
    if not scored.by_identity:
        raise UserError(
            "no reference has been scored with this evaluator", "Import references, then run genmu score first."
        )
    comparisons = compare_references(
        {identity: rows.vectors for identity, rows in scored.by_identity.items()}, template
    )
    inputs = {
        "evaluator": evaluator_digest,
        "template": template,
        "subjects": {identity: rows.subject_digests for identity, rows in scored.by_identity.items()},
    }
    result = calibrate(comparisons, protocol.calibration.fmr_presets, protocol.rules())
    return ProjectCalibration(result, digest_of(inputs), scored.failed, comparisons)


def supported_thresholds(result: Calibration) -> dict[str, float]:
    """Return the thresholds that the data support, by preset name."""
    points: dict[str, OperatingPoint] = {EER: result.eer, **{FMR + x: point for x, point in result.fmr.items()}}
    return {name: point.threshold for name, point in points.items() if point.threshold is not None}


def freeze(store: Store, evaluator_digest: str, template: TemplateRule, calibration: ProjectCalibration) -> None:
    """Keep the calibration as the one that official thresholds come from; UserError where another one is frozen."""
    known = frozen(store, evaluator_digest, template)
    if known is not None:
        if known.digest == calibration.digest:
            return
        raise UserError(
            f"a calibration of this evaluator is frozen already ({known.digest[:12]}, {known.frozen_at_utc})",
            "It is calibrated once, so that no threshold moves under the entries; a new project starts anew.",
        )
    content = json.dumps({"thresholds": supported_thresholds(calibration.result), **asdict(calibration.result)})
    row = [evaluator_digest, template, calibration.digest, content, now_utc()]
    store.write(lambda db: reference_store.put_calibration(db, row)).result()


def frozen(store: Store, evaluator_digest: str, template: TemplateRule) -> FrozenCalibration | None:
    """Return the frozen calibration of an evaluator, None where there is none."""
    row = store.read(lambda db: reference_store.get_calibration(db, evaluator_digest, template))
    if row is None:
        return None
    digest, content, frozen_at_utc = row
    data = json.loads(content)
    return FrozenCalibration(digest, data["thresholds"], frozen_at_utc, data["badge"])
