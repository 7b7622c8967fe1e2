"""The shapes of answers that several routes give."""

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from domain.table.lifecycle import Phase
from domain.table.messages import ARBITER, HOST, MAX_VERSION
from domain.table.table import Table
from infra.bots import bot_of
from infra.http.callers import Caller
from infra.http.roles import Place, place_at
from infra.http.service import Service
from projections.logs import LogLine, log_lines
from projections.turns import Awaited, Forked, turn_of

T = TypeVar("T")

AtVersion = Annotated[int, Meta(ge=1, le=MAX_VERSION)]


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A part of a longer list. `next` is what to give as `after` for the part behind it; None where there is nothing behind."""

    items: list[T]
    next: str | None


class SeatCard(msgspec.Struct, frozen=True):
    """A seat: its number and name, who holds it and what they are called, whether that is a bot, whether somebody resigned."""

    seat: int
    name: str
    person: str | None
    player: str | None
    bot: bool
    resigned: bool


class RequestCard(msgspec.Struct, frozen=True):
    """What seats are asked to agree to: an undo to a version, or another edition; who was asked, and who has agreed."""

    by: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    to_version: int | None
    edition: str | None
    reapply: bool


class TableCard(msgspec.Struct, frozen=True):
    """Where a table stands. Times are microseconds since 1970; `roles` and `yours` (seats) are those of who asks."""

    table: str
    game: str
    title: str
    edition: str
    options: dict[str, Any]
    phase: Phase
    version: int
    at: int
    host: str
    host_name: str | None
    arbiter: str | None
    arbiter_name: str | None
    seats: tuple[SeatCard, ...]
    awaited: tuple[Awaited, ...]
    request: RequestCard | None
    contests: tuple[int, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    forked: Forked | None
    public: bool
    roles: tuple[str, ...]
    yours: tuple[int, ...]


class Done(msgspec.Struct, frozen=True):
    """A command was accepted: its records have the versions `first` to `last`, `records` are those that who asked may see.
    `repeated`: it was done before, under the same id. `awaited` is who is awaited for what now."""

    table: str
    first: int
    last: int
    version: int
    repeated: bool
    records: tuple[LogLine, ...]
    awaited: tuple[Awaited, ...]


async def table_card(service: Service, table_id: str, caller: Caller) -> TableCard:
    """The card of a table as it is now, for a caller."""
    place = await place_at(service, table_id, caller)
    names = await service.names(await service.live.look(table_id, people_at))
    access = await service.threaded(service.access.of, table_id)
    return await service.live.look(table_id, lambda table: _card(table, place, access.visibility == "public", names))


def _card(table: Table, place: Place, is_public: bool, names: dict[str, str]) -> TableCard:
    turn, opened = turn_of(table), table.opened
    assert opened is not None
    request = table.request
    return TableCard(
        table.id, turn.game, table.rulebook.title, turn.edition, msgspec.to_builtins(table.options), table.phase,
        turn.version, turn.at, opened.host, names.get(opened.host), opened.arbiter,
        names.get(opened.arbiter) if opened.arbiter else None, _seats(table, names), turn.awaited,
        None if request is None else RequestCard(
            request.by, tuple(sorted(request.asked)), tuple(sorted(request.agreed)), request.to_version, request.edition,
            request.reapply,
        ),
        turn.contests, () if table.game is None else tuple(table.rulebook.scores(table.game)),
        table.finished.ranking if table.finished else (), turn.forked, is_public, tuple(sorted(place.roles)), place.seats,
    )  # fmt: skip


def _seats(table: Table, names: dict[str, str]) -> tuple[SeatCard, ...]:
    """The seats of a table."""
    return tuple(
        SeatCard(
            number, table.catalogue.seat(number), seat.person, names.get(seat.person) if seat.person else None,
            bot_of(seat.person) is not None, seat.resigned,
        )
        for number, seat in enumerate(table.seats)
    )  # fmt: skip


def people_at(table: Table) -> set[str]:
    """The ids of all who have something to do with a table now."""
    people = {seat.person for seat in table.seats} | {table.person_of(HOST), table.person_of(ARBITER)}
    return {person for person in people if person is not None}


def done_of(table: Table, viewer: int | None, first: int, last: int, repeated: bool) -> Done:
    """What a command's records between two versions are to a viewer, at the table as it is now."""
    lines = tuple(line for line in log_lines(table, viewer, after=first - 1) if line.version <= last)
    return Done(table.id, first, last, table.version, repeated, lines, turn_of(table).awaited)
