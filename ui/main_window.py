"""The window: one leaderboard per track of the open project."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from genmu_studio.leaderboard_table import COLUMNS, NUMBER_COLUMNS, board_cells
from genmu_studio.project import Project
from scoring.errors import UserError
from scoring.types import Track


class MainWindow(QMainWindow):
    """Shows the project it was given; another one can be opened, which closes those that this window opened."""

    def __init__(self, project: Project | None) -> None:
        super().__init__()
        self._opened: Project | None = None
        self.setWindowTitle("Genmu Studio")
        self.resize(1100, 700)
        self._open_action = QAction("&Open project…", self)
        self._open_action.setShortcut(QKeySequence.StandardKey.Open)
        self._open_action.triggered.connect(self._choose_project)
        quit_action = QAction("&Quit", self)
        quit_action.setShortcut(QKeySequence.StandardKey.Quit)
        quit_action.triggered.connect(self.close)
        menu = self.menuBar().addMenu("&File")
        menu.addActions([self._open_action, quit_action])
        self._status = QLabel()
        self._status.setTextFormat(Qt.TextFormat.PlainText)
        self.statusBar().addWidget(self._status)
        self.show_project(project)

    def show_project(self, project: Project | None) -> None:
        """Show `project`, or what to do where there is none."""
        if project is None:
            self.setCentralWidget(self._empty())
            self._status.setText("No project is open")
            return
        self.setWindowTitle(f"{project.name} – Genmu Studio")
        tabs = QTabWidget()
        tabs.setAccessibleName("Leaderboards by track")
        for track in ("face", "speech"):
            tabs.addTab(_leaderboard(project, track), track.title())
        self.setCentralWidget(tabs)
        protocol = project.protocol
        mode = project.notice or "open for writing"
        self._status.setText(f"protocol {protocol.name} {protocol.version} ({protocol.digest[:12]})  ·  {mode}")

    def _empty(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addWidget(QLabel("No project is open. The command “genmu demo DIR” makes one to look at."))
        button = QPushButton("Open project…")
        button.setToolTip("Open a project folder (Ctrl+O)")
        button.clicked.connect(self._choose_project)
        layout.addWidget(button)
        return page

    def _choose_project(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Open a project folder (….genmu)")
        if folder:
            self.open_folder(Path(folder))

    def open_folder(self, folder: Path) -> None:
        """Open the project at `folder`; what is wrong with it is said in a message box."""
        try:
            project = Project.open(folder)
        except UserError as error:
            message = QMessageBox(QMessageBox.Icon.Warning, "Genmu Studio", error.message, parent=self)
            message.setTextFormat(Qt.TextFormat.PlainText)
            message.setInformativeText(error.hint)
            message.open()
            return
        self.show_project(project)
        if self._opened is not None:
            self._opened.close()
        self._opened = project

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the project that this window opened."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None
        super().closeEvent(event)


def _leaderboard(project: Project, track: Track) -> QWidget:
    rows = project.leaderboard(track)
    if not rows:
        label = QLabel(f"No submission of the {track} track yet. “genmu import PROJECT SUBMISSION” takes one in.")
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return label
    table = QTableWidget(len(rows), len(COLUMNS))
    table.setAccessibleName(f"Leaderboard of the {track} track")
    table.setHorizontalHeaderLabels(list(COLUMNS))
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    for number, row in enumerate(rows):
        for column, text in enumerate(board_cells(row)):
            item = QTableWidgetItem(text)
            if COLUMNS[column] in NUMBER_COLUMNS:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if row.rank is None:
                item.setForeground(table.palette().placeholderText())
            table.setItem(number, column, item)
    table.resizeColumnsToContents()
    return table
