"""The log of what was audited and decided, as those see it who only show it."""

from genmu_studio.store.audit_log import AuditEvent, ChainCheck

__all__ = ["AuditEvent", "ChainCheck"]
