"""Every kind of odd sound file: it opens with its remarks, or says why not; nothing that comes out is not finite."""

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.sounds.opening import Sound, Unopened, open_sound
from genmu_studio.sounds.peaks import curve, peaks_of
from genmu_studio.sounds.spectrogram import SpectrogramSettings, spectrogram
from scoring.codes import Code, CodeClass
from scoring.media import load_audio
from scoring.types import Media
from tests.scoring.media.builders import Samples, code_of, encode_sound, failure_of, keep, voice

RATE = 16_000


def kept(folder: Path, data: bytes, name: str = "sound.wav") -> Media:
    return keep(folder, name, data, "audio")


def opened(media: Media) -> Sound:
    sound = open_sound(media)
    assert isinstance(sound, Sound)
    return sound


def codes_of(sound: Sound) -> set[Code]:
    return {remark.code for remark in sound.remarks}


def with_nan() -> bytes:
    samples = voice(1.0)
    samples[777] = np.nan
    return encode_sound(samples, subtype="FLOAT")


M4A = struct.pack(">I", 24) + b"ftypM4A \0\0\0\0M4A mp42" + bytes(64)
UNOPENED = {
    "header only": (encode_sound(np.zeros(0, np.float32))[:44], "EMPTY"),
    "no values": (encode_sound(np.zeros(0, np.float32), "FLAC"), "EMPTY"),
    "no bytes": (b"", "EMPTY"),
    "NaN": (with_nan(), "NONFINITE"),
    "m4a named .wav": (M4A, "UNREADABLE"),
    "cut short": (encode_sound(voice(1.0))[:9000], "TRUNCATED"),
    "cut within its header": (encode_sound(voice(1.0))[:30], "TRUNCATED"),
    "text": (b"no sound at all", "UNREADABLE"),
}


@pytest.mark.parametrize("kind", UNOPENED)
def test_what_cannot_be_decoded_says_its_code_as_scoring_does(kind: str, tmp_path: Path) -> None:
    data, code = UNOPENED[kind]
    media = kept(tmp_path, data)
    failure = failure_of(load_audio, media)
    assert open_sound(media) == Unopened(code, failure.message)
    assert failure.code == code


def test_a_file_that_is_gone_or_no_file_says_so(tmp_path: Path) -> None:
    gone = open_sound(Media(str(tmp_path / "gone.wav"), "audio"))
    assert isinstance(gone, Unopened)
    assert (gone.code, bool(gone.sentence)) == ("MISSING", True)
    folder = open_sound(Media(str(tmp_path), "audio"))
    assert isinstance(folder, Unopened)
    assert folder.code == "UNREADABLE"


def antiphase() -> Samples:
    left = voice(4.0)
    return np.stack([left, -left], axis=1)


SILENCE = np.zeros(RATE, np.float32)
REMARKED = {
    "silent": (SILENCE, RATE, {"SILENT"}),
    "a constant": (np.full(RATE, 0.3, np.float32), RATE, {"SILENT"}),
    "30 ms": (voice(0.03), RATE, {"TOO_SHORT"}),
    "one value": (np.full(1, 0.5, np.float32), RATE, {"SILENT"}),
    "above full scale": ((3.0 * voice(4.0)).astype(np.float32), RATE, {"CLIPPED"}),
    "opposite channels": (antiphase(), RATE, {"ANTIPHASE"}),
    "8 kHz": (voice(4.0, 8000), 8000, {"LOW_BANDWIDTH"}),
    "a voice": (voice(4.0), RATE, set()),
    "a short voice": (voice(1.0), RATE, {"SHORT"}),
}


@pytest.mark.parametrize("kind", REMARKED)
def test_what_can_be_decoded_opens_with_its_remarks_and_draws_finite_numbers(kind: str, tmp_path: Path) -> None:
    samples, rate, codes = REMARKED[kind]
    sound = opened(kept(tmp_path, encode_sound(samples, rate=rate, subtype="FLOAT")))
    assert codes_of(sound) == codes
    assert all(remark.sentence for remark in sound.remarks)
    assert sound.rate == rate
    assert (sound.frames, sound.duration_s) == (len(samples), len(samples) / rate)
    assert sound.channels.shape == (len(samples), samples.ndim)
    assert sound.channels.dtype == sound.mono.dtype == np.float32
    drawn = curve(sound.mono, peaks_of(sound.mono), 0, sound.frames, 50)
    assert np.isfinite([drawn.low, drawn.high]).all()
    assert (drawn.low.min(), drawn.high.max()) == (sound.mono.min(), sound.mono.max())
    seen = spectrogram(sound.mono, rate, SpectrogramSettings(), start_s=0.0, end_s=sound.duration_s, columns=40)
    assert seen.levels.shape[1] == 40
    assert np.isfinite([seen.first_hz, seen.step_hz, seen.step_s]).all()


def test_failures_of_scoring_stand_beside_an_open_sound_in_the_same_words(tmp_path: Path) -> None:
    for samples in (SILENCE, voice(0.03)):
        media = kept(tmp_path, encode_sound(samples))
        remark = opened(media).remarks[0]
        failure = failure_of(load_audio, media)
        assert (remark.code, remark.sentence) == (failure.code, failure.message)
        assert remark.code_class is CodeClass.FAILURE


def test_flags_are_those_of_scoring(tmp_path: Path) -> None:
    for samples in (antiphase(), voice(1.0), voice(4.0) + np.float32(0.4)):
        media = kept(tmp_path, encode_sound(samples, "FLAC"))  # named .wav
        sound = opened(media)
        assert codes_of(sound) == set(load_audio(media).flags)
        assert Code.WRONG_FORMAT in codes_of(sound)
        assert sound.format == "flac"


def test_a_peak_above_full_scale_is_told_and_kept(tmp_path: Path) -> None:
    samples = voice(4.0)
    samples[1000] = -1.5  # one value: not the kind of sound that CLIPPED means
    sound = opened(kept(tmp_path, encode_sound(samples, subtype="FLOAT")))
    assert sound.notes == ("its peak is 1.50, above full scale",)
    assert (sound.peak, sound.mono.min()) == (1.5, -1.5)
    assert codes_of(sound) == set()
    with pytest.raises(ValueError, match="read-only"):
        sound.mono[0] = 0.0


def test_opposite_channels_stay_apart_while_the_left_one_is_scored(tmp_path: Path) -> None:
    samples = antiphase()
    sound = opened(kept(tmp_path, encode_sound(samples, subtype="FLOAT")))
    assert sound.channel_used == "left"
    np.testing.assert_array_equal(sound.channels, samples)
    np.testing.assert_array_equal(sound.mono, samples[:, 0])


@pytest.mark.parametrize("peak", [1e30, 3e38])
def test_absurd_but_finite_values_draw_finite_numbers(peak: float, tmp_path: Path) -> None:
    samples = (voice(1.0) * 2 * peak).astype(np.float32)
    assert np.isfinite(samples).all()
    media = kept(tmp_path, encode_sound(samples, subtype="FLOAT"))
    sound = opened(media)
    assert np.isfinite(sound.mono).all()
    seen = spectrogram(sound.mono, RATE, SpectrogramSettings(), start_s=0.0, end_s=1.0, columns=20)
    assert seen.levels.max() == 255


def test_fifty_openings_leave_no_memory_behind(tmp_path: Path) -> None:
    media = kept(tmp_path, encode_sound(voice(10.0)))

    def look() -> None:
        sound = opened(media)
        peaks = peaks_of(sound.mono)
        curve(sound.mono, peaks, 0, sound.frames, 500)
        spectrogram(sound.mono, sound.rate, SpectrogramSettings(), start_s=0.0, end_s=1.0, columns=100)

    look()
    tracemalloc.start()
    try:
        look()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            look()
        after, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000  # one sound alone takes 640,000 bytes
    assert most - before < 60_000_000


def test_the_code_of_a_sound_is_the_same_in_review_and_scoring_wherever_it_is_cut(tmp_path: Path) -> None:
    whole = encode_sound(voice(1.0), "FLAC")
    for length in range(1, len(whole), len(whole) // 25):
        media = kept(tmp_path, whole[:length], "cut.flac")
        unopened = open_sound(media)
        assert isinstance(unopened, Unopened)
        assert unopened.code == code_of(load_audio, media)
