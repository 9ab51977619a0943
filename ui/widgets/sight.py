"""The pictures of what is in sight: asked for while they are, no longer when they have been scrolled away."""

from collections.abc import Collection

from genmu_studio.media_keys import MediaKey
from genmu_studio.pair_table import NO_SAMPLE
from ui.widgets.thumbnails import Key, Seen, ThumbnailStore


class Sight:
    """Asks a store for the samples in sight, in the size in which they are painted."""

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        self._thumbnails = thumbnails
        self._size = 0
        self._wished: set[Key] = set()

    def turn_to(self, samples: Collection[int], size: int) -> None:
        """Look at these samples, `size` pixels of the screen a side; what else was wished for is wished no longer."""
        self._size = size
        self._thumbnails.withdraw(key for key in self._wished if key.size != size or key.media.id not in samples)
        self._wished.clear()

    def see(self, sample: int) -> Seen | None:
        """Return what a sample looks like; while it is being made, in another size where there is one."""
        if sample == NO_SAMPLE:
            return None
        seen = self._thumbnails.get(sample, self._size)
        if seen is not None:
            return seen
        self._wished.add(Key(MediaKey("sample", sample), self._size))
        return self._thumbnails.kept(sample)
