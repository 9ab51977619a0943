"""`genmu transcripts import`: texts of somebody else's speech recognition, up to the WER that they give."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.project import Project
from scoring.transcripts.error_rate import Utterance, word_error_rate
from tests.cli.conftest import Genmu
from tests.cli.ran import check_shape
from tests.core import spoken_world as spoken
from tests.core import world
from tests.core.spoken_world import CONDITIONS, ENTRY, GROUP, SENTENCES

FACES = "example-lab-face-r1"
TRANSCRIPTS_IMPORT = {
    "accepted": int, "refused": [{"line": int, "reason": str}], "evaluator": str, "without_words": int,
    "replaced": int, "also_in": [str],
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("bare"), measured=False)


@pytest.fixture
def voices(folder: Path, tmp_path: Path) -> Path:
    return spoken.copied(folder, tmp_path)


def said(side: str, identity: str, number: int) -> str:
    """Return what their recognition hears: of unlearned samples of "1" the last word is missing."""
    text = SENTENCES[number]
    return text.rpartition(" ")[0] if (side, identity) == ("unlearned", "1") else text


def table(
    folder: Path, texts: Mapping[str, str] | None = None, sides: tuple[str, ...] = ("original", "unlearned")
) -> Path:
    lines = ["path,text"]
    for side in sides:
        for identity in spoken.PITCH_HZ:
            for number, condition in enumerate(CONDITIONS):
                path = f"{side}/{GROUP.name}/{identity}/{condition}/0.wav"
                lines.append(f"{path},{(texts or {}).get(path, said(side, identity, number))}")
    (folder / "heard.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "heard.csv"


def wer_of(genmu: Genmu, project: Path, submission: str = ENTRY) -> Any:
    rows = genmu("metrics", project, "--submission", submission, "--json").json()["submissions"]
    return rows[0]["preservation"]["WER"]


def test_texts_become_a_word_error_rate_marked_imported(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    data = genmu("transcripts", "import", voices, table(tmp_path), "--evaluator", "their ASR", "--json").json()
    check_shape(data, TRANSCRIPTS_IMPORT)
    assert data == {
        "accepted": 30, "refused": [], "evaluator": "their ASR", "without_words": 0, "replaced": 0, "also_in": [],
    }  # fmt: skip
    value = wer_of(genmu, voices)
    expected = word_error_rate(
        [
            Utterance(SENTENCES[number], said("unlearned", identity, number))
            for identity in spoken.PITCH_HZ
            for number in range(len(CONDITIONS))
        ]
    )
    assert value["value"] == pytest.approx(expected.value)
    assert value["parts"]["deletions"] == 5
    assert (value["evaluator"]["name"], value["evaluator"]["kind"]) == ("their ASR", "imported")
    assert "WER" in genmu("metrics", voices).out


def test_ranking_stays_as_it_is(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    before = genmu("leaderboard", voices, "--track", "speech", "--json").json()["rows"]
    genmu("transcripts", "import", voices, table(tmp_path))
    after = genmu("leaderboard", voices, "--track", "speech", "--json").json()["rows"]
    assert [row["rank"] for row in after] == [row["rank"] for row in before]


def test_lines_that_cannot_be_used_are_refused_with_their_numbers(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    path = table(tmp_path)
    with path.open("a", encoding="utf-8") as stream:
        stream.write("nowhere.wav,x\noriginal/Voices/1/c0/0.wav,again\n")
    data = genmu("transcripts", "import", voices, path, "--json").json()
    assert (data["accepted"], [each["line"] for each in data["refused"]]) == (30, [32, 33])
    shown = genmu("transcripts", "import", voices, path)
    assert "30 accepted, 2 refused, as imported_transcripts (imported)" in shown.out
    assert "line 32: the submission has no such sample" in shown.err


def test_a_later_text_replaces_the_earlier_one(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    genmu("transcripts", "import", voices, table(tmp_path))
    path = f"unlearned/{GROUP.name}/2/c0/0.wav"
    data = genmu("transcripts", "import", voices, table(tmp_path, {path: ""}), "--json").json()
    assert (data["replaced"], data["without_words"]) == (1, 1)
    assert wer_of(genmu, voices)["parts"]["deletions"] == 5 + len(SENTENCES[0].split())


def test_a_part_waits_for_the_rest(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    genmu("transcripts", "import", voices, table(tmp_path, sides=("original",)))
    value = wer_of(genmu, voices)
    assert (value["value"], value["reason"]) == (None, "15 samples not transcribed yet")
    genmu("transcripts", "import", voices, table(tmp_path, sides=("unlearned",)))
    assert wer_of(genmu, voices)["value"] is not None


def test_a_sound_that_submissions_share_has_one_text(genmu: Genmu, voices: Path, tmp_path: Path) -> None:
    other = spoken.write_entry(tmp_path / "other", team="Other Lab", louder=0.002)
    with Project.open(voices, "write") as project:
        second = world.take_in(project, other).row.id
    assert ENTRY in genmu("transcripts", "import", voices, table(tmp_path)).refused()  # whose?
    data = genmu("transcripts", "import", voices, table(tmp_path), "--submission", ENTRY, "--json").json()
    assert data["also_in"] == [second]
    assert wer_of(genmu, voices, second)["reason"] == "15 samples not transcribed yet"
    genmu("transcripts", "import", voices, table(tmp_path), "--submission", second)
    assert [wer_of(genmu, voices, each)["value"] is not None for each in (ENTRY, second)] == [True, True]


def test_what_a_person_can_get_wrong(genmu: Genmu, voices: Path, scored: Path, tmp_path: Path) -> None:
    path = table(tmp_path)
    own = genmu("transcripts", "import", voices, path, "--evaluator", "asr_whisper").refused()
    assert "is an evaluator of this program" in own
    assert "has no sounds" in genmu("transcripts", "import", scored, path, "--submission", FACES).refused()
    assert "no submission of the speech track" in genmu("transcripts", "import", scored, path).refused()
    assert "have no name" in genmu("transcripts", "import", voices, path, "--evaluator", " ").refused()
    genmu("transcripts", "import", voices, tmp_path / "missing.csv").refused()
    (tmp_path / "none.csv").write_text("path,text\nnowhere.wav,x\n", encoding="utf-8")
    assert "no line that can be used" in genmu("transcripts", "import", voices, tmp_path / "none.csv").err


def test_the_evaluator_is_one_of_transcripts(voices: Path, tmp_path: Path) -> None:
    with Project.open(voices, "write") as project:
        taken = project.intake.transcripts(table(tmp_path), project.submission(ENTRY), "theirs")
        (row,) = project.other_evaluators_of(project.submission(ENTRY))
    assert taken.accepted == 30
    assert (row.name, row.kind, row.aspect, row.official) == ("theirs", "imported", "transcript", False)
