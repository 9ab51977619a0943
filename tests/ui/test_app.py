"""The start of the window costs nothing that spawned workers, which import it again, would pay for."""

import subprocess
import sys


def test_importing_the_start_of_the_window_loads_no_qt_and_no_torch() -> None:
    code = "import sys, ui.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & {"PySide6", "torch", "onnxruntime"}
