"""Signature, leaves, chain and times: whether the bytes are those that were stored."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from domain.table.chain import genesis_of, leaf_of, link
from domain.table.records import Record
from infra.codec import Codec, UnreadableRecordError, game_of, stored_bytes
from infra.exports import WHOLE, Export
from infra.rulebooks import Rulebooks, UnknownGameError
from infra.signing import fingerprint, is_signed
from infra.verification.report import Report

_plain = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder().encode


class Signed(Protocol):
    """A file taken apart."""

    @property
    def signed(self) -> bytes: ...

    @property
    def public(self) -> bytes: ...

    @property
    def signature(self) -> bytes: ...


def check_signature(signed: Signed, trust: str | None, report: Report) -> None:
    signer = fingerprint(signed.public)
    if not is_signed(signed.public, signed.signed, signed.signature):
        report.fault(0, "The signature is wrong: the file was changed after it was signed.")
        return
    if trust is not None and signer != trust.lower():
        report.fault(0, f"The file was signed by {signer}, not by {trust}.")
        return
    report.proved.append(f"Signed by {signer}, unchanged since.")


def check_layout(export: Export, report: Report) -> None:
    """Nothing stands where a file of its kind has nothing: no byte of it is ignored."""
    whole = export.viewer == WHOLE
    if whole != bool(export.salt_key) or whole != bool(export.digest) or whole != bool(export.form):
        report.fault(0, "The file is neither a whole export nor a seat's.")
    for version, entry in enumerate(export.entries, 1):
        wrong = bool(entry.salt) if whole else len(entry.salt) not in (0, 32)
        if wrong or (not entry.topic and (entry.state or entry.salt)):
            report.fault(version, "it is not laid out as an export of this kind has it")


def check_leaves(export: Export, report: Report) -> None:
    for version, entry in enumerate(export.entries, 1):
        salt = export.salt(version)
        if salt and leaf_of(salt, stored_bytes(entry.topic, entry.state)) != entry.leaf:
            report.fault(version, "its bytes are not those that were hashed when it was stored")


def check_chain(export: Export, records: Sequence[Record[Any] | None], report: Report) -> None:
    """T-40: each command stores the head before it; the file stores the last one.

    Where a record is hidden, or is shown in part without a command, a command may begin that the file does not show: the
    chain is taken up again at the next one that it does.
    """
    first = records[0]
    if first is None or first.cause is None:
        report.fault(1, "no command caused it")
        return
    if first.cause.head != genesis_of(export.table):
        report.fault(1, "the chain does not begin here, or it is another table's")
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


def check_times(records: Sequence[Record[Any] | None], report: Report) -> None:
    """Time never goes back in a log."""
    last = 0
    for version, record in enumerate(records, 1):
        if record is None:
            continue
        if record.at < last:
            report.fault(version, "it is older than the record before it")
        last = record.at


def decode(export: Export, rulebooks: Rulebooks, report: Report) -> tuple[Codec, list[Record[Any] | None]] | None:
    try:
        codec = Codec(rulebooks[export.game])
    except UnknownGameError as error:
        report.unproved.append(f"{error} Without it nothing but the bytes can be checked.")
        report.is_checked = False
        return None
    if not export.entries:
        report.fault(0, "There is no record in the file.")
        return None
    records = [_decode_entry(export, codec, version, report) for version in range(1, len(export.entries) + 1)]
    if export.viewer == WHOLE and not report.good and None in records:
        return None
    others = sum(
        record is not None and codec.encode(record) != (entry.topic, entry.state)
        for record, entry in zip(records, export.entries, strict=True)
    )
    if others:
        report.unproved.append(
            f"{others} records were written by another version of the rulebook; what only that one knows is not checked."
        )
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
    spelled_out = record.clause is not None and record.clause == record.event.clause
    if game_of(entry.topic) != export.game or _encode(_plain(entry.state)) != entry.state or spelled_out:
        report.fault(version, "it is not in the one form that such a record has")
    return record
