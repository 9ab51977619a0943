"""The project itself: its name and protocol."""

from pydantic import ValidationError
from sqlite_utils import Database

from genmu_studio.protocol import Protocol
from genmu_studio.store.results import now_utc
from scoring.errors import UserError


def put_project(db: Database, name: str, program_version: str, protocol: Protocol) -> None:
    """Write the project's one row and its protocol."""
    db.execute(
        "INSERT INTO protocol VALUES (?, ?, ?, ?)",
        [protocol.digest, protocol.name, protocol.version, protocol.to_json()],
    )
    db.execute("INSERT INTO project VALUES (1, ?, ?, ?, ?)", [name, now_utc(), program_version, protocol.digest])


def read_protocol(db: Database) -> Protocol:
    """Return the protocol that the project was made with; UserError where this version cannot read it."""
    row = db.execute(
        "SELECT p.content_json, p.digest, project.program_version FROM project "
        "JOIN protocol p ON p.digest = project.protocol_digest"
    ).fetchone()
    if row is None:
        raise UserError("the project was never finished", "Remove its folder, and make it once more.")
    try:
        protocol = Protocol.from_json(row[0])
    except ValidationError as error:
        raise UserError(
            "the protocol in the project has another form than this version of the program reads",
            f"Open it with the version that made it ({row[2]}), or make a new project and import everything again.",
            str(error),
        ) from None
    if protocol.digest != row[1]:
        raise UserError(
            "the protocol in the project is not the one it was made with",
            "It was changed by hand or by another version of the program: take the copy of a backup.",
        )
    return protocol


def read_name(db: Database) -> str:
    """Return the project's name."""
    (name,) = db.execute("SELECT name FROM project").fetchone()
    return str(name)
