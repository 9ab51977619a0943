"""What is heard of a deck: every command, in blocks of any size, without a gap, a click or a word too many."""

import threading
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.playback.crossfade import FADE_S
from genmu_studio.playback.deck import Deck, Letter, Source, prepare_deck
from genmu_studio.playback.file_sink import Script, blocks_of
from genmu_studio.playback.player import Player
from genmu_studio.playback.voice import SEAM_S
from genmu_studio.sounds.opening import Sound
from scoring.errors import UserError
from scoring.types import FloatArray
from tests.core.playback import made
from tests.core.playback.made import RATE, largest_step, level_db, noise, player, tone
from tests.scoring.media.builders import voice

BOTH: tuple[Source, Source] = ("B", "A")
FADE = round(FADE_S * RATE)
SEAM = round(SEAM_S * RATE)


def heard(of: Player, frames: int, script: Script = (), block_frames: int = 480) -> FloatArray:
    return made.joined(list(blocks_of(of, frames, script, block_frames)))


def playing(deck: Deck, at_s: float = 0.0) -> Player:
    """Return a player that plays on from `at_s`, its beginning heard."""
    on = player(deck)
    on.seek(at_s)
    on.play()
    on.render(FADE)
    return on


# ---- the switch between A and B ----

KINDS = {"identical": 1.0, "half correlated": 0.5, "unrelated": 0.0}


def two(kind: str, seconds: float = 3.0) -> tuple[FloatArray, FloatArray]:
    share = KINDS[kind]
    a, other = noise(seconds, 1), noise(seconds, 2)
    return a, (share * a + np.sqrt(1 - share**2) * other).astype(np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hundred_switches_leave_no_gap_no_click_and_no_change_of_level(kind: str) -> None:
    a, b = two(kind)
    on = playing(made.deck(a, b))
    every = 2 * FADE
    script = [(number * every, partial(on.select, BOTH[number % 2])) for number in range(100)]
    out = heard(on, 100 * every, script, block_frames=FADE)
    fades = out.reshape(-1, every)[:, :FADE]
    straight = out.reshape(-1, every)[:, FADE:]
    for part in np.split(fades, 8, axis=1):
        assert abs(level_db(part) - level_db(straight)) < 0.5
        assert abs(level_db(part) + 20) < 0.5
    assert largest_step(out) <= 1.1 * largest_step(a, b)
    quietest = min(level_db(part) for part in np.split(out, len(out) // 96))  # of every 2 ms
    assert quietest > -26


@pytest.mark.parametrize("kind", KINDS)
def test_around_a_switch_both_sounds_are_whole_and_in_time(kind: str) -> None:
    a, b = two(kind)
    on = playing(made.deck(a, b))
    out = heard(on, 9600, [(4800, lambda: on.select("B"))])
    np.testing.assert_array_equal(out[:4800], a[FADE : FADE + 4800])
    np.testing.assert_array_equal(out[4800 + FADE :], b[FADE + 4800 + FADE : FADE + 9600])


def test_voices_switched_at_any_place_have_no_step_above_their_own() -> None:
    a = voice(2.0, RATE)
    b = np.roll(a, 12_345)
    on = playing(made.deck(a, b))
    places = range(0, 80_000, 3000)
    script = [(place, partial(on.select, BOTH[number % 2])) for number, place in enumerate(places)]
    assert largest_step(heard(on, 80_000, script, 250)) <= 1.05 * largest_step(a, b)


def test_two_loud_sounds_stay_within_full_scale_on_the_way() -> None:
    one, other = np.random.default_rng(1).choice([-0.99, 0.99], (2, RATE)).astype(np.float32)
    on = playing(made.deck(one, other))
    out = heard(on, 4800, [(960, lambda: on.select("B"))])
    assert np.abs(out[960 : 960 + FADE]).max() == 1.0  # unlimited it would reach 1.4
    assert np.abs(out).max() == 1.0


def test_the_playhead_passes_steadily_while_sounds_go_over() -> None:
    on = playing(made.deck(noise(0.1, 1), noise(0.1, 2)))
    at_s = [on.position_s]
    for number in range(85):
        if number % 30 == 0:
            on.select(BOTH[number % 2])
        on.render(48)
        at_s.append(on.position_s)
    np.testing.assert_allclose(np.diff(at_s), 0.001)
    on.seek(0.098)
    on.render(48)
    assert (on.playing, on.position_s) == (True, 0.099)
    on.render(FADE - 96)
    assert (on.playing, on.position_s) == (True, 0.1)  # the rest of the crossfade is still to be heard
    on.render(96)
    assert (on.playing, on.position_s) == (False, 0.1)


def test_the_playhead_is_shared() -> None:
    on = playing(made.deck(noise(2, 1), noise(2, 2)))
    heard(on, 4800, [(480, lambda: on.select("B")), (960, lambda: on.select("A"))])
    assert on.position_s == pytest.approx((4800 + FADE) / RATE)


def test_a_switch_may_go_back_to_the_start_or_that_of_the_loop() -> None:
    a, b = noise(1, 1), noise(1, 2)
    on = playing(made.deck(a, b), 0.5)
    on.select("B", from_start=True)
    np.testing.assert_array_equal(heard(on, 4800)[FADE:], b[FADE:4800])
    on.set_loop(0.3, 0.8)
    on.seek(0.7)
    on.select("A", from_start=True)
    assert on.position_s == 0.3
    assert on.playing


# ---- X ----

COMMANDS = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(["A", "B", "X", "pause", "play", "back", "loop", "no loop"])),
    max_size=12,
)


def obey(on: Player, command: str, x_is: Source | None) -> None:
    """Do it; x_is : what is said instead of X, None = X."""
    match command:
        case "A" | "B":
            on.select("A" if command == "A" else "B")
        case "X":
            on.select(x_is or "X")
        case "pause":
            on.pause()
        case "play":
            on.play()
        case "back":
            on.skip(-0.1)
        case "loop":
            on.set_loop(0.05, 0.15)
        case _:
            on.clear_loop()


@given(COMMANDS, st.sampled_from(["A", "B"]), st.sampled_from([64, 480, 777]))
def test_x_sounds_byte_for_byte_like_what_it_is(
    commands: list[tuple[int, str]], x: Literal["A", "B"], block_frames: int
) -> None:
    deck = made.deck(noise(0.4, 1), noise(0.4, 2), x)
    streams = []
    for x_is in (None, x):
        on = playing(deck)
        script = [(480 * at, partial(obey, on, command, x_is)) for at, command in sorted(commands)]
        streams.append(heard(on, 20_000, script, block_frames).tobytes())
    assert streams[0] == streams[1]


def test_a_switch_to_an_x_that_is_what_plays_leaves_no_trace() -> None:
    a, b = noise(1, 1), noise(1, 2)
    on = playing(made.deck(a, b, "A"))
    places = range(0, 20_000, 2000)
    sources: tuple[Source, Source] = ("X", "A")
    script = [(place, partial(on.select, sources[number % 2])) for number, place in enumerate(places)]
    np.testing.assert_allclose(heard(on, 20_000, script), a[FADE : FADE + 20_000], rtol=0, atol=1e-6)


def test_who_asks_the_player_is_not_told_what_x_is() -> None:
    said = []
    for x in ("A", "B"):
        on = playing(made.deck(noise(1, 1), noise(1, 2), x))
        on.select("X")
        on.render(4800)
        said.append((on.source, on.position_s, on.playing, on.loop, on.duration_s, repr(on.deck), on.deck.sources))
    assert said[0] == said[1]
    assert "x=" not in said[0][5]


# ---- play, pause, seek, end ----


def test_before_anything_is_asked_for_there_is_silence() -> None:
    empty = Player(RATE, 2)
    assert not empty.render(1000).any()
    assert (empty.position_s, empty.playing, empty.duration_s) == (0.0, False, 0.0)
    on = player(made.deck(noise(1, 1)))
    assert not on.render(1000).any()
    assert (on.position_s, on.playing) == (0.0, False)


def test_pause_fades_stays_and_goes_on_where_it_was_asked_for() -> None:
    a = tone(200, 1)
    on = playing(made.deck(a))
    heard(on, 4800)
    on.pause()
    assert not on.playing
    down = heard(on, 4800)
    assert down[FADE:].any() == np.False_
    assert abs(down[0] - a[FADE + 4800]) < 0.001
    assert on.position_s == (FADE + 4800) / RATE
    on.play()
    again = heard(on, 2 * FADE)
    np.testing.assert_array_equal(again[FADE:], a[4800 + 2 * FADE : 4800 + 3 * FADE])
    assert largest_step(np.concatenate([down, again])) < 1.2 * largest_step(a)


def test_seek_crossfades_to_the_place() -> None:
    a = tone(200, 2)
    on = playing(made.deck(a))
    on.seek(1.234)
    assert on.position_s == 1.234  # at once, before a block is drawn
    out = heard(on, 4800)
    at = round(1.234 * RATE)
    np.testing.assert_array_equal(out[FADE:], a[at + FADE : at + 4800])
    assert on.position_s == pytest.approx(1.334)
    assert largest_step(out) < 2 * largest_step(a)
    on.seek(99.0)
    assert on.position_s == 2.0
    on.seek(-5.0)
    assert on.position_s == 0.0


def test_at_its_end_a_sound_stops_and_play_begins_anew() -> None:
    a = noise(0.1, 1)
    on = playing(made.deck(a))
    out = heard(on, 9600)
    np.testing.assert_array_equal(out[: 4800 - FADE], a[FADE:])
    assert not out[4800 - FADE :].any()
    assert not on.playing
    assert on.position_s == pytest.approx(0.1)
    on.select("A")
    on.seek(0.05)
    assert not on.playing  # a command that does not say so begins nothing
    on.seek(0.1)
    on.play()
    assert (on.playing, on.position_s) == (True, 0.0)
    np.testing.assert_array_equal(heard(on, 2400)[FADE:], a[FADE:2400])


def test_the_shorter_sound_is_followed_by_silence() -> None:
    a, b = noise(0.2, 1), noise(0.1, 2)
    on = playing(made.deck(a, b), 0.15)
    on.select("B")
    assert not heard(on, 2 * FADE)[FADE:].any()
    assert on.playing
    on.select("A")
    at = round(0.15 * RATE) + 3 * FADE
    np.testing.assert_array_equal(heard(on, 2 * FADE)[FADE:], a[at + FADE : at + 2 * FADE])


# ---- loops ----


@pytest.mark.parametrize("ends_s", [(0.0, 0.1), (0.13, 0.25), (0.2, 0.4)])
def test_a_loop_repeats_to_the_frame_with_a_seam_that_does_not_click(ends_s: tuple[float, float]) -> None:
    a = tone(130, 0.4) + np.float32(0.3)  # loud at both ends
    on = player(made.deck(a))
    on.set_loop(*ends_s)
    on.play()
    start, end = (round(each * RATE) for each in ends_s)
    length = end - start
    out = heard(on, 6 * length)
    rounds = out.reshape(6, length)
    for number in range(2, 6):
        np.testing.assert_array_equal(rounds[number], rounds[1])
    np.testing.assert_array_equal(rounds[1][SEAM:-SEAM], a[start + SEAM : end - SEAM])
    own, fade = largest_step(a), 0.8 * np.pi / 2 / SEAM  # of a sound at 0.8 that fades over the seam
    assert largest_step(out) < own + fade
    assert on.playing
    assert on.position_s == pytest.approx(ends_s[0])


def test_a_loop_takes_the_playhead_in_and_a_seek_beyond_leaves_it() -> None:
    on = playing(made.deck(noise(1, 1)))
    on.set_loop(0.5, 0.6)
    assert on.position_s == 0.5
    heard(on, 48_000)
    assert 0.5 <= on.position_s < 0.6
    on.seek(0.8)
    heard(on, 24_000)
    assert not on.playing
    on.play()
    assert on.position_s == 0.5
    on.clear_loop()
    heard(on, 48_000)
    assert not on.playing
    on.seek(0.1)
    on.play()
    heard(on, 9600)
    on.set_loop(0.2, 0.5)  # the playhead is within: it goes on
    assert on.position_s == pytest.approx(0.3)


@given(st.integers(2400, 6000), st.integers(0, 4800), st.integers(1, 2000), st.integers(0, 3))
def test_a_command_within_a_seam_does_not_leave_the_loop(length: int, start: int, block_frames: int, seek: int) -> None:
    a = noise(0.4, 5)
    on = player(made.deck(a))
    on.set_loop(start / RATE, (start + length) / RATE)
    on.play()
    for number in range(8):
        on.seek((start + length - 1 - 200 * seek) / RATE)
        heard(on, block_frames)
        on.select("A")
        heard(on, block_frames + number)
        assert start <= round(on.position_s * RATE) + FADE
        assert on.position_s * RATE < start + length
        assert on.playing


@pytest.mark.parametrize("ends_s", [(0.5, 0.5), (0.5, 0.54), (0.6, 0.4), (float("nan"), 0.7), (2.0, 3.0)])
def test_a_loop_too_short_to_be_heard_is_refused(ends_s: tuple[float, float]) -> None:
    on = player(made.deck(noise(1, 1)))
    with pytest.raises(UserError) as refused:
        on.set_loop(*ends_s)
    assert refused.value.hint
    assert on.loop is None


# ---- decks ----


def test_what_is_not_there_cannot_be_selected_or_played() -> None:
    on = player(made.deck(noise(1, 1)))
    empty = Player(RATE, 1)
    wrong: list[Callable[[], None]] = [partial(on.select, "B"), partial(on.select, "X"), empty.play, empty.toggle]
    for refuse in wrong:
        with pytest.raises(UserError) as refused:
            refuse()
        assert refused.value.hint
    assert on.source == "A"
    with pytest.raises(ValueError, match="44100"):
        on.load(prepare_deck({"A": made.sound(noise(1, 1))}, 44_100, 1))


def test_another_speed_goes_on_at_the_same_place_of_the_file() -> None:
    sound = made.sound(tone(300, 4))
    normal, slow = (prepare_deck({"A": sound}, RATE, 1, speed=speed) for speed in (1.0, 0.5))
    on = playing(normal, 1.0)
    on.swap(slow)
    before_s = on.position_s
    assert before_s == pytest.approx(1.0 + FADE_S)
    out = heard(on, RATE)
    assert on.position_s == pytest.approx(before_s + 0.5, abs=1e-4)
    assert on.duration_s == pytest.approx(4.0, abs=1e-4)
    assert largest_step(out) < 1.2 * largest_step(sound.mono)
    spectrum = np.abs(np.fft.rfft(out[FADE:] * np.hanning(RATE - FADE)))
    assert spectrum.argmax() * RATE / (RATE - FADE) == pytest.approx(150, abs=2)
    on.set_loop(2.0, 2.5)
    heard(on, 2 * RATE)
    assert 2.0 <= on.position_s < 2.5


def test_loading_another_pair_begins_paused_at_its_start_and_fades_the_last_one() -> None:
    a = tone(200, 1)
    on = playing(made.deck(a), 0.5)
    on.set_loop(0.4, 0.7)
    on.load(made.deck(noise(0.5, 3), noise(0.5, 4)), "B")
    assert (on.source, on.playing, on.position_s, on.loop, on.duration_s) == ("B", False, 0.0, None, 0.5)
    out = heard(on, 2 * FADE)
    assert largest_step(out) < 1.2 * largest_step(a)
    assert not out[FADE:].any()


# ---- blocks ----


@given(COMMANDS, st.lists(st.integers(2, 1500), min_size=1, max_size=40))
def test_whatever_is_asked_blocks_of_any_size_are_finite_within_full_scale_and_without_clicks(
    commands: list[tuple[int, str]], sizes: list[int]
) -> None:
    a, b = tone(150, 0.4, 0.7), tone(210, 0.4, 0.7)
    on = playing(made.deck(a, b, "B"))
    blocks = []
    for number, size in enumerate(sizes):
        for at, command in commands:
            if at == number:
                obey(on, command, None)
        blocks.append(on.render(size))
        assert 0 <= on.position_s <= 0.4
    out = made.joined(blocks)
    assert out.shape == (sum(sizes),)
    assert np.isfinite(out).all()
    assert np.abs(out).max() <= 1
    assert largest_step(out) < 0.08  # the tones' own: 0.02, also at their ends


def test_the_size_of_blocks_does_not_change_what_is_heard() -> None:
    streams = []
    for block_frames in (1, 37, 480, 4800):
        on = playing(made.deck(noise(0.5, 1), noise(0.5, 2)))
        on.set_loop(0.05, 0.15)
        on.select("B")
        streams.append(heard(on, 4800, block_frames=block_frames).tobytes())
        on.seek(0.12)
        streams[-1] += heard(on, 4800, block_frames=block_frames).tobytes()
    assert len(set(streams)) == 1


def test_stereo_keeps_its_sides_and_mono_comes_out_of_both() -> None:
    left, right, alone = noise(0.2, 1), noise(0.2, 2), noise(0.2, 3)
    deck = prepare_deck({"A": made.sound(np.stack([left, right], axis=1)), "B": made.sound(alone)}, RATE, 2)
    on = playing(deck)
    np.testing.assert_array_equal(on.render(480), np.stack([left, right], axis=1)[FADE : FADE + 480])
    on.select("B")
    on.render(FADE)
    both = on.render(480)
    np.testing.assert_array_equal(both[:, 0], alone[2 * FADE + 480 : 2 * FADE + 960])
    np.testing.assert_array_equal(both[:, 0], both[:, 1])


def test_fifty_pairs_leave_no_memory_behind() -> None:
    pair: dict[Letter, Sound] = {"A": made.sound(noise(1.0, 1)), "B": made.sound(noise(1.0, 2))}
    on = Player(RATE, 2)

    def hear() -> None:
        on.load(prepare_deck(pair, RATE, 2, speed=0.8))
        on.play()
        on.render(4800)
        on.select("B")
        on.render(4800)

    hear()
    tracemalloc.start()
    try:
        hear()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            hear()
        after, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 50_000  # one pair takes 480,000 bytes
    assert most - before < 5_000_000


def test_commands_of_one_thread_never_disturb_the_blocks_of_another() -> None:
    a, b = tone(150, 1), tone(210, 1)
    on = playing(made.deck(a, b, "A"))
    on.set_loop(0.1, 0.9)
    stop = threading.Event()
    blocks: list[FloatArray] = []
    failed: list[BaseException] = []

    def draw() -> None:
        try:
            while not stop.is_set() and len(blocks) < 20_000:
                blocks.append(on.render(240))
        except BaseException as error:  # noqa: BLE001 - the test says what it was
            failed.append(error)

    drawing = threading.Thread(target=draw)
    drawing.start()
    sources: tuple[Source, ...] = ("A", "B", "X")
    try:
        for number in range(2000):
            on.select(sources[number % 3])
            on.seek(0.1 + number % 70 / 100)
            if number % 5 == 0:
                on.toggle()
            assert 0 <= on.position_s <= 1
    finally:
        stop.set()
        drawing.join()
    assert failed == []
    assert len(blocks) > 10
    out = made.joined(blocks)
    assert np.isfinite(out).all()
    assert largest_step(out) < 0.08
