"""What a person sees in the gallery is what the evaluator measures, whatever the form of the file (CASES H)."""

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genmu_studio import thumbnails
from genmu_studio.pair_comparison import PairSimilarity, pair_similarity
from genmu_studio.project import Project
from genmu_studio.review import SampleFacts, load_pairs, pair_facts
from genmu_studio.store.review import read_vectors
from genmu_studio.thumbnails import FullPicture, Unshown, make_for_screen, make_full, make_small
from scoring.evaluators.fake import look_at_picture
from scoring.media import load_image
from scoring.types import Media, Subject
from tests.core import world
from tests.scoring.media.builders import Pixels, encode_image, picture
from tests.scoring.media.odd_pictures import OddPicture, odd_pictures

PHOTO: Pixels = np.asarray(Image.fromarray(picture()).resize((90, 70), Image.Resampling.BICUBIC))
ODD = odd_pictures(PHOTO)
ENTRY = "odd-files-face-r1"


def kept(folder: Path, odd: OddPicture) -> Media:
    path = folder / f"odd{odd.suffix}"
    path.write_bytes(odd.data)
    return Media(str(path), "image")


def in_gallery(media: Media) -> Pixels:
    """Return the picture as the pair viewer shows it."""
    full = make_full(media)
    assert isinstance(full, FullPicture), full
    return np.frombuffer(full.rgb, np.uint8).reshape(full.height, full.width, 3)


def as_tile(media: Media, size: int) -> Pixels:
    """Return the picture as the grid shows it."""
    small = make_for_screen(media, size, None)
    assert isinstance(small, thumbnails.Pixels), small
    return np.frombuffer(small.bgra, np.uint8).reshape(small.height, small.width, 4)[..., 2::-1]


@pytest.mark.parametrize("name", ODD)
def test_gallery_and_evaluator_see_the_same_pixels_and_these_are_right(tmp_path: Path, name: str) -> None:
    odd = ODD[name]
    media = kept(tmp_path, odd)
    scored = load_image(media).rgb  # as every evaluator calls it
    assert np.array_equal(in_gallery(media), scored)
    assert scored.shape == odd.looks.shape
    assert np.abs(scored.astype(int) - odd.looks).mean() <= odd.apart


@pytest.mark.parametrize("name", ODD)
def test_tiles_show_the_same_in_small(tmp_path: Path, name: str) -> None:
    odd = ODD[name]
    tile = as_tile(kept(tmp_path, odd), 45)
    expected = Image.fromarray(odd.looks)
    expected.thumbnail((45, 45))
    assert tile.shape == np.asarray(expected).shape
    assert np.abs(tile.astype(int) - np.asarray(expected)).mean() <= odd.apart + 6


@pytest.mark.parametrize("name", ODD)
def test_what_the_evaluator_measures_is_that_of_the_pixels_in_the_gallery(tmp_path: Path, name: str) -> None:
    media = kept(tmp_path, ODD[name])
    plain = tmp_path / "plain.png"
    plain.write_bytes(encode_image(in_gallery(media), "PNG"))
    assert look_at_picture(Subject(media)) == look_at_picture(Subject(Media(str(plain), "image")))


# ---- the whole way: import, score, look ----


def entry(folder: Path, unlearned: Mapping[str, tuple[str, bytes]], originals: Mapping[str, bytes]) -> Path:
    """Write a submission whose conditions are the names; file names are numbers, for names hold any character."""
    lines = ["path,side,group,identity,condition,seed"]
    for number, (name, (suffix, data)) in enumerate(unlearned.items()):
        for side, ending, content in (("unlearned", suffix, data), ("original", ".png", originals[name])):
            path = folder / side / f"{number}{ending}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            lines.append(f'{path.relative_to(folder).as_posix()},{side},One,1,"{name}",1')
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "submission.toml").write_text(world.HEAD.format(team="Odd Files", track="face", revision=1), "utf-8")
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "p.genmu", world.one_group()) as made:
        yield made


def scored_pairs(project: Project, folder: Path) -> dict[str, tuple[SampleFacts, SampleFacts]]:
    """Import and score the entry; return what is known of the original and the unlearned sample of each condition."""
    world.take_in(project, folder)
    world.score_with_fake(project)
    evaluation = world.look(project, ENTRY)
    pairs = load_pairs(project, evaluation.submission, evaluation.look)
    found: dict[str, tuple[SampleFacts, SampleFacts]] = {}
    for row in range(len(pairs.table)):
        facts = pair_facts(project, pairs, row)
        assert facts.original is not None
        assert facts.unlearned is not None
        found[facts.unlearned.condition] = (facts.original, facts.unlearned)
    return found


def test_a_submission_of_odd_pictures_is_scored_as_it_looks(project: Project, tmp_path: Path) -> None:
    """Each odd file stands beside a plain one that holds the pixels of the gallery: no number may tell them apart."""
    plain = {name: encode_image(in_gallery(kept(tmp_path, odd)), "PNG") for name, odd in ODD.items()}
    found = scored_pairs(
        project, entry(tmp_path / "entry", {name: (odd.suffix, odd.data) for name, odd in ODD.items()}, plain)
    )
    assert found.keys() == ODD.keys()
    for name, (original, unlearned) in found.items():
        assert (original.status, unlearned.status) == ("ok", "ok"), name
        assert original.values == unlearned.values, name
        assert pair_similarity(original.media, unlearned.media, None) == PairSimilarity(1.0, None, identical=True), name
    digest = world.look(project, ENTRY).evaluator.digest
    ids = [each.id for pair in found.values() for each in pair]
    vectors = project.store.read(lambda db: read_vectors(db, ids, digest))
    for name, (original, unlearned) in found.items():
        assert np.array_equal(vectors[original.id], vectors[unlearned.id]), name


def damaged_files() -> dict[str, tuple[str, bytes]]:
    large = np.asarray(Image.fromarray(PHOTO).resize((400, 300), Image.Resampling.BICUBIC))
    jpeg, progressive = (encode_image(large, "JPEG", progressive=progressive) for progressive in (False, True))
    png, gif = encode_image(large, "PNG"), encode_image(Image.fromarray(large).quantize(64), "GIF")
    return {
        "a JPEG cut in half": (".jpg", jpeg[: len(jpeg) // 2]),
        "a JPEG without its last bytes": (".jpg", jpeg[:-20]),
        "a JPEG cut and ended again": (".jpg", jpeg[: len(jpeg) // 2] + b"\xff\xd9"),
        "a progressive JPEG cut in half": (".jpg", progressive[: len(progressive) // 2]),
        "a PNG cut in half": (".png", png[: len(png) // 2]),
        "a PNG damaged in the middle": (".png", png[:3000] + b"?" * 200 + png[3200:]),
        "a GIF cut in half": (".gif", gif[: len(gif) // 2]),
        "an empty file": (".png", b""),
        "no picture": (".png", b"<html></html>"),
        "a picture larger than is read": (".png", png[:16] + struct.pack(">II", 60_000, 60_000) + png[24:]),
    }  # fmt: skip


def test_damage_is_told_alike_by_gallery_and_score(project: Project, tmp_path: Path) -> None:
    damaged = damaged_files()
    whole = encode_image(PHOTO, "PNG")
    found = scored_pairs(project, entry(tmp_path / "entry", damaged, dict.fromkeys(damaged, whole)))
    assert found.keys() == damaged.keys()
    for name, (_, unlearned) in found.items():
        assert unlearned.status == "failure", name
        for shown in (
            *(make_for_screen(unlearned.media, size, tmp_path) for size in (96, 1024)),
            make_small(unlearned.media, 96, tmp_path),
            make_full(unlearned.media),
        ):
            assert isinstance(shown, Unshown), name
            assert (shown.code, shown.message) == (unlearned.code, unlearned.message), name
    codes = {name: unlearned.code for name, (_, unlearned) in found.items()}
    assert {codes[name] for name in codes if "JPEG" in name or "cut in half" in name} == {"DAMAGED"}
    assert codes["a PNG damaged in the middle"] == "DAMAGED"
