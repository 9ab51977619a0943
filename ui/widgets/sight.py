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
        self._missing: dict[Key, None] = {}

    def turn_to(self, samples: Collection[int], size: int) -> None:
        """Look at these samples, `size` pixels of the screen a side; what else was wished for is wished no longer."""
        self._size = size
        gone = [key for key in self._missing if key.size != size or key.media.id not in samples]
        if not gone:
            return
        self._thumbnails.withdraw(gone)
        for key in gone:
            del self._missing[key]
        for key in self._missing:  # one of these may be the same file as one of those
            self._thumbnails.look(key)

    def see(self, sample: int) -> Seen | None:
        """Return what a sample looks like; while it is being made, in another size where there is one."""
        if sample == NO_SAMPLE:
            return None
        key = Key(MediaKey("sample", sample), self._size)
        seen = self._thumbnails.look(key)
        if seen is None:
            self._missing[key] = None
            return self._thumbnails.kept(sample)
        self._missing.pop(key, None)
        return seen

    def come(self) -> set[int]:
        """Return the samples that have come since they were last looked at; the others are wished for again."""
        return {key.media.id for key in self._missing if self._thumbnails.look(key) is not None}
