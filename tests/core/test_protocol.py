"""The protocol file: every mistake is a user error that names its place; the digest is of what it says."""

import random
import tomllib
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from genmu_studio.protocol import Protocol, load_groups, load_protocol, shipped_protocols
from scoring.errors import UserError
from scoring.rules import SHIPPED as SHIPPED_RULES

SHIPPED = (files("resources") / "protocols" / "genmu-2.0.toml").read_text(encoding="utf-8")
CSV_HEAD = "track,dataset,set,forget_id,retain_ids,selection_note\n"


def load_text(tmp_path: Path, text: str) -> Protocol:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return load_protocol(str(path))


def test_the_shipped_protocol_has_the_published_groups() -> None:
    protocol = load_protocol()

    assert "genmu-2.0" in shipped_protocols()
    assert {group.name: (group.forget, group.retain) for group in protocol.groups} == {
        "Face Set 1": ("3422", ("5230", "5239", "1539")),
        "Face Set 2": ("3376", ("3602", "608", "7405")),
        "Speech Set 1": ("84", ("5895", "3853", "5338")),
        "Speech Set 2": ("6241", ("6295", "2428", "3752")),
    }
    assert protocol.deadline.instant.isoformat() == "2026-07-11T00:00:00+00:00"
    assert protocol.identities_of("speech") == ("84", "5895", "3853", "5338", "6241", "6295", "2428", "3752")


# ---- digest and round trip ----


def test_the_digest_ignores_comments_layout_and_the_order_of_keys(tmp_path: Path) -> None:
    head, *tables = SHIPPED.split("\n[")
    kept = [table for table in tables if not table.startswith("[")]
    lists = [table for table in tables if table.startswith("[")]
    random.Random(3).shuffle(kept)  # noqa: S311 - a test's, not a key
    other = "\n[".join([head, *kept, *lists]) + "\n# a last word\n"

    assert load_text(tmp_path, other).digest == load_protocol().digest


def test_the_digest_moves_with_every_value(tmp_path: Path) -> None:
    changes = [
        ('comparison = ">="', 'comparison = ">"'), ("per_identity = 10", "per_identity = 11"),
        ("2026-07-11T00:00:00Z", "2026-07-11T00:00:01Z"), ('"5239"', '"5240"'), ("value = 0.28", "value = 0.29"),
    ]  # fmt: skip
    digests = {load_protocol().digest}
    for old, new in changes:
        assert old in SHIPPED
        digests.add(load_text(tmp_path, SHIPPED.replace(old, new)).digest)

    assert len(digests) == 1 + len(changes)


def test_an_instant_is_the_same_in_every_zone(tmp_path: Path) -> None:
    other = SHIPPED.replace("2026-07-11T00:00:00Z", "2026-07-11T02:00:00+02:00")

    assert load_text(tmp_path, other).digest == load_protocol().digest


def test_json_carries_the_whole_protocol() -> None:
    protocol = load_protocol()

    again = Protocol.from_json(protocol.to_json())

    assert again == protocol
    assert again.digest == protocol.digest


# ---- mistakes ----

MISTAKES: list[tuple[str, str, str]] = [
    ('rule = "verify"', 'rule = "guess"', "decision.rule"),
    ("per_identity = 10", "per_identity = 0", "references.per_identity"),
    ("per_identity = 10", 'per_identity = "many"', "references.per_identity"),
    ("[references]", "[references]\nper_person = 3", "references.per_person"),
    ("2026-07-11T00:00:00Z", "2026-07-11T00:00:00", "deadline.instant"),
    ("silent_peak_dbfs = -60.0", "silent_peak_dbfs = nan", "limits.silent_peak_dbfs"),
    ("maximum = 110", "maximum = inf", "questions.3.maximum"),
    ("value = 0.28", "value = 1.28", "evaluators.face_arcface.fallback.value"),
    ('name = "deepface"', 'name = "fallback"', "evaluators.face_arcface.presets.0.name"),
    ('name = "deepface"', 'name = "eer"', "evaluators.face_arcface.presets.0.name"),
    ('name = "deepface", ', "", "evaluators.face_arcface.presets.0.name"),
    ('name = "deepface"', 'name = "public-entry"', "public-entry"),
    ('fmr_presets = ["1e-1"', 'fmr_presets = ["10"', "calibration.fmr_presets"),
    ('fmr_presets = ["1e-1"', 'fmr_presets = ["few"', "calibration.fmr_presets.0"),
    ('official_threshold = "fmr=1e-3"', 'official_threshold = "fmr=1e-9"', "fmr=1e-9"),
    ('official_evaluator = "face_arcface"', 'official_evaluator = "face_other"', "face_other"),
    ('retain = ["5230", "5239", "1539"]', "retain = []", "groups.0.retain"),
    ('retain = ["5230", "5239", "1539"]', 'retain = ["3422"]', "names an identity twice"),
    ('name = "Face Set 2"', 'name = "Face Set 1"', "'Face Set 1' is there twice"),
    ('id = "smile"', 'id = "pose"', "'pose' is there twice"),
    ('failure_to_acquire = ["DAMAGED"', 'failure_to_acquire = ["BLUR"', "BLUR is not a failure"),
    ('evaluator_error = ["OUT_OF_MEMORY"', 'evaluator_error = ["NO_FACE"', "NO_FACE is not an evaluator error"),
    ('"5838f7fe', '"5838F7FE', "evaluators.face_arcface.weights.0.sha256"),
    ('choices = ["even", "from one side", "from behind", "dark"]', 'choices = ["even"]', "at least two choices"),
    ("minimum = 0\nmaximum = 110", "minimum = 110\nmaximum = 110", "a minimum below its maximum"),
    ("[gates]", "[gate]", "gates"),
    ('"NO_FACE", ', "", "NO_FACE is missing"),
    (', "MISSING"]', "]", "MISSING is missing"),
    ("float32 successor", "float64 successor", "calibration.fmr"),
    ("template built without it", "template", "calibration.mated"),
    ("silent_peak_dbfs = -60.0", "silent_peak_dbfs = -50.0", "limits.silent_peak_dbfs"),
    ("too_short_speech_s = 0.5", "too_short_speech_s = 0.4", "limits.too_short_speech_s"),
    ("short_speech_s = 3.0", "short_speech_s = 2.0", "limits.short_speech_s"),
    ("bootstrap_seed = 20260711", "bootstrap_seed = -1", "intervals.bootstrap_seed"),
    ("bootstrap_resamples = 2000", "bootstrap_resamples = 2000000000", "intervals.bootstrap_resamples"),
    ("level = 0.95", "level = 95", "intervals.level"),
    ('comparison = ">="', 'comparison = ">>"', "decision.comparison"),
    ('aggregate = "mean_of_groups"', 'aggregate = "median"', "decision.aggregate"),
]


@pytest.mark.parametrize(("old", "new", "place"), MISTAKES)
def test_a_mistake_is_a_user_error_that_names_its_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    assert old in SHIPPED

    with pytest.raises(UserError, match="is not a valid protocol") as caught:
        load_text(tmp_path, SHIPPED.replace(old, new, 1))

    assert place in caught.value.message + caught.value.detail


def test_the_limits_say_what_the_media_loader_does_and_cannot_change_it(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the media loader of this version uses 0\.5, and a protocol cannot"):
        load_text(tmp_path, SHIPPED.replace("too_short_speech_s = 0.5", "too_short_speech_s = 0.4"))


def test_the_shipped_rules_are_the_defaults_of_scoring() -> None:
    assert load_protocol().rules() == SHIPPED_RULES


# Each key of the file that is a rule, another value for it, and the field of `Rules` that it sets.
RULE_KEYS: list[tuple[str, str, str]] = [
    ('comparison = ">="', 'comparison = ">"', "comparison"),
    ("level = 0.95", "level = 0.9", "level"),
    ("bootstrap_resamples = 2000", "bootstrap_resamples = 500", "bootstrap_resamples"),
    ("bootstrap_seed = 20260711", "bootstrap_seed = 1", "bootstrap_seed"),
    ("min_conditions = 5", "min_conditions = 6", "min_conditions"),
    ("exact_up_to = 12", "exact_up_to = 3", "exact_up_to"),
    ("permutations = 2000", "permutations = 500", "permutations"),
    ("\nseed = 20260711", "\nseed = 1", "permutation_seed"),
    ("original_fa_min = 80.0", "original_fa_min = 70.0", "original_fa_min"),
    ("original_ra_min = 80.0", "original_ra_min = 70.0", "original_ra_min"),
    ("policy_spread_points = 1.0", "policy_spread_points = 2.0", "policy_spread_points"),
    ("badge_below_non_mated = 30000", "badge_below_non_mated = 10", "few_non_mated"),
    ("stranger_draws = 200", "stranger_draws = 20", "stranger_draws"),
    ("stranger_seed = 20260711", "stranger_seed = 1", "stranger_seed"),
]


@pytest.mark.parametrize(("old", "new", "field"), RULE_KEYS)
def test_each_rule_of_the_file_sets_its_own_field_and_no_other(tmp_path: Path, old: str, new: str, field: str) -> None:
    assert SHIPPED.count(old) == 1

    found = asdict(load_text(tmp_path, SHIPPED.replace(old, new)).rules())

    shipped = asdict(SHIPPED_RULES)
    assert {name for name in shipped if found[name] != shipped[name]} == {field}
    assert {field for _, _, field in RULE_KEYS} == shipped.keys()


def broken_toml(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_text("[protocol\n")
    return tmp_path / "p.toml"


def binary(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_bytes(b"\xff\xfe\x00")
    return tmp_path / "p.toml"


def huge(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_bytes(b"#" * (5 << 20))
    return tmp_path / "p.toml"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (broken_toml, "is not TOML"),
        (binary, "is not UTF-8"),
        (huge, "larger than 4 MiB"),
        (lambda folder: folder, "cannot be read"),
        (lambda folder: folder / "absent.toml", "cannot be read"),
    ],
)
def test_a_file_that_is_no_protocol_is_a_user_error(tmp_path: Path, make: Callable[[Path], Path], words: str) -> None:
    with pytest.raises(UserError, match=words):
        load_protocol(str(make(tmp_path)))


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(UserError) as caught:
        load_protocol("genmu-3.0")

    assert "genmu-2.0" in caught.value.hint


# ---- groups from a table ----


def groups_of(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "splits.csv"
    path.write_text(text, encoding="utf-8")
    return load_groups(path)


def test_groups_of_the_published_form_are_read(tmp_path: Path) -> None:
    text = CSV_HEAD + 'Face,CelebA,Held out 1, 17 ,21; 22;23,"two\nlines"\nspeech,LibriTTS,Held out 2,x1,x2,\n'

    protocol = load_protocol().with_groups(groups_of(tmp_path, text))

    first, second = protocol.groups[-2:]
    assert (first.name, first.track, first.forget, first.retain) == ("Held out 1", "face", "17", ("21", "22", "23"))
    assert (second.note, second.retain) == ("", ("x2",))
    assert protocol.digest != load_protocol().digest
    assert protocol.group("Held out 2") is not None
    assert protocol.group("Held out 3") is None


def test_a_byte_order_mark_and_other_columns_do_no_harm(tmp_path: Path) -> None:
    text = "\ufeffextra,track,dataset,set,forget_id,retain_ids\n?,face,d,New,1,2;3,and,more\n"

    (group,) = groups_of(tmp_path, text)

    assert (group.name, group.note) == ("New", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("track,dataset,set\nface,d,New\n", "forget_id, retain_ids"),
        ("", "lacks the column"),
        (CSV_HEAD, "holds no group"),
        (f"track,{'x' * 200_000}\n", "after line 0: field larger"),
        (CSV_HEAD + "face,d,New,1\n", "line 2: retain"),
        (CSV_HEAD + "face,d,New,1,2,\ngait,d,Other,3,4,\n", "line 3: track"),
        (CSV_HEAD + 'face,d,New,1,2,"a\nb"\nface,d,,3,4,\n', "line 4: name"),
        (CSV_HEAD + "face,d,New,1,2;1,\n", "names an identity twice"),
        (CSV_HEAD + f"face,d,New,1,2,{'x' * 200_000}\n", "after line 1: field larger"),
    ],
)
def test_a_wrong_table_of_groups_names_the_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        groups_of(tmp_path, text)


def test_a_group_of_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    groups = groups_of(tmp_path, CSV_HEAD + "face,d,Face Set 1,1,2,\n")

    with pytest.raises(UserError, match="'Face Set 1' is there twice"):
        load_protocol().with_groups(groups)


def test_the_shipped_file_is_plain_toml() -> None:
    assert set(tomllib.loads(SHIPPED)["tracks"]) == {"face", "speech", "concept"}
