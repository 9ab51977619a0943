from pathlib import Path

import numpy as np
from PIL import Image

from scoring.codes import Code, CodeClass, class_of
from scoring.media import load_image
from scoring.media.degenerate import DEGENERATE_PICTURES, DEGENERATE_SOUNDS, why_black
from tests.scoring.media.builders import encode_image, keep


def test_every_degenerate_output_has_a_code_that_is_no_error() -> None:
    codes = [*DEGENERATE_PICTURES.values(), *DEGENERATE_SOUNDS.values()]
    assert len(set(codes)) == len(codes) == 15
    assert all(class_of(code) is not CodeClass.ERROR for code in codes)


def test_why_a_picture_is_black(tmp_path: Path) -> None:
    for name, options in (("PNG", {}), ("JPEG", {"quality": 50})):
        loaded = load_image(keep(tmp_path, name, encode_image(Image.new("RGB", (64, 64)), name, **options)))
        assert Code.BLACK in loaded.flags
        assert why_black(loaded.rgb).startswith("every value is exactly 0")
    dark = np.zeros((10, 10, 3), dtype=np.uint8)
    dark[:5] = 9
    assert why_black(dark) == "it is dark and not empty: values up to 9 of 255, 50.0 % of them above 0"
