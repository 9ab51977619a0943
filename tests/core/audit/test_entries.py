"""Each constructed entry raises what it was made to raise, at its severity, and nothing else; clean ones nothing."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from genmu_studio.audit.check import checks
from genmu_studio.audit.findings import SubmissionFindings
from tests.core import world
from tests.core.audit import bad_deliveries, bad_people, bad_pictures, bad_sounds, bad_views, bad_words, clean_entries
from tests.core.audit.entries import LIBRARY, Entry, make_project

# Raised by files that a loader refuses before anything else could be said of them; tests of the loader make those.
WITHOUT_AN_ENTRY = {
    "degenerate_empty",
    "degenerate_too_large",
    "degenerate_unreadable",
    "degenerate_wrong_format",
}
OF_OTHERS = {"weights", "reproduction"}  # tested with what they read
# Each registers its entries.
BOOKS = (bad_deliveries, bad_people, bad_pictures, bad_sounds, bad_views, bad_words, clean_entries)


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Entry], SubmissionFindings]:
    """Return a function that says what an audit found in an entry; the entries of a project are audited together."""

    @cache
    def found_in(name: str) -> Mapping[str, SubmissionFindings]:
        entries = [entry for entry in LIBRARY.values() if entry.project == name]
        with make_project(tmp_path_factory.mktemp(name), entries) as project:
            found = project.audit.run(executor=world.INLINE, attack=max(entry.attack for entry in entries))
            names = {row.id: row.team for row in project.submissions()}
            return {names[each.submission]: each for each in found.submissions}

    return lambda entry: found_in(entry.project)[entry.name]


@pytest.mark.parametrize("name", LIBRARY)
def test_an_entry_raises_its_signal_and_no_other(audited: Callable[[Entry], SubmissionFindings], name: str) -> None:
    entry = LIBRARY[name]
    found = audited(entry)
    raised = {info.id: finding.severity for info, finding in reversed(found.raised) if finding.severity != "info"}
    assert raised == entry.raises, [finding.message for _, finding in found.raised]


def test_the_library_holds_a_bad_entry_for_nearly_every_check_and_ten_clean_ones() -> None:
    raised = {id_ for entry in LIBRARY.values() for id_ in entry.raises}
    untried = {id_ for id_, each in checks().items() if each.info.family not in OF_OTHERS} - raised
    clean = [entry for entry in LIBRARY.values() if not entry.raises]
    assert untried <= WITHOUT_AN_ENTRY, "a check that no constructed entry raises"
    assert untried >= WITHOUT_AN_ENTRY, "it has an entry now"
    assert len(clean) >= 10
    assert all(entry.about for entry in LIBRARY.values())
