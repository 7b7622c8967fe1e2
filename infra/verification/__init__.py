"""Verification of an export or a bundle: what it proves, what it does not, and where it is wrong. Needs no server.

Chain, signature, fold, scores, chance or a ruling's remedy wrong: a fault. A decision that today's rules would make
differently is no fault of the log; it is reported beside them.
"""

from domain.table.refusals import UNFOLDABLE
from domain.table.table import Table, fold
from infra.bundles import Bundle, is_bundle, unseal_bundle
from infra.codec import Codec
from infra.exports import WHOLE, Export, ExportError, unseal
from infra.references import Records
from infra.rulebooks import Rulebooks
from infra.verification.audited import check_audit
from infra.verification.bundled import check_bundled
from infra.verification.chance import check_chance
from infra.verification.disputed import check_disputes, has_disputes
from infra.verification.forked import check_fork
from infra.verification.replayed import check_decisions, check_scores, refold
from infra.verification.report import Finding, Report
from infra.verification.stored import (
    Signed,
    check_chain,
    check_layout,
    check_leaves,
    check_signature,
    check_times,
    decode,
)

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
    """Verify the file of an export or a bundle. `trust`: the fingerprint that must have signed it. `seed`: the seed, where it
    is known before it is published. `signed_here`: it was exported only now, so that its signature says nothing. `origin`:
    the table that it is a fork of, where that is at hand."""
    report = Report()
    try:
        signed, export, bundle = _taken_apart(data)
    except ExportError as error:
        report.fault(0, str(error))
        return report
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
        table = _check_seen(export, codec, records, report)
    else:
        table = _check_whole(export, codec, records, seed, report)
        if table is not None:
            check_fork(table, codec, origin, report)
    if bundle is not None:
        check_bundled(bundle, codec, records, table, report)
    return report


def _taken_apart(data: bytes) -> tuple[Signed, Export, Bundle | None]:
    if is_bundle(data):
        sealed = unseal_bundle(data)
        return sealed, sealed.value.export, sealed.value
    signed = unseal(data)
    return signed, signed.export, None


def _check_whole(export: Export, codec: Codec, records: Records, seed: bytes | None, report: Report) -> Table | None:
    table = refold(export, codec.rulebook, records, report)
    if table is None:
        return None
    check_scores(records, report)
    check_audit(export, codec.rulebook, records, report)
    parted = check_decisions(table, codec, report)
    check_disputes(table, parted, report)
    check_chance(table, seed, parted, report)
    return table


def _check_seen(export: Export, codec: Codec, records: Records, report: Report) -> Table | None:
    """Check what a seat was shown; returns the table where that is all of it."""
    hidden = sum(not entry.topic for entry in export.entries)
    partly = sum(not entry.salt for entry in export.entries) - hidden
    report.unproved.append(
        f"{hidden} records hidden from seat {export.viewer}, {partly} shown to it in part, and what follows from them,"
        " are not checked."
    )
    if not report.good:
        return None
    check_scores(records, report)
    check_audit(export, codec.rulebook, records, report)
    if hidden or partly:
        if has_disputes(records):
            report.unproved.append(
                "Whether rulings, settlements and votes are right cannot be told from a part of the records."
            )
        return None
    try:
        table = fold(export.table, codec.rulebook, [record for record in records if record is not None])
    except UNFOLDABLE as error:
        report.fault(0, f"The records cannot be replayed: {str(error) or type(error).__name__}.")
        return None
    check_disputes(table, None, report)
    return table
