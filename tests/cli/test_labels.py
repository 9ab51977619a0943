"""Labels from the command line: a campaign is made, a pack goes out, answers come back, copies are merged."""

import json
import shutil
from pathlib import Path

from genmu_studio.labelling.packs import journal_path, open_pack
from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.core.labelling.made import FACES, write_file


def begun(genmu: Genmu, project: Path, folder: Path) -> None:
    assert genmu("labels", "campaign", project, write_file(folder, FACES)).code == 0


def test_a_campaign_is_tried_and_made(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    file = write_file(tmp_path, FACES)
    tried = genmu("labels", "campaign", unscored, file, "--dry-run", "--json").json()
    assert (tried["campaign"], tried["items"], tried["duplicates"], tried["kept"]) == ("faces", 54, 0, False)
    assert tried["entries"] == {"training": 3, "item": 108, "gold": 3, "repeat": 12, "attention": 6}
    assert tried["annotators"][0] == {"name": "ada", "entries": 44, "answers": 132, "seconds": 660.0}
    assert [question["id"] for question in tried["questions"]] == ["age", "smile", "note"]

    made = genmu("labels", "campaign", unscored, file)
    assert made.code == 0
    assert "44" in made.out
    assert "11 min" in made.out
    again = genmu("labels", "campaign", unscored, file)
    assert again.code == 1
    assert "already" in again.err
    with Project.open(unscored, "read") as project:
        assert [campaign.digest for campaign in project.labelling.campaigns()] == [tried["digest"]]


def test_a_mistake_in_the_file_is_one_line_and_a_hint(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    ran = genmu("labels", "campaign", unscored, write_file(tmp_path, FACES.replace("overlap = 2", "overlap = 9")))
    assert ran.code == 1
    assert "overlap: 9 of 3" in ran.err
    assert "Traceback" not in ran.err


def test_a_pack_goes_out_and_its_answers_come_back(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    out = tmp_path / "ada.zip"
    packed = genmu("labels", "pack", unscored, "faces", "ada", out, "--json").json()
    assert packed == {
        "pack": str(out), "campaign": "faces", "annotator": "ada", "entries": 44, "media": 44, "unreadable": [],
    }  # fmt: skip
    with open_pack(out, tmp_path / "unpacked") as opened:
        opened.queue.answer(opened.queue.entries[2].token, "smile", "yes").result()

    for file in (out, journal_path(out)):
        genmu("labels", "import", unscored, file)
    merged = genmu("labels", "import", unscored, out, "--json").json()
    assert merged == {"campaign": "faces", "added": 0, "known": 1, "refused": [], "conflicts": []}
    with Project.open(unscored, "read") as project:
        queue = project.labelling.queue(project.labelling.campaign("faces"), "ada")
        assert [event.value for event in queue.standing(queue.entries[2].token, "smile")] == ["yes"]


def test_copies_are_merged_and_conflicts_listed(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    other = Path(shutil.copytree(unscored, tmp_path / "other.genmu"))
    for folder, value in ((unscored, "yes"), (other, "no")):
        with Project.open(folder) as project:
            queue = project.labelling.queue(project.labelling.campaign("faces"), "ben")
            queue.answer(queue.entries[4].token, "smile", value).result()
    out = tmp_path / "ben.jsonl"
    exported = genmu("labels", "export", other, "faces", out, "--annotator", "ben", "--json").json()
    assert exported == {"file": str(out), "campaign": "faces", "annotator": "ben", "events": 1}

    merged = genmu("labels", "merge", unscored, out)
    assert merged.code == 0
    assert "1 added, 0 known already, 0 refused" in merged.out
    (conflict,) = genmu("labels", "merge", unscored, out, "--json").json()["conflicts"]
    assert (conflict["annotator"], conflict["place"], conflict["question"]) == ("ben", 4, "smile")
    assert sorted(each["value"] for each in conflict["standing"]) == ["no", "yes"]
    assert not conflict["adjudicated"]


def test_a_file_of_which_nothing_is_taken_is_an_error(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    out = tmp_path / "out.jsonl"
    assert genmu("labels", "export", unscored, "faces", out).code == 0
    out.write_text(out.read_text(encoding="utf-8") + json.dumps({"uid": "x"}) + "\n", encoding="utf-8")
    ran = genmu("labels", "merge", unscored, out)
    assert ran.code == 1
    assert "line 2 refused" in ran.out
    assert "no event of out.jsonl was taken" in ran.err
    for arguments in (("merge", unscored, tmp_path / "none"), ("pack", unscored, "none", "ada", tmp_path / "a.zip")):
        assert genmu("labels", *arguments).code == 1


def test_agreement_is_told_question_by_question(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    assert "No answer has been given yet" in genmu("labels", "agreement", unscored, "faces").out
    with Project.open(unscored) as project:
        campaign = project.labelling.campaign("faces")
        for name in ("ada", "ben", "eve"):
            queue = project.labelling.queue(campaign, name)
            for entry in queue.entries:
                queue.answer(entry.token, "smile", "yes").result()
                queue.answer(entry.token, "age", 30).result()
    data = genmu("labels", "agreement", unscored, "faces", "--json").json()
    assert data["campaign"] == "faces"
    smile, age = sorted(data["questions"], key=lambda each: str(each["id"]), reverse=True)
    assert (smile["id"], smile["n"], smile["items"], smile["raters"], smile["percent"]) == ("smile", 108, 54, 3, 100)
    assert (smile["alpha"], smile["kappa"], smile["ac1"]) == (None, None, 1)
    assert "undefined (one category)" in smile["note"]
    assert (age["id"], age["level"], age["percent"]) == ("age", "interval", 100)
    shown = genmu("labels", "agreement", unscored, "faces").out
    assert "100.0" in shown
    assert "undefined (one category)" in shown


def test_agreement_of_an_unknown_campaign_is_refused(unscored: Path, genmu: Genmu) -> None:
    assert "nothing" in genmu("labels", "agreement", unscored, "nothing").refused()
