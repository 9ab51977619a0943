"""How grave a finding is, as it looks everywhere: a colour, a shape and a word that belong together."""

from collections.abc import Mapping

from genmu_studio.audit.check import SEVERITIES, Severity

MARKS: Mapping[Severity, str] = {"high": "■", "medium": "▲", "info": "●"}
COLORS: Mapping[Severity, str] = {"high": "bad", "medium": "what_if", "info": "muted"}


def marks_text(counts: Mapping[Severity, int]) -> str:
    """Return "■ 2  ▲ 1", "" for nothing."""
    return "  ".join(f"{MARKS[each]} {counts[each]:,}" for each in SEVERITIES if counts.get(each))


def counts_text(counts: Mapping[Severity, int]) -> str:
    """Return "2 high, 1 medium", "" for nothing."""
    return ", ".join(f"{counts[each]:,} {each}" for each in SEVERITIES if counts.get(each))
