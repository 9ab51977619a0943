"""A bundle proves itself: every byte that is flipped is found and named, every number comes out again."""

import shutil
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from genmu_studio.audit.bundle.comparing import compare_bundles
from genmu_studio.audit.bundle.content import HEAD_FILE
from genmu_studio.audit.bundle.reading import read_bundle
from genmu_studio.audit.bundle.verifying import Verified, verify_bundle
from genmu_studio.audit.drafts import Draft
from genmu_studio.project import Project
from genmu_studio.store.evaluators import providers_of
from scoring.errors import UserError
from tests.core import world
from tests.core.audit import clean_entries
from tests.core.audit.entries import LIBRARY, make_project


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    protocol = world.one_group()
    with Project.create(folder / "p.genmu", protocol) as project:
        references = world.write_references(folder / "references", protocol.identities_of("face"), each=3)
        project.intake.references(references)
        samples = world.showing(world.grid(protocol, conditions=4), {("unlearned", "1"): "2"})
        world.take_in(project, world.write_submission(folder / "entry", samples))
        world.take_in(project, world.write_submission(folder / "other", world.grid(protocol), team="Other"))
        world.score_with_fake(project)
        project.audit.run(executor=world.INLINE)
        entry, other = sorted(project.submissions(), key=lambda row: row.team)
        project.audit.sign(other, Draft("query", "about somebody else"))
        project.audit.sign(entry, Draft("reject", "shows 2", ("identity_transfer",)))
        written = project.audit.bundle(entry, folder / "evidence.zip")
        last = project.audit.history(entry)[-1]
        assert (last.kind, last.content["digest"]) == ("bundle", written.digest)
        assert verify_bundle(written.path).digest == written.digest
    return folder / "evidence.zip"


def test_a_bundle_as_it_was_made_verifies_and_names_nobody_else(bundle: Path) -> None:
    verified = verify_bundle(bundle)

    assert verified.ok, verified
    assert verified.recomputed > 300
    with zipfile.ZipFile(bundle) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert b"about somebody else" not in content
            assert str(bundle.parent).encode() not in content
        assert any(name.startswith("media/") for name in archive.namelist())


def altered(bundle: Path, folder: Path, name: str, change: bytes | None) -> Verified:
    """Verify a copy in which one file has other bytes, None = is gone."""
    out = folder / "altered.zip"
    with zipfile.ZipFile(bundle) as before, zipfile.ZipFile(out, "w") as after:
        for each in before.namelist():
            content = change if each == name else before.read(each)
            if content is not None:
                after.writestr(each, content)
    return verify_bundle(out)


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def test_one_flipped_bit_of_any_file_is_found_in_that_file(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for name, content in files.items():
        if name == HEAD_FILE:
            continue
        verified = altered(bundle, tmp_path, name, flipped(content, len(content) // 2))
        assert not verified.ok
        assert verified.altered == (name,)
    assert altered(bundle, tmp_path, "metrics.json", None).altered == ("metrics.json",)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_a_bit_flipped_anywhere_in_the_file_is_found(bundle: Path, tmp_path: Path, at: float, bit: int) -> None:
    content = bytearray(bundle.read_bytes())
    content[int(len(content) * at)] ^= 1 << bit
    out = tmp_path / "bit.zip"
    out.write_bytes(content)
    assert complaint(out)


def test_an_altered_head_is_found(bundle: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        head = archive.read(HEAD_FILE)
    other = head.replace(b'"made_by"', b'"made_by" ')
    assert HEAD_FILE in altered(bundle, tmp_path, HEAD_FILE, other).altered[0]
    with pytest.raises(UserError, match="no head"):
        altered(bundle, tmp_path, HEAD_FILE, None)


def complaint(path: Path) -> str:
    """Return what is wrong with a bundle, "" for nothing."""
    try:
        return ", ".join(verify_bundle(path).altered)
    except UserError as error:
        return error.message


def test_what_is_no_bundle_is_refused_in_one_line(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "text.zip").write_text("no zip", encoding="utf-8")
    with pytest.raises(UserError, match="no bundle"):
        verify_bundle(tmp_path / "text.zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    with pytest.raises(UserError, match="no head"):
        verify_bundle(tmp_path / "empty.zip")
    shutil.copy(bundle, tmp_path / "more.zip")
    with zipfile.ZipFile(tmp_path / "more.zip", "a") as archive:
        archive.writestr("extra.txt", "smuggled in")
    assert verify_bundle(tmp_path / "more.zip").altered == ("extra.txt",)


def test_what_moved_between_two_bundles_is_told_with_the_reasons(bundle: Path, tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "again.genmu", protocol) as project:
        references = world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2)
        project.intake.references(references)
        samples = world.showing(world.grid(protocol, conditions=4), {("unlearned", "1"): world.STRANGER})
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        world.score_with_fake(project)
        project.audit.run(executor=world.INLINE)
        (entry,) = project.submissions()
        second = project.audit.bundle(entry, tmp_path / "second.zip").path

    same = compare_bundles(read_bundle(bundle), read_bundle(bundle))
    compared = compare_bundles(read_bundle(bundle), read_bundle(second))

    assert (same.reasons, same.moved) == ((), ())
    reasons = {each.what: each for each in compared.reasons}
    assert reasons["other references"].second == "8: 0 new, 4 gone"
    assert "replaced" in reasons["other samples"].second
    moved = {each.where: each for each in compared.moved}
    assert moved["outcomes.forget.became_retain"].change == -4
    assert moved["audit.identity_transfer"].second == "nothing raised"
    content = bytearray(second.read_bytes())
    content[len(content) // 2] ^= 1
    second.write_bytes(content)
    with pytest.raises(UserError, match=r"second\.zip"):
        read_bundle(second)


def test_the_evaluator_that_counts_is_the_same_in_the_bundle(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        (entry,) = project.submissions()
        while not is_falling(each.digest for each in project.evaluators_of(entry)):
            world.score_with_fake(project, delay_s=len(project.evaluators_of(entry)) / 1e6)
        project.audit.run(executor=world.INLINE)

        verified = verify_bundle(project.audit.bundle(entry, tmp_path / "evidence.zip").path)

    assert verified.ok, verified.differences


def is_falling(digests: Iterable[str]) -> bool:
    """Return whether the latest of several is not the last by its name."""
    found = list(digests)
    return len(found) > 1 and found[-1] != max(found)


def test_what_ran_for_another_entry_is_not_said_of_this_one(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        samples = world.grid(protocol)
        world.take_in(project, world.write_submission(tmp_path / "entry", samples))
        others = [replace(each, shade=500 + place) for place, each in enumerate(samples)]
        world.take_in(project, world.write_submission(tmp_path / "other", others, team="Other"))
        entry, other = sorted(project.submissions(), key=lambda row: row.team)
        world.score_with_fake(project)
        (fake,) = project.evaluators_of(entry)

        def elsewhere(db: Database) -> None:
            db.execute(
                "UPDATE result SET provider = 'elsewhere' "
                "WHERE subject_id IN (SELECT subject_id FROM sample WHERE submission_id = ?)", [other.id]
            )  # fmt: skip

        project.store.write(elsewhere).result()
        assert project.store.read(lambda db: providers_of(db, entry.id, fake.digest)) == ["fake"]
        assert project.store.read(lambda db: providers_of(db, other.id, fake.digest)) == ["elsewhere"]


def test_a_bundle_of_sounds_verifies_without_their_files(tmp_path: Path) -> None:
    entry = next(each for each in LIBRARY.values() if each.build is clean_entries.honest_voices)
    with make_project(tmp_path, [entry]) as project:
        (row,) = project.submissions()
        found = project.audit.run(executor=world.INLINE).submissions[0]
        verified = verify_bundle(project.audit.bundle(row, tmp_path / "evidence.zip").path)

    assert "copy_of_original" in {info.id for info, _ in found.raised}  # as sounds are compared: from their files
    assert verified.ok, verified.differences
    assert "copy_of_original" in verified.not_recomputed


def test_findings_that_would_not_come_out_again_are_not_bundled(tmp_path: Path) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(protocol)))
        project.audit.run(executor=world.INLINE)
        world.score_with_fake(project)
        (entry,) = project.submissions()
        with pytest.raises(UserError, match="ran before something they read was changed"):
            project.audit.bundle(entry, tmp_path / "evidence.zip")
        assert not (tmp_path / "evidence.zip").exists()
        project.audit.run(executor=world.INLINE)
        assert verify_bundle(project.audit.bundle(entry, tmp_path / "evidence.zip").path).ok


def test_a_file_that_an_entry_of_another_track_shows_too_is_bundled_with_all_that_is_known_of_it(
    tmp_path: Path,
) -> None:
    protocol = world.one_group()
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        samples = world.grid(protocol)
        faces = world.write_submission(tmp_path / "faces", samples)
        world.take_in(project, faces)
        lines = ["path,side,concept,role,condition,seed,prompt_type"]
        for each in samples:
            role = "forget" if each.identity == "1" else "adjacent"
            lines.append(f"{each.path},{each.side},c{each.identity},{role},{each.condition},{each.seed},direct")
        concepts = shutil.copytree(faces, tmp_path / "concepts")
        (concepts / "samples.csv").write_text("\n".join(lines), encoding="utf-8")
        manifest = world.COMPLETE.format(team="Example Lab", track="concept", revision=1)
        (concepts / "submission.toml").write_text(manifest, encoding="utf-8")
        world.take_in(project, concepts)
        world.score_with_fake(project)
        project.audit.run(executor=world.INLINE)
        (entry,) = project.submissions("concept")

        verified = verify_bundle(project.audit.bundle(entry, tmp_path / "evidence.zip").path)

    assert verified.ok, verified.differences
