"""From the values of an evaluator to judged attributes: what AR and SAR are computed of."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from scoring.attributes.declared import Attribute
from scoring.errors import UserError
from scoring.metrics.attributes import Answers, JudgedAttribute

Columns = Mapping[str, Answers]


def attributes_of(
    declared: Sequence[Attribute],
    original: Columns,
    unlearned: Columns,
    requested: Sequence[Mapping[str, str]],
    tolerances: Mapping[str, float],
) -> tuple[JudgedAttribute, ...]:
    """Return the declared attributes of p matched pairs.

    original, unlearned : (p,) of each value by its name, NaN for none. requested : of each pair what its unlearned
    sample was asked to be, as text by the names of attributes; text that is no number, or no label of the evaluator's,
    asks for nothing. tolerances : by the names of attributes; of one that counts as a ratio the share by which the
    larger may exceed the smaller. UserError where a number has none.

    >>> smile = Attribute("smile", "smile", ("no", "yes"))
    >>> columns = {"smile": np.array([1.0, 0.0])}
    >>> (found,) = attributes_of([smile], columns, columns, [{"smile": "Yes"}, {}], {})
    >>> found.requested.tolist(), found.tolerance
    ([1.0, nan], 0.0)
    """
    pairs = len(requested)
    asked = [(place, texts) for place, texts in enumerate(requested) if texts]
    return tuple(
        JudgedAttribute(
            each.name,
            _compared(each, original.get(each.value), pairs),
            _compared(each, unlearned.get(each.value), pairs),
            _compared(each, _requested(each, asked, pairs), pairs),
            _tolerance(each, tolerances),
        )
        for each in declared
    )


def _requested(attribute: Attribute, asked: Sequence[tuple[int, Mapping[str, str]]], pairs: int) -> Answers:
    column = np.full(pairs, np.nan)
    for place, texts in asked:
        column[place] = _asked(attribute, texts.get(attribute.name, ""))
    return column


def _compared(attribute: Attribute, column: Answers | None, pairs: int) -> Answers:
    """Return a column as its differences count: the logarithm where a ratio does."""
    if column is None or not pairs:
        return np.full(pairs, np.nan)
    if not attribute.is_ratio:
        return column
    logs = np.full(pairs, np.nan)
    np.log(column, out=logs, where=column > 0)
    return logs


def _tolerance(attribute: Attribute, tolerances: Mapping[str, float]) -> float:
    if attribute.categories:
        return 0.0
    if attribute.name not in tolerances:
        raise UserError(
            f"the protocol has no tolerance for {attribute.name}",
            f"Name one in the table [attributes.tolerances] of a protocol file: {attribute.name} = …",
        )
    tolerance = tolerances[attribute.name]
    return math.log1p(tolerance) if attribute.is_ratio else tolerance


def _asked(attribute: Attribute, text: str) -> float:
    wanted = text.strip().casefold()
    if attribute.categories:
        places = [place for place, label in enumerate(attribute.categories) if label.strip().casefold() == wanted]
        return float(places[0]) if places else math.nan
    try:
        number = float(wanted)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) else math.nan
