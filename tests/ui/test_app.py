"""Starting the window: what is loaded, what is said without a display, and a project shown and closed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.conftest import scored_folder, unscored_folder
from ui import app

__all__ = ["scored_folder", "unscored_folder"]


def test_importing_the_start_of_the_window_loads_no_qt_and_no_torch() -> None:
    code = "import sys, ui.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & {"PySide6", "torch", "onnxruntime"}


@pytest.mark.parametrize(("arguments", "code"), [(["a", "b"], 2), (["--colour"], 2), (["--help"], 0)])
def test_usage(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        app.main(arguments)
    assert ended.value.code == code
    shown = capsys.readouterr()
    assert "usage: genmu-studio" in (shown.err if code else shown.out)


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert app.main([]) == 1
    assert "no display" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["missing", "empty"])
def test_a_project_that_is_none(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert app.main([str(tmp_path / what)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("genmu-studio: ")


def test_a_project_is_shown_and_closed_with_the_window(scored_folder: Path, tmp_path: Path) -> None:
    """In a process of its own, as a user starts it; the window is closed by an event of the event loop."""
    code = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication

application = QApplication(sys.argv[:1])

def look():
    (window,) = [each for each in application.topLevelWidgets() if each.isVisible() and each.isWindow()]
    tables = window.findChildren(QAbstractItemView)
    rows = [table.model() for table in tables if table.model() is not None]
    texts = {
        str(model.index(row, column).data())
        for model in rows for row in range(model.rowCount()) for column in range(model.columnCount())
    }
    print(window.windowTitle())
    print("Example Lab" in texts, any("50.00" in text for text in texts))
    window.close()

QTimer.singleShot(0, look)
from ui.app import main
sys.exit(main([sys.argv[1]]))
"""
    project = shutil.copytree(scored_folder, tmp_path / "project.genmu")
    done = subprocess.run(
        [sys.executable, "-c", code, str(project)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if line != "This plugin does not support propagateSizeHints()"]
    assert not said
    title, shown = done.stdout.splitlines()
    assert "project" in title
    assert shown == "True True"
    assert not (project / "lock").exists(), "the project is closed"
