"""Each case builds its own file, byte by byte where libraries would not write it."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from PIL import Image

from scoring.codes import Code
from scoring.types import Media, MediaKind, SampleError, SampleFailure

Pixels = NDArray[np.uint8]
Samples = NDArray[np.float32]


def picture() -> Pixels:
    """Return an upright picture (48, 64, 3) with texture and a distinct colour in each corner."""
    y, x = np.mgrid[:48, :64]
    pixels = np.stack([x * 4, y * 5, (x // 8 + y // 8) % 2 * 200], axis=2).astype(np.uint8)
    pixels[:8, :8], pixels[:8, -8:], pixels[-8:, :8], pixels[-8:, -8:] = (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (9, 9, 9),
    )
    return pixels


def encode_image(pixels: Pixels | Image.Image, format_name: str, **options: object) -> bytes:
    """Return the file that Pillow writes."""
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    stream = io.BytesIO()
    image.save(stream, format_name, **options)
    return stream.getvalue()


def deep_png(values: NDArray[np.integer], significant_bits: int | None = None) -> bytes:
    """Return a PNG of 16 bits per value: grey (H, W), grey + alpha (…, 2), RGB (…, 3) or RGBA (…, 4)."""
    channels = 1 if values.ndim == 2 else values.shape[2]
    colour_type = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    height, width = values.shape[:2]
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in values)
    header = struct.pack(">IIBBBBB", width, height, 16, colour_type, 0, 0, 0)
    declared = b"" if significant_bits is None else png_chunk(b"sBIT", bytes([significant_bits] * channels))
    body = declared + png_chunk(b"IDAT", zlib.compress(rows)) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + body


def png_chunk(name: bytes, content: bytes) -> bytes:
    """Return a PNG chunk with its length and checksum."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def voice(seconds: float = 4.0, rate: int = 16_000) -> Samples:
    """Return a buzz in syllables with energy up to 8 kHz; peak 0.5."""
    time = np.arange(int(seconds * rate)) / rate
    noise = np.random.default_rng(7).standard_normal(len(time))
    harmonics = np.arange(1, 60)[:, None]
    buzz = (np.sin(2 * np.pi * 120 * harmonics * time) / harmonics).sum(axis=0) + 0.3 * noise
    sound = buzz * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * time))
    scaled: Samples = (0.5 * sound / np.abs(sound).max()).astype(np.float32)
    return scaled


def encode_sound(samples: Samples, format_name: str = "WAV", rate: int = 16_000, subtype: str | None = None) -> bytes:
    """Return the file that libsndfile writes; samples (n,) or (n, channels)."""
    stream = io.BytesIO()
    soundfile.write(stream, samples, rate, format=format_name, subtype=subtype)
    return stream.getvalue()


def keep(folder: Path, name: str, data: bytes, kind: MediaKind = "image") -> Media:
    """Write `data` under that name."""
    (folder / name).write_bytes(data)
    return Media(str(folder / name), kind)


def failure_of(load: Callable[[Media], object], media: Media) -> SampleFailure:
    """Return the failure that `load` must raise."""
    with pytest.raises(SampleError) as caught:
        load(media)
    assert caught.value.failure.message
    return caught.value.failure


def code_of(load: Callable[[Media], object], media: Media) -> Code:
    """Return the code of the failure that `load` must raise."""
    return failure_of(load, media).code
