import doctest
import importlib
import pkgutil

import pytest

import scoring.metrics.diagnostics as package
from scoring.registry import metrics

MODULES = [f"{package.__name__}.{each.name}" for each in pkgutil.iter_modules(package.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


def test_the_one_that_a_frame_is_enough_for_is_registered() -> None:
    info = metrics()["GVD"].info
    assert (info.unit, info.needs) == ("dB", ("embedding",))
    assert "VoicePrivacy" in info.definition
