"""Filters that a person kept under a name."""

from sqlite_utils import Database

from genmu_studio.store.results import now_utc


def all_filters(db: Database) -> list[tuple[str, str]]:
    """Return name and content (JSON) of every saved filter, by name."""
    rows = db.execute("SELECT name, content_json FROM saved_filter ORDER BY name COLLATE NOCASE, name")
    return [(str(name), str(content)) for name, content in rows]


def put_filter(db: Database, name: str, content_json: str, replace: bool) -> bool:
    """Save a filter; whether it was saved: not where there is one of that name already, unless it may be replaced."""
    verb = "INSERT OR REPLACE" if replace else "INSERT OR IGNORE"
    row = [name, content_json, now_utc()]
    return bool(db.execute(f"{verb} INTO saved_filter VALUES (?, ?, ?)", row).rowcount)


def drop_filter(db: Database, name: str) -> None:
    """Remove a saved filter; one that is not there is none to remove."""
    db.execute("DELETE FROM saved_filter WHERE name = ?", [name])
