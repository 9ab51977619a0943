"""What came of a campaign, from the command line: results, who is left out, tables, adjudication."""

from pathlib import Path

from genmu_studio.project import Project
from tests.cli.conftest import Genmu
from tests.cli.test_labels import begun


def answer_all(project: Project, value: str = "yes") -> None:
    campaign = project.labelling.campaign("faces")
    for name in ("ada", "ben", "eve"):
        queue = project.labelling.queue(campaign, name)
        for entry in queue.entries:
            queue.answer(entry.token, "smile", "no" if name == "eve" else value, 2.0).result()
            queue.answer(entry.token, "age", 30, 3.0).result()


def test_results_tell_answers_annotators_and_what_waits(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    empty = genmu("labels", "results", unscored, "faces")
    assert (empty.code, "0/44" in empty.out) == (0, True)
    with Project.open(unscored) as project:
        answer_all(project)
    data = genmu("labels", "results", unscored, "faces", "--json").json()
    age, smile, note = data["questions"]
    assert (smile["id"], smile["n"], note["n"]) == ("smile", 108, 0)
    assert [(each["category"], each["n"]) for each in smile["categories"]] == [("yes", 72), ("no", 36)]
    assert age["numbers"]["median"] == 30
    assert (smile["MOS"], note["agreement"]) == (None, None)
    assert sum(each["n"] for each in smile["strata"]) == 108
    ada = data["annotators"][0]
    assert (ada["name"], ada["finished"], ada["entries"], ada["median_seconds"]) == ("ada", 44, 44, 3.0)
    assert ada["gold"]["percent"] == 100
    assert data["unsettled"]
    assert {each["adjudicated"] for each in data["unsettled"]} == {None}
    shown = genmu("labels", "results", unscored, "faces").out
    for words in ("yes 72, no 36", "44/44", "1/1 [21, 100] %", "0 conflicts", "items to adjudicate", "alpha"):
        assert words in shown, words


def test_an_annotator_is_left_out_and_taken_back(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    with Project.open(unscored) as project:
        answer_all(project)
    done = genmu("labels", "exclude", unscored, "faces", "eve", "--reason", "slept", "--json").json()
    assert (done["changed"], len(done["history"]), done["history"][0]["reason"]) == (True, 1, "slept")
    assert not genmu("labels", "exclude", unscored, "faces", "eve", "--reason", "slept", "--json").json()["changed"]
    data = genmu("labels", "results", unscored, "faces", "--json").json()
    assert data["questions"][1]["n"] == 72
    assert [each["excluded"] for each in data["annotators"]] == [None, None, "slept"]
    assert "excluded: slept" in genmu("labels", "results", unscored, "faces").out
    assert "count." in genmu("labels", "exclude", unscored, "faces", "eve", "--include").out
    assert genmu("labels", "results", unscored, "faces", "--json").json()["questions"][1]["n"] == 108
    assert genmu("labels", "exclude", unscored, "faces", "eve").code == 2
    assert "no annotator 'mallory'" in genmu("labels", "exclude", unscored, "faces", "mallory", "--include").refused()
    assert "for a reason" in genmu("labels", "exclude", unscored, "faces", "eve", "--reason", " ").refused()


def test_labels_go_out_as_a_table(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    with Project.open(unscored) as project:
        answer_all(project)
    out = tmp_path / "labels.csv"
    done = genmu("labels", "table", unscored, "faces", out, "--blind", "--json").json()
    assert done == {"file": str(out), "campaign": "faces", "blind": True, "rows": 264}
    assert "unlearned" not in out.read_text(encoding="utf-8")
    whole = genmu("labels", "table", unscored, "faces", out)
    assert "264 rows" in whole.out
    assert "--blind" in whole.err
    assert "unlearned" in out.read_text(encoding="utf-8")
    assert "no name for a table" in genmu("labels", "table", unscored, "faces", tmp_path / "labels.txt").refused()
    assert "byte order mark" in genmu("labels", "table", unscored, "faces", tmp_path / "a.json", "--bom").refused()


def test_what_waits_is_adjudicated(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    begun(genmu, unscored, tmp_path)
    with Project.open(unscored) as project:
        answer_all(project)
    waiting = genmu("labels", "results", unscored, "faces", "--json").json()["unsettled"]
    arguments = (unscored, "faces", waiting[0]["entry"], waiting[0]["question"])
    assert genmu("labels", "adjudicate", *arguments, "no", "--by", "judge", "--json").json()["changed"]
    assert "as before" in genmu("labels", "adjudicate", *arguments, "no", "--by", "judge").out
    found = genmu("labels", "results", unscored, "faces", "--json").json()["unsettled"]
    assert [each["adjudicated"] for each in found] == [None] * (len(waiting) - 1) + ["no"]
    assert "is no answer" in genmu("labels", "adjudicate", *arguments, "perhaps", "--by", "judge").refused()
    assert "no entry" in genmu("labels", "adjudicate", unscored, "faces", "x", "smile", "no", "--by", "j").refused()
    assert "no question" in genmu("labels", "adjudicate", *arguments[:3], "hair", "no", "--by", "j").refused()
    entry = waiting[0]["entry"]
    assert genmu("labels", "adjudicate", unscored, "faces", entry, "age", "41", "--by", "judge").code == 0
    assert "is no answer" in genmu("labels", "adjudicate", unscored, "faces", entry, "age", "x", "--by", "j").refused()


def test_figures_rest_on_people(unscored: Path, tmp_path: Path, genmu: Genmu) -> None:
    assert "No figure rests on people yet" in genmu("labels", "figures", unscored).out
    begun(genmu, unscored, tmp_path)
    with Project.open(unscored) as project:
        answer_all(project)
        project.labelling.exclude(project.labelling.campaign("faces"), "eve", "slept")
    (ar,) = genmu("labels", "figures", unscored, "--json").json()["figures"]
    assert (ar["submission"], ar["figure"], ar["side"]) == ("example-lab-face-r1", "AR", "unlearned")
    assert (ar["value"]["value"], ar["source"]) == (100, "people (campaign faces)")
    assert [(row["attribute"], row["against"]) for row in ar["attributes"]] == [
        ("age", "original"),
        ("smile", "original"),
    ]
    shown = genmu("labels", "figures", unscored, "--submission", "example-lab-face-r1").out
    assert "people (campaign faces)" in shown
    assert "no submission" in genmu("labels", "figures", unscored, "--submission", "none").refused()
