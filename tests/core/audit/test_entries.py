"""Each constructed entry raises what it was made to raise, at its severity, and nothing else; clean ones nothing."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from genmu_studio.audit.findings import SubmissionFindings
from tests.core import world
from tests.core.audit import bad_deliveries, bad_people, bad_pictures, bad_sounds, bad_words, clean_entries
from tests.core.audit.entries import LIBRARY, Entry, make_project

BOOKS = (bad_deliveries, bad_people, bad_pictures, bad_sounds, bad_words, clean_entries)  # each registers its entries
Found = Mapping[str, SubmissionFindings]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Entry], SubmissionFindings]:
    """Return a function that says what an audit found in an entry; the entries of a project are audited together."""

    @cache
    def found_in(name: str) -> Mapping[str, SubmissionFindings]:
        entries = [entry for entry in LIBRARY.values() if entry.project == name]
        with make_project(tmp_path_factory.mktemp(name), entries) as project:
            found = project.audit.run(executor=world.INLINE)
            names = {row.id: row.team for row in project.submissions()}
            return {names[each.submission]: each for each in found.submissions}

    return lambda entry: found_in(entry.project)[entry.name]


@pytest.mark.parametrize("name", LIBRARY)
def test_an_entry_raises_its_signal_and_no_other(audited: Callable[[Entry], SubmissionFindings], name: str) -> None:
    entry = LIBRARY[name]
    found = audited(entry)
    raised = {info.id: finding.severity for info, finding in reversed(found.raised) if finding.severity != "info"}
    assert raised == entry.raises, [finding.message for _, finding in found.raised]
