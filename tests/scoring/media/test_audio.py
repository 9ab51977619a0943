import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.codes import Code, CodeClass, class_of
from scoring.media import LoadedAudio, load_audio
from scoring.types import SampleError
from tests.scoring.media.builders import Samples, code_of, encode_image, encode_sound, failure_of, keep, picture, voice

EXTENSIONS = {"WAV": "wav", "RF64": "wav", "FLAC": "flac", "OGG": "ogg", "MP3": "mp3", "AIFF": "aiff"}


def loaded(folder: Path, data: bytes, name: str = "a.wav", rate: int | None = 16_000) -> LoadedAudio:
    return load_audio(keep(folder, name, data, "audio"), rate)


def stereo(left: Samples, right: Samples) -> Samples:
    return np.stack([left, right], axis=1)


@pytest.mark.parametrize("name", ["WAV", "RF64", "FLAC", "AIFF"])
def test_lossless_sounds_keep_each_sample(tmp_path: Path, name: str) -> None:
    result = loaded(tmp_path, encode_sound(voice(), name), f"a.{EXTENSIONS[name]}")
    assert np.abs(result.samples - voice()).max() <= 1 / 32768
    assert (result.samples.dtype.name, result.samples.ndim) == ("float32", 1)
    assert (result.rate, result.source_rate, result.channels, result.channel_used) == (16_000, 16_000, 1, "mono")
    assert (result.duration_s, result.flags, result.notes, result.format) == (4.0, (), (), EXTENSIONS[name])


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW"])
def test_wav_encodings(tmp_path: Path, subtype: str) -> None:
    result = loaded(tmp_path, encode_sound(voice(), subtype=subtype))
    assert np.abs(result.samples - voice()).max() < 0.02


@pytest.mark.parametrize(("name", "subtype"), [("OGG", "VORBIS"), ("OGG", "OPUS"), ("MP3", None)])
def test_lossy_sounds_are_aligned(tmp_path: Path, name: str, subtype: str | None) -> None:
    result = loaded(tmp_path, encode_sound(voice(), name, subtype=subtype), f"a.{EXTENSIONS[name]}")
    assert len(result.samples) == len(voice())
    window = voice()[16_000:24_000]
    shifts = np.correlate(result.samples[15_000:25_000], window, "valid")
    assert shifts.argmax() == 1000


def test_resampling_keeps_the_sound(tmp_path: Path) -> None:
    time = np.arange(96_000) / 48_000
    tone = (0.5 * np.sin(2 * np.pi * 440 * time)).astype(np.float32)
    result = loaded(tmp_path, encode_sound(tone, rate=48_000))
    expected = 0.5 * np.sin(2 * np.pi * 440 * np.arange(32_000) / 16_000)
    assert (result.rate, result.source_rate, len(result.samples)) == (16_000, 48_000, 32_000)
    assert np.abs(result.samples - expected)[200:-200].max() < 2e-3
    assert "48000" in result.notes[0]


def test_the_own_rate_can_be_kept_and_changes_no_flag(tmp_path: Path) -> None:
    data = encode_sound(voice(2.0, 44_100), rate=44_100)
    own, at_16k = loaded(tmp_path, data, rate=None), loaded(tmp_path, data)
    assert (own.rate, len(own.samples), own.notes) == (44_100, 88_200, ())
    assert (own.flags, own.speech_s) == (at_16k.flags, at_16k.speech_s)


def test_channels_are_averaged(tmp_path: Path) -> None:
    left, right = voice(), np.roll(voice(), 4000)
    result = loaded(tmp_path, encode_sound(stereo(left, right), subtype="FLOAT"))
    assert np.abs(result.samples - (left + right) / 2).max() < 1e-6
    assert (result.channels, result.channel_used, result.flags) == (2, "mean", ())


@pytest.mark.parametrize("gain", [1.0, 0.9])
def test_channels_that_cancel_are_flagged_and_the_left_one_used(tmp_path: Path, gain: float) -> None:
    result = loaded(tmp_path, encode_sound(stereo(voice(), -gain * voice()), subtype="FLOAT"))
    assert np.array_equal(result.samples, voice())
    assert (result.channel_used, result.flags) == ("left", (Code.ANTIPHASE,))


def test_one_silent_channel_or_unrelated_ones_do_not_cancel(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for channels in (
        stereo(voice(), np.zeros_like(voice())),
        0.1 * rng.standard_normal((64_000, 2)).astype(np.float32),
        0.1 * rng.standard_normal((64_000, 8)).astype(np.float32),
    ):
        assert loaded(tmp_path, encode_sound(channels)).channel_used == "mean"


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_one_value_that_is_not_finite_fails(tmp_path: Path, value: float) -> None:
    samples = voice()
    samples[12_345] = value
    assert code_of(load_audio, keep(tmp_path, "a.wav", encode_sound(samples, subtype="FLOAT"))) is Code.NONFINITE


@pytest.mark.parametrize("name", ["WAV", "RF64", "FLAC", "AIFF"])
def test_a_header_without_samples_is_empty(tmp_path: Path, name: str) -> None:
    data = encode_sound(np.zeros(0, dtype=np.float32), name)
    assert code_of(load_audio, keep(tmp_path, f"a.{EXTENSIONS[name]}", data)) is Code.EMPTY


def test_44_bytes_are_empty_also_where_they_promise_more(tmp_path: Path) -> None:
    data = encode_sound(voice())[:44]
    assert code_of(load_audio, keep(tmp_path, "a.wav", data)) is Code.EMPTY
    assert code_of(load_audio, keep(tmp_path, "b.wav", b"")) is Code.EMPTY


@pytest.mark.parametrize("name", EXTENSIONS)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.999])
def test_a_file_cut_short_is_truncated(tmp_path: Path, name: str, share: float) -> None:
    data = encode_sound(voice(10), name)
    media = keep(tmp_path, f"a.{EXTENSIONS[name]}", data[: int(len(data) * share)])
    assert code_of(load_audio, media) is Code.TRUNCATED


@pytest.mark.parametrize("name", EXTENSIONS)
@pytest.mark.parametrize("length", [0, 4, 12, 20, 30, 40, 60, 100])
def test_a_file_cut_in_its_header_fails(tmp_path: Path, name: str, length: int) -> None:
    data = encode_sound(voice(), name, subtype="FLOAT" if name == "WAV" else None)[:length]
    code = code_of(load_audio, keep(tmp_path, f"a.{EXTENSIONS[name]}", data))
    assert code in (Code.EMPTY, Code.TRUNCATED, Code.UNREADABLE, Code.DAMAGED)


def test_damage_in_the_middle_of_a_long_flac_is_damage(tmp_path: Path) -> None:
    data = bytearray(encode_sound(voice(20), "FLAC"))
    data[len(data) // 3] ^= 0xFF
    assert code_of(load_audio, keep(tmp_path, "a.flac", bytes(data))) is Code.DAMAGED


def test_wavs_written_into_a_pipe_have_no_length_and_are_whole(tmp_path: Path) -> None:
    data = bytearray(encode_sound(voice()))
    for size in (0xFFFFFFFF, 0x7FFFFFFF - 36, 0x7FFFF000):
        data[40:44] = struct.pack("<I", size)
        assert loaded(tmp_path, bytes(data)).duration_s == 4.0


def test_further_chunks_are_no_sound_and_no_harm(tmp_path: Path) -> None:
    data = encode_sound(voice())
    extra = b"LIST" + struct.pack("<I", 5) + b"INFOx\0"
    both = data[:36] + extra + data[36:] + extra
    assert len(loaded(tmp_path, both).samples) == len(voice())


def test_a_wrong_extension_is_flagged_where_it_can_be_decoded(tmp_path: Path) -> None:
    assert loaded(tmp_path, encode_sound(voice(), "FLAC"), "a.wav").flags == (Code.WRONG_FORMAT,)
    assert loaded(tmp_path, encode_sound(voice()), "a.WAVE").flags == ()


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"\0\0\0\x20ftypM4A " + bytes(500), "M4A"),
        (encode_image(picture(), "PNG"), "PNG"),
        (encode_sound(voice(0.6), "AU"), "AU"),
        (b"\x80\x04\x95" + bytes(100), "no format"),
    ],
)
def test_what_is_not_read_is_named(tmp_path: Path, data: bytes, named: str) -> None:
    failure = failure_of(load_audio, keep(tmp_path, "a.wav", data, "audio"))
    assert failure.code is Code.UNREADABLE
    assert named in failure.message
    assert "WAV, FLAC, OGG, MP3, AIFF" in failure.message


def test_an_encoding_that_is_not_read(tmp_path: Path) -> None:
    data = encode_sound(voice(), "AIFF", subtype="ULAW").replace(b"ulaw", b"QDMC")
    failure = failure_of(load_audio, keep(tmp_path, "a.aiff", data))
    assert failure.code is Code.UNREADABLE
    assert "encoding" in failure.message


def test_a_peak_above_full_scale_stays_and_is_said(tmp_path: Path) -> None:
    samples = voice() * 3
    result = loaded(tmp_path, encode_sound(samples, subtype="FLOAT"))
    assert np.array_equal(result.samples, samples)
    assert "1.50" in result.notes[0]


def test_huge_finite_values_overflow_nowhere(tmp_path: Path) -> None:
    huge = voice() * np.float32(3e38)
    result = loaded(tmp_path, encode_sound(stereo(huge, huge), subtype="FLOAT"))
    assert np.array_equal(result.samples, huge)
    assert result.flags == (Code.CLIPPED,)


@pytest.mark.parametrize(("peak_db", "fails"), [(-61, True), (-59, False), (-200, True)])
def test_silence_is_a_peak_below_minus_60_dbfs(tmp_path: Path, peak_db: float, fails: bool) -> None:
    samples = voice() / np.abs(voice()).max() * np.float32(10 ** (peak_db / 20))
    media = keep(tmp_path, "a.wav", encode_sound(samples, subtype="FLOAT"))
    if fails:
        assert code_of(load_audio, media) is Code.SILENT
    else:
        assert load_audio(media).duration_s == 4.0


def test_an_offset_alone_is_silence(tmp_path: Path) -> None:
    assert code_of(load_audio, keep(tmp_path, "a.wav", encode_sound(np.full(32_000, 0.3, np.float32)))) is Code.SILENT


def test_under_half_a_second_of_speech_fails(tmp_path: Path) -> None:
    assert code_of(load_audio, keep(tmp_path, "a.wav", encode_sound(voice(0.45)))) is Code.TOO_SHORT
    assert code_of(load_audio, keep(tmp_path, "a.wav", encode_sound(voice(0.01)))) is Code.TOO_SHORT
    assert loaded(tmp_path, encode_sound(voice(0.55))).flags == (Code.SHORT,)
    padded = np.concatenate([np.zeros(32_000, np.float32), voice(0.4), np.zeros(32_000, np.float32)])
    assert code_of(load_audio, keep(tmp_path, "a.wav", encode_sound(padded))) is Code.TOO_SHORT


def test_sizes_are_bounded_from_the_header(tmp_path: Path) -> None:
    flac = bytearray(encode_sound(voice(), "FLAC"))
    length = int.from_bytes(flac[18:26], "big")
    flac[18:26] = (length | (1 << 36) - 1).to_bytes(8, "big")
    assert code_of(load_audio, keep(tmp_path, "a.flac", bytes(flac))) is Code.TOO_LARGE
    flac[18:26] = (length & ~((1 << 36) - 1)).to_bytes(8, "big")
    failure = failure_of(load_audio, keep(tmp_path, "a.flac", bytes(flac)))
    assert failure.code is Code.UNREADABLE
    assert "length" in failure.message


def test_impossible_rates_are_damage(tmp_path: Path) -> None:
    wav = bytearray(encode_sound(voice()))
    for rate in (3, 2_000_000_000):
        wav[24:28] = struct.pack("<I", rate)
        assert code_of(load_audio, keep(tmp_path, "a.wav", bytes(wav))) is Code.DAMAGED


@given(position=st.floats(0, 1, exclude_max=True), value=st.integers(0, 255), name=st.sampled_from(sorted(EXTENSIONS)))
@settings(max_examples=200, deadline=None)
def test_a_changed_byte_gives_a_sound_or_a_failure(
    tmp_path_factory: pytest.TempPathFactory, position: float, value: int, name: str
) -> None:
    data = bytearray(encode_sound(voice(0.6), name))
    data[int(position**3 * len(data))] = value  # mostly in the header
    media = keep(tmp_path_factory.getbasetemp(), "changed", bytes(data), "audio")
    try:
        code = np.isfinite(load_audio(media).samples).all() or Code.EVALUATOR_ERROR
    except SampleError as error:
        code = error.failure.code
    assert code is np.True_ or class_of(str(code)) is CodeClass.FAILURE


def test_names_are_no_obstacle(tmp_path: Path) -> None:
    assert loaded(tmp_path, encode_sound(voice()), "목소리 ü.wav").duration_s == 4.0
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = load_audio(keep(tmp_path / "one", "same.wav", encode_sound(voice())))
    two = load_audio(keep(tmp_path / "two", "same.wav", encode_sound(-voice())))
    assert np.abs(one.samples + two.samples).max() < 1e-4
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["same.wav"]
