"""The walls of the house, tried in fresh processes: what is importable without Qt, and what stays unloaded.

import-linter reads the imports; here they happen.
"""

import os
import subprocess
import sys
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
QT = ("PySide6", "shiboken6", "pyqtgraph", "superqt", "qtawesome", "qtpy")

IMPORT_EVERY_MODULE = """
import importlib, pkgutil, sys

def import_every_module(name):
    package = importlib.import_module(name)
    found = [name]
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
            found.append(module.name)
    return found
"""
WITHOUT_QT = f"""
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {QT!r}:
            raise ImportError(name + " is not installed")

sys.meta_path.insert(0, NoQt())
"""
LOADED = "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"


def python(code: str, *, cwd: Path = CHECKOUT, path: Path | None = None) -> str:
    """Run `code` in a fresh interpreter; return what it printed. path : where packages are looked for first."""
    environment = dict(os.environ)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def top_level_loaded(code: str) -> set[str]:
    """Return the top-level packages that are loaded after `code`; what `code` prints itself does not count."""
    return set(python("import sys\n" + code + LOADED).splitlines()[-1].split())


def heavy_libraries() -> set[str]:
    """Return the libraries that ruff bans at module level."""
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    return set(settings["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-module-level-imports"])


@pytest.mark.parametrize("package", ["scoring", "genmu_studio"])
def test_every_module_imports_without_qt_installed(package: str) -> None:
    found = python(WITHOUT_QT + IMPORT_EVERY_MODULE + f"print(*import_every_module({package!r}))").split()
    assert len(found) > 5


def test_qt_really_was_out_of_reach() -> None:
    tried = WITHOUT_QT + "\ntry:\n    import PySide6.QtCore\nexcept ImportError as error:\n    print(error)"
    assert python(tried).strip() == "PySide6 is not installed"


def test_listing_evaluators_and_metrics_loads_no_heavy_library() -> None:
    listed = "from scoring.registry import evaluators, metrics\nassert evaluators() and metrics()\n"
    assert not top_level_loaded(listed) & (heavy_libraries() | set(QT))


COMMANDS = [
    "--help",
    "evaluators --help",
    "metrics --help",
    "score --help",
    "report --help",
    "compare --help",
    "open --help",
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_help_of_the_command_line_loads_no_model_and_no_window(arguments: str) -> None:
    code = f"""
from genmu_studio.cli import main
sys.argv = ["genmu", *{arguments.split()!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""
    assert not top_level_loaded(code) & (heavy_libraries() | set(QT))


def worker_modules(main_file: Path) -> set[str]:
    """Return what a spawned worker has loaded that knows every evaluator, and whose parent runs `main_file` with Qt."""
    code = f"""
import sys
import PySide6.QtCore
import __main__
__main__.__file__ = {str(main_file)!r}  # what a spawned worker imports again
from genmu_studio.executors import ExecutorChoice

lanes = ExecutorChoice.parse("processes:1").open()
try:
    lanes.submit(exec, "from scoring.registry import evaluators; evaluators()").result(timeout=120)
    print(lanes.submit(eval, "' '.join(__import__('sys').modules)").result(timeout=120))
finally:
    lanes.close()
"""
    return set(python(code).split())


def test_a_worker_of_the_window_holds_no_qt() -> None:
    loaded = worker_modules(CHECKOUT / "main.py")
    assert "scoring.evaluators.face_sface" in loaded
    assert "__mp_main__" in loaded, "the worker did not import main.py again, so this test proves nothing"
    assert not {name.partition(".")[0] for name in loaded} & set(QT)


def test_resources_are_read_from_the_checkout() -> None:
    assert (files("resources") / "protocols" / "genmu-2.0.toml").is_file()
    assert (files("resources") / "weights.lock").is_file()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(folder),
        str(CHECKOUT),
    ]
    subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True, timeout=300)
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {
        "genmu_studio",
        "resources",
        "scoring",
        "ui",
    }
    assert "resources/weights.lock" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {f"{package}/py.typed" for package in ("genmu_studio", "scoring", "ui")} <= set(names)


def test_an_installed_wheel_reads_its_own_protocol(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    code = """
import genmu_studio, resources
from genmu_studio.protocol import load_protocol
print(genmu_studio.__file__, resources.__file__, sep="\\n")
print(load_protocol().digest)
"""
    core, data, digest = python(code, cwd=tmp_path, path=site).split("\n")[:3]
    assert Path(core).is_relative_to(site)
    assert Path(data).is_relative_to(site)
    here = python("from genmu_studio.protocol import load_protocol\nprint(load_protocol().digest)").strip()
    assert digest == here
