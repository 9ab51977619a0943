import numpy as np
import pytest

from scoring.errors import BugError
from scoring.frame import Decision
from scoring.metrics.diagnostics.score_shift import score_shift, sentence
from scoring.rules import Rules
from tests.scoring.metrics.diagnostics.slow import floats

AT = Decision(0.5)


def test_natural_samples_are_not_fragile_and_hidden_ones_are() -> None:
    rng = np.random.default_rng(1)
    natural, before = floats(rng.normal(0, 0.02, 500)), floats(rng.normal(0.2, 0.05, 80))
    calm = score_shift("JPEG", before, floats(before + rng.normal(0, 0.02, 80)), AT, natural)
    assert calm.is_fragile is False
    assert calm.unusual.parts["expected"] == 5
    assert calm.revealed.value == 0
    hidden = score_shift("JPEG", before, floats(before + 0.5), AT, natural)
    assert hidden.is_fragile is True
    assert (hidden.revealed.value, hidden.unusual.value) == (100, 100)
    assert hidden.largest == pytest.approx(0.5)
    assert sentence(hidden) == (
        "JPEG: 100 % of the samples verify only afterwards; similarity changes by +0.500 on average; "
        "more than that of natural samples does"
    )


def test_by_hand() -> None:
    natural = floats(np.arange(1, 21) / 128)  # 19/128 is the 19th of 20: one lies above
    before, after = floats([0.4, 0.6, 0.0, np.nan]), floats([0.5, 0.4, 0.0, 0.9])
    found = score_shift("blur", before, after, AT, natural)
    assert found.revealed.value == pytest.approx(100 / 3)
    assert found.hidden.value == pytest.approx(100 / 3)
    assert (found.revealed.n, found.revealed.failures) == (3, 1)
    assert found.unusual.parts["limit"] == 19 / 128
    assert found.unusual.parts["expected"] == 5
    assert found.unusual.value == pytest.approx(100 / 3)  # the one that fell by 0.2
    assert found.largest == pytest.approx(-0.2)
    strict = Decision(0.5, rules=Rules(comparison=">"))
    assert score_shift("blur", before, after, strict).revealed.value == 0


def test_without_natural_samples_there_is_no_verdict() -> None:
    found = score_shift("blur", floats([0.1]), floats([0.9]), AT, floats([0.0] * 19 + [np.nan]))
    assert found.is_fragile is None
    assert found.unusual.reason == "19 natural samples under the same change; 20 are needed"
    assert found.revealed.value == 100


def test_nothing_scored() -> None:
    found = score_shift("blur", floats([np.nan]), floats([0.9]), AT)
    assert found.revealed.reason == "no sample was scored before and after"
    assert sentence(found) == "blur: no sample was scored before and after"
    with pytest.raises(BugError):
        score_shift("blur", floats([0.1]), floats([0.1, 0.2]), AT)
