import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import scoring.metrics
from scoring import calibration, statistics, verification
from scoring.registry import metrics

IDENTITY_METRICS = {"FA", "EA", "RA", "ERB", "FS", "RS", "GP", "FA_conditional", "RA_conditional", "points_lost"}


def modules() -> list[ModuleType]:
    found = [
        importlib.import_module(f"scoring.metrics.{each.name}")
        for each in pkgutil.iter_modules(scoring.metrics.__path__)
    ]
    return [*found, calibration, statistics, verification]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_every_identity_metric_is_registered_with_a_definition_and_a_worked_example() -> None:
    known = metrics()
    assert known.keys() >= IDENTITY_METRICS | {"ERB_track", "ERB_of_means"}
    for name in IDENTITY_METRICS:
        assert len(known[name].info.definition) > 50
        assert ">>>" in (known[name].compute.__doc__ or "")
