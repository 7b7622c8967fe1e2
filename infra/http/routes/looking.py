"""Looking at a table: its card, boards, log, scores, piles; now, or as it was at a version."""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.table.messages import MAX_VERSION
from domain.table.table import Table
from infra.http.naming import with_names
from infra.http.problems import ProblemError
from infra.http.roles import LOOKERS, Place, roles
from infra.http.service import Service
from infra.http.shapes import Page, TableCard, table_card
from infra.http.tags import tagged
from projections import piles_of
from projections.boards import Board, board_of
from projections.logs import LogLine, log_lines
from projections.scores import ScoreSheet, score_sheet

T = TypeVar("T")

At = Annotated[
    int | None, QueryParameter(name="at", ge=1, le=MAX_VERSION, description="As it was at this version; else now.")
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as", max_length=60, description="Whose eyes: a seat that you hold, by number or name, or 'spectator'."
    ),
]
MOST_LINES = 500


class Piles(msgspec.Struct, frozen=True):
    """The open piles of a game: everything known of them, and in lines for people."""

    table: str
    version: int
    title: str
    sheet: Any
    told: tuple[str, ...]
    past: tuple[str, ...]


async def seen(service: Service, place: Place, at: int | None, looked: Callable[[Table], T]) -> T:
    """What a function makes of the table now, or as it was at a version; 404 for a version that there is none of."""
    if at is None or at == place.version:
        return await service.live.look(place.table, looked, place.version)
    if at > place.version:
        raise ProblemError(404, "NO_SUCH_VERSION", f"The table has the versions 1 to {place.version}, not {at}.")
    return await service.threaded(lambda: looked(service.ledger.table(place.table, at)))


@get("/tables/{table_id:str}", opt=roles(LOOKERS), summary="Where a table stands")
async def card(service: NamedDependency[Service], place: NamedDependency[Place]) -> TableCard:
    return await table_card(service, place.table, place.caller)


@get("/tables/{table_id:str}/board", opt=roles(LOOKERS), summary="The board as a seat sees it")
async def board(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    at: At = None,
    as_: As = None,
) -> Response[Board]:
    viewer = place.viewing(as_)
    made = await seen(service, place, at, lambda table: board_of(table, viewer))
    return tagged(request, f"{made.version}.{viewer}", made)


@get("/tables/{table_id:str}/log", opt=roles(LOOKERS), summary="What happened, record by record")
async def log(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: As = None,
    after: Annotated[int, QueryParameter(ge=0, le=MAX_VERSION, description="Records behind this version.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_LINES)] = 100,
) -> Page[LogLine]:
    viewer = place.viewing(as_)

    def lines(table: Table) -> Page[LogLine]:
        found: list[LogLine] = []
        for line in log_lines(table, viewer, after=after):
            if len(found) == limit:
                return Page(found, str(found[-1].version))
            found.append(line)
        return Page(found, None)

    found = await service.live.look(place.table, lines, place.version)
    return Page(await with_names(service, found.items), found.next)


@get("/tables/{table_id:str}/scores", opt=roles(LOOKERS), summary="Every point explained")
async def scores(service: NamedDependency[Service], place: NamedDependency[Place], at: At = None) -> ScoreSheet:
    return await seen(service, place, at, score_sheet)


@get(
    "/tables/{table_id:str}/piles", opt=roles(LOOKERS), summary="The open piles of a game that has some, and their past"
)
async def piles(service: NamedDependency[Service], place: NamedDependency[Place], at: At = None) -> Piles:
    found = piles_of(place.game)
    if found is None:
        raise ProblemError(404, "NO_PILES", "This game has no open piles.")

    def told(table: Table) -> Piles:
        if table.game is None:
            raise ProblemError(409, "NOT_BEGUN", "The game has not begun.")
        sheet = msgspec.to_builtins(found.sheet(table))
        return Piles(
            table.id, table.version, found.title, sheet, tuple(found.told(table)), tuple(found.past_told(table))
        )

    return await seen(service, place, at, told)


ROUTES = [card, board, log, scores, piles]
