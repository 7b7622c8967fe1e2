"""Verification of an export: what it proves, what it does not, and where it is wrong. Needs no server.

Chain, signature, fold, scores or chance wrong: a fault. A decision that today's rules would make differently is no fault of
the log; it is reported beside them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.table.chain import GENESIS, leaf_of, link
from domain.table.chance import LARGEST_BOUND, ChanceExhausted, Derived, Recorded, chance_key, commitment_to
from domain.table.digest import digest
from domain.table.history import History
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import ChanceRenewed, Undone
from domain.table.messages import GameEvent, ScoringEvent
from domain.table.records import Draw, Record, Submission
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.codec import Codec, UnreadableRecordError, game_of, stored_bytes
from infra.exports import WHOLE, Export, ExportError, SignedExport, unseal
from infra.rulebooks import Rulebooks, UnknownGameError
from infra.signing import fingerprint, is_signed

# What applying damaged records to a state can raise; rules themselves are not asked.
_UNFOLDABLE = (
    LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, EngineFault, msgspec.MsgspecError,
)  # fmt: skip

HEX = re.compile(r"(?:[0-9a-f]{2})*")

_plain = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode


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
    _check_times(records, report)
    if export.viewer != WHOLE:
        hidden = sum(not entry.topic for entry in export.entries)
        partly = sum(not entry.salt for entry in export.entries) - hidden
        report.unproved.append(
            f"{hidden} records hidden from seat {export.viewer}, {partly} shown to it in part, and what follows from them,"
            " are not checked."
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
    """T-40: each command stores the head before it; the file stores the last one.

    Where a record is hidden, or is shown in part without a command, a command may begin that the file does not show: the
    chain is taken up again at the next one that it does.
    """
    first = records[0]
    if first is None or first.cause is None:
        report.fault(1, "no command caused it")
        return
    if first.cause.head != GENESIS:
        report.fault(1, "the chain does not begin here")
    broken = unseen = 0
    for start, end, after in _commands(export, records):
        if not all(_shows_command(export, records, version) for version in range(start + 1, end + 1)):
            unseen += 1
        elif link(records[start - 1].cause.head, (e.leaf for e in export.entries[start - 1 : end])) != after:  # type: ignore[union-attr]
            broken += 1
            report.fault(start, "the chain is broken here", end)
    if unseen:
        report.unproved.append("The chain cannot be followed through hidden commands.")
    elif not broken and report.good:
        report.proved.append(f"The chain over {len(records)} records is unbroken.")


def _commands(export: Export, records: Sequence[Record[Any] | None]) -> Iterator[tuple[int, int, bytes]]:
    """Each shown command: its first version, the last before the next one, and the head that is stored behind it."""
    start = 1
    for version, record in enumerate(records[1:], 2):
        if record is not None and record.cause is not None:
            yield start, version - 1, record.cause.head
            start = version
    yield start, len(records), export.head


def _shows_command(export: Export, records: Sequence[Record[Any] | None], version: int) -> bool:
    """Whether the file shows if a command begins at the version."""
    return records[version - 1] is not None and bool(export.salt(version))


def _check_times(records: Sequence[Record[Any] | None], report: Report) -> None:
    """Time never goes back in a log."""
    last = 0
    for version, record in enumerate(records, 1):
        if record is None:
            continue
        if record.at < last:
            report.fault(version, "it is older than the record before it")
        last = record.at


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
    # Written by an older or a newer rulebook, a record may have fewer or more fields than we would write.
    if game_of(entry.topic) != export.game or _encode(_plain(entry.state)) != entry.state:
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
    sums = dict.fromkeys(range(len(table.seats)), 0)
    for version in table.history.line():
        event = table.records[version - 1].event
        if isinstance(event, ScoringEvent):
            for seat in event.seats:
                sums[seat] = sums.get(seat, 0) + event.points
    if tuple(sums.values()) != table.finished.scores:
        added = tuple(sums.values())
        report.fault(0, f"The final scores are {table.finished.scores}, and what was scored adds up to {added}.")
    else:
        report.proved.append("The final scores are the sum of what was scored.")


def _check_chance(table: Table, seed: bytes | None, report: Report) -> None:
    """T-30 to T-35: draws are counted by the history, and every value follows from the seed committed to in its epoch."""
    assert table.opened is not None
    _check_numbers(table, report)
    published = _bytes_of(table.closed.seed) if table.closed and table.closed.seed else None
    if published is not None and commitment_to(published) != table.commitment:
        report.fault(0, "The published seed is not the one that was committed to.")
        return
    seeds = {commitment_to(known): known for known in (published, seed) if known}
    if seed and commitment_to(seed) not in [commitment for _, commitment, _ in _epochs(table)]:
        report.fault(0, "The seed that was given is not one that was committed to.")
    entropy = [_bytes_of(table.entropy[seat]) for seat in sorted(table.entropy)]
    for epoch, commitment, draws in _epochs(table):
        if epoch == 0 and table.opened.chance != "provable":
            report.unproved.append(f"The table's chance is {table.opened.chance}: nothing is claimed of it.")
        elif commitment not in seeds:
            where = f" of epoch {epoch}" if table.epoch else ""
            report.unproved.append(f"The seed{where} is not known, so {len(draws)} values of chance are not checked.")
        else:
            _check_values(Derived(chance_key(seeds[commitment], entropy), table.id, epoch), draws, report)


def _check_values(source: Derived, draws: Sequence[tuple[int, Draw]], report: Report) -> None:
    wrong = 0
    for version, draw in draws:
        if not 1 <= draw.bound <= LARGEST_BOUND or draw.value != source.value(draw.label, draw.number, draw.bound):
            wrong += 1
            report.fault(version, f"its chance is not what the seed gives ('{draw.label}' number {draw.number})")
    if not wrong:
        report.proved.append(f"{len(draws)} values of chance follow from the seed that was committed to.")


def _check_numbers(table: Table, report: Report) -> None:
    """T-33: a value's number is how often its label was drawn in the history so far; else one could choose among values."""
    history = History()
    drawn: dict[int, dict[str, int]] = {0: {}}
    for version, record in enumerate(table.records, 1):
        counts = drawn[history.tip]
        for draw in record.draws:
            if draw.number != counts.get(draw.label, 0):
                report.fault(version, f"its chance is number {draw.number} of '{draw.label}', out of turn")
            counts = {**counts, draw.label: draw.number + 1}
        if isinstance(record.event, Undone):
            history.jumped(record.event.to_version)
        elif isinstance(record.event, GameEvent):
            history.played()
            drawn[version] = counts
        else:
            history.passed()


def _epochs(table: Table) -> Iterator[tuple[int, str, list[tuple[int, Draw]]]]:
    """Each epoch of the table's chance: its number, its commitment, and its draws with their versions."""
    assert table.opened is not None
    epoch, commitment = 0, table.opened.commitment
    draws: list[tuple[int, Draw]] = []
    for version, record in enumerate(table.records, 1):
        if isinstance(record.event, ChanceRenewed):
            yield epoch, commitment, draws
            epoch, commitment, draws = record.event.epoch, record.event.commitment, []
        draws += [(version, draw) for draw in record.draws]
    yield epoch, commitment, draws


def _bytes_of(digits: str) -> bytes:
    """The bytes that hexadecimal digits stand for; of anything else no bytes that could be a seed."""
    return bytes.fromhex(digits) if HEX.fullmatch(digits) else b""


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
        try:
            again = fold(table.id, table.rulebook, records[:last])
        except _UNFOLDABLE as error:
            report.fault(first, f"up to here the records cannot be replayed: {error or type(error).__name__}", last)
            return
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
    if outcome.repeated:
        return f"{name} has the id of an earlier command, so that nothing would happen now"
    for offset, (now, then) in enumerate(zip(outcome.records, recorded, strict=False), 1):
        if now.event != then.event:
            return f"{name}: record {before + offset} would be {_brief(now.event)}, and it is {_brief(then.event)}"
        if _circumstances(now) != _circumstances(then):
            return f"{name}: record {before + offset} would have another time, speaker, clause or chance"
    if len(outcome.records) != len(recorded):
        return f"{name} would cause {len(outcome.records)} records now, and it caused {len(recorded)}"
    return None


def _circumstances(record: Record[Any]) -> tuple[object, ...]:
    return record.at, record.by, record.law, record.draws


def _brief(event: GameEvent) -> str:
    return f"{type(event).__name__}{tuple(getattr(event, field) for field in event.__struct_fields__)}"
