"""A bundle that a stranger made, sealed and hashed as it should be: whatever it holds, one line says what is wrong."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genmu_studio.audit.bundle.comparing import compare_bundles
from genmu_studio.audit.bundle.content import HEAD_FILE
from genmu_studio.audit.bundle.reading import read_bundle
from genmu_studio.audit.bundle.seal import PLACE, seal
from genmu_studio.audit.bundle.verifying import verify_bundle
from genmu_studio.project import Project
from scoring.errors import UserError
from tests.core import world

DEEP = b"[" * 5_000 + b"]" * 5_000


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    protocol = world.one_group()
    with Project.create(folder / "p.genmu", protocol) as project:
        world.take_in(project, world.write_submission(folder / "entry", world.grid(protocol)))
        world.score_with_fake(project)
        project.audit.run(executor=world.INLINE)
        (entry,) = project.submissions()
        return project.audit.bundle(entry, folder / "evidence.zip").path


def resealed(bundle: Path, out: Path, changes: dict[str, bytes]) -> Path:
    """Write a bundle in which files have other bytes, with all hashes and the seal as they have to be."""
    with zipfile.ZipFile(bundle) as before:
        files = {name: before.read(name) for name in before.namelist()} | changes
    head = json.loads(files.pop(HEAD_FILE)) if HEAD_FILE not in changes else None
    with out.open("x+b") as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as after:
            after.comment = PLACE
            for name, content in files.items():
                after.writestr(name, content)
            if head is not None:
                head["files"] = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
                after.writestr(HEAD_FILE, json.dumps(head))
        seal(stream)
    return out


def table(bundle: Path, name: str) -> pa.Table:
    with zipfile.ZipFile(bundle) as archive:
        return pq.read_table(io.BytesIO(archive.read(f"tables/{name}.parquet")))


def parquet(changed: pa.Table) -> bytes:
    made = io.BytesIO()
    pq.write_table(changed, made, compression="zstd")
    return made.getvalue()


def with_column(found: pa.Table, name: str, values: pa.Array) -> pa.Table:
    return found.set_column(found.column_names.index(name), name, values)


def complaint(path: Path) -> str:
    """Return what is said of a bundle, in one line, by whatever reads it; "" where nothing is wrong."""
    said, hint = "", "none is needed"
    try:
        verified = verify_bundle(path)
        said = ", ".join([*verified.altered, *(each.where for each in verified.differences)])
    except UserError as error:
        said, hint = error.message, error.hint
    compared = ""
    try:
        read = read_bundle(path)
        compare_bundles(read, read)
    except UserError as error:
        compared = error.message
    assert hint
    assert "\n" not in said + compared
    return said


def test_a_bundle_that_was_sealed_anew_as_it_was_verifies(bundle: Path, tmp_path: Path) -> None:
    assert not complaint(resealed(bundle, tmp_path / "same.zip", {}))


@pytest.mark.parametrize("name", ["log.json", "metrics.json", "audit.json", "protocol.json", HEAD_FILE])
@pytest.mark.parametrize(
    "content",
    [b"", b"5", b"null", b'"text"', b"[]", b"{}", b"[[]]", b'{"checks": 5}', b'{"checks": [{"check": {}}]}', b"\xff",
     b'{"a": NaN}', b'{"a": 1e999}', b'{"a": -Infinity}', DEEP, b'{"files": {"../../x": 5}}'],
    ids=lambda content: content[:12].decode(errors="replace"),
)  # fmt: skip
def test_json_that_says_something_else_is_refused(bundle: Path, tmp_path: Path, name: str, content: bytes) -> None:
    said = complaint(resealed(bundle, tmp_path / "other.zip", {name: content}))
    if (name, content) != ("audit.json", b"[]"):
        assert said


@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("root", "path", "/"),
        ("root", "path", "/etc"),
        ("media_file", "path", "../../secret.png"),
        ("media_file", "path", "a\\..\\..\\secret.png"),
        ("sample", "subject_id", 10**15),
        ("sample", "id", -1),
        ("sample", "seed", None),
        ("result", "values_json", "{"),
        ("result", "flags_json", "[" * 5_000),
        ("result", "detail_json", '{"a": NaN}'),
        ("condition", "settings_json", "5"),
        ("submission", "scan_json", "[]"),
        ("submission", "received_at_utc", "yesterday"),
        ("embedding", "vector", b"abc"),
        ("evaluator", "options_json", "5"),
        ("pair", "differing_json", "{}"),
        ("run", "started_at_utc", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")),
    ],
)
def test_rows_that_say_something_else_are_refused_or_come_out_otherwise(
    bundle: Path, tmp_path: Path, name: str, column: str, value: object
) -> None:
    found = table(bundle, name)
    values = pa.array([value, *found[column].to_pylist()[1:]], found.schema.field(column).type)
    other = resealed(
        bundle, tmp_path / "other.zip", {f"tables/{name}.parquet": parquet(with_column(found, column, values))}
    )
    said = complaint(other)
    if column == "path":
        assert said == "other.zip leads to files outside of it"


def test_tables_of_another_form_are_refused(bundle: Path, tmp_path: Path) -> None:
    found = table(bundle, "sample")
    names = found.column_names
    forms = {
        "order": found.select(names[::-1]),
        "less": found.select(names[1:]),
        "more": found.append_column("more", pa.nulls(found.num_rows, pa.int64())),
        "twice": pa.concat_tables([found, found]),
        "type": with_column(found, "seed", pa.array(["x"] * found.num_rows)),
        "nested": with_column(found, "seed", pa.array([[1]] * found.num_rows)),
        "nan": with_column(found, "seed", pa.array([float("nan")] * found.num_rows)),
        "instant": with_column(found, "seed", pa.array([0] * found.num_rows, pa.timestamp("us"))),
    }
    for name, form in forms.items():
        other = resealed(bundle, tmp_path / f"{name}.zip", {"tables/sample.parquet": parquet(form)})
        assert complaint(other), name
    none = resealed(bundle, tmp_path / "none.zip", {"tables/sample.parquet": b"PAR1 none PAR1"})
    assert complaint(none)


def test_a_small_table_that_unpacks_to_more_than_memory_holds_is_refused(bundle: Path, tmp_path: Path) -> None:
    found = table(bundle, "sample")
    count = 400_000
    long = pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int32()), pa.array(["x" * 2_000_000]))
    columns = {
        name: pa.nulls(count, found.schema.field(name).type) if name != "requested_json" else long
        for name in found.column_names
    }
    content = parquet(pa.table(columns).cast(pa.schema([
        pa.field(name, pa.dictionary(pa.int32(), pa.string()) if name == "requested_json" else columns[name].type)
        for name in found.column_names
    ])))  # fmt: skip
    assert len(content) < 1 << 20
    with pytest.raises(UserError, match="is no table"):
        verify_bundle(resealed(bundle, tmp_path / "bomb.zip", {"tables/sample.parquet": content}))


def test_a_medium_that_is_not_what_it_is_called_is_found(bundle: Path, tmp_path: Path) -> None:
    name = f"media/{'0' * 64}.png"
    assert complaint(resealed(bundle, tmp_path / "other.zip", {name: b"another picture"})) == name


def test_archives_that_are_none_of_ours_are_refused(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "nothing.zip").touch()
    (tmp_path / "folder.zip").mkdir()
    for name in ("nothing.zip", "folder.zip", "missing.zip"):
        with pytest.raises(UserError, match="no bundle"):
            verify_bundle(tmp_path / name)
    for name in ("/absolute", "../upwards", "media/link"):
        out = tmp_path / "more.zip"
        out.write_bytes(bundle.read_bytes())
        with zipfile.ZipFile(out, "a") as archive:
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o120777 << 16  # a link
            archive.writestr(info, "/etc/passwd")
        assert verify_bundle(out).altered == (name,)
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as archive:
        archive.writestr(HEAD_FILE, "{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(HEAD_FILE, "{}")
    with pytest.raises(UserError, match="twice"):
        verify_bundle(tmp_path / "twice.zip")
    locked = bytearray(bundle.read_bytes())
    at = locked.rindex(b"PK\x01\x02")  # the head stands last in the list
    locked[at + 8] |= 1  # encrypted
    (tmp_path / "locked.zip").write_bytes(locked)
    with pytest.raises(UserError, match="no head"):
        verify_bundle(tmp_path / "locked.zip")
