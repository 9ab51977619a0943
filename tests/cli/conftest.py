"""The command line run in this process, on copies of the small projects of `tests.core`."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from genmu_studio.cli import main
from tests.cli.ran import Ran
from tests.core.conftest import scored_folder, unscored_folder

__all__ = ["scored_folder", "unscored_folder"]

Genmu = Callable[..., Ran]


@pytest.fixture
def genmu(capfd: pytest.CaptureFixture[str]) -> Genmu:
    """Return a function that runs `genmu` with the arguments given, and what came of it."""

    def run(*arguments: str | Path) -> Ran:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        code = ended.value.code
        assert isinstance(code, int)
        return Ran(code, *capfd.readouterr())

    return run


@pytest.fixture
def scored(scored_folder: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the scored project, closed."""
    return Path(shutil.copytree(scored_folder, tmp_path / "project.genmu"))


@pytest.fixture
def unscored(unscored_folder: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy of the project that is not scored, closed."""
    return Path(shutil.copytree(unscored_folder, tmp_path / "project.genmu"))
