from pathlib import Path

import numpy as np
import pytest
from PIL.PngImagePlugin import PngInfo

from genmu_studio.demo.faces import FACES
from scoring.codes import Code
from scoring.media import load_audio, load_image
from scoring.media.audio_flags import upper_band_db
from scoring.media.comparing import psnr
from scoring.media.perturbing import NOISE_BELOW_DB, perturbed
from scoring.types import FloatArray, SampleError
from tests.scoring.media.builders import encode_image, encode_sound, keep, picture, voice


def energy_above(samples: FloatArray, rate: int, hz: float) -> float:
    power = np.square(np.abs(np.fft.rfft(samples.astype(np.float64))))
    return float(power[np.fft.rfftfreq(len(samples), 1 / rate) > hz].sum() / power.sum())


class TestPictures:
    def test_copies_are_files_of_the_same_size_and_nearly_the_same_content(self, tmp_path: Path) -> None:
        pytest.importorskip("insightface")
        media = keep(tmp_path, "a.jpg", FACES.original(next(FACES.cells())))
        original = load_image(media).rgb
        found = perturbed(media)
        assert [(each.name, each.suffix) for each in found] == [
            ("blur", ".png"), ("JPEG 75", ".jpg"), ("JPEG 50", ".jpg"),
        ]  # fmt: skip
        ratios = []
        for each in found:
            loaded = load_image(keep(tmp_path, "b" + each.suffix, each.data))
            assert loaded.flags == ()
            assert loaded.rgb.shape == original.shape
            ratios.append(psnr(original, loaded.rgb) or 0.0)
        assert min(ratios) > 25
        assert ratios[1] > ratios[2]  # the higher the quality, the nearer

    def test_the_same_bytes_every_time_and_no_metadata(self, tmp_path: Path) -> None:
        note = PngInfo()
        note.add_text("parameters", "seed 42")
        media = keep(tmp_path, "a.png", encode_image(picture(), "PNG", pnginfo=note))
        assert perturbed(media) == perturbed(media)
        assert all(b"seed 42" not in each.data for each in perturbed(media))

    def test_a_damaged_picture_has_no_copies(self, tmp_path: Path) -> None:
        media = keep(tmp_path, "a.png", encode_image(picture(), "PNG")[:200])
        with pytest.raises(SampleError) as caught:
            perturbed(media)
        assert caught.value.failure.code is Code.DAMAGED


class TestSounds:
    def test_what_each_copy_changes(self, tmp_path: Path) -> None:
        media = keep(tmp_path, "a.wav", encode_sound(voice(), subtype="PCM_16"), "audio")
        original = load_audio(media, rate=None)
        copies = {
            each.name: load_audio(keep(tmp_path, f"{each.name}.wav", each.data, "audio"), rate=None)
            for each in perturbed(media)
        }
        assert list(copies) == ["low-pass", "noise", "µ-law"]
        for each in copies.values():
            assert (each.rate, len(each.samples), each.flags) == (16_000, len(original.samples), ())
        assert energy_above(original.samples, 16_000, 7300) > 1e-3
        assert energy_above(copies["low-pass"].samples, 16_000, 7300) < 1e-5
        # Below its edge the low-pass leaves everything where it was: no delay.
        kept = np.fft.rfft(copies["low-pass"].samples)[:20_000] / np.fft.rfft(original.samples)[:20_000]
        assert np.abs(np.median(np.angle(kept))) < 1e-3
        assert np.median(np.abs(kept)) == pytest.approx(1, abs=0.01)
        noise = copies["noise"].samples - original.samples
        ratio = 10 * np.log10(np.square(original.samples).mean() / np.square(noise).mean())
        assert ratio == pytest.approx(NOISE_BELOW_DB, abs=0.2)
        assert upper_band_db(copies["µ-law"].samples, 16_000) > -50

    def test_the_same_bytes_every_time_and_other_noise_for_another_sound(self, tmp_path: Path) -> None:
        first = keep(tmp_path, "a.wav", encode_sound(voice()), "audio")
        second = keep(tmp_path, "b.wav", encode_sound(voice() * np.float32(0.99)), "audio")
        assert perturbed(first) == perturbed(first)
        one, other = (load_audio(each, rate=None).samples for each in (first, second))
        noise = [
            load_audio(keep(tmp_path, "c.wav", perturbed(media)[1].data, "audio"), rate=None).samples - samples
            for media, samples in ((first, one), (second, other))
        ]
        assert abs(np.corrcoef(noise[0], noise[1])[0, 1]) < 0.05

    def test_a_sound_of_low_rate_has_nothing_to_lose_to_the_low_pass(self, tmp_path: Path) -> None:
        media = keep(tmp_path, "a.wav", encode_sound(voice(rate=8_000), rate=8_000, subtype="PCM_16"), "audio")
        lowpassed = load_audio(keep(tmp_path, "b.wav", perturbed(media)[0].data, "audio"), rate=None)
        assert np.array_equal(lowpassed.samples, load_audio(media, rate=None).samples)

    def test_silence_has_no_copies(self, tmp_path: Path) -> None:
        media = keep(tmp_path, "a.wav", encode_sound(np.zeros(32_000, dtype=np.float32)), "audio")
        with pytest.raises(SampleError) as caught:
            perturbed(media)
        assert caught.value.failure.code is Code.SILENT
