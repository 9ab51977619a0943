"""Thresholds by name and number, where they come from, and when a look is a what-if."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.calibrations import FrozenCalibration
from genmu_studio.lens import FALLBACK, WHAT_IF, EvaluatorLens, Lens, choose_threshold, presets, stepped_threshold
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.view import View
from scoring.errors import UserError
from tests.core import world

FROZEN = FrozenCalibration("ab" * 32, {"eer": 0.31, "fmr=1e-2": 0.4, "fmr=1e-3": 0.5}, "2026-07-01", None)
NO_FMR = replace(FROZEN, thresholds={"eer": 0.31})


def test_the_tracks_own_preset_is_the_protocols() -> None:
    known = presets(load_protocol(), "face", "face_arcface", FROZEN)

    assert [name for name, each in known.items() if each.is_protocols] == ["fmr=1e-3"]
    assert choose_threshold(None, known).value == 0.5
    assert choose_threshold(None, known).badge is None
    assert FROZEN.digest[:12] in choose_threshold(None, known).origin
    assert {name: known[name].value for name in ("deepface", "public-entry", FALLBACK)} == {
        "deepface": 0.32, "public-entry": 0.45, FALLBACK: 0.28,
    }  # fmt: skip


@pytest.mark.parametrize("frozen", [None, NO_FMR])
def test_where_the_data_do_not_support_it_the_published_value_stands_in(frozen: FrozenCalibration | None) -> None:
    chosen = choose_threshold(None, presets(load_protocol(), "face", "face_arcface", frozen))

    assert (chosen.value, chosen.preset, chosen.badge) == (0.28, FALLBACK, FALLBACK)
    assert "insightface" in chosen.origin


def test_the_speech_track_asks_for_the_eer() -> None:
    chosen = choose_threshold(None, presets(load_protocol(), "speech", "speaker_ecapa", NO_FMR))

    assert (chosen.value, chosen.preset, chosen.badge) == (0.31, "eer", None)


@pytest.mark.parametrize(("text", "value"), [("0.28", 0.28), ("-1", -1), ("1e-1", 0.1), ("deepface", 0.32)])
def test_any_other_threshold_is_a_what_if(text: str, value: float) -> None:
    chosen = choose_threshold(text, presets(load_protocol(), "face", "face_arcface", FROZEN))

    assert (chosen.value, chosen.badge) == (value, WHAT_IF)


@pytest.mark.parametrize("text", ["nan", "inf", "1.5", "-1.01", "strict", "", "fmr=1e-9"])
def test_no_other_threshold_exists(text: str) -> None:
    with pytest.raises(UserError) as caught:
        choose_threshold(text, presets(load_protocol(), "face", "face_arcface", FROZEN))

    assert caught.value.hint


def test_an_evaluator_without_a_published_value_still_has_one_with_its_origin() -> None:
    chosen = choose_threshold(None, presets(load_protocol(), "face", "somebody_elses", None))

    assert (chosen.value, chosen.badge) == (0.5, FALLBACK)
    assert "no published value" in chosen.origin


OWN = Lens(
    {"e": EvaluatorLens(choose_threshold(None, presets(load_protocol(), "face", "x", None)), "mean", "verify")},
    "forgotten",
    "mean_of_groups",
)
BY_HAND = choose_threshold("0.4", {})


@pytest.mark.parametrize(
    "lens",
    [
        replace(OWN, policy="failure"),
        replace(OWN, aggregate="erb_of_means"),
        OWN.with_evaluator("e", replace(OWN.evaluators["e"], template="max")),
        OWN.with_evaluator("e", replace(OWN.evaluators["e"], rule="verify+rank1")),
        OWN.with_evaluator("e", replace(OWN.evaluators["e"], threshold=BY_HAND)),
    ],
)
def test_only_the_protocols_own_settings_are_official(lens: Lens) -> None:
    assert OWN.is_official(load_protocol(), "e")
    assert not lens.is_official(load_protocol(), "e")


def test_another_evaluators_look_does_not_matter() -> None:
    lens = OWN.with_evaluator("f", EvaluatorLens(BY_HAND, "max", "verify+rank1"))

    assert lens.is_official(load_protocol(), "e")


@pytest.mark.parametrize(
    "view",
    [
        View(threshold="0.5"),  # the number of the protocol's own threshold, but chosen by hand
        View(rule="verify+rank1"),
        View(template="max"),
        View(policy="exclude"),
        View(aggregate="erb_of_means"),
    ],
)
def test_a_what_if_says_so_and_never_ranks(scored: Project, view: View) -> None:
    assert world.look(scored, "example-lab-face-r1").official_lens
    assert [row.rank for row in scored.leaderboard("face")] == [1]

    assert not world.look(scored, "example-lab-face-r1", view).official_lens
    assert [(row.rank, row.reason) for row in scored.leaderboard("face", view)] == [(None, "what-if lens")]


@given(st.floats(-1, 1), st.sampled_from([0.01, -0.01, 0.001, -0.001]))
def test_a_step_ends_on_the_next_multiple(value: float, by: float) -> None:
    moved = stepped_threshold(value, by)
    assert -1 <= moved <= 1
    assert moved == float(f"{moved:.3f}")  # as a person would type it
    if abs(value + by) < 1:
        assert 0 < (moved - value) / by <= 1 + 1e-4


def test_steps_from_a_multiple_and_at_the_ends() -> None:
    assert stepped_threshold(0.45, 0.01) == 0.46
    assert stepped_threshold(0.46, -0.01) == 0.45
    assert stepped_threshold(0.4503, 0.01) == 0.46
    assert stepped_threshold(1.0, 0.01) == 1.0
    assert stepped_threshold(-1.0, -0.001) == -1.0
