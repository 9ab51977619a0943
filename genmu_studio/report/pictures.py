"""Small pictures of samples inside the page: from the project's cache, or made in worker processes."""

import base64
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Meter, Progress, Unit, UnitDone, run_units
from genmu_studio.thumbnails import Shown, Thumbnail, Unshown, Waveform, make_small, peaks_at, read_cached
from scoring.types import Media

SIDE_PX = 160
WAVE_HEIGHT = 64
# What all pictures together may add to a page: with the rest it stays under 3 MB.
MOST_CHARACTERS = 2_300_000
_STUCK_S = 60.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A sample to look at: a picture as `uri`, or the outline of a sound as `wave`, or `code` and `why` there is none.

    wave : the path of a drawing SIDE_PX wide and WAVE_HEIGHT high. duration : of the sound, in words.
    """

    uri: str = ""
    wave: str = ""
    duration: str = ""
    code: str = ""
    why: str = ""


_LEFT_OUT = Picture(code="LEFT OUT", why="the report holds as many pictures as it may")


def make_pictures(
    media: Iterable[Media],
    project: Path,
    lanes: ExecutorChoice,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation,
    *,
    keep: bool,
) -> dict[Media, Picture]:
    """Return a picture of each file; what the cache of `project` has not is made on `lanes`, and kept there if `keep`.

    Those after the first `MOST_CHARACTERS` are left out. CancelledError where somebody asked.
    """
    wanted = list(dict.fromkeys(media))
    shown = {each: found for each in wanted if (found := read_cached(project, each, SIDE_PX)) is not None}
    missing = [each for each in wanted if each not in shown]
    meter = Meter("making thumbnails", len(wanted), done=len(shown))
    on_progress(meter.progress())
    units = [
        Unit((place,), make_small, (each, SIDE_PX, project if keep else None)) for place, each in enumerate(missing)
    ]
    if units:
        with closing(lanes.open()) as opened:
            meter.start()
            for done in run_units(units, opened, cancellation, _STUCK_S):
                small = shown[missing[done.unit.ids[0]]] = _made(done)
                meter.add(1, int(isinstance(small, Unshown)))
                on_progress(meter.progress())
    if cancellation.requested:
        raise CancelledError("cancelled: no report was written")
    return _within_budget({each: _picture(shown[each]) for each in wanted})


def _made(done: UnitDone) -> Shown:
    if isinstance(done.value, Thumbnail | Waveform | Unshown):
        return done.value
    return Unshown("UNREADABLE", "decoding it ended the worker" if done.worker_died else str(done.error))


def _picture(shown: Shown) -> Picture:
    if isinstance(shown, Thumbnail):
        return Picture(uri=f"data:image/jpeg;base64,{base64.b64encode(shown.jpeg).decode()}")
    if isinstance(shown, Waveform):
        return Picture(wave=_outline(shown), duration=f"{shown.duration_s:.1f} s")
    assert isinstance(shown, Unshown)  # noqa: S101 - a full picture is not asked for
    return Picture(code=shown.code, why=shown.message)


def _outline(waveform: Waveform) -> str:
    """Return a vertical stroke per pixel, from the lowest to the highest value there."""
    half = WAVE_HEIGHT / 2
    low, high = peaks_at(waveform, SIDE_PX)
    return "".join(
        f"M{x}.5 {half - half * top:.1f}V{half - half * bottom + 0.4:.1f}"
        for x, (bottom, top) in enumerate(zip(low.tolist(), high.tolist(), strict=True))
    )


def _within_budget(pictures: Mapping[Media, Picture]) -> dict[Media, Picture]:
    left = MOST_CHARACTERS
    kept = {}
    for media, picture in pictures.items():
        left -= len(picture.uri) + len(picture.wave)
        kept[media] = picture if left >= 0 else _LEFT_OUT
    return kept
