"""Pictures of faces, made at run time from the sample photograph in insightface's wheel.

As many different files as asked. Each is a crop around one of six people, a little shifted, larger or smaller, in one
of the sizes.
"""

import random
from importlib.util import find_spec
from pathlib import Path

from PIL import Image

from genmu_studio.demo.faces import PORTRAITS
from scoring.errors import UserError

# The demo's pictures, and what image generators write.
SIDES_PX = (224, 512)
_PEOPLE = tuple(portrait for portrait in PORTRAITS.values() if portrait.source == "group")


def write_pictures(folder: Path, count: int) -> list[Path]:
    """Write `count` JPEG files of distinct content, the same ones every time; return their paths."""
    chance = random.Random(11)  # noqa: S311 - not for secrets
    source = _photograph()
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        portrait = _PEOPLE[number % len(_PEOPLE)]
        side = max(portrait.box[2:]) * chance.uniform(1.6, 2.4)
        x, y = (middle + chance.uniform(-0.1, 0.1) * side for middle in portrait.centre)
        size = SIDES_PX[number // len(_PEOPLE) % len(SIDES_PX)]
        matrix = (side / size, 0, x - side / 2, 0, side / size, y - side / 2)
        path = folder / f"{number:05d}.jpg"
        crop = source.transform((size, size), Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR)
        crop.save(path, quality=chance.randint(85, 95))
        paths.append(path)
    return paths


def _photograph() -> Image.Image:
    spec = find_spec("insightface")
    if spec is None or not spec.submodule_search_locations:
        raise UserError("the pictures come from the package insightface", 'Type: pip install "genmu-studio[face]"')
    with Image.open(Path(spec.submodule_search_locations[0]) / "data" / "images" / "t1.jpg") as picture:
        return picture.convert("RGB")
