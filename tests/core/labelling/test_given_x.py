"""Which of A and B an X is: by what is heard, never by the bytes of its file."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile

from genmu_studio.labelling.bare_media import bare
from genmu_studio.labelling.given_x import x_of
from genmu_studio.sounds.opening import Sound, open_sound
from scoring.types import FloatArray, Media
from tests.core.playback.made import noise, sound


@pytest.fixture
def a() -> FloatArray:
    return noise(0.2, 1)


@pytest.fixture
def b() -> FloatArray:
    return noise(0.2, 2)


def test_x_is_the_one_of_the_same_values(a: FloatArray, b: FloatArray) -> None:
    assert x_of(sound(a), sound(b), sound(a.copy())) == "A"
    assert x_of(sound(a), sound(b), sound(b.copy())) == "B"


def test_x_is_a_where_all_are_the_same_and_nothing_where_it_is_neither(a: FloatArray, b: FloatArray) -> None:
    assert x_of(sound(a), sound(a), sound(a)) == "A"
    assert x_of(sound(a), sound(b), sound(a[:-1])) is None
    assert x_of(sound(a), sound(b), sound(a, rate=16_000)) is None
    assert x_of(sound(a), sound(b), sound(np.stack([a, a], axis=1))) is None


def opened(media: Media) -> Sound:
    found = open_sound(media)
    assert isinstance(found, Sound)
    return found


def test_what_was_packed_anew_is_still_known(tmp_path: Path, a: FloatArray, b: FloatArray) -> None:
    """A pack holds A, B and X each in a file of its own, written from one decoded sound."""
    packed = []
    for number, values in enumerate((a, b, b)):
        made = io.BytesIO()
        soundfile.write(made, values, 48_000, format="FLAC", subtype="PCM_16")
        source, copy = tmp_path / f"{number}.flac", tmp_path / f"{number}.wav"
        source.write_bytes(made.getvalue())
        copy.write_bytes(bare(Media(str(source), "audio")))
        packed.append(opened(Media(str(copy), "audio")))
    assert x_of(*packed) == "B"
