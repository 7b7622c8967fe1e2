"""Tables as wholes: opening one, lists of them, what becomes of one at its end, sandboxes."""

from typing import Annotated, Any, Literal

import msgspec
from eventsourcing.persistence import IntegrityError
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from domain.table.kernel import Accepted
from domain.table.lifecycle import TakeSeat
from domain.table.messages import ARBITER, HOST, MAX_VERSION, Name
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.bots import new_bot_id
from infra.http.callers import Caller
from infra.http.naming import refused_in_names
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import ARBITER_ROLE, HOST_ROLE, HOSTS, LOOKERS, PEOPLE, Place, place_at, roles
from infra.http.routes.playing import CommandId, give, told_outcome
from infra.http.service import Service
from infra.http.shapes import Done, Page, TableCard, table_card
from infra.opened import new_command_id, new_table_id
from projections.forks import Fork, tree_of
from projections.turns import Turn

MOST_TABLES = 200


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened: the caller is its host, and its arbiter too unless `arbiter` names another person, or is null.
    `seats` is how many there are, `options` the game's own. `seat` is one that the host takes at once; `bots` are kinds of
    bots by seat. `public`: anybody may look. `id` makes asking twice open one table."""

    game: Name
    seats: Annotated[int, Meta(ge=1, le=12)] | None = None
    options: dict[str, Any] = {}
    edition: Name | None = None
    arbiter: Name | Literal["host"] | None = "host"
    seat: Annotated[int, Meta(ge=0, le=11)] | None = None
    bots: dict[Annotated[str, Meta(pattern=r"^(0|[1-9]|1[01])$(?!\n)")], Literal["greedy", "random"]] = {}
    public: bool = False
    id: CommandId | None = None


class ForkAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sandbox of a table as it stood at a version (null: now), by what a seat of the caller's knew, or a spectator."""

    version: Annotated[int, Meta(ge=1, le=MAX_VERSION)] | None = None
    as_: Annotated[str, Meta(max_length=60)] | None = msgspec.field(default=None, name="as")


class BotAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of bot that is to take a seat."""

    kind: Literal["greedy", "random"]


class TableRow(msgspec.Struct, frozen=True):
    """A table in a list: where it stands, and the seats of who asks."""

    turn: Turn
    yours: tuple[int, ...]


@post("/tables", opt=roles(PEOPLE), summary="Open a table")
async def open_table(
    service: NamedDependency[Service], caller: NamedDependency[Caller], data: JSONBody[Opening]
) -> TableCard:
    person = caller.known
    book = service.ledger.rulebooks[data.game]
    if data.seat is not None and str(data.seat) in data.bots:
        raise ProblemError(422, "SEAT_TWICE", f"The seat {data.seat} is asked for by you and for a bot.")
    seats = data.seats if data.seats is not None else min(max(book.usual_seats, book.seats[0]), book.seats[-1])
    arbiter = person if data.arbiter == "host" else data.arbiter
    if arbiter not in (None, person) and await service.threaded(service.people.profile, arbiter) is None:
        raise ProblemError(422, "NO_SUCH_PERSON", f"Nothing is known of the arbiter '{arbiter}'.")
    options = msgspec.json.encode(data.options).decode()
    table_id = new_table_id() if data.id is None else service.tokens.name_of("table", person, data.id)
    if await service.live.version(table_id) is not None:
        await service.live.look(table_id, lambda table: _check_same(table, data, seats, arbiter))
    else:
        try:
            opened = await service.threaded(
                lambda: service.ledger.open_table(
                    data.game,
                    seats,
                    host=person,
                    arbiter=arbiter,
                    options=options,
                    edition=data.edition,
                    table_id=table_id,
                )
            )
        except IntegrityError:  # it was asked for twice at once
            await service.live.look(table_id, lambda table: _check_same(table, data, seats, arbiter))
        else:
            if isinstance(opened, Refusal):
                raise RefusedError(book.catalogue, opened)
    await service.threaded(service.access.open, table_id, person, "public" if data.public else "members")
    await _seat_all(service, table_id, person, data)
    return await table_card(service, table_id, caller)


def _check_same(table: Table, data: Opening, seats: int, arbiter: str | None) -> None:
    """Whether a table is the one that is asked for under its id again; COMMAND_ID_REUSED where it is another."""
    book, opened = table.rulebook, table.opened
    assert opened is not None
    try:
        options = msgspec.convert(data.options, book.options)
    except msgspec.ValidationError:
        options = None
    edition = data.edition or book.editions[-1].name
    asked = (data.game, seats, arbiter, options, edition)
    if asked != (book.game, len(table.seats), opened.arbiter, table.options, opened.edition):
        raise RefusedError(book.catalogue, Refusal("COMMAND_ID_REUSED", "T-11", id=data.id or "", version=1))


async def _seat_all(service: Service, table_id: str, person: str, data: Opening) -> None:
    """Let host and bots sit down, where they do not sit yet."""
    wanted = {int(seat): new_bot_id(kind) for seat, kind in data.bots.items()}
    if data.seat is not None:
        wanted[data.seat] = person
    taken = await service.live.look(
        table_id, lambda table: {n for n, seat in enumerate(table.seats) if not seat.vacant}
    )
    for seat in sorted(wanted.keys() - taken):
        sitting = Submission(new_command_id(), HOST, 0, TakeSeat(seat, wanted[seat]))
        outcome = await service.live.submit(table_id, sitting, whenever=True)
        if isinstance(outcome, Refusal):
            table = await service.live.table(table_id)
            if table.seats[seat].vacant:  # else the same was asked for twice at once
                raise await refused_in_names(service, RefusedError(table.catalogue, outcome))


@get("/tables", opt=roles(PEOPLE), summary="The tables of who asks, the latest first; with `public` those open to all")
async def tables(
    service: NamedDependency[Service],
    caller: NamedDependency[Caller],
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    awaited: Annotated[bool, QueryParameter(description="Only where you are awaited, or asked to agree.")] = False,
    public: Annotated[
        bool, QueryParameter(description="Tables that anybody may look at; an operator sees all.")
    ] = False,
    after: Annotated[str | None, QueryParameter(max_length=40, pattern=r"^\d{1,16}-[a-z2-7]{12}$")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_TABLES)] = 50,
) -> Page[TableRow]:
    rows = await service.threaded(service.turns)
    opened = await service.threaded(service.access.public_tables) if public else frozenset()
    watched = await service.threaded(service.access.watched_by, caller.known)
    found = []
    for turn in rows:
        yours = tuple(seat for seat, person in enumerate(turn.seats) if person is not None and person == caller.person)
        is_theirs = bool(yours) or caller.person in (turn.host, turn.arbiter) or turn.table in watched
        if not (is_theirs or turn.table in opened or (public and caller.is_operator)) or game not in (None, turn.game):
            continue
        if awaited and not any(one.seat in yours for one in turn.awaited) and not set(turn.asked) & {*yours}:
            continue
        if after is None or (-turn.at, turn.table) > _cursor(after):
            found.append(TableRow(turn, yours))
        if len(found) > limit:
            break
    last = found[limit - 1].turn if len(found) > limit else None
    return Page(found[:limit], f"{last.at}-{last.table}" if last else None)


def _cursor(after: str) -> tuple[int, str]:
    at, _, table = after.partition("-")
    return -int(at), table


@post("/tables/{table_id:str}/seats/{seat:int}/bot", opt=roles(HOSTS), status_code=200, summary="Let a bot take a seat")
async def seat_bot(
    service: NamedDependency[Service], place: NamedDependency[Place], seat: FromPath[int], data: JSONBody[BotAsked]
) -> Done:
    return await take_seat(service, place, HOST, seat, new_bot_id(data.kind))


@post(
    "/tables/{table_id:str}/seats/{seat:int}/mine", opt=roles(HOSTS), status_code=200, summary="Take a seat as the host"
)
async def seat_host(service: NamedDependency[Service], place: NamedDependency[Place], seat: FromPath[int]) -> Done:
    return await take_seat(service, place, HOST, seat, place.caller.known)


async def take_seat(service: Service, place: Place, by: int, seat: int, person: str) -> Done:
    """Let a person sit down."""
    if not 0 <= seat < len(place.seat_names):
        raise ProblemError(404, "NO_SUCH_SEAT", f"The seats of this table are {', '.join(place.seat_names)}.")
    version = await service.live.version(place.table) or 0
    return await give(service, place, Submission(new_command_id(), by, version, TakeSeat(seat, person)))


@post("/tables/{table_id:str}/close", opt=roles(HOSTS | {ARBITER_ROLE}), status_code=200,
      summary="End the time for contests, and publish the seed")  # fmt: skip
async def close(service: NamedDependency[Service], place: NamedDependency[Place]) -> Done:
    by = HOST if HOST_ROLE in place.roles else ARBITER
    outcome: Accepted | Refusal = await service.threaded(service.ledger.close_table, place.table, by)
    return await told_outcome(service, place, by, place.version, outcome)


@post("/tables/{table_id:str}/forks", opt=roles(LOOKERS), summary="What if: a sandbox with that game")
async def fork(
    service: NamedDependency[Service], place: NamedDependency[Place], data: JSONBody[ForkAsked]
) -> TableCard:
    viewer, person = place.viewing(data.as_), place.caller.known
    made = await service.threaded(lambda: service.ledger.fork(place.table, data.version, host=person, viewer=viewer))
    if isinstance(made, Refusal):
        raise RefusedError(
            await service.live.look(place.table, lambda table: table.catalogue), made, version=place.version
        )
    await service.threaded(service.access.open, made.id, person)
    return await table_card(service, made.id, place.caller)


@get("/tables/{table_id:str}/forks", opt=roles(LOOKERS), summary="The tree of a table and its sandboxes")
async def forks(service: NamedDependency[Service], place: NamedDependency[Place]) -> Fork:
    """Only those sandboxes that who asks may look at."""
    turns = await service.threaded(service.turns)
    kept = [turn for turn in turns if turn.table == place.table or await _may_look(service, turn, place.caller)]
    found = tree_of(kept, place.table)
    if found is None:
        raise ProblemError(409, "NOT_LISTED", "This table is in no list, since something is wrong with it.")
    return found


async def _may_look(service: Service, turn: Turn, caller: Caller) -> bool:
    return turn.forked is not None and bool((await place_at(service, turn.table, caller)).roles & LOOKERS)


ROUTES = [open_table, tables, seat_bot, seat_host, close, fork, forks]
