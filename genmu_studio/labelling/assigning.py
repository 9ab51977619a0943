"""Who sees which items in which order: shared out evenly, mixed with repeats and checks, the same for the same seed.

Nothing here draws from a generator: every order is that of digests of the seed and the place, so that it is the same on
every machine and in every version of a library.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, TypeVar

from genmu_studio.store.labels import EntryKind

T = TypeVar("T")
Side = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a queue.

    item : index among the items, of gold and training among theirs. source : of what shows an item again (a repeat, an
    attention item), the place at which it is shown first.
    """

    kind: EntryKind
    item: int
    source: int | None = None


def _rank(*parts: object) -> bytes:
    return sha256("\x1f".join(map(str, parts)).encode()).digest()


def shuffled(values: Sequence[T], *salt: object) -> list[T]:
    """Return the values in the order that the salt gives them by their places."""
    places = sorted(range(len(values)), key=lambda place: _rank(*salt, place))
    return [values[place] for place in places]


def share_out(items: int, annotators: int, overlap: int, seed: int) -> list[list[int]]:
    """Return the items of each annotator: each item has `overlap` of them, loads differ by one at most.

    Each item in turn goes to those who have least. Loads are at most two neighbouring numbers at any time: those with
    the lower one come first, so nobody is ever two ahead.
    """
    shares: list[list[int]] = [[] for _ in range(annotators)]
    for item in shuffled(range(items), seed, "share"):
        order = sorted(range(annotators), key=lambda each: (len(shares[each]), _rank(seed, "who", item, each)))
        for annotator in order[:overlap]:
            shares[annotator].append(item)
    return shares


@dataclass(frozen=True, slots=True)
class Mixture:
    """How many of each are mixed into every queue, the same for all annotators."""

    repeats: int
    gold: int
    attention: int


def mixture(shares: Sequence[Sequence[int]], rates: tuple[float, float, float], gold: int) -> Mixture:
    """Return how much to mix in. rates : of repeats, gold and attention items, of the smallest share. gold : known.

    What is shown again must not be the last of a queue, and each item is shown again at most once.
    """
    least = min(map(len, shares), default=0)
    repeats, of_gold, attention = (math.ceil(round(rate * least, 6)) for rate in rates)
    room = max(least - 1, 0)
    repeats = min(repeats, room)
    return Mixture(repeats, min(of_gold, gold), min(attention, room - repeats))


def arrange(share: Sequence[int], training: int, gold: int, mixed: Mixture, *salt: object) -> list[Slot]:
    """Return a queue: training first, in its order, then everything else shuffled.

    gold : how many gold items there are, of which the mixture takes some. Whatever shows an item again stands behind
    it, with another slot between at least.
    """
    golden = [Slot("gold", item) for item in shuffled(range(gold), *salt, "gold")[: mixed.gold]]
    own = [Slot("item", item) for item in share]
    queue = shuffled([*own, *golden], *salt, "order")
    before: list[list[Slot]] = [[] for _ in range(len(queue) + 1)]  # what is put in before each place
    again = shuffled([place for place, slot in enumerate(queue[:-1]) if slot.kind == "item"], *salt, "again")
    for number, shown in enumerate(again[: mixed.repeats + mixed.attention]):
        first = shown + 2
        place = first + int.from_bytes(_rank(*salt, "place", number)[:8]) % (len(queue) - first + 1)
        before[place].append(Slot("repeat" if number < mixed.repeats else "attention", queue[shown].item))
    mixed_in = [each for put_in, slot in zip(before, queue, strict=False) for each in (*put_in, slot)]
    whole = [*(Slot("training", item) for item in range(training)), *mixed_in, *before[-1]]
    places = {slot.item: place for place, slot in enumerate(whole) if slot.kind == "item"}
    return [
        Slot(slot.kind, slot.item, places[slot.item]) if slot.kind in {"repeat", "attention"} else slot
        for slot in whole
    ]


def balanced_sides(count: int, *salt: object) -> list[Side]:
    """Return "A" and "B" in a shuffled order, as many of the one as of the other, or one more."""
    first: Side = "A" if _rank(*salt, "first")[0] % 2 else "B"
    second: Side = "B" if first == "A" else "A"
    return shuffled([first if place % 2 == 0 else second for place in range(count)], *salt, "sides")
