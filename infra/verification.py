"""Verification of an export: what it proves, what it does not, and where it is wrong. Needs no server.

Chain, signature, fold, scores or chance wrong: a fault. A decision that today's rules would make differently is no fault of
the log; it is reported beside them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.table.chain import GENESIS, leaf_of, link
from domain.table.chance import ChanceExhausted, Derived, Recorded, chance_key, commitment_to
from domain.table.digest import digest
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import ChanceRenewed
from domain.table.messages import GameEvent, ScoringEvent
from domain.table.records import Record, Submission
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.codec import Codec, UnreadableRecordError, game_of, stored_bytes
from infra.exports import WHOLE, Export, ExportError, SignedExport, unseal
from infra.rulebooks import Rulebooks, UnknownGameError
from infra.signing import fingerprint, is_signed

# What applying damaged records to a state can raise; rules themselves are not asked.
_UNFOLDABLE = (LookupError, ValueError, TypeError, AttributeError, AssertionError, EngineFault, msgspec.MsgspecError)


class Finding(msgspec.Struct, frozen=True):
    """Something about a record (`version`), a command's records (`version` to `last`), or the whole file (0)."""

    version: int
    what: str
    last: int = 0

    def __str__(self) -> str:
        if not self.version:
            return self.what
        place = f"records {self.version} to {self.last}" if self.last > self.version else f"record {self.version}"
        return f"{place}: {self.what}"


class Report(msgspec.Struct):
    """What a verification found. `proved` and `unproved` are sentences; no faults: the file is what it says."""

    table: str = ""
    game: str = ""
    records: int = 0
    proved: list[str] = []
    unproved: list[str] = []
    differences: list[Finding] = []
    faults: list[Finding] = []

    @property
    def good(self) -> bool:
        return not self.faults

    def fault(self, version: int, what: str, last: int = 0) -> None:
        self.faults.append(Finding(version, what, last))


def verify(data: bytes, rulebooks: Rulebooks, *, trust: str | None = None, seed: bytes | None = None) -> Report:
    """Verify an export's file. `trust`: the fingerprint that must have signed it. `seed`: the seed, where it is known
    before it is published."""
    report = Report()
    try:
        signed = unseal(data)
    except ExportError as error:
        report.fault(0, str(error))
        return report
    export = signed.export
    report.table, report.game, report.records = export.table, export.game, len(export.entries)
    _check_signature(signed, trust, report)
    _check_leaves(export, report)
    decoded = _decode(export, rulebooks, report)
    if decoded is None:
        return report
    codec, records = decoded
    _check_chain(export, records, report)
    if export.viewer != WHOLE:
        report.unproved.append(
            f"Records hidden from seat {export.viewer}, and what follows from them, are not checked."
        )
        return report
    table = _fold(export, codec.rulebook, records, report)
    if table is not None:
        _check_scores(table, report)
        _check_chance(table, seed, report)
        _decide_again(table, codec, report)
    return report


# --- Signature and chain ----------------------------------------------------------------------------------------------


def _check_signature(signed: SignedExport, trust: str | None, report: Report) -> None:
    signer = fingerprint(signed.public)
    if not is_signed(signed.public, signed.signed, signed.signature):
        report.fault(0, "The signature is wrong: the file was changed after it was signed.")
        return
    if trust is not None and signer != trust.lower():
        report.fault(0, f"The file was signed by {signer}, not by {trust}.")
        return
    report.proved.append(f"Signed by {signer}, unchanged since.")


def _check_leaves(export: Export, report: Report) -> None:
    for version, entry in enumerate(export.entries, 1):
        salt = export.salt(version)
        if salt and leaf_of(salt, stored_bytes(entry.topic, entry.state)) != entry.leaf:
            report.fault(version, "its bytes are not those that were hashed when it was stored")


def _check_chain(export: Export, records: Sequence[Record[Any] | None], report: Report) -> None:
    """T-40: each command stores the head before it; the file stores the last one."""
    head, start = GENESIS, 1
    known = export.viewer == WHOLE or all(record is not None for record in records)
    for version, record in enumerate([*records, None], 1):
        ended = version > len(records)
        if not ended and (record is None or record.cause is None):
            continue
        if version > start:
            head = link(head, (entry.leaf for entry in export.entries[start - 1 : version - 1]))
        stored = export.head if ended else record.cause.head  # type: ignore[union-attr]
        if known and stored != head:
            report.fault(start, "the chain is broken here", version - 1)
            head = stored
        start = version
    if known and report.good:
        report.proved.append(f"The chain over {len(records)} records is unbroken.")
    elif not known:
        report.unproved.append("The chain cannot be followed through hidden commands.")


def _decode(export: Export, rulebooks: Rulebooks, report: Report) -> tuple[Codec, list[Record[Any] | None]] | None:
    try:
        codec = Codec(rulebooks[export.game])
    except UnknownGameError as error:
        report.fault(0, str(error))
        return None
    if not export.entries:
        report.fault(0, "There is no record in the file.")
        return None
    records = [_decode_entry(export, codec, version, report) for version in range(1, len(export.entries) + 1)]
    if export.viewer == WHOLE and not report.good and None in records:
        return None
    return codec, records


def _decode_entry(export: Export, codec: Codec, version: int, report: Report) -> Record[Any] | None:
    entry = export.entries[version - 1]
    if not entry.topic and export.viewer != WHOLE:
        return None
    try:
        record = codec.decode(export.table, version, entry.topic, entry.state)
        if record.cause is not None:
            codec.command(record.cause.command)
    except (UnreadableRecordError, msgspec.MsgspecError) as error:
        report.fault(version, str(error))
        return None
    if game_of(entry.topic) != export.game or codec.encode(record) != (entry.topic, entry.state):
        report.fault(version, "it is not in the one form that such a record has")
    return record


# --- State, scores and chance -----------------------------------------------------------------------------------------


def _fold(export: Export, rulebook: Rulebook, records: Sequence[Record[Any] | None], report: Report) -> Table | None:
    whole = [record for record in records if record is not None]
    try:
        table = fold(export.table, rulebook, whole)
        state = digest(table)
    except _UNFOLDABLE as error:
        report.fault(0, f"The records cannot be replayed: {error or type(error).__name__}.")
        return None
    if state != export.digest:
        report.fault(0, "Replaying the records gives another state than the one that was exported.")
    else:
        report.proved.append("Replaying the records gives the exported state.")
    return table


def _check_scores(table: Table, report: Report) -> None:
    """T-8: the final scores are the sum of what was scored in the history."""
    if table.finished is None:
        return
    sums = [0] * len(table.seats)
    for version in table.history.line():
        event = table.records[version - 1].event
        if isinstance(event, ScoringEvent):
            for seat in event.seats:
                sums[seat] += event.points
    if tuple(sums) != table.finished.scores:
        report.fault(0, f"The final scores are {table.finished.scores}, and what was scored adds up to {tuple(sums)}.")
    else:
        report.proved.append("The final scores are the sum of what was scored.")


def _check_chance(table: Table, seed: bytes | None, report: Report) -> None:
    """T-30 to T-34: every value follows from the committed seed."""
    assert table.opened is not None
    if table.opened.chance != "provable":
        report.unproved.append(f"The table's chance is {table.opened.chance}: nothing is claimed of it.")
        return
    published = table.closed.seed if table.closed else None
    known = bytes.fromhex(published) if published else seed
    if not known:
        report.unproved.append("The seed is not published yet, so chance cannot be checked.")
        return
    if commitment_to(known) != table.opened.commitment:
        report.fault(0, "The published seed is not the one that was committed to when the table opened.")
        return
    entropy = [bytes.fromhex(table.entropy[seat]) for seat in sorted(table.entropy)]
    source = Derived(chance_key(known, entropy), table.id, 0)
    checked = 0
    for version, draw in _draws(table):
        if table.epoch and version > _renewed_at(table):
            break
        checked += 1
        if draw.value != source.value(draw.label, draw.number, draw.bound):
            report.fault(version, f"its chance is not what the seed gives ('{draw.label}' number {draw.number})")
    if report.good:
        report.proved.append(f"All {checked} values of chance follow from the committed seed.")


def _draws(table: Table) -> Iterator[tuple[int, Any]]:
    for version, record in enumerate(table.records, 1):
        for draw in record.draws:
            yield version, draw


def _renewed_at(table: Table) -> int:
    return next(n for n, record in enumerate(table.records, 1) if isinstance(record.event, ChanceRenewed))


# --- Decisions --------------------------------------------------------------------------------------------------------


def _decide_again(table: Table, codec: Codec, report: Report) -> None:
    """Give every command to today's rules, with the chance it had, and compare what happens with what happened."""
    again, records = Table(table.id, table.rulebook), table.records
    agreed = 0
    for index, first in enumerate(table.starts):
        last = table.starts[index + 1] - 1 if index + 1 < len(table.starts) else table.version
        recorded = records[first - 1 : last]
        difference = _difference(again, codec, recorded)
        if difference is None:
            agreed += 1
            continue
        report.differences.append(Finding(first, difference, last))
        again = fold(table.id, table.rulebook, records[:last])
    report.proved.append(f"Today's rules decide {agreed} of {len(table.starts)} commands as they were decided.")


def _difference(table: Table, codec: Codec, recorded: Sequence[Record[Any]]) -> str | None:
    cause = recorded[0].cause
    assert cause is not None
    command = codec.command(cause.command)
    by = recorded[0].by
    seat = None if cause.seat in (-1, by) else cause.seat
    submission = Submission(cause.id, by, table.version, command, seat)
    chance = Recorded([draw for record in recorded for draw in record.draws])
    before = table.version
    name = type(command).__name__
    try:
        outcome = handle(table, submission, Moment(recorded[0].at, chance, cause.head))
    except (ChanceExhausted, *_UNFOLDABLE) as error:
        return f"{name} can no longer be decided: {error}"
    if isinstance(outcome, Refusal):
        return f"{name} would be refused now: {outcome.code} ({outcome.clause})"
    assert isinstance(outcome, Accepted)
    for offset, (now, then) in enumerate(zip(outcome.records, recorded, strict=False), 1):
        if now.event != then.event:
            return f"{name}: record {before + offset} would be {_brief(now.event)}, and it is {_brief(then.event)}"
    if len(outcome.records) != len(recorded):
        return f"{name} would cause {len(outcome.records)} records now, and it caused {len(recorded)}"
    return None


def _brief(event: GameEvent) -> str:
    return f"{type(event).__name__}{tuple(getattr(event, field) for field in event.__struct_fields__)}"
