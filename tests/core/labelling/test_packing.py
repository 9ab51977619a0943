"""Several packs at once: names that tell no more than whose they are, and what was left out of them."""

from pathlib import Path

import pytest

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling.packing import left_out, pack_names, write_packs
from genmu_studio.labelling.packs import WrittenPack, is_pack
from genmu_studio.labelling.taking import is_labels, take_file
from genmu_studio.project import Project
from genmu_studio.watching import Watch
from scoring.errors import UserError
from tests.core.labelling.test_merging import copy_of
from tests.core.labelling.test_queue import log, queue_of


def test_names_are_different_on_any_system() -> None:
    assert pack_names(["ada", "A/b", "a:b", "Å b", "..", "ADA."]) == {
        "ada": "ada.zip", "A/b": "A-b.zip", "a:b": "a-b-2.zip", "Å b": "Å-b.zip", "..": "pack.zip", "ADA.": "ADA-2.zip",
    }  # fmt: skip


def test_codes_are_counted_over_all_packs() -> None:
    packs = [
        WrittenPack(Path("one.zip"), 3, 3, {"a": "DAMAGED", "b": "TOO_SHORT"}),
        WrittenPack(Path("two.zip"), 3, 3, {"c": "DAMAGED"}),
    ]
    assert left_out(packs) == {"DAMAGED": 2, "TOO_SHORT": 1}


def test_progress_says_for_whom_and_a_cancel_leaves_what_is_whole(asked: Project, tmp_path: Path) -> None:
    campaign = asked.labelling.campaign("faces")
    cancellation, phases = Cancellation(), []

    def tell(progress: Progress) -> None:
        phases.append(progress.phase)
        if "ben" in progress.phase:
            cancellation.request()

    with pytest.raises(UserError, match="cancelled"):
        write_packs(asked, campaign, ["ada", "ben", "eve"], tmp_path, Watch(tell, cancellation))
    assert list(dict.fromkeys(phases)) == ["packing for ada, 1 of 3", "packing for ben, 2 of 3"]
    written = {path.name for path in tmp_path.glob("*.zip")}
    assert "ada.zip" in written
    assert "eve.zip" not in written
    assert all(is_pack(path) for path in tmp_path.glob("*.zip"))


def test_what_is_no_file_of_labels_is_told_and_changes_nothing(asked: Project, tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"no zip")
    (tmp_path / "no.labels.jsonl").write_text("{}", encoding="utf-8")
    for name, why in (("no.zip", "no blind pack"), ("no.labels.jsonl", "holds no labels"), ("gone.jsonl", "read")):
        taken = take_file(asked, tmp_path / name)
        assert taken.merged is None
        assert taken.error is not None
        assert why in taken.error.message
    assert is_labels(tmp_path / "ADA.LABELS.JSONL")
    assert not is_labels(tmp_path / "ada.jsonl")


def test_a_journal_that_calls_itself_a_file_of_everybody_is_not_taken(asked: Project, tmp_path: Path) -> None:
    ben = queue_of(asked, "ben")
    ben.answer(ben.entries[0].token, "smile", "yes").result()
    before = log(asked.folder)
    with copy_of(asked, tmp_path / "copy.genmu") as copy:
        theirs = queue_of(copy, "ben")
        theirs.answer(theirs.entries[0].token, "smile", "no").result()
        campaign = copy.labelling.campaign("faces")
        copy.labelling.adjudication(campaign, "ada").adjudicate(theirs.entries[0].token, "smile", "no").result()
        for name in ("ada.labels.jsonl", "copy.jsonl"):
            copy.labelling.export(campaign, tmp_path / name)
    taken = take_file(asked, tmp_path / "ada.labels.jsonl")
    assert taken.merged is None
    assert taken.error is not None
    assert "no journal of one annotator" in taken.error.message
    assert log(asked.folder) == before
    merged = take_file(asked, tmp_path / "copy.jsonl").merged
    assert merged is not None
    assert merged.added == 2
