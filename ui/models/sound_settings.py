"""What is shown of sounds, and how it is measured; remembered from pair to pair and from day to day."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from genmu_studio.sounds.spectrogram import SpectrogramSettings
from scoring.errors import UserError

LOWEST_PITCH_HZ, HIGHEST_PITCH_HZ = 30.0, 1000.0
NARROWEST_RANGE_DB, WIDEST_RANGE_DB = 20.0, 120.0


@dataclass(frozen=True, slots=True)
class Panes:
    """Which panes of each sound are shown."""

    waveform: bool = True
    spectrogram: bool = True
    pitch: bool = True
    intensity: bool = False


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """range_db : of the spectrogram. floor_hz, ceiling_hz : of the pitch; None = found for each voice."""

    panes: Panes = field(default_factory=Panes)
    spectrum: SpectrogramSettings = field(default_factory=SpectrogramSettings)
    range_db: float = 60.0
    floor_hz: float | None = None
    ceiling_hz: float | None = None

    def with_pitch(self, floor_hz: float | None, ceiling_hz: float | None) -> "SoundSettings":
        """Return the same with another range of pitch; UserError where that holds none."""
        if floor_hz is not None and ceiling_hz is not None and not floor_hz < ceiling_hz:
            raise UserError(f"no pitch lies between {floor_hz:g} and {ceiling_hz:g} Hz", "Put the floor below.")
        return replace(self, floor_hz=floor_hz, ceiling_hz=ceiling_hz)

    def state(self) -> dict[str, object]:
        """Return it as JSON would hold it."""
        return asdict(self)


def restored(state: object) -> SoundSettings:
    """Return what `state` says; what it says wrongly is as it is at first."""
    first = SoundSettings()
    if not isinstance(state, Mapping):
        return first
    panes = state.get("panes")
    flags = {name: panes[name] for name in asdict(first.panes) if isinstance(panes, Mapping) and _flag(panes, name)}
    floor_hz, ceiling_hz = (
        _number(state, name, LOWEST_PITCH_HZ, HIGHEST_PITCH_HZ) for name in ("floor_hz", "ceiling_hz")
    )
    range_db = _number(state, "range_db", NARROWEST_RANGE_DB, WIDEST_RANGE_DB) or first.range_db
    kept = replace(first, panes=Panes(**flags), spectrum=_spectrum(state.get("spectrum")), range_db=range_db)
    try:
        return kept.with_pitch(floor_hz, ceiling_hz)
    except UserError:
        return kept


def _spectrum(state: object) -> SpectrogramSettings:
    try:
        return SpectrogramSettings(**state) if isinstance(state, dict) else SpectrogramSettings()
    except (TypeError, UserError):
        return SpectrogramSettings()


def _flag(state: Mapping[object, object], name: str) -> bool:
    return isinstance(state.get(name), bool)


def _number(state: Mapping[object, object], name: str, low: float, high: float) -> float | None:
    value = state.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and low <= value <= high else None  # type: ignore[arg-type,operator]  # just asked
