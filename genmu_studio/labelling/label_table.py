"""The labels of a campaign as a table: blind, or with everything that annotators did not see."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sqlite_utils import Database

from genmu_studio.export import FORMATS, Cell, Row, write_table
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.findings import (
    CampaignLabels,
    CampaignRecord,
    Label,
    as_shown,
    item_of,
    labels_of,
    read_record,
)
from genmu_studio.store.labels import AssignmentRow
from genmu_studio.store.shown_samples import ShownSample, shown_samples
from scoring.digests import bytes_sha256
from scoring.errors import UserError

if TYPE_CHECKING:
    from genmu_studio.project import Project

BLIND: Mapping[str, type] = {
    "annotator": str, "place": int, "kind": str, "entry": str, "item": str, "question": str, "question_digest": str,
    "answer": str, "number": float, "skipped": str, "stands": int, "note": str, "seconds": float, "at_utc": str,
    "excluded": str, "adjudicated": str,
}  # fmt: skip
REVEALED: Mapping[str, type] = {
    "submission": str, "team": str, "group": str, "role": str, "identity": str, "condition": str, "seed": int,
    "sample": int, "side": str, "path": str, "other_sample": int, "other_side": str, "other_path": str, "x": str,
    "chosen_side": str, "right": bool,
}  # fmt: skip
EVERY: Mapping[str, type] = {"campaign": str, **BLIND, **REVEALED, "protocol_digest": str}
_KEY_LENGTH = 16


def export_table(project: "Project", campaign: Campaign, out: Path, *, blind: bool, bom: bool = False) -> int:
    """Write a row per label as CSV, Parquet or JSON, by the suffix of `out`; return how many rows.

    blind : without what annotators did not see. bom : of a CSV that a spreadsheet opens. UserError for another suffix,
    and where the place takes no file.
    """
    form = out.suffix.removeprefix(".").casefold()
    if form not in FORMATS:
        raise UserError(f"{out.name} is no name for a table", "End it in .csv, .parquet or .json.")
    rows = label_rows(project, campaign, blind=blind)
    write_table(rows, out, form, bom=bom, types=BLIND if blind else {**BLIND, **REVEALED})
    return len(rows)


def every_label(project: "Project") -> list[Row]:
    """Return the rows of all campaigns, with all that annotators did not see."""
    return [
        {"campaign": campaign.name, **row, "protocol_digest": project.protocol.digest}
        for campaign in project.labelling.campaigns()
        for row in label_rows(project, campaign, blind=False)
    ]


def label_rows(project: "Project", campaign: Campaign, *, blind: bool) -> list[Row]:
    """Return a row per answer or skip that stands, by annotator, place and question.

    Where several stand at one place there is a row for each, `stands` says how many. `answer` is text, `number` the
    same of a scale or a number. An entry that has a note and no label has a row without question. `item` is the same
    of all entries that show the same, and tells nothing else. `adjudicated` is about the item; of "A" and "B" as this
    entry shows them.
    """

    def read(db: Database) -> tuple[CampaignRecord, Mapping[int, ShownSample]]:
        record = read_record(db, campaign)
        ids = {id_ for row in record.rows for id_ in (row.sample, row.other) if id_ is not None}
        return record, {} if blind else shown_samples(db, ids)

    record, shown = project.store.read(read)
    labels = labels_of(campaign, record)
    by_entry: dict[str, list[Label]] = {}
    for label in labels.labels:
        by_entry.setdefault(label.token, []).append(label)
    names = {name: place for place, name in enumerate(campaign.file.campaign.annotators)}
    return [
        row
        for entry in sorted(record.rows, key=lambda each: (names[each.annotator], each.place))
        for row in _rows(campaign, entry, by_entry.get(entry.token, []), labels, shown)
    ]


def _rows(
    campaign: Campaign,
    entry: AssignmentRow,
    given: Sequence[Label],
    labels: CampaignLabels,
    shown: Mapping[int, ShownSample],
) -> Iterator[Row]:
    common: Row = {
        "annotator": entry.annotator,
        "place": entry.place,
        "kind": entry.kind,
        "entry": entry.token,
        "item": bytes_sha256(f"{campaign.digest} {item_of(entry)}".encode())[:_KEY_LENGTH],
        "note": labels.notes.get(entry.token),
        "excluded": labels.excluded.get(entry.annotator),
    }
    revealed = _revealed(entry, shown) if shown else {}
    if not given and common["note"] is not None:
        yield _whole({**common, **revealed, "stands": 0}, shown)
    for label in given:
        adjudicated = labels.adjudicated.get((label.item, label.question.id))
        stand = len(label.values) + len(label.skipped)
        for value, reason in (*((each, None) for each in label.values), *((None, each) for each in label.skipped)):
            row: Row = {
                **common,
                "question": label.question.id,
                "question_digest": label.question.digest,
                "answer": None if value is None else str(value),
                "number": float(value) if value is not None and label.question.kind in {"scale", "number"} else None,
                "skipped": reason,
                "stands": stand,
                "seconds": label.seconds,
                "at_utc": label.at_utc,
                "adjudicated": None
                if adjudicated is None
                else str(as_shown(label.question, adjudicated, label.item, label.samples)),
                **revealed,
            }
            if shown:
                row |= {"chosen_side": _chosen_side(label, shown), "right": label.is_right}
            yield _whole(row, shown)


def _whole(row: Row, shown: Mapping[int, ShownSample]) -> Row:
    """Return the row with all columns, in their order."""
    columns = (*BLIND, *(REVEALED if shown else ()))
    return {name: row.get(name) for name in columns}


def _revealed(entry: AssignmentRow, shown: Mapping[int, ShownSample]) -> Row:
    first, other = shown[entry.sample], None if entry.other is None else shown[entry.other]
    return {
        "submission": first.submission,
        "team": first.team,
        "group": first.group,
        "role": first.role,
        "identity": first.identity,
        "condition": first.condition,
        "seed": first.seed,
        "sample": first.id,
        "side": first.side,
        "path": first.path,
        "other_sample": None if other is None else other.id,
        "other_side": None if other is None else other.side,
        "other_path": None if other is None else other.path,
        "x": entry.x,
    }


def _chosen_side(label: Label, shown: Mapping[int, ShownSample]) -> Cell:
    return None if label.chosen is None else shown[label.chosen].side
