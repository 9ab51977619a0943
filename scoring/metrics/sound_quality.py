"""How natural and how clean the unlearned samples sound, as models predict it; people's MOS is another thing."""

from scoring.metrics.sample_means import MeasuredSamples, mean_of_samples
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricInfo, MetricValue

_OVER_SAMPLES = (
    " Mean over the unlearned samples; failures are left out and counted. Interval: percentile bootstrap over "
    "conditions within identity, from the protocol's number of conditions on. Parts: 'original', the mean of the "
    "original samples; 'change', the mean of unlearned − original within matched pairs; 'forget' and 'retain'."
)


def _info(name: str, symbol: str, needs: str, definition: str) -> MetricInfo:
    return MetricInfo(name, symbol, ("speech",), "1 to 5", True, (needs,), definition + _OVER_SAMPLES)


@metric(
    _info(
        "Distill_MOS",
        "Distill-MOS",
        "distill_mos",
        "Predicted naturalness: Distill-MOS, the rating from 1 to 5 that people would give, as a network predicts it.",
    )
)
def predicted_naturalness(samples: MeasuredSamples, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean predicted naturalness."""
    return mean_of_samples(samples, "distill_mos", rules)


@metric(
    _info(
        "UTMOS",
        "UTMOS",
        "utmos",
        "Predicted naturalness: UTMOS, strong learner, the rating from 1 to 5 that people would give, as a network "
        "predicts it.",
    )
)
def predicted_naturalness_utmos(samples: MeasuredSamples, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean predicted naturalness by UTMOS."""
    return mean_of_samples(samples, "utmos", rules)


@metric(
    _info(
        "DNSMOS",
        "DNSMOS",
        "dnsmos_ovrl",
        "Signal quality: the overall rating of DNSMOS P.835, 1 to 5. It hears noise and distortion, not whether a "
        "voice is natural.",
    )
)
def signal_quality(samples: MeasuredSamples, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean signal quality."""
    return mean_of_samples(samples, "dnsmos_ovrl", rules)
