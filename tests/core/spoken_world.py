"""A small world of voices that every aspect was measured of, by a table: no model runs.

A group of three speakers, the forget identity "1"; five conditions, each with a sentence. `fake_audio` tells speakers
by the pitch of a tone. What the other evaluators found stands in the functions below: tests can say what follows.
"""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import soundfile
from sqlite_utils import Database

from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.store.compared_pairs import put_compared_pairs
from genmu_studio.store.results import NewResult, Wanted, begin_run, missing_subjects, put_evaluator, put_results
from scoring.codes import Code
from scoring.digests import digest_of
from scoring.registry import EvaluatorIdentity, find_evaluator
from scoring.types import EvaluatorSpec, Measurement, Outcome, SampleFailure
from tests.core import world

ENTRY = "voice-lab-speech-r1"
GROUP = GroupTable(name="Voices", track="speech", dataset="tones", forget="1", retain=("2", "3"))
RATE = 16_000
WEIGHTS = "ab" * 32  # of what needs any
PITCH_HZ: Mapping[str, float] = {"1": 220.0, "2": 440.0, "3": 880.0}
CONDITIONS = ("c0", "c1", "c2", "c3", "c4")
SENTENCES = (
    "the red door is open", "a cold wind came down", "she sells sea shells", "bring me the blue book", "we met at noon",
)  # fmt: skip
PAIRS = 15
HEAD = world.COMPLETE.format(team="Voice Lab", track="speech", revision=1)
NO_VERSIONS = {"versions_json": "{}"}


def protocol() -> Protocol:
    """Return a protocol of the one group."""
    return load_protocol().with_only_groups([GROUP], "tones")


class Heard:
    """A file of the world: its side, speaker and number of its condition. partner : what it is compared with."""

    def __init__(self, path: str, partner: str = "") -> None:
        self.side, _, self.identity, condition, _ = path.split("/")[-5:]
        self.number = CONDITIONS.index(condition)
        self.is_unlearned = self.side == "unlearned"
        self.is_floor = bool(partner) and not self.is_unlearned

    @property
    def place(self) -> tuple[str, int]:
        return self.identity, self.number


def prosody(heard: Heard) -> Outcome:
    """F0 falls by 20 Hz; of one original nothing is voiced."""
    if (heard.side, *heard.place) == ("original", "2", 1):
        reasons = dict.fromkeys(("f0_mean_hz", "f0_median_hz"), "nothing is voiced")
        return Measurement({"voiced_share": 0.0, "trimmed_s": 0.5}, detail={"not_measurable": reasons})
    f0 = 100.0 + 10 * heard.number - 20 * heard.is_unlearned
    return Measurement({"f0_mean_hz": f0, "f0_median_hz": f0 + 1, "voiced_share": 0.625, "trimmed_s": 0.5})


def pps(heard: Heard) -> Outcome:
    """Each part is by the condition; one pair has too few syllables, one a silent side; the floor is 25."""
    if heard.is_floor:
        return Measurement(dict.fromkeys(("PPS", "PPS_f0", "PPS_energy", "PPS_duration", "PPS_rhythm"), 25.0))
    if heard.place == ("3", 4):
        return SampleFailure(Code.SILENT, "the unlearned side: silence")
    base = 50.0 + 5 * heard.number + (10.0 if heard.identity != "1" else 0.0)
    values = {"PPS_f0": base, "PPS_energy": base + 10, "PPS_duration": base + 20, "ffe": 0.125, "concordance": 0.75}
    if heard.place == ("2", 0):
        few = "fewer than 4 syllables on the original side"
        return Measurement(values, detail={"not_measurable": {"PPS_rhythm": few, "PPS": f"rhythm: {few}"}})
    return Measurement({"PPS": base + 15, "PPS_rhythm": base + 30, **values})


def words(heard: Heard) -> Outcome:
    """Originals say all; of the unlearned samples "1" loses the first word, "2" c1 is silent, the others say all."""
    said = SENTENCES[heard.number]
    if heard.is_unlearned and heard.identity == "1":
        said = said.partition(" ")[2]
    if heard.is_unlearned and heard.place == ("2", 1):
        return SampleFailure(Code.SILENT, "silence")
    return Measurement({"words": float(len(said.split()))}, detail={"text": said, "words": []})


def naturalness(heard: Heard) -> Outcome:
    """Return 4 of the originals, 3 and a little of the others."""
    return Measurement({"distill_mos": 3.0 + 0.1 * heard.number if heard.is_unlearned else 4.0, "duration_s": 0.5})


def quality(heard: Heard) -> Outcome:
    """Return what a clean recording gets; each unlearned sample is flagged."""
    values = {"dnsmos_ovrl": 2.5 if heard.is_unlearned else 3.25, "dnsmos_sig": 3.5, "dnsmos_bak": 4.0, "p808": 3.0}
    return Measurement(values, flags=(Code.CLIPPED,) if heard.is_unlearned else ())


FOUND_BY: Mapping[str, Callable[[Heard], Outcome]] = {
    "prosody_praat": prosody,
    "pps_praat": pps,
    "asr_whisper": words,
    "naturalness_distillmos": naturalness,
    "signal_dnsmos": quality,
}


def write_entry(folder: Path, *, team: str = "Voice Lab", louder: float = 0.0) -> Path:
    """Write a submission. louder : makes the unlearned sounds others than those of another entry."""
    lines = ["path,side,group,identity,condition,seed,transcript"]
    for side in ("original", "unlearned"):
        for identity, pitch_hz in PITCH_HZ.items():
            for number, condition in enumerate(CONDITIONS):
                path = f"{side}/{GROUP.name}/{identity}/{condition}/0.wav"
                shown = PITCH_HZ["2"] if (side, identity) == ("unlearned", "1") else pitch_hz
                level = 0.3 + 0.01 * number + (0.005 + louder if side == "unlearned" else 0.0)
                write_tone(folder / path, shown, level + 0.1 * int(identity) / 100)
                lines.append(f"{path},{side},{GROUP.name},{identity},{condition},0,{SENTENCES[number]}")
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "submission.toml").write_text(HEAD.replace("Voice Lab", team), encoding="utf-8")
    return folder


def write_tone(path: Path, pitch_hz: float, level: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    times_s = np.arange(RATE // 2) / RATE
    soundfile.write(path, (level * np.sin(2 * np.pi * pitch_hz * times_s)).astype(np.float32), RATE, subtype="PCM_16")


def make(folder: Path, *, measured: bool = True, scored: bool = True) -> Path:
    """Return a closed project with one entry. scored : its identities, with fake_audio. measured : and all else."""
    write_entry(folder / "entry")
    for identity, pitch_hz in PITCH_HZ.items():
        for number in range(2):
            write_tone(folder / "references" / identity / f"{number}.wav", pitch_hz, 0.2 + 0.01 * number)
    with Project.create(folder / "voices.genmu", protocol()) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "entry")
        if scored:
            project.score(ScoreRequest(EvaluatorSpec("fake_audio"), (), world.INLINE))
        for name in FOUND_BY if measured else ():
            measure(project, name)
    return folder / "voices.genmu"


def copied(folder: Path, to: Path) -> Path:
    """Return a copy of a closed project."""
    shutil.copytree(folder, to / "voices.genmu")
    return to / "voices.genmu"


def measure(project: Project, name: str, found: Callable[[Heard], Outcome] | None = None, *, state: str = "") -> None:
    """Write what an evaluator of another aspect found in all that it has not seen, as a run of it would.

    state : of its weights; another one is another evaluator of that name.
    """
    info = find_evaluator(name).info
    digest = digest_of({"made": name, "state": state})
    look = found or FOUND_BY[name]
    weights = "" if info.kind == "reference" else WEIGHTS

    def write(db: Database) -> None:
        put_evaluator(db, info, EvaluatorIdentity(name, info.version, weights, (), digest), False)
        run = begin_run(db, digest, dict.fromkeys(("executor", "device", "provider", "notice"), "") | NO_VERSIONS)
        if info.pairs:
            put_compared_pairs(db, "speech", ())
        wanted = Wanted("speech", aspect=info.aspect, pairs=info.pairs)
        results = []
        for planned in missing_subjects(db, digest, wanted, False):
            partner = planned.subject.partner
            heard = Heard(planned.subject.media.path, partner.path if partner is not None else "")
            results.append(NewResult(planned.id, look(heard), "by a table"))
        put_results(db, run, digest, results)

    project.store.write(write).result()
    project.announce("results")
