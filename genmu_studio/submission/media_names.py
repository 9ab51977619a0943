"""Which file names are those of media. What a file really is, its content says; see `content`."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

from scoring.types import MediaKind

_EXTENSIONS: Mapping[MediaKind, frozenset[str]] = MappingProxyType(
    {
        "image": frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif"}),
        "audio": frozenset({".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff", ".m4a"}),
    }
)


def has_media_name(path: str, kind: MediaKind) -> bool:
    """Whether a file of that name should be a picture or a sound."""
    return PurePosixPath(path).suffix.lower() in _EXTENSIONS[kind]
