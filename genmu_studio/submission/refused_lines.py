"""Tables about samples are refused line by line: what is refused, and which sample a line is about."""

from dataclasses import dataclass

from genmu_studio.submission.paths import PathIndex, UnsafePathError, safe_path


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not taken, and why."""

    line: int
    reason: str


class RefusalError(Exception):
    """Raised where a line cannot be used; its text is the reason."""


def sample_path(declared: str, index: PathIndex) -> str:
    """Return the path of a sample as the submission writes it; RefusalError where it has none."""
    try:
        found = index.find(safe_path(declared))
    except UnsafePathError as error:
        raise RefusalError(error.message) from None
    if found is None:
        raise RefusalError("the submission has no such sample")
    return found
