"""What files claim: as common interfaces write it, cut or hostile; a claim agrees with what is meant by it."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.audit.metadata_claims import agree, claims_of

COMFY = json.dumps(
    {
        "3": {
            "class_type": "KSampler",
            "inputs": {"seed": 156680208700286, "steps": 20, "cfg": 8.0, "sampler_name": "euler", "model": ["4", 0]},
        },
        "4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "v1-4.ckpt"}},
    }
)
INVOKE = json.dumps({"positive_prompt": "a red door", "seed": 7, "steps": 30, "cfg_scale": 7.5, "scheduler": "euler"})
A1111 = (
    "a (red:1.2) door, seed: none\nNegative prompt: blur, low quality\n"
    "Steps: 28, Sampler: DPM++ 2M, CFG scale: 6.5, Seed: 9, Size: 8x8"
)


def first(says: list[tuple[str, str]]) -> dict[str, str]:
    return {name: min(values) for name, values in claims_of(says).items()}


@pytest.mark.parametrize(
    ("says", "claimed"),
    [
        (
            ("text “prompt”", COMFY),
            {"seed": "156680208700286", "steps": "20", "guidance": "8.0", "sampler": "euler", "model": "v1-4.ckpt"},
        ),
        (("text “prompt”", COMFY[:91]), {"seed": "156680208700286", "steps": "20"}),  # cut in the middle
        (
            ("text “invokeai_metadata”", INVOKE),
            {"prompt": "a red door", "seed": "7", "steps": "30", "guidance": "7.5"},
        ),
        (("EXIF user comment", "a red door\nSteps: 3, Seed: 4"), {"prompt": "a red door", "steps": "3", "seed": "4"}),
        (("comment", "seed=12, steps=30"), {"seed": "12", "steps": "30"}),
        (("text “seed”", "33"), {"seed": "33"}),
        (("text “Software”", "a camera 3.1"), {}),
        (("text “Title”", "the seeds of change: steps to a better world"), {}),
        (("text “seed”", "whatever"), {}),
    ],
)
def test_what_interfaces_write_is_read(says: tuple[str, str], claimed: dict[str, str]) -> None:
    assert first([says]) == claimed


def test_parameters_are_read_whole() -> None:
    assert first([("text “parameters”", A1111)]) == {
        "prompt": "a (red:1.2) door, seed: none",
        "negative_prompt": "blur, low quality",
        "steps": "28",
        "sampler": "DPM++ 2M",
        "guidance": "6.5",
        "seed": "9",
    }


def test_a_value_that_was_cut_is_none() -> None:
    assert first([("format", "PNG"), ("text “parameters”", "x" * 4000 + "\nSteps: 20, Seed: 15")]) == {}
    assert first([("text “prompt”", '{"seed": 15')]) == {}


def test_several_nodes_are_several_claims() -> None:
    assert claims_of([("text “prompt”", '{"seed": 1}, {"noise_seed": 2}')]) == {"seed": frozenset({"1", "2"})}


@pytest.mark.parametrize(
    ("name", "claimed", "declared", "agrees"),
    [
        ("seed", "41", "41", True),
        ("seed", "41", "42", False),
        ("guidance", "7", "7.0", True),
        ("sampler", "DPM++ 2M Karras", "dpm_2m", True),
        ("sampler", "Euler a", "ddim", False),
        ("prompt", "A red door.", "a red  door", True),
        ("prompt", "a blue door", "a red door", False),
        ("steps", "30", "", True),  # nothing was declared
    ],
)
def test_a_claim_agrees_with_what_is_meant(name: str, claimed: str, declared: str, agrees: bool) -> None:
    assert agree(name, {claimed}, declared) is agrees


@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=300)), max_size=10))
def test_no_text_breaks_it(says: list[tuple[str, str]]) -> None:
    for name, values in claims_of(says).items():
        assert all(agree(name, values, value) for value in values if any(map(str.isalnum, value)))


@pytest.mark.parametrize(
    "text", ['"' * 4000, "seed" * 1000, "seed:" * 800, 'prompt:"' * 500, "cfg scale" * 400, ":" * 4000]
)
def test_a_hostile_text_takes_no_time(text: str) -> None:
    started = time.process_time()
    claims_of([("text “parameters”", text)] * 10)
    assert time.process_time() - started < 1
