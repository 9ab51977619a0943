"""Versions of the program and of the libraries that shape numbers, read without importing them."""

import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

_DISTRIBUTIONS = {"cv2": "opencv-python", "parselmouth": "praat-parselmouth"}
_SHAPING = (
    "genmu-studio", "numpy", "scipy", "pillow", "soundfile", "soxr", "sqlite-utils", "insightface", "onnxruntime",
    "opencv-python", "torch", "torchaudio", "speechbrain",
)  # fmt: skip


def installed_versions(names: Iterable[str]) -> dict[str, str]:
    """Return the installed version of each distribution or import name; "not installed" where there is none."""
    found = {}
    for name in names:
        distribution = _DISTRIBUTIONS.get(name, name)
        try:
            found[distribution] = version(distribution)
        except PackageNotFoundError:
            found[distribution] = "not installed"
    return found


def program_versions() -> dict[str, str]:
    """Return the versions of Python, the program and everything that shapes a number."""
    return {"python": platform.python_version(), **installed_versions(_SHAPING)}
