"""ArcFace through insightface's own loading code, on a small pack that the tests make."""

import socket
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from insightface.app import FaceAnalysis

from scoring import model_files
from scoring.codes import Code
from scoring.devices import CPU_PROVIDER
from scoring.errors import UserError
from scoring.evaluators import face_arcface
from scoring.faces import name_face
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.types import EvaluatorSpec, Measurement, Outcome, SampleFailure
from tests.scoring.evaluators.materials import marked, subject, tiny_recogniser, write_pack, write_picture

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]


def spec_of(pack: str = "tiny", device: str = "cpu", **options: float) -> EvaluatorSpec:
    return EvaluatorSpec("face_arcface", (("pack", pack), *options.items()), device)


def measure(path: Path, spec: EvaluatorSpec, **context: str) -> Outcome:
    (outcome,) = open_evaluator(spec).measure([subject(path, **context)])
    return outcome


@pytest.fixture
def own_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty weights folder and an empty home."""
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path / "weights"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path / "weights" / "insightface" / "models"


def test_a_file_gives_what_insightface_gives_for_opencvs_array(weights: Path, tmp_path: Path) -> None:
    path = write_picture(tmp_path / "a.png", marked((9, 9)))
    analysis = FaceAnalysis(name=str(weights / "insightface" / "models" / "tiny"), providers=[CPU_PROVIDER])
    analysis.prepare(ctx_id=0, det_size=(640, 640))
    with pytest.warns(FutureWarning, match="estimate"):
        (face,) = analysis.get(cv2.imread(str(path)))

    outcome = measure(path, spec_of())

    assert isinstance(outcome, Measurement)
    assert outcome.embedding is not None
    assert np.abs(outcome.embedding - face.normed_embedding).max() < 1e-5
    assert outcome.detail["faces"][0]["box"] == pytest.approx(list(face.bbox), abs=0.1)  # type: ignore[index]  # JSON


def test_of_several_faces_the_central_one_counts_and_another_can_be_picked(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "two.png", marked((2, 2), (10, 10)))

    first, second = measure(path, spec_of()), measure(path, spec_of(), face_at=name_face(64, 64))

    assert isinstance(first, Measurement)
    assert isinstance(second, Measurement)
    assert Code.MULTI_FACE in first.flags
    assert [face["box"] for face in first.detail["faces"]] == [[288, 288, 352, 352], [32, 32, 96, 96]]  # type: ignore[attr-defined]  # JSON
    assert (first.detail["chosen"], second.detail["chosen"]) == (0, 1)
    assert first.embedding is not None
    assert second.embedding is not None
    assert float(first.embedding @ second.embedding) < 0.999


def test_without_a_face_there_is_no_embedding(tmp_path: Path) -> None:
    outcome = measure(write_picture(tmp_path / "dark.png", marked()), spec_of())

    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.NO_FACE


def test_a_new_detector_size_and_threshold_are_obeyed(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "a.png", marked((4, 4), side=320))

    as_is, doubled = measure(path, spec_of(det_size=320)), measure(path, spec_of(det_size=640))
    strict = measure(path, spec_of(det_thresh=0.99))

    # One cell of the network at 320; at 640 the block covers four cells, which are four faces to this detector.
    assert isinstance(as_is, Measurement)
    assert isinstance(doubled, Measurement)
    assert as_is.values["face_side_px"] == pytest.approx(64)
    assert doubled.values["face_side_px"] == pytest.approx(32)
    assert isinstance(strict, SampleFailure)
    assert len({identify(spec_of(det_size=size)).digest for size in (320, 640)}) == 2


def test_the_libraries_own_folder_is_looked_at_too(own_weights: Path, tmp_path: Path) -> None:
    write_pack(tmp_path / "home" / ".insightface" / "models" / "mine")

    outcome = measure(write_picture(tmp_path / "a.png", marked((9, 9))), spec_of("mine"))

    assert isinstance(outcome, Measurement)


def test_missing_weights_name_folder_size_and_licence_and_nothing_is_fetched(
    own_weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "create_connection", no_network)
    monkeypatch.setattr(socket.socket, "connect", no_network)

    with pytest.raises(UserError) as caught:
        open_evaluator(EvaluatorSpec("face_arcface"))

    assert str(own_weights / "buffalo_l") in caught.value.message
    for part in ("det_10g.onnx", "w600k_r50.onnx", "MB", "non-commercial", "insightface/releases"):
        assert part in caught.value.hint
    assert not own_weights.exists()


def test_an_archive_unpacked_one_folder_too_deep_is_told(own_weights: Path) -> None:
    write_pack(own_weights / "mine" / "mine")

    with pytest.raises(UserError) as caught:
        open_evaluator(spec_of("mine"))

    assert "one folder too deep, in mine/" in caught.value.detail


def test_a_pack_without_detector_or_landmarks_or_recogniser_is_refused(own_weights: Path) -> None:
    write_pack(own_weights / "no-detector")
    (own_weights / "no-detector" / "det.onnx").unlink()
    write_pack(own_weights / "no-landmarks", landmarks=False)
    write_pack(own_weights / "no-recogniser")
    (own_weights / "no-recogniser" / "rec.onnx").unlink()

    for pack, reason in {
        "no-detector": "face detector",
        "no-landmarks": "landmarks",
        "no-recogniser": "recogniser",
    }.items():
        with pytest.raises(UserError, match=reason):
            open_evaluator(spec_of(pack))


def test_a_stray_model_beside_the_official_files_cannot_take_their_place(own_weights: Path) -> None:
    official = write_pack(own_weights / "buffalo_l", detector="det_10g.onnx", recogniser="w600k_r50.onnx")
    open_evaluator(spec_of("buffalo_l"))

    onnx.save_model(tiny_recogniser(seed=1), str(official / "a.onnx"))

    with pytest.raises(UserError, match=r"insightface took a\.onnx"):
        open_evaluator(spec_of("buffalo_l"))


def test_a_damaged_pack_is_told(own_weights: Path) -> None:
    (write_pack(own_weights / "mine") / "rec.onnx").write_bytes(b"half a download")

    with pytest.raises(UserError, match="face_arcface could not be loaded"):
        open_evaluator(spec_of("mine"))


@pytest.mark.parametrize("size", [0, -64, 333, 96, 4096])
def test_a_detector_size_that_the_network_cannot_see_is_refused(size: int) -> None:
    with pytest.raises(UserError, match="det_size"):
        open_evaluator(spec_of(det_size=size))


def test_other_weights_give_another_identity(own_weights: Path) -> None:
    write_pack(own_weights / "one")
    onnx.save_model(tiny_recogniser(seed=1), str(write_pack(own_weights / "two") / "rec.onnx"))

    one, two = identify(spec_of("one")), identify(spec_of("two"))

    assert one.weights_sha256 != two.weights_sha256
    assert one.digest != two.digest


def test_a_pack_name_cannot_leave_its_folder() -> None:
    for pack in ("../tiny", "/etc", "", ".."):
        with pytest.raises(UserError, match="name of a model pack"):
            face_arcface.locate({"pack": pack})


def test_cuda_that_is_not_there_is_said(tmp_path: Path) -> None:
    model = open_evaluator(spec_of(device="cuda:99"))

    assert model.provider == CPU_PROVIDER
    assert "cuda:99 was asked for" in model.notice


def test_the_licence_is_shown() -> None:
    assert "non-commercial" in find_evaluator("face_arcface").info.licence
