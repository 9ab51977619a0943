"""Campaign files that are written: reading one back gives the same, whatever it says."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.labelling.campaign_file import CampaignFile, check_campaign, load_campaign_file
from genmu_studio.labelling.campaign_text import TEMPLATE, campaign_text
from genmu_studio.labelling.toml_files import parse_toml
from genmu_studio.project import Project
from tests.core.labelling.made import FACES, PAIRS, write_file

TEXTS = st.text(max_size=40)


def read(text: str) -> CampaignFile:
    return CampaignFile.model_validate(parse_toml(text, "text", ""))


@pytest.mark.parametrize("text", [FACES, PAIRS, TEMPLATE])
def test_what_is_written_reads_back_as_it_was(text: str) -> None:
    wanted = read(text)
    assert read(campaign_text(wanted)) == wanted


@given(title=TEXTS, remark=TEXTS, path=TEXTS, most=st.integers(1, 10**6), seconds=st.floats(0.001, 3600))
def test_any_text_and_number_survives(title: str, remark: str, path: str, most: int, seconds: float) -> None:
    data = {
        "campaign": {
            "name": "one", "questions": ["note"], "annotators": ["ada"], "instructions": title * 3, "title": title,
            "seconds_per_answer": seconds,
        },
        "select": {"track": "speech", "most": most, "identities": [path, title], "sides": ["original"]},
        "rates": {"gold": 0},
        "pace": {"must_play": False, "break_minutes": 0.5},
        "gold": [{"submission": path, "path": title, "answers": {remark: ["yes", 1, 2.5]}, "remark": remark}],
    }  # fmt: skip
    wanted = CampaignFile.model_validate(data)
    assert read(campaign_text(wanted)) == wanted


def test_what_goes_without_saying_is_not_said() -> None:
    text = campaign_text(read(PAIRS))
    assert "sides" not in text
    assert "[pace]" not in text


def test_the_template_makes_a_campaign(unscored: Project, tmp_path: Path) -> None:
    wanted, questions = load_campaign_file(write_file(tmp_path, TEMPLATE))
    assert [question.id for question in questions][-1] == "note"
    assert unscored.labelling.plan(write_file(tmp_path, TEMPLATE)).file == wanted


def test_content_is_planned_as_its_file_is(unscored: Project, tmp_path: Path) -> None:
    data = parse_toml(FACES, "text", "")
    planned = unscored.labelling.plan_data(data, "the form", tmp_path)
    assert planned == unscored.labelling.plan(write_file(tmp_path, FACES))
    assert check_campaign(data, "the form", tmp_path)[0] == planned.file
