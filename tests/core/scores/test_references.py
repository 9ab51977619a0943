"""Curves and points of the references against loops over every score and every comparison, in fractions."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmu_studio.project import Project
from genmu_studio.scores.references import (
    IMPORTED,
    SIDE_PX,
    DetPlot,
    ErrorCurves,
    RateCurve,
    ReferencePlots,
    error_curves,
    reference_plots,
    thin,
)
from genmu_studio.store.results import decode_embedding, encode_embedding
from scoring.calibration import Comparisons, calibrate
from scoring.rules import Rules
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.scores.made import COMPARISONS, singles

SCORES = st.lists(st.sampled_from([-0.5, 0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 0.7]), max_size=12)
PRESETS = ("0.5", "3e-1", "1e-1")


def comparisons(mated: Sequence[float], non_mated: Sequence[float]) -> Comparisons:
    return Comparisons(singles(mated), singles(non_mated), 2)


def fmr_at(found: Comparisons, score: float) -> Fraction:
    return Fraction(sum(each >= score for each in found.non_mated.tolist()), len(found.non_mated))


def fnmr_at(found: Comparisons, score: float) -> Fraction:
    return Fraction(sum(each < score for each in found.mated.tolist()), len(found.mated))


def all_scores(found: Comparisons) -> list[float]:
    return sorted({*found.mated.tolist(), *found.non_mated.tolist()})


# ---- curves ----


@given(SCORES, SCORES)
def test_every_point_of_a_curve_is_a_count(mated: list[float], non_mated: list[float]) -> None:
    found = comparisons(mated, non_mated)
    curves = error_curves(found)
    missing = [name for name, scores in (("mated", mated), ("non-mated", non_mated)) if not scores]
    assert all(name in curves.reason for name in missing)
    assert (curves.reason == "") == (not missing)
    assert (curves.det is None) == bool(missing)
    for curve, rate, scores in ((curves.fmr, fmr_at, non_mated), (curves.fnmr, fnmr_at, mated)):
        assert (curve is None) == (not scores)
        if curve is not None:
            assert curve.rates.tolist() == [float(rate(found, each)) for each in curve.thresholds.tolist()]
            assert curve.thresholds[0] == all_scores(found)[0]
            assert curve.thresholds[-1] == np.nextafter(np.float32(all_scores(found)[-1]), np.float32(2))
            assert curve.rates[-1] == (0 if rate is fmr_at else 1)


@given(SCORES.filter(bool), SCORES.filter(bool))
def test_det_is_drawn_on_normal_deviates(mated: list[float], non_mated: list[float]) -> None:
    found = comparisons(mated, non_mated)
    det = error_curves(found).det
    assert det is not None
    for place, score in enumerate(det.thresholds.tolist()):
        for rate, shown, drawn, n in (
            (fmr_at(found, score), det.fmr[place], det.x[place], len(non_mated)),
            (fnmr_at(found, score), det.fnmr[place], det.y[place], len(mated)),
        ):
            assert shown == float(rate)
            inside = min(max(rate, Fraction(1, 2 * n)), 1 - Fraction(1, 2 * n))
            assert drawn == pytest.approx(NormalDist().inv_cdf(float(inside)), abs=1e-9)
    assert finite(det)


def finite(curves: DetPlot | RateCurve) -> bool:
    rates = [curves.fmr, curves.fnmr, curves.x, curves.y] if isinstance(curves, DetPlot) else [curves.rates]
    return bool(np.isfinite(curves.thresholds).all()) and all(bool(np.isfinite(each).all()) for each in rates)


@given(st.integers(1, 3000), st.integers(1, 400), st.floats(0, 4), st.integers(0, 99))
@settings(max_examples=30)
def test_thinned_curves_stay_within_a_pixel_and_are_short(n: int, m: int, apart: float, seed: int) -> None:
    draw = np.random.default_rng(seed)
    mated, non_mated = (draw.normal(apart, 1, m) / 9).astype(np.float32), (draw.normal(0, 1, n) / 9).astype(np.float32)
    scores = np.unique(np.concatenate([mated, non_mated]))
    whole = error_curves(Comparisons(mated, non_mated, 2)).det
    assert whole is not None
    assert len(whole.x) <= SIDE_PX
    normal = NormalDist()
    x, y = (
        np.array([normal.inv_cdf(min(max(rate, 0.5 / count), 1 - 0.5 / count)) for rate in rates])
        for rates, count in (
            ([(non_mated >= score).mean() for score in scores], n),
            ([(mated < score).mean() for score in scores], m),
        )
    )
    ends = [(np.ptp(axis) or 1.0) for axis in (whole.x, whole.y)]
    drawn = np.stack([whole.x / ends[0], whole.y / ends[1]], axis=1) * SIDE_PX
    points = np.stack([x / ends[0], y / ends[1]], axis=1) * SIDE_PX
    assert farthest(points, drawn) <= 1


def test_thirty_thousand_comparisons_make_a_short_curve() -> None:
    draw = np.random.default_rng(5)
    for n in (500, 1000, 2000, 30_000):
        mated, non_mated = ((draw.normal(mean, 1, n) / 9).astype(np.float32) for mean in (1, 0))
        curves = error_curves(Comparisons(mated, non_mated, 2))
        assert curves.det is not None
        assert curves.fmr is not None
        assert max(len(curves.det.x), len(curves.fmr.rates)) <= SIDE_PX


def farthest(points: np.ndarray, line: np.ndarray) -> float:
    """Return how far a point is from a polyline, of the point that is farthest."""
    nearest = np.full(len(points), np.inf)
    for start, end in zip(line, line[1:] if len(line) > 1 else line, strict=False):
        along = end - start
        length = float(along @ along)
        share = np.clip((points - start) @ along / length, 0, 1) if length else np.zeros(len(points))
        nearest = np.minimum(nearest, np.linalg.norm(points - start - share[:, np.newaxis] * along, axis=1))
    return float(nearest.max())


def test_of_a_curve_that_stands_still_both_ends_are_kept() -> None:
    assert thin(np.zeros(5), np.zeros(5)).tolist() == [0, 4]
    assert thin(np.zeros(1), np.zeros(1)).tolist() == [0]
    # Both ends of a jump are kept, and what lies within a pixel of the line between others is not.
    x, y = np.array([0.0, 1.0, 1.0001, 1.0002, 2.0]), np.array([0.0, 0.5, 0.5001, 0.5002, 1.0])
    assert thin(x, y).tolist() == [0, 1, 3, 4]


# ---- points ----


@given(SCORES, SCORES)
def test_the_eer_is_that_of_the_definition(mated: list[float], non_mated: list[float]) -> None:
    found = comparisons(mated, non_mated)
    point = calibrate(found, (), Rules()).eer
    if not mated or not non_mated:
        assert (point.threshold, point.fmr, point.fnmr) == (None, None, None)
        assert "no mated" in str(point.reason) or "no non-mated" in str(point.reason)
        return
    scores = [Fraction(each) for each in all_scores(found)]
    gap = [fmr_at(found, float(each)) - fnmr_at(found, float(each)) for each in scores]
    level = [place for place, each in enumerate(gap) if each == 0]
    if level:
        assert point.threshold == float(np.float32((scores[level[0] - 1] + scores[level[-1]]) / 2))
        assert point.fmr == point.fnmr == float(fmr_at(found, float(scores[level[0]])))
    elif all(each > 0 for each in gap):
        assert point.threshold is None
        assert "do not meet" in str(point.reason)
    else:
        last = max(place for place, each in enumerate(gap) if each > 0)
        share = gap[last] / (gap[last] - gap[last + 1])
        rates = [fmr_at(found, float(scores[place])) for place in (last, last + 1)]
        assert point.threshold == pytest.approx(
            float(scores[last] + share * (scores[last + 1] - scores[last])), abs=1e-7
        )
        assert point.fmr == pytest.approx(float(rates[0] + share * (rates[1] - rates[0])), abs=1e-12)


@given(SCORES, SCORES, st.sampled_from(PRESETS), st.sampled_from(COMPARISONS))
def test_fmr_points_are_those_of_the_definition(
    mated: list[float], non_mated: list[float], preset: str, comparison: str
) -> None:
    found = comparisons(mated, non_mated)
    rules = replace(Rules(), comparison=comparison)  # type: ignore[arg-type]  # of its two values
    point = calibrate(found, (preset,), rules).fmr[preset]
    wanted = Fraction(preset)
    if len(non_mated) * wanted < 1:
        assert point.threshold is None
        assert f"there are {len(non_mated)}" in str(point.reason)
        return
    falling = sorted(found.non_mated.tolist(), reverse=True)
    expected = float(np.nextafter(np.float32(falling[math.floor(wanted * len(falling))]), np.float32(9)))
    assert point.threshold == expected
    above = [each >= expected if comparison == ">=" else each > expected for each in falling]
    assert point.fmr == float(Fraction(sum(above), len(falling)))
    assert Fraction(sum(above), len(falling)) <= wanted


# ---- of a project ----


def plots(project: Project, template: str = "mean") -> ReferencePlots:
    (evaluator,) = project.evaluators()
    return reference_plots(project, evaluator, template)  # type: ignore[arg-type]  # of its three values


def test_a_project_gives_curves_points_counts_and_what_is_frozen(scored: Project) -> None:
    found = plots(scored)
    assert found.reason == ""
    assert found.calibration is not None
    assert (found.calibration.result.mated, found.calibration.result.non_mated) == (21, 126)
    assert len(found.calibration.comparisons.mated) == 21
    assert found.calibration.result.badge == "126 non-mated comparisons, under 30,000"
    assert (found.frozen, found.is_frozen) == (None, False)
    assert found.points["eer"].threshold == found.calibration.result.eer.threshold
    assert "needs 1,000 non-mated comparisons, there are 126" in str(found.points["fmr=1e-3"].reason)
    scored.freeze(scored.evaluators()[0], found.calibration)
    assert plots(scored).is_frozen
    assert not plots(scored, "max").is_frozen


def test_other_references_than_those_frozen_are_told(scored: Project, tmp_path: Path) -> None:
    before = plots(scored).calibration
    assert before is not None
    scored.freeze(scored.evaluators()[0], before)
    world.write_picture(tmp_path / "more" / "1" / "new.png", "1", 77)
    scored.intake.references(tmp_path / "more")
    world.score_with_fake(scored)
    found = plots(scored)
    assert found.frozen is not None
    assert not found.is_frozen


def ready(project: Project, folder: Path, identities: Sequence[str], each: int) -> Project:
    if identities:
        project.intake.references(world.write_references(folder / "refs", identities, each))
    world.take_in(project, world.write_submission(folder / "entry", world.grid(project.protocol)))
    world.score_with_fake(project)
    return project


def test_one_identity_has_no_non_mated_comparison(new_project: MakeProject, tmp_path: Path) -> None:
    found = plots(ready(new_project(world.one_group()), tmp_path, ["1"], 3))
    assert found.reason == "no non-mated comparisons"
    assert (found.curves.det, found.curves.fmr) == (None, None)
    assert found.curves.fnmr is not None
    assert finite(found.curves.fnmr)
    assert found.points["eer"].reason == "no non-mated comparisons"
    assert "there are 0" in str(found.points["fmr=1e-1"].reason)


def test_one_reference_each_gives_no_mated_comparison(new_project: MakeProject, tmp_path: Path) -> None:
    found = plots(ready(new_project(world.one_group()), tmp_path, ["1", "2"], 1))
    assert found.reason == "no mated comparisons"
    assert (found.curves.det, found.curves.fnmr) == (None, None)
    assert found.curves.fmr is not None
    assert found.points["fmr=1e-1"].threshold is None


def test_one_reference_of_one_identity_compares_with_nothing(new_project: MakeProject, tmp_path: Path) -> None:
    found = plots(ready(new_project(world.one_group()), tmp_path, ["1"], 1))
    assert found.reason == "no mated and no non-mated comparisons"
    assert (found.curves.det, found.curves.fmr, found.curves.fnmr) == (None, None, None)


def test_without_references_that_is_said(new_project: MakeProject, tmp_path: Path) -> None:
    found = plots(ready(new_project(world.one_group()), tmp_path, [], 1))
    assert found.reason == "no reference has been scored with this evaluator"
    assert (found.calibration, found.points) == (None, {})


def test_imported_results_have_none(scored: Project) -> None:
    (evaluator,) = scored.evaluators()
    found = reference_plots(scored, replace(evaluator, kind="imported"), "mean")
    assert (found.reason, found.calibration) == (IMPORTED, None)


def test_equal_scores_are_a_point_without_an_eer() -> None:
    curves: ErrorCurves = error_curves(comparisons([0.5, 0.5], [0.5, 0.5, 0.5]))
    assert curves.det is not None
    assert finite(curves.det)
    assert (curves.det.fmr.tolist(), curves.det.fnmr.tolist()) == ([1.0, 0.0], [0.0, 1.0])
    assert "do not meet" in str(calibrate(comparisons([0.5], [0.5]), (), Rules()).eer.reason)


def test_references_that_cancel_each_other_are_said(new_project: MakeProject, tmp_path: Path) -> None:
    project = ready(new_project(world.one_group()), tmp_path, ["1", "2"], 2)
    wanted = "SELECT subject_id FROM reference WHERE identity = '1'"
    (one,), (other,) = project.store.read(lambda db: db.execute(wanted).fetchall())
    read = "SELECT vector FROM embedding WHERE subject_id = ?"
    (vector,) = project.store.read(lambda db: db.execute(read, [one]).fetchone())
    row = [encode_embedding(-decode_embedding(vector)), other]
    project.store.write(lambda db: db.execute("UPDATE embedding SET vector = ? WHERE subject_id = ?", row)).result()
    found = plots(project)
    assert found.reason == "the references of identity 1 cancel each other: no mean template"
    assert (found.calibration, found.curves.det) == (None, None)
