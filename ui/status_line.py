"""The line at the very bottom: evaluator and provider really used, protocol, mode, when it was last saved."""

from datetime import datetime

from PySide6.QtWidgets import QStatusBar

from genmu_studio.metrics_json import KIND_TITLES
from ui.context import Context
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.tips import tip


class StatusLine(QStatusBar):
    """Shows what the numbers on screen come from."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setContentsMargins(2 * GRID_PX - 2, 0, 2 * GRID_PX - 2, 0)
        self._context = context
        self._is_blind = False
        self._evaluator = label()
        self._badge = label("", "badge")
        self._provider = label("", "muted")
        self._protocol = label("", "muted")
        self._mode = label("", "muted")
        self._said = label()
        self._saved = label("", "muted")
        for widget in (self._evaluator, self._badge, self._provider, self._protocol):
            self.addWidget(widget)
        self.addPermanentWidget(self._said)
        self.addPermanentWidget(self._mode)
        self.addPermanentWidget(self._saved)
        context.project_changed.connect(self._project_changed)
        context.submission_changed.connect(self.refresh)
        context.lens_changed.connect(self.refresh)
        context.look_ready.connect(lambda _: self.refresh())
        context.data_changed.connect(lambda _: self._note_saved())
        self._project_changed()

    def _project_changed(self) -> None:
        self._saved.setText("")
        self._said.setText("")
        self._show_project()
        self.refresh()

    def set_blind(self, on: bool) -> None:
        """Tell only the protocol and when it was saved last, or all again."""
        self._is_blind = on
        self._said.setText("")
        for widget in (self._badge, self._provider, self._mode):
            widget.setText("")
            widget.setToolTip("")
            widget.setVisible(not on)
        self._mode.setText("Label · digits answer")
        self._mode.show()
        self._evaluator.setText("")
        self._evaluator.setToolTip("")
        if not on:
            self._show_project()
            self.refresh()

    def say(self, text: str) -> None:
        """Say what was just done, until something else is saved."""
        self._said.setText(text)

    def _note_saved(self) -> None:
        self._said.setText("")
        self._saved.setText(f"saved {datetime.now().astimezone():%H:%M:%S}")
        self.refresh()

    def _show_project(self) -> None:
        if self._is_blind:
            return
        project = self._context.project
        if project is None:
            for widget in (self._protocol, self._mode):
                widget.setText("")
            return
        protocol = project.protocol
        self._protocol.setText(f"protocol {protocol.name} {protocol.version} · {protocol.digest[:7]}…")
        self._protocol.setToolTip(f"SHA-256 of the protocol: {protocol.digest}")
        self._mode.setText("open for writing" if project.mode == "write" else "read-only")
        self._mode.setToolTip(tip(project.notice))

    def refresh(self) -> None:
        """Show what is looked at, as it is now: with each step of a threshold that moves."""
        if self._is_blind:
            return
        if self._context.project is None:
            for widget in (self._badge, self._provider):
                widget.setText("")
            self._badge.hide()
            self._evaluator.setText("No project is open")
            return
        look = self._context.current_look()
        if look is None:
            self._evaluator.setText("Nothing scored yet" if self._context.knows_look() else "")
            self._badge.hide()
            self._provider.setText("")
            return
        evaluator = look.evaluator
        self._evaluator.setText(f"Evaluator {evaluator.name} {evaluator.version}")
        self._evaluator.setToolTip(tip(f"weights {evaluator.weights_sha256 or 'none'}; licence {evaluator.licence}"))
        self._badge.setText("official" if evaluator.official else KIND_TITLES[evaluator.kind])
        self._badge.show()
        self._provider.setText(", ".join(look.base.built.providers))
