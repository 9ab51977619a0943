"""What the constructed entries of the audit are made of: real little files, and whom a verifier sees in each.

Files are what they are: the loader, the fingerprints and the embedded texts are those of the program. Whom a verifier
would see stands in a table by content, so that similarities are as near to the threshold (0.5) as an entry needs them.
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
import soundfile
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin
from sqlite_utils import Database

from genmu_studio.demo import voices as demo
from genmu_studio.demo.material import Answer, Cell, Effect
from genmu_studio.domain import IdentityGroup
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.store.results import NewResult, Wanted, begin_run, missing_subjects, put_evaluator, put_results
from scoring.codes import Code
from scoring.digests import digest_of
from scoring.media import load_audio, load_image
from scoring.registry import EvaluatorIdentity, find_evaluator
from scoring.types import FloatArray, Measurement, Media, Outcome, SampleError, SampleFailure

DIMENSION = 32
Pixels = NDArray[np.uint8]
FACES = IdentityGroup("Faces", "face", "blocks", "1", ("2", "3", "4"))
VOICES = replace(demo.VOICES.group, name="Voices")
COHORT = tuple(str(900 + number) for number in range(12))  # identities of which there are references alone
KNOWN = (*FACES.identities, *COHORT, *VOICES.identities)
REFERENCES = (3, 4)  # of a face, of a voice
CONDITIONS = {"face": ("front", "left", "right", "night"), "speech": demo.VOICES.conditions[:5]}
SEEDS = {"face": (0, 1), "speech": (31,)}
_BLOCKS, _BLOCK_PX = 16, 5
NO_FACTS = dict.fromkeys(("executor", "device", "provider", "notice"), "") | {"versions_json": "{}"}


@dataclass(frozen=True)
class File:
    """One sample: its cell, what its file holds, and what a verifier makes of it. columns : further ones of its row.

    again : of a second file for one cell, what its name ends in.
    """

    side: str
    identity: str
    condition: str
    seed: int
    data: bytes
    suffix: str
    seen: Outcome
    columns: Mapping[str, str] = field(default_factory=dict)
    again: str = ""

    @property
    def cell(self) -> tuple[str, str, int]:
        return self.identity, self.condition, self.seed

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def protocol() -> Protocol:
    """Return the protocol of the two groups."""
    tables = [
        GroupTable(name=each.name, track=each.track, dataset=each.dataset, forget=each.forget, retain=each.retain)
        for each in (FACES, VOICES)
    ]
    return load_protocol().with_only_groups(tables, "constructed entries")


# ---- whom a verifier sees ----


def _random(*key: object) -> np.random.Generator:
    return np.random.default_rng(crc32(repr(key).encode()))


@cache
def _template(identity: str) -> FloatArray:
    """Return the direction of what references say of an identity; of whom there are none, any direction."""
    number = REFERENCES[identity in VOICES.identities] if identity in KNOWN else 1
    mean = np.mean([_unit("reference", identity, each) for each in range(number)], axis=0)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)


def _unit(*key: object) -> FloatArray:
    """Return a unit vector; those of references of one identity are near each other."""
    vector = _random(*key).normal(size=DIMENSION)
    if key[0] == "reference":
        vector = 2 * _random("centre", key[1]).normal(size=DIMENSION) + vector
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


def like(identity: str, cosine: float, *key: object) -> Measurement:
    """Return what shows `identity` with exactly that similarity; `key` decides where around it."""
    around = _unit("around", *key).astype(np.float64)
    known = np.stack([_template(each) for each in (*FACES.identities, *VOICES.identities, identity)])
    basis = np.linalg.qr(known.T.astype(np.float64))[0]
    around -= basis @ (basis.T @ around)
    around /= np.linalg.norm(around)
    return Measurement({}, (cosine * _template(identity) + np.sqrt(1 - cosine**2) * around).astype(np.float32))


def stranger(*key: object) -> Measurement:
    """Return what shows somebody whom nobody knows, as far from everybody as strangers are."""
    return Measurement({}, _unit("stranger", *key))


def flagged(seen: Outcome, *codes: Code) -> Outcome:
    """Return the same, with flags."""
    return replace(seen, flags=codes)


def failed(code: Code) -> Outcome:
    """Return that nobody could be seen, and why."""
    return SampleFailure(code, "")


# ---- pictures and sounds ----


def blocks(*key: object) -> Pixels:
    """Return a picture of 80 × 80 pixels, uint8 (80, 80, 3): blocks of colours that `key` decides."""
    rough = _random("blocks", *key).integers(30, 226, (_BLOCKS, _BLOCKS, 3), dtype=np.uint8)
    return rough.repeat(_BLOCK_PX, axis=0).repeat(_BLOCK_PX, axis=1)


def png(pixels: Pixels, texts: Mapping[str, str] | None = None) -> bytes:
    """Return a PNG file, with texts in it."""
    stream, info = io.BytesIO(), PngImagePlugin.PngInfo()
    for name, text in (texts or {}).items():
        info.add_text(name, text)
    Image.fromarray(pixels).save(stream, "PNG", pnginfo=info, compress_level=1)
    return stream.getvalue()


def jpeg(pixels: Pixels, quality: int = 90, exif: Image.Exif | None = None) -> bytes:
    """Return a JPEG file."""
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=quality, **({"exif": exif.tobytes()} if exif else {}))
    return stream.getvalue()


@cache
def _spoken(side: str, identity: str, condition: str, effect: Effect) -> bytes:
    cell = Cell(identity, condition, 31)
    return demo.original(cell) if side == "original" else demo.unlearned(cell, Answer(effect), 1.0)


@cache
def spoken(side: str, identity: str, condition: str, effect: Effect = Effect.SAME) -> FloatArray:
    """Return a sentence at 16 kHz, float32 (n,)."""
    signal: FloatArray = soundfile.read(io.BytesIO(_spoken(side, identity, condition, effect)), dtype="float32")[0]
    return signal


def wav(signal: FloatArray, rate: int = demo.RATE_HZ, subtype: str = "PCM_16", comment: str = "") -> bytes:
    """Return a WAV file of a signal (n,) or (n, channels), with a comment in it where there is one."""
    stream = io.BytesIO()
    channels = signal.shape[1] if signal.ndim > 1 else 1
    with soundfile.SoundFile(stream, "w", rate, channels, subtype, format="WAV") as sound:
        if comment:
            sound.comment = comment
        sound.write(signal)
    return stream.getvalue()


# ---- an entry that is as it should be ----


def clean_faces(name: str, before_too: bool = False) -> list[File]:
    """Return an entry whose forget requests each show another stranger, and whose retained ones are a little changed.

    Its unlearned files are those of no other entry; with `before_too` neither are its originals.
    """
    files = []
    for identity in FACES.identities:
        for condition in CONDITIONS["face"]:
            for seed in SEEDS["face"]:
                cell = (identity, condition, seed)
                before = blocks("original", name if before_too else "", *cell)
                changed = blocks("unlearned", name, *cell)
                kept = (0.6 * before + 0.4 * changed).astype(np.uint8)
                after = changed if identity == FACES.forget else kept
                seen = stranger(*cell) if identity == FACES.forget else _near(like(identity, 0.8, *cell), *cell)
                files.append(File("original", *cell, png(before), ".png", like(identity, 0.8, *cell)))
                files.append(File("unlearned", *cell, png(after), ".png", seen))
    return files


def clean_voices(name: str) -> list[File]:
    """Return the same of voices, who read sentences."""
    files = []
    for identity in VOICES.identities:
        for condition in CONDITIONS["speech"]:
            cell = (identity, condition, 31)
            columns = {"transcript": demo.sentences()[condition]}
            forget = identity == VOICES.forget
            before = _spoken("original", identity, condition, Effect.SAME)
            after = spoken("unlearned", identity, condition, Effect.STRANGER if forget else Effect.SAME)
            after = after * np.float32(1 - 0.001 * (crc32(name.encode()) % 200))
            seen = stranger(*cell) if forget else _near(like(identity, 0.8, *cell), *cell)
            files.append(File("original", *cell, before, ".flac", like(identity, 0.8, *cell), columns))
            files.append(File("unlearned", *cell, wav(after), ".wav", seen, columns))
    return files


def _near(seen: Measurement, *key: object) -> Measurement:
    """Return what is seen after a little has changed: still that sample rather than any other."""
    assert seen.embedding is not None
    moved = seen.embedding + 0.03 * _random("moved", *key).normal(size=DIMENSION)
    return Measurement({}, (moved / np.linalg.norm(moved)).astype(np.float32))


# ---- on disk, and in a project ----


def write(folder: Path, files: Iterable[File], manifest: str, missing: Iterable[str] = ()) -> Path:
    """Write a submission. missing : identities whose unlearned files are named and not there."""
    folder.mkdir(parents=True)
    columns = sorted({name for file in files for name in file.columns})
    rows = []
    for file in files:
        group = VOICES.name if file.identity in VOICES.identities else FACES.name
        path = f"{file.side}/{file.identity}/{file.condition}-{file.seed}{file.again}{file.suffix}"
        row = [path, file.side, group, file.identity, file.condition, str(file.seed)]
        rows.append([*row, *(file.columns.get(name, "") for name in columns)])
        if file.side == "original" or file.identity not in set(missing):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(file.data)
    with (folder / "samples.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["path", "side", "group", "identity", "condition", "seed", *columns], *rows])
    (folder / "submission.toml").write_text(manifest, encoding="utf-8")
    return folder


def references() -> list[File]:
    """Return three references of each identity."""
    faces = [
        File("reference", name, "r", number, png(blocks("reference", name, number)), ".png",
             Measurement({}, _unit("reference", name, number)))
        for name in (*FACES.identities, *COHORT) for number in range(REFERENCES[0])
    ]  # fmt: skip
    spoken = [
        File("reference", name, file, number, data, ".flac", Measurement({}, _unit("reference", name, number)))
        for name in VOICES.identities for number, (file, data) in enumerate(demo.references(name).items())
    ]  # fmt: skip
    return faces + spoken


def write_references(folder: Path, files: Iterable[File]) -> Path:
    for file in files:
        (folder / file.identity).mkdir(parents=True, exist_ok=True)
        (folder / file.identity / f"{file.seed}{file.suffix}").write_bytes(file.data)
    return folder


def measure(project: Project, name: str, seen: Mapping[str, Outcome]) -> None:
    """Write what an evaluator made of whatever it has not seen: `seen`, by content; what is not there is left out.

    What the program's loader says of a file (flags, failures) an evaluator of identity says as well.
    """
    info = find_evaluator(name).info
    digest = digest_of({"made": name})
    identity = EvaluatorIdentity(name, info.version, "", (), digest)

    def put(db: Database) -> None:
        put_evaluator(db, info, identity, False)
        run = begin_run(db, digest, NO_FACTS)
        planned = missing_subjects(db, digest, Wanted(info.track, aspect=info.aspect), False)
        known = [(each.id, each.subject.media, seen.get(each.subject.media.sha256)) for each in planned]
        put_results(db, run, digest, [
            NewResult(id_, _loaded(media, outcome) if info.aspect == "identity" else outcome, "by a table")
            for id_, media, outcome in known if outcome is not None
        ])  # fmt: skip

    project.store.write(put).result()
    project.announce("results")


def _loaded(media: Media, seen: Outcome) -> Outcome:
    try:
        flags = (load_image(media) if media.kind == "image" else load_audio(media)).flags
    except SampleError as error:
        return error.failure
    return replace(seen, flags=(*seen.flags, *flags))
