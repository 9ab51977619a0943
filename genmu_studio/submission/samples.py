"""From rows of text (a samples table, or what a folder's layout says) to checked `SampleRow`s.

Rows that cannot be used are left out with a problem. Roles come from the protocol; a declared role is only compared.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from genmu_studio.domain import PROMPT_TYPES, ROLES, SIDES, IdentityGroup, PromptType, Role, SampleRow, Side
from genmu_studio.protocol import Protocol
from genmu_studio.submission.groups import Groups
from genmu_studio.submission.paths import PathIndex, UnsafePathError, printable, safe_path
from genmu_studio.submission.problems import ProblemCode, ProblemList
from genmu_studio.submission.tables import TableRow
from scoring.digests import digest_of
from scoring.types import Track

REQUIRED = ("path", "side")
FIXED_COLUMNS = (*REQUIRED, "group", "role", "identity", "concept", "prompt_type", "condition", "seed")
SETTINGS = (
    "prompt", "negative_prompt", "sampler", "steps", "guidance", "width", "height", "camera", "reference",
    "transcript", "sample_rate", "decoder",
)  # fmt: skip
REQUESTED_PREFIX = "attr."
_NUMBERS = frozenset({"steps", "guidance", "width", "height", "sample_rate"})
_INTEGER = re.compile(r"[+-]?\d{1,19}(\.0*)?")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")
_SEED_LIMIT = 1 << 63


def is_sample_column(name: str, settings: Iterable[str] = ()) -> bool:
    """Whether a samples table's column of that name is read; `settings` are further ones of the protocol."""
    return name in FIXED_COLUMNS or name in SETTINGS or name in settings or name.startswith(REQUESTED_PREFIX)


@dataclass(frozen=True, slots=True)
class _Draft:
    line: int
    cells: Mapping[str, str]
    path: str
    side: Side
    seed: int


class _RowError(Exception):
    def __init__(self, code: ProblemCode, message: str, hint: str = "") -> None:
        super().__init__(code, message, hint)
        self.code = code
        self.message = message
        self.hint = hint


def build_rows(
    rows: Iterable[TableRow],
    *,
    track: Track,
    protocol: Protocol,
    files: PathIndex,
    problems: ProblemList,
    source: str,
) -> list[SampleRow]:
    """Return the usable rows in the given order; `source` is named in the problems with the line ("" = neither).

    files : the files really there; a row's path is turned into the path on disk. Passes on TableError of `rows`.
    """
    drafts = _drafts(rows, files, problems, source)
    builder = _Builder(track, protocol, drafts)
    built: list[SampleRow] = []
    paths: set[str] = set()
    path_of_cell: dict[tuple[object, ...], str] = {}
    for draft in drafts:
        try:
            row = builder.build(draft, problems, source)
            _refuse_repeated(row, paths, path_of_cell)
        except _RowError as error:
            _note(problems, error, draft.path, source, draft.line)
            continue
        built.append(row)
    return built


def _note(problems: ProblemList, error: _RowError, path: str, source: str, line: int) -> None:
    problems.add(error.code, path, f"{_where(source, line)}{error.message}", error.hint)


def _where(source: str, line: int) -> str:
    return f"{source}, line {line}: " if source else ""


def _drafts(rows: Iterable[TableRow], files: PathIndex, problems: ProblemList, source: str) -> list[_Draft]:
    drafts = []
    for row in rows:
        try:
            if row.refusal:
                raise _RowError(ProblemCode.ROW_SHAPE, row.refusal)
            path = _path(row, files, problems, source)
            drafts.append(_Draft(row.line, row.cells, path, _side(row.cells), _seed(row.cells)))
        except _RowError as error:
            _note(problems, error, printable(row.cells.get("path", "")), source, row.line)
    return drafts


def _path(row: TableRow, files: PathIndex, problems: ProblemList, source: str) -> str:
    declared = row.cells.get("path", "")
    if not declared.strip():
        raise _RowError(ProblemCode.CELL_MISSING, "the path is empty")
    try:
        clean = safe_path(declared)
    except UnsafePathError as error:
        raise _RowError(error.code, error.message, "Name a file inside the submission's folder.") from None
    if "\\" in declared:
        problems.add(ProblemCode.PATH_BACKSLASH, clean, f"{_where(source, row.line)}backslashes were read as slashes")
    found = files.find(clean) or files.find(clean.strip())
    if found is None:
        similar = files.similar(clean)
        raise _RowError(
            ProblemCode.FILE_MISSING, "there is no such file", f"There is {similar}; case counts." if similar else ""
        )
    return found


def _side(cells: Mapping[str, str]) -> Side:
    side = cells.get("side", "").strip().lower()
    if side not in SIDES:
        raise _RowError(ProblemCode.SIDE_UNKNOWN, f"the side {side[:40]!r} is none of {', '.join(SIDES)}")
    return side


def _seed(cells: Mapping[str, str]) -> int:
    text = cells.get("seed", "").strip()
    if not text:
        raise _RowError(ProblemCode.CELL_MISSING, "the seed is missing")
    if not _INTEGER.fullmatch(text):
        raise _RowError(ProblemCode.SEED_NOT_INTEGER, f"the seed {text[:40]!r} is not an integer")
    seed = int(text.partition(".")[0])
    if not -_SEED_LIMIT <= seed < _SEED_LIMIT:
        raise _RowError(ProblemCode.SEED_NOT_INTEGER, f"the seed {seed} does not fit in 64 bits")
    return seed


def _refuse_repeated(row: SampleRow, paths: set[str], path_of_cell: dict[tuple[object, ...], str]) -> None:
    if row.path in paths:
        raise _RowError(ProblemCode.DUPLICATE_PATH, "the file is named a second time")
    other = path_of_cell.setdefault((row.side, *row.pair_key), row.path)
    if other != row.path:
        raise _RowError(
            ProblemCode.DUPLICATE_CELL,
            f"side, identity or concept, condition and seed are those of {other}",
            "Give each sample of a side its own condition or seed.",
        )
    paths.add(row.path)


class _Builder:
    """What all rows of one table share: the groups, the settings of the track, and texts seen before."""

    def __init__(self, track: Track, protocol: Protocol, drafts: Iterable[_Draft]) -> None:
        self._track = track
        self._groups = Groups(track, protocol.groups_of(track))
        self._matched = protocol.tracks[track].matched
        self._settings = tuple(dict.fromkeys((*SETTINGS, *self._matched)))
        self._shared: dict[tuple[tuple[str, str], ...], Mapping[str, str]] = {}
        self._conditions: dict[tuple[tuple[str, str], ...], str] = {}
        ungrouped = (draft.cells for draft in drafts if not draft.cells.get("group", "").strip())
        identities = frozenset(cells.get("identity", "").strip() for cells in ungrouped)
        self._fits_all = self._groups.with_all(identities & self._groups.identities)

    def build(self, draft: _Draft, problems: ProblemList, source: str) -> SampleRow:
        cells = draft.cells
        concept, prompt_type = self._concept(cells)
        identity = cells.get("identity", "").strip()
        group, role, derived = self._group_and_role(cells, identity, concept)
        declared = cells.get("role", "").strip().lower()
        if derived and declared and declared != role:
            message = f"{_where(source, draft.line)}the role {declared[:40]!r} is {role!r} in {group}"
            problems.add(ProblemCode.ROLE_CONTRADICTS, draft.path, message, "The protocol's role was taken.")
        settings = self._share((name, _setting(name, cells[name])) for name in self._settings if name in cells)
        requested = self._share(
            (name.removeprefix(REQUESTED_PREFIX), value.strip())
            for name, value in cells.items()
            if name.startswith(REQUESTED_PREFIX)
        )
        condition = cells.get("condition", "").strip() or self._condition(settings, prompt_type)
        return SampleRow(
            draft.path,
            draft.side,
            group,
            role,
            identity,
            condition,
            draft.seed,
            concept,
            prompt_type,
            settings,
            requested,
        )

    def _concept(self, cells: Mapping[str, str]) -> tuple[str, PromptType | None]:
        if self._track != "concept":
            return "", None
        concept = cells.get("concept", "").strip()
        prompt_type = cells.get("prompt_type", "").strip().lower()
        if not concept:
            raise _RowError(ProblemCode.CELL_MISSING, "the concept is missing")
        if prompt_type not in PROMPT_TYPES:
            message = f"the prompt type {prompt_type[:40]!r} is none of {', '.join(PROMPT_TYPES)}"
            raise _RowError(ProblemCode.PROMPT_TYPE_UNKNOWN, message)
        return concept, prompt_type

    def _group_and_role(self, cells: Mapping[str, str], identity: str, concept: str) -> tuple[str, Role, bool]:
        """Return group, role, and whether the role follows from the group."""
        name = cells.get("group", "").strip()
        if self._track == "concept" and not self._groups.named(name):
            return _concept_role(name, concept, cells.get("role", "").strip().lower())
        subject = concept or identity
        if not subject:
            raise _RowError(ProblemCode.CELL_MISSING, "the identity is missing")
        group = self._groups.named(name) if name else self._group_of(subject)
        if group is None:
            known = ", ".join(each.name for each in self._groups.groups)
            raise _RowError(ProblemCode.GROUP_UNKNOWN, f"the protocol has no group {name[:80]!r}", f"It has: {known}.")
        role = group.role_of(subject)
        if role is None:
            raise _RowError(
                ProblemCode.IDENTITY_UNKNOWN,
                f"{subject[:80]!r} is no identity of {group.name}",
                f"It has {', '.join(group.identities)}.",
            )
        return group.name, role, True

    def _group_of(self, identity: str) -> IdentityGroup:
        found = self._groups.with_identity(identity)
        if not found:
            raise _RowError(
                ProblemCode.IDENTITY_UNKNOWN, f"{identity[:80]!r} is in no group of the {self._track} track"
            )
        if len(found) == 1:
            return found[0]
        if self._fits_all in found:
            return self._fits_all
        names = ", ".join(group.name for group in found)
        raise _RowError(ProblemCode.GROUP_AMBIGUOUS, f"{identity!r} is in several groups: {names}", "Fill in `group`.")

    def _share(self, items: Iterable[tuple[str, str]]) -> Mapping[str, str]:
        """Return the non-empty items as a mapping, one object for all rows that have the same."""
        key = tuple((name, value) for name, value in items if value)
        return self._shared.setdefault(key, dict(key))

    def _condition(self, settings: Mapping[str, str], prompt_type: PromptType | None) -> str:
        key = tuple((name, settings[name]) for name in self._matched if name in settings)
        if prompt_type:
            key = (*key, ("prompt_type", prompt_type))
        if key not in self._conditions:
            self._conditions[key] = f"settings-{digest_of(dict(key))[:12]}" if key else "default"
        return self._conditions[key]


def _concept_role(model_concept: str, concept: str, declared: str) -> tuple[str, Role, bool]:
    """Return group, role and whether it was derived, for concepts that the protocol lists in no group."""
    if declared:
        if declared not in ROLES:
            raise _RowError(ProblemCode.ROLE_UNKNOWN, f"the role {declared[:40]!r} is none of {', '.join(ROLES)}")
        return model_concept or (concept if declared == "forget" else ""), declared, False
    if not model_concept:
        hint = "Fill in `role`, or in `group` the concept that the model unlearned."
        raise _RowError(ProblemCode.ROLE_UNKNOWN, "neither role nor group is given", hint)
    return model_concept, "forget" if model_concept == concept else "retain", False


@lru_cache(maxsize=1 << 12)
def _setting(name: str, text: str) -> str:
    """Return a setting's value; numbers in one form, so that 7.5 and 7.50 are equal."""
    value = text.strip()
    if name in _NUMBERS and _NUMBER.fullmatch(value):
        number = float(value)
        return str(int(number)) if number.is_integer() else repr(number)
    return value
