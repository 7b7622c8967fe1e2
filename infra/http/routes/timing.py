"""Time at a table: how it is arranged, and how much of it everybody has."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from domain.table.clocks.messages import ArrangeTime, GrantTime, ProposeTime, TimeControl
from domain.table.lifecycle import Phase
from domain.table.messages import HOST, MAX_SEATS, MAX_VERSION
from domain.table.records import Submission
from domain.table.table import Table
from infra.clock_spelling import read_time, some_span, write_time
from infra.http.problems import ProblemError
from infra.http.roles import HOSTS, LOOKERS, Place, roles
from infra.http.routes.playing import CommandId, expected_version, give
from infra.http.service import Service
from infra.http.shapes import Done
from infra.opened import new_command_id
from infra.spelling import SpellingError
from projections.turns import SeatTime, turn_of

Spelling = Annotated[str, Meta(max_length=300)]
Version = Annotated[int, Meta(ge=0, le=MAX_VERSION)]


class TimeCard(msgspec.Struct, frozen=True):
    """How time is arranged, as data and as it is spelled, and the time of each seat. `due`: when the server acts next."""

    table: str
    version: int
    spelled: str
    time: TimeControl
    seats: tuple[SeatTime, ...]
    due: int | None


class TimeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is to be arranged, spelled such as `move=48h,bank=10d+6h,weekends=sat+sun,out=bot`. Once the game has begun all
    seats are asked to agree."""

    time: Spelling
    expected: Version | None = None
    id: CommandId | None = None


class MoreTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More time for a seat, spelled such as `24h` or `1d12h`."""

    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    span: Annotated[str, Meta(max_length=40)]
    expected: Version | None = None
    id: CommandId | None = None


@get("/tables/{table_id:str}/time", opt=roles(LOOKERS), summary="How much time everybody has")
async def time(service: NamedDependency[Service], place: NamedDependency[Place]) -> TimeCard:
    def told(table: Table) -> TimeCard:
        turn, control = turn_of(table), table.clocks.control
        return TimeCard(table.id, table.version, write_time(control), control, turn.times, turn.due)

    return await service.live.look(place.table, told, place.version)


@post(
    "/tables/{table_id:str}/time", opt=roles(HOSTS), status_code=200, summary="Arrange time, or ask all to agree to it"
)
async def arrange(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[TimeAsked],
) -> Done:
    try:
        wanted = read_time(data.time)
    except SpellingError as error:
        raise ProblemError(422, "BAD_TIME", str(error)) from error
    early = place.phase in (Phase.OPEN, Phase.SEATED)
    command = ArrangeTime(wanted) if early else ProposeTime(wanted)
    expected = expected_version(request, data.expected)
    return await give(service, place, Submission(data.id or new_command_id(), HOST, expected, command))


@post("/tables/{table_id:str}/time/grants", opt=roles(HOSTS), status_code=200, summary="Give a seat more time")
async def grant(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[MoreTime],
) -> Done:
    try:
        command = GrantTime(data.seat, some_span(data.span))
    except SpellingError as error:
        raise ProblemError(422, "BAD_TIME", str(error)) from error
    expected = expected_version(request, data.expected)
    return await give(service, place, Submission(data.id or new_command_id(), HOST, expected, command))


ROUTES = [time, arrange, grant]
