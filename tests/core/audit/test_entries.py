"""Each constructed entry raises what it was made to raise, at its severity, and nothing else; clean ones nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from genmu_studio.audit.check import checks
from genmu_studio.audit.findings import SubmissionFindings
from scoring.statistics import wilson
from tests.conftest import CHECKOUT
from tests.core import world
from tests.core.audit import bad_deliveries, bad_people, bad_pictures, bad_sounds, bad_views, bad_words, clean_entries
from tests.core.audit.entries import LIBRARY, Entry, make_project
from tools.tables import table

FALSE_ALARMS = CHECKOUT / "docs" / "generated" / "false-alarms.md"
FALSE_ALARMS_COLUMNS = ("check", "family", "ran on", "raised medium or high", "so at most (95 %)", "said info")
FALSE_ALARMS_HEAD = """\
# False alarms

Measured on the {clean} clean entries of `tests/core/audit`: honest ones, good and bad at unlearning, of pictures and of
the demo's voices. A test measures them again each time, and says when this page is out of date. The upper limit is
Wilson's: that nothing was raised on a dozen entries says no more than that.

"""
WITHOUT_AN_ENTRY = {"degenerate_too_large"}  # such a file is too large for a test; those of the loader lower the limit
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


def test_the_false_alarms_that_the_documentation_prints_are_those_of_the_clean_entries(
    audited: Callable[[Entry], SubmissionFindings], pytestconfig: pytest.Config
) -> None:
    page = false_alarms([audited(entry) for entry in LIBRARY.values() if not entry.raises])
    if pytestconfig.getoption("--update-golden"):
        FALSE_ALARMS.write_text(page, encoding="utf-8")
    assert FALSE_ALARMS.read_text(encoding="utf-8") == page, "pytest --update-golden"


def false_alarms(clean: Sequence[SubmissionFindings]) -> str:
    """Return the page: of each check on how many clean entries it ran, and on how many it raised something."""
    rows = []
    for id_, each in checks().items():
        ran = [
            outcome for found in clean for outcome in found.outcomes if outcome.info.id == id_ and not outcome.not_run
        ]
        severities = [{finding.severity for finding in outcome.findings} for outcome in ran]
        above = sum(bool(found - {"info"}) for found in severities)
        limit = f"{wilson(above, len(ran), 0.95)[1] * 100:.0f} %" if ran else ""
        rows.append(
            (f"`{id_}`", each.info.family, str(len(ran)), str(above), limit, str(sum("info" in f for f in severities)))
        )
    return FALSE_ALARMS_HEAD.format(clean=len(clean)) + table(FALSE_ALARMS_COLUMNS, rows) + "\n"
