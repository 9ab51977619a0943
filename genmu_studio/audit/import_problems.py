"""What the import noted about a submission, for the checks that raise it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from genmu_studio.audit.material import Material
from genmu_studio.submission.problems import ProblemCode

_NAMED = 5


def problems_of(material: Material, codes: Iterable[ProblemCode]) -> list[Mapping[str, str]]:
    """Return the problems of some codes; of each code the import lists a hundred, and one line that says how many."""
    wanted = set(codes)
    known = cast("list[Mapping[str, str]]", material.scan.get("problems") or [])
    return [each for each in known if each["code"] in wanted]


def sentence_of_problems(problems: Sequence[Mapping[str, str]]) -> str:
    """Return the first few of them, and how many there are besides."""
    first = "; ".join(each["message"] for each in problems[:_NAMED])
    return first + (f"; and {len(problems) - _NAMED:,} more" if len(problems) > _NAMED else "")
