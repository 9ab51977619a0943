"""What other evaluators found, pair by pair: facts, orders, ranges and search, against the table they come from."""

from collections.abc import Iterator
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.aspect_details import AspectSection, Labelled, Missed, aspect_sections
from genmu_studio.marks import Marks
from genmu_studio.measurement_titles import in_order, measurement_title
from genmu_studio.metrics_json import LOCAL
from genmu_studio.order_titles import order_title
from genmu_studio.other_aspects import can_measure_others
from genmu_studio.pair_details import Measured
from genmu_studio.pair_facets import facets
from genmu_studio.pair_filter import MEASURED_PARTS, PairFilter, filter_from_json, filter_json, matching
from genmu_studio.pair_orders import (
    MeasurementName,
    OtherMeasurement,
    PairOrder,
    is_measured,
    order_from_json,
    order_json,
    ordered,
    other_measurement_of,
)
from genmu_studio.pair_table import PairTable, with_marks, with_measured
from genmu_studio.project import Project
from genmu_studio.review import (
    ReviewPairs,
    load_pairs,
    load_texts,
    measured_column,
    measurement_names,
    measurement_values,
    pair_facts,
)
from genmu_studio.view import View
from scoring.codes import Code
from scoring.registry import evaluators
from scoring.types import Measurement, SampleFailure
from tests.core import spoken_world as spoken
from tests.core.spoken_world import CONDITIONS, ENTRY, SENTENCES


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"))


@pytest.fixture
def project(folder: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(spoken.copied(folder, tmp_path)) as opened:
        yield opened


def pairs_of(project: Project) -> ReviewPairs:
    evaluation = project.evaluate(project.submission(ENTRY), View())
    assert evaluation is not None
    return load_pairs(project, evaluation.submission, evaluation.look)


def row_of(table: PairTable, identity: str, number: int) -> int:
    wanted = (table.identities.index(identity), table.conditions.index(CONDITIONS[number]))
    (row,) = np.flatnonzero((table.identity == wanted[0]) & (table.condition == wanted[1])).tolist()
    return int(row)


def sections(project: Project, identity: str, number: int) -> dict[str, AspectSection]:
    pairs = pairs_of(project)
    found = aspect_sections(pair_facts(project, pairs, row_of(pairs.table, identity, number)))
    return {each.evaluator.partition(" ")[0]: each for each in found}


# ---- one pair ----


def test_every_evaluator_has_its_section_by_aspect_with_its_kind(project: Project) -> None:
    found = sections(project, "1", 0)
    assert list(found) == [
        "prosody_praat", "pps_praat", "asr_whisper", "naturalness_distillmos", "signal_dnsmos",
    ]  # fmt: skip
    assert found["pps_praat"].kind == "reference method, without weights"
    assert found["asr_whisper"].kind == "light stand-in"
    assert [each.aspect for each in found.values()] == [
        "Prosody", "Prosody", "Transcript", "Naturalness", "Signal quality",
    ]  # fmt: skip


def test_samples_are_told_with_change_and_unit(project: Project) -> None:
    f0, _, voiced, _ = sections(project, "1", 2)["prosody_praat"].samples
    assert (f0, f0.change) == (Measured("F0 mean", "Hz", 120.0, 100.0), -20.0)
    assert voiced == Measured("voiced share", "%", 62.5, 62.5)


def test_the_pair_is_told_with_the_reason_of_what_is_missing(project: Project) -> None:
    few = "fewer than 4 syllables on the original side"
    told = [(each.title, each.value, each.reason) for each in sections(project, "2", 0)["pps_praat"].pair]
    assert told == [
        ("PPS", None, f"rhythm: {few}"), ("PPS F0", 60.0, ""), ("PPS energy", 70.0, ""), ("PPS duration", 80.0, ""),
        ("PPS rhythm", None, few), ("F0 frame error", 12.5, ""), ("F0 concordance", 0.75, ""),
    ]  # fmt: skip


def test_what_is_missing_of_a_sample_is_told_once_for_each_reason(project: Project) -> None:
    found = sections(project, "2", 1)["prosody_praat"]
    assert found.missed == (Missed("original", "", "F0 mean, F0 median: nothing is voiced"),)
    assert found.samples[0] == Measured("F0 mean", "Hz", None, 90.0)


def test_how_long_a_sound_lasts_is_told_once(project: Project) -> None:
    lasting = {"duration_s": 0.5, "dnsmos_ovrl": 3.0}
    spoken.measure(project, "signal_dnsmos", lambda heard: Measurement(lasting), state="as long")
    found = sections(project, "1", 0)
    assert [each.title for each in found["naturalness_distillmos"].samples] == ["Distill-MOS", "duration"]
    assert [each.title for each in found["signal_dnsmos"].samples] == ["DNSMOS overall"]
    other = {**lasting, "duration_s": 0.25}
    spoken.measure(project, "signal_dnsmos", lambda heard: Measurement(other), state="shorter")
    assert [each.title for each in sections(project, "1", 0)["signal_dnsmos"].samples] == ["DNSMOS overall", "duration"]


def test_a_failure_is_told_with_its_code(project: Project) -> None:
    assert sections(project, "2", 1)["asr_whisper"].missed == (Missed("unlearned", "SILENT", "silence"),)
    found = sections(project, "3", 4)["pps_praat"]
    assert found.pair == ()
    assert found.missed == (Missed("pair", "SILENT", "the unlearned side: silence"),)
    assert sections(project, "3", 4)["signal_dnsmos"].flags == (("unlearned", "CLIPPED"),)


def test_labels_stand_in_words_with_how_sure_and_not_as_numbers(project: Project) -> None:
    def accent(heard: spoken.Heard) -> Measurement:
        if not heard.is_unlearned:
            return Measurement(
                {"accent": 2, "accent_confidence": 0.937, "speech_s": 4.0}, detail={"labels": {"accent": "US"}}
            )
        return Measurement({"accent_confidence": 0.31, "speech_s": 4.5}, detail={"labels": {"accent": "unknown"}})

    spoken.measure(project, "attributes_transformers_speech", accent)
    found = sections(project, "1", 0)["attributes_transformers_speech"]
    assert (found.aspect, found.kind, found.is_stand_in) == ("Attributes", LOCAL, True)
    assert found.labels == (Labelled("accent", "US 94 %", "unknown 31 %"),)
    assert found.samples == (Measured("speech", "s", 4.0, 4.5),)


def test_labels_that_are_no_table_are_no_labels(project: Project) -> None:
    spoken.measure(
        project, "attributes_transformers_speech", lambda heard: Measurement({"accent": 2}, detail={"labels": ["US"]})
    )
    found = sections(project, "1", 0)["attributes_transformers_speech"]
    assert found.labels == ()
    assert found.samples == (Measured("accent", "", 2, 2),)


def test_texts_from_elsewhere_are_marked_imported(project: Project, tmp_path: Path) -> None:
    (tmp_path / "heard.csv").write_text("path,text\nunlearned/Voices/1/c0/0.wav,the red\n", encoding="utf-8")
    project.intake.transcripts(tmp_path / "heard.csv", project.submission(ENTRY), "theirs")
    found = sections(project, "1", 0)["theirs"]
    assert (found.aspect, found.kind, found.is_stand_in) == ("Transcript", "imported", True)
    assert found.texts is not None
    assert (found.texts.original, found.texts.unlearned) == (None, "the red")
    assert found.samples == (Measured("WER", "%", None, 60.0),)


def test_words_stand_beside_those_asked_for_with_their_error_rate(project: Project) -> None:
    found = sections(project, "1", 0)["asr_whisper"]
    assert found.texts is not None
    assert (found.texts.asked, found.texts.original) == (SENTENCES[0], SENTENCES[0])
    assert found.texts.unlearned == "red door is open"
    assert found.samples[0] == Measured("WER", "%", 0.0, 20.0)  # 1 of 5 words is deleted
    silent = sections(project, "2", 1)["asr_whisper"]
    assert silent.texts is not None
    assert silent.texts.unlearned is None
    assert silent.samples[0] == Measured("WER", "%", 0.0, 100.0)


def test_without_other_results_nothing_is_told(tmp_path: Path) -> None:
    with Project.open(spoken.make(tmp_path, measured=False)) as project:
        pairs = pairs_of(project)
        assert pair_facts(project, pairs, 0).others == ()
        assert measurement_names(project, pairs) == (MeasurementName("content"),)
        assert [measured_column(project, pairs, part) for part in MEASURED_PARTS] == [None] * 3


def test_the_latest_state_of_an_evaluator_counts(project: Project) -> None:
    spoken.measure(project, "naturalness_distillmos", lambda heard: Measurement({"distill_mos": 1.5}), state="newer")
    column = measured_column(project, pairs_of(project), "naturalness")
    assert column is not None
    assert column.values.tolist() == [1.5] * spoken.PAIRS


# ---- orders ----


def test_everything_measured_can_be_ordered_by(project: Project) -> None:
    names = measurement_names(project, pairs_of(project))
    found = {(each.evaluator, each.name): each.sides for each in names}
    assert found["pps_praat", "PPS_rhythm"] == ("pair",)
    assert found["asr_whisper", "WER"] == ("original", "unlearned", "change")
    assert ("prosody_praat", "voiced_share") in found
    assert found["", "content"] == ("original", "unlearned", "change")


def test_orders_by_another_evaluator_follow_the_table(project: Project) -> None:
    pairs = pairs_of(project)
    pps = MeasurementName("PPS", "pps_praat", ("pair",)).by("pair")
    values = measurement_values(project, pairs, pps)
    rows = ordered(pairs.table, PairOrder(pps, descending=True), values).tolist()
    # 2 and 3 have ten more than 1; one pair of each of them has none and comes last in either direction.
    best = [row_of(pairs.table, "2", 4), row_of(pairs.table, "2", 3), row_of(pairs.table, "3", 3)]
    assert rows[:3] == best
    assert set(rows[-2:]) == {row_of(pairs.table, "2", 0), row_of(pairs.table, "3", 4)}
    fell = measurement_values(project, pairs, MeasurementName("distill_mos", "naturalness_distillmos").by("change"))
    assert fell[row_of(pairs.table, "1", 2)] == pytest.approx(-0.8)
    f0 = measurement_values(project, pairs, MeasurementName("f0_mean_hz", "prosody_praat").by("original"))
    assert np.flatnonzero(np.isnan(f0)).tolist() == [row_of(pairs.table, "2", 1)]


def test_an_order_of_an_evaluator_that_is_gone_has_no_values(project: Project) -> None:
    by = MeasurementName("x", "nobody").by("unlearned")
    assert np.isnan(measurement_values(project, pairs_of(project), by)).all()


@pytest.mark.parametrize("evaluator", ["pps_praat", "theirs: v2", "%3A", "ü/ :"])
@pytest.mark.parametrize("name", ["PPS", "a:b", ":"])
def test_an_order_survives_json_whatever_it_is_called(evaluator: str, name: str) -> None:
    order = PairOrder(MeasurementName(name, evaluator, ("pair",)).by("pair"), descending=True)
    assert order_from_json(order_json(order)) == order
    assert other_measurement_of(order.by) == OtherMeasurement(evaluator, name, "pair")
    assert is_measured(order.by)


def test_what_is_no_order_by_another_evaluator() -> None:
    for by in ("other:", "other:e:n", "other:e:n:both", "other::n:pair", "other:e::pair", "value:n:original"):
        assert other_measurement_of(by) is None


def test_orders_are_told_in_words() -> None:
    by = MeasurementName("voiced_share", "prosody_praat").by("change")
    assert order_title(PairOrder(by)) == "change of voiced share, lowest first (prosody_praat)"


# ---- ranges ----


def with_columns(project: Project) -> PairTable:
    pairs = pairs_of(project)
    return with_measured(pairs.table, {part: measured_column(project, pairs, part) for part in MEASURED_PARTS})


def test_ranges_let_through_what_the_table_says(project: Project) -> None:
    table = with_columns(project)
    found = matching(table, PairFilter(pps=(75, 80)))
    expected = {("1", 2), ("1", 3), ("2", 1), ("3", 0), ("3", 1)}  # 65 + 5 c, and ten more for 2 and 3
    assert set(np.flatnonzero(found).tolist()) == {row_of(table, *each) for each in expected}
    worded = matching(table, PairFilter(wer=(50, inf)))
    assert np.flatnonzero(worded).tolist() == [row_of(table, "2", 1)]
    assert np.count_nonzero(matching(table, PairFilter(naturalness=(3.15, 3.3)))) == 6


def test_a_pair_without_a_value_is_in_no_range(project: Project) -> None:
    table = with_columns(project)
    assert np.count_nonzero(matching(table, PairFilter(pps=(-inf, inf)))) == spoken.PAIRS - 2
    nothing = with_measured(table, {"pps": None})
    assert not matching(nothing, PairFilter(pps=(-inf, inf))).any()


def test_while_they_are_read_all_pass(project: Project) -> None:
    table = pairs_of(project).table
    assert matching(table, PairFilter(pps=(0, 1), wer=(0, 1))).all()
    half = with_measured(table, {"pps": measured_column(project, pairs_of(project), "pps")})
    assert not matching(half, PairFilter(pps=(0, 1), wer=(0, 1))).any()
    assert matching(half, PairFilter(wer=(0, 1))).all()


def test_histograms_count_what_the_other_parts_let_through(project: Project) -> None:
    table = with_columns(project)
    wanted = PairFilter(pps=(75, 80), roles=frozenset({"retain"}))
    found = facets(table, wanted)
    assert set(found.measured) == {"pps", "wer", "naturalness"}
    assert found.left == 3
    assert found.measured["pps"].all_counts.sum() == spoken.PAIRS - 2
    assert found.measured["pps"].counts.sum() == 8  # of the ten retain pairs two have none
    assert found.measured["naturalness"].counts.sum() == 3
    assert (found.measured["naturalness"].edges[0], found.measured["naturalness"].edges[-1]) == (3.0, 3.5)
    assert facets(pairs_of(project).table, PairFilter()).measured == {}


@pytest.mark.parametrize("limits", [(1.5, 2.0), (-inf, 20.0), (20.0, inf)])
def test_ranges_survive_json(limits: tuple[float, float]) -> None:
    wanted = PairFilter(pps=limits, wer=limits, naturalness=limits)
    assert filter_from_json(filter_json(wanted)) == wanted
    assert filter_from_json({"pps": [1], "wer": ["a", 2], "naturalness": [nan, 3]}) == PairFilter()


def test_marks_leave_the_columns_as_they_are(project: Project) -> None:
    table = with_columns(project)
    assert with_marks(table, Marks({}, frozenset(), {})).measured is table.measured


# ---- search ----


def test_what_was_heard_is_found_by_its_words(project: Project) -> None:
    spoken.measure(project, "asr_whisper", state="newer", found=_zebra)
    pairs = pairs_of(project)
    texts = load_texts(project, pairs)
    found = matching(pairs.table, PairFilter(text="ZEBRA"), texts)
    assert np.flatnonzero(found).tolist() == [row_of(pairs.table, "3", 2)]
    assert matching(pairs.table, PairFilter(text='"a zebra ran"'), texts).sum() == 1
    assert not matching(pairs.table, PairFilter(text="giraffe"), texts).any()


def _zebra(heard: spoken.Heard) -> Measurement | SampleFailure:
    if (heard.side, *heard.place) == ("unlearned", "3", 2):
        return Measurement({}, detail={"text": "A  Zebra\nran"})
    return Measurement({}, detail={"text": "nothing"})


# ---- who decides ----


def test_flags_and_failures_of_others_stay_out_of_what_decides(project: Project) -> None:
    """Each unlearned sample is flagged and some failed elsewhere; that is no outcome, problem or code of the pair."""
    found = pairs_of(project).table
    with Project.open(spoken.make(project.folder.parent / "bare", measured=False)) as bare:
        before = pairs_of(bare).table
    assert found.codes == before.codes
    assert found.outcome.tolist() == before.outcome.tolist()
    assert not found.problem.any()
    assert Code.CLIPPED not in found.codes


def test_before_identities_are_scored_the_rest_is_told(project: Project) -> None:
    pairs = load_pairs(project, project.submission(ENTRY), None)
    assert len(pair_facts(project, pairs, 0).others) == 5
    assert not pairs.table.problem.any()
    assert measured_column(project, pairs, "pps") is not None


# ---- titles ----


def test_every_value_of_our_evaluators_has_a_title() -> None:
    produced = {
        name
        for each in evaluators().values()
        if each.info.aspect not in {"identity", "traces"} and each.info.kind != "fake"
        for name in each.info.produces
    } - {"transcript"}
    assert produced
    assert [name for name in produced if in_order([name, "!"]) != [name, "!"]] == []  # one without would come last


def test_unknown_names_come_last_in_their_own_words() -> None:
    assert in_order(["zeta", "speech_s", "alpha_2", "PPS"]) == ["PPS", "speech_s", "alpha_2", "zeta"]
    assert measurement_title("alpha_2").words == "alpha 2"
    assert measurement_title("ffe").shown(None) is None


def test_concepts_have_no_other_aspects() -> None:
    assert can_measure_others("speech")
    assert can_measure_others("face")
    assert not can_measure_others("concept")
