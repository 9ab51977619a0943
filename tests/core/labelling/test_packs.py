"""Blind packs: nothing in them tells what is shown, answers are kept beside them, and only answers come back."""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
import soundfile
from filelock import FileLock
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from genmu_studio.labelling import file_journal, packs
from genmu_studio.labelling.packs import CONTENT_FILE, is_pack, journal_path, open_pack, write_pack
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from scoring.codes import Code
from scoring.errors import UserError
from scoring.media import decode_audio, load_image
from scoring.types import Media, SampleError, Track
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.labelling.made import write_file
from tests.core.labelling.test_queue import Labelling, queue_of, values

SENTINEL = "Zyzzyva"  # in every name, text and tag of a submission
WORDS = (SENTINEL, "original", "unlearned", "forget", "retain")


def packed(project: Project, folder: Path, annotator: str = "ada", campaign: str = "faces") -> Path:
    out = folder / "pack.zip"
    write_pack(project, project.labelling.campaign(campaign), annotator, out)
    return out


@pytest.fixture
def pack(asked: Project, tmp_path: Path) -> Path:
    """Return ada's pack, away from the project."""
    (tmp_path / "away").mkdir()
    return packed(asked, tmp_path / "away")


# ---- what is in it ----


def test_a_pack_shows_what_the_queue_shows(asked: Project, tmp_path: Path, pack: Path) -> None:
    inside = queue_of(asked)
    with open_pack(pack, tmp_path / "unpacked") as opened:
        assert (opened.title, opened.instructions) == ("What do you see?", "Take your time.")
        assert opened.queue.author == "ada"
        assert opened.queue.questions == inside.questions
        for here, there in zip(opened.queue.entries, inside.entries, strict=True):
            assert (here.token, here.place, here.notice, here.training) == (
                there.token, there.place, there.notice, there.training,
            )  # fmt: skip
            for shown, media in zip(here.media, there.media, strict=True):
                assert (load_image(shown).rgb == load_image(media).rgb).all()
        assert opened.queue.entries[0].accepted == {"smile": ("yes",)}
        assert {entry.accepted for entry in opened.queue.entries[1:]} == {None}


def test_pairs_are_packed_with_both_sides(asked: Project, tmp_path: Path) -> None:
    inside = queue_of(asked, "ben", "pairs")
    with open_pack(packed(asked, tmp_path, "ben", "pairs"), tmp_path / "unpacked") as opened:
        for here, there in zip(opened.queue.entries, inside.entries, strict=True):
            for shown, media in zip(here.media, there.media, strict=True):
                assert (load_image(shown).rgb == load_image(media).rgb).all()


def write_named_picture(path: Path, colour: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(np.full((8, 8, 3), colour, np.uint8))
    exif = Image.Exif()
    exif[0x010E] = exif[0x013B] = SENTINEL  # description, artist
    exif.get_ifd(0x8769)[0x9286] = b"UNICODE\0" + SENTINEL.encode("utf-16-be")
    if path.suffix == ".jpg":
        image.save(path, exif=exif, comment=SENTINEL, xmp=f"<x>{SENTINEL}</x>".encode(), quality=95)
    else:
        texts = PngInfo()
        texts.add_text(SENTINEL, SENTINEL)
        texts.add_text("prompt", SENTINEL, zip=True)
        texts.add_itxt("Comment", SENTINEL)
        image.save(path, pnginfo=texts, exif=exif)
        path.write_bytes(path.read_bytes() + SENTINEL.encode())  # behind the end


def write_named_sound(path: Path, pitch_hz: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    samples = 0.25 * np.sin(2 * np.pi * pitch_hz * np.arange(8000) / 16_000)
    with soundfile.SoundFile(path, "w", 16_000, 1, subtype="PCM_16") as sound:
        sound.title = sound.artist = sound.comment = sound.album = SENTINEL
        sound.write(samples)


def named_project(new_project: MakeProject, folder: Path, track: Track) -> Project:
    """Return a project in which everything that can be named is named by the sentinel."""
    group = GroupTable(
        name=f"{SENTINEL} set", track=track, dataset=SENTINEL, forget=f"{SENTINEL}0", retain=(f"{SENTINEL}1",)
    )
    project = new_project(load_protocol().with_only_groups([group], SENTINEL), f"{SENTINEL}.genmu")
    lines = ["path,side,group,identity,condition,seed,prompt"]
    for number, side in enumerate(("original", "unlearned")):
        for identity in group.group().identities:
            for condition, suffix in enumerate((".jpg", ".png") if track == "face" else (".wav", ".flac")):
                path = f"{side}/{SENTINEL}/{identity}/{condition}{suffix}"
                write = write_named_picture if track == "face" else write_named_sound
                write(folder / path, 20 + 100 * number + 10 * condition + int(identity[-1]) * 40)
                lines.append(f"{path},{side},{group.name},{identity},{SENTINEL}{condition},7,{SENTINEL}")
    (folder / "samples.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    manifest = world.COMPLETE.format(team=SENTINEL, track=track, revision=1)
    (folder / "submission.toml").write_text(manifest, encoding="utf-8")
    world.take_in(project, folder)
    return project


CAMPAIGN = """
[campaign]
name = "{name}"
title = "What do you notice?"
questions = [{questions}]
annotators = ["ada"]
[select]
track = "{track}"
[rates]
repeats = 0.3
attention = 0.2
[[gold]]
submission = "{submission}"
path = "{path}"
answers.{question} = [{answer}]
"""


@pytest.mark.parametrize(
    ("track", "questions", "gold"),
    [
        ("face", '"face-attributes"', ("unlearned/{0}/{0}0/0.jpg", "smile", '"yes"')),
        ("face", '"same-person"', ("original/{0}/{0}0/1.png", "same_person", '"same"')),
        ("speech", '"naturalness", "speech-attributes"', ("original/{0}/{0}1/1.flac", "naturalness", "1")),
        ("speech", '"same-person", "note"', ("original/{0}/{0}1/0.wav", "same_person", '"different"')),
    ],
)
def test_nothing_in_a_pack_tells_what_is_shown(
    new_project: MakeProject, tmp_path: Path, track: Track, questions: str, gold: tuple[str, str, str]
) -> None:
    project = named_project(new_project, tmp_path / SENTINEL, track)
    (submission,) = project.submissions()
    path, question, answer = gold
    text = CAMPAIGN.format(
        name=SENTINEL, questions=questions, track=track, submission=submission.id, path=path.format(SENTINEL),
        question=question, answer=answer,
    )  # fmt: skip
    campaign = project.labelling.keep(project.labelling.plan(write_file(tmp_path, text)))
    sources = b"".join(each.read_bytes() for each in (tmp_path / SENTINEL).rglob("*.*") if each.is_file())
    assert sources.count(SENTINEL.encode()) > 10
    written = write_pack(project, campaign, "ada", tmp_path / "pack.zip")
    assert written.unreadable == {}

    inside = contents(tmp_path / "pack.zip")
    assert len(inside) == written.media + 1
    whole = (tmp_path / "pack.zip").read_bytes()
    for name, content in (*inside.items(), ("the zip", whole)):
        for word in (*WORDS, submission.id, "gold", "repeat", str(tmp_path)):
            for form in (word.encode(), word.lower().encode(), word.encode("utf-16-le"), word.encode("utf-16-be")):
                assert form not in content, (name, word)
                assert form not in name.encode()
    answered = json.loads(inside[CONTENT_FILE])["entries"]
    assert {tuple(entry) for entry in answered} == {("token", "media", "notice", "training", "accepted")}
    assert {entry["accepted"] for entry in answered} == {None}
    check_bare(tmp_path / "pack.zip", inside)


def check_bare(pack: Path, inside: Mapping[str, bytes]) -> None:
    """Nothing but pixels and samples: no chunk of text, of time or of anything else, nothing behind the end."""
    with zipfile.ZipFile(pack) as archive:
        assert {archive.comment, *(info.comment + info.extra for info in archive.infolist())} == {b""}
    assert b"PK\x05\x06" in pack.read_bytes()[-22:]  # the end of the archive is the end of the file
    for name, content in inside.items():
        if name.endswith(".png"):
            assert set(png_chunks(content)) <= {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}, name
            with Image.open(io.BytesIO(content)) as picture:
                picture.load()
                assert set(picture.info) <= {"transparency"}
                assert not picture.getexif()
        elif name.endswith(".wav"):
            assert set(wav_chunks(content)) <= {b"fmt ", b"fact", b"data"}, name


def png_chunks(data: bytes) -> Iterator[bytes]:
    """Yield the kinds of the chunks of a PNG file, which fill it to its end."""
    at = 8
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8]
        at += 12 + size
    assert at == len(data)
    assert data[-8:-4] == b"IEND"


def wav_chunks(data: bytes) -> Iterator[bytes]:
    """Yield the kinds of the chunks of a WAV file, which fill it to its end."""
    assert (data[:4], data[8:12], int.from_bytes(data[4:8], "little")) == (b"RIFF", b"WAVE", len(data) - 8)
    at = 12
    while at < len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4]
        at += 8 + size + size % 2
    assert at == len(data)


def contents(pack: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(pack) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert [info.filename for info in archive.infolist()[:-1]] == sorted(archive.namelist()[:-1])
        return {info.filename: archive.read(info) for info in archive.infolist()}


def test_sounds_are_packed_as_they_sound(new_project: MakeProject, tmp_path: Path) -> None:
    project = named_project(new_project, tmp_path / "entry", "speech")
    text = CAMPAIGN.partition("[rates]")[0].format(name="s", questions='"naturalness"', track="speech")
    campaign = project.labelling.keep(project.labelling.plan(write_file(tmp_path, text)))
    inside = project.labelling.queue(campaign, "ada")
    write_pack(project, campaign, "ada", tmp_path / "pack.zip")
    with open_pack(tmp_path / "pack.zip", tmp_path / "unpacked") as opened:
        for here, there in zip(opened.queue.entries, inside.entries, strict=True):
            shown, known = decode_audio(here.media[0]), decode_audio(there.media[0])
            assert (shown.rate, shown.format) == (known.rate, "wav")
            assert (shown.channels == known.channels).all()


def test_media_have_other_names_in_each_pack(asked: Project, tmp_path: Path) -> None:
    first = set(contents(packed(asked, tmp_path)))
    assert first & set(contents(packed(asked, tmp_path))) == {CONTENT_FILE}


def test_what_cannot_be_shown_is_left_out_and_told(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    samples = world.showing(world.grid(project.protocol), {("unlearned", "2"): world.DAMAGED})
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    text = CAMPAIGN.partition("[rates]")[0].format(name="s", questions='"face-attributes/smile"', track="face")
    campaign = project.labelling.keep(project.labelling.plan(write_file(tmp_path, text)))
    written = write_pack(project, campaign, "ada", tmp_path / "pack.zip")
    assert sorted(written.unreadable.values()) == ["DAMAGED", "DAMAGED"]
    assert written.entries == 14
    with open_pack(tmp_path / "pack.zip", tmp_path / "unpacked") as opened:
        assert len(opened.queue.entries) == 14
        assert [entry.place for entry in opened.queue.entries] == list(range(14))


def test_a_pack_of_which_nothing_can_be_shown_is_not_written(
    asked: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(media: Media) -> bytes:
        raise SampleError(Code.DAMAGED)

    monkeypatch.setattr(packs, "bare", fail)
    with pytest.raises(UserError, match="no entry of ada can be shown: DAMAGED"):
        write_pack(asked, asked.labelling.campaign("faces"), "ada", tmp_path / "pack.zip")
    assert not (tmp_path / "pack.zip").exists()


def test_a_pack_is_written_whole_or_not_at_all(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    with pytest.raises(UserError, match="cannot be written"):
        write_pack(asked, campaign, "ada", tmp_path / "none" / "pack.zip")
    with pytest.raises(UserError, match="no name of a pack"):
        write_pack(asked, campaign, "ada", tmp_path / "pack.tar")
    with pytest.raises(UserError, match="no annotator"):
        write_pack(asked, campaign, "mallory", tmp_path / "pack.zip")
    (tmp_path / "pack.zip").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        write_pack(asked, campaign, "ada", tmp_path / "pack.zip")
    assert [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")] == []


# ---- answering, and coming back ----


def test_answers_come_back_once(asked: Project, tmp_path: Path, pack: Path) -> None:
    with open_pack(pack, tmp_path / "unpacked") as opened:
        queue = opened.queue
        queue.answer(queue.entries[1].token, "smile", "yes").result()
        queue.skip(queue.entries[1].token, "age", "dark").result()
        queue.note(queue.entries[2].token, "odd").result()
        queue.undo().result()
        assert opened.journal_path == journal_path(pack)
        head, *events = journal_path(pack).read_text(encoding="utf-8").splitlines()
        assert json.loads(head)["annotator"] == "ada"
        assert len(events) == 4
    merged = asked.labelling.merge(journal_path(pack), answers_only=True)
    assert (merged.added, merged.known, merged.refused, merged.conflicts) == (4, 0, (), ())
    inside = queue_of(asked)
    assert values(inside, 1) == {"smile": ("answer", "yes"), "age": ("skip", "dark")}
    assert values(inside, 2) == {}
    assert asked.labelling.merge(journal_path(pack), answers_only=True).added == 0

    with open_pack(pack, tmp_path / "unpacked") as opened:  # goes on, and comes back again
        assert opened.queue.next_acts()[1] is not None
        opened.queue.redo().result()
    assert asked.labelling.merge(journal_path(pack), answers_only=True).added == 1
    assert values(queue_of(asked), 2) == {"": ("note", "odd")}


def test_labelling_a_pack_agrees_with_a_model_in_plain_python(asked: Project, pack: Path, tmp_path: Path) -> None:
    asked.close()
    numbers = iter(range(10_000))

    class OnAPack(Labelling):
        def __init__(self) -> None:
            folder = tmp_path / f"desk {next(numbers)}"
            folder.mkdir()
            super().__init__(Path(shutil.copy(pack, folder)))

        def open(self) -> None:
            self.opened = open_pack(self.folder, tmp_path / "unpacked")
            self.queue = self.opened.queue

        def close(self) -> None:
            self.opened.close()

        def count(self) -> int:
            return journal_path(self.folder).read_bytes().count(b"\n")

    run_state_machine_as_test(
        OnAPack,
        settings=settings(
            max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )


def test_what_a_kill_left_of_a_line_is_cut_off(tmp_path: Path, pack: Path) -> None:
    with open_pack(pack, tmp_path / "unpacked") as opened:
        opened.queue.answer(opened.queue.entries[0].token, "smile", "yes").result()
    whole = journal_path(pack).read_bytes()
    journal_path(pack).write_bytes(whole + whole.splitlines()[1][:50])
    with open_pack(pack, tmp_path / "unpacked") as opened:
        assert values(opened.queue, 0) == {"smile": ("answer", "yes")}
        assert journal_path(pack).read_bytes() == whole
        opened.queue.answer(opened.queue.entries[0].token, "smile", "no").result()
    with open_pack(pack, tmp_path / "unpacked") as opened:
        assert values(opened.queue, 0) == {"smile": ("answer", "no")}


@pytest.mark.parametrize("written", [0, 30])
def test_on_a_full_disk_no_answer_to_a_pack_counts(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    with open_pack(pack, tmp_path / "unpacked") as opened:
        token = opened.queue.entries[0].token
        opened.queue.answer(token, "smile", "yes").result()
        before = journal_path(pack).read_bytes()
        room = iter([written] if written else [])

        def write(descriptor: int, data: memoryview) -> int:
            if (size := next(room, None)) is None:
                raise OSError(errno.ENOSPC, "No space left on device")
            return os.pwrite(descriptor, data[:size], len(before))

        with monkeypatch.context() as patch:
            patch.setattr(file_journal, "os", _Disk(write))
            with pytest.raises(UserError, match="No space left"):
                opened.queue.answer(token, "smile", "no").result()
        assert journal_path(pack).read_bytes() == before
        assert values(opened.queue, 0) == {"smile": ("answer", "yes")}
        opened.queue.answer(token, "smile", "no").result()
        assert values(opened.queue, 0) == {"smile": ("answer", "no")}


def test_what_cannot_be_taken_away_again_is_written_no_further(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    with open_pack(pack, tmp_path / "unpacked") as opened:
        token = opened.queue.entries[0].token
        with monkeypatch.context() as patch:
            patch.setattr(file_journal, "os", _Disk(os.write, fsync=fail, ftruncate=fail))
            with pytest.raises(UserError, match="Input/output error"):
                opened.queue.answer(token, "smile", "no").result()
        with pytest.raises(UserError, match="no further"):
            opened.queue.answer(token, "smile", "yes").result()
        assert values(opened.queue, 0) == {}
    with open_pack(pack, tmp_path / "unpacked") as opened:  # the answer in flight may have got there
        opened.queue.answer(token, "smile", "yes").result()
        assert values(opened.queue, 0) == {"smile": ("answer", "yes")}


def test_nothing_counts_that_goes_to_a_file_which_was_deleted(tmp_path: Path, pack: Path) -> None:
    with open_pack(pack, tmp_path / "unpacked") as opened:
        token = opened.queue.entries[0].token
        journal_path(pack).unlink()
        with pytest.raises(UserError, match="the file of answers was deleted"):
            opened.queue.answer(token, "smile", "yes").result()
        assert values(opened.queue, 0) == {}


class _Disk:
    """The module os, with another way to write."""

    def __init__(self, write: object, **others: object) -> None:
        self.write = write
        self.__dict__.update(others)

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


_LABEL_UNTIL_KILLED = """
import sys
from pathlib import Path
from genmu_studio.labelling.packs import open_pack

opened = open_pack(Path(sys.argv[1]), Path(sys.argv[2]))
for number in range(100_000):
    event = opened.queue.answer(opened.queue.entries[number % 7].token, "age", number % 100).result()
    print(event.uid, flush=True)
"""


def test_a_kill_loses_no_answer_to_a_pack_that_counted(tmp_path: Path, pack: Path) -> None:
    arguments = [sys.executable, "-c", _LABEL_UNTIL_KILLED, str(pack), str(tmp_path / "unpacked")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        given = [running.stdout.readline().strip() for _ in range(30)]
        running.send_signal(signal.SIGKILL)
        given += [line.strip() for line in running.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    with open_pack(pack, tmp_path / "unpacked") as opened:
        lines = journal_path(pack).read_text(encoding="utf-8").splitlines()[1:]
        kept = [json.loads(line)["uid"] for line in lines]
        assert kept[: len(given)] == given
        assert len(kept) - len(given) <= 1
        assert values(opened.queue, (len(kept) - 1) % 7) == {"age": ("answer", float((len(kept) - 1) % 100))}


def test_a_pack_is_open_in_one_window(tmp_path: Path, pack: Path) -> None:
    with open_pack(pack, tmp_path / "unpacked"), pytest.raises(UserError, match="open in another window"):
        open_pack(pack, tmp_path / "unpacked")
    open_pack(pack, tmp_path / "unpacked").close()


# ---- what is no pack ----


def rewritten(pack: Path, **changes: object) -> Path:
    """Write the pack with another `pack.json`."""
    inside = contents(pack)
    content = {**json.loads(inside.pop(CONTENT_FILE)), **changes}
    with zipfile.ZipFile(pack, "w") as archive:
        for name, data in inside.items():
            archive.writestr(name, data)
        archive.writestr(CONTENT_FILE, json.dumps(content))
    return pack


PICTURE = "media/" + "b" * 20 + ".png"


def an_entry(*media: str) -> dict[str, object]:
    return {"token": "a" * 20, "media": media}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "no pack that this version can open"),
        ({"questions": []}, "no pack that this version can open"),
        ({"entries": [an_entry("../../etc/passwd")]}, "no pack that this version can open"),
        ({"entries": [an_entry("media/" + "b" * 20 + ".png")]}, "lacks some of its media"),
        ({"entries": [an_entry("media/" + "b" * 20 + ".png")] * 2}, "no pack that this version can open"),
        ({"extra": 1}, "no pack that this version can open"),
        ({"entries": []}, "no pack that this version can open"),
        ({"title": "long " * 100}, "no pack that this version can open"),
        ({"entries": [an_entry(PICTURE) | {"accepted": {"smile": ["maybe"]}}]}, "no pack that this version can open"),
        ({"entries": [an_entry(PICTURE) | {"accepted": {"other": ["yes"]}}]}, "no pack that this version can open"),
        ({"entries": [an_entry(PICTURE) | {"accepted": {"smile": ["yes"]}}]}, "lacks some of its media"),
        ({"entries": [an_entry(PICTURE, PICTURE)]}, "no pack that this version can open"),
        ({"entries": [an_entry(PICTURE, "media/" + "b" * 20 + ".wav")]}, "no pack that this version can open"),
    ],
)
def test_a_pack_that_says_what_it_must_not_is_refused(
    tmp_path: Path, pack: Path, changes: dict[str, object], words: str
) -> None:
    with pytest.raises(UserError, match=words):
        open_pack(rewritten(pack, **changes), tmp_path / "unpacked")
    assert not journal_path(pack).exists()


def test_what_is_no_pack_is_refused(tmp_path: Path, pack: Path) -> None:
    assert is_pack(pack)
    (tmp_path / "text.zip").write_text("no zip")
    for path in (tmp_path / "text.zip", tmp_path / "none.zip", tmp_path):
        assert not is_pack(path)
        with pytest.raises(UserError):
            open_pack(path, tmp_path / "unpacked")


@pytest.fixture
def spoilt(pack: Path, tmp_path: Path) -> Iterator[list[str]]:
    """Return the lines of a pack's journal; they are written back, changed or not, before the end."""
    with open_pack(pack, tmp_path / "unpacked") as opened:
        for value in ("yes", "no"):
            opened.queue.answer(opened.queue.entries[0].token, "smile", value).result()
    lines = journal_path(pack).read_text(encoding="utf-8").splitlines()
    yield lines
    assert journal_path(pack).read_text(encoding="utf-8").splitlines() == lines


def test_a_journal_that_is_not_the_packs_own_is_left_alone(pack: Path, tmp_path: Path, spoilt: list[str]) -> None:
    for change, words in (
        ([spoilt[0].replace('"ada"', '"ben"'), *spoilt[1:]], "another pack"),
        ([spoilt[0], "{}", spoilt[2]], "damaged in line 2"),
        ([spoilt[0], spoilt[2]], "not there"),
    ):
        spoilt[:] = change
        journal_path(pack).write_text("\n".join(spoilt) + "\n", encoding="utf-8")
        with pytest.raises(UserError, match=words):
            open_pack(pack, tmp_path / "unpacked")
        before = journal_path(pack).read_text(encoding="utf-8").splitlines()
        assert before == spoilt


def test_a_pack_of_a_later_version_names_the_remedy(tmp_path: Path, pack: Path) -> None:
    with pytest.raises(UserError) as refused:
        open_pack(rewritten(pack, version=2), tmp_path / "unpacked")
    assert "install a newer Genmu Studio" in refused.value.hint


def test_an_archive_without_a_content_is_no_pack(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("one.txt", "1")
        archive.writestr("two.txt", "2")
    with pytest.raises(UserError, match=r"photos\.zip is no blind pack"):
        open_pack(tmp_path / "photos.zip", tmp_path / "unpacked")


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EROFS, "a folder of your own"), (errno.EACCES, "a folder of your own"),
                          (errno.ENOSPC, "Has the disk room")]
)  # fmt: skip
def test_where_answers_cannot_be_kept_the_remedy_is_named(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def refuse(lock: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with pytest.raises(UserError, match="cannot be written") as refused:
        open_pack(pack, tmp_path / "unpacked")
    assert words in refused.value.hint
    assert not journal_path(pack).exists()


def test_without_room_for_the_media_the_remedy_is_named(tmp_path: Path, pack: Path) -> None:
    (tmp_path / "full").write_text("a file in its place")
    with pytest.raises(UserError, match="cannot be unpacked") as refused:
        open_pack(pack, tmp_path / "full")
    assert "Has the disk room" in refused.value.hint
    assert not journal_path(pack).exists()


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path, pack: Path) -> None:
    journal_path(pack).mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        open_pack(pack, tmp_path / "unpacked")


def test_bare_media_have_no_flags_of_their_own(asked: Project, tmp_path: Path, pack: Path) -> None:
    with open_pack(pack, tmp_path / "unpacked") as opened:
        shown = load_image(Media(opened.queue.entries[3].media[0].path, "image"))
    known = load_image(queue_of(asked).entries[3].media[0])
    assert shown.flags == known.flags
