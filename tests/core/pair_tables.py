"""Random tables of pairs beside the facts that they were made of: what a slow look is taken at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from hypothesis import strategies as st

from genmu_studio.marks import Marks, Pick
from genmu_studio.pair_building import build_table
from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER, note_codes
from genmu_studio.pair_table import CONFLICTING, LABELLED, PairTable, with_label_states, with_marks
from genmu_studio.pair_texts import PairTexts, gather_texts
from scoring.frame import Decision, GroupFrame, Side, Status

# Names are whatever a submission says.
GROUPS = ("One", '<b>Zwei</b> & "3"\'; --')
IDENTITIES = ("1", "2", "%_\\ ünï")
CONDITIONS = ("c0", "c0 ", "=1+1\n", "条件")
FLAGS = ("BLUR", "CLIPPED", "ZZ_UNKNOWN")
PROMPTS = ("A red Car", "Straßenschild", "red", "a  car\tred")
WORDS = ("red", "Red car", '"red car"', "strasse", "STRASSENSCHILD", "unlearned", "0.png", "30", "note", '"', "zebra")
NOTES = ("A NOTE", "siehe unten", "red\nflag")
SEEDS = (0, 1, 2, 7, -(2**63), 2**63 - 1)
COSINES = (-1.0, -0.35, 0.0, 0.1, 0.35, 0.5, 1.0, 1.0000001, float("nan"))


@dataclass(frozen=True)
class MadePair:
    """One pair. original, unlearned : ids, −1 for none. own, forget : similarities of the unlearned side, float32."""

    original: int
    unlearned: int
    group: int
    identity: int
    condition: int
    seed: int
    own: tuple[float, float]
    forget: tuple[float, float]
    failed: tuple[bool, bool]
    flags: tuple[frozenset[str], frozenset[str]]
    differs: bool
    prompt: str
    pick: Pick | None
    bookmarked: bool
    note: str | None
    label_state: int

    @property
    def labels(self) -> set[str]:
        """What a filter calls what people said about it."""
        return {0: {"not labelled"}, LABELLED: {"labelled"}, CONFLICTING: {"labelled", "conflicting"}}[self.label_state]

    @property
    def key(self) -> int:
        return self.original if self.unlearned < 0 else self.unlearned

    @property
    def role(self) -> str:
        return "retain" if self.identity else "forget"

    @property
    def codes(self) -> set[str]:
        found = {*(self.flags[0] if self.original >= 0 else ()), *(self.flags[1] if self.unlearned >= 0 else ())}
        if self.original < 0 or self.unlearned < 0:
            found.add(NO_PARTNER)
        elif self.differs:
            found.add(SETTINGS_DIFFER)
        return found

    @property
    def is_problem(self) -> bool:
        sides = ((self.original, self.failed[0]), (self.unlearned, self.failed[1]))
        return bool(self.codes) or any(id_ >= 0 and failed for id_, failed in sides)

    def path(self, side: str) -> str:
        return f"{side}/{self.identity}/{self.condition}/{self.seed}.png"

    @property
    def texts(self) -> list[str]:
        """Everything that is searched, as written."""
        sides = [side for side, id_ in (("original", self.original), ("unlearned", self.unlearned)) if id_ >= 0]
        return [*map(self.path, sides), CONDITIONS[self.condition], self.prompt, "ddim", self.note or ""]

    @property
    def unlearned_own(self) -> float:
        return float(np.float32(self.own[1])) if self.unlearned >= 0 else float("nan")

    @property
    def unlearned_forget(self) -> float:
        # A forget sample's own template is that of the forget identity.
        value = self.forget[1] if self.identity else self.own[1]
        return float(np.float32(value)) if self.unlearned >= 0 else float("nan")


@dataclass(frozen=True)
class Made:
    """A table and its pairs by key sample."""

    table: PairTable
    texts: PairTexts
    pairs: Mapping[int, MadePair]

    def pair(self, row: int) -> MadePair:
        return self.pairs[self.table.key(row)]


def tables(most: int = 8) -> st.SearchStrategy[Made]:
    """Return tables of a few pairs in two groups, with marks and texts."""
    return st.builds(made_up, st.integers(0, most), st.integers(0, 2**32))


def made_up(count: int, seed: int) -> Made:
    chance = Random(seed)  # noqa: S311 - not for secrets

    def flags() -> frozenset[str]:
        return frozenset(chance.sample(FLAGS, chance.choice([0, 0, 0, 1, 2])))

    pairs = []
    for number in range(count):
        sides = chance.choice([(True, True), (True, True), (True, False), (False, True)])
        pairs.append(
            MadePair(
                original=10 + 2 * number if sides[0] else -1,
                unlearned=11 + 2 * number if sides[1] else -1,
                group=chance.randrange(2),
                identity=chance.randrange(len(IDENTITIES)),
                condition=chance.randrange(len(CONDITIONS)),
                seed=chance.choice(SEEDS),
                own=(chance.choice(COSINES), chance.choice(COSINES)),
                forget=(chance.choice(COSINES), chance.choice(COSINES)),
                failed=(chance.random() < 0.2, chance.random() < 0.2),
                flags=(flags(), flags()),
                differs=chance.random() < 0.2,
                prompt=chance.choice(PROMPTS),
                pick=chance.choice([None, "pick", "reject"]),
                bookmarked=chance.random() < 0.4,
                note=chance.choice([None, None, *NOTES]),
                label_state=chance.choice([0, 0, LABELLED, CONFLICTING]),
            )
        )
    return make(pairs)


def make(pairs: Sequence[MadePair]) -> Made:
    frames = [_frame(number, [pair for pair in pairs if pair.group == number]) for number in range(2)]
    noted: dict[tuple[str, ...], list[int]] = {}
    for pair in pairs:
        for id_, flags in zip((pair.original, pair.unlearned), pair.flags, strict=True):
            if id_ >= 0 and flags:
                noted.setdefault(tuple(sorted(flags)), []).append(id_)
    bare = build_table(frames, Decision(0.3), note_codes(noted), dict(enumerate(CONDITIONS)))
    marked = with_marks(bare, marks_of(pairs))
    by_key = {pair.key: pair.label_state for pair in pairs}
    states = np.array([by_key[marked.key(row)] for row in range(len(marked))], dtype=np.int8)
    table = with_label_states(marked, states)
    samples = [
        (id_, pair.path(side), f"{pair.condition} {pair.prompt}", "{}")
        for pair in pairs
        for side, id_ in (("original", pair.original), ("unlearned", pair.unlearned))
        if id_ >= 0
    ]
    conditions: dict[str, tuple[str, Mapping[str, str]]] = {
        f"{number} {prompt}": (name, {"steps": "30", "sampler": "ddim", "prompt": prompt})
        for number, name in enumerate(CONDITIONS)
        for prompt in PROMPTS
    }
    return Made(table, gather_texts(table, [samples[:3], samples[3:]], conditions), {pair.key: pair for pair in pairs})


def marks_of(pairs: Sequence[MadePair]) -> Marks:
    """Return the marks of the pairs, and some of samples that belong to none."""
    return Marks(
        picks={5: "pick", **{pair.key: pair.pick for pair in pairs if pair.pick}},
        bookmarks=frozenset({6, *(pair.key for pair in pairs if pair.bookmarked)}),
        notes={7: "red", **{pair.key: pair.note for pair in pairs if pair.note}},
    )


def _frame(number: int, pairs: Sequence[MadePair]) -> GroupFrame:
    rows: list[tuple[MadePair, Side, int, int]] = []
    for pair in pairs:
        both = pair.original >= 0 and pair.unlearned >= 0
        first = len(rows)
        for side, id_ in ((Side.ORIGINAL, pair.original), (Side.UNLEARNED, pair.unlearned)):
            if id_ >= 0:
                partner = (first + 1 if len(rows) == first else first) if both else -1
                rows.append((pair, side, id_, partner))
    similarity = np.zeros((len(rows), len(IDENTITIES)), dtype=np.float32)
    for place, (pair, side, _, _) in enumerate(rows):
        similarity[place, 0] = pair.forget[side]
        similarity[place, pair.identity] = pair.own[side]
    status = [Status.FAILURE if pair.failed[side] else Status.SCORED for pair, side, _, _ in rows]
    return GroupFrame(
        group=GROUPS[number],
        forget=IDENTITIES[0],
        retain=IDENTITIES[1:],
        identities=IDENTITIES,
        sample_id=np.array([id_ for _, _, id_, _ in rows], dtype=np.int64),
        side=np.array([side for _, side, _, _ in rows], dtype=np.int8),
        identity=np.array([pair.identity for pair, *_ in rows], dtype=np.intp),
        condition=np.array([pair.condition for pair, *_ in rows], dtype=np.intp),
        seed=np.array([pair.seed for pair, *_ in rows], dtype=np.int64),
        status=np.array(status, dtype=np.int8),
        similarity=similarity,
        partner=np.array([partner for *_, partner in rows], dtype=np.intp),
        mismatched=np.array([pair.differs and partner >= 0 for pair, _, _, partner in rows], dtype=np.bool_),
    )
