"""A table's digest: one hash of everything that anybody can see of it. Equal logs give equal digests on every machine.

What can be seen grows with the program: a new field of a view changes every digest. So a digest goes with its *form*, a hash
of the shape of what it covers; only digests of one form can be compared.
"""

import hashlib

import msgspec

from domain.table.canonical import encode
from domain.table.clocks.state import Clocks
from domain.table.disputes.state import Disputes
from domain.table.prompts import Prompt
from domain.table.seeing import view_of
from domain.table.table import Table


def digest(table: Table) -> bytes:
    """SHA-256 over both layers of the state: life, seats, requests, history, chance used, prompts and all views; and
    standing orders, disputes and clocks where there are any, so that a table without them has the digest that it always had."""
    viewers: list[int | None] = [None, *range(len(table.seats))]
    request = table.request
    orders = [(n, sorted(seat.orders.items())) for n, seat in enumerate(table.seats) if seat.orders]
    seen: tuple[object, ...] = (
        table.id,
        table.version,
        table.phase.value,
        table.edition.name if table.edition else None,
        table.opened and table.opened.options,
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
    if orders:
        seen = (*seen, orders)
    if table.disputes != Disputes():
        seen = (*seen, "disputes", msgspec.to_builtins(table.disputes, order="deterministic"))
    if table.clocks != Clocks():
        seen = (*seen, "clocks", msgspec.to_builtins(table.clocks, str_keys=True, order="deterministic"))
    if request is not None and request.time is not None:
        seen = (*seen, "time", request.time)
    return hashlib.sha256(encode(seen)).digest()


def form(table: Table) -> bytes:
    """8 bytes that tell the shape of what the table's digest covers."""
    shapes = [msgspec.json.schema(Prompt)]
    if table.game is not None:
        shapes.append(msgspec.json.schema(type(view_of(table, None))))
    return hashlib.sha256(encode(shapes)).digest()[:8]
