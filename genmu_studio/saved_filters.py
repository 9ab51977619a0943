"""Filters that a person keeps in the project under a name, each with an order."""

import json
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.pair_filter import PairFilter, filter_from_json, filter_json
from genmu_studio.pair_orders import PairOrder, order_from_json, order_json
from genmu_studio.store import saved_filters as filter_store
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A filter and an order under their name."""

    name: str
    filter: PairFilter
    order: PairOrder


def saved_filters(project: "Project") -> tuple[SavedFilter, ...]:
    """Return the saved filters of a project, by name; what this version does not know of one is left out of it."""
    return tuple(_read(name, content) for name, content in project.store.read(filter_store.all_filters))


def save_filter(
    project: "Project", name: str, wanted: PairFilter, order: PairOrder | None = None, *, replace: bool = False
) -> SavedFilter:
    """Keep a filter under a name, and return what was kept. It is written when this returns: a few milliseconds.

    UserError for a name that cannot be one, or is taken unless `replace`; for a project that is read-only, a full disk.
    """
    saved = SavedFilter(_name(name), wanted, order or PairOrder())
    content = json.dumps({"filter": filter_json(saved.filter), "order": order_json(saved.order)}, allow_nan=False)
    if not project.store.write(lambda db: filter_store.put_filter(db, saved.name, content, replace)).result():
        raise UserError(f"there is a filter named {saved.name!r} already", "Take another name, or replace it.")
    return saved


def delete_filter(project: "Project", name: str) -> None:
    """Forget a saved filter; UserError for a project that is read-only, a full disk."""
    project.store.write(lambda db: filter_store.drop_filter(db, name)).result()


def _name(text: str) -> str:
    """Return the name on one line, without what cannot be seen."""
    seen = "".join(each if unicodedata.category(each)[0] != "C" else " " for each in text)
    name = " ".join(seen.split())
    if not name:
        raise UserError("a saved filter needs a name", "Write a few words.")
    if len(name) > LONGEST_NAME:
        raise UserError(f"the name is {len(name)} characters long", f"There is room for {LONGEST_NAME}; shorten it.")
    return name


def _read(name: str, content: str) -> SavedFilter:
    try:
        parts = json.loads(content)
    except (ValueError, RecursionError):
        parts = None
    known = parts if isinstance(parts, dict) else {}
    return SavedFilter(name, filter_from_json(known.get("filter")), order_from_json(known.get("order")))
