"""How a contest ends: settlements of its parties, rulings, votes, and an appeal."""

from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from domain.table.disputes.messages import (
    AcceptArbiter,
    AnswerSettlement,
    Appeal,
    Choice,
    GiveRuling,
    Outcome,
    ProposeSettlement,
    PutToVote,
    VoteOnRuling,
)
from infra.http.disputing import (
    ContestAnswer,
    ContestPath,
    RemedyAsked,
    Speaking,
    Words,
    check_known,
    contest_answer,
    dry_run,
    give_about,
    give_saying,
    known,
    remedy_meant,
    viewer_for,
)
from infra.http.roles import ARBITER_ROLE, HOSTS, MEMBERS, SEATS, Place, roles
from infra.http.routes.playing import expected_version
from infra.http.service import Service


class Proposal(Speaking, frozen=True, kw_only=True):
    """A settlement that is proposed to the parties: a remedy, or that all stays as it is. `dry_run` tells what it would do if
    all agree, and does nothing."""

    remedy: RemedyAsked | None = None
    dry_run: bool = False


class SettlementAnswer(Speaking, frozen=True, kw_only=True):
    """Whether one agrees to the settlement that is proposed."""

    agree: bool


class RulingGiven(Speaking, frozen=True, kw_only=True):
    """A ruling of the arbiter, or, with `as_vote`, one that is put to the vote of the seats. `reasons` are in one's own words.
    `dry_run` tells what it would do, and does nothing."""

    outcome: Outcome
    remedy: RemedyAsked | None = None
    reasons: Words | None = None
    as_vote: bool = False
    dry_run: bool = False


class Vote(Speaking, frozen=True, kw_only=True):
    """A vote on the ruling that was put to the vote."""

    choice: Choice


class Appealing(Speaking, frozen=True, kw_only=True):
    """An appeal, with an argument in one's own words."""

    because: Words | None = None


@post(
    "/tables/{table_id:str}/contests/{contest:int}/settlements",
    opt=roles(SEATS | HOSTS),
    status_code=200,
    summary="Propose to settle a contest",
)
async def propose(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Proposal],
) -> ContestAnswer:
    by, table = place.speaking(data.as_), await known(service, place, contest)
    command = ProposeSettlement(contest, remedy_meant(place, table, contest, data.remedy))
    if data.dry_run:
        return await dry_run(service, place, contest, by, command)
    return await give_about(request, service, place, contest, data, command)


@post(
    "/tables/{table_id:str}/contests/{contest:int}/settlements/answer",
    opt=roles(SEATS),
    status_code=200,
    summary="Agree to a settlement, or decline it",
)
async def answer_settlement(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[SettlementAnswer],
) -> ContestAnswer:
    await check_known(service, place, contest)
    return await give_about(request, service, place, contest, data, AnswerSettlement(contest, data.agree))


@post(
    "/tables/{table_id:str}/contests/{contest:int}/accept-arbiter",
    opt=roles(SEATS),
    status_code=200,
    summary="Accept that an arbiter rules who is a party",
)
async def accept_arbiter(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Speaking],
) -> ContestAnswer:
    await check_known(service, place, contest)
    return await give_about(request, service, place, contest, data, AcceptArbiter(contest))


@post(
    "/tables/{table_id:str}/contests/{contest:int}/rulings",
    opt=roles(MEMBERS),
    status_code=200,
    summary="Rule on a contest, or put a ruling to the vote",
)
async def rule(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[RulingGiven],
) -> ContestAnswer:
    by = place.speaking(data.as_ if data.as_ is not None or data.as_vote else ARBITER_ROLE)
    table = await known(service, place, contest)
    remedy, kind = remedy_meant(place, table, contest, data.remedy), PutToVote if data.as_vote else GiveRuling
    if data.dry_run:
        return await dry_run(service, place, contest, by, kind(contest, data.outcome, remedy))
    expected = expected_version(request, data.expected)
    done = await give_saying(
        service, place, by, data, expected, data.reasons,
        lambda text_hash: kind(contest, data.outcome, remedy, text_hash),
    )  # fmt: skip
    return await contest_answer(service, place, contest, viewer_for(place, by), done)


@post(
    "/tables/{table_id:str}/contests/{contest:int}/votes",
    opt=roles(SEATS),
    status_code=200,
    summary="Vote on a ruling, once",
)
async def vote(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Vote],
) -> ContestAnswer:
    await check_known(service, place, contest)
    return await give_about(request, service, place, contest, data, VoteOnRuling(contest, data.choice))


@post(
    "/tables/{table_id:str}/contests/{contest:int}/appeal",
    opt=roles(SEATS | HOSTS),
    status_code=200,
    summary="Ask, once, that another judges what was ruled",
)
async def appeal(
    request: Request[Any, Any, Any],
    service: NamedDependency[Service],
    place: NamedDependency[Place],
    contest: ContestPath,
    data: JSONBody[Appealing],
) -> ContestAnswer:
    by, expected = place.speaking(data.as_), expected_version(request, data.expected)
    await check_known(service, place, contest)
    done = await give_saying(
        service, place, by, data, expected, data.because, lambda text_hash: Appeal(contest, text_hash)
    )
    return await contest_answer(service, place, contest, viewer_for(place, by), done)


ROUTES = [propose, answer_settlement, accept_arbiter, rule, vote, appeal]
