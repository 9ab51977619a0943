"""A program of the tests: `ui.app.main` with a pack, and a person who answers by keys until it is finished or killed.

Arguments: the pack, how many answers the person gives, and what may not be imported: a file of names, one a line. Each
answer is told, with its place and key, when the desk shows it as saved.
"""

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

refused: set[str] = set()
tried: set[str] = set()


class Refusing(importlib.abc.MetaPathFinder):
    """Finds nothing, and refuses the packages that are not to be there."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Refuse a package as if it were not installed."""
        name = fullname.partition(".")[0]
        if name in refused:
            tried.add(name)
            raise ModuleNotFoundError(f"{name} is not of the core", name=name)
        return None


def main(pack: str, most: int, names: str = "") -> int:
    """Run the program; return its exit status."""
    at_start = {name.partition(".")[0] for name in sys.modules}
    if names:
        refused.update(Path(names).read_text(encoding="utf-8").split())
        sys.meta_path.insert(0, Refusing())
    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    person = Person(application, most)
    from ui.app import main as run_program

    status = run_program([pack])
    loaded = {name.partition(".")[0] for name in sys.modules} - at_start
    say(f"ended {status} {len(loaded & refused)} {person.told}")
    say("tried " + " ".join(sorted(tried)))
    say("heavy " + " ".join(sorted(loaded & HEAVY)))
    return status


HEAVY = {"torch", "transformers", "insightface", "speechbrain", "onnxruntime", "cv2", "sklearn", "pyarrow", "scipy"}


def say(words: str) -> None:
    """Tell the test."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


class Person:
    """Looks at the window again and again, and presses the next key when what the last one did is to be seen."""

    def __init__(self, application: object, most: int) -> None:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        assert isinstance(application, QApplication)
        self._application, self._most = application, most
        self._pressed: tuple[int, str, int] | None = None  # place, key, how many were finished before
        self.told = 0
        self._timer = QTimer(application)
        self._timer.timeout.connect(self.look)
        self._timer.start(1)

    def look(self) -> None:
        """Do the next thing that can be done."""
        from ui.studio_window import open_windows

        windows = open_windows()
        if not windows:
            return
        from ui.pack_window import PackWindow

        (window,) = windows
        assert isinstance(window, PackWindow), window
        session = window.desk.session
        if window.screens.currentWidget() is window.failure:
            say(f"failed {window.failure.told}")
            window.close()
        elif not window.isActiveWindow():
            window.activateWindow()
        elif session is not None and not session.pen.is_busy:
            if session.screen == "instructions":
                self._press("\r")
            elif session.screen == "item" and not session.is_seen:
                return
            elif self._pressed is not None:
                self._tell(session.finished, window.desk.pacing.saved)
            elif session.screen == "finished" or self.told == self._most:
                self._timer.stop()
                window.close()
            elif session.screen == "item":
                key = "12"[session.place % 2]
                self._pressed = (session.place, key, session.finished)
                self._press(key)

    def _tell(self, finished: int, saved: str) -> None:
        assert self._pressed is not None
        place, key, before = self._pressed
        if finished == before + 1 and saved.startswith("saved "):
            self._pressed = None
            self.told += 1
            say(f"{place} {key}")

    def _press(self, keys: str) -> None:
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QApplication

        focused = QApplication.focusWidget()
        if focused is not None:
            QTest.keyClicks(focused, keys)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
