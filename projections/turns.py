"""Turns: where each table stands, and who is awaited for what, since when."""

from collections.abc import Iterable, Iterator

import msgspec

from domain.table.canonical import encode
from domain.table.clocks import Deadline, deadlines, next_due
from domain.table.table import Table


class Awaited(msgspec.Struct, frozen=True):
    """A decision that a seat owes: its kind, clause, and since when it has been awaited (microseconds)."""

    seat: int
    kind: str
    clause: str
    since: int


class SeatTime(Deadline, frozen=True):
    """A seat's time as the last record has left it, where time counts at the table."""

    seat: int = 0


class Forked(msgspec.Struct, frozen=True):
    """What a sandbox is a fork of: a table at a version, as a seat, a spectator (None) or, -1, who sees everything knew it."""

    table: str
    version: int
    viewer: int | None


class Turn(msgspec.Struct, frozen=True):
    """Where a table stands. `seats` are the persons who hold them; `at` is the time of the last record (microseconds);
    `names` are the seats' own, none in a row that is older than they are. `forked`: it is a sandbox, and no game of its own.
    `contests` are the numbers of the open ones. `times` are the seats' own, where time counts; `due` is when the server has
    something to do there next (microseconds), None where it has not; a time that has passed is now. `host` and `arbiter` are
    persons, in a row that is younger than they are."""

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
    times: tuple[SeatTime, ...] = ()
    due: int | None = None
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
        tuple(SeatTime(**msgspec.structs.asdict(time), seat=seat) for seat, time in deadlines(table).items()),
        next_due(table),
        table.opened.host if table.opened else "",
        table.opened.arbiter if table.opened else None,
    )


def due_at(turns: Iterable[Turn], at: int) -> list[str]:
    """The tables at which the server has something to do at a time, the one that has waited longest first."""
    due = sorted((turn.due, turn.table) for turn in turns if turn.due is not None and turn.due <= at)
    return [table for _, table in due]


class Turns:
    """A row a table."""

    name = "turns"
    games = None

    def rows(self, table: Table) -> Iterator[tuple[str, bytes]]:
        yield table.id, encode(turn_of(table))


def read_turn(row: bytes) -> Turn:
    """A turn from its row."""
    return msgspec.msgpack.decode(row, type=Turn)
