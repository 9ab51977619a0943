"""GVD: whether the identities of a group still differ from each other as much as they did (PROTOCOL §6)."""

from math import log10

import numpy as np

from scoring.frame import BoolArray, EmbeddingSums, GroupFrame, Side, Status
from scoring.metrics.diagnostics.cells import Codes, Counts, Values, cell_sums, mean_within
from scoring.metrics.values import counted, joined, not_computable
from scoring.registry import metric
from scoring.types import FloatArray, MetricInfo, MetricValue

# Mean cosines of float32 vectors carry errors of about 1e-7: a separation below this is none.
NO_SEPARATION = 1e-6


@metric(
    MetricInfo(
        name="GVD",
        symbol="GVD",
        track=("face", "speech"),
        unit="dB",
        higher_is_better=True,
        needs=("embedding",),
        definition=(
            "Gain of distinctiveness = 10·log10(Ddiag_un / Ddiag_orig); Ddiag = |mean diagonal − mean off-diagonal| of "
            "the cosine matrix between the identities of the group: on the diagonal the mean cosine of two different "
            "samples of an identity (self-pairs excluded), beside it that of a sample each of two identities. 0 dB: as "
            "distinct as before; negative: less. After VoicePrivacy, which uses PLDA and a sigmoid, so not comparable "
            "with its figures. An identity with fewer than two embeddings on one side is dropped from both, part 'k' "
            "says how many stayed. Parts [ours]: 'original' and 'unlearned', the separations with their sign; "
            "'difference', unlearned − original; 'retain', GVD of the retain identities alone, with 'retain_original' "
            "and 'retain_unlearned'. Ddiag below 1e-6 on a side: no value, with a badge."
        ),
    )
)
def separation_change(frame: GroupFrame) -> MetricValue:
    """Return GVD of a group, in dB; failures to acquire have no embedding and are counted.

    Of the eight samples of the example that were asked to show 84, six now show somebody else:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> value = separation_change(EXAMPLE)
    >>> round(value.value, 2), round(value.parts["difference"], 3), value.parts["k"]
    (-2.41, -0.247, 3.0)
    """
    failures = int(np.count_nonzero(frame.status == Status.FAILURE))
    errors = int(np.count_nonzero(frame.status == Status.ERROR))
    if errors:
        return not_computable(f"{counted(errors, 'sample')} not scored", 0, failures)
    if frame.embeddings is None:
        return not_computable("no embeddings", 0, failures)
    return change_of_sums(frame.embeddings, failures)


def separation_of(embeddings: FloatArray, identity: Codes, side: Codes, identities: int) -> MetricValue:
    """Return GVD of embeddings (n, d) by `identity` (n,), codes of which the forget identity is 0, and `side` (n,).

    Time and memory grow with n·d. Rows that are not finite are left out and counted as failures.
    """
    total, count = cell_sums(embeddings, side.astype(np.intp) * identities + identity, len(Side) * identities)
    sums = EmbeddingSums(total.reshape(len(Side), identities, -1), count.reshape(len(Side), identities))
    return change_of_sums(sums, len(embeddings) - int(count.sum()))


def change_of_sums(sums: EmbeddingSums, failures: int = 0) -> MetricValue:
    """Return GVD of the sums of unit vectors by side and identity."""
    kept: BoolArray = np.all(sums.count >= 2, axis=0)
    n, k = int(sums.count[:, kept].sum()), int(np.count_nonzero(kept))
    if k < 2:
        reason = f"two embeddings or more on both sides for {k} of at least 2 identities"
        return not_computable(reason, int(sums.count.sum()), failures)
    before, after = (signed_separation(sums.total[side, kept], sums.count[side, kept]) for side in Side)
    retain = kept.copy()
    retain[0] = False
    parts = {
        "original": before,
        "unlearned": after,
        "difference": after - before,
        "k": float(k),
        **_of_retain(sums, retain),
    }
    dropped = len(kept) - k
    left_out = f"{dropped} of {len(kept)} identities left out: fewer than two embeddings on a side" if dropped else None
    if missing := _where_none(before, after):
        badge = joined(f"no separation on the {missing} side", left_out)
        return MetricValue(None, n, failures, badge=badge, reason=f"Ddiag is 0 on the {missing} side", parts=parts)
    return MetricValue(_gain_db(before, after), n, failures, badge=left_out, parts=parts)


def signed_separation(total: Values, count: Counts) -> float:
    """Return mean diagonal − mean off-diagonal of the cosine matrix between k ≥ 2 identities of two or more vectors.

    total : float64 (k, d), sums of unit vectors. count : (k,). The off-diagonal cells are the cosines of the mean
    vectors m: their sum is ‖Σm‖² − Σ‖m‖².

    >>> round(signed_separation(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([2, 2])), 6)
    1.0
    """
    k = len(count)
    means = total / count[:, np.newaxis]
    beside = (np.square(means.sum(axis=0)).sum() - np.square(means).sum()) / (k * (k - 1))
    return float(mean_within(total, count).mean() - beside)


def _gain_db(before: float, after: float) -> float:
    return 10 * log10(abs(after) / abs(before))


def _of_retain(sums: EmbeddingSums, retain: BoolArray) -> dict[str, float | None]:
    before: float | None = None
    after: float | None = None
    gain: float | None = None
    if np.count_nonzero(retain) >= 2:
        before, after = (signed_separation(sums.total[side, retain], sums.count[side, retain]) for side in Side)
        gain = None if _where_none(before, after) else _gain_db(before, after)
    return {"retain": gain, "retain_original": before, "retain_unlearned": after}


def _where_none(before: float, after: float) -> str:
    sides = [name for name, of in (("original", before), ("unlearned", after)) if abs(of) < NO_SEPARATION]
    return " and the ".join(sides)
