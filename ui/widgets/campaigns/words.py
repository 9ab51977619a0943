"""Campaigns in words: what is asked of whom, how far it is, when somebody was last there."""

from datetime import datetime

from genmu_studio.labelling.progress import AnnotatorProgress, CampaignProgress
from ui.numbers import count


def facts_of(shown: CampaignProgress) -> str:
    """Return what a campaign is about, in one line."""
    campaign = shown.campaign
    head = campaign.file.campaign
    annotators = len(head.annotators)
    parts = [
        campaign.file.select.track,
        count(len(campaign.questions), "question"),
        count(shown.items, "item"),
        f"each seen by {head.overlap} of {annotators}" if annotators > 1 else count(annotators, "annotator"),
        f"made {moment(campaign.created_at_utc)}",
    ]
    return " · ".join(parts)


def so_far(one: AnnotatorProgress) -> str:
    """Return how far an annotator is."""
    queue = one.queue
    done = f"{queue.finished:,} of {queue.entries:,}"
    return f"{done} · {queue.skipped:,} skipped" if queue.skipped else done


def last_seen(one: AnnotatorProgress) -> str:
    """Return when an annotator was there last."""
    at = one.queue.last_at_utc
    return "not begun" if at is None else f"last {moment(at)}"


def moment(at_utc: str, now: datetime | None = None) -> str:
    """Return an instant in the time of this machine: the time alone where it is of today."""
    at = datetime.fromisoformat(at_utc).astimezone()
    today = (now or datetime.now().astimezone()).date()
    return f"{at:%H:%M}" if at.date() == today else f"{at.day} {at:%b %Y, %H:%M}"
