"""What is heard of a player, written into a WAV file instead of a device: for export, and for whoever measures."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from secrets import token_hex

import numpy as np
import soundfile

from genmu_studio.playback.output import Filling
from scoring.errors import UserError
from scoring.types import FloatArray

BLOCK_FRAMES = 480
# What is done to the player before the block that begins at, or first after, that frame.
Script = Sequence[tuple[int, Callable[[], None]]]


def blocks_of(
    player: Filling, frames: int, script: Script = (), block_frames: int = BLOCK_FRAMES
) -> Iterator[FloatArray]:
    """Yield the next `frames` of `player` block by block, doing meanwhile what `script` says, in its order."""
    ahead = list(script)
    for start in range(0, frames, block_frames):
        while ahead and ahead[0][0] <= start:
            ahead.pop(0)[1]()
        block = np.empty((min(block_frames, frames - start), player.channels), np.float32)
        player.fill(block)
        yield block


def write_wav(player: Filling, path: Path, frames: int, script: Script = (), block_frames: int = BLOCK_FRAMES) -> None:
    """Write the next `frames` of `player` to `path`, as float32, whole or not at all; UserError: the disk refuses."""
    try:
        temporary = path.with_name(f".{token_hex(8)}.part")
        try:
            how = {"samplerate": player.rate, "channels": player.channels, "format": "WAV", "subtype": "FLOAT"}
            with temporary.open("xb") as stream, soundfile.SoundFile(stream, "w", **how) as file:
                for block in blocks_of(player, frames, script, block_frames):
                    file.write(block)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, ValueError, soundfile.LibsndfileError) as error:
        reason = getattr(error, "strerror", None) or error
        hint = "Does its folder exist, may it be written to, and has the disk room?"
        raise UserError(f"{path} cannot be written: {reason}", hint) from None
