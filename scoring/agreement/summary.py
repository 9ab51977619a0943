"""All figures of agreement of one question, side by side."""

from dataclasses import dataclass

from scoring.agreement.cohen import RaterPair, cohen_pairs, mean_kappa
from scoring.agreement.fleiss import fleiss_kappa
from scoring.agreement.gwet import gwet_ac1
from scoring.agreement.krippendorff import krippendorff_alpha
from scoring.agreement.percent import percent_agreement
from scoring.agreement.ratings import Ratings
from scoring.agreement.values import Agreement


@dataclass(frozen=True, slots=True)
class AgreementSummary:
    """How far the raters of a question agree. kappa : Cohen's, the mean over `pairs`."""

    percent: Agreement
    kappa: Agreement
    fleiss: Agreement
    alpha: Agreement
    ac1: Agreement
    pairs: tuple[RaterPair, ...]


def agreement_of(ratings: Ratings, tolerance: float = 0.0) -> AgreementSummary:
    """Return every figure of agreement; `tolerance` is the question's, and enters the percentage alone."""
    pairs = cohen_pairs(ratings)
    return AgreementSummary(
        percent_agreement(ratings, tolerance),
        mean_kappa(ratings, pairs),
        fleiss_kappa(ratings),
        krippendorff_alpha(ratings),
        gwet_ac1(ratings),
        pairs,
    )
