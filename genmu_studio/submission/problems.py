"""The codes of what can be wrong with a submission or a reference folder, and the list that collects them.

These are about files and declarations, before anything is scored; `scoring.codes` has the codes of scored samples.
"""

from collections import Counter
from enum import StrEnum

from genmu_studio.domain import Problem

LISTED_PER_CODE = 100


class Severity(StrEnum):
    """What a problem means for the import."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"  # the row or file named was left out
    FATAL = "fatal"  # the submission was refused


class ProblemCode(StrEnum):
    """Every code of an import, in the order in which they are listed to a person."""

    MANIFEST_MISSING = "MANIFEST_MISSING"
    MANIFEST_UNREADABLE = "MANIFEST_UNREADABLE"
    TEAM_MISSING = "TEAM_MISSING"
    TRACK_UNKNOWN = "TRACK_UNKNOWN"
    FOLDER_ENTRIES = "FOLDER_ENTRIES"
    TABLE_UNREADABLE = "TABLE_UNREADABLE"
    NO_SAMPLES = "NO_SAMPLES"
    ARCHIVE_FORMAT = "ARCHIVE_FORMAT"
    ARCHIVE_DAMAGED = "ARCHIVE_DAMAGED"
    ARCHIVE_ENCRYPTED = "ARCHIVE_ENCRYPTED"
    ARCHIVE_ENTRIES = "ARCHIVE_ENTRIES"
    ARCHIVE_BYTES = "ARCHIVE_BYTES"
    ARCHIVE_RATIO = "ARCHIVE_RATIO"
    ARCHIVE_PATH = "ARCHIVE_PATH"
    ARCHIVE_LINK = "ARCHIVE_LINK"
    ARCHIVE_SPECIAL = "ARCHIVE_SPECIAL"
    ARCHIVE_DUPLICATE = "ARCHIVE_DUPLICATE"
    ARCHIVE_OVERLAP = "ARCHIVE_OVERLAP"
    ARCHIVE_WRITE = "ARCHIVE_WRITE"
    PATH_OUTSIDE = "PATH_OUTSIDE"
    PATH_NAME = "PATH_NAME"
    LINK_OUTSIDE = "LINK_OUTSIDE"
    LINK_FOLDER = "LINK_FOLDER"
    SPECIAL_FILE = "SPECIAL_FILE"
    FOLDER_DEPTH = "FOLDER_DEPTH"
    FOLDER_UNREADABLE = "FOLDER_UNREADABLE"
    FILE_MISSING = "FILE_MISSING"
    ROW_SHAPE = "ROW_SHAPE"
    CELL_MISSING = "CELL_MISSING"
    CELL_TOO_LONG = "CELL_TOO_LONG"
    SIDE_UNKNOWN = "SIDE_UNKNOWN"
    SEED_NOT_INTEGER = "SEED_NOT_INTEGER"
    GROUP_UNKNOWN = "GROUP_UNKNOWN"
    GROUP_AMBIGUOUS = "GROUP_AMBIGUOUS"
    IDENTITY_UNKNOWN = "IDENTITY_UNKNOWN"
    ROLE_UNKNOWN = "ROLE_UNKNOWN"
    PROMPT_TYPE_UNKNOWN = "PROMPT_TYPE_UNKNOWN"
    DUPLICATE_PATH = "DUPLICATE_PATH"
    DUPLICATE_CELL = "DUPLICATE_CELL"
    REFERENCE_MISSING = "REFERENCE_MISSING"
    ROLE_CONTRADICTS = "ROLE_CONTRADICTS"
    PICKLE = "PICKLE"
    NOT_MEDIA = "NOT_MEDIA"
    EMPTY = "EMPTY"
    SETTINGS_DIFFER = "SETTINGS_DIFFER"
    GROUP_NOT_DELIVERED = "GROUP_NOT_DELIVERED"
    IDENTITY_NOT_DELIVERED = "IDENTITY_NOT_DELIVERED"
    REFERENCE_FEW = "REFERENCE_FEW"
    COHORT_FEW = "COHORT_FEW"
    FIELD_INVALID = "FIELD_INVALID"
    PATH_BACKSLASH = "PATH_BACKSLASH"
    PATH_DEAD = "PATH_DEAD"
    DATE_WITHOUT_ZONE = "DATE_WITHOUT_ZONE"
    KEY_UNKNOWN = "KEY_UNKNOWN"
    COLUMN_UNKNOWN = "COLUMN_UNKNOWN"
    TABLE_IGNORED = "TABLE_IGNORED"
    UNPAIRED = "UNPAIRED"
    GRID_INCOMPLETE = "GRID_INCOMPLETE"


# The codes above stand in order of severity; these are the last of each block.
_LAST_OF_BLOCK = (
    (ProblemCode.ARCHIVE_WRITE, Severity.FATAL),
    (ProblemCode.REFERENCE_MISSING, Severity.ERROR),
    (ProblemCode.COHORT_FEW, Severity.WARNING),
    (ProblemCode.GRID_INCOMPLETE, Severity.INFO),
)
_ORDER = {code: place for place, code in enumerate(ProblemCode)}


def severity_of(code: str) -> Severity:
    """Return what a problem of that code means for the import; ValueError for an unknown code."""
    place = _ORDER[ProblemCode(code)]
    return next(severity for last, severity in _LAST_OF_BLOCK if place <= _ORDER[last])


class ProblemList:
    """Collects problems; of each code the first LISTED_PER_CODE are kept word by word, the rest are counted."""

    def __init__(self) -> None:
        self._listed: list[Problem] = []
        self._counts: Counter[ProblemCode] = Counter()

    def add(self, code: ProblemCode, path: str, message: str, hint: str = "") -> None:
        """Note one problem; `path` is relative, "" = the whole."""
        self._counts[code] += 1
        if self._counts[code] <= LISTED_PER_CODE:
            self._listed.append(Problem(code.value, path, message, hint))

    @property
    def counts(self) -> dict[ProblemCode, int]:
        """How many problems of each code there are, listed or not."""
        return dict(self._counts)

    def listed(self) -> tuple[Problem, ...]:
        """Return the problems in the order they were noted, then one line per code that had too many to list."""
        more = (
            Problem(code.value, "", f"{count - LISTED_PER_CODE} more of this kind are not listed")
            for code, count in self._counts.items()
            if count > LISTED_PER_CODE
        )
        return (*self._listed, *more)
