"""One sound as it passes: read on and on, silence after its end, a loop with a soft seam."""

import numpy as np

from genmu_studio.playback.crossfade import fade_gains
from scoring.types import FloatArray

# At either end of a loop; the loop keeps its length to the frame.
SEAM_S = 0.004
SHORTEST_LOOP_S = 0.05


class Voice:
    """Values being read. frame : the next one. ended : whether all were read, which never happens within a loop.

    values : float32 (n, 1 or c). frames : after how many the deck ends. loop : [start, end) in frames, heard again and
    again once the playhead is before its end; its first and last 4 ms fade, so that the seam is heard as a breath and
    not as a click.
    """

    def __init__(self, values: FloatArray, frames: int, frame: int, loop: tuple[int, int] | None, rate: int) -> None:
        self.frame = frame
        self._values = values
        self._frames = frames
        seam_frames = max(1, round(SEAM_S * rate))
        loops = loop is not None and frame < loop[1] and loop[1] - loop[0] >= 2 * seam_frames
        self._loop = loop if loops else None
        self._came_round = False
        falling, rising = fade_gains(seam_frames)
        self._falling, self._rising = (gains.astype(np.float32)[:, np.newaxis] for gains in (falling, rising))

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self._loop is None and self.frame >= self._frames

    def read(self, block: FloatArray) -> None:
        """Write what comes next into `block` (n, c): silence where the sound has ended."""
        done = 0
        while done < len(block) and not self.ended:
            stop = self._frames if self._loop is None else self._loop[1]
            count = min(stop - self.frame, len(block) - done)
            self._copy(block[done : done + count])
            done += count
            self.frame += count
            if self._loop is not None and self.frame == self._loop[1]:
                self.frame = self._loop[0]
                self._came_round = True
        block[done:] = 0

    def _copy(self, part: FloatArray) -> None:
        """Write the values from the playhead on, which stay before the end of a loop."""
        there = self._values[self.frame : self.frame + len(part)]
        part[: len(there)] = there
        part[len(there) :] = 0
        if self._loop is not None:
            start, end = self._loop
            self._fade(part, self._falling, end - len(self._falling))
            if self._came_round:
                self._fade(part, self._rising, start)

    def _fade(self, part: FloatArray, gains: FloatArray, at: int) -> None:
        """Multiply those frames of `part` by `gains` that lie from frame `at` on."""
        first, last = max(at, self.frame), min(at + len(gains), self.frame + len(part))
        if first < last:
            part[first - self.frame : last - self.frame] *= gains[first - at : last - at]
