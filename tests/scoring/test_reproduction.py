import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr
from numpy.typing import NDArray
from PIL import Image

from scoring.codes import Code
from scoring.errors import BugError
from scoring.reproduction import MEANINGS, Equality, Tolerance, compare_outputs
from scoring.types import FloatArray, Media, SampleError
from tests.scoring.media.builders import encode_image, encode_sound, keep, picture

Pixels = NDArray[np.uint8]


def large() -> Pixels:
    enlarged = Image.fromarray(picture()).resize((256, 192), Image.Resampling.BICUBIC)
    return np.array(enlarged, dtype=np.uint8)


def near(pixels: Pixels, step: int) -> Pixels:
    """Return the picture with every value moved by `step` up or down."""
    signs = np.random.default_rng(1).choice([-step, step], pixels.shape)
    return np.asarray(np.clip(pixels + signs, 0, 255), dtype=np.uint8)


class TestPictures:
    @pytest.fixture
    def submitted(self, tmp_path: Path) -> Media:
        return keep(tmp_path, "a.png", encode_image(large(), "PNG"))

    def test_the_same_file(self, submitted: Media) -> None:
        found = compare_outputs(submitted, submitted)
        assert (found.level, found.ratio_db, found.note) == (Equality.SAME_BYTES, None, "")

    def test_the_same_pixels_in_another_file(self, tmp_path: Path, submitted: Media) -> None:
        other = keep(tmp_path, "b.png", encode_image(large(), "PNG", compress_level=1))
        assert compare_outputs(submitted, other).level is Equality.SAME_CONTENT

    def test_within_tolerance(self, tmp_path: Path, submitted: Media) -> None:
        inner = np.clip(large(), 5, 250)
        first = keep(tmp_path, "c.png", encode_image(inner, "PNG"))
        found = compare_outputs(first, keep(tmp_path, "b.png", encode_image(near(inner, 2), "PNG")))
        assert found.level is Equality.WITHIN_TOLERANCE
        assert found.largest == pytest.approx(2 / 255)
        assert found.ratio_db == pytest.approx(20 * np.log10(255 / 2))
        strict = compare_outputs(first, Media(str(tmp_path / "b.png"), "image"), Tolerance(ratio_db=45))
        assert strict.level is Equality.ALIKE
        assert strict.ratio_db == found.ratio_db

    def test_one_value_far_off_is_not_within_tolerance(self, tmp_path: Path, submitted: Media) -> None:
        changed = large().copy()
        changed[0, 0] = 255 - changed[0, 0]
        found = compare_outputs(submitted, keep(tmp_path, "b.png", encode_image(changed, "PNG")))
        assert found.ratio_db is not None
        assert found.ratio_db > 40
        assert (found.level, found.differing_bits) == (Equality.ALIKE, 0)

    def test_another_encoding_and_another_size_are_alike(self, tmp_path: Path, submitted: Media) -> None:
        squeezed = compare_outputs(submitted, keep(tmp_path, "b.jpg", encode_image(large(), "JPEG", quality=30)))
        assert squeezed.level is Equality.ALIKE
        half = Image.fromarray(large()).resize((128, 96), Image.Resampling.BILINEAR)
        smaller = compare_outputs(submitted, keep(tmp_path, "c.png", encode_image(half, "PNG")))
        assert (smaller.level, smaller.largest, smaller.note) == (Equality.ALIKE, None, "their sizes differ")

    def test_identity_is_the_last_resort(self, tmp_path: Path, submitted: Media) -> None:
        other = keep(tmp_path, "b.png", encode_image(large()[:, ::-1].copy(), "PNG"))
        alone = compare_outputs(submitted, other)
        assert (alone.level, alone.cosine) == (Equality.DIFFERENT, None)
        assert alone.differing_bits is not None
        assert alone.differing_bits > 20
        one, two = (np.asarray(each, dtype=np.float32) for each in ([1.0, 0.0], [0.95, 0.3]))
        same = compare_outputs(submitted, other, embeddings=(one, two))
        assert same.level is Equality.SAME_IDENTITY
        assert same.cosine == pytest.approx(0.95 / np.hypot(0.95, 0.3))
        assert compare_outputs(submitted, other, embeddings=(one, -two)).level is Equality.DIFFERENT
        nowhere = compare_outputs(submitted, other, embeddings=(one, one * 0))
        assert (nowhere.level, nowhere.note) == (Equality.DIFFERENT, "an embedding has no direction")

    def test_black_and_white_are_not_alike(self, tmp_path: Path) -> None:
        black, white = (
            keep(tmp_path, f"{name}.png", encode_image(Image.new("RGB", (64, 64), name), "PNG"))
            for name in ("black", "white")
        )
        found = compare_outputs(black, white)
        assert found.level is Equality.DIFFERENT
        assert found.largest == 1
        assert "of one colour" in found.note

    def test_files_that_cannot_be_decoded_are_compared_by_their_bytes(self, tmp_path: Path, submitted: Media) -> None:
        data = encode_image(large(), "PNG")
        broken = keep(tmp_path, "b.png", data[: len(data) // 2])
        assert compare_outputs(broken, broken).level is Equality.SAME_BYTES
        found = compare_outputs(submitted, broken)
        assert found.level is Equality.DIFFERENT
        assert "cut short" in found.note

    def test_a_missing_file_fails(self, tmp_path: Path, submitted: Media) -> None:
        with pytest.raises(SampleError) as caught:
            compare_outputs(submitted, Media(str(tmp_path / "none.png"), "image"))
        assert caught.value.failure.code is Code.MISSING
        with pytest.raises(BugError):
            compare_outputs(submitted, Media(submitted.path, "audio"))


class TestSounds:
    @pytest.fixture
    def submitted(self, tmp_path: Path) -> Media:
        return keep(tmp_path, "a.wav", encode_sound(speech(), subtype="PCM_16"), "audio")

    def test_every_level(self, tmp_path: Path, submitted: Media) -> None:
        rng = np.random.default_rng(1)
        sound = speech()
        levels = {
            "a.flac": repacked(submitted),
            "b.wav": encode_sound(sound + np.float32(1e-4) * rng.standard_normal(len(sound)).astype(np.float32)),
            "c.wav": encode_sound(soxr.resample(sound, 16_000, 22_050), rate=22_050),
            "d.wav": encode_sound(sound[::-1].copy()),
        }
        found = [compare_outputs(submitted, keep(tmp_path, name, data, "audio")) for name, data in levels.items()]
        assert [each.level for each in found] == [
            Equality.SAME_CONTENT, Equality.WITHIN_TOLERANCE, Equality.ALIKE, Equality.DIFFERENT,
        ]  # fmt: skip
        expected = 10 * np.log10(np.square(sound).mean() / 1e-8)
        assert found[1].ratio_db == pytest.approx(expected, abs=0.3)
        assert found[2].note == "their rates, lengths or channels differ"

    def test_a_slower_seed_is_another_output_though_its_fingerprint_is_near(
        self, tmp_path: Path, submitted: Media
    ) -> None:
        slower = soxr.resample(speech(), 16_000 * 0.97, 16_000)
        found = compare_outputs(submitted, keep(tmp_path, "b.wav", encode_sound(slower), "audio"))
        assert found.level is Equality.DIFFERENT

    def test_silence(self, tmp_path: Path, submitted: Media) -> None:
        silence = keep(tmp_path, "b.wav", encode_sound(np.zeros_like(speech())), "audio")
        found = compare_outputs(silence, submitted)
        assert (found.level, found.differing_bits) == (Equality.DIFFERENT, None)


def repacked(media: Media) -> bytes:
    """Return a WAV's 16-bit values as FLAC."""
    stream = io.BytesIO()
    soundfile.write(stream, soundfile.read(media.path, dtype="int16")[0], 16_000, format="FLAC", subtype="PCM_16")
    return stream.getvalue()


def speech() -> FloatArray:
    """Return a sound whose bands rise and fall apart from each other, as those of speech do; peak 0.5."""
    rng = np.random.default_rng(5)
    time = np.arange(3 * 16_000) / 16_000
    parts = [
        np.sin(2 * np.pi * f * time) * np.interp(time, np.arange(0, 3.2, 0.12), rng.random(27) ** 3)
        for f in np.geomspace(250, 3500, 40)
    ]
    sound = np.sum(parts, axis=0)
    return np.asarray(0.5 * sound / np.abs(sound).max(), dtype=np.float32)


def test_every_level_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Equality)
