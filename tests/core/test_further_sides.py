"""Outputs that were generated again stand beside the submitted ones, and are compared cell by cell."""

import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from genmu_studio.audit.material import Material
from genmu_studio.audit.reproduction import compare_reproduced
from genmu_studio.project import Project
from genmu_studio.submission.scan import scan_submission
from scoring.errors import UserError
from tests.core import world


@pytest.fixture
def project(tmp_path: Path) -> Project:
    protocol = world.one_group()
    made = Project.create(tmp_path / "p.genmu", protocol)
    made.intake.references(world.write_references(tmp_path / "references", protocol.identities_of("face"), each=2))
    world.take_in(made, world.write_submission(tmp_path / "entry", world.grid(protocol), size=64))
    world.score_with_fake(made)
    return made


def again(folder: Path, entry: str = "entry") -> Path:
    return Path(shutil.copytree(folder / entry, folder / "again"))


def unlearned_files(project: Project, folder: Path) -> list[Path]:
    (entry,) = project.submissions()
    return [folder / row.path for row in Material(project, entry).samples.of_side("unlearned")]


def test_what_is_generated_again_moves_no_figure_and_is_known_the_second_time(project: Project, tmp_path: Path) -> None:
    with project:
        (entry,) = project.submissions()
        before = world.look(project, entry.id).track
        scanned = scan_submission(again(tmp_path), project.protocol, unpack_into=tmp_path)

        first = project.intake.side(scanned, "reproduced")
        second = project.intake.side(scanned, "reproduced", entry)

        assert (first.row.id, first.added, first.known, first.strangers) == (entry.id, 8, 0, ())
        assert (second.added, second.known) == (0, 8)
        assert len(project.submissions()) == 1
        assert world.look(project, entry.id).track == before
        assert len(Material(project, entry).samples.of_side("reproduced")) == 8


def test_each_cell_is_compared_and_what_differs_is_raised_by_condition(project: Project, tmp_path: Path) -> None:
    with project:
        (entry,) = project.submissions()
        folder = again(tmp_path)
        pictures = unlearned_files(project, folder)
        with Image.open(pictures[0]) as picture:  # the same pixels in another file
            picture.save(pictures[0], compress_level=1)
        Image.new("RGB", (64, 64), (200, 10, 40)).save(pictures[1])
        pictures[2].write_bytes(b"no picture")
        project.intake.side(scan_submission(folder, project.protocol, unpack_into=tmp_path), "reproduced", entry)

        found = compare_reproduced(Material(project, entry))

        assert found.missing == 0
        assert found.levels["same bytes"] == 5
        assert found.levels["same content"] == 1
        assert sum(found.levels.values()) == 8
        assert sum(again for again, _ in found.conditions.values()) == 6
        project.audit.run(executor=world.INLINE)
        outcome = next(each for each in project.audit.findings(entry).outcomes if each.info.id == "reproduction")
        (finding,) = outcome.findings
        assert finding.severity in {"medium", "high"}
        assert len(finding.samples) == 2
        assert "8 generated again: 5 same bytes, 1 same content" in finding.message


def test_outputs_of_nobodys_request_are_left_out_and_of_nobodys_entry_refused(project: Project, tmp_path: Path) -> None:
    with project:
        (entry,) = project.submissions()
        samples = [each for each in world.grid(project.protocol) if each.side == "unlearned"]
        samples[0] = replace(samples[0], seed=99)
        folder = world.write_submission(tmp_path / "strange", samples, size=64)
        taken = project.intake.side(scan_submission(folder, project.protocol, unpack_into=tmp_path), "reproduced")
        assert (taken.added, len(taken.strangers)) == (7, 1)

        other = again(tmp_path)
        manifest = other / "submission.toml"
        manifest.write_text(manifest.read_text(encoding="utf-8").replace("Example Lab", "Nobody"), encoding="utf-8")
        scanned = scan_submission(other, project.protocol, unpack_into=tmp_path)
        with pytest.raises(UserError, match="0 submissions are meant"):
            project.intake.side(scanned, "reproduced")
        assert project.intake.side(scanned, "reproduced", entry).added == 8


def test_the_checklist_and_the_matched_table_say_what_is_named_and_equal(project: Project) -> None:
    with project:
        (entry,) = project.submissions()
        items = {each.item: each for each in project.audit.checklist(entry)}
        assert items["weights"].state == "ok"
        assert items["contact"].state == "warning"
        assert items["received before the deadline"].state == "ok"
        rows = {each.name: each for each in project.audit.matched(entry)}
        assert (rows["seed"].equal, rows["seed"].ok) == (8, True)
        assert rows["prompt"].required
        assert rows["prompt"].equal + rows["prompt"].undeclared == 8


def test_concepts_that_are_asked_for_under_the_same_conditions_are_told_apart(tmp_path: Path) -> None:
    protocol = world.one_group()
    folder = tmp_path / "concepts"
    lines = ["path,side,concept,role,condition,seed,prompt_type"]
    for place, (side, concept) in enumerate(product(("original", "unlearned"), ("dog", "cat", "fox"))):
        path = f"{side}/{concept}.png"
        world.write_picture(folder / path, "1", place)
        lines.append(f"{path},{side},{concept},{'forget' if concept == 'dog' else 'adjacent'},asked,0,direct")
    (folder / "samples.csv").write_text("\n".join(lines), encoding="utf-8")
    manifest = world.COMPLETE.format(team="Example Lab", track="concept", revision=1)
    (folder / "submission.toml").write_text(manifest, encoding="utf-8")
    with Project.create(tmp_path / "p.genmu", protocol) as project:
        world.take_in(project, folder)
        project.intake.side(scan_submission(Path(shutil.copytree(folder, tmp_path / "again")), protocol), "reproduced")
        (entry,) = project.submissions()

        found = compare_reproduced(Material(project, entry))

    assert (len(found.cells), found.missing, found.levels) == (3, 0, {"same bytes": 3})
