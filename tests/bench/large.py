"""A project of 100,000 pairs, made in less than a minute: rows are written straight into its tables, nothing is scored.

Two groups of the shipped protocol, four identities each; every identity in many conditions with 50 seeds, on both
sides. A few thousand small pictures serve all samples in turn, yet each sample is a subject of its own and has a result
of every evaluator. The same project every time.
"""

import atexit
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from sqlite_utils import Database

from genmu_studio.domain import RunId, SubmissionId, SubmissionRow
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.store import media, results, submissions
from genmu_studio.store.results import encode_embedding
from scoring.digests import digest_of
from scoring.types import FloatArray

PAIRS = 100_000
PICTURES = 4_000
SUBMISSION = SubmissionId("large-face-r1")
DIMENSION = 512
SEEDS = 50
REFERENCES = 10
SIDE_PX = 256
_AT_ONCE = 5_000  # pairs written in one transaction
_FAILED, _FLAGGED, _DIFFERING = 0.01, 0.02, 0.005  # shares of samples, and of pairs whose settings differ

# The first is official and gives embeddings too; what each gives for a sample.
MEASURED: Mapping[str, tuple[str, str]] = {
    "face_arcface": ("detection_score", "face_side_px"),
    "face_sface": ("detection_score", "face_side_px"),
    "image_sharpness": ("sharpness", "contrast"),
    "image_colour": ("brightness", "colourfulness"),
    "image_noise": ("noise", "compression"),
}


@contextmanager
def large_project(pairs: int = PAIRS) -> Iterator[Path]:
    """Yield the folder of the project, made on first use and kept until the process ends. Leave it as it is."""
    yield _kept(pairs)


@cache
def _kept(pairs: int) -> Path:
    folder = TemporaryDirectory(prefix="genmu-large-")
    atexit.register(folder.cleanup)
    return make_large_project(Path(folder.name), pairs)


def make_large_project(folder: Path, pairs: int = PAIRS, pictures: int = PICTURES) -> Path:
    """Make the project under `folder`, with `pairs` matched pairs that share `pictures` files; return its path."""
    protocol = load_protocol()
    files = _write_pictures(folder / "pictures", min(pictures, 2 * pairs))
    with Project.create(folder / "large.genmu", protocol) as project:
        plan = project.store.write(lambda db: _begin(db, protocol, files, folder / "pictures", pairs)).result()
        for start in range(0, pairs, _AT_ONCE):
            numbers = range(start, min(start + _AT_ONCE, pairs))
            project.store.write(partial(_put_pairs, plan=plan, numbers=numbers)).result()
        return project.folder


@dataclass(frozen=True, eq=False, slots=True)
class _Plan:
    """What all rows need. members : (group, role, identity). stored : ids of file and medium of each picture.

    directions : of each identity, (identities, d). runs : of each evaluator, by its digest.
    """

    pairs: int
    members: Sequence[tuple[str, str, str]]
    conditions: Sequence[str]
    stored: Sequence[tuple[int, int]]
    directions: NDArray[np.float64]
    runs: Mapping[str, RunId]


# ---- pictures ----


def _write_pictures(folder: Path, count: int) -> list[media.HashedFile]:
    """Write `count` different JPEG files; what passes for a face is an oval with eyes and a mouth, under noise."""
    chance = np.random.default_rng(4)
    folder.mkdir(parents=True)
    found = []
    for number in range(count):
        data = _picture(chance)
        path = folder / f"{number:05d}.jpg"
        path.write_bytes(data)
        digest = sha256(data).hexdigest()
        found.append(media.HashedFile(path.name, "image", digest, len(data), path.stat().st_mtime_ns))
    return found


def _picture(chance: np.random.Generator) -> bytes:
    background, skin, dark = (tuple(chance.integers(low, low + 90, 3).tolist()) for low in (60, 140, 0))
    picture = Image.new("RGB", (SIDE_PX, SIDE_PX), background)
    draw = ImageDraw.Draw(picture)
    x, y = (SIDE_PX / 2 + chance.uniform(-20, 20, 2)).tolist()
    wide, high = chance.uniform(50, 80), chance.uniform(75, 105)
    draw.ellipse((x - wide, y - high, x + wide, y + high), fill=skin)
    for eye in (x - wide / 2.5, x + wide / 2.5):
        draw.ellipse((eye - 9, y - high / 4 - 6, eye + 9, y - high / 4 + 6), fill=dark)
    draw.ellipse((x - wide / 3, y + high / 2 - 5, x + wide / 3, y + high / 2 + 5), fill=dark)
    grains = np.repeat(np.repeat(chance.integers(0, 40, (SIDE_PX // 4, SIDE_PX // 4, 3), dtype=np.uint8), 4, 0), 4, 1)
    stream = BytesIO()
    Image.fromarray(np.asarray(picture) // 8 * 6 + grains).save(stream, "JPEG", quality=90)
    return stream.getvalue()


# ---- rows ----


def _begin(db: Database, protocol: Protocol, files: Sequence[media.HashedFile], folder: Path, pairs: int) -> _Plan:
    """Write everything but samples and what was measured on them."""
    groups = protocol.groups_of("face")
    members = [(group.name, str(group.role_of(one)), one) for group in groups for one in group.identities]
    root = media.put_root(db, folder)
    known = media.put_files(db, root, files)
    media_of = {str(digest): int(id_) for digest, id_ in db.execute("SELECT sha256, id FROM media")}
    row = SubmissionRow(
        SUBMISSION, "face", "Large", "Large", 1, "unlearning", "", None, None, True, digest_of({"pairs": pairs}), "", {}
    )  # fmt: skip
    submissions.put_submission(db, row, root)
    conditions = -(-pairs // (len(members) * SEEDS))
    plan = _Plan(
        pairs=pairs,
        members=members,
        conditions=[_put_condition(db, number) for number in range(conditions)],
        stored=[(known[file.path].file_id, media_of[file.sha256]) for file in files],
        directions=_units(np.random.default_rng(7).standard_normal((len(members), DIMENSION))),
        runs=dict(_put_evaluator(db, name) for name in MEASURED),
    )
    _put_references(db, plan, [known[file.path] for file in files])
    return plan


def _put_condition(db: Database, number: int) -> str:
    place = ("on a beach", "in a library", "under a street lamp", "in a kitchen", "before a mountain")[number % 5]
    settings = {"prompt": f"a portrait {place}, take {number}", "sampler": "ddim", "steps": "30", "guidance": "7.5"}
    digest = digest_of({"name": f"c{number:03d}", "settings": settings})
    db.execute("INSERT INTO condition VALUES (?, ?, ?)", [digest, f"c{number:03d}", json.dumps(settings)])
    return digest


def _put_evaluator(db: Database, name: str) -> tuple[str, RunId]:
    digest = digest_of({"large": name})
    is_official = name == next(iter(MEASURED))
    kind = "reference" if is_official else "light"
    db.execute(
        "INSERT INTO evaluator VALUES (?, ?, '1', ?, 'face', '', '{}', ?, 'none', 'identity')",
        [digest, name, kind, is_official],
    )
    facts = {"executor": "inline", "device": "cpu", "provider": "made", "notice": "", "versions_json": "{}"}
    run = results.begin_run(db, digest, facts)
    results.end_run(db, run, "finished")
    return digest, run


def _put_references(db: Database, plan: _Plan, files: Sequence[media.StoredFile]) -> None:
    """Let the first pictures be references too, measured by the evaluator that gives embeddings."""
    chance = np.random.default_rng(8)
    owners = np.arange(min(len(files), REFERENCES * len(plan.members))) % len(plan.members)
    vectors = _near(plan.directions[owners], np.full(len(owners), 0.8), chance)
    evaluator, run = next(iter(plan.runs.items()))
    for owner, file, vector in zip(owners.tolist(), files, vectors, strict=False):
        db.execute(
            "INSERT INTO reference (track, identity, cohort, file_id, subject_id) VALUES ('face', ?, 0, ?, ?)",
            [plan.members[owner][2], file.file_id, file.subject_id],
        )
        db.execute(_RESULT, [file.subject_id, evaluator, run, "ok", "", "", "[]", "{}", "{}", "made"])
        db.execute(_EMBEDDING, [file.subject_id, evaluator, encode_embedding(vector)])


_SUBJECT = "INSERT INTO subject (id, digest, media_id, context_json) VALUES (?, ?, ?, ?)"
_SAMPLE = (
    "INSERT INTO sample (id, submission_id, side, group_name, role, identity, concept, condition_digest, seed, "
    "requested_json, file_id, subject_id) VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, '{}', ?, ?)"
)
_PAIR = "INSERT INTO pair (submission_id, original_id, unlearned_id, differing_json) VALUES (?, ?, ?, ?)"
_RESULT = (
    "INSERT INTO result (subject_id, evaluator_digest, run_id, status, code, message, flags_json, values_json, "
    "detail_json, provider) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_EMBEDDING = "INSERT INTO embedding (subject_id, evaluator_digest, vector) VALUES (?, ?, ?)"
_SUBJECTS_FROM = 1_000_000  # beside those of the references


def _put_pairs(db: Database, plan: _Plan, numbers: range) -> None:
    """Write the pairs `numbers`, both samples of each, and what every evaluator found; originals have the lower ids."""
    chance = np.random.default_rng([9, numbers.start])
    differing = chance.random(len(numbers)) < _DIFFERING
    for side, first in (("original", 1), ("unlearned", 1 + plan.pairs)):
        subjects = [_SUBJECTS_FROM + first + number for number in numbers]
        _put_samples(db, plan, side, first, numbers)
        _put_results(db, plan, subjects, chance)
        _put_embeddings(db, plan, subjects, _vectors(plan, side, numbers, chance))
    db.conn.executemany(
        _PAIR,
        [
            (SUBMISSION, 1 + number, 1 + plan.pairs + number, '["sampler"]' if differs else "[]")
            for number, differs in zip(numbers, differing.tolist(), strict=True)
        ],
    )


def _put_samples(db: Database, plan: _Plan, side: str, first: int, numbers: range) -> None:
    subjects, samples = [], []
    for number in numbers:
        sample = first + number
        subject = _SUBJECTS_FROM + sample
        group, role, identity = plan.members[number % len(plan.members)]
        condition, seed = divmod(number // len(plan.members), SEEDS)
        file, medium = plan.stored[sample % len(plan.stored)]
        context = {"sample": str(sample)}
        subjects.append((subject, digest_of(context), medium, json.dumps(context)))
        samples.append(
            (sample, SUBMISSION, side, group, role, identity, plan.conditions[condition], seed, file, subject)
        )
    db.conn.executemany(_SUBJECT, subjects)
    db.conn.executemany(_SAMPLE, samples)


def _put_results(db: Database, plan: _Plan, subjects: Sequence[int], chance: np.random.Generator) -> None:
    columns = []
    for (digest, run), (first, second) in zip(plan.runs.items(), MEASURED.values(), strict=True):
        failed, flagged = (chance.random(len(subjects)) < share for share in (_FAILED, _FLAGGED))
        values = chance.random((len(subjects), 2))
        texts = [f'{{"{first}": {one:.4f}, "{second}": {100 * other:.2f}}}' for one, other in values.tolist()]
        columns.append(
            [
                (subject, digest, run, "failure", "NO_FACE", "no face was found", "[]", "{}", _DETAIL, "made")
                if fails
                else (subject, digest, run, "ok", "", "", '["BLUR"]' if flag else "[]", text, _DETAIL, "made")
                for subject, fails, flag, text in zip(subjects, failed.tolist(), flagged.tolist(), texts, strict=True)
            ]
        )
    columns.sort(key=lambda rows: rows[0][1])  # in the order of the table's key
    db.conn.executemany(_RESULT, (row for rows in zip(*columns, strict=True) for row in rows))


_DETAIL = json.dumps(
    {
        "face_count": 1,
        "chosen": 0,
        "retried": False,
        "faces": [
            {
                "box": [70.0, 40.0, 186.0, 216.0],
                "points": [[102.0, 100.0], [154.0, 100.0], [128.0, 130.0], [108.0, 168.0], [148.0, 168.0]],
                "score": 0.91,
            }
        ],
        "notes": [],
    }
)


# ---- embeddings ----


def _vectors(plan: _Plan, side: str, numbers: range, chance: np.random.Generator) -> FloatArray:
    """Return where each sample lies (n, d): near its own identity, another of its group, or nobody."""
    asked = np.array(numbers) % len(plan.members)
    is_forget = np.array([role == "forget" for _, role, _ in plan.members])[asked]
    draw = chance.random(len(asked))
    strength = chance.normal(0.62, 0.08, len(asked))
    shown = asked.copy()
    if side == "unlearned":
        strength[is_forget & (draw > 0.06)] *= 0.2  # forgotten, but for six of a hundred
        strength[~is_forget & (draw < 0.10)] *= 0.3  # lost
        turned = ~is_forget & (draw > 0.96)
        shown[turned] -= shown[turned] % 4  # became the forget identity: the first of the four of its group
    return _near(plan.directions[shown], strength, chance)


_MEASURED_SUBJECTS = """
SELECT subject_id FROM result WHERE evaluator_digest = ? AND status = 'ok' AND subject_id BETWEEN ? AND ?
"""


def _put_embeddings(db: Database, plan: _Plan, subjects: Sequence[int], vectors: FloatArray) -> None:
    """Write the vectors (n, d) of the subjects that did not fail."""
    digest = next(iter(plan.runs))
    measured = {int(subject) for (subject,) in db.execute(_MEASURED_SUBJECTS, [digest, subjects[0], subjects[-1]])}
    found = zip(subjects, vectors, strict=True)
    db.conn.executemany(
        _EMBEDDING, [(subject, digest, vector.tobytes()) for subject, vector in found if subject in measured]
    )


def _near(directions: NDArray[np.float64], strength: NDArray[np.float64], chance: np.random.Generator) -> FloatArray:
    """Return unit vectors, float32 (n, d), whose similarity to `directions` (n, d) is about `strength` (n,)."""
    share = np.clip(strength, 0, 0.98)[:, np.newaxis]
    noise = chance.standard_normal(directions.shape, dtype=np.float32) / np.sqrt(directions.shape[1])
    return _units(share * directions + np.sqrt(1 - share**2) * noise).astype("<f4")


def _units(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    units: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return units
