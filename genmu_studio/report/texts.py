"""Foreign text and instants as the page shows them. What is not printable becomes visible when the page is drawn."""

from datetime import UTC, datetime

NAME_CHARACTERS = 200
TEXT_CHARACTERS = 1_500


def cut(text: str, most: int = TEXT_CHARACTERS) -> str:
    """Return `text`, or its beginning and an ellipsis where it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def instant(iso: str | None) -> str:
    """Return an instant of the store to the second, in UTC; "" for none."""
    if iso is None:
        return ""
    return f"{datetime.fromisoformat(iso).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
