"""Instants as the audit room writes them."""

from datetime import UTC, datetime


def moment(at_utc: str) -> str:
    """Return "10 Jul 21:14", in UTC; what is no instant as it is."""
    try:
        at = datetime.fromisoformat(at_utc)
    except ValueError:
        return at_utc
    return f"{(at if at.tzinfo is not None else at.replace(tzinfo=UTC)).astimezone(UTC):%d %b %H:%M}"
