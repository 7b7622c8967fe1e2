"""Who asks: known by the token in the request's head, checked each time, so that what is revoked is so at once."""

from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from infra.http.hooks import shows_secret
from infra.http.limits import Limits
from infra.http.problems import ProblemError
from infra.http.service import Service
from infra.people.tokens import Bearer

_SCHEME = "bearer"
LONGEST_TOKEN = 200
UNCOUNTED = {"uncounted": True}
"""For a handler's `opt`: whoever watches over the service may ask this as often as they like."""


class Caller(msgspec.Struct, frozen=True):
    """Who asks: a person, an operator perhaps, by a token that ends at a time (microseconds) or never; a stranger is none."""

    person: str | None = None
    is_operator: bool = False
    token: str = ""
    expires: int | None = None

    @property
    def is_stranger(self) -> bool:
        return self.person is None and not self.is_operator

    @property
    def known(self) -> str:
        """The person's id; 401 for who is none."""
        if self.person is None:
            raise ProblemError(401, "TOKEN_NEEDED", "Say who asks: with 'Authorization: Bearer TOKEN'.")
        return self.person


STRANGER = Caller()


class Authentication(AbstractAuthenticationMiddleware):
    """Reads `Authorization: Bearer TOKEN`; without it a stranger asks, and a wrong one is 401 whatever is asked."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        header = connection.headers.get("authorization")
        service: Service = connection.app.state.service
        try:
            # One round trip for all that has to be known before anything is done.
            token = None if header is None else _token(header)
            found = await service.first_look(token, connection.path_params.get("table_id"))
            caller = STRANGER if token is None else _caller(found.bearer)
        except ProblemError:
            _count(connection, STRANGER)
            raise
        if not UNCOUNTED.items() <= connection.route_handler.opt.items():
            _count(connection, caller)
        return AuthenticationResult(user=caller, auth=found)


def count_sign_up(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """429 where too many accounts are made from one address: each has an allowance of its own."""
    _take(connection.app.state.sign_ups, _address(connection))


def counts_as(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Who is meant where something is allowed to each: the person, else the address that asks."""
    caller: Caller = connection.user
    return caller.person or _address(connection)


def _address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client else ""


def _count(connection: ASGIConnection[Any, Any, Any, Any], caller: Caller) -> None:
    """429 where too much is asked: by a person, or from an address by who shows no token that is valid. A mail server or a chat
    that shows the secret of the hooks speaks for many, each of whom is counted by their reply token."""
    state = connection.app.state
    if caller.person:
        _take(state.limits, caller.person)
    elif not (caller.is_stranger and shows_secret(connection, state.service.settings.hook_secret)):
        _take(state.stranger_limits, _address(connection))


def _take(limits: Limits, who: str) -> None:
    wait = limits.take(who)
    if wait:
        raise ProblemError(
            429,
            "TOO_MANY_REQUESTS",
            f"This is too much at once: ask again in {wait} s.",
            headers={"Retry-After": str(wait)},
        )


async def caller_of(service: Service, token: str) -> Caller:
    """Whose token it is; 401 for none that is valid."""
    return _caller((await service.first_look(token, None)).bearer)


def _caller(bearer: Bearer | None) -> Caller:
    if bearer is None:
        raise ProblemError(401, "TOKEN_INVALID", "This token is not valid, or not any more.")
    return Caller(bearer.person, bearer.scope == "operator", bearer.token_id, bearer.expires)


def _token(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme.lower() != _SCHEME or not token.strip() or len(token) > LONGEST_TOKEN:
        raise ProblemError(401, "TOKEN_INVALID", "The head 'Authorization' is 'Bearer TOKEN'.")
    return token.strip()
