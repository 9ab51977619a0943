"""The faces of the demo, cut at build time from two pictures that installed packages carry; none is committed.

Six people come from the sample photograph in insightface's wheel, one from scikit-image's astronaut (public domain,
NASA). They are called demo-face-a to demo-face-g, so that nobody takes them for identities of a data set.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from genmu_studio.demo.material import Answer, Cell, Effect, TrackMaterial, broken_off
from genmu_studio.domain import IdentityGroup
from scoring.errors import UserError

SIZE_PX = 224
_JPEG_QUALITY = 92
_SOURCES = {"group": ("insightface", "data/images/t1.jpg"), "astronaut": ("skimage", "data/astronaut.png")}


@dataclass(frozen=True, slots=True)
class Portrait:
    """Where a face lies in its source picture, in pixels.

    box : left, top, width, height. marks : the eyes (left one in the picture first) and the middle of the mouth.
    """

    source: str
    box: tuple[int, int, int, int]
    marks: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        left, top, width, height = self.box
        return left + width / 2, top + height / 2


# Boxes and marks as the detector YuNet finds them in the two pictures (its score is 0.90 or more on each face).
PORTRAITS: Mapping[str, Portrait] = {
    "demo-face-a": Portrait("group", (748, 353, 98, 122), ((767, 402), (810, 404), (788, 447))),
    "demo-face-b": Portrait("group", (906, 59, 100, 144), ((921, 122), (946, 117), (947, 170))),
    "demo-face-c": Portrait("group", (466, 267, 102, 145), ((488, 324), (540, 330), (506, 376))),
    "demo-face-d": Portrait("group", (1126, 273, 95, 124), ((1143, 322), (1190, 320), (1170, 363))),
    "demo-face-e": Portrait("group", (61, 269, 106, 128), ((87, 322), (138, 311), (123, 360))),
    "demo-face-f": Portrait("group", (267, 152, 105, 126), ((283, 207), (322, 193), (322, 247))),
    "demo-face-g": Portrait("astronaut", (178, 63, 90, 114), ((200, 102), (247, 103), (219, 143))),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture of a person looks: what the prompt asked for, and the edit that stands in for it."""

    prompt: str = ""
    zoom: float = 1.15
    tilt_deg: float = 0.0
    flip: bool = False
    brightness: float = 1.0
    colour: float = 1.0
    warmth: float = 0.0
    blur_px: float = 0.0
    requested: tuple[tuple[str, str], ...] = ()


CONDITIONS: Mapping[str, Look] = {
    "studio": Look("studio portrait, soft light", requested=(("illumination", "even"),)),
    "daylight": Look("portrait in bright daylight", brightness=1.2, requested=(("illumination", "even"),)),
    "evening": Look("portrait in warm evening light", brightness=0.85, warmth=0.15),
    "monochrome": Look("black and white portrait", colour=0.0),
    "tilted": Look("portrait, head a little tilted", tilt_deg=7.0),
    "mirror": Look("portrait in a mirror, soft focus", flip=True, blur_px=0.8),
}
# A seed turns and enlarges a little, as another draw of a generator would.
_SEEDS = {21: (1.5, 1.0), 22: (-2.5, 1.08)}
_REFERENCES = (
    Look(),
    Look(zoom=1.25),
    Look(flip=True),
    Look(brightness=1.1, tilt_deg=-3.0),
    Look(colour=0.6, tilt_deg=3.0),
    Look(zoom=1.05, warmth=0.08),
)
# Whose two faces, averaged, replace one that the generator no longer knows; all three are cohort identities.
_DONORS = {
    "studio": ("demo-face-e", "demo-face-g"),
    "daylight": ("demo-face-f", "demo-face-g"),
    "evening": ("demo-face-e", "demo-face-f"),
    "monochrome": ("demo-face-e", "demo-face-g"),
    "tilted": ("demo-face-f", "demo-face-g"),
    "mirror": ("demo-face-e", "demo-face-f"),
}
# How much of the face these donors replace: halfway it still verifies as itself, at about 0.65 where 0.45 is asked.
_REPLACED = {Effect.HALFWAY: 0.45, Effect.STRANGER: 0.8}


@cache
def _source(name: str) -> Image.Image:
    package, path = _SOURCES[name]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise UserError(f"the demo's faces come from the package {package}", 'Type: pip install "genmu-studio[face]"')
    with Image.open(Path(spec.submodule_search_locations[0]) / path) as picture:
        return picture.convert("RGB")


def _affine(picture: Image.Image, matrix: np.ndarray, size: tuple[int, int]) -> Image.Image:
    """Return `picture` resampled; `matrix` (2, 3) leads from a pixel of the result to one of `picture`."""
    return picture.transform(size, Image.Transform.AFFINE, tuple(matrix.ravel()), Image.Resampling.BICUBIC)


def _seeded(look: Look, seed: int) -> Look:
    tilt_deg, zoom = _SEEDS[seed]
    return replace(look, tilt_deg=look.tilt_deg + tilt_deg, zoom=look.zoom * zoom)


def _render(picture: Image.Image, portrait: Portrait, look: Look) -> Image.Image:
    angle = np.deg2rad(look.tilt_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) / look.zoom
    turn[:, 0] *= -1 if look.flip else 1
    offset = np.array(portrait.centre) - turn @ np.full(2, SIZE_PX / 2)
    return _lit(_affine(picture, np.column_stack([turn, offset]), (SIZE_PX, SIZE_PX)), look)


def _lit(picture: Image.Image, look: Look) -> Image.Image:
    picture = ImageEnhance.Color(ImageEnhance.Brightness(picture).enhance(look.brightness)).enhance(look.colour)
    if look.warmth:
        gains = (1 + look.warmth, 1.0, 1 - look.warmth)
        bands = [
            band.point([min(255, round(level * gain)) for level in range(256)])
            for band, gain in zip(picture.split(), gains, strict=True)
        ]
        picture = Image.merge("RGB", bands)
    return picture.filter(ImageFilter.GaussianBlur(look.blur_px)) if look.blur_px else picture


@cache
def _with_strange_face(identity: str, condition: str, replaced: float) -> Image.Image:
    """Return the identity's source picture with the average of two cohort faces, fitted to its marks, as its face."""
    portrait, picture = PORTRAITS[identity], _source(PORTRAITS[identity].source)
    first, second = (_fitted(PORTRAITS[donor], portrait, picture.size) for donor in _DONORS[condition])
    left, top, width, height = portrait.box
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).ellipse((left, top, left + width, top + height), fill=round(255 * replaced))
    return Image.composite(Image.blend(first, second, 0.5), picture, mask.filter(ImageFilter.GaussianBlur(6)))


def _fitted(donor: Portrait, to: Portrait, size: tuple[int, int]) -> Image.Image:
    solved = np.linalg.solve(np.column_stack([np.array(to.marks), np.ones(3)]), np.array(donor.marks))
    return _affine(_source(donor.source), solved.T, size)


def _person(identity: str, cell: Cell) -> Image.Image:
    portrait = PORTRAITS[identity]
    return _render(_source(portrait.source), portrait, _seeded(CONDITIONS[cell.condition], cell.seed))


def _stranger(cell: Cell, replaced: float) -> Image.Image:
    picture = _with_strange_face(cell.identity, cell.condition, replaced)
    return _render(picture, PORTRAITS[cell.identity], _seeded(CONDITIONS[cell.condition], cell.seed))


def _crowded(cell: Cell) -> Image.Image:
    picture = _person(cell.identity, cell)
    guest = PORTRAITS[COHORT[-1]]
    corner = _render(_source(guest.source), guest, Look(zoom=1.5)).resize((84, 84), Image.Resampling.LANCZOS)
    picture.paste(corner, (0, 0))
    return picture


def _drifted(picture: Image.Image, drift: float) -> Image.Image:
    return _lit(picture, Look(brightness=1 + 0.06 * drift, colour=1 - 0.2 * drift, blur_px=0.5 * drift))


def _jpeg(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=_JPEG_QUALITY)
    return stream.getvalue()


def original(cell: Cell) -> bytes:
    """Return the JPEG of the original side."""
    return _jpeg(_person(cell.identity, cell))


def unlearned(cell: Cell, answer: Answer, drift: float) -> bytes:
    """Return the JPEG of the unlearned side."""
    match answer.effect:
        case Effect.SAME:
            picture = _person(cell.identity, cell)
        case Effect.HALFWAY | Effect.STRANGER as effect:
            picture = _stranger(cell, _REPLACED[effect])
        case Effect.OTHER:
            picture = _person(answer.identity, cell)
        case Effect.CROWDED:
            picture = _crowded(cell)
        case Effect.EMPTY:
            return _jpeg(Image.new("RGB", (SIZE_PX, SIZE_PX)))
        case Effect.DAMAGED:
            return broken_off(original(cell))
    return _jpeg(_drifted(picture, drift))


def references(identity: str) -> dict[str, bytes]:
    """Return six pictures of the person, by file name, in other looks than those of the samples."""
    portrait = PORTRAITS[identity]
    picture = _source(portrait.source)
    return {f"{n}.jpg": _jpeg(_render(picture, portrait, look)) for n, look in enumerate(_REFERENCES, start=1)}


def settings(cell: Cell) -> dict[str, str]:
    """Return the columns that say how the picture was asked for."""
    look = CONDITIONS[cell.condition]
    return {
        "prompt": look.prompt,
        "negative_prompt": "blurry, several people",
        "sampler": "ddim",
        "steps": "30",
        "guidance": "7.5",
        "width": str(SIZE_PX),
        "height": str(SIZE_PX),
        "camera": "eye level",
        "reference": f"{cell.identity}/1.jpg",
        **{f"attr.{name}": value for name, value in look.requested},
    }


_FORGET, *_RETAIN = tuple(PORTRAITS)[:4]
COHORT = tuple(PORTRAITS)[4:]
FACES = TrackMaterial(
    track="face",
    suffix=".jpg",
    group=IdentityGroup("Demo Faces", "face", "demo", _FORGET, tuple(_RETAIN), "made for the demo"),
    cohort=COHORT,
    conditions=tuple(CONDITIONS),
    seeds=tuple(_SEEDS),
    original=original,
    unlearned=unlearned,
    references=references,
    settings=settings,
)
