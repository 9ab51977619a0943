"""The lens that the window looks through, as it is set by hand: it moves, and then it rests."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.view import View

REST_MS = 120


class LensSetting(QObject):
    """What the lens was set to; the protocol's own where nothing was.

    `rested` : it changed, some time ago: now it is worth while to compute figures.
    """

    changed = Signal()
    rested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view = View()
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self.rested)

    @property
    def view(self) -> View:
        """What it is set to."""
        return self._view

    @property
    def is_moving(self) -> bool:
        """Whether it has changed a moment ago."""
        return self._resting.isActive()

    def begin(self) -> None:
        """Be the protocol's own, for another project; nobody is told."""
        self._view = View()

    def change(self, **changes: str | None) -> None:
        """Change some of it; None = as the protocol has it."""
        self._set(replace(self._view, **changes))  # type: ignore[arg-type]  # names are View's own

    def reset(self) -> None:
        """Be the protocol's own again."""
        self._set(View())

    def _set(self, view: View) -> None:
        if view != self._view:
            self._view = view
            self._resting.start()
            self.changed.emit()
