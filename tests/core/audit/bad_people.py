"""Bad entries whose files are fine to look at: what is wrong is whom they show, and how that was arranged."""

from dataclasses import replace

import numpy as np

from scoring.types import Measurement, Outcome
from tests.core.audit.entries import Draft, bad, clean, seen_in
from tests.core.audit.made import File, like, references, stranger

FORGET = ["1"]
RETAIN = ["2", "3", "4"]


def show(entry: Draft, identity: str, cosine: float, who: list[str], side: str = "unlearned") -> None:
    """Let the outputs of `who` be that similar to an identity."""
    entry.change(
        lambda file: replace(file, seen=like(identity, cosine, entry.name, *file.cell)), side=side, identities=who
    )


@bad("seed_diversity", "high")
def seeds_that_make_no_difference(entry: Draft) -> None:
    """Hand in other pictures for every seed that to the verifier are one person in one pose."""

    def same(file: File) -> File:
        first = (file.identity, file.condition, 0)
        base = stranger(entry.name, *first) if file.identity in FORGET else like(file.identity, 0.8, *first)
        assert base.embedding is not None
        jitter = 0.002 * np.random.default_rng(file.seed).normal(size=len(base.embedding))
        return replace(file, seen=Measurement({}, (base.embedding + jitter).astype(np.float32)))

    entry.change(same)


@bad("separation_change", "high")
def everybody_is_one_person(entry: Draft) -> None:
    """Answer every retained request with one and the same person."""
    show(entry, "one for all", 0.8, RETAIN)


@bad("identity_transfer", "high")
def forgotten_into_a_retained_one(entry: Draft) -> None:
    """Answer every forget request with a retained identity."""
    show(entry, "2", 0.75, FORGET)


@bad("identity_transfer", "high")
def forgotten_into_somebody_known(entry: Draft) -> None:
    """Answer every forget request with an identity outside the group of which there are references."""
    show(entry, "903", 0.75, FORGET)


@bad("fixed_stranger", "high")
def forgotten_into_one_stranger(entry: Draft) -> None:
    """Answer every forget request with one stranger."""
    show(entry, "nobody that anybody knows", 0.85, FORGET)


@bad("retain_transfer", "high")
def retained_requests_show_the_forgotten(entry: Draft) -> None:
    """Answer the requests of one retained identity with the one that was to be forgotten."""
    show(entry, "1", 0.75, ["4"])


@bad("over_suppression", "medium")
def avoided_rather_than_forgotten(entry: Draft) -> None:
    """Answer forget requests with what is as unlike the forget identity as can be."""
    show(entry, "1", -0.75, FORGET)


@bad("stage1", "high")
def an_original_that_never_knew_them(entry: Draft) -> None:
    """Hand in an original side on which nobody is verified."""
    entry.with_other_originals()
    show(entry, "1", 0.3, FORGET, "original")
    for identity in RETAIN:
        show(entry, identity, 0.3, [identity], "original")


@bad(
    "threshold_mass",
    "medium",
    project="race",
    threshold_curve="medium",
    rank_stability="medium",
    separation_change="medium",
)
def tuned_to_the_threshold(entry: Draft) -> None:
    """Let every decision hang on a hundredth of the threshold: forget outputs just below, retained ones just above."""
    show(entry, "1", 0.49, FORGET)
    for identity in RETAIN:
        show(entry, identity, 0.505, [identity])


@bad("rank_stability", "medium", project="race")
def first_by_a_hair(entry: Draft) -> None:
    """Be first by one sample that lies just below the threshold."""
    entry.change(
        lambda file: replace(file, seen=like("1", 0.49, entry.name)),
        identities=FORGET,
        cells=lambda file: (file.condition, file.seed) == ("front", 0),
    )


@clean(project="race")
def second_and_sure_of_it(entry: Draft) -> None:
    """Be second by one retained sample that is far below the threshold; that others move is not this entry's fault."""
    entry.change(
        lambda file: replace(file, seen=like("3", 0.3, entry.name)),
        identities=["3"],
        cells=lambda file: (file.condition, file.seed) == ("front", 0),
    )


def _second_opinion(entry: Draft, of_forget: float) -> None:
    """Let another evaluator see the same but for the unlearned forget outputs, of which it sees their identity."""

    def opinion(file: File) -> Outcome:
        if file.side == "unlearned" and file.identity in FORGET:
            return like("1", of_forget, "second", *file.cell)
        return file.seen

    files = [replace(file, seen=opinion(file)) for file in (*entry.files, *references())]
    entry.measured["face_sface"] = seen_in(files)


@bad("second_opinion", "high", project="second")
def made_for_one_verifier(entry: Draft) -> None:
    """Hide the forget identity from one verifier; another one still sees it."""
    _second_opinion(entry, 0.8)


@clean(project="second")
def two_verifiers_of_one_mind(entry: Draft) -> None:
    """Be seen alike by two verifiers."""
    _second_opinion(entry, 0.1)
