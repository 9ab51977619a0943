"""Commands about evidence bundles: bundle, verify-bundle."""

from pathlib import Path

import click

from genmu_studio.cli.checking import EXIT_NO
from genmu_studio.cli.lines import print_line, say
from genmu_studio.cli.terminal import PATH, cancel_on_interrupt, json_option, print_json, progress_bar
from genmu_studio.project import Project
from genmu_studio.watching import Watch

_FIRST = 20


@click.command()
@click.argument("project", type=PATH)
@click.argument("submission")
@click.argument("out", metavar="OUT.zip", type=PATH)
@click.option("--force", is_flag=True, help="Replace a file that is there.")
@json_option
def bundle(project: Path, submission: str, out: Path, force: bool, as_json: bool) -> None:
    """Write the evidence bundle of a submission: report, tables, media of findings, hashes, log."""
    with Project.open(project) as opened, cancel_on_interrupt() as cancellation, progress_bar(as_json) as show:
        written = opened.audit.bundle(
            opened.submission(submission), out, replace=force, watch=Watch(show, cancellation, "no bundle was written")
        )
    if as_json:
        print_json(
            {
                "bundle": str(written.path),
                "submission": submission,
                "digest": written.digest,
                "media": written.media,
                "left_out": written.left_out,
                "size_bytes": written.size_bytes,
            }
        )
        return
    print_line(f"{written.path}: {written.size_bytes / 1e6:,.1f} MB, {written.media} media files")
    if written.left_out:
        print_line(f"{written.left_out} media files of the evidence are not in it: gone, changed, or no room")
    print_line(f"Digest: {written.digest}")


@click.command("verify-bundle")
@click.argument("file", metavar="FILE", type=PATH)
@click.option("--against", metavar="OTHER", type=PATH, help="Say what moved from that bundle to this one, and why.")
@json_option
def verify_bundle(file: Path, against: Path | None, as_json: bool) -> None:
    """Verify an evidence bundle: its files, its log, and every number computed again."""
    if against is not None:
        _compare(against, file, as_json)
        return
    from genmu_studio.audit.bundle.verifying import verify_bundle as verify  # noqa: PLC0415 - only where it is wanted

    with cancel_on_interrupt() as cancellation, progress_bar(as_json) as show:
        verified = verify(file, Watch(show, cancellation, "it was not verified to the end"))
    if as_json:
        print_json(
            {
                "ok": verified.ok,
                "submission": verified.submission,
                "digest": verified.digest,
                "recomputed": verified.recomputed,
                "differences": [
                    {"where": each.where, "bundled": each.bundled, "computed": each.computed}
                    for each in verified.differences
                ],
                "altered": list(verified.altered),
                "not_recomputed": list(verified.not_recomputed),
            }
        )
    else:
        print_line(f"{verified.submission}: digest {verified.digest}")
        for name in verified.altered:
            print_line(f"NO  altered: {name}")
        for each in verified.differences[:_FIRST]:
            print_line(f"NO  {each.where}: {each.bundled} in the bundle, {each.computed} computed")
        if len(verified.differences) > _FIRST:
            print_line(f"    and {len(verified.differences) - _FIRST} more")
        if verified.not_recomputed:
            say(f"not computed again, they need more than the bundle: {', '.join(verified.not_recomputed)}")
        if verified.ok:
            print_line(f"ok  every file is what it was, {verified.recomputed:,} values come out the same")
    if not verified.ok:
        raise click.exceptions.Exit(EXIT_NO)


def _compare(first: Path, second: Path, as_json: bool) -> None:
    from genmu_studio.audit.bundle.comparing import compare_bundles  # noqa: PLC0415 - only where it is wanted
    from genmu_studio.audit.bundle.reading import read_bundle  # noqa: PLC0415

    with progress_bar(as_json) as show:
        compared = compare_bundles(*(read_bundle(path, Watch(show)) for path in (first, second)))
    if as_json:
        print_json(
            {
                "reasons": [
                    {"what": each.what, "first": each.first, "second": each.second} for each in compared.reasons
                ],
                "moved": [
                    {"where": each.where, "first": each.first, "second": each.second, "change": each.change}
                    for each in compared.moved
                ],
            }
        )
        return
    for reason in compared.reasons:
        print_line(f"may be why: {reason.what}: {reason.first} → {reason.second}")
    for moved in compared.moved:
        print_line(f"{moved.where}: {moved.first} → {moved.second}")
    if not compared.moved:
        print_line("no figure moved")
