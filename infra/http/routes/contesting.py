"""Contests: what one was turned down for, what is contested at a table, contesting it, adding to it, taking it back."""

from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from domain.table.disputes.messages import AddEvidence, ClauseId, ContestRecord, WithdrawContest
from domain.table.messages import Command
from domain.table.table import Table
from infra.cases import contests_of
from infra.http.disputing import (
    ContestAnswer,
    ContestPath,
    Speaking,
    Words,
    check_known,
    contest_answer,
    give_about,
    give_saying,
    viewer_for,
)
from infra.http.naming import in_names
from infra.http.problems import ProblemError
from infra.http.roles import ARBITER_ROLE, HOST_ROLE, HOSTS, LOOKERS, MEMBERS, SEATS, Place, roles
from infra.http.routes.looking import As
from infra.http.routes.playing import expected_version
from infra.http.service import Service
from infra.http.shapes import AtVersion, Page
from infra.refusals import KeptRefusal, contest_of, own_refusals, refusal_said
from projections.disputes.contested import ContestTold

MOST_RECORDS = 32

RefusalId = Annotated[str, Meta(pattern=r"^[0-9]{1,20}-[0-9]{1,20}$(?!\n)")]


class RefusalCard(msgspec.Struct, frozen=True):
    """A command of one's own that was turned down, and why in a sentence. By its id it can be contested; that publishes the
    command, with a card that it names, to all who may see such a command."""

    refusal: KeptRefusal
    sentence: str


class Contesting(Speaking, frozen=True, kw_only=True):
    """A contest of a record by its version, or of a refusal by its id, under a clause; `because` is the argument, in one's own
    words. Whoever contests a refusal publishes the command, with a card that it names. Without `expected` it does not matter
    what others do meanwhile."""

    record: AtVersion | None = None
    refusal: RefusalId | None = None
    clause: ClauseId
    because: Words | None = None


class Evidence(Speaking, frozen=True, kw_only=True):
    """A text, or the versions of records that bear on a contest, or both. Without `expected` it does not matter what others do
    meanwhile."""

    text: Words | None = None
    records: Annotated[tuple[AtVersion, ...], Meta(max_length=MOST_RECORDS)] = ()


@get("/tables/{table_id:str}/refusals", opt=roles(MEMBERS), summary="What one was turned down for")
async def refusals(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: Annotated[
        str | None, QueryParameter(name="as", max_length=60, description="Of a seat, as host or arbiter; else of all.")
    ] = None,
    after: Annotated[str | None, QueryParameter(pattern=r"^[0-9]{1,20}-[0-9]{1,20}$(?!\n)")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> Page[RefusalCard]:
    """One's own alone: of the seats that one holds, as host, as arbiter; the oldest first."""
    voices = [place.speaking(as_)] if as_ is not None else _voices(place)
    table = await service.live.table(place.table)
    kept = await service.threaded(service.ledger.refusals, place.table)
    own = {one.id: one for who in voices for one in own_refusals(kept, table, who)}
    order = sorted(own, key=_place_of)
    behind = [own[one] for one in order if after is None or _place_of(one) > _place_of(after)]
    sentences = await in_names(service, [refusal_said(table, one) for one in behind[:limit]])
    items = [RefusalCard(one, sentence) for one, sentence in zip(behind, sentences, strict=False)]
    return Page(items, behind[limit - 1].id if len(behind) > limit else None)


@get("/tables/{table_id:str}/contests", opt=roles(LOOKERS), summary="What is contested at a table")
async def contests(
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    as_: As = None,
    after: Annotated[int, QueryParameter(ge=0, le=10_000, description="Contests behind this number.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> Page[ContestTold]:
    viewer, table = place.viewing(as_), await service.live.table(place.table)
    found = await service.threaded(
        lambda: list(islice(contests_of(service.souls.writings, table, viewer).all(after), limit))
    )
    more = bool(found) and found[-1].number < len(table.disputes.contests)
    return Page(found, str(found[-1].number) if more else None)


@get("/tables/{table_id:str}/contests/{contest:int}", opt=roles(LOOKERS), summary="A contest as it stands")
async def contest(
    service: NamedDependency[Service], place: NamedDependency[Place], contest: ContestPath, as_: As = None
) -> ContestAnswer:
    return await contest_answer(service, place, contest, place.viewing(as_))


@post("/tables/{table_id:str}/contests", opt=roles(SEATS | HOSTS), summary="Contest a record or a refusal")
async def contest_it(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    data: JSONBody[Contesting],
) -> Response[ContestAnswer]:
    """Who contests a refusal publishes the command that was turned down: everybody sees it who may see such a command."""
    if (data.record is None) == (data.refusal is None):
        raise ProblemError(422, "NOT_ONE", "Contest either a record, by its version, or a refusal, by its id.")
    by, expected = place.speaking(data.as_), _seen(request, data)
    refused = None if data.refusal is None else await _refusal(service, place, by, data.refusal)

    def commanding(text_hash: str | None) -> Command:
        if refused is not None:
            return contest_of(refused, data.clause, text_hash)
        assert data.record is not None
        return ContestRecord(data.record, data.clause, text_hash)

    commanding(None)  # so that what cannot be contested is said before any text is kept
    done = await give_saying(service, place, by, data, expected, data.because, commanding)
    number = await service.live.look(place.table, lambda table: _opened_at(table, done.first))
    answer = await contest_answer(service, place, number, viewer_for(place, by), done)
    return Response(answer, status_code=201, headers={"Location": f"/tables/{place.table}/contests/{number}"})


@post(
    "/tables/{table_id:str}/contests/{contest:int}/evidence",
    opt=roles(MEMBERS),
    status_code=200,
    summary="Add a text, or records, to a contest",
)
async def evidence(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Evidence],
) -> ContestAnswer:
    by, expected = place.speaking(data.as_), _seen(request, data)
    await check_known(service, place, contest)
    versions = tuple(dict.fromkeys(data.records))
    done = await give_saying(
        service, place, by, data, expected, data.text, lambda text_hash: AddEvidence(contest, text_hash, versions)
    )
    return await contest_answer(service, place, contest, viewer_for(place, by), done)


@post(
    "/tables/{table_id:str}/contests/{contest:int}/withdraw",
    opt=roles(SEATS | HOSTS),
    status_code=200,
    summary="Take back a contest of one's own",
)
async def withdraw(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Speaking],
) -> ContestAnswer:
    await check_known(service, place, contest)
    return await give_about(request, service, place, contest, data, WithdrawContest(contest))


def _voices(place: Place) -> list[int]:
    words = [role for role in (HOST_ROLE, ARBITER_ROLE) if role in place.roles]
    return [*place.seats, *map(place.speaking, words)]


def _place_of(refusal_id: str) -> tuple[int, int]:
    milliseconds, _, number = refusal_id.partition("-")
    return int(milliseconds), int(number)


def _seen(request: Request[Any, Any, Any], data: Speaking) -> int | None:
    """The version that was seen, None where it is not said."""
    said = data.expected is not None or "if-match" in request.headers
    return expected_version(request, data.expected) if said else None


async def _refusal(service: Service, place: Place, by: int, refusal_id: str) -> KeptRefusal:
    table = await service.live.table(place.table)
    kept = await service.threaded(service.ledger.refusals, place.table)
    found = next((one for one in own_refusals(kept, table, by) if one.id == refusal_id), None)
    if found is None:
        raise ProblemError(404, "NO_SUCH_REFUSAL", f"{table.catalogue.seat(by)} has met no such refusal at this table.")
    return found


def _opened_at(table: Table, version: int) -> int:
    return next(one.number for one in table.disputes.contests if one.opened == version)


ROUTES = [refusals, contests, contest, contest_it, evidence, withdraw]
