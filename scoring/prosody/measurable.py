"""How a quantity says that it cannot be measured here: by a reason, never by 0 or NaN."""

from collections.abc import Callable
from dataclasses import dataclass


class NotMeasurableError(Exception):
    """Raised where a sound holds too little of what is asked for. Its text ends the sentence "not measurable: …"."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number, or None and the reason why there is none."""

    value: float | None
    reason: str | None = None


def measured(compute: Callable[[], float]) -> Part:
    """Return what `compute` gives, or the reason of its NotMeasurableError."""
    try:
        return Part(compute())
    except NotMeasurableError as error:
        return Part(None, str(error))
