"""Start the window: `main([PROJECT|SUBMISSION|PACK.zip])`.

Nothing of Qt is imported at module level: spawned workers import it.
"""

import gc
import os
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

EXIT_USER_ERROR = 1
EXIT_WRONG_USAGE = 2
USAGE = "usage: genmu-studio [PROJECT|SUBMISSION…|PACK.zip]\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, with the project, submissions or blind pack named; return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if any(each in {"-h", "--help"} for each in given):
        sys.stdout.write(USAGE)
        return 0
    if any(each.startswith("-") for each in given):
        sys.stderr.write(USAGE)
        return EXIT_WRONG_USAGE
    missing = [each for each in given if not Path(each).exists()]
    if missing:
        sys.stderr.write(f"genmu-studio: there is nothing at {missing[0]}\n")
        return EXIT_USER_ERROR
    if not has_display():
        sys.stderr.write(
            "genmu-studio: there is no display to open a window on\n  genmu --help: the same without one\n"
        )
        return EXIT_USER_ERROR
    # Modules and widgets are made to stay: looking through them for garbage would take a twelfth of the start.
    gc.disable()
    paths = [Path(each) for each in given]
    if len(paths) == 1 and is_for_an_annotator(paths[0]):
        from ui.run_pack import run_pack  # noqa: PLC0415 - see the top of the module

        return run_pack(paths[0])
    from ui.run import run  # noqa: PLC0415 - see the top of the module

    return run(paths)


def is_for_an_annotator(path: Path) -> bool:
    """Whether a file is a blind pack, or a .zip that cannot be read as one: more likely a pack that came in part.

    A pack has a window of its own, from which nothing else can be reached.
    """
    if path.suffix.lower() != ".zip" or not path.is_file():
        return False
    from genmu_studio.labelling.packs import is_pack  # noqa: PLC0415 - see the top of the module

    return is_pack(path) or not zipfile.is_zipfile(path)


def has_display() -> bool:
    """Whether Qt would find a screen: without one it ends the whole process with an abort."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "vnc")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
