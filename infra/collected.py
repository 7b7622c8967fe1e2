"""Collections of precedents: what one installation has ruled, in one sealed file for others (`infra.sealing`).

A collection holds what everybody at its tables could see: the rulings, the clauses as they were cited, and what people
wrote to argue and to give reasons, with the salts of their hashes. It holds no person's id.
"""

from typing import Annotated

import msgspec
from eventsourcing.persistence import DatabaseError
from msgspec import Meta

from domain.table.canonical import encode
from domain.table.clauses import Clause
from domain.table.messages import Microseconds
from domain.table.refusals import Refusal
from domain.table.writings import Writing
from infra import sealing
from infra.sealing import Sealed, SealError
from infra.signing import Signer
from projections.precedents import STANDINGS, Precedent

MAGIC = b"LOST SOULS PRECEDENTS 1\n"
LARGEST = 64 * 1024 * 1024
MOST = 20_000


class CollectionError(Exception):
    """A file that is no collection of precedents, or one that cannot be used."""


class Shared(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A precedent as it is handed on: with title and text of the clause as it was cited (both empty where it has been changed
    since, so that nobody knows any more), and those of its texts that are not forgotten, in the order of its hashes."""

    precedent: Precedent
    title: str
    text: str
    writings: Annotated[tuple[Writing, ...], Meta(max_length=4)]

    def said(self) -> dict[str, str]:
        """The texts by their hashes."""
        return {writing.hash: writing.text for writing in self.writings}


class ImportedPrecedent(msgspec.Struct, frozen=True, array_like=True):
    """A precedent of another installation as it is kept, with the time of the collection that it came in."""

    made_at: Microseconds
    shared: Shared

    @property
    def weight(self) -> tuple[int, int, bool, int]:
        """The greater, the later in the life of a precedent."""
        precedent = self.shared.precedent
        standing = STANDINGS.index(precedent.standing)
        return len(precedent.judgements), standing, precedent.final, self.made_at


class Collection(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Precedents of one installation in the order of their tables and contests; made when (microseconds)."""

    made_at: Microseconds
    precedents: Annotated[tuple[Shared, ...], Meta(max_length=MOST)]


def collection_file(collection: Collection, signer: Signer) -> bytes:
    """The file of a collection; `CollectionError` where it has too much in it."""
    data = sealing.seal(MAGIC, encode(collection), signer)
    if len(collection.precedents) > MOST or len(data) > LARGEST:
        raise CollectionError(
            f"One file cannot hold so much: {len(collection.precedents)} precedents in {len(data)} bytes. Choose a game or"
            " a clause."
        )
    return data


def read_collection(data: bytes, trust: str | None = None) -> Sealed[Collection]:
    """The collection in a file, once its signature and all hashes in it are right. `trust`: the fingerprint that must have
    signed it. `CollectionError` says what is wrong."""
    try:
        sealed = sealing.unseal(MAGIC, data, Collection, what="a collection of precedents", largest=LARGEST)
    except SealError as error:
        raise CollectionError(str(error)) from error
    except Refusal as error:
        raise CollectionError(f"This file is damaged: a text in it cannot be one ({error.code}).") from error
    if not sealed.is_unchanged:
        raise CollectionError("The signature is wrong: the file was changed after it was signed.")
    if trust is not None and sealed.signer != trust.lower():
        raise CollectionError(f"The file was signed by {sealed.signer}, not by {trust}.")
    _check(sealed.value)
    return sealed


def _check(collection: Collection) -> None:
    places = [(shared.precedent.table, shared.precedent.contest) for shared in collection.precedents]
    if places != sorted(set(places)):
        raise CollectionError("The precedents in this file are not in their order, or one stands in it twice.")
    for shared in collection.precedents:
        _check_shared(shared)


def _check_shared(shared: Shared) -> None:
    precedent = shared.precedent
    where = f"contest {precedent.contest} of table {precedent.table}"
    if (shared.title or shared.text) and Clause(precedent.clause, shared.title, shared.text).hash != precedent.hash:
        raise CollectionError(f"In {where} the clause does not read as it was cited: its hash is another.")
    hashes = [writing.hash for writing in shared.writings]
    if hashes != [each for each in precedent.texts if each in hashes]:
        raise CollectionError(f"In {where} there is a text that its rulings do not name: its hash is another.")


def read_imported(field: str, row: bytes) -> ImportedPrecedent:
    """A kept precedent from its row; `DatabaseError` where it is none."""
    try:
        return msgspec.msgpack.decode(row, type=ImportedPrecedent)
    except (msgspec.MsgspecError, Refusal) as error:
        raise DatabaseError(f"The imported precedent {field} is not readable: {error}.") from error


def how_it_stands(coming: ImportedPrecedent, field: str, present: bytes | None) -> str:
    """How a precedent that comes stands to the one that is here: new, renewed, same, or older."""
    if present is None:
        return "new"
    try:
        here = read_imported(field, present)
    except DatabaseError:
        return "renewed"  # nothing is lost with what cannot be read
    if here.shared == coming.shared:
        return "same"
    return "renewed" if coming.weight > here.weight else "older"
