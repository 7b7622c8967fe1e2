"""Audit bundles: a table with all that it takes to judge its disputes, in one signed file.

An export, and beside it what its records refer to: the clauses as they read, the editions, the published seed, what people
wrote, and pictures of the boards that were contested. A bundle for a seat has nothing that the seat may not see.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.table.canonical import encode
from domain.table.clauses import Clause, Law, load_law
from domain.table.lifecycle import TableClosed
from domain.table.messages import Hex32, Version
from domain.table.records import Record
from domain.table.rulebook import Rulebook
from domain.table.seeing import view_of
from domain.table.table import Table, fold
from domain.table.writings import LONGEST_TEXT, SALT_SIZE, Writing
from infra import sealing
from infra.codec import Codec
from infra.exports import WHOLE, Export, ExportError, export_of
from infra.keyring import ForgottenError
from infra.ledger import Ledger
from infra.references import Records, boards_named, clauses_named, editions_named, texts_named
from infra.sealing import Sealed, SealError
from infra.signing import Signer
from infra.writings import Missing, WritingStore, Written
from projections.pictures.svg import render_svg

MAGIC = b"LOST SOULS BUNDLE 1\n"
MOST_PARTS = 20_000
MOST_PICTURES = 500

KERNEL_LAW = "domain.table.data"


class ClauseText(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A clause as it read when the bundle was made; fields as in `Clause`."""

    id: str
    title: str
    text: str
    note: str
    source: str

    @property
    def hash(self) -> str:
        """What a citation of this text holds."""
        return Clause(self.id, self.title, self.text).hash


class EditionText(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An edition with its switches, sorted."""

    name: str
    switches: tuple[str, ...]


class Text(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a person wrote, with the salt of its hash (T-60)."""

    person: Annotated[str, Meta(max_length=64)]
    salt: Annotated[bytes, Meta(min_length=SALT_SIZE, max_length=SALT_SIZE)]
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class MissingText(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A text that the log names and that could not be put in, and why."""

    hash: Hex32
    reason: Literal["not here", "forgotten", "unreadable"]


class Picture(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The board at a version, as an SVG document: as the bundle's seat sees it, in a whole bundle as a spectator does."""

    version: Version
    svg: str


_Many = Meta(max_length=MOST_PARTS)


class Bundle(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An export and what its records refer to, each part in the order of `infra.references`."""

    export: Export
    clauses: Annotated[tuple[ClauseText, ...], _Many]
    editions: Annotated[tuple[EditionText, ...], _Many]
    seed: Hex32 | None
    texts: Annotated[tuple[Text, ...], _Many]
    missing: Annotated[tuple[MissingText, ...], _Many]
    pictures: Annotated[tuple[Picture, ...], Meta(max_length=MOST_PICTURES)]


def is_bundle(data: bytes) -> bool:
    """Whether a file says of itself that it is a bundle."""
    return data.startswith(MAGIC)


def unseal_bundle(data: bytes) -> Sealed[Bundle]:
    """Take a file apart; `ExportError` where it is not a bundle in its one form. The signature is not checked."""
    try:
        return sealing.unseal(MAGIC, data, Bundle, what="an audit bundle")
    except SealError as error:
        raise ExportError(str(error)) from error


def bundle_table(
    ledger: Ledger,
    writings: WritingStore,
    signer: Signer,
    table_id: str,
    *,
    viewer: int = WHOLE,
    raw: bool = False,
    pictures: bool = False,
) -> bytes:
    """A table's bundle: for one seat, or whole; `ExportError` as for an export, and where it would be too large."""
    export = export_of(ledger, table_id, viewer=viewer, raw=raw)
    codec = ledger.partition(table_id).application.mapper.codec(export.game)
    records = seen_records(export, codec)
    written, missing = _texts(writings, table_id, records)
    boards = _boards(ledger.table(table_id, len(records)), viewer) if pictures else ()
    bundle = Bundle(
        export,
        _clauses(codec.rulebook, records),
        tuple(editions_of(codec.rulebook, editions_named(records))),
        published_seed(records),
        written,
        missing,
        tuple(boards),
    )
    return seal_bundle(bundle, signer)


def seal_bundle(bundle: Bundle, signer: Signer) -> bytes:
    """The file of a bundle; `ExportError` where it would be larger than any that is read."""
    data = sealing.seal(MAGIC, encode(bundle), signer)
    if len(data) > sealing.LARGEST:
        raise ExportError(f"The bundle of table '{bundle.export.table}' would be too large: {len(data)} bytes.")
    return data


def take_in_texts(writings: WritingStore, bundle: Bundle) -> int:
    """Keep a bundle's texts, which are to be verified first; returns how many were not kept because their writer was
    forgotten here."""
    forgotten = 0
    for text in bundle.texts:
        try:
            writings.take_in(bundle.export.table, text.person, Writing(text.salt, text.text))
        except ForgottenError:
            forgotten += 1
    return forgotten


def seen_records(export: Export, codec: Codec) -> list[Record[Any] | None]:
    """The records of an export that are not hidden whole, as far as they are shown."""
    entries = enumerate(export.entries, 1)
    return [codec.decode(export.table, n, entry.topic, entry.state) if entry.topic else None for n, entry in entries]


def clause_in(law: Law, clause: str) -> ClauseText | None:
    """A clause of the game's law, or of the table's own, as it reads now; None where it is in neither."""
    found = next((one[clause] for one in (law, load_law(KERNEL_LAW)) if clause in one), None)
    return None if found is None else ClauseText(found.id, found.title, found.text, found.note, found.source)


def editions_of(rulebook: Rulebook, names: Sequence[str]) -> Iterator[EditionText]:
    """Those of the editions that the rulebook knows."""
    for name in names:
        edition = rulebook.edition(name)
        if edition is not None:
            yield EditionText(name, tuple(sorted(edition.switches)))


def published_seed(records: Records) -> str | None:
    """The seed that was published when the table closed (T-31)."""
    closed = (record.event for record in records if record is not None and isinstance(record.event, TableClosed))
    return next((event.seed for event in closed), None)


def picture(table_id: str, rulebook: Rulebook, records: Sequence[Record[Any]], version: int, viewer: int) -> Picture:
    """The board that these records make at a version, as a seat may see it, or a spectator (`WHOLE`); `LookupError` where the
    game had not begun."""
    table = fold(table_id, rulebook, records[:version])
    if table.game is None:
        raise LookupError("the game had not begun")
    view = view_of(table, None if viewer == WHOLE else viewer)
    return Picture(version, render_svg(rulebook.scene(view)))


def _clauses(rulebook: Rulebook, records: Records) -> tuple[ClauseText, ...]:
    texts = (clause_in(rulebook.law, clause) for clause in clauses_named(records))
    return tuple(text for text in texts if text is not None)


def _texts(writings: WritingStore, table_id: str, records: Records) -> tuple[tuple[Text, ...], tuple[MissingText, ...]]:
    texts, missing = [], []
    for text_hash in texts_named(records):
        match writings.read(table_id, text_hash):
            case Written(person, writing):
                texts.append(Text(person, writing.salt, writing.text))
            case Missing(reason):
                missing.append(MissingText(text_hash, reason))
    return tuple(texts), tuple(missing)


def _boards(table: Table, viewer: int) -> Iterator[Picture]:
    for version in boards_named(table)[-MOST_PICTURES:]:
        yield picture(table.id, table.rulebook, table.records, version, viewer)
