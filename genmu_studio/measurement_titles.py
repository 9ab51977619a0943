"""What evaluators measure, as a person reads it: the one table of titles and units."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeasurementTitle:
    """A title. unit : "" for a ratio or cosine. is_share : kept as 0..1, shown in percent."""

    title: str
    unit: str = ""
    is_share: bool = False

    @property
    def words(self) -> str:
        """Title and unit."""
        return f"{self.title}, {self.unit}" if self.unit else self.title

    def shown(self, value: float | None) -> float | None:
        """Return a value in the unit of the title."""
        return 100 * value if self.is_share and value is not None else value


# In the order in which they are shown, short, since a column of the inspector is narrow; st = semitones. What no
# evaluator stores is worked out of what it heard: WER.
_TITLES: Mapping[str, MeasurementTitle] = {
    "detection_score": MeasurementTitle("detection score"),
    "face_side_px": MeasurementTitle("face side", "px"),
    "yaw_deg": MeasurementTitle("yaw", "°"),
    "pitch_deg": MeasurementTitle("pitch", "°"),
    "roll_deg": MeasurementTitle("roll", "°"),
    "lightness": MeasurementTitle("lightness", "%", is_share=True),
    "luminance": MeasurementTitle("luminance", "%", is_share=True),
    "light_side": MeasurementTitle("light from right"),
    "light_contrast": MeasurementTitle("contrast"),
    "eye_distance_px": MeasurementTitle("eye distance", "px"),
    "eye_distance_share": MeasurementTitle("eyes of picture", "%", is_share=True),
    "PPS": MeasurementTitle("PPS", "%"),
    "PPS_f0": MeasurementTitle("PPS F0", "%"),
    "PPS_energy": MeasurementTitle("PPS energy", "%"),
    "PPS_duration": MeasurementTitle("PPS duration", "%"),
    "PPS_rhythm": MeasurementTitle("PPS rhythm", "%"),
    "ffe": MeasurementTitle("F0 frame error", "%", is_share=True),
    "concordance": MeasurementTitle("F0 concordance"),
    "f0_mean_hz": MeasurementTitle("F0 mean", "Hz"),
    "f0_median_hz": MeasurementTitle("F0 median", "Hz"),
    "f0_sd_semitones": MeasurementTitle("F0 deviation", "st"),
    "f0_range_semitones": MeasurementTitle("F0 range", "st"),
    "voiced_share": MeasurementTitle("voiced share", "%", is_share=True),
    "syllables": MeasurementTitle("syllables"),
    "syllables_per_s": MeasurementTitle("syllable rate", "/s"),
    "npvi": MeasurementTitle("nPVI"),
    "pauses": MeasurementTitle("pauses"),
    "pause_share": MeasurementTitle("pause share", "%", is_share=True),
    "trimmed_s": MeasurementTitle("trimmed", "s"),
    "level_dbfs": MeasurementTitle("level", "dBFS"),
    "WER": MeasurementTitle("WER", "%"),
    "words": MeasurementTitle("words heard"),
    "mean_log_probability": MeasurementTitle("log probability"),
    "no_speech_probability": MeasurementTitle("no-speech prob."),
    "compression_ratio": MeasurementTitle("compression ratio"),
    "distill_mos": MeasurementTitle("Distill-MOS"),
    "utmos": MeasurementTitle("UTMOS"),
    "dnsmos_ovrl": MeasurementTitle("DNSMOS overall"),
    "dnsmos_sig": MeasurementTitle("DNSMOS signal"),
    "dnsmos_bak": MeasurementTitle("DNSMOS background"),
    "p808": MeasurementTitle("DNSMOS P.808"),
    "duration_s": MeasurementTitle("duration", "s"),
    "speech_s": MeasurementTitle("speech", "s"),
}
_PLACES = {name: place for place, name in enumerate(_TITLES)}


def measurement_title(name: str) -> MeasurementTitle:
    """Return how a measurement is called; one that nobody named has its own name and no unit.

    >>> measurement_title("voiced_share").words, measurement_title("voiced_share").shown(0.5)
    ('voiced share, %', 50.0)
    """
    return _TITLES.get(name) or MeasurementTitle(name.replace("_", " "))


def in_order(names: Iterable[str]) -> list[str]:
    """Return the names as they are shown: those with a title in its order, then the others by name."""
    return sorted(set(names), key=lambda name: (_PLACES.get(name, len(_PLACES)), name))
