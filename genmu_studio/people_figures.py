"""Figures that rest on people's judgments, as they stand beside those of evaluators: never mixed with them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from genmu_studio.metrics_json import Json, value_json

if TYPE_CHECKING:
    from genmu_studio.labelling.people import PeopleValue
    from scoring.metrics.attributes import AttributeRow

OPINION = "MOS"  # the one figure that there is of both sides


def people_by_name(values: Sequence["PeopleValue"]) -> Mapping[str, "PeopleValue"]:
    """Return the figures by name: "AR" or "SAR", "MOS original" and "MOS unlearned"."""
    return {people_name(each): each for each in values}


def people_name(value: "PeopleValue") -> str:
    """Return what a figure is called where those of both sides stand together."""
    return f"{OPINION} {value.side}" if value.info.name == OPINION else value.info.name


def people_json(values: Sequence["PeopleValue"]) -> Json:
    """Return the figures of an entry by their names, MOS by side; empty where nobody was asked about its files."""
    found: Json = {each.info.name: figure_json(each) for each in values if each.info.name != OPINION}
    sides = {each.side: figure_json(each) for each in values if each.info.name == OPINION}
    return {**found, OPINION: sides} if sides else found


def figure_json(value: "PeopleValue") -> Json:
    """Return one figure with the campaigns that it rests on; of AR and SAR also each attribute."""
    said = {**value_json(value.value), "unit": value.info.unit, "source": value.source}
    return {**said, "attributes": attributes_json(value.rows)} if value.rows else said


def attributes_json(rows: Sequence["AttributeRow"]) -> list[Json]:
    """Return what AR or SAR is the mean of."""
    return [
        {"attribute": row.attribute, "against": row.against, "pairs": row.pairs, "share": value_json(row.share)}
        for row in rows
    ]
