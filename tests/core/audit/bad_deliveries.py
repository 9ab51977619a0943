"""Bad entries whose declarations, cells, pairs and settings are at fault."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.core import world
from tests.core.audit.entries import Draft, bad
from tests.core.audit.made import File, blocks, png, stranger


@bad("contract_fields", "high")
def nothing_but_a_name(entry: Draft) -> None:
    """Name no weights, no repository and no instructions."""
    entry.manifest = world.HEAD


@bad("contract_delivery", "medium", seed_cells="medium")
def files_that_never_came(entry: Draft) -> None:
    """Name unlearned files of an identity that are not there."""
    entry.missing = ("3",)


@bad("contract_delivery", "medium")
def fewer_seeds_than_declared(entry: Draft) -> None:
    """Declare three seeds, and deliver two."""
    entry.manifest += "[conditioning]\nseeds = [0, 1, 2]\n"


@bad("contract_paths", "medium")
def a_script_that_is_not_there(entry: Draft) -> None:
    """Name a loader that does not exist."""
    entry.manifest = entry.manifest.replace("[reproduce]", 'loader = "scripts/load.py"\n[reproduce]')


@bad("contract_deadline", "high")
def one_second_late(entry: Draft) -> None:
    """Come one second after the deadline."""
    entry.received = datetime(2026, 7, 11, 0, 0, 1, tzinfo=UTC)


@bad("contract_deadline", "medium")
def received_nobody_knows_when(entry: Draft) -> None:
    """Come when nobody looked at the clock."""
    entry.received = None


@bad("settings_differ", "medium")
def more_steps_afterwards(entry: Draft) -> None:
    """Sample the unlearned side with other steps than the original one."""
    entry.change(lambda file: replace(file, columns={"steps": "30"}), side="original")
    entry.change(lambda file: replace(file, columns={"steps": "50"}))


@bad("seed_cells", "medium")
def unlearned_with_other_seeds(entry: Draft) -> None:
    """Use a seed on the unlearned side that is none of the original's."""
    entry.change(lambda file: replace(file, seed=7), cells=lambda file: file.seed == 1)


@bad("wrong_pairing", "high")
def pairs_exchanged(entry: Draft) -> None:
    """Put retained outputs under each other's conditions."""
    other: dict[tuple[str, str, int], File] = {}
    for identity in ("2", "3", "4"):
        files = entry.of("unlearned", identity)
        other |= {file.cell: files[(place + 2) % len(files)] for place, file in enumerate(files)}
    entry.change(
        lambda file: replace(file, data=other[file.cell].data, seen=other[file.cell].seen), identities=["2", "3", "4"]
    )


@bad("seed_cells", "medium")
def two_files_for_one_cell(entry: Draft) -> None:
    """Claim the same identity, condition and seed for two files."""
    for file in entry.of("unlearned", "2")[:4]:
        again = png(blocks("again", *file.cell))
        entry.files.append(replace(file, data=again, seen=stranger("again", *file.cell), again="-again"))
