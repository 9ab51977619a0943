"""What can be done in the audit room."""

from ui.action_rows.row import ActionRow

AUDIT: tuple[ActionRow, ...] = (
    ActionRow(
        "audit_run", "Run checks", "Run the checks whose inputs changed, on this submission", ("R",), "audit", "Audit",
        "play",
    ),
    ActionRow(
        "audit_run_all", "Run checks on all", "Run the checks whose inputs changed, on every submission", ("Shift+R",),
        "audit", "Audit", "play",
    ),
    ActionRow(
        "audit_attack", "Try mild changes", "Measure some forget samples blurred or compressed, then run the checks",
        ("M",), "audit", "Audit", "evaluators",
    ),
    ActionRow("audit_down", "Next finding", "Go to the next row", ("Down",), "audit"),
    ActionRow("audit_up", "Previous finding", "Go to the row before", ("Up",), "audit"),
    ActionRow(
        "audit_open", "Open evidence", "Show the samples of the finding in Review", ("Return",), "audit", "Audit",
        "review",
    ),
    ActionRow("audit_evidence", "Go to evidence", "Walk the samples of the finding", ("E",), "audit", "Audit"),
    ActionRow(
        "audit_severity", "Next severity", "List the findings of the next severity alone, then all", ("F",), "audit",
        "Audit", "filter",
    ),
    ActionRow(
        "audit_folds", "Passed and not run", "Show or fold the checks that raised nothing", ("P",), "audit", "Audit",
        "check",
    ),
    ActionRow(
        "audit_link", "Link finding", "Let the verdict rest on the finding, or no longer", ("L",), "audit", "Audit"
    ),
    ActionRow("audit_accept", "Accept", "Draft that the entry is accepted", ("1",), "audit", "Audit", "pick"),
    ActionRow("audit_query", "Query", "Draft a question to the team", ("2",), "audit", "Audit", "problems"),
    ActionRow("audit_reject", "Reject entry", "Draft that the entry is rejected", ("3",), "audit", "Audit", "reject"),
    ActionRow("audit_reason", "Write reason", "Write why", ("T",), "audit", "Audit", "note"),
    ActionRow("audit_sign", "Sign verdict…", "Sign the draft, for good", ("S",), "audit", "Audit", "sign"),
    ActionRow(
        "audit_bundle", "Evidence bundle…", "Write report, tables, media of findings and log as one file", ("B",),
        "audit", "Audit", "bundle",
    ),
    ActionRow(
        "audit_verify", "Verify bundle…", "Hash a bundle and compute its numbers again", ("V",), "audit", "Audit",
        "audit",
    ),
    ActionRow(
        "audit_import_side", "Import re-generated outputs…", "Take in outputs that were generated again", ("I",),
        "audit", "Audit", "import",
    ),
    ActionRow(
        "audit_all", "All submissions", "Show every submission beside the others, or the one again", ("A",), "audit",
        "Audit", "submissions",
    ),
    ActionRow("audit_back", "Back to findings", "Go back to the findings", ("Esc",), "audit"),
)  # fmt: skip
