"""Write files so that nobody ever sees half of one, and a full disk leaves the old one in place."""

import os
import tempfile
from pathlib import Path

from scoring.errors import UserError

_HINT = "Does its folder exist, may it be written to, and has the disk room?"


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` by a temporary file beside it; UserError where the disk does not take it."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}", _HINT) from None
