"""Verification of an export: what it proves, what it does not, and where it is wrong. Needs no server.

Chain, signature, fold, scores or chance wrong: a fault. A decision that today's rules would make differently is no fault of
the log; it is reported beside them.
"""

from domain.table.table import Table
from infra.exports import WHOLE, ExportError, unseal
from infra.rulebooks import Rulebooks
from infra.verification.audited import check_audit
from infra.verification.chance import check_chance
from infra.verification.forked import check_fork
from infra.verification.replayed import check_decisions, check_scores, refold
from infra.verification.report import Finding, Report
from infra.verification.stored import check_chain, check_layout, check_leaves, check_signature, check_times, decode

__all__ = ["Finding", "Report", "verify"]


def verify(
    data: bytes,
    rulebooks: Rulebooks,
    *,
    trust: str | None = None,
    seed: bytes | None = None,
    signed_here: bool = False,
    origin: Table | None = None,
) -> Report:
    """Verify an export's file. `trust`: the fingerprint that must have signed it. `seed`: the seed, where it is known
    before it is published. `signed_here`: it was exported only now, so that its signature says nothing. `origin`: the table
    that it is a fork of, where that is at hand."""
    report = Report()
    try:
        signed = unseal(data)
    except ExportError as error:
        report.fault(0, str(error))
        return report
    export = signed.export
    report.table, report.game, report.records = export.table, export.game, len(export.entries)
    if not signed_here:
        check_signature(signed, trust, report)
    check_layout(export, report)
    check_leaves(export, report)
    decoded = decode(export, rulebooks, report)
    if decoded is None:
        return report
    codec, records = decoded
    check_chain(export, records, report)
    check_times(records, report)
    if export.viewer != WHOLE:
        hidden = sum(not entry.topic for entry in export.entries)
        partly = sum(not entry.salt for entry in export.entries) - hidden
        report.unproved.append(
            f"{hidden} records hidden from seat {export.viewer}, {partly} shown to it in part, and what follows from them,"
            " are not checked."
        )
        if report.good:
            check_scores(records, report)
            check_audit(export, codec.rulebook, records, report)
        return report
    table = refold(export, codec.rulebook, records, report)
    if table is not None:
        check_scores(records, report)
        check_audit(export, codec.rulebook, records, report)
        parted = check_decisions(table, codec, report)
        check_fork(table, codec, origin, report)
        check_chance(table, seed, parted, report)
    return report
