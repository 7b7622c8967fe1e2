"""Turns: where each table stands, and who is awaited for what, since when."""

from collections.abc import Iterator

import msgspec

from domain.table.canonical import encode
from domain.table.table import Table


class Awaited(msgspec.Struct, frozen=True):
    """A decision that a seat owes: its kind, clause, and since when it has been awaited (microseconds)."""

    seat: int
    kind: str
    clause: str
    since: int


class Forked(msgspec.Struct, frozen=True):
    """What a sandbox is a fork of: a table at a version, as a seat, a spectator (None) or, -1, who sees everything knew it."""

    table: str
    version: int
    viewer: int | None


class Turn(msgspec.Struct, frozen=True):
    """Where a table stands. `seats` are the persons who hold them; `at` is the time of the last record (microseconds);
    `names` are the seats' own, none in a row that is older than they are. `forked`: it is a sandbox, and no game of its own.
    `contests` are the numbers of the open ones. `host` and `arbiter` are persons, in a row that is younger than they are."""

    table: str
    game: str
    edition: str
    version: int
    phase: str
    seats: tuple[str | None, ...]
    at: int
    awaited: tuple[Awaited, ...]
    asked: tuple[int, ...]
    names: tuple[str, ...] = ()
    forked: Forked | None = None
    contests: tuple[int, ...] = ()
    host: str = ""
    arbiter: str | None = None


def turn_of(table: Table) -> Turn:
    """Where a table stands. `asked` are the seats whose consent is awaited."""
    awaited = tuple(
        Awaited(prompt.seat, prompt.kind, prompt.clause, since) for prompt, since in table.awaited_since().items()
    )
    request = table.request
    return Turn(
        table.id,
        table.rulebook.game,
        table.edition.name if table.edition else "",
        table.version,
        table.phase.value,
        tuple(seat.person for seat in table.seats),
        table.records[-1].at,
        awaited,
        tuple(sorted(request.asked - request.agreed)) if request else (),
        tuple(map(table.catalogue.seat, range(len(table.seats)))),
        None if table.forked is None else Forked(table.forked.origin, table.forked.version, table.forked.viewer),
        tuple(contest.number for contest in table.disputes.open()),
        table.opened.host if table.opened else "",
        table.opened.arbiter if table.opened else None,
    )


class Turns:
    """A row a table."""

    name = "turns"
    games = None

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        yield table.id, encode(turn_of(table))


def read_turn(row: bytes) -> Turn:
    """A turn from its row."""
    return msgspec.msgpack.decode(row, type=Turn)
