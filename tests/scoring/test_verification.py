import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BugError, UserError
from scoring.types import FloatArray
from scoring.verification import TEMPLATE_RULES, TemplateRule, build_template, similarities, verified

finite = st.floats(-2, 2, width=32)


@given(finite, finite)
def test_verified_compares_in_single_precision(similarity: float, threshold: float) -> None:
    assert bool(verified(similarity, threshold, ">=")) == (similarity >= threshold)
    assert bool(verified(similarity, threshold, ">")) == (similarity > threshold)
    assert bool(verified(threshold, threshold, ">="))
    assert not verified(threshold, threshold, ">")
    assert not verified(np.nextafter(np.float32(threshold), np.float32(-3)), threshold, ">=")
    assert verified(np.nextafter(np.float32(threshold), np.float32(3)), threshold, ">")


def test_verified_is_decided_alike_whatever_the_precision_of_either_side() -> None:
    assert verified(np.float32(0.28), 0.28, ">=")
    assert verified(0.28, float(np.float32(0.28)), ">=")
    assert verified(0.28 - 1e-12, 0.28, ">=")  # the same float32
    assert not verified(0.28 + 1e-12, 0.28, ">")
    assert verified(np.array([0.1, np.nan, 0.3]), 0.2, ">=").tolist() == [False, False, True]
    assert not verified(np.nan, -2.0, ">=")
    assert not verified(np.nan, -2.0, ">")


def slow_similarity(embedding: FloatArray, references: FloatArray, rule: str) -> float:
    def unit(vector: list[float]) -> list[float]:
        norm = math.sqrt(sum(each * each for each in vector))
        return [each / norm for each in vector]

    def cosine(first: list[float], second: list[float]) -> float:
        return sum(a * b for a, b in zip(unit(first), unit(second), strict=True))

    probe, units = embedding.tolist(), [unit(each) for each in references.tolist()]
    if rule == "mean":
        return cosine(probe, [sum(column) / len(units) for column in zip(*units, strict=True)])
    scores = [cosine(probe, each) for each in units]
    return max(scores) if rule == "max" else sum(scores) / len(scores)


@pytest.mark.parametrize("rule", TEMPLATE_RULES)
def test_similarities_equal_the_slow_ones(rule: TemplateRule) -> None:
    rng = np.random.default_rng(3)
    references = [rng.standard_normal((count, 6)).astype(np.float32) for count in (1, 4, 2)]
    probes = (5 * rng.standard_normal((7, 6))).astype(np.float32)
    found = similarities(probes, [build_template(str(n), each, rule) for n, each in enumerate(references)])
    assert found.dtype == np.float32
    for (row, probe), (column, each) in product(enumerate(probes), enumerate(references)):
        assert found[row, column] == pytest.approx(slow_similarity(probe, each, rule), abs=1e-6)


@pytest.mark.parametrize("rule", TEMPLATE_RULES)
def test_a_batch_gives_exactly_what_each_row_alone_gives(rule: TemplateRule) -> None:
    rng = np.random.default_rng(4)
    templates = [build_template(name, rng.standard_normal((5, 192)), rule) for name in "abc"]
    probes = rng.standard_normal((9000, 192)).astype(np.float32)
    whole = similarities(probes, templates)
    for row in (0, 17, 8191, 8192, 8999):
        np.testing.assert_allclose(similarities(probes[row : row + 1], templates)[0], whole[row], atol=1e-7)


def test_a_template_by_hand() -> None:
    # Unit vectors at 0° and 90°: their mean points to 45°, whatever the lengths.
    references = np.array([[10.0, 0.0], [0.0, 0.1]])
    probe = np.array([[3.0, 0.0]], dtype=np.float32)
    by_rule = {
        rule: float(similarities(probe, [build_template("1", references, rule)])[0, 0]) for rule in TEMPLATE_RULES
    }
    assert by_rule == pytest.approx({"mean": math.sqrt(0.5), "max": 1.0, "mean_score": 0.5})
    assert build_template("1", references).references == 2


def test_what_cannot_be_compared_is_nan() -> None:
    template = build_template("1", np.array([[1.0, 0.0]]))
    probes = np.array([[0.0, 0.0], [np.nan, 1.0], [np.inf, 0.0]], dtype=np.float32)
    assert np.isnan(similarities(probes, [template])).all()
    assert similarities(probes, []).shape == (3, 0)
    assert similarities(np.empty((0, 2), dtype=np.float32), [template]).shape == (0, 1)


def test_templates_that_cannot_be_built() -> None:
    with pytest.raises(UserError, match="no reference"):
        build_template("84", np.empty((0, 4)))
    with pytest.raises(UserError, match="cancel"):
        build_template("84", np.array([[1.0, 0.0], [-1.0, 0.0]]))
    with pytest.raises(BugError):
        build_template("84", np.array([[np.nan, 0.0]]))
    with pytest.raises(BugError):
        similarities(np.zeros((1, 3), dtype=np.float32), [build_template("1", np.array([[1.0, 0.0]]))])
