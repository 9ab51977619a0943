"""What can run here: each evaluator, its kind, licence and source, and how to get what is missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from genmu_studio.installing import install_light
from genmu_studio.inventory import EvaluatorState, list_evaluators
from genmu_studio.jobs import Cancellation, Progress
from scoring.model_files import missing_light_files, weights_folder
from ui.dialogs.dialog import Dialog, push_button
from ui.jobs import Ended
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label, restyle

SIZE = QSize(820, 640)
States = tuple[list[EvaluatorState], bool]


class EvaluatorsDialog(Dialog):
    """Lists the evaluators and installs the light weights."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "Evaluators", SIZE)
        self._said = label("Looking for packages and weights…", "muted")
        self._said.setWordWrap(True)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, GRID_PX, 0)
        self._list.setSpacing(GRID_PX + 4)
        self._list.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._list)
        self._scrolled = QScrollArea()
        self._scrolled.setWidgetResizable(True)
        self._scrolled.setWidget(inside)
        self._scrolled.setAccessibleName("Evaluators")
        self._scrolled.setToolTip("The evaluators that the program knows")
        folder = selectable(str(weights_folder()))
        folder.setAccessibleName("Folder of the weights")
        folder.setToolTip("Weights are looked for here")
        folder_row = QHBoxLayout()
        folder_row.addWidget(label("Weights are in", "muted"))
        folder_row.addWidget(folder, 1)
        folder_row.addWidget(_copy_button("Copy", "the folder's path", str(weights_folder())))
        self.body.addWidget(self._said)
        self.body.addWidget(self._scrolled, 1)
        self.body.addLayout(folder_row)
        self.install = push_button(
            "Install light weights", "Fetch the light stand-ins' weights (about 115 MB) into that folder", self._install
        )
        self.install.setEnabled(False)
        self._look_again = push_button("Look again", "Look for packages and weights again", self.refresh)
        self.add_foot(self.install, self._look_again, self.close_button())
        self.refresh()

    @property
    def said(self) -> str:
        """What the line at the top says."""
        return self._said.text()

    def refresh(self) -> None:
        """Look for packages and weights, off the GUI thread: weights are hashed."""
        project = self.studio.context.project
        protocol = None if project is None else project.protocol

        def look() -> States:
            return list_evaluators(protocol), bool(missing_light_files())

        self._look_again.setEnabled(False)
        self.ask(look, self._show)

    def _show(self, states: States) -> None:
        listed, light_is_missing = states
        while self._list.count() > 1:
            taken = self._list.takeAt(0)
            card = taken.widget() if taken is not None else None
            if card is not None:
                card.deleteLater()
        for place, state in enumerate(listed):
            self._list.insertWidget(place, _card(state))
        usable = sum(state.available for state in listed)
        self._say(f"{usable} of {len(listed)} evaluators can run here.", "muted")
        self._look_again.setEnabled(True)
        self.install.setEnabled(light_is_missing)
        if not light_is_missing:
            self.install.setToolTip("The light stand-ins' weights are there")

    def _say(self, text: str, role: str) -> None:
        self._said.setText(text)
        restyle(self._said, role)

    def _install(self) -> None:
        window = self.studio

        def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> object:
            return install_light(lambda text: on_progress(Progress(text)))

        def ended(end: Ended) -> None:
            if end.ending == "finished":
                window.notices.show_notice(Notice("info", f"The light weights are in {end.value}."))
            if isValid(self):
                self._installed(end)

        self.install.setEnabled(False)
        self._say("Installing the light weights…", "muted")
        job = window.jobs.run("Installing light weights", work, ended)
        job.progressed.connect(self._show_progress)

    def _show_progress(self, progress: Progress) -> None:
        self._say(f"{progress.phase[:1].upper()}{progress.phase[1:]}…", "muted")

    def _installed(self, ended: Ended) -> None:
        self.say_error(ended.error)
        if ended.error is None:
            self.refresh()
        else:
            self._say("The light weights were not installed.", "bad")
            self.install.setEnabled(True)


def _card(state: EvaluatorState) -> Card:
    info = state.info
    card = Card()
    card.setAccessibleName(f"{info.name}: {'available' if state.available else 'missing'}")
    card.setProperty("evaluator", info.name)
    head = QHBoxLayout()
    head.setSpacing(GRID_PX + 4)
    title = label(info.title)
    title.setStyleSheet("font-weight: 600;")
    head.addWidget(title)
    head.addWidget(label(state.kind, "key" if state.kind == "official" else "badge"))
    head.addStretch(1)
    head.addWidget(label("● available", "good") if state.available else label("▲ missing", "warning"))
    card.body.addLayout(head)
    facts = [f"{info.name} {info.version}", f"{info.track} track", f"licence: {info.licence or 'none stated'}"]
    card.body.addWidget(_wrapped(label("  ·  ".join(facts), "muted")))
    source = selectable(info.source)
    source.setAccessibleName(f"Source of {info.name}")
    card.body.addWidget(source)
    if state.weights_sha256:
        weights = selectable(f"weights {state.weights_sha256}")
        weights.setAccessibleName(f"Hash of the weights of {info.name}")
        restyle(weights, "muted")
        card.body.addWidget(weights)
    if not state.available:
        card.body.addWidget(_wrapped(label(state.problem, "warning")))
        if state.how:
            row = QHBoxLayout()
            how = selectable(state.how)
            how.setAccessibleName(f"How to get {info.name}")
            row.addWidget(how, 1)
            row.addWidget(_copy_button("Copy", f"how to get {info.name}", state.how), 0, Qt.AlignmentFlag.AlignTop)
            card.body.addLayout(row)
    return card


def _wrapped(made: QLabel) -> QLabel:
    made.setWordWrap(True)
    return made


def selectable(text: str) -> QLabel:
    """Return a wrapped label whose text can be selected by mouse and keyboard."""
    made = _wrapped(label(text))
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    made.setToolTip("Can be selected and copied")
    return made


def _copy_button(text: str, what: str, content: str) -> QWidget:
    button = push_button(text, f"Copy {what}", partial(_copy, content))
    button.setAccessibleName(f"Copy {what}")
    return button


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
