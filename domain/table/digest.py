"""A table's digest: one hash of everything that anybody can see of it. Equal logs give equal digests on every machine."""

import hashlib

import msgspec

from domain.table.seeing import view_of
from domain.table.table import Table

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def digest(table: Table) -> bytes:
    """SHA-256 over both layers of the state: life, seats, requests, history, chance used, prompts and all views."""
    viewers: list[int | None] = [None, *range(len(table.seats))]
    request = table.request
    seen = (
        table.id,
        table.version,
        table.phase.value,
        table.edition.name if table.edition else None,
        table.options,
        [(seat.person, seat.resigned) for seat in table.seats],
        sorted(table.entropy.items()),
        (table.epoch, table.commitment, table.closed),
        request and (request.by, sorted(request.asked), request.to_version, request.edition, sorted(request.agreed)),
        table.history.line(),
        table.draws,
        table.finished,
        table.prompts,
        [view_of(table, viewer) for viewer in viewers],
    )
    return hashlib.sha256(_encode(seen)).digest()
