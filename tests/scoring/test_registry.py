"""The registry lists without loading, tells what is missing, and names results by all that shapes them."""

import subprocess
import sys
from pathlib import Path

import pytest

from scoring import registry
from scoring.errors import UserError
from scoring.registry import evaluator, evaluators, find_evaluator, identify, open_evaluator
from scoring.types import Evaluator, EvaluatorInfo, EvaluatorSpec, Options, OptionValue


def info(name: str = "stand_in", **changes: object) -> EvaluatorInfo:
    values: dict[str, object] = {
        "name": name, "version": "1", "title": "Stand-in", "track": "face", "input": "image",
        "produces": ("embedding",), "needs": (), "extra": "face", "kind": "light", "licence": "MIT", "source": "here",
        "defaults": (("size", 640), ("limit", 0.5), ("pack", "a"), ("fast", False)),
    }  # fmt: skip
    return EvaluatorInfo(**(values | changes))  # type: ignore[arg-type]  # checked by the class itself


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluators()
    monkeypatch.setattr(registry, "_EVALUATORS", dict(registry._EVALUATORS))


def register(description: EvaluatorInfo, *weights: Path) -> None:
    @evaluator(description, weights=lambda options: weights)
    def create(options: Options, device: str) -> Evaluator:
        raise AssertionError("identifying an evaluator must not load it")


def spec(**options: OptionValue) -> EvaluatorSpec:
    return EvaluatorSpec("stand_in", tuple(options.items()))


def test_listing_loads_no_heavy_library() -> None:
    program = (
        "import sys; from scoring.registry import evaluators; print(*evaluators());"
        "heavy = {'torch', 'onnxruntime', 'onnx', 'cv2', 'insightface', 'speechbrain', 'librosa', 'scipy', 'PySide6'};"
        "print(*heavy & sys.modules.keys())"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    names, heavy = done.stdout.split("\n")[:2]
    assert {"face_arcface", "face_sface", "speaker_ecapa", "speaker_ge2e", "fake_image", "fake_audio"} <= set(
        names.split()
    )
    assert heavy == ""


def test_an_unknown_name_is_answered_with_the_real_ones_and_no_fake() -> None:
    with pytest.raises(UserError) as caught:
        find_evaluator("arcface")

    assert "face_arcface" in caught.value.hint
    assert "fake" not in caught.value.hint


def test_options_are_overlaid_on_defaults() -> None:
    register(info())

    options = find_evaluator("stand_in").options({"size": 320})

    assert options == {"size": 320, "limit": 0.5, "pack": "a", "fast": False}


def test_a_whole_number_will_do_for_a_fraction() -> None:
    register(info())

    assert find_evaluator("stand_in").options({"limit": 1})["limit"] == 1.0
    assert identify(spec(limit=1)).digest == identify(spec(limit=1.0)).digest


@pytest.mark.parametrize(
    ("name", "value"),
    [("length", 320), ("size", "320"), ("size", 0.5), ("size", True), ("pack", 1), ("fast", 1), ("limit", True)],
)
def test_unknown_options_and_other_types_are_refused(name: str, value: OptionValue) -> None:
    register(info())

    with pytest.raises(UserError, match=name):
        find_evaluator("stand_in").options({name: value})


def test_missing_packages_are_told_with_the_line_to_type() -> None:
    register(info(needs=("json", "no_such_package_a", "no_such_package_b"), extra="speech"))

    with pytest.raises(UserError) as caught:
        open_evaluator(spec())

    assert caught.value.message == "stand_in needs the packages no_such_package_a, no_such_package_b"
    assert caught.value.hint == 'Type: pip install "genmu-studio[speech]"'


def test_whatever_a_library_raises_while_loading_is_told_to_the_person() -> None:
    @evaluator(info(), weights=lambda options: ())
    def create(options: Options, device: str) -> Evaluator:
        raise RuntimeError("unexpected end of file\nat offset 7")

    with pytest.raises(UserError) as caught:
        open_evaluator(spec())

    assert caught.value.message == "stand_in could not be loaded: RuntimeError: unexpected end of file"
    assert "at offset 7" in caught.value.detail


def test_the_digest_follows_name_version_weights_and_options(tmp_path: Path) -> None:
    weights = tmp_path / "w.onnx"
    weights.write_bytes(b"one")
    register(info(), weights)
    first = identify(spec())
    digests = {first.digest, identify(spec(size=320)).digest, identify(spec(pack="b")).digest}

    weights.write_bytes(b"another")
    digests.add(identify(spec()).digest)
    registry._EVALUATORS.pop("stand_in")
    register(info(version="2"), weights)
    digests.add(identify(spec()).digest)

    assert len(digests) == 5
    assert len(first.weights_sha256) == 64


def test_a_default_that_is_named_changes_nothing() -> None:
    register(info())

    assert identify(spec(size=640, pack="a")) == identify(spec()) == identify(spec(pack="a", size=640))


def test_without_weights_their_digest_is_empty() -> None:
    register(info())

    assert identify(spec()).weights_sha256 == ""


def test_two_evaluators_cannot_share_a_name() -> None:
    register(info())
    register(info())

    with pytest.raises(ValueError, match="two evaluators"):
        register(info(version="2"))
