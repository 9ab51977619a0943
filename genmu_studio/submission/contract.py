"""What PROTOCOL §1 says a submission names, item by item, and which of it is there.

An item is "ok" when something usable is written; whether a link can be reached is for a person to confirm.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from genmu_studio.domain import SampleRow
from genmu_studio.submission.manifest import MANIFEST_NAME, Manifest
from genmu_studio.submission.paths import UnsafePathError, safe_path
from genmu_studio.submission.problems import ProblemCode, ProblemList

# A branch moves, so it names no exact state.
_BRANCHES = frozenset({"main", "master", "head", "latest", "dev", "develop", "trunk"})
_PATH_FIELDS = {
    "model": ("original_weights", "unlearned_weights", "adapter", "loader"),
    "reproduce": ("environment", "instructions", "results", "logs"),
}
_LOOKS_LIKE_PATH = re.compile(
    r"(?:[\w.+-]+[/\\])*[\w.+-]+\.\w{1,12}|(?:[\w.+-]+[/\\])+|[/~]\S*|[A-Za-z]:\\.*|\.\.?[/\\]\S*"
)


@dataclass(frozen=True, slots=True)
class ContractItem:
    """One thing that a submission names. `note` : what was found, or what is wrong with it."""

    item: str
    ok: bool
    note: str = ""


def check_contract(manifest: Manifest, rows: Sequence[SampleRow]) -> tuple[ContractItem, ...]:
    """Return every item of the contract, in PROTOCOL's order."""
    head, model, reproduce = manifest.submission, manifest.model, manifest.reproduce
    seeds = len({row.seed for row in rows})
    described = bool(manifest.conditioning.model_dump(exclude_defaults=True)) or any(row.settings for row in rows)
    return (
        _text("team", head.team),
        _text("contact", head.contact),
        _text("affiliation", head.affiliation),
        ContractItem("members", any(head.members), ", ".join(head.members)[:200]),
        _text("model", model.architecture),
        _text("upstream checkpoint", model.checkpoint),
        _text("method", head.method),
        _text("summary", head.summary),
        _text("weights", model.unlearned_weights or model.adapter),
        _text("loader", model.loader),
        _repository(reproduce.repository, reproduce.commit),
        _text("environment", reproduce.environment),
        _text("preprocessing command", reproduce.preprocess),
        _text("unlearning command", reproduce.unlearn),
        _text("inference command", reproduce.infer),
        _text("evaluation command", reproduce.evaluate),
        _text("hardware and runtime", reproduce.hardware),
        _text("output format", reproduce.output_format),
        _text("validation results", reproduce.results),
        _text("logs", reproduce.logs),
        _text("licence", reproduce.licence),
        _text("links live until", str(head.links_live_until or "")),
        ContractItem("evaluation allowed", head.evaluation_allowed),
        ContractItem("seeds", bool(rows), f"{seeds} different seeds in {len(rows)} samples" if rows else ""),
        ContractItem("conditioning", described),
        _text("instructions", reproduce.instructions),
    )


def is_complete(contract: Sequence[ContractItem], needed: Collection[str]) -> bool:
    """Whether all `needed` items (`protocol.contract.complete`) are there: the condition for being ranked."""
    return set(needed) <= {each.item for each in contract if each.ok}


def note_dead_paths(manifest: Manifest, files: Collection[str], problems: ProblemList) -> None:
    """Note values that look like paths in the submission but name nothing among `files` (relative POSIX paths)."""
    folders = {str(parent) for path in files for parent in PurePosixPath(path).parents}
    for section, fields in _PATH_FIELDS.items():
        table = getattr(manifest, section)
        for field in fields:
            value = getattr(table, field).partition("#")[0].strip()
            if _LOOKS_LIKE_PATH.fullmatch(value):
                _note_if_dead(f"[{section}] {field}", value, files, folders, problems)


def _note_if_dead(
    name: str, value: str, files: Collection[str], folders: Collection[str], problems: ProblemList
) -> None:
    try:
        path = safe_path(value)
    except UnsafePathError as error:
        problems.add(ProblemCode.PATH_DEAD, MANIFEST_NAME, f"{name} = {value[:200]!r}: {error.message}")
        return
    if path not in files and path not in folders:
        problems.add(
            ProblemCode.PATH_DEAD,
            MANIFEST_NAME,
            f"{name} = {value[:200]!r} is not in the submission",
            "Add it; or, if it lies in the repository, nothing is wrong.",
        )


def _text(item: str, value: str) -> ContractItem:
    return ContractItem(item, bool(value), value[:200])


def _repository(repository: str, commit: str) -> ContractItem:
    if not repository:
        return ContractItem("repository", False, "")
    if not commit:
        return ContractItem("repository", False, f"{repository[:200]}, without a commit or tag")
    if commit.lower() in _BRANCHES:
        return ContractItem("repository", False, f"{commit} is a branch, which moves; a commit or tag is needed")
    return ContractItem("repository", True, f"{repository[:200]} at {commit[:100]}")
