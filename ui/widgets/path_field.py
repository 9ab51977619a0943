"""A line for a path with a button that finds it."""

from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from ui.theme import GRID_PX


class PathField(QWidget):
    """Holds one path. kind : what the button looks for. pattern : of files, as a file dialog writes it."""

    changed = Signal()

    def __init__(self, name: str, tip: str, kind: Literal["folder", "file"], pattern: str = "") -> None:
        super().__init__()
        self._name = name
        self._kind = kind
        self._pattern = pattern
        self.line = QLineEdit()
        self.line.setAccessibleName(name)
        self.line.setToolTip(tip)
        self.line.textChanged.connect(self.changed)
        self.button = QPushButton("Browse…")
        self.button.setAccessibleName(f"Browse for {name.lower()}")
        self.button.setToolTip(f"Look for it: {tip[0].lower()}{tip[1:]}")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._browse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID_PX)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.button)
        self.setFocusProxy(self.line)

    @property
    def path(self) -> Path | None:
        """The path, None where nothing is written; `~` is the home folder."""
        text = self.line.text().strip()
        return Path(text).expanduser() if text else None

    def set_path(self, path: Path | str) -> None:
        """Write a path."""
        self.line.setText(str(path))

    def _browse(self) -> None:
        dialog = QFileDialog(self, self._name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._kind == "folder":
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            dialog.setNameFilters([self._pattern, "All files (*)"])
        if self.path is not None:
            dialog.setDirectory(str(self.path if self._kind == "folder" else self.path.parent))
        dialog.fileSelected.connect(self.set_path)
        dialog.open()
