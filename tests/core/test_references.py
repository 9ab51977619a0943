from pathlib import Path

import pytest

from genmu_studio.protocol import Protocol, load_protocol
from genmu_studio.references import FoundReferences, find_references
from scoring.errors import UserError

FACES = ("3422", "5230", "5239", "1539", "3376", "3602", "608", "7405")
VOICES = ("84", "5895", "3853", "5338", "6241", "6295", "2428", "3752")


@pytest.fixture(scope="module")
def protocol() -> Protocol:
    return load_protocol()


def _write(folder: Path, *paths: str) -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b"1")


def _by_identity(folder: Path, found: FoundReferences, *, cohort: bool = False) -> dict[str, list[str]]:
    by_identity: dict[str, list[str]] = {}
    for row in found.rows:
        if row.cohort is cohort:
            by_identity.setdefault(row.identity, []).append(Path(row.path).relative_to(folder).as_posix())
    return by_identity


def _codes(found: FoundReferences) -> list[tuple[str, str]]:
    return [(each.code, each.path) for each in found.problems]


def test_a_folder_per_identity_first_by_name(tmp_path: Path, protocol: Protocol) -> None:
    for identity in FACES:
        _write(tmp_path, *(f"{identity}/{n}.png" for n in (3, 1, 2)), f"{identity}/._1.png", f"{identity}/notes.txt")
    found = find_references(tmp_path, protocol, per_identity=2)
    assert _by_identity(tmp_path, found) == {each: [f"{each}/1.png", f"{each}/2.png"] for each in FACES}
    assert {row.track for row in found.rows} == {"face"}
    assert found.problems == ()


def test_both_tracks_in_folders_of_their_own(tmp_path: Path, protocol: Protocol) -> None:
    _write(tmp_path, *(f"face/{each}/1.png" for each in FACES), *(f"speech/{each}/1.flac" for each in VOICES))
    found = find_references(tmp_path, protocol, per_identity=1)
    assert [(row.track, row.identity) for row in found.rows] == [
        *(("face", each) for each in FACES),
        *(("speech", each) for each in VOICES),
    ]


def test_what_is_missing_is_said_per_identity(tmp_path: Path, protocol: Protocol) -> None:
    _write(tmp_path, *(f"{each}/{n}.png" for each in FACES[:-1] for n in range(2)), "3422/2.png")
    found = find_references(tmp_path, protocol, per_identity=3)
    assert _codes(found) == [*(("REFERENCE_FEW", each) for each in FACES[1:-1]), ("REFERENCE_MISSING", FACES[-1])]


def test_celeba_as_it_unpacks(tmp_path: Path, protocol: Protocol) -> None:
    lines = [f"{n:06d}.jpg {identity}" for n, identity in enumerate([*FACES * 3, "7", "7", "10", "2", "2"], start=1)]
    _write(tmp_path, *(f"Img/img_align_celeba/{line.split()[0]}" for line in lines[:-1]))
    (tmp_path / "Anno").mkdir()
    (tmp_path / "Anno/identity_CelebA.txt").write_text("\n".join([*lines[::-1], "../../evil.jpg 3422", "junk"]))
    found = find_references(tmp_path, protocol, per_identity=2, cohort=2)
    faces = _by_identity(tmp_path, found)
    assert faces["3422"] == ["Img/img_align_celeba/000001.jpg", "Img/img_align_celeba/000009.jpg"]
    assert list(faces) == list(FACES)
    assert list(_by_identity(tmp_path, found, cohort=True)) == ["7"]
    assert _codes(found) == [("COHORT_FEW", "")]


@pytest.mark.parametrize("above", ["", "LibriTTS/dev-clean", "dev-clean", "LibriSpeech/dev-clean"])
def test_libri_trees_from_any_level(tmp_path: Path, protocol: Protocol, above: str) -> None:
    base = tmp_path / above
    for speaker in (*VOICES, "174", "1272", "422"):
        _write(base, *(f"{speaker}/{chapter}/{speaker}_{chapter}_{n}.wav" for chapter in (2, 1) for n in range(2)))
        _write(base, f"{speaker}/1/{speaker}.trans.tsv")
    found = find_references(tmp_path, protocol, per_identity=3, cohort=2)
    prefix = f"{above}/" if above else ""
    assert _by_identity(tmp_path, found)["84"] == [f"{prefix}84/{p}.wav" for p in ("1/84_1_0", "1/84_1_1", "2/84_2_0")]
    assert list(_by_identity(tmp_path, found, cohort=True)) == ["174", "422"]
    assert found.problems == ()


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path, protocol: Protocol) -> None:
    _write(tmp_path, "elsewhere/5230/1.png", "elsewhere/2.png", "refs/3422/1.png")
    refs = tmp_path / "refs"
    (refs / "5230").symlink_to(tmp_path / "elsewhere/5230")
    (refs / "3422/2.png").symlink_to(tmp_path / "elsewhere/2.png")
    found = find_references(refs, protocol, per_identity=2)
    assert _by_identity(refs, found) == {"3422": ["3422/1.png"]}
    assert ("LINK_OUTSIDE", "3422/2.png") in _codes(found)
    assert ("REFERENCE_MISSING", "5230") in _codes(found)
    assert sum(code == "LINK_OUTSIDE" for code, _ in _codes(found)) == 1


def test_a_celeba_picture_that_is_a_link_outward(tmp_path: Path, protocol: Protocol) -> None:
    root = tmp_path / "celeba"
    _write(tmp_path, "secret.jpg", "celeba/img_align_celeba/000001.jpg")
    (root / "img_align_celeba/000002.jpg").symlink_to(tmp_path / "secret.jpg")
    (root / "identity_CelebA.txt").write_text("000001.jpg 3422\n000002.jpg 3422\n")
    found = find_references(root, protocol, per_identity=5)
    assert len(found.rows) == 1
    assert ("LINK_OUTSIDE", "img_align_celeba/000002.jpg") in _codes(found)


def test_nothing_of_the_protocol_is_a_user_error(tmp_path: Path, protocol: Protocol) -> None:
    _write(tmp_path, "1/1.png", "3422/notes.txt")
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UserError):
            find_references(folder, protocol, per_identity=1)


def test_counts_keep_the_order_and_tell_the_cohort_apart(tmp_path: Path, protocol: Protocol) -> None:
    _write(tmp_path, "3422/1.png", "3422/2.png", "5230/1.png", "77/1.png", "77/2.png")
    found = find_references(tmp_path, protocol, per_identity=2, cohort=1)
    assert list(found.counts.items()) == [
        (("face", "3422", False), 2),
        (("face", "5230", False), 1),
        (("face", "77", True), 2),
    ]
