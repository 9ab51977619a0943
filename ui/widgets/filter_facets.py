"""What the lists of the filter panel hold: the values of each part of a filter, and how each looks."""

from collections.abc import Callable
from dataclasses import dataclass

from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER
from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from genmu_studio.pair_table import PairTable
from scoring.codes import MEANINGS, Code, CodeClass, sentence_of
from ui.models.facet_model import Entries, Entry, Heading, Value
from ui.widgets.outcomes import MARKS as OUTCOME_MARKS
from ui.widgets.outcomes import Mark

_RARE = (PairOutcome.UNSCORED, PairOutcome.ABSENT)
_MARKS = {
    "picked": Entry("picked", tip="pairs that were picked", icon="pick"),
    "rejected": Entry("rejected", tip="pairs that were rejected", icon="reject"),
    "unmarked": Entry("unmarked", tip="neither picked nor rejected", icon="unmark"),
    "bookmarked": Entry("bookmarked", tip="pairs with a bookmark", icon="bookmarked"),
    "noted": Entry("noted", tip="pairs with a note", icon="noted"),
}
_LABELS = {
    "labelled": Entry("labelled", tip="people answered a question about either sample"),
    "not labelled": Entry("not labelled", tip="nobody answered a question about it"),
    "conflicting": Entry("conflicting", tip="answers differ by more than the question's tolerance, and nobody decided"),
}
_ROLES = {
    "forget": Entry("forget", tip="pairs of the forget identity"),
    "retain": Entry("retain", tip="pairs of retain identities"),
}
_CODE_MARKS = {
    CodeClass.FAILURE: Mark("cross", "bad"),
    CodeClass.FLAG: Mark("warning", "what_if"),
    CodeClass.ERROR: Mark("ring", "muted"),
}
_OF_PAIRS = {
    SETTINGS_DIFFER: Entry(SETTINGS_DIFFER, tip="the two samples were made with different settings"),
    NO_PARTNER: Entry(NO_PARTNER, tip="the original or the unlearned sample is missing"),
}


@dataclass(frozen=True, slots=True)
class Facet:
    """One list of the panel. field : its name in `PairFilter` and `Facets`. entries : the rows of a table.

    entry : how a value looks that the table does not have. is_open : whether the section is open at first.
    """

    field: str
    title: str
    tip: str
    entries: Callable[[PairTable], Entries]
    entry: Callable[[Value], Entry]
    is_open: bool = True


def _outcome(outcome: PairOutcome) -> Entry:
    return Entry(OUTCOME_WORDS[outcome], mark=OUTCOME_MARKS[outcome])


def _outcomes(table: PairTable) -> Entries:
    """Return every outcome that a scored pair can have, so that rows keep their places, and others that occur."""
    return {
        outcome: _outcome(outcome)
        for outcome in PairOutcome
        if outcome not in _RARE or bool((table.outcome == outcome).any())
    }


def _member(member: tuple[str, str], role: str = "") -> Entry:
    group, identity = member
    return Entry(identity, role, f"group {group}")


def _members(table: PairTable) -> Entries:
    """Return the identities that have pairs, each group below its name where there are several."""
    found: dict[Value, Entry | None] = {}
    for group, members in table.members.items():
        if len(table.groups) > 1 and members:
            found[Heading(group)] = None
        found |= {(group, identity): _member((group, identity), role) for identity, role in members}
    return found


def _code(code: str) -> Entry:
    if code in _OF_PAIRS:
        return _OF_PAIRS[code]
    if code not in set(Code):  # of an evaluator that is not ours
        return Entry(code)
    kind = MEANINGS[Code(code)][0]
    return Entry(code, tip=f"{kind}: {sentence_of(code)}", mark=_CODE_MARKS[kind])


def _condition(condition: str) -> Entry:
    return Entry(condition)


FACETS = (
    Facet("outcomes", "Outcome", "What became of the pair", _outcomes, _outcome),
    Facet("identities", "Identity", "Whom the pair should show", _members, _member),
    Facet(
        "roles", "Role", "To be forgotten, or to be kept", lambda table: _ROLES, _ROLES.__getitem__, is_open=False,
    ),
    Facet(
        "marks", "Label state", "What a reviewer left on the pair", lambda table: _MARKS, _MARKS.__getitem__,
        is_open=False,
    ),
    Facet(
        "labels", "Labels of people", "What people said in campaigns",
        lambda table: {} if table.label_state is None else _LABELS, _LABELS.__getitem__, is_open=False,
    ),
    Facet(
        "codes", "Flags and failures", "What was found wrong with either sample",
        lambda table: {code: _code(code) for code in table.codes}, _code,
    ),
    Facet(
        "conditions", "Condition", "Everything that is fixed in a matched pair",
        lambda table: {condition: _condition(condition) for condition in table.conditions}, _condition, is_open=False,
    ),
)  # fmt: skip
