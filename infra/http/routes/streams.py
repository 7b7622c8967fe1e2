"""Live updates as server-sent events, of a table and of all tables of a person, to be resumed where they broke off.

A table's stream begins behind the version in `Last-Event-ID` (or the parameter `after`): a `record` for each record that the
viewer may see, its id the version, and a `turn` whenever somebody else is awaited. A person's stream tells the tables that have
moved on; its ids are positions in the logs. Either ends where the store is away: whoever reads it comes back and goes on.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Annotated, Any

import msgspec
import structlog
from eventsourcing.persistence import OperationalError
from litestar import Request, get
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from litestar.types import ASGIApp, Receive, Scope, Send

from domain.table.messages import MAX_VERSION
from domain.table.table import Table
from infra.http.callers import Caller, caller_of, counts_as
from infra.http.limits import OpenAtOnce, TooManyOpenError
from infra.http.naming import with_names
from infra.http.problems import ProblemError
from infra.http.roles import LOOKERS, MEMBERS, PEOPLE, Place, place_at, roles
from infra.http.routes.looking import As
from infra.http.service import Service
from infra.ledger import TableNotFoundError
from infra.live import News
from infra.measures import STREAMS
from projections.logs import log_lines
from projections.turns import Awaited, turn_of

PULSE = 15.0
"""Seconds after which a silent stream says that it is still there."""

RETRY = 2_000
MOST_AT_ONCE = 500
MOST_WAITING = 10_000
MOST_CAUGHT_UP = 10_000

log = structlog.get_logger("souls.http")


class Moved(msgspec.Struct, frozen=True):
    """A table of a person has moved on: where it stands, whether the person is awaited there, or asked to agree."""

    table: str
    game: str
    version: int
    phase: str
    awaited: bool
    asked: bool


class TurnTold(msgspec.Struct, frozen=True):
    """Where a table stands: its version and phase, who is awaited for what, and which seats are asked to agree."""

    version: int
    phase: str
    awaited: tuple[Awaited, ...]
    asked: tuple[int, ...]


class Reset(msgspec.Struct, frozen=True):
    """Too much has happened since to be told one by one: read the list of tables anew."""

    why: str


def limited(app: ASGIApp) -> ASGIApp:
    """Around a stream: it counts as open until it has ended, however that comes; 429 where who asks has too many."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        streams: OpenAtOnce = connection.app.state.streams
        try:
            with streams.one_more(counts_as(connection)):
                await app(scope, receive, send)
        except TooManyOpenError:
            raise ProblemError(
                429, "TOO_MANY_STREAMS", f"You have {streams.most} streams open already: end one of them first."
            ) from None

    return around


@get("/tables/{table_id:str}/events", opt=roles(LOOKERS), summary="What happens at a table, as it happens",
     media_type="text/event-stream", middleware=[limited])  # fmt: skip
async def table_events(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: As = None,
    after: Annotated[
        int | None, QueryParameter(ge=0, le=MAX_VERSION, description="Records behind this version; else only new ones.")
    ] = None,
) -> ServerSentEvent:
    viewer, begin = place.viewing(as_), _resumed(request, after, place.version)
    return _streamed("table", _records(service, request, place, viewer, begin))


@get("/me/events", opt=roles(PEOPLE), summary="Which of one's tables move on, as they do",
     media_type="text/event-stream", middleware=[limited])  # fmt: skip
async def my_events(
    request: Request[Any, Any, Any], service: NamedDependency[Service], caller: NamedDependency[Caller]
) -> ServerSentEvent:
    caller.known  # noqa: B018 - 401 for who is nobody
    positions = _positions(request.headers.get("last-event-id"), len(service.herald.positions))
    return _streamed("person", _moves(service, request, caller, positions))


def _streamed(kind: str, messages: AsyncGenerator[ServerSentEventMessage]) -> ServerSentEvent:
    return ServerSentEvent(_while_stored(kind, messages), headers={"Cache-Control": "no-store"})


async def _while_stored(
    kind: str, messages: AsyncGenerator[ServerSentEventMessage]
) -> AsyncGenerator[ServerSentEventMessage]:
    """The messages, until the store is away: once a stream has begun, no problem can be answered any more, only its end."""
    try:
        async with aclosing(messages):
            async for message in messages:
                yield message
    except OperationalError as error:
        log.warning("stream", stream=kind, why=str(error))


def _resumed(request: Request[Any, Any, Any], after: int | None, version: int) -> int:
    """The version that a stream begins behind. One that there is not yet cannot have been seen: it begins at the present."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) <= len(str(MAX_VERSION)):
        return min(int(last), version)
    return version if after is None else min(after, version)


async def _records(
    service: Service, request: Request[Any, Any, Any], place: Place, viewer: int | None, after: int
) -> AsyncGenerator[ServerSentEventMessage]:
    yield ServerSentEventMessage(None, retry=RETRY, comment="souls", id=str(after))
    told: Any = None

    def news(table: Table) -> tuple[list[Any], Any]:
        lines = []
        for line in log_lines(table, viewer, after=after):
            lines.append(line)
            if len(lines) == MOST_AT_ONCE:
                break
        turn = turn_of(table)
        return lines, TurnTold(table.version, turn.phase, turn.awaited, turn.asked)

    async with service.herald.watching(place.table) as moved, counted("table"):
        while not service.stopping.is_set():
            moved.clear()
            lines, turn = await service.live.look(place.table, news)
            for line in await with_names(service, lines):
                after = line.version
                yield _message("record", line, str(line.version))
            if turn != told:
                told = turn
                yield _message("turn", turn)
            if len(lines) == MOST_AT_ONCE:
                continue
            if not await _woken(moved):
                yield ServerSentEventMessage(None, comment="still here")
            if not await _may_still(service, request, place, viewer):
                return


@asynccontextmanager
async def counted(kind: str) -> AsyncIterator[None]:
    """Count a stream as long as it is open."""
    STREAMS.labels(kind).inc()
    try:
        yield
    finally:
        STREAMS.labels(kind).dec()


async def _may_still(service: Service, request: Request[Any, Any, Any], place: Place, viewer: int | None) -> bool:
    """Whether the caller may still look so: the token may have been revoked, the seat left."""
    with suppress(ProblemError, TableNotFoundError):
        caller = await _caller_now(service, request)
        now = await place_at(service, place.table, caller)
        return bool(now.roles & LOOKERS) and (viewer is None or viewer in now.seats)
    return False


async def _is_still(service: Service, request: Request[Any, Any, Any], caller: Caller) -> bool:
    """Whether the caller's token is still theirs."""
    with suppress(ProblemError):
        return (await _caller_now(service, request)).person == caller.person
    return False


async def _caller_now(service: Service, request: Request[Any, Any, Any]) -> Caller:
    header = request.headers.get("authorization")
    caller: Caller = request.user
    return caller if header is None else await caller_of(service, header.partition(" ")[2].strip())


async def _moves(
    service: Service, request: Request[Any, Any, Any], caller: Caller, positions: list[int] | None
) -> AsyncGenerator[ServerSentEventMessage]:
    waiting: asyncio.Queue[News] = asyncio.Queue(MOST_WAITING)
    async with service.herald.listening(waiting.put_nowait), counted("person"):
        reached = list(service.herald.positions)
        begun = _spelled(reached) if positions is None else None
        yield ServerSentEventMessage(None, retry=RETRY, comment="souls", id=begun)
        if positions is not None:
            missed = await service.threaded(_missed, service, positions)
            if missed is None:
                yield _message(
                    "reset", {"why": "too much has happened since: ask for the list of tables"}, _spelled(reached)
                )
            else:
                for table_id in missed:
                    moved = await _moved(service, table_id, caller)
                    if moved is not None:
                        yield _message("table", moved)
                yield ServerSentEventMessage(None, id=_spelled(reached), comment="caught up")
        while not service.stopping.is_set():
            batch = await _batch(service, waiting)
            if not await _is_still(service, request, caller):
                return
            for news in batch:
                reached[news.partition] = max(reached[news.partition], news.notification)
            for table_id in dict.fromkeys(news.table for news in batch):
                moved = await _moved(service, table_id, caller)
                if moved is not None:
                    yield _message("table", moved, _spelled(reached))
            if not batch:
                yield ServerSentEventMessage(None, comment="still here")


async def _batch(service: Service, waiting: "asyncio.Queue[News]") -> list[News]:
    """What has come, as soon as something has; nothing where nothing comes, or the service stops."""
    coming = asyncio.create_task(waiting.get())
    stopping = asyncio.create_task(service.stopping.wait())
    try:
        await asyncio.wait((coming, stopping), timeout=PULSE, return_when=asyncio.FIRST_COMPLETED)
        batch = [coming.result()] if coming.done() else []
    finally:
        coming.cancel()
        stopping.cancel()
    while not waiting.empty():
        batch.append(waiting.get_nowait())
    return batch


async def _moved(service: Service, table_id: str, caller: Caller) -> Moved | None:
    """What there is to tell of a table, None where the caller is nobody there."""
    try:
        place = await place_at(service, table_id, caller)
    except TableNotFoundError:
        return None
    if not place.roles & MEMBERS:
        return None

    def told(table: Table) -> Moved:
        turn = turn_of(table)
        awaited = any(one.seat in place.seats for one in turn.awaited)
        return Moved(table.id, turn.game, turn.version, turn.phase, awaited, bool({*turn.asked} & {*place.seats}))

    return await service.live.look(table_id, told)


def _missed(service: Service, positions: list[int]) -> list[str] | None:
    """The tables that have moved on behind these positions; None where that is too much to tell."""
    found: dict[str, None] = {}
    for partition, position in zip(service.ledger.partitions, positions, strict=True):
        pointers = partition.recorder.read_pointers(position, MOST_CAUGHT_UP + 1)
        if len(pointers) > MOST_CAUGHT_UP:
            return None
        found.update(dict.fromkeys(table_id for _, table_id in pointers))
    return list(found)


def _positions(text: str | None, partitions: int) -> list[int] | None:
    """Positions in the logs from an event's id; None where it is none."""
    parts = (text or "").split(".")
    if len(parts) != partitions or not all(part.isascii() and part.isdigit() and len(part) < 17 for part in parts):
        return None
    return list(map(int, parts))


def _spelled(positions: list[int]) -> str:
    return ".".join(map(str, positions))


async def _woken(moved: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(moved.wait(), PULSE)
    except TimeoutError:
        return False
    return True


def _message(event: str, data: Any, id: str | None = None) -> ServerSentEventMessage:  # noqa: A002 - the field's own name
    return ServerSentEventMessage(msgspec.json.encode(data).decode(), event=event, id=id)


ROUTES = [table_events, my_events]
