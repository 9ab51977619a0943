"""The worked examples in the docstrings run."""

import doctest
from types import ModuleType

import pytest

from scoring.prosody import concordance, pitch, rhythm


@pytest.mark.parametrize("module", [concordance, pitch, rhythm], ids=lambda module: module.__name__.split(".")[-1])
def test_the_example_holds(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
