"""Case files, counterfactuals, and what a correction may say."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from domain.table.disputes.messages import Adjustment
from domain.table.messages import MAX_SEATS
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.cases import case_of, cited, other_reading
from infra.corrections import correctable, written_schema
from infra.http.disputing import MOST_EVENTS, ContestPath, RemedyAsked, RewindTo, SeatName, known, remedy_meant
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import ANYBODY, ARBITER_ROLE, LOOKERS, Place, roles
from infra.http.routes.law import citable
from infra.http.routes.looking import As
from infra.http.service import Service
from infra.precedents import Known
from projections.disputes import NEUTRAL, CaseFile, Reader, may_read_whole
from projections.disputes.case import case_scenes
from projections.disputes.case_html import case_html
from projections.disputes.counterfactual import Counterfactual
from projections.disputes.counterfactual_chart import chart, verdict
from projections.pictures.svg import render_svg

SVG, HTML = "image/svg+xml", "text/html"

Whole = Annotated[
    bool,
    QueryParameter(description="With all that is hidden: once the game is over, or for an arbiter who holds no seat."),
]


class OtherReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What would have been instead, as in a remedy; nothing: what is contested had not been decided, or what was ruled had not
    been."""

    rewind: RewindTo | None = None
    correction: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_EVENTS)] | None = None
    points: Annotated[dict[SeatName, Adjustment], Meta(max_length=MAX_SEATS)] = {}


class CounterfactualTold(msgspec.Struct, frozen=True):
    """The rest of a game under the other reading: by how much each seat would have more, whether others would be first (None:
    nobody knows), and what it comes to in words."""

    counterfactual: Counterfactual
    differences: tuple[int, ...]
    changes_winner: bool | None
    verdict: str


class Correctable(msgspec.Struct, frozen=True):
    """Which events a correction may have, and the JSON Schema of one: a list of events, told apart by the field `event`."""

    game: str
    events: tuple[str, ...]
    schema: dict[str, Any]


@get(
    "/tables/{table_id:str}/contests/{contest:int}/case",
    opt=roles(LOOKERS),
    summary="The case of a contest: everything that its reader may know of it",
)
async def case(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    as_: As = None,
    whole: Whole = False,
) -> CaseFile:
    table = await known(service, place, contest)
    reader = _reader(place, table, as_, whole)
    earlier = await citable(service, place.caller, place.game)
    return await service.heavy(_made, service, table, contest, reader, earlier)


@get(
    "/tables/{table_id:str}/contests/{contest:int}/case.html",
    opt=roles(LOOKERS),
    media_type=HTML,
    summary="The case of a contest as a page",
)
async def case_page(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    as_: As = None,
    whole: Whole = False,
) -> Response[str]:
    table = await known(service, place, contest)
    reader = _reader(place, table, as_, whole)
    earlier = await citable(service, place.caller, place.game)

    def page() -> str:
        return case_html(_made(service, table, contest, reader, earlier), case_scenes(table, contest, reader))

    return Response(await service.heavy(page), media_type=HTML)


@post(
    "/tables/{table_id:str}/contests/{contest:int}/counterfactual",
    opt=roles(LOOKERS),
    status_code=200,
    summary="The rest of a game under the other reading",
)
async def tell_counterfactual(
    service: NamedDependency[Service], place: NamedDependency[Place], contest: ContestPath, data: JSONBody[OtherReading]
) -> CounterfactualTold:
    """While the game goes on only an arbiter without a seat may look."""
    table, made = await _read_otherwise(service, place, contest, data)
    return CounterfactualTold(made, made.differences, made.changes_winner, verdict(made, table.catalogue))


@post(
    "/tables/{table_id:str}/contests/{contest:int}/counterfactual.svg",
    opt=roles(LOOKERS),
    status_code=200,
    media_type=SVG,
    summary="The rest of a game under the other reading, as a chart",
)
async def draw_counterfactual(
    service: NamedDependency[Service], place: NamedDependency[Place], contest: ContestPath, data: JSONBody[OtherReading]
) -> Response[str]:
    table, made = await _read_otherwise(service, place, contest, data)
    return Response(render_svg(chart(made, table.catalogue)), media_type=SVG)


@get("/games/{game:str}/corrections", opt=roles(ANYBODY), summary="What a correction may say", sync_to_thread=False)
def corrections(service: NamedDependency[Service], game: FromPath[str]) -> Correctable:
    book = service.ledger.rulebooks[game]
    return Correctable(book.game, tuple(correctable(book)), written_schema(book))


def _reader(place: Place, table: Table, as_: str | None, whole: bool) -> Reader:
    if not whole:
        return place.viewing(as_)
    if as_ is not None:
        raise ProblemError(422, "NOT_ONE", "A case is read for a seat, or whole, not both.")
    _check_reads_whole(place, table)
    return NEUTRAL


def _check_reads_whole(place: Place, table: Table) -> None:
    """403 but for whom everything is to be read: all when the game is over, before only an arbiter who holds no seat."""
    over = table.finished is not None or table.abandoned
    if not may_read_whole(table) or not (over or ARBITER_ROLE in place.roles):
        raise ProblemError(
            403, "NOT_FOR_YOU_NOW", "While the game goes on this is only for an arbiter who holds no seat."
        )


def _made(service: Service, table: Table, contest: int, reader: Reader, earlier: Sequence[Known]) -> CaseFile:
    return case_of(service.souls.writings, table, contest, reader, cited(earlier))


async def _read_otherwise(
    service: Service, place: Place, contest: int, data: OtherReading
) -> tuple[Table, Counterfactual]:
    table = await known(service, place, contest)
    _check_reads_whole(place, table)
    remedy = remedy_meant(place, table, contest, RemedyAsked(data.rewind, data.correction, data.points))
    try:
        return table, await service.heavy(other_reading, service.ledger, table, contest, remedy)
    except Refusal as refusal:
        raise RefusedError(table.catalogue, refusal, version=table.version) from None


ROUTES = [case, case_page, tell_counterfactual, draw_counterfactual, corrections]
