"""The two kinds of errors that reach a person: what they can fix, and what is ours.

Both survive pickle with all their parts, because workers send them across a process boundary.
"""


class UserError(Exception):
    """Something a person caused or can fix: a missing file, missing weights, a wrong value.

    Parameters
    ----------
    message : one plain sentence.
    hint : what to do about it, when there is something to do.
    detail : further lines for whoever looks closer.
    """

    def __init__(self, message: str, hint: str = "", detail: str = "") -> None:
        super().__init__(message, hint, detail)
        self.message = message
        self.hint = hint
        self.detail = detail

    def __str__(self) -> str:
        return self.message


class BugError(Exception):
    """A state that our own code should have made impossible."""
