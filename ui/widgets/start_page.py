"""What is shown while no project is open: recent projects, a new one, another one, the demo."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.demo_job import ask_for_demo
from ui.theme import GRID_PX
from ui.widgets.action_button import ActionButton
from ui.widgets.basics import Card, label
from ui.widgets.tips import tip

if TYPE_CHECKING:
    from ui.main_window import MainWindow

_MOST_SHOWN = 6
_WIDTH_PX = 560


class StartPage(QWidget):
    """The first thing a person sees."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self._shown: tuple[Path, ...] = ()
        title = label("Which project?")
        title.setStyleSheet("font-size: 22px; font-weight: 600;")
        about = label(
            "A project holds the submissions of an evaluation, their references, and everything measured of them.",
            "muted",
        )
        about.setWordWrap(True)
        self._recent = Card("Recent projects")
        self._recent_rows = QVBoxLayout()
        self._recent_rows.setSpacing(GRID_PX // 2)
        self._recent.body.addLayout(self._recent_rows)
        middle = QWidget()
        middle.setFixedWidth(_WIDTH_PX)
        column = QVBoxLayout(middle)
        column.setSpacing(2 * GRID_PX)
        column.addStretch(1)
        for widget in (title, about, self._buttons(), self._recent):
            column.addWidget(widget)
        column.addStretch(2)
        beside = QHBoxLayout(self)
        beside.addWidget(middle)

    def _buttons(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID_PX)
        layout.addWidget(ActionButton(self._window.table["new_project"], primary=True))
        layout.addWidget(ActionButton(self._window.table["open_project"]))
        self._demo = QPushButton("Make the demo…")
        self._demo.setAccessibleName("Make the demo project")
        self._demo.setToolTip("Build example submissions on this machine and score them; about a minute")
        self._demo.clicked.connect(partial(ask_for_demo, self._window))
        self._window.jobs.started.connect(self._follow_jobs)
        self._window.jobs.ended.connect(self._follow_jobs)
        layout.addWidget(self._demo)
        layout.addStretch(1)
        return row

    def _follow_jobs(self) -> None:
        self._demo.setEnabled(self._window.jobs.current is None)

    def refresh(self) -> None:
        """Show the projects that were open last."""
        folders = tuple(self._window.memory.recent_projects[:_MOST_SHOWN])
        self._recent.setVisible(bool(folders))
        if folders == self._shown:
            return
        self._shown = folders
        while (item := self._recent_rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for folder in folders:
            self._recent_rows.addWidget(self._row(folder))

    def _row(self, folder: Path) -> QPushButton:
        button = QPushButton(f"{folder.name}   {folder.parent}".replace("&", "&&"))
        button.setStyleSheet("text-align: left;")
        button.setAccessibleName(f"Open {folder.name}")
        button.setToolTip(tip(f"Open {folder}"))
        button.clicked.connect(partial(self._open, folder))
        return button

    def _open(self, folder: Path) -> None:
        self._window.commands.open(folder)
