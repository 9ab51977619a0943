"""Numbers as the page prints them: each with the name that it has in `genmu metrics --json`, and every digit of it.

The page writes them as `<data value="exact" data-name="name">shown</data>`, so that whoever has the project can check
each one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from genmu_studio.report.bars import Bar, interval_bar

Form = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Number:
    """One number. name : where it stands, as "track_value.ERB.value". exact : all its digits. shown : fewer of them."""

    name: str
    exact: str
    shown: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A value of a metric with all that belongs beside it. number : None where it is not computable; `reason` why."""

    number: Number | None
    low: Number | None
    high: Number | None
    n: Number | None
    failures: Number | None
    badge: str
    reason: str
    bar: Bar | None


def percent(value: float) -> str:
    """Return a percentage, or points of one, without its sign."""
    return f"{value:.2f}"


def limit(value: float) -> str:
    """Return a limit of an interval in percent."""
    return f"{value:.1f}"


def cosine(value: float) -> str:
    """Return a similarity, with the typographic minus."""
    return f"{value:.3f}".replace("-", "−")


def count(value: float) -> str:
    """Return a count."""
    return f"{value:,.0f}"


def p_value(value: float) -> str:
    """Return a p-value."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the JSON: what stands there, and its name, the keys and numbers that lead to it.

    >>> Place({"groups": [{"FA": 25.0}]})["groups"]["0"]["FA"].number()
    Number(name='groups.0.FA', exact='25.0', shown='25.00')
    """

    data: object
    name: str = ""

    def __getitem__(self, key: str) -> "Place":
        """Return the place at a key or number of this one."""
        if isinstance(self.data, Sequence):
            return self._at(key, self.data[int(key)])
        return self._at(key, cast("Mapping[str, object]", self.data)[key])

    def _at(self, key: str, data: object) -> "Place":
        return Place(data, f"{self.name}.{key}" if self.name else key)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, or the numbers, of the places in this one."""
        if isinstance(self.data, Mapping):
            return tuple(self.data)
        return tuple(str(number) for number in range(len(cast("Sequence[object]", self.data))))

    def __iter__(self) -> Iterator["Place"]:
        """Go through the places in this one."""
        return (self[key] for key in self.keys)

    def __contains__(self, key: str) -> bool:
        """Whether something stands at a key."""
        return key in self.keys and self[key].is_there

    @property
    def is_there(self) -> bool:
        """Whether something stands here."""
        return self.data is not None

    @property
    def text(self) -> str:
        """The text that stands here, "" where none does."""
        return "" if self.data is None else str(self.data)

    @property
    def amount(self) -> float:
        """The number that stands here, 0 where none does."""
        return float(cast("float | None", self.data) or 0.0)

    def number(self, form: Form = percent) -> Number | None:
        """Return the number that stands here, None where none does."""
        return None if self.data is None else Number(self.name, repr(self.data), form(self.amount))

    def figure(self, form: Form = percent) -> Figure:
        """Return the value object that stands here, with a bar where it is a percentage."""
        value = self["value"]
        low, high = self["interval"] if self["interval"].is_there else (Place(None), Place(None))
        ends = (low.amount, high.amount) if low.is_there else ()
        return Figure(
            number=value.number(form),
            low=low.number(limit),
            high=high.number(limit),
            n=self["n"].number(count),
            failures=self["failures"].number(count),
            badge=self["badge"].text,
            reason=self["reason"].text if "reason" in self else "",
            bar=interval_bar(value.amount, ends) if value.is_there and form is percent else None,
        )
