"""Queues: shared out evenly, shuffled by the seed alone, repeats never beside what they repeat."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.labelling.assigning import Mixture, arrange, balanced_sides, mixture, share_out, shuffled

SEEDS = st.integers(0, 2**63 - 1)


@given(st.integers(0, 60), st.integers(1, 9), st.data(), SEEDS)
def test_each_item_has_its_overlap_and_no_load_is_two_ahead(
    items: int, annotators: int, data: st.DataObject, seed: int
) -> None:
    overlap = data.draw(st.integers(1, annotators))
    shares = share_out(items, annotators, overlap, seed)

    assert len(shares) == annotators
    assert Counter(item for share in shares for item in share) == dict.fromkeys(range(items), overlap)
    assert all(len(set(share)) == len(share) for share in shares)
    loads = [len(share) for share in shares]
    assert max(loads) - min(loads) <= 1


@given(st.lists(st.integers()), SEEDS)
def test_shuffling_keeps_what_is_there(values: list[int], seed: int) -> None:
    assert Counter(shuffled(values, seed)) == Counter(values)
    assert shuffled(values, seed) == shuffled(values, seed)


def test_shuffling_is_the_same_for_ever() -> None:
    assert shuffled(range(8), 7) == [5, 1, 6, 2, 4, 7, 0, 3]  # places by the SHA-256 of 7, a unit separator, the place
    assert shuffled(range(8), 8) != shuffled(range(8), 7)


def test_every_place_is_as_likely() -> None:
    firsts = Counter(shuffled(range(5), seed)[0] for seed in range(5000))
    assert all(850 < count < 1150 for count in firsts.values())


@given(st.integers(0, 40), st.integers(0, 4), st.integers(0, 5), st.tuples(*[st.floats(0, 0.5)] * 3), SEEDS)
def test_a_queue_holds_all_and_repeats_at_a_distance(
    load: int, training: int, gold: int, rates: tuple[float, float, float], seed: int
) -> None:
    mixed = mixture([range(load)], rates, gold)
    queue = arrange(range(load), training, gold, mixed, seed)

    kinds = Counter(slot.kind for slot in queue)
    assert kinds == Counter(
        training=training, item=load, gold=mixed.gold, attention=mixed.attention, repeat=mixed.repeats
    )
    assert [slot.item for slot in queue[:training]] == list(range(training))
    assert sorted(slot.item for slot in queue if slot.kind == "item") == list(range(load))
    again = [slot for slot in queue if slot.kind in {"repeat", "attention"}]
    assert len({slot.item for slot in again}) == len(again)
    for place, slot in enumerate(queue):
        if slot.source is not None:
            assert queue[slot.source].kind == "item"
            assert queue[slot.source].item == slot.item
            assert place - slot.source >= 2
        else:
            assert slot.kind not in {"repeat", "attention"}


def test_rates_are_of_the_smallest_share() -> None:
    assert mixture([range(20), range(21)], (0.1, 0.1, 0.05), 9) == Mixture(2, 2, 1)
    assert mixture([range(10)], (0.5, 0.5, 0.5), 3) == Mixture(5, 3, 4)
    assert mixture([range(1)], (0.5, 0.5, 0.5), 0) == Mixture(0, 0, 0)
    assert mixture([range(30)], (0, 0, 0), 3) == Mixture(0, 0, 0)
    assert mixture([range(0)], (0.5, 0.5, 0.5), 3) == Mixture(0, 0, 0)


@given(st.integers(0, 50), SEEDS)
def test_sides_are_balanced(count: int, seed: int) -> None:
    sides = Counter(balanced_sides(count, seed))
    assert abs(sides["A"] - sides["B"]) <= 1
    assert sides.total() == count


def test_sides_do_not_alternate() -> None:
    orders = {tuple(balanced_sides(6, seed)) for seed in range(300)}
    assert len(orders) == 20  # all ways to choose three of six
