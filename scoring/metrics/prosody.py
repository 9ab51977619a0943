"""PPS and its four parts over a submission: whether it is still spoken as it was before (PROTOCOL §4)."""

from scoring.metrics.pair_means import ComparedPairs, mean_of_pairs
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricInfo, MetricValue

_OVER_PAIRS = (
    " Mean over the matched pairs; those whose settings differ leave, those that cannot be measured are skipped and "
    "counted. Interval: percentile bootstrap over conditions within identity, from the protocol's number of conditions "
    "on. Parts: 'forget' and 'retain', the means of these pairs; 'floor', the mean over originals compared with an "
    "original of another condition: no more than that is nothing kept."
)


def _info(name: str, symbol: str, definition: str) -> MetricInfo:
    return MetricInfo(name, symbol, ("speech",), "%", True, (name,), definition + _OVER_PAIRS)


@metric(
    _info(
        "PPS",
        "PPS",
        "Prosody preservation [ours] = mean of the parts F0, energy, duration and rhythm of a pair, each 0 to 100, the "
        "sounds aligned by dynamic time warping on 13 MFCC.",
    )
)
def prosody_preservation(pairs: ComparedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return PPS over all pairs."""
    return mean_of_pairs(pairs, "PPS", rules)


@metric(
    _info(
        "PPS_f0",
        "PPS F0",
        "100·max(0, c)·(1 − FFE): Lin's concordance of the contours in semitones re each side's own voiced median, and "
        "the share of frames with an error of voicing or of more than 20 % in pitch.",
    )
)
def f0_preservation(pairs: ComparedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return the part of the pitch contour."""
    return mean_of_pairs(pairs, "PPS_f0", rules)


@metric(
    _info(
        "PPS_energy",
        "PPS energy",
        "100·max(0, c): Lin's concordance of the logarithmic RMS, each side's mean removed, where either side is above "
        "its own maximum −40 dB.",
    )
)
def energy_preservation(pairs: ComparedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return the part of the energy contour."""
    return mean_of_pairs(pairs, "PPS_energy", rules)


@metric(_info("PPS_duration", "PPS duration", "100·min/max of the durations, trimmed at −30 dB re the maximum."))
def duration_preservation(pairs: ComparedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return the part of the duration."""
    return mean_of_pairs(pairs, "PPS_duration", rules)


@metric(
    _info(
        "PPS_rhythm",
        "PPS rhythm",
        "100·mean of min/max of the nPVI and min/max of the syllable rate; fewer than 4 syllable nuclei on a side: not "
        "measurable.",
    )
)
def rhythm_preservation(pairs: ComparedPairs, rules: Rules = SHIPPED) -> MetricValue:
    """Return the part of the rhythm."""
    return mean_of_pairs(pairs, "PPS_rhythm", rules)
