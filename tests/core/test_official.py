"""What is official: the protocol's evaluator, its options, and byte for byte the files that the protocol pins."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from genmu_studio import official
from genmu_studio.official import is_official
from genmu_studio.protocol import Protocol, load_protocol
from scoring import model_files
from scoring.registry import find_evaluator
from scoring.types import EvaluatorSpec
from tests.scoring.evaluators.materials import write_ecapa, write_pack

OFFICIAL = ("face_arcface", "speaker_ecapa")
FOLDERS = {"face_arcface": Path("insightface/models/buffalo_l"), "speaker_ecapa": Path("spkrec-ecapa-voxceleb")}


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))
    return tmp_path


def fill(weights: Path, name: str) -> dict[str, Path]:
    """Write files of the names that the evaluator looks for; return those that shape a result, by name."""
    folder = weights / FOLDERS[name]
    folder.mkdir(parents=True)
    for unpinned in ("classifier.ckpt", "label_encoder.txt"):
        (folder / unpinned).write_bytes(b"for the loader alone")
    for file in load_protocol().evaluators[name].weights:
        (folder / file.file).write_bytes(f"stands for {file.file}".encode())
    return {file.file: folder / file.file for file in load_protocol().evaluators[name].weights}


def pinning(name: str, digest_of: Callable[[str], str]) -> Protocol:
    """Return the protocol with the digests that `digest_of` gives the evaluator's files in place of the published."""
    protocol = load_protocol()
    rules = protocol.evaluators[name]
    files = tuple(file.model_copy(update={"sha256": digest_of(file.file)}) for file in rules.weights)
    changed = rules.model_copy(update={"weights": files})
    return protocol.model_copy(update={"evaluators": {**protocol.evaluators, name: changed}})


def digests_of(files: dict[str, Path]) -> Callable[[str], str]:
    return lambda file: hashlib.sha256(files[file].read_bytes()).hexdigest()


def test_random_weights_of_the_same_architecture_are_never_official(weights: Path) -> None:
    write_pack(weights / FOLDERS["face_arcface"], detector="det_10g.onnx", recogniser="w600k_r50.onnx")
    write_ecapa(weights / FOLDERS["speaker_ecapa"])

    for name in OFFICIAL:
        registered = find_evaluator(name)
        assert registered.locate_weights(registered.options({})), "it would run"
        assert not is_official(load_protocol(), EvaluatorSpec(name))


@pytest.mark.parametrize("name", OFFICIAL)
def test_exactly_the_pinned_files_with_default_options_are(
    name: str, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = fill(weights, name)
    published = {file.file: file.sha256 for file in load_protocol().evaluators[name].weights}
    # The published bytes cannot be here: what is said of each file's bytes is its published digest.
    monkeypatch.setattr(official, "files_digest", lambda paths: published[paths[0].name])

    assert is_official(load_protocol(), EvaluatorSpec(name))
    assert is_official(load_protocol(), EvaluatorSpec(name, (), "cpu"))
    assert not is_official(pinning(name, lambda file: "0" * 64), EvaluatorSpec(name))
    for file in files:
        other = {**published, file: "f" * 64}
        monkeypatch.setattr(official, "files_digest", lambda paths, other=other: other[paths[0].name])
        assert not is_official(load_protocol(), EvaluatorSpec(name)), file


@pytest.mark.parametrize("name", OFFICIAL)
def test_one_other_byte_in_any_file_is_noticed(name: str, weights: Path) -> None:
    files = fill(weights, name)
    protocol = pinning(name, digests_of(files))
    assert is_official(protocol, EvaluatorSpec(name))

    for path in files.values():
        content = path.read_bytes()
        path.write_bytes(content + b".")
        assert not is_official(protocol, EvaluatorSpec(name)), path.name
        path.write_bytes(content)
        assert is_official(protocol, EvaluatorSpec(name))


@pytest.mark.parametrize("name", OFFICIAL)
def test_every_file_that_shapes_a_result_is_pinned(name: str, weights: Path) -> None:
    files = fill(weights, name)
    registered = find_evaluator(name)

    assert {path.name for path in registered.locate_weights(registered.options({}))} == files.keys()


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_protocol_that_leaves_one_of_them_unpinned_makes_nothing_official(name: str, weights: Path) -> None:
    protocol = pinning(name, digests_of(fill(weights, name)))
    rules = protocol.evaluators[name]
    fewer = rules.model_copy(update={"weights": rules.weights[:-1]})

    assert is_official(protocol, EvaluatorSpec(name))
    assert not is_official(
        protocol.model_copy(update={"evaluators": {**protocol.evaluators, name: fewer}}), EvaluatorSpec(name)
    )


@pytest.mark.parametrize(("option", "value"), [("det_size", 320), ("det_thresh", 0.4)])
def test_other_options_never_are(option: str, value: float, weights: Path) -> None:
    protocol = pinning("face_arcface", digests_of(fill(weights, "face_arcface")))

    assert is_official(protocol, EvaluatorSpec("face_arcface"))
    assert is_official(protocol, EvaluatorSpec("face_arcface", (("det_size", 640),)))
    assert not is_official(protocol, EvaluatorSpec("face_arcface", ((option, value),)))


def test_another_pack_with_the_same_files_is_not(weights: Path) -> None:
    files = fill(weights, "face_arcface")
    protocol = pinning("face_arcface", digests_of(files))
    copy = weights / FOLDERS["face_arcface"].with_name("antelope")
    copy.mkdir()
    for name, path in files.items():
        (copy / name).write_bytes(path.read_bytes())

    assert not is_official(protocol, EvaluatorSpec("face_arcface", (("pack", "antelope"),)))


@pytest.mark.parametrize("name", ["face_sface", "speaker_ge2e", "fake_image"])
def test_a_light_evaluator_never_is(name: str) -> None:
    protocol = load_protocol()
    track = find_evaluator(name).info.track

    assert not is_official(protocol, EvaluatorSpec(name))
    # Not even where a protocol names it: no file of it is pinned.
    named = protocol.tracks[track].model_copy(update={"official_evaluator": name})
    assert not is_official(
        protocol.model_copy(update={"tracks": {**protocol.tracks, track: named}}), EvaluatorSpec(name)
    )
