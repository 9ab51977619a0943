"""Drafts of verdicts: written down as they are typed, undone with everything else, until they are signed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal, cast, get_args

from genmu_studio.domain import SubmissionRow
from genmu_studio.store import drafts as draft_store
from genmu_studio.store.ownership import user_name
from genmu_studio.texts import clean_text
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

Decision = Literal["accept", "query", "reject"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)
LONGEST_REASON = 10_000


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be signed. decision : None while it is open. linked : ids of the checks whose findings it rests on."""

    decision: Decision | None = None
    reason: str = ""
    linked: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written yet."""
        return self == Draft()


def read_draft(project: "Project", submission: SubmissionRow) -> Draft:
    """Return the draft of a submission as it stands."""
    text = project.store.read(lambda db: draft_store.standing_draft(db, submission.id))
    return _draft(text)


def write_draft(project: "Project", submission: SubmissionRow, draft: Draft) -> bool:
    """Let `draft` stand, as one step that undo takes back; False where it stands already. UserError: not kept."""
    reason = clean_text(draft.reason)
    if len(reason) > LONGEST_REASON:
        raise UserError(f"the reason is {len(reason):,} characters long", f"There is room for {LONGEST_REASON:,}.")
    kept = Draft(draft.decision, reason, tuple(dict.fromkeys(draft.linked)))
    after = None if kept.is_empty else json.dumps(asdict(kept), ensure_ascii=False)
    title = f"Verdict on {submission.id}"
    return project.store.write(lambda db: draft_store.put_draft(db, title, user_name(), submission.id, after)).result()


def _draft(text: str | None) -> Draft:
    if text is None:
        return Draft()
    read: Mapping[str, object] = json.loads(text)
    decision = read.get("decision")
    linked = cast("list[str]", read.get("linked") or [])
    return Draft(decision if decision in DECISIONS else None, str(read["reason"]), tuple(linked))
