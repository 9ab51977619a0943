"""How long tests of the window wait for something: until it is there, or so long that it never comes."""

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

# What starts a process takes a second on a quiet machine, and a minute beside other work: only what hangs shall fail.
PATIENCE_MS = 120_000


class PatientBot(QtBot):
    """Waits longer than a test asks for where the machine is busy; a condition that holds is never waited for."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitSignal(self, signal: Any, *, timeout: int = 0, **how: Any) -> Any:
        # Whether a signal is not emitted (`assertNotEmitted`) is asked for as long as the test says.
        patience = PATIENCE_MS if how.get("raising", True) else 0
        return super().waitSignal(signal, timeout=max(timeout, patience), **how)

    def waitSignals(self, signals: list[Any], *, timeout: int = 0, **how: Any) -> Any:
        return super().waitSignals(signals, timeout=max(timeout, PATIENCE_MS), **how)

    def waitExposed(self, widget: Any, *, timeout: int = 0) -> Any:
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE_MS))
