"""What could not be kept, in words that a blind desk may show: no name of a file or folder, nobody's hint."""

from dataclasses import dataclass

from scoring.errors import UserError

_HINT = "It is not kept and not counted. Put that right, then try again: nothing before it is lost."
READ_ONLY = "The labels are open for reading only: answers cannot be kept"
READ_ONLY_HINT = "Look through the items; to answer, open them where they may be changed."


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not kept. what : as of `Pen.write`."""

    what: str
    text: str
    hint: str = _HINT

    @property
    def as_error(self) -> UserError:
        """The same for who shows errors."""
        return UserError(self.text, self.hint)

    @classmethod
    def of(cls, what: str, error: BaseException) -> "Refusal":
        """Return why a write failed. A hint of the store may name a project, and is left out."""
        why = error.message if isinstance(error, UserError) else f"something went wrong ({type(error).__name__})"
        return cls(what, f"The {what} was not kept: {why}")
