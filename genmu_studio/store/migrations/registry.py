"""The list of migrations, and what several of them do."""

from sqlite_utils import Database, Migrations

migrations = Migrations("genmu_studio")


def execute_all(db: Database, statements: str) -> None:
    """Execute statements that each end in a semicolon and a new line."""
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)


def keep_as_written(db: Database, table: str) -> None:
    """Let rows of `table` be added, and nothing else: INSERT OR REPLACE would pass by the other two triggers."""
    conditions = {
        "update": f"BEFORE UPDATE ON {table}",
        "delete": f"BEFORE DELETE ON {table}",
        "replace": f"BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)",  # noqa: S608 - constants
    }
    for name, condition in conditions.items():
        refuse = f"SELECT RAISE(ABORT, '{table} is only ever added to');"
        db.execute(f"CREATE TRIGGER {table}_no_{name} {condition} BEGIN {refuse} END")
