"""Finding pairs among 100,000: the slowest filter, with the counts of its panel."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median

import numpy as np

from genmu_studio.marks import Marks
from genmu_studio.pair_building import build_table
from genmu_studio.pair_codes import note_codes
from genmu_studio.pair_facets import facets
from genmu_studio.pair_filter import MARKS, ROLES, PairFilter, matching
from genmu_studio.pair_index import MeasuredColumn, value_bins
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable, with_marks, with_measured
from genmu_studio.pair_texts import PairTexts, gather_texts
from scoring.frame import Decision, GroupFrame, Side, Status
from tests.bench.harness import Figure, benchmark, say

PAIRS = 100_000
GROUPS = ("One", "Two")
IDENTITIES = 4
CONDITIONS = 250
SEEDS = PAIRS // (len(GROUPS) * IDENTITIES * CONDITIONS)
RUNS = 7
PLACES = ("on a beach", "in a library", "under a street lamp", "in a kitchen", "before a mountain")


# Beyond a tenth of a second a list no longer follows the hand.
@benchmark("filter_ms", unit="ms", better="lower", goal=100)
def slowest_filter() -> Figure:
    """Time which pairs a filter shows and all counts of the panel, as one change of a filter asks for; the slowest.

    No search is one of before. The baseline is the least that as many parts can cost: the AND of boolean columns that
    are there already, and one count.
    """
    table = made_table()
    texts = made_texts(table)
    worst = 0.0
    for name, wanted in filters_of(table).items():
        took_ms = _median_ms(partial(_show, table, wanted, texts))
        say(f"  {name}: {took_ms:.1f} ms, {_show(table, wanted, texts):,} pairs")
        worst = max(worst, took_ms)
    columns = [np.random.default_rng(part).random(PAIRS) < 0.9 for part in range(11)]
    return Figure(worst, _median_ms(lambda: np.count_nonzero(np.logical_and.reduce(columns))), PAIRS)


def _show(table: PairTable, wanted: PairFilter, texts: PairTexts) -> int:
    """Do what a window does for another filter; return how many pairs it shows."""
    unsearched = PairTexts(texts.paths, texts.shared, texts.place)
    shown = matching(table, wanted, unsearched)
    facets(table, wanted, unsearched)
    return int(np.count_nonzero(shown))


def filters_of(table: PairTable) -> dict[str, PairFilter]:
    """Return filters of one part each, and one of all parts."""
    members = frozenset(table.member_names[1:4])
    each = {
        "nothing": PairFilter(),
        "identities": PairFilter(identities=members),
        "role": PairFilter(roles=frozenset({"retain"})),
        "outcomes": PairFilter(outcomes=frozenset({PairOutcome.LOST, PairOutcome.BECAME_FORGET})),
        "codes": PairFilter(codes=frozenset({"BLUR", "NO_FACE"})),
        "conditions": PairFilter(conditions=frozenset(table.conditions[::2])),
        "seeds": PairFilter(seeds=(5, 30)),
        "similarity to own": PairFilter(own=(0.2, 0.6)),
        "similarity to forget": PairFilter(forget=(0.0, 0.4)),
        "PPS, WER and naturalness": PairFilter(pps=(40, 90), wer=(0, 50), naturalness=(2.5, 4.5)),
        "marks": PairFilter(marks=frozenset({"unmarked"})),
        "problems": PairFilter(problems=True),
        "common word": PairFilter(text="portrait"),
        "common words": PairFilter(text='png library "street lamp" beach'),
        "absent word": PairFilter(text="zebra"),
    }
    everything = PairFilter(
        identities=frozenset(table.member_names),
        roles=frozenset(ROLES),
        outcomes=frozenset(PairOutcome),
        codes=frozenset(table.codes),
        conditions=frozenset(table.conditions),
        seeds=(0, SEEDS),
        own=(-1, 1),
        forget=(-1, 1),
        pps=(0, 100),
        wer=(0, 200),
        naturalness=(1, 5),
        marks=frozenset(MARKS),
        text="portrait take png",
        problems=True,
    )
    return {**each, "all of them": everything}


def made_table() -> PairTable:
    """Return 100,000 pairs of two groups; some failed, some are flagged, differ in settings, or carry marks.

    Of nearly all of them PPS, WER and naturalness are known.
    """
    chance = np.random.default_rng(11)
    frames = [_frame(number, chance) for number in range(len(GROUPS))]
    samples = np.concatenate([frame.sample_id for frame in frames])
    noted = {("BLUR",): samples[::50].tolist(), ("TINY_FACE", "MULTI_FACE"): samples[7::90].tolist()}
    names = {number: f"c{number:03d}" for number in range(CONDITIONS)}
    table = build_table(frames, Decision(0.4), note_codes(noted), names)
    keys = table.unlearned.tolist()
    marks = Marks(
        picks={key: "pick" if key % 3 else "reject" for key in keys[::20]},
        bookmarks=frozenset(keys[::200]),
        notes={key: f"Look at sample {key} again" for key in keys[::100]},
    )
    return with_measured(with_marks(table, marks), _made_columns(chance))


def _made_columns(chance: np.random.Generator) -> dict[str, MeasuredColumn]:
    """Return what other aspects are filtered by; of some pairs nothing was measured."""
    found = {}
    for part, (low, high, step) in {"pps": (0, 100, 5), "wer": (0, 150, 10), "naturalness": (1, 5, 0.25)}.items():
        values = chance.uniform(low, high, PAIRS).astype(np.float32)
        values[chance.random(PAIRS) < 0.05] = np.nan
        found[part] = MeasuredColumn(values, value_bins(values, step), "made")
    return found


def _frame(number: int, chance: np.random.Generator) -> GroupFrame:
    pairs = PAIRS // len(GROUPS)
    place = np.arange(pairs)
    identity, condition, seed = place % IDENTITIES, place // IDENTITIES % CONDITIONS, place // IDENTITIES // CONDITIONS
    similarity = chance.normal(0.1, 0.08, (2 * pairs, IDENTITIES)).astype(np.float32)
    strength = chance.normal(0.6, 0.1, 2 * pairs) * np.where(chance.random(2 * pairs) < 0.2, 0.2, 1)
    similarity[np.arange(2 * pairs), np.tile(identity, 2)] = np.clip(strength, -1, 1)
    status = np.where(chance.random(2 * pairs) < 0.01, Status.FAILURE, Status.SCORED).astype(np.int8)
    similarity[status == Status.FAILURE] = np.nan
    names = tuple(str(10 * number + each) for each in range(IDENTITIES))
    return GroupFrame(
        group=GROUPS[number],
        forget=names[0],
        retain=names[1:],
        identities=names,
        sample_id=2 * pairs * number + np.arange(2 * pairs, dtype=np.int64),
        side=np.repeat(np.array([Side.ORIGINAL, Side.UNLEARNED], dtype=np.int8), pairs),
        identity=np.tile(identity, 2),
        condition=np.tile(condition, 2),
        seed=np.tile(seed, 2).astype(np.int64),
        status=status,
        similarity=similarity,
        partner=np.concatenate([place + pairs, place]),
        mismatched=np.tile(chance.random(pairs) < 0.005, 2),
    )


def made_texts(table: PairTable) -> PairTexts:
    """Return texts as those of a submission are: paths of both sides, a prompt for each identity in each condition."""
    samples, conditions = [], {}
    for row, ids in enumerate(zip(table.original.tolist(), table.unlearned.tolist(), strict=True)):
        identity, number = table.identity_of(row), int(table.condition[row])
        name = table.conditions[number]
        prompt = f"A portrait of person {identity} {PLACES[number % len(PLACES)]}, natural light, 50 mm, take {number}"
        settings = {"prompt": prompt, "negative_prompt": "blurry, deformed", "sampler": "ddim"}
        condition = f"{identity} {name}"
        conditions[condition] = (name, settings)
        for side, id_ in zip(("original", "unlearned"), ids, strict=True):
            samples.append((id_, f"{side}/{identity}/{name}/{table.seed[row]:04d}.png", condition, "{}"))
    return gather_texts(table, [samples], conditions)


def _median_ms(function: Callable[[], object]) -> float:
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        function()
        took.append(time.perf_counter() - began)
    return 1000 * median(took)
