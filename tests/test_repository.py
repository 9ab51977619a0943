"""What the repository promises about itself: contracts, commands, links, names, and documents that run."""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scoring.registry import evaluators
from tools.reference import FOLDER, PAGES

CHECKOUT = Path(__file__).resolve().parents[1]
OWN_PACKAGES = {"genmu_studio", "ui", "scoring", "resources", "tests", "tools", "main"}
HOW_TO = CHECKOUT / "docs" / "how-to"
LOCKS = [CHECKOUT / "requirements.lock", CHECKOUT / "requirements-cuda.lock", CHECKOUT / "resources" / "weights.lock"]


def settings(tool: str) -> dict[str, Any]:
    """Return a table of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][tool]
    return found


def tracked_texts() -> dict[str, str]:
    """Return the text files that belong to the repository, by path, those not committed yet included."""
    command = ["git", "-C", str(CHECKOUT), "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is not a git checkout")
    texts = {}
    for name in listed.stdout.splitlines():
        path = CHECKOUT / name
        if path.is_file() and b"\0" not in (data := path.read_bytes()):
            texts[name] = data.decode("utf-8", errors="replace")
    return texts


def documents() -> list[Path]:
    """Return every Markdown page."""
    return sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")])


# ---- walls ----------------------------------------------------------------------------------------------------------


def test_the_layers_are_a_contract() -> None:
    contracts = settings("importlinter")["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    assert layers == ["ui", "genmu_studio", "scoring", "resources"]
    forbidden = {source: each for each in contracts if each["type"] == "forbidden" for source in each["source_modules"]}
    assert {"PySide6", "sqlite3"} <= set(forbidden["scoring"]["forbidden_modules"])
    assert "PySide6" in forbidden["genmu_studio"]["forbidden_modules"]
    assert "sqlite3" in forbidden["ui"]["forbidden_modules"]


def test_mypy_exempts_no_module_of_ours() -> None:
    mypy = settings("mypy")
    assert mypy["strict"] is True
    for override in mypy["overrides"]:
        assert set(override) <= {"module", "ignore_missing_imports"}
        assert not {name.partition(".")[0] for name in override["module"]} & OWN_PACKAGES


# ---- commands -------------------------------------------------------------------------------------------------------


def makefile_targets() -> set[str]:
    text = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, flags=re.MULTILINE))


def test_make_help_lists_every_target() -> None:
    command = ["make", "help"]
    shown = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^ +make ([a-z-]+) +\S", shown, flags=re.MULTILINE)) == makefile_targets()


def test_every_target_is_phony() -> None:
    text = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    assert set(" ".join(re.findall(r"^\.PHONY: (.+)$", text, flags=re.MULTILINE)).split()) == makefile_targets()


def test_every_make_command_in_the_documents_exists() -> None:
    for document in documents():
        named = set(re.findall(r"`make ([a-z-]+)", document.read_text(encoding="utf-8")))
        assert named <= makefile_targets(), document


def test_ci_runs_what_a_person_runs() -> None:
    script = CHECKOUT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert re.search(r"^make test\b", script.read_text(encoding="utf-8"), flags=re.MULTILINE)


# ---- environment ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(find_spec("pip") is None, reason="pip is not installed here")
def test_the_installed_packages_fit_together() -> None:
    names = subprocess.run([sys.executable, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
    if "onnxruntime-gpu" in names:
        pytest.skip("requirements-cuda.lock leaves out onnxruntime on purpose")
    checked = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock.read_text(encoding="utf-8"), flags=re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_has_hashes_and_names_no_place(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash=)", text, flags=re.MULTILINE)
    blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)


def test_the_cuda_lock_differs_in_onnxruntime_alone() -> None:
    plain, cuda = pins(LOCKS[0]), pins(LOCKS[1])
    assert cuda.keys() - plain.keys() == {"onnxruntime-gpu"}
    assert plain.keys() - cuda.keys() == {"onnxruntime"}
    assert {name: cuda[name] for name in plain.keys() & cuda.keys()} == {
        name: plain[name] for name in plain.keys() & cuda.keys()
    }


# ---- names ----------------------------------------------------------------------------------------------------------


def test_no_fake_evaluator_stands_in_documents_or_demo() -> None:
    fakes = {name for name, each in evaluators().items() if each.info.kind == "fake"}
    assert fakes, "without a fake evaluator this test proves nothing"
    shown = {
        name: text
        for name, text in tracked_texts().items()
        if name.endswith(".md") or name.startswith(("docs/", "resources/", "genmu_studio/demo"))
    }
    assert "README.md" in shown
    assert [(name, fake) for name, text in shown.items() for fake in fakes if fake in text] == []


REGISTRY_ADDRESS = re.compile(r"pypi\.org/simple|files\.pythonhosted\.org|--(extra-)?index-url|--find-links")
HOME_PATH = re.compile(r"(?<![\w.$}])/(root|home/\w+|Users/\w+)/")


@pytest.mark.parametrize("pattern", [REGISTRY_ADDRESS, HOME_PATH], ids=["registry address", "home path"])
def test_no_file_names_a_place_of_one_machine(pattern: re.Pattern[str]) -> None:
    here = Path(__file__).relative_to(CHECKOUT).as_posix()
    found = {
        name: match[0] for name, text in tracked_texts().items() if name != here and (match := pattern.search(text))
    }
    assert found == {}


# ---- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    dead = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert dead == []


def test_every_page_is_listed() -> None:
    index = (CHECKOUT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [
        path for path in (CHECKOUT / "docs").rglob("*.md") if path.parent.name != "adr" and path.name != "README.md"
    ]
    assert [path.name for path in pages if f"({path.relative_to(CHECKOUT / 'docs').as_posix()})" not in index] == []


@pytest.mark.parametrize("name", PAGES)
def test_the_generated_reference_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name](), "make docs"


def test_the_changelog_has_a_place_for_numbers() -> None:
    assert "### Numbers" in (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")


def python_block(page_name: str) -> str:
    """Return the one Python block of a how-to page."""
    (block,) = re.findall(r"```python\n(.*?)```", (HOW_TO / page_name).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert isinstance(block, str)
    return block


def run(code: str, folder: Path) -> str:
    """Run `code` as a file of its own, so that this process's registry stays as it is; return what it printed."""
    script = folder / "page.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_evaluator_of_the_how_to_page_measures(tmp_path: Path) -> None:
    check = """
from PIL import Image
from scoring.registry import evaluators, identify
from scoring.types import EvaluatorSpec, Media
from scoring.work import run_batch

Image.new("RGB", (64, 64), (51, 51, 51)).save(FOLDER + "/grey.png")
open(FOLDER + "/empty.png", "wb").close()
subjects = [Subject(Media(FOLDER + "/" + name, "image")) for name in ("grey.png", "empty.png")]
grey, empty = run_batch(EvaluatorSpec("image_brightness"), subjects)
print("image_brightness" in evaluators(), round(grey.values["brightness"], 3), type(empty).__name__)
"""
    code = python_block("add-an-evaluator.md") + f"\nFOLDER = {str(tmp_path)!r}\n" + check
    assert run(code, tmp_path).split() == ["True", "0.2", "SampleFailure"]


def test_the_metric_of_the_how_to_page_computes(tmp_path: Path) -> None:
    check = """
import doctest
from scoring.registry import metrics

print("scored_share" in metrics(), *doctest.testmod())
"""
    assert run(python_block("add-a-metric.md") + check, tmp_path).split() == ["True", "0", "2"]


def test_the_audit_check_of_the_how_to_page_raises(tmp_path: Path) -> None:
    check = """
from types import SimpleNamespace
from genmu_studio.audit.check import checks

def raised(sizes):
    rows = tuple(SimpleNamespace(id=number, size_bytes=size) for number, size in enumerate(sizes))
    return list(one_file_size(SimpleNamespace(samples=SimpleNamespace(of_side=lambda side: rows)), {"least": 3}))

(found,) = raised([7, 7, 7])
print("one_file_size" in checks(), found.severity, len(found.samples), raised([7, 7, 8]))
"""
    assert run(python_block("add-an-audit-check.md") + check, tmp_path).split() == ["True", "medium", "3", "[]"]
