"""The WAV file instead of a device: what is heard, to the value, whole or not at all."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from genmu_studio.playback.deck import prepare_deck
from genmu_studio.playback.file_sink import write_wav
from scoring.errors import UserError
from tests.core.playback import made
from tests.core.playback.made import RATE, noise, player


def test_a_file_holds_what_is_heard(tmp_path: Path) -> None:
    a, b = noise(1.0, 1), noise(1.0, 2)
    deck = prepare_deck({"A": made.sound(np.stack([a, b], axis=1)), "B": made.sound(b)}, RATE, 2)
    streams = []
    for block_frames in (480, 1000):
        on = player(deck)
        on.play()
        path = tmp_path / f"{block_frames}.wav"
        write_wav(on, path, 24_000, [(12_000, lambda on=on: on.select("B"))], block_frames)  # type: ignore[misc]
        values, rate = soundfile.read(path, dtype="float32")
        assert (rate, values.shape, soundfile.info(path).subtype) == (RATE, (24_000, 2), "FLOAT")
        streams.append(values)
    np.testing.assert_array_equal(streams[0], streams[1])
    on = player(deck)
    on.play()
    np.testing.assert_array_equal(streams[0][:12_000], on.render(12_000))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["1000.wav", "480.wav"]


def test_a_disk_that_refuses_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    on = player(made.deck(noise(0.1, 1)))
    with pytest.raises(UserError) as refused:
        write_wav(on, tmp_path / "no folder" / "a.wav", 480)
    assert refused.value.hint
    old = tmp_path / "old.wav"
    old.write_bytes(b"before")

    def fail() -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(UserError, match="No space left"):
        write_wav(on, old, 4800, [(960, fail)])
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("old.wav", b"before")]
