"""A real face gives the same embedding in every form of its file as in a plain file of the same pixels."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.media import load_image
from scoring.registry import open_evaluator
from scoring.types import EvaluatorSpec, FloatArray, Measurement, Media, Subject
from tests.scoring.evaluators.materials import Picture
from tests.scoring.media.odd_pictures import odd_pictures

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

FORMS = (
    "EXIF 6, JPEG", "EXIF 7, PNG", "16-bit RGB", "0–4095 RGB in 16 bits", "0–4095 grey in 16 bits", "palette", "grey",
    "CMYK JPEG of Adobe", "YCCK JPEG of Adobe", "RGB JPEG", "CMYK TIFF", "interlaced", "animated GIF", "animated WebP",
)  # fmt: skip
SAME_PERSON = 0.7  # without colours 0.82


def embedding(path: Path) -> FloatArray:
    (outcome,) = open_evaluator(EvaluatorSpec("face_sface")).measure([Subject(Media(str(path), "image"))])
    assert isinstance(outcome, Measurement), outcome
    assert outcome.embedding is not None
    return outcome.embedding


def test_the_form_of_a_file_does_not_change_who_is_seen(people: list[Picture], tmp_path: Path) -> None:
    photo = np.ascontiguousarray(people[0])
    odd = odd_pictures(photo)
    Image.fromarray(photo).save(tmp_path / "photo.png")
    person = embedding(tmp_path / "photo.png")
    for name in FORMS:
        path = tmp_path / f"odd{odd[name].suffix}"
        path.write_bytes(odd[name].data)
        Image.fromarray(load_image(Media(str(path), "image")).rgb).save(tmp_path / "plain.png")
        seen = embedding(path)
        assert np.array_equal(seen, embedding(tmp_path / "plain.png")), name
        assert float(seen @ person) > SAME_PERSON, name
