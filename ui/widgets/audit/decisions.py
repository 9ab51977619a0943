"""What a verdict decided, as it looks everywhere: a shape, a word and a colour that belong together."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genmu_studio.audit.drafts import Decision

SIGNS: "Mapping[Decision, str]" = {"accept": "✓", "query": "?", "reject": "✕"}
PAST: "Mapping[Decision, str]" = {"accept": "accepted", "query": "queried", "reject": "rejected"}
TOKENS: "Mapping[Decision, str]" = {"accept": "good", "query": "what_if", "reject": "bad"}
ROLES: "Mapping[Decision, str]" = {"accept": "good", "query": "warning", "reject": "bad"}  # of labels
