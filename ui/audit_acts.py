"""What the actions of scope "audit" do: a table from their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from genmu_studio.audit.drafts import DECISIONS, Decision
from genmu_studio.domain import SubmissionRow
from ui import audit_jobs
from ui.widgets.audit.head import ALL, ONE

if TYPE_CHECKING:
    from ui.main_window import MainWindow
    from ui.views.audit import AuditView

ATTACKED = 12  # forget samples per group: seconds each with the light evaluators
Act = Callable[[], bool]


def acts_of(page: AuditView) -> Mapping[str, Act]:
    """Return the acts of the view by the names of their actions; each says whether there was something to do."""
    return {
        "audit_run": partial(_run, page, on_all=False),
        "audit_run_all": partial(_run, page, on_all=True),
        "audit_attack": partial(_run, page, on_all=False, attack=ATTACKED),
        "audit_down": partial(_step, page, 1),
        "audit_up": partial(_step, page, -1),
        "audit_open": partial(_open, page),
        "audit_evidence": partial(_go_to_evidence, page),
        "audit_severity": partial(_on_findings, page, page.entry.findings.next_severity),
        "audit_folds": partial(_on_findings, page, page.entry.findings.toggle_folds),
        "audit_link": partial(_on_findings, page, page.entry.findings.table.toggle_link),
        **{f"audit_{each}": partial(_decide, page, each) for each in DECISIONS},
        "audit_reason": partial(_write, page),
        "audit_sign": partial(_sign, page),
        "audit_bundle": partial(_bundle, page),
        "audit_verify": partial(_verify, page),
        "audit_import_side": partial(_import_side, page),
        "audit_all": partial(_show_all, page),
        "audit_back": partial(_back, page),
    }


def _window_of(page: AuditView) -> MainWindow | None:
    from ui.main_window import MainWindow  # noqa: PLC0415 - it builds the views

    window = page.window()
    return window if isinstance(window, MainWindow) else None


def _meant(page: AuditView) -> SubmissionRow | None:
    """Return the submission that an action is about: the row that is gone to where all are shown."""
    project, current = page.context.project, page.all.table.current
    if project is not None and page.shows_all and current is not None:
        return project.submission(current)
    return page.context.submission


def _run(page: AuditView, *, on_all: bool, attack: int = 0) -> bool:
    project, meant = page.context.project, _meant(page)
    if project is None or meant is None or page.refusal():
        return False
    page.drafts.flush()
    title = "Auditing all submissions" if on_all else f"Auditing {meant.team}, {meant.track}"
    page.runs.start(project, () if on_all else (meant,), title, attack)
    return True


def _step(page: AuditView, by: int) -> bool:
    return page.all.table.step(by) if page.shows_all else page.shows_findings and page.entry.findings.table.step(by)


def _open(page: AuditView) -> bool:
    if page.shows_all:
        return page.all.table.open_current()
    return page.shows_findings and page.entry.findings.table.open_current()


def _on_findings(page: AuditView, act: Callable[[], object]) -> bool:
    if page.shows_findings:
        act()
    return page.shows_findings


def _go_to_evidence(page: AuditView) -> bool:
    strip = page.entry.evidence.strip
    if not page.shows_findings or not strip.rows.rowCount():
        return False
    strip.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return True


def _decide(page: AuditView, decision: Decision) -> bool:
    if page.shows_entry:
        page.entry.verdict.decide(decision)
    return page.shows_entry


def _write(page: AuditView) -> bool:
    if page.shows_entry:
        page.entry.verdict.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
    return page.shows_entry


def _sign(page: AuditView) -> bool:
    if not page.shows_entry or page.refusal():
        return False
    page.sign()
    return True


def _bundle(page: AuditView) -> bool:
    window, meant = _window_of(page), _meant(page)
    if window is None or meant is None:
        return False
    page.drafts.flush()
    audit_jobs.ask_for_bundle(window, meant)
    return True


def _verify(page: AuditView) -> bool:
    window = _window_of(page)
    if window is not None:
        audit_jobs.ask_to_verify(window)
    return window is not None


def _import_side(page: AuditView) -> bool:
    from ui.dialogs.import_side import ImportSideDialog  # noqa: PLC0415 - only where somebody imports one

    window, meant = _window_of(page), _meant(page)
    if window is None or meant is None or page.refusal():
        return False
    ImportSideDialog(window, meant).open()
    return True


def _show_all(page: AuditView) -> bool:
    page.turn_to(ONE if page.head.tabs.currentIndex() == ALL else ALL)
    return True


def _back(page: AuditView) -> bool:
    page.turn_to(ONE)
    return True
