"""What operators and their machines ask: whether the service is well, and how it fares."""

from contextlib import suppress

import msgspec
from eventsourcing.persistence import PersistenceError
from litestar import Response, get
from litestar.di import NamedDependency

from infra.http.callers import UNCOUNTED
from infra.http.problems import KEYS_AWAY, ProblemError
from infra.http.roles import ANYBODY, OPERATORS, roles
from infra.http.service import Service
from infra.keyring import KeyringError
from infra.measures import CONTENT_TYPE, LETTERS, measured


class Health(msgspec.Struct, frozen=True):
    """The service is well: its store answers, and people's keys can be used."""

    status: str


@get("/health", opt={**roles(ANYBODY), **UNCOUNTED}, summary="Whether the service is well")
async def health(service: NamedDependency[Service]) -> Health:
    if service.stopping.is_set():
        raise ProblemError(503, "STOPPING", "The service is about to stop.")
    try:
        await service.check_health()
    except (PersistenceError, TimeoutError):
        raise ProblemError(503, "STORE_AWAY", "The store does not answer.") from None
    except KeyringError:
        raise ProblemError(503, "KEYS_AWAY", KEYS_AWAY) from None
    return Health("ok")


@get("/metrics", opt=roles(OPERATORS), media_type="text/plain", summary="Figures for Prometheus")
async def metrics(service: NamedDependency[Service]) -> Response[bytes]:
    def measure() -> bytes:
        with suppress(PersistenceError):  # the other figures are wanted all the more
            for state, number in service.notifier.standing().items():
                LETTERS.labels(state).set(number)
        return measured()

    return Response(await service.threaded(measure), media_type=CONTENT_TYPE)


ROUTES = [health, metrics]
