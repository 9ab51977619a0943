import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.domain import TRACKS
from genmu_studio.protocol import Protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.submission.groups import Groups
from genmu_studio.submission.layouts import Inference, infer_layout
from genmu_studio.submission.path_parts import Correction
from scoring.types import Track

NO_CORRECTION = Correction()


def _infer(
    protocol: Protocol, paths: list[str], track: Track = "face", correction: Correction = NO_CORRECTION
) -> Inference:
    return infer_layout(paths, track, Groups(track, protocol.groups_of(track)), correction)


def _cells(inference: Inference) -> dict[str, dict[str, str]]:
    return {row.cells["path"]: {k: v for k, v in row.cells.items() if k != "path"} for row in inference.rows}


@pytest.mark.parametrize(
    ("track", "original", "unlearned", "layout", "expected"),
    [
        (
            "face", "original/face_set_1/3422/0007.png", "unlearned/Face Set 1/3422/7.png",
            "<side>/<group>/<identity>/<n>",
            {"group": "Face Set 1", "identity": "3422", "seed": "7", "condition": "default"},
        ),
        (
            "face", "set1/original/ID_3422/gen_003.png", "set1/unlearned/ID_3422/gen_003.png",
            "<group>/<side>/<identity>/<n>",
            {"group": "Face Set 1", "identity": "3422", "seed": "3", "condition": "default"},
        ),
        (
            "speech", "original/84/happy sentence/42.wav", "unlearned/84/happy sentence/42.wav",
            "<side>/<identity>/<condition>/<n>",
            {"identity": "84", "seed": "42", "condition": "happy sentence"},
        ),
        (
            "face", "outputs_original/3376/view2_seed42.png", "results_unlearned/3376/view2_seed42.png",
            "<side>/<identity>/<seed>",
            {"identity": "3376", "seed": "42", "condition": "view2"},
        ),
        (
            "speech", "before/speaker-6241/seed_5/hello.wav", "after/speaker-6241/seed_5/hello.wav",
            "<side>/<identity>/<seed>/<condition>",
            {"identity": "6241", "seed": "5", "condition": "hello"},
        ),
        (
            "face", "before_unlearning/3422_cond_42.png", "after_unlearning/3422_cond_42.png",
            "<side>/<identity><n>",
            {"identity": "3422", "seed": "42", "condition": "cond"},
        ),
        (
            "face", "all/3422_orig_yaw-30_4.png", "all/3422_un_yaw-30_4.png", "<condition>/<side><identity><n>",
            {"identity": "3422", "seed": "4", "condition": "all/yaw-30"},
        ),
        (
            "face", "Face Set 1/forget/3422/original/happy.png", "Face Set 1/forget/3422/unlearned/happy.png",
            "<group>/*/<identity>/<side>/<condition>",
            {"group": "Face Set 1", "identity": "3422", "seed": "0", "condition": "happy"},
        ),
        (
            "concept", "original/Van_Gogh/Monet/indirect/3.png", "unlearned/Van_Gogh/Monet/indirect/3.png",
            "<side>/<model-concept>/<checked-concept>/<prompt-type>/<n>",
            {"group": "Van Gogh", "concept": "Monet", "prompt_type": "indirect", "seed": "3", "condition": "default"},
        ),
    ],
)  # fmt: skip
def test_layouts(  # noqa: PLR0917 - one parameter a column
    protocol: Protocol, track: Track, original: str, unlearned: str, layout: str, expected: dict[str, str]
) -> None:
    inference = _infer(protocol, [original, unlearned], track)
    assert inference.unmatched == ()
    assert dict(inference.layouts) == {layout: 2}
    assert _cells(inference) == {
        original: {"side": "original", **expected},
        unlearned: {"side": "unlearned", **expected},
    }


def test_a_concept_tree_without_sides_is_read_as_unlearned_and_said(protocol: Protocol) -> None:
    inference = _infer(protocol, ["Van_Gogh/Van_Gogh/1.png", "Van_Gogh/Monet/1.png", "Van_Gogh/1.png"], "concept")
    assert {cells["side"] for cells in _cells(inference).values()} == {"unlearned"}
    assert _cells(inference)["Van_Gogh/Monet/1.png"]["concept"] == "Monet"
    assert [each.path for each in inference.unmatched] == ["Van_Gogh/1.png"]
    assert "no side is named anywhere: all files were read as unlearned (3 files)" in inference.guesses
    assert "no prompt type is named: read as direct (2 files)" in inference.guesses


def test_a_seed_that_looks_like_an_identity_stays_a_seed(protocol: Protocol) -> None:
    paths = [
        f"{side}/{identity}/{n}.wav" for side in ("original", "unlearned") for identity in ("84",) for n in range(6000)
    ]
    inference = _infer(protocol, paths, "speech")
    assert inference.unmatched == ()
    assert {row.cells["identity"] for row in inference.rows} == {"84"}
    assert _cells(inference)["original/84/5895.wav"]["seed"] == "5895"


def test_a_strange_identity_is_not_replaced_by_a_number_elsewhere_in_the_path(protocol: Protocol) -> None:
    inference = _infer(protocol, ["original/84/1.wav", "original/9999/84.wav", "unlearned/84/1.wav"], "speech")
    assert [each.path for each in inference.unmatched] == ["original/9999/84.wav"]


def test_a_folder_around_everything_may_name_the_method(protocol: Protocol) -> None:
    paths = ["unlearning_run/original/3422/1.png", "unlearning_run/unlearned/3422/1.png"]
    cells = _cells(_infer(protocol, paths))
    assert [cells[path]["side"] for path in paths] == ["original", "unlearned"]
    assert cells[paths[0]]["condition"] == cells[paths[1]]["condition"]


def test_two_identities_in_one_path_are_left_to_a_person(protocol: Protocol) -> None:
    inference = _infer(protocol, ["original/5230/5239/1.png", "original/5230/5230/1.png"])
    assert [(each.path, each.reason) for each in inference.unmatched] == [
        ("original/5230/5239/1.png", "two folders name identities, 5239 and 5230; a guess would be 5239")
    ]
    said = _infer(protocol, ["original/5230/5239/1.png"], correction=Correction(identities={"5230": "5230"}))
    assert _cells(said)["original/5230/5239/1.png"]["identity"] == "5230"


def test_what_says_no_side_is_unmatched(protocol: Protocol) -> None:
    inference = _infer(
        protocol, ["original/3422/1.png", "3422/1.png", "figures/plot.png", "original_unlearned/x/1.png"]
    )
    assert [row.cells["path"] for row in inference.rows] == ["original/3422/1.png"]
    assert len(inference.unmatched) == 3


def test_what_is_left_of_a_sides_folder_counts_only_if_both_sides_have_it(protocol: Protocol) -> None:
    shared = _cells(_infer(protocol, [f"3422/{s}_{c}/1.png" for s in ("orig", "un") for c in ("smile", "frown")]))
    assert shared["3422/orig_smile/1.png"]["condition"] == shared["3422/un_smile/1.png"]["condition"] == "smile"
    unlike = _cells(_infer(protocol, ["arc2face_original/3422/1.png", "my-method_unlearned/3422/1.png"]))
    assert {cells["condition"] for cells in unlike.values()} == {"default"}


def test_negative_numbers_stay_apart(protocol: Protocol) -> None:
    cells = _cells(_infer(protocol, ["original/3422/yaw_-30.png", "original/3422/yaw_30.png"]))
    assert sorted(each["seed"] for each in cells.values()) == ["-30", "30"]


def test_unicode_forms_of_one_condition_are_one(protocol: Protocol) -> None:
    cells = _cells(_infer(protocol, ["original/3422/caf\u00e9_1.png", "unlearned/3422/cafe\u0301_1.png"]))
    assert len({each["condition"] for each in cells.values()}) == 1


def test_a_person_can_correct(protocol: Protocol) -> None:
    paths = ["teacher_run/alice/1.png", "method_b/alice/1.png", "old/alice/1.png"]
    correction = Correction(
        sides={"teacher_run": "original", "method_b": "unlearned"},
        identities={"alice": "3422"},
        ignored=frozenset({"old"}),
    )
    inference = _infer(protocol, paths, correction=correction)
    assert _cells(inference) == {
        "teacher_run/alice/1.png": {"side": "original", "identity": "3422", "seed": "1", "condition": "default"},
        "method_b/alice/1.png": {"side": "unlearned", "identity": "3422", "seed": "1", "condition": "default"},
    }
    assert [(each.path, each.reason) for each in inference.unmatched] == [
        ("old/alice/1.png", "the folder was set aside by a person")
    ]


def test_groups_and_identities_with_names(protocol: Protocol) -> None:
    named = protocol.with_only_groups(
        [GroupTable(name="Held-out A", track="face", dataset="x", forget="Ada L", retain=("Bob",))], "held out"
    )
    cells = _cells(_infer(named, ["original/held_out_a/ada_l/1.png", "unlearned/held_out_a/Bob/1.png"]))
    assert [(each["group"], each["identity"]) for each in cells.values()] == [
        ("Held-out A", "Ada L"),
        ("Held-out A", "Bob"),
    ]


def test_the_order_of_listing_changes_nothing(protocol: Protocol) -> None:
    paths = [f"{side}/3422/{n}.png" for side in ("original", "unlearned") for n in range(12)]
    assert _infer(protocol, paths) == _infer(protocol, paths[::-1])


def test_the_summary_can_be_shown(protocol: Protocol) -> None:
    summary = _infer(protocol, ["original/3422/1.png", "unlearned/3422/1.png"]).summary()
    assert summary["layouts"] == {"<side>/<identity>/<n>": 2}
    assert summary["sides"] == {"original": 1, "unlearned": 1}
    assert summary["guesses"] == ["the last number in the file name was read as the seed (2 files)"]


names = st.text(alphabet=st.sampled_from("aé3422_-. 85seedoriginalun"), min_size=1, max_size=16).filter(
    lambda name: name not in {".", ".."}
)


@given(st.sets(st.lists(names, min_size=1, max_size=5).map("/".join), max_size=12), st.sampled_from(TRACKS))
def test_every_path_is_understood_or_listed_exactly_once(protocol: Protocol, paths: set[str], track: Track) -> None:
    inference = _infer(protocol, sorted(paths), track)
    found = [row.cells["path"] for row in inference.rows] + [each.path for each in inference.unmatched]
    assert sorted(found) == sorted(paths)
    for row in inference.rows:
        assert row.cells["condition"]
        assert -(10**18) < int(row.cells["seed"]) < 10**18
