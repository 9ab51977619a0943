"""Calibration: computed from the references, frozen once, and from then on where official thresholds come from."""

import math
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.calibrations import freeze, frozen, supported_thresholds
from genmu_studio.project import ChangeSet, Project
from genmu_studio.protocol import Protocol
from genmu_studio.store import references as reference_store
from genmu_studio.view import View
from scoring.errors import UserError
from tests.core import world
from tests.core.conftest import MakeProject

ENTRY = "example-lab-face-r1"


def test_it_equals_plain_loops_over_the_reference_embeddings(scored: Project) -> None:
    (evaluator,) = scored.evaluators()
    result = scored.calibrate(evaluator).result
    stored = scored.store.read(lambda db: reference_store.embeddings(db, "face", evaluator.digest))
    units = {
        name: [vector / math.sqrt(float(vector @ vector)) for vector in rows.vectors.astype(float)]
        for name, rows in stored.by_identity.items()
    }

    def score(vector: np.ndarray, others: list[np.ndarray]) -> float:
        mean = sum(others) / len(others)
        return float(np.float32(vector @ np.float32(mean / np.linalg.norm(mean)).astype(float)))

    mated = [score(v, [o for o in own if o is not v]) for own in units.values() for v in own]
    non_mated = [score(v, units[b]) for a in units for b in units if a != b for v in units[a]]

    assert (result.mated, result.non_mated) == (len(mated), len(non_mated)) == (21, 126)
    assert result.templates == 7
    point = result.fmr["1e-1"]
    assert point.threshold is not None
    allowed = sorted(non_mated)[-1 - int(0.1 * len(non_mated))]
    assert point.threshold == pytest.approx(float(np.nextafter(np.float32(allowed), np.float32(2))), abs=1e-7)
    assert sum(each >= point.threshold for each in non_mated) == 12
    # The identities are far apart: every threshold between them has no error, and the middle of them is the EER's.
    assert result.eer.fmr == 0
    assert result.eer.threshold == pytest.approx((max(non_mated) + min(mated)) / 2, abs=1e-6)
    assert result.fmr["1e-3"].threshold is None
    assert result.badge == "126 non-mated comparisons, under 30,000"


def test_frozen_once_the_same_is_idempotent_another_is_refused(scored: Project, tmp_path: Path) -> None:
    heard: list[ChangeSet] = []
    scored.subscribe(heard.append)
    (evaluator,) = scored.evaluators()
    first = scored.calibrate(evaluator)
    scored.freeze(evaluator, first)
    kept = frozen(scored.store, evaluator.digest, "mean")
    scored.freeze(evaluator, scored.calibrate(evaluator))

    assert kept is not None
    assert kept == frozen(scored.store, evaluator.digest, "mean")
    assert kept.digest == first.digest
    assert kept.thresholds == supported_thresholds(first.result)
    assert "calibrations" in heard[0]

    world.write_picture(tmp_path / "more" / "1" / "new.png", "1", 77)
    scored.intake.references(tmp_path / "more")
    world.score_with_fake(scored)
    second = scored.calibrate(evaluator)
    assert second.digest != first.digest
    with pytest.raises(UserError, match="is frozen already") as caught:
        scored.freeze(evaluator, second)
    assert first.digest[:12] in caught.value.message
    assert frozen(scored.store, evaluator.digest, "mean") == kept

    # Another template is another calibration.
    freeze(scored.store, evaluator.digest, "max", scored.calibrate(evaluator, "max"))


def test_a_frozen_threshold_replaces_the_published_one(new_project: MakeProject, tmp_path: Path) -> None:
    project = ready(new_project, tmp_path, asking_for("eer"))
    (evaluator,) = project.evaluators()
    before = world.look(project, ENTRY)
    assert (before.own_lens.threshold.preset, before.own_lens.threshold.badge) == ("fallback", "fallback")

    calibration = project.calibrate(evaluator)
    project.freeze(evaluator, calibration)
    after = world.look(project, ENTRY)

    assert after.own_lens.threshold.preset == "eer"
    assert after.own_lens.threshold.value == calibration.result.eer.threshold
    assert after.own_lens.threshold.badge is None
    assert after.official_lens
    named = world.look(project, ENTRY, View(threshold="fmr=1e-1"))
    assert named.own_lens.threshold.value == calibration.result.fmr["1e-1"].threshold
    assert not named.official_lens
    assert world.look(project, ENTRY, View(threshold="fallback")).official_lens is False


def test_what_the_data_do_not_support_is_not_frozen(new_project: MakeProject, tmp_path: Path) -> None:
    project = ready(new_project, tmp_path, asking_for("fmr=1e-3"))
    (evaluator,) = project.evaluators()
    project.freeze(evaluator, project.calibrate(evaluator))

    threshold = world.look(project, ENTRY).own_lens.threshold

    assert (threshold.preset, threshold.badge, threshold.value) == ("fallback", "fallback", 0.5)
    with pytest.raises(UserError, match="no threshold 'fmr=1e-3'"):
        world.look(project, ENTRY, View(threshold="fmr=1e-3"))


def test_a_reference_that_failed_is_listed(new_project: MakeProject, tmp_path: Path) -> None:
    world.write_picture(tmp_path / "refs" / "1" / "broken.png", world.DAMAGED, 0)
    project = ready(new_project, tmp_path, world.one_group())
    (evaluator,) = project.evaluators()

    calibration = project.calibrate(evaluator)

    assert calibration.failed == (("1/broken.png", "DAMAGED"),)
    assert calibration.result.mated == 12


def test_without_scored_references_there_is_nothing_to_calibrate(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(project.protocol)))
    world.score_with_fake(project)

    with pytest.raises(UserError, match="no reference has been scored"):
        project.calibrate(project.evaluators()[0])


def asking_for(threshold: str) -> Protocol:
    protocol = world.one_group()
    face = protocol.tracks["face"].model_copy(update={"official_threshold": threshold})
    return protocol.model_copy(update={"tracks": {**protocol.tracks, "face": face}})


def ready(new_project: MakeProject, tmp_path: Path, protocol: Protocol) -> Project:
    project = new_project(protocol)
    project.intake.references(world.write_references(tmp_path / "refs", protocol.identities_of("face")))
    world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
    world.score_with_fake(project)
    return project
