"""Notifications that were given up, for operators: why, and what is to become of them."""

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from infra.http.problems import ProblemError
from infra.http.roles import OPERATORS, roles
from infra.http.service import Service
from infra.http.shapes import Page
from infra.notify import DeadLetter


@get("/letters", opt=roles(OPERATORS), summary="Notifications that were given up")
async def letters(
    service: NamedDependency[Service],
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
) -> Page[DeadLetter]:
    found = await service.threaded(service.notifier.dead_letters)
    return Page(found[after : after + limit], str(after + limit) if len(found) > after + limit else None)


@post("/letters/{letter:str}/again", opt=roles(OPERATORS), status_code=204, summary="Try one again")
async def again(service: NamedDependency[Service], letter: FromPath[str]) -> None:
    if not await service.threaded(service.notifier.requeue, letter):
        raise ProblemError(404, "NO_SUCH_LETTER", "No notification of this id was given up.")
    service.hurry()


@delete("/letters/{letter:str}", opt=roles(OPERATORS), summary="Throw one away")
async def drop(service: NamedDependency[Service], letter: FromPath[str]) -> None:
    if not await service.threaded(service.notifier.drop, letter):
        raise ProblemError(404, "NO_SUCH_LETTER", "No notification of this id was given up.")


ROUTES = [letters, again, drop]
