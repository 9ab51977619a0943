"""One project, both identity tracks: each evaluator sees the media of its own track only."""

from pathlib import Path

import numpy as np
import soundfile

from genmu_studio.export import results_table
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from scoring.types import EvaluatorSpec
from tests.core import world
from tests.core.conftest import MakeProject

VOICES = GroupTable(name="Tones", track="speech", dataset="tones", forget="v1", retain=("v2", "v3"))
HERTZ = {"v1": 220.0, "v2": 440.0, "v3": 880.0}
RATE = 16_000


def write_tone(path: Path, voice: str, take: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    seconds = np.arange(2 * RATE) / RATE
    soundfile.write(path, (0.3 + 0.02 * take) * np.sin(2 * np.pi * HERTZ[voice] * seconds), RATE)


def test_speech_is_scored_beside_faces(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(load_protocol().with_only_groups([world.ONE, VOICES], "both"))
    world.write_references(tmp_path / "refs" / "face", world.ONE.retain)
    lines = ["path,side,group,identity,condition,seed"]
    for voice in HERTZ:
        for take in range(3):
            write_tone(tmp_path / "refs" / "speech" / voice / f"{take}.wav", voice, take)
        for take, side in enumerate(("original", "unlearned"), start=4):
            path = f"{side}/{voice}.wav"
            # The unlearned generator answers the forget identity with the voice of a retained one.
            write_tone(tmp_path / "entry" / path, "v2" if (side, voice) == ("unlearned", "v1") else voice, take)
            lines.append(f"{path},{side},Tones,{voice},c,1")
    (tmp_path / "entry" / "samples.csv").write_text("\n".join(lines))
    head = world.COMPLETE.format(team="Voices", track="speech", revision=1)
    (tmp_path / "entry" / "submission.toml").write_text(head)
    references = project.intake.references(tmp_path / "refs")
    world.take_in(project, tmp_path / "entry")

    sounds = project.score(ScoreRequest(EvaluatorSpec("fake_audio"), executor=world.INLINE))
    pictures = world.score_with_fake(project)

    assert {track: sum(counts.values()) for track, counts in references.identities.items()} == {"face": 9, "speech": 9}
    # Of the six files of the entry two have the same content, which is measured once.
    assert (sounds.scored, sounds.failed) == (9 + 5, ())
    assert (pictures.scored, pictures.failed) == (9, ())
    (group,) = world.look(project, "voices-speech-r1").groups
    assert (group.unlearned.fa.value, group.unlearned.ra.value, group.original.fa.value) == (0, 100, 100)
    assert group.became == {("v1", "v2"): 1}
    assert [row.rank for row in project.leaderboard("speech")] == [1]


def test_empty_files_of_both_tracks_are_measured_apart(new_project: MakeProject, tmp_path: Path) -> None:
    """The same bytes, handed in as a picture and as a sound: neither entry is looked at with the other's evaluator."""
    project = new_project(load_protocol().with_only_groups([world.ONE, VOICES], "both"))
    world.write_references(tmp_path / "refs" / "face", ["1", *world.ONE.retain])
    faces = world.grid(project.protocol)
    world.write_submission(tmp_path / "faces", faces)
    empty = next(each for each in faces if (each.side, each.identity) == ("unlearned", "1"))
    (tmp_path / "faces" / empty.path).write_bytes(b"")
    (tmp_path / "voices" / "unlearned").mkdir(parents=True)
    (tmp_path / "voices" / "unlearned" / "v1.wav").write_bytes(b"")
    table = "path,side,group,identity,condition,seed\nunlearned/v1.wav,unlearned,Tones,v1,c,1\n"
    (tmp_path / "voices" / "samples.csv").write_text(table)
    head = world.COMPLETE.format(team="Voices", track="speech", revision=1)
    (tmp_path / "voices" / "submission.toml").write_text(head)
    project.intake.references(tmp_path / "refs")
    for name in ("faces", "voices"):
        world.take_in(project, tmp_path / name)

    pictures = world.score_with_fake(project)
    sounds = project.score(ScoreRequest(EvaluatorSpec("fake_audio"), executor=world.INLINE))

    assert [sample.code for sample in (*pictures.failed, *sounds.failed)] == ["EMPTY", "EMPTY"]
    evaluation = world.look(project, "example-lab-face-r1")
    assert evaluation.evaluator.name == "fake_image"
    assert evaluation.groups[0].outcomes["forget"]["collapsed"] == 1
    rows = [row for row in results_table(project) if row["submission"] == "example-lab-face-r1"]
    assert (len(rows), {row["evaluator"] for row in rows}) == (len(faces), {"fake_image"})
