"""What every test gets: a home of its own, Qt without a display, a look for what it leaves running; real voices."""

import multiprocessing
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scoring.model_files import CACHE_VARIABLE, WEIGHTS_VARIABLE, weights_folder

CHECKOUT = Path(__file__).resolve().parents[1]
TEST_DATA_VARIABLE = "GENMU_TEST_DATA"
TEST_DATA_DEFAULT = CHECKOUT.parent / "shared" / "data"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything loads Qt


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `make golden` asks with."""
    parser.addoption("--update-golden", action="store_true", help="write the golden pictures anew where they changed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures they use."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "qapp" in fixtures:
            item.add_marker("gui")
        if "voices" in fixtures:
            item.add_marker("voices")


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the whole run an empty home, so that nothing of the user is read or written; only the weights stay."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WEIGHTS_VARIABLE, str(weights_folder()))
        patch.setenv(CACHE_VARIABLE, str(folder / "genmu-cache"))
        patch.setenv("HOME", str(folder))
        for name in ("CONFIG", "DATA", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        yield folder


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail the test that leaves a thread or a worker process behind."""
    threads = set(threading.enumerate())
    workers = set(multiprocessing.active_children())
    yield
    left = [each for each in threading.enumerate() if each not in threads and not each.daemon]
    for thread in left:
        thread.join(timeout=5)
    still = [thread.name for thread in left if thread.is_alive()]
    still += [worker.name for worker in multiprocessing.active_children() if worker not in workers]
    assert not still, f"left running: {', '.join(still)}"


@pytest.fixture(scope="session")
def voices() -> Mapping[str, tuple[Path, ...]]:
    """Return {speaker: its utterances}, real voices: `librispeech/<speaker>/*.flac` under GENMU_TEST_DATA."""
    folder = Path(os.environ.get(TEST_DATA_VARIABLE, TEST_DATA_DEFAULT)) / "librispeech"
    found = {each.name: tuple(sorted(each.glob("*.flac"))) for each in sorted(folder.glob("*")) if each.is_dir()}
    if not found:
        pytest.skip(f"no real voices at {folder}; {TEST_DATA_VARIABLE} names the folder that holds librispeech/")
    return found
