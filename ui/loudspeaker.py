"""The device that is played on: looked for when somebody wants to listen, opened when somebody plays, given back."""

from collections.abc import Callable
from functools import partial
from threading import Lock

from PySide6.QtCore import QObject, Signal

from genmu_studio.playback.output import (
    Device,
    Filling,
    NoSound,
    Output,
    find_devices,
    open_output,
    playable,
)
from genmu_studio.settings import DEFAULT_DEVICE
from ui.questions import Questions


class Loudspeaker(QObject):
    """What is waited for takes place on the thread of `questions`; `changed` says that something is known."""

    changed = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self.wanted = DEFAULT_DEVICE
        self.devices: tuple[Device, ...] = ()
        self.device: Device | None = None
        self.trouble: NoSound | None = None
        self.has_looked = False
        self.output: Output | None = None
        self._opening: _Opening | None = None
        self._look: object = None

    @property
    def is_busy(self) -> bool:
        """Whether a device is looked for or opened."""
        return self._look is not None or self._opening is not None

    def look(self, *, again: bool = False) -> None:
        """Look for devices. again : for what was plugged in since."""
        self.close()
        self._look = token = object()
        self._questions.ask(
            partial(_find, self.wanted, again),
            self._take_devices,
            self._take_error,
            lambda: self._look is token,
        )

    def _take_devices(self, found: tuple[tuple[Device, ...], Device | NoSound]) -> None:
        self._look, self.has_looked = None, True
        self.devices, chosen = found
        self.device = chosen if isinstance(chosen, Device) else None
        self.trouble = chosen if isinstance(chosen, NoSound) else None
        self.changed.emit()

    def _take_error(self, error: BaseException) -> None:
        self._look, self._opening, self.has_looked, self.device = None, None, True, None
        self.trouble = NoSound(f"the sound system failed: {error}", "Look again, or choose another device.")
        self.changed.emit()

    def open(self, player: Filling) -> None:
        """Open the device for a player; `output` holds it when `changed` is told, or `trouble` says why not."""
        if self.device is None or self.is_busy:
            return
        self.close()
        self._opening = opening = _Opening(player, self.device)
        self._questions.ask(
            opening.open, partial(self._take_output, opening), self._take_error, lambda: self._opening is opening
        )

    def _take_output(self, opening: "_Opening", output: Output | NoSound) -> None:
        self._opening = None
        if isinstance(output, NoSound):
            self.trouble = output
        else:
            self.output, self.trouble = output, None
        self.changed.emit()

    def start(self) -> bool:
        """Let the device draw; whether it does."""
        if self.output is None:
            return False
        refusal = self.output.start()
        if refusal is not None:
            self.fail(refusal)
        return refusal is None

    def fail(self, trouble: NoSound) -> None:
        """Give back a device that plays no more, and keep why."""
        self.close()
        self.trouble = trouble
        self.changed.emit()

    def close(self) -> None:
        """Give the device back, also one that is just being opened."""
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.cancel()
        output, self.output = self.output, None
        if output is not None:
            output.close()


class _Opening:
    """A device being opened on another thread; nobody keeps it open who no longer wants it."""

    def __init__(self, player: Filling, device: Device) -> None:
        self._open: Callable[[], Output | NoSound] = partial(open_output, player, device)
        self._lock = Lock()
        self._is_wanted = True
        self._output: Output | NoSound | None = None

    def open(self) -> Output | NoSound:
        """Open it; in the other thread."""
        output = self._open()
        with self._lock:
            self._output = output
        if self._is_cancelled() and isinstance(output, Output):
            output.close()
        return output

    def _is_cancelled(self) -> bool:
        with self._lock:
            return not self._is_wanted

    def cancel(self) -> None:
        """Close it if it is open; else it is closed as soon as it is."""
        with self._lock:
            self._is_wanted = False
            output = self._output
        if isinstance(output, Output):
            output.close()


def _find(wanted: str, again: bool) -> tuple[tuple[Device, ...], Device | NoSound]:
    """Return the devices there are, and the wanted one as it can be played on."""
    devices = find_devices(again=again)
    if isinstance(devices, NoSound):
        return (), devices
    chosen = devices[0] if wanted == DEFAULT_DEVICE else next((each for each in devices if each.name == wanted), None)
    if chosen is None:
        return devices, NoSound(f"the device {wanted} is not there", "Plug it in and look again, or choose another.")
    return devices, playable(chosen)
