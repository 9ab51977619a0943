"""What has been answered of one sound; it is asked for once, and held while the sound is shown."""

from dataclasses import dataclass

from genmu_studio.media_keys import MediaKey
from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.measuring import Pitch, Unmeasured, value_at
from genmu_studio.sounds.opening import Unopened
from genmu_studio.sounds.spectrogram import Spectrogram
from ui.models.sound_settings import SoundSettings
from ui.models.sound_store import IntensityKey, Opened, PitchKey, SoundStore, SpectrogramKey
from ui.models.sound_view import Span

WHOLE_COLUMNS = 2048
NO_SAMPLE = Unopened("NO SAMPLE", "the pair has none on this side")


@dataclass(slots=True)
class Answers:
    """Of the sound of `key`, None = there is none. What is None is not known yet, or not asked for."""

    key: MediaKey | None = None
    opened: Opened | Unopened | None = None
    whole: Spectrogram | Unmeasured | None = None
    part: Spectrogram | None = None
    pitch: Pitch | Unmeasured | None = None
    intensity: Contour | Unmeasured | None = None

    def ask(self, store: SoundStore, settings: SoundSettings) -> None:
        """Take what is known, ask for what is missing: last what is to be there first."""
        if self.key is None:
            self.opened = NO_SAMPLE
            return
        if self.opened is None:
            self.opened = store.open(self.key)
        if not isinstance(self.opened, Opened):
            return
        if self.intensity is None:
            self.intensity = store.get(IntensityKey(self.key))
        if self.pitch is None:
            self.pitch = store.get(PitchKey(self.key, settings.floor_hz, settings.ceiling_hz))
        if self.whole is None and settings.panes.spectrogram:
            self.whole = store.get(SpectrogramKey(self.key, settings.spectrum, WHOLE_COLUMNS))

    def ask_part(self, store: SoundStore, settings: SoundSettings, stretch: Span, columns: int) -> None:
        """Take a stretch of the spectrogram where it is known, else ask for it."""
        if self.key is None or not isinstance(self.whole, Spectrogram) or not settings.panes.spectrogram:
            return
        found = store.get(SpectrogramKey(self.key, settings.spectrum, columns, stretch))
        if isinstance(found, Spectrogram):
            self.part = found

    def forget(self, old: SoundSettings, new: SoundSettings) -> None:
        """Forget what was measured in another way than is now wanted."""
        if old.spectrum != new.spectrum:
            self.whole = self.part = None
        if (old.floor_hz, old.ceiling_hz) != (new.floor_hz, new.ceiling_hz):
            self.pitch = None

    @property
    def sound(self) -> Opened | None:
        """The sound where it is open."""
        return self.opened if isinstance(self.opened, Opened) else None

    @property
    def found_pitch(self) -> Pitch | None:
        """The pitch where there is one."""
        return self.pitch if isinstance(self.pitch, Pitch) else None

    def f0_at(self, time_s: float) -> float | None:
        """Return F0 in Hz at a moment of this sound; None without voice, or while it is not known."""
        return value_at(self.pitch.contour, time_s) if isinstance(self.pitch, Pitch) else None

    def level_at(self, time_s: float) -> float | None:
        """Return the level in dB re full scale at a moment of this sound."""
        return value_at(self.intensity, time_s) if isinstance(self.intensity, Contour) else None
