"""The device that a player is heard on, through PortAudio; where there is none, the reason and what to do about it.

Nothing here raises for what a machine lacks: no library, no device, a busy one, one that is unplugged while it plays.
Everything but sound goes on working. The first call looks for devices, which can take a second: not in the thread of
the window.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from scoring.types import FloatArray

# Asked for between a block and its being heard: short enough for A/B, long enough for a busy machine.
LATENCY_S = 0.05
_FALLBACK_RATES = (48_000, 44_100)
# Of a player where there is no device: it can still be written into a file.
USUAL_RATE, USUAL_CHANNELS = 48_000, 2
# A device that takes no block for so long is gone: some drivers do not say so.
STALLED_S = 2.0

_INSTALL = "Install it (Debian, Ubuntu: apt install libportaudio2) and start again. Everything but sound works without."
_CHOOSE = "Choose another device, or plug this one in and look again."
_BUSY = "Close the other program, or choose another device."
# PortAudio's numbers (PaErrorCode in portaudio.h).
_REASONS = {
    -9985: ("{} is in use by another program", _BUSY),
    -9986: ("{} has too little memory for its buffers", _BUSY),
    -9996: ("{} is no longer there", _CHOOSE),
    -9997: ("{} does not take this sample rate", "Choose another device."),
    -9998: ("{} does not take this number of channels", "Choose another device."),
}


@dataclass(frozen=True, slots=True)
class NoSound:
    """Why nothing is heard, and what to do about it: a sentence each."""

    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Device:
    """An output of this machine. host : the system it belongs to ("ALSA"). rate : its own, Hz. channels : 1 or 2."""

    index: int
    name: str
    host: str
    rate: int
    channels: int
    is_default: bool


class Filling(Protocol):
    """What an output draws its blocks from: a `Player`."""

    rate: int
    channels: int

    def fill(self, block: FloatArray) -> None:
        """Write the next values into `block` (frames, channels)."""
        ...


def find_devices(*, again: bool = False) -> tuple[Device, ...] | NoSound:
    """Return the outputs of this machine, the default one first.

    again : look for what was plugged in since; no output may be open meanwhile.
    """
    library = _library()
    if isinstance(library, NoSound):
        return library
    try:
        if again:
            library._terminate()
            library._initialize()
        hosts = [str(host["name"]) for host in library.query_hostapis()]
        chosen = library.default.device[1]
        found = [
            Device(
                int(each["index"]),
                str(each["name"]),
                hosts[each["hostapi"]],
                round(each["default_samplerate"]),
                min(2, int(each["max_output_channels"])),
                each["index"] == chosen,
            )
            for each in library.query_devices()
            if each["max_output_channels"] > 0
        ]
    except library.PortAudioError as error:
        return _said(error, "the sound system")
    if not found:
        return NoSound("this machine has no sound output", "Plug in headphones or speakers, and look again.")
    return tuple(sorted(found, key=lambda device: not device.is_default))


def playable(device: Device) -> Device | NoSound:
    """Return `device` with a rate and channels that it takes: its own, else usual ones; or why there are none."""
    library = _library()
    if isinstance(library, NoSound):
        return library
    refused = NoSound(f"{device.name} takes no sound", _CHOOSE)
    for channels in (device.channels, 3 - device.channels):
        for rate in (device.rate, *_FALLBACK_RATES):
            try:
                library.check_output_settings(device.index, channels, "float32", None, rate)
            except library.PortAudioError as error:
                refused = _said(error, device.name)
            else:
                return replace(device, rate=rate, channels=channels)
    return refused


def open_output(player: Filling, device: Device) -> "Output | NoSound":
    """Return an output of `player` on `device`, at the player's rate and channels, not started; or why not."""
    library = _library()
    if isinstance(library, NoSound):
        return library
    try:
        return Output(library, player, device)
    except library.PortAudioError as error:
        return _said(error, device.name)


class Output:
    """One stream to one device; `open_output` makes it. Commands: one thread. `close` it before another is opened."""

    def __init__(
        self, library: Any, player: Filling, device: Device, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.device = device
        self._library = library
        self._player = player
        self._clock = clock
        self._is_wanted = False
        self._is_finished = False
        self._drawn_at_s = 0.0
        self._fault = ""
        self._gaps = 0
        self._stream = library.OutputStream(
            samplerate=player.rate,
            device=device.index,
            channels=player.channels,
            dtype="float32",
            latency=LATENCY_S,
            callback=self._draw,
            finished_callback=self._finish,
        )

    @property
    def latency_s(self) -> float:
        """How long after it was drawn a block is heard."""
        return float(self._stream.latency)

    @property
    def gaps(self) -> int:
        """How often the device had to wait for a block."""
        return self._gaps

    @property
    def trouble(self) -> NoSound | None:
        """Why nothing is heard any more although it was started; None while all is well. Ask while it plays."""
        if not self._is_wanted:
            return None
        if self._fault:
            return NoSound(f"playback failed: {self._fault}", "Open the pair again.")
        if self._is_finished or self._clock() - self._drawn_at_s > STALLED_S:
            return NoSound(f"{self.device.name} takes no more sound", _CHOOSE)
        return None

    def start(self) -> NoSound | None:
        """Begin to draw blocks; return why not, where the device refuses."""
        try:
            if self._stream.active:
                self._is_wanted = True
                return None
            if not self._stream.stopped:
                self._stream.abort()  # one that ended by itself must be stopped before it starts again
            self._fault, self._is_finished, self._drawn_at_s = "", False, self._clock()
            self._stream.start()
        except self._library.PortAudioError as error:
            return _said(error, self.device.name)
        self._is_wanted = True
        return None

    def stop(self) -> None:
        """Draw no more blocks until it is started again; pause the player before, or it stops within a sound."""
        self._is_wanted = False
        self._stream.abort()

    def close(self) -> None:
        """Give the device back."""
        self._is_wanted = False
        self._stream.abort()
        self._stream.close()

    def _draw(self, block: FloatArray, _frames: int, _time: object, status: Any) -> None:
        """Fill a block; called by PortAudio's thread, into which no exception may escape."""
        try:
            self._drawn_at_s = self._clock()
            self._gaps += bool(status.output_underflow)
            self._player.fill(block)
        except Exception as error:  # noqa: BLE001 - the thread belongs to the sound system
            block.fill(0)
            self._fault = f"{type(error).__name__}: {error}"

    def _finish(self) -> None:
        """Note that the stream ended, by itself or by `stop`; called by PortAudio's thread."""
        self._is_finished = True


def _library() -> Any:
    """Return the module sounddevice, or NoSound: it raises OSError where PortAudio itself is missing."""
    try:
        import sounddevice
    except ImportError:
        return NoSound("the package sounddevice is not installed", "Type: pip install sounddevice")
    except OSError as error:
        return NoSound(f"the sound library PortAudio is missing ({error})", _INSTALL)
    except Exception as error:  # noqa: BLE001 - PortAudioError, which cannot be named before the import succeeds
        return NoSound(f"the sound system does not start: {error}", "Is another program in the way? Then start again.")
    return sounddevice


def _said(error: Exception, name: str) -> NoSound:
    number = int(error.args[1]) if len(error.args) > 1 else 0
    reason, remedy = _REASONS.get(number, ("{} cannot be used: " + str(error), _CHOOSE))
    return NoSound(reason.replace("{}", name), remedy)
