"""The album of golden pictures is whole: every scene has its two pictures, and no picture is without a scene."""

import pytest
from PIL import Image

from tests.ui import golden_album
from tests.ui.golden_scenes import SCENES
from ui import theme

MOST_BYTES = 3_000_000
WANTED = {f"{name}-{scheme}" for name in SCENES for scheme in theme.SCHEMES}


def test_every_picture_has_a_scene_and_every_scene_its_pictures(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption(golden_album.UPDATE):
        golden_album.keep_only(WANTED)
        return
    assert golden_album.names() - WANTED == set(), "pictures that no test looks at; `make golden` removes them"
    assert WANTED - golden_album.names() == set(), "scenes without a picture; `make golden` takes them"


@pytest.mark.parametrize("view", ["review", "scores"])
@pytest.mark.parametrize("state", ["no-project", "no-submission", "loading", "not-scored", "half-scored", "failed"])
def test_every_state_of_a_view_is_in_the_album(view: str, state: str) -> None:
    assert f"{view}-{state}" in SCENES


def test_the_album_stays_small_and_holds_nothing_but_pictures() -> None:
    assert sum(path.stat().st_size for path in golden_album.FOLDER.iterdir()) < MOST_BYTES
    for path in golden_album.FOLDER.iterdir():
        with Image.open(path) as opened:
            assert opened.format == "PNG"
            assert not opened.info.keys() & {"date:create", "Software", "Comment"}
