"""The golden pictures: where they lie, how they are written, and how what is shown now is held against one of them."""

from collections.abc import Collection
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QImage

from tests.ui.golden_compare import Levels, compare, marked
from tests.ui.golden_palette import in_few_colours

FOLDER = Path(__file__).parent / "golden"
UPDATE = "--update-golden"
COMMAND = "make golden"
_MOST_LEVELS_OFF = 5.0  # of SPOT_LEVELS, that a palette may move a spot by; else a picture is kept in all its colours


def levels_of(image: QImage) -> Levels:
    """Return a picture as (H, W, 3), red first."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    view = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return view[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def names() -> set[str]:
    """Return the names of all pictures in the album."""
    return {path.stem for path in FOLDER.iterdir()}


def keep_only(wanted: Collection[str]) -> None:
    """Remove the pictures that nobody wants."""
    for name in names() - set(wanted):
        (FOLDER / f"{name}.png").unlink()


def read(path: Path) -> Levels:
    """Return a picture of the album, (H, W, 3)."""
    with Image.open(path) as opened:
        return np.asarray(opened.convert("RGB"))


def write(path: Path, picture: Levels) -> None:
    """Write a picture as small as it gets without anybody seeing it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    places, palette = in_few_colours(picture)
    if compare(palette[0][places], picture).levels <= _MOST_LEVELS_OFF:
        few = Image.fromarray(places, "P")
        few.putpalette(palette.tobytes())
        few.save(path, optimize=True)
    else:
        Image.fromarray(picture).save(path, optimize=True)


def hold_against(name: str, picture: Levels, seen: Path, config: pytest.Config) -> str:
    """Return why a picture does not look like the golden one of that name, "" where it does.

    seen : the folder for what was seen and for the difference. With `UPDATE` the golden one is written anew instead,
    unless it looks the same.
    """
    golden = FOLDER / f"{name}.png"
    if config.getoption(UPDATE):
        if not golden.exists() or not compare(picture, read(golden)).is_alike:
            write(golden, picture)
        return ""
    if not golden.exists():
        write(seen / f"{name}.png", picture)
        return f"there is no golden picture {name}; it would be {seen / name}.png. `{COMMAND}` makes it"
    compared = compare(picture, read(golden))
    if compared.is_alike:
        return ""
    write(seen / f"{name}.png", picture)
    if compared.apart is not None:
        write(seen / f"{name}-difference.png", marked(picture, compared.apart))
    return f"{name} has changed: {compared.reason}. Look at {seen / name}*.png; where it is meant, `{COMMAND}`"
