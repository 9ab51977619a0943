"""How numbers are written on screen: the same everywhere, a dash where there is none."""

from decimal import Decimal

from scoring.types import MetricValue

NONE = "–"


def percent(value: float | None, digits: int = 1) -> str:
    """Return a percentage without its sign."""
    return NONE if value is None else f"{value:.{digits}f}"


def signed(value: float | None, digits: int = 1) -> str:
    """Return a difference with its sign, minus as the typographic one."""
    if value is None:
        return NONE
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else f"{'+' if value > 0 else '−'}{text}"


def similarity(value: float | None) -> str:
    """Return a cosine."""
    return NONE if value is None else f"{value:.2f}".replace("-", "−")


def interval(value: MetricValue, level: float, digits: int = 1) -> str:
    """Return the interval of that level (a fraction) in words, "" where there is none."""
    if value.interval is None:
        return ""
    low, high = value.interval
    return f"{100 * level:g} % interval {low:.{digits}f} to {high:.{digits}f}"


def exact(value: MetricValue) -> str:
    """Return the value with every digit it has, as `genmu metrics --json` prints it."""
    return NONE if value.value is None else repr(value.value)


def as_typed(number: float) -> str:
    """Return a number with every digit it has and no exponent, as a person types it.

    >>> as_typed(1234567.0), as_typed(27.123456), as_typed(1e-5), as_typed(-3)
    ('1234567', '27.123456', '0.00001', '-3')
    """
    return f"{Decimal(repr(number)):f}".removesuffix(".0")


def count(n: int, noun: str) -> str:
    """Return "1 sample", "2,000 samples"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def identities(n: int) -> str:
    """Return "1 identity", "8 identities"."""
    return f"{n:,} {'identity' if n == 1 else 'identities'}"


def duration(seconds: float) -> str:
    """Return a time to wait, in words."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min"
