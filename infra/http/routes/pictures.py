"""Pictures of a table: the board as a seat sees it, the latest move in motion, the past of its piles; as SVG and PNG."""

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.table.table import Table
from infra.http.problems import ProblemError
from infra.http.roles import LOOKERS, Place, roles
from infra.http.routes.looking import As, At, seen
from infra.http.service import Service
from infra.http.tags import has_tag, tagged
from infra.pictures import board_png
from projections import piles_of
from projections.pictures.boards import animation_svg, board_svg, timeline_svg

SVG, PNG = "image/svg+xml", "image/png"
Width = Annotated[int, QueryParameter(ge=100, le=2_000, description="How wide the picture is, in pixels.")]


@get("/tables/{table_id:str}/board.svg", opt=roles(LOOKERS), media_type=SVG, summary="The board as a picture")
async def board_as_svg(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    at: At = None,
    as_: As = None,
) -> Response[str]:
    viewer, tag = place.viewing(as_), f"{at or place.version}.{place.viewing(as_)}.svg"
    if has_tag(request.headers.get("if-none-match"), tag):
        return tagged(request, tag, "")
    return tagged(request, tag, await seen(service, place, at, lambda table: _board(table, viewer)), media_type=SVG)


@get("/tables/{table_id:str}/board.png", opt=roles(LOOKERS), media_type=PNG, summary="The board as a picture in pixels")
async def board_as_png(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    at: At = None,
    as_: As = None,
    width: Width = 1_000,
) -> Response[bytes]:
    viewer, tag = place.viewing(as_), f"{at or place.version}.{place.viewing(as_)}.{width}.png"
    if has_tag(request.headers.get("if-none-match"), tag):
        return tagged(request, tag, b"")
    table = await (
        service.live.table(place.table, place.version) if at is None else seen(service, place, at, Table.copy)
    )
    made = await service.heavy(board_png, table, viewer, width)
    if made is None:
        raise _not_begun()
    return tagged(request, tag, made, media_type=PNG)


@get("/tables/{table_id:str}/motion.svg", opt=roles(LOOKERS), media_type=SVG, summary="The latest move in motion")
async def motion(service: NamedDependency[Service], place: NamedDependency[Place], at: At = None) -> Response[str]:
    made = await seen(service, place, at, animation_svg)
    if made is None:
        raise ProblemError(404, "NOTHING_MOVES", "Nothing has happened at this table that is shown in motion.")
    return Response(made, media_type=SVG)


@get(
    "/tables/{table_id:str}/piles.svg", opt=roles(LOOKERS), media_type=SVG, summary="The past of the piles as a picture"
)
async def piles(service: NamedDependency[Service], place: NamedDependency[Place], at: At = None) -> Response[str]:
    found = piles_of(place.game)

    def drawn(table: Table) -> str | None:
        return timeline_svg(found, table) if found and table.game is not None and found.has_timeline(table) else None

    made = await seen(service, place, at, drawn)
    if made is None:
        raise ProblemError(404, "NO_PILES", "There is no such picture at this table.")
    return Response(made, media_type=SVG)


def _board(table: Table, viewer: int | None) -> str:
    if table.game is None:
        raise _not_begun()
    return board_svg(table, viewer)


def _not_begun() -> ProblemError:
    return ProblemError(409, "NOT_BEGUN", "The game has not begun, so there is no board.")


ROUTES = [board_as_svg, board_as_png, motion, piles]
