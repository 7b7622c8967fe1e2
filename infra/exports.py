"""Exports: a whole table in one sealed file (`infra.sealing`), and back."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent
from msgspec import Meta

from domain.table.canonical import encode
from domain.table.chain import leaf_of, salt_of
from domain.table.digest import digest, form
from domain.table.messages import MAX_SEATS, Name
from domain.table.messages import WHOLE as WHOLE
from domain.table.records import Record
from domain.table.seeing import is_withheld, seen_record
from domain.table.table import Table, fold
from infra import sealing
from infra.codec import Codec, game_of, stored_bytes
from infra.ledger import Ledger, TableNotFoundError
from infra.opened import head_of
from infra.sealing import Sealed, SealError
from infra.signing import Signer
from infra.streams import TableSecret

MAGIC = b"LOST SOULS EXPORT 1\n"

# Where damage is looked for: not in more than any table has, since a file can claim millions in a few bytes.
_Parts = Annotated[list[msgspec.Raw], Meta(max_length=100_000)]


class Entry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One record. A hidden one has its leaf alone; one that is shown in part has what is shown, without a salt."""

    leaf: Annotated[bytes, Meta(min_length=32, max_length=32)]
    topic: str = ""
    state: bytes = b""
    salt: Annotated[bytes, Meta(max_length=32)] = b""


class Export(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A table as exported: `viewer` is the seat it is for, or -1 for the operator's whole export, which has the salt key.

    `head` is the chain's head, `digest` the hash of the table's state as its maker had it, `form` what
    that hash covers (both empty in a seat's export).
    """

    table: Name
    game: Name
    made_at: int
    viewer: Annotated[int, Meta(ge=WHOLE, lt=MAX_SEATS)]
    head: Annotated[bytes, Meta(min_length=32, max_length=32)]
    digest: bytes
    form: bytes
    salt_key: bytes
    entries: tuple[Entry, ...]

    def salt(self, version: int) -> bytes:
        """The salt of a record's leaf."""
        return salt_of(self.salt_key, version) if self.viewer == WHOLE else self.entries[version - 1].salt

    def stored_events(self) -> list[StoredEvent]:
        """The records as they are stored."""
        return [StoredEvent(self.table, n, entry.topic, entry.state) for n, entry in enumerate(self.entries, 1)]


class ExportError(Exception):
    """A file that is no export, or an export that cannot be used so."""


class SignedExport(Sealed[Export], frozen=True):
    """An export with its signature, taken apart but not yet checked."""

    @property
    def export(self) -> Export:
        """The export itself."""
        return self.value


def export_table(ledger: Ledger, signer: Signer, table_id: str, *, viewer: int = WHOLE, raw: bool = False) -> bytes:
    """A table's file; arguments and errors as in `export_of`."""
    return seal(export_of(ledger, table_id, viewer=viewer, raw=raw), signer)


def export_of(ledger: Ledger, table_id: str, *, viewer: int = WHOLE, raw: bool = False) -> Export:
    """A table's export: for one seat, or whole. An unfinished table is exported whole only if `raw` is asked for.

    Whoever hands a raw export on records that at the table first (`Ledger.disclose_log`). `ExportError` where there can be
    none.
    """
    stored = ledger.stored(table_id)
    codec = ledger.partition(table_id).application.mapper.codec(game_of(stored[0].topic))
    rulebook, records = ledger.partition(table_id).application.mapper.records(stored)
    table = fold(table_id, rulebook, records)
    if viewer == WHOLE and not raw and is_secret(table):
        raise ExportError(
            f"Table '{table_id}' is not finished, so its whole log is secret: ask for it raw, or for a seat."
        )
    if viewer == WHOLE and not raw:
        check_origins(ledger, table)
    if viewer != WHOLE and not 0 <= viewer < len(table.seats):
        raise ExportError(f"Table '{table_id}' has no seat {viewer}.")
    secret = ledger.secret(table_id)
    if secret is None:
        raise ExportError(f"The secrets of table '{table_id}' are not here, so its chain cannot be shown.")
    head = head_of(table, stored, secret)
    if viewer == WHOLE:
        entries = [_whole_entry(event, secret) for event in stored]
        return Export(
            table_id,
            rulebook.game,
            ledger.clock(),
            WHOLE,
            head,
            digest(table),
            form(table),
            secret.salt,
            tuple(entries),
        )
    entries = _seen_entries(table, codec, records, stored, secret, viewer)
    return Export(table_id, rulebook.game, ledger.clock(), viewer, head, b"", b"", b"", tuple(entries))


def is_secret(table: Table) -> bool:
    """Whether the whole log is nobody's to read, because the table is not finished."""
    return not table.is_over


def check_origins(ledger: Ledger, table: Table) -> None:
    """T-64: `ExportError` where a sandbox holds what a table hides that is not finished, or of which nothing is known here."""
    if not any(is_withheld(table, record) for record in table.records):
        return
    asked: set[str] = set()
    while table.forked is not None and (origin := table.forked.origin) not in asked:
        asked.add(origin)
        whose = f"The whole log holds that of table '{origin}', which is not"
        try:
            table = ledger.table(origin)
        except TableNotFoundError:
            raise ExportError(f"{whose} here to say whether it is still secret: ask for a seat.") from None
        if is_secret(table):
            raise ExportError(f"{whose} finished, so it is secret: ask for a seat.")


def seal(export: Export, signer: Signer) -> bytes:
    """The file of an export."""
    return sealing.seal(MAGIC, encode(export), signer)


def unseal(data: bytes) -> SignedExport:
    """Take a file apart; `ExportError` where it is not an export in its canonical form. The signature is not checked."""
    try:
        sealed = sealing.unseal(MAGIC, data, Export, what="an export", place=_place_of_damage)
    except SealError as error:
        raise ExportError(str(error)) from error
    return SignedExport(sealed.magic, sealed.body, sealed.value, sealed.public, sealed.signature)


def _place_of_damage(body: bytes) -> str:
    """Which record of a damaged body is the first that is none, in words; nothing where that cannot be told."""
    try:
        parts = msgspec.msgpack.decode(body, type=_Parts)
        entries = msgspec.msgpack.decode(parts[-1], type=_Parts)
    except (msgspec.MsgspecError, RecursionError, IndexError):
        return ""
    for version, entry in enumerate(entries, 1):
        try:
            msgspec.msgpack.decode(entry, type=Entry)
        except (msgspec.MsgspecError, RecursionError):
            return f" at record {version}"
    return ""


def import_export(ledger: Ledger, export: Export) -> bool:
    """Append an export's records under their own table id. False: the same table was there already, nothing to do.

    The export is to be verified first. `ExportError` where another table of that id is there, or it is a seat's export.
    """
    if export.viewer != WHOLE:
        raise ExportError(f"An export for seat {export.viewer} leaves records out and cannot be imported.")
    partition = ledger.partition(export.table)
    events = export.stored_events()
    present = list(partition.recorder.select_events(export.table))
    if present:
        if [(e.topic, e.state) for e in present] == [(e.topic, e.state) for e in events]:
            return False
        raise ExportError(
            f"There is another table '{export.table}' here, with {len(present)} records: nothing was imported."
        )
    try:
        partition.secrets.put(export.table, b"", export.salt_key)
        partition.recorder.insert_events(events)
    except IntegrityError as error:
        raise ExportError(f"Table '{export.table}' cannot be put here: {error}") from error
    return True


def _whole_entry(event: StoredEvent, secret: TableSecret) -> Entry:
    salt = salt_of(secret.salt, event.originator_version)
    return Entry(leaf_of(salt, stored_bytes(event.topic, event.state)), event.topic, event.state)


def _seen_entries(
    table: Table,
    codec: Codec,
    records: Sequence[Record[Any]],
    stored: Sequence[StoredEvent],
    secret: TableSecret,
    viewer: int,
) -> list[Entry]:
    entries = []
    for record, event in zip(records, stored, strict=True):
        salt = salt_of(secret.salt, event.originator_version)
        leaf = leaf_of(salt, stored_bytes(event.topic, event.state))
        command = codec.command(record.cause.command) if record.cause else None
        seen = seen_record(table, record, viewer, command)
        if seen is None:
            entries.append(Entry(leaf))
        elif seen == record:
            entries.append(Entry(leaf, event.topic, event.state, salt))
        else:
            entries.append(Entry(leaf, *codec.encode(seen)))
    return entries
