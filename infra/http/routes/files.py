"""Files of a table: exports and audit bundles, signed, as a seat may see them or whole."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter

from domain.table.messages import WHOLE
from domain.table.refusals import Refusal
from infra.bundles import bundle_table
from infra.exports import export_table
from infra.http.problems import ProblemError, RefusedError
from infra.http.roles import MEMBERS, OPERATOR, Place, roles
from infra.http.service import Service

BINARY = "application/octet-stream"
As = Annotated[
    str | None,
    QueryParameter(
        name="as", max_length=60,
        description="Whose file: a seat that you hold, by number or name; without it your first. Who holds none (a host, an "
        "arbiter) gets the `whole`, once the game is over.",
    ),
]  # fmt: skip


@get(
    "/tables/{table_id:str}/export",
    opt=roles(MEMBERS | {OPERATOR}),
    media_type=BINARY,
    summary="A table as a signed file",
)
async def export(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: As = None,
    whole: Annotated[bool, QueryParameter(description="All records, once the game is over.")] = False,
    raw: Annotated[
        bool, QueryParameter(description="All records of an unfinished game: for operators, and recorded.")
    ] = False,
) -> Response[bytes]:
    if raw and not place.caller.is_operator:
        raise ProblemError(403, "NOT_FOR_YOU", "Only an operator takes out the log of an unfinished game.")
    viewer = _viewer(place, as_, whole or raw)

    def made() -> bytes:
        if raw:
            disclosed = service.ledger.disclose_log(place.table)
            if isinstance(disclosed, Refusal) and disclosed.code != "WRONG_LIFE_PHASE":
                raise RefusedError(service.ledger.current(place.table).catalogue, disclosed)
        return export_table(service.ledger, service.souls.signer, place.table, viewer=viewer, raw=raw)

    return _file(place, await service.heavy(made), "souls")


@get(
    "/tables/{table_id:str}/audit", opt=roles(MEMBERS | {OPERATOR}), media_type=BINARY, summary="A table's audit bundle"
)
async def audit(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: As = None,
    whole: Annotated[bool, QueryParameter(description="All records, once the game is over.")] = False,
    pictures: FromQuery[bool] = False,
) -> Response[bytes]:
    viewer = _viewer(place, as_, whole)

    data = await service.heavy(
        lambda: bundle_table(
            service.ledger, service.souls.writings, service.souls.signer, place.table, viewer=viewer, pictures=pictures
        )
    )
    return _file(place, data, "audit")


def _viewer(place: Place, seat: str | None, whole: bool) -> int:
    if whole:
        return WHOLE
    viewer = place.viewing(seat)
    if viewer is None:
        raise ProblemError(
            422,
            "SEAT_NEEDED",
            "Such a file is what one seat knows, so name one that you hold; or ask with 'whole' "
            "for all of it once the game is over.",
        )
    return viewer


def _file(place: Place, data: bytes, ending: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{place.table}.{ending}"', "Cache-Control": "no-store"}
    return Response(data, media_type=BINARY, headers=headers)


ROUTES = [export, audit]
