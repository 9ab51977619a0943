"""Folders of local classifiers: what is missing is named, and what could run, lead elsewhere or swell is refused."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.attributes import model_folder
from scoring.attributes.model_folder import model_files
from scoring.errors import UserError
from scoring.model_files import WEIGHTS_VARIABLE

FILES = ("model.onnx", "labels.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path / "weights"))
    made = tmp_path / "weights" / "mine"
    made.mkdir(parents=True)
    (made / "model.onnx").write_bytes(b"net")
    (made / "labels.json").write_text("{}")
    return made


def test_the_files_come_in_the_order_asked_for(folder: Path) -> None:
    (folder / "README.md").write_text("words for people")
    (folder / "LICENSE").write_text("more words")
    (folder / ".gitattributes").write_text("hidden")
    assert model_files("mine", FILES) == (folder / "model.onnx", folder / "labels.json")


def test_a_missing_folder_is_named_with_what_belongs_in_it(folder: Path) -> None:
    with pytest.raises(UserError, match="no model in") as caught:
        model_files("other", FILES)
    assert str(folder.with_name("other")) in caught.value.message
    assert "model.onnx and labels.json" in caught.value.hint


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "labels.json").unlink()
    with pytest.raises(UserError, match=r"lacks labels\.json"):
        model_files("mine", FILES)


def with_pickle(folder: Path) -> None:
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({"weight": 1}))


def with_program(folder: Path) -> None:
    (folder / "modeling.py").write_text("raise SystemExit")


def with_linked_weights(folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere"
    elsewhere.write_bytes(b"net")
    (folder / "model.onnx").unlink()
    (folder / "model.onnx").symlink_to(elsewhere)


def with_linked_words(folder: Path) -> None:
    (folder / "README.md").symlink_to(folder.parent)


def with_folder_for_a_file(folder: Path) -> None:
    (folder / "labels.json").unlink()
    (folder / "labels.json").mkdir()


def with_huge_words(folder: Path) -> None:
    with (folder / "labels.json").open("wb") as stream:
        stream.truncate(model_folder.MAX_TEXT_BYTES + 1)


def with_huge_weights(folder: Path) -> None:
    with (folder / "model.onnx").open("wb") as stream:  # sparse: takes no room
        stream.truncate(model_folder.MAX_WEIGHT_BYTES + 1)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (with_pickle, r"holds pytorch_model\.bin, which is not read"),
        (with_program, r"holds modeling\.py, which is not read"),
        (with_linked_weights, "no plain file"),
        (with_linked_words, r"holds README\.md, which is not read"),
        (with_folder_for_a_file, "no plain file"),
        (with_huge_words, "larger than 1 MiB"),
        (with_huge_weights, "larger than 4,096 MiB"),
    ],
)
def test_a_hostile_folder_is_refused(folder: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(folder)
    with pytest.raises(UserError, match=said):
        model_files("mine", FILES)


def test_a_linked_folder_is_refused(folder: Path) -> None:
    (folder.parent / "linked").symlink_to(folder)
    with pytest.raises(UserError, match="is a link"):
        model_files("linked", FILES)
