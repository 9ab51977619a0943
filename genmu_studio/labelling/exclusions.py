"""Annotators whose labels do not count in a campaign, for a reason that is kept; the labels themselves stay."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.queue import clean_reason
from genmu_studio.store import exclusions as exclusion_store
from genmu_studio.store.exclusions import ExclusionRow
from genmu_studio.store.ownership import user_name
from genmu_studio.store.results import now_utc
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project


def decide(project: "Project", campaign: Campaign, annotator: str, reason: str | None) -> bool:
    """Leave an annotator out for a reason, or with None let the labels count again; False where it is so already.

    UserError where the campaign has no such annotator, or the reason is empty.
    """
    names = campaign.file.campaign.annotators
    if annotator not in names:
        raise UserError(f"{campaign.name} has no annotator {annotator!r}", f"There are: {', '.join(names)}.")
    reason = None if reason is None else clean_reason(reason)
    row = ExclusionRow(annotator, now_utc(), user_name(), reason is not None, reason or "")

    def write(db: Database) -> bool:
        known = standing(exclusion_store.exclusions(db, campaign.id)).get(annotator)
        if known == reason:
            return False
        exclusion_store.put_exclusion(db, campaign.id, row)
        return True

    return project.store.write(write).result()


def standing(history: Iterable[ExclusionRow]) -> Mapping[str, str]:
    """Return the reason by annotator who is left out as of the end of `history`."""
    last = {row.annotator: row for row in history}
    return {name: row.reason for name, row in last.items() if row.excluded}
