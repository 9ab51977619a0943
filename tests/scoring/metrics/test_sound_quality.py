"""Predicted naturalness and signal quality: each reads its own value, and neither the other's."""

import numpy as np
import pytest

from scoring.frame import Side, Status
from scoring.metrics.sample_means import MeasuredSamples
from scoring.metrics.sound_quality import predicted_naturalness, signal_quality
from scoring.metrics.words import HeardTexts, sample_rates
from scoring.transcripts.edits import align, count
from scoring.transcripts.error_rate import count_edits
from scoring.transcripts.normalising import normalise


def measured(name: str, original: float, unlearned: float) -> MeasuredSamples:
    """Return one pair of each of two identities with that value."""
    rows = np.arange(4)
    return MeasuredSamples(
        side=np.array([Side.ORIGINAL, Side.UNLEARNED] * 2, dtype=np.int8),
        identity=rows // 2,
        condition=np.zeros(4, dtype=np.intp),
        forget=rows < 2,
        partner=rows ^ 1,
        mismatched=np.zeros(4, dtype=np.bool_),
        status=np.full(4, Status.SCORED, dtype=np.int8),
        values={name: np.array([original, unlearned, original, unlearned + 1])},
    )


def test_each_is_the_mean_of_its_own_value() -> None:
    natural = predicted_naturalness(measured("distill_mos", 4.0, 3.0))
    assert (natural.value, natural.parts["original"], natural.parts["change"]) == (3.5, 4.0, -0.5)
    assert (natural.parts["forget"], natural.parts["retain"]) == (3.0, 4.0)
    clean = signal_quality(measured("dnsmos_ovrl", 3.0, 2.0))
    assert (clean.value, clean.parts["original"]) == (2.5, 3.0)


def test_neither_takes_the_others_value() -> None:
    assert predicted_naturalness(measured("dnsmos_ovrl", 4.0, 3.0)).value is None
    assert signal_quality(measured("distill_mos", 4.0, 3.0)).value is None


ROWS = (
    ("", "a red door", "a red door", Status.SCORED, 0.0),
    ("", "a red door", "the red", Status.SCORED, 200 / 3),
    ("SILENT", "a red door", "", Status.FAILURE, 100.0),
    ("SILENT", "a red door", "you", Status.FAILURE, 100.0),
    ("UNREADABLE", "a red door", "", Status.FAILURE, None),
    ("", None, "a red door", Status.SCORED, None),
    ("", "...", "a red door", Status.SCORED, None),
    ("", "a red door", "", Status.ERROR, None),
    ("", "a red door", "a red door and more and more", Status.SCORED, 400 / 3),
)


def test_the_rate_of_each_sample_is_that_of_its_edits() -> None:
    codes, asked, heard, statuses, expected = zip(*ROWS, strict=True)
    side = np.full(len(ROWS), Side.UNLEARNED, dtype=np.int8)
    found = sample_rates(HeardTexts(side, side == Side.ORIGINAL, np.array(statuses, np.int8), codes, asked, heard))
    assert found.tolist() == pytest.approx([np.nan if each is None else each for each in expected], nan_ok=True)


def test_equal_texts_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    def counting(asked: str, heard: str) -> object:
        counted.append((asked, heard))
        return count_edits(asked, heard)

    monkeypatch.setattr("scoring.metrics.words.count_edits", counting)
    side = np.full(50, Side.UNLEARNED, dtype=np.int8)
    said = HeardTexts(side, side == 9, side * 0, [""] * 50, ["a red door"] * 50, ["a door"] * 50)
    assert sample_rates(said).tolist() == pytest.approx([100 / 3] * 50)
    assert counted == [("a red door", "a door")]


@pytest.mark.parametrize(
    ("asked", "heard"),
    [
        ("Don't wait... for twenty one   doves", "do not wait for 21 doves"),
        ("um (laughs) the colour", "the color\n"),
        ("...", "a"),
        ("", ""),
        ("one hundred and five", "105 more"),
    ],
)
def test_words_are_counted_as_the_normaliser_gives_them(asked: str, heard: str) -> None:
    expected = count(align(normalise(asked).words, normalise(heard).words))
    assert count_edits(asked, heard) == expected
