"""Write files so that nobody ever sees half of one, and a full disk leaves the old one in place."""

import os
from pathlib import Path
from secrets import token_hex

from scoring.errors import UserError

_HINT = "Does its folder exist, may it be written to, and has the disk room?"


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` by a temporary file beside it; UserError where the disk does not take it."""
    try:
        temporary = path.with_name(f".{token_hex(8)}.part")
        try:
            with temporary.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a path without a name, or with a null character
        raise UserError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}", _HINT) from None
