"""What an evaluator says of its values that are attributes: their names, and whether they are numbers or categories."""

from dataclasses import dataclass

# Beside the place of a label stands how sure the classifier is, 0 to 1, under the name of the value with this end.
CONFIDENCE = "_confidence"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute among the values of a Measurement.

    name : as questions, `attr.<name>` of a manifest and the protocol's tolerances call it. value : its name among the
    values. categories : labels in the order of their places, which are the values; none for a number. is_ratio : of a
    number (> 0) it is the quotient of two that tells them apart, not the difference.
    """

    name: str
    value: str
    categories: tuple[str, ...] = ()
    is_ratio: bool = False
