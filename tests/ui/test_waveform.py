"""The outline of a sound in pixels, against a slow reference that asks for each pixel by itself."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from genmu_studio.thumbnails import Waveform, peaks_at
from ui.widgets.waveform import _image

TINT = QColor("#56b4e9")
PEAKS = st.lists(st.tuples(st.floats(-1.25, 0, width=32), st.floats(0, 1.25, width=32)), min_size=1, max_size=12)


@given(PEAKS, st.integers(1, 17), st.integers(3, 23))
def test_a_pixel_is_tinted_where_the_sound_passes_it(peaks: list[tuple[float, float]], width: int, height: int) -> None:
    waveform = Waveform(np.array(peaks, dtype=np.float32), 1.0)
    image = _image(waveform, width, height, TINT)
    low, high = peaks_at(waveform, width)
    half = (height - 1) / 2
    for x in range(width):
        top, bottom = half - float(high[x]) * (half - 1), half - float(low[x]) * (half - 1)
        tinted = [image.pixelColor(x, y) == TINT for y in range(height)]
        for y, is_tinted in enumerate(tinted):
            if min(abs(y - top + 0.5), abs(y - bottom - 0.5)) > 1e-4:  # on the very edge float32 may round either way
                assert is_tinted == (top - 0.5 <= y <= bottom + 0.5)
            assert image.pixelColor(x, y).alpha() in (0, 255)
        assert any(tinted)  # silence is a line, not nothing
