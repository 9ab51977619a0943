"""Pictures and sounds of the samples that Review shows: whose they are, and the memory that they may take."""

from functools import partial

from genmu_studio.media_keys import find_media
from genmu_studio.project import Project
from genmu_studio.review import sample_media
from genmu_studio.settings import Settings
from ui.widgets.pair_view import PairView
from ui.widgets.thumbnails import ThumbnailStore

_CACHE = "review.cache_mib"
_MIB = 2**20


def cache_bytes(settings: Settings) -> int:
    """Return how much memory thumbnails may take."""
    return settings.number(_CACHE) * _MIB


class ReviewMedia:
    """Looks after the stores of thumbnails and of the large pair: all read the samples of one project."""

    def __init__(self, settings: Settings, thumbnails: ThumbnailStore, pair: PairView) -> None:
        self._settings, self._thumbnails, self._pair = settings, thumbnails, pair
        self._unsubscribe = settings.subscribe(self._setting_changed)

    def look_into(self, project: Project | None) -> None:
        """Read the samples of another project; what is made of them is kept in its folder where that can be written."""
        folder = project.folder if project is not None and project.mode == "write" else None
        for store in (self._thumbnails, self._pair.sounds):
            store.look_at(partial(find_media, project) if project is not None else None, folder)
        self._pair.comparisons.look_at(partial(sample_media, project) if project is not None else None, folder)

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self._unsubscribe()
        self._thumbnails.close()
        self._pair.comparisons.close()
        self._pair.sounds.close()
        self._pair.listening.close()

    def _setting_changed(self, key: str) -> None:
        if key == _CACHE:
            self._thumbnails.set_budget(cache_bytes(self._settings))
