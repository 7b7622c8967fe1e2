"""Who may ask what: every route names the roles that it is for, and one guard asks for them before anything else is looked at.

The table of all routes and roles (`routes_table`) is made of the same names; the documentation shows it, and a test goes
through all of it.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from domain.table.kernel import can_act_for
from domain.table.messages import ARBITER, HOST
from domain.table.table import Table
from infra.http.callers import Caller
from infra.http.problems import ProblemError
from infra.http.service import FirstLook, Service
from infra.ledger import TableNotFoundError
from infra.people.access import Access, sat_until

STRANGER, PERSON, OPERATOR = "stranger", "person", "operator"
SPECTATOR, SEAT, HOST_ROLE, ARBITER_ROLE = "spectator", "seat", "host", "arbiter"
ROLES: Final = (STRANGER, PERSON, SPECTATOR, SEAT, HOST_ROLE, ARBITER_ROLE, OPERATOR)
"""Who has several has the rights of all of them. A "person" without another role at a table has no part in it."""

ANYBODY = frozenset(ROLES)
PEOPLE = frozenset(ROLES) - {STRANGER}
MEMBERS = frozenset({SEAT, HOST_ROLE, ARBITER_ROLE})
LOOKERS = MEMBERS | {SPECTATOR, OPERATOR}
SEATS = frozenset({SEAT})
HOSTS = frozenset({HOST_ROLE})
OPERATORS = frozenset({OPERATOR})

_OPTION = "roles"


def roles(allowed: frozenset[str]) -> dict[str, Any]:
    """For a handler's `opt`: the roles that it is for."""
    return {_OPTION: allowed}


class Place(msgspec.Struct, frozen=True):
    """A caller at a table: the roles there, the seats held, and as the host those that may be acted for (T-2, T-72)."""

    table: str
    game: str
    version: int
    phase: str
    roles: frozenset[str]
    seats: tuple[int, ...]
    seat_names: tuple[str, ...]
    caller: Caller
    hosted: tuple[int, ...] = ()

    @property
    def viewer(self) -> int | None:
        """Whose eyes the caller has where nothing else is said: the first seat held, else a spectator's (None)."""
        return self.seats[0] if self.seats else None

    def viewing(self, seat: str | None) -> int | None:
        """The viewer that a word means: one of the caller's own seats, by number or name, or `spectator`; 403 for another's."""
        if seat is None:
            return self.viewer
        if seat == SPECTATOR:
            return None
        number = self.seat(seat)
        if number not in self.seats:
            raise ProblemError(403, "NOT_YOUR_SEAT", f"What {self.seat_names[number]} sees is not yours to see.")
        return number

    def seat(self, word: str) -> int:
        """A seat of the table, by its number or name; 404 for none."""
        names = [name.lower().replace(" ", "-") for name in self.seat_names]
        typed = word.lower().replace(" ", "-")
        if typed in map(str, range(len(names))):
            return int(typed)
        if typed in names:
            return names.index(typed)
        raise ProblemError(404, "NO_SUCH_SEAT", f"The seats of this table are {', '.join(names)}.")

    def speaking(self, word: str | None) -> int:
        """Who speaks: a seat of the caller's, host or arbiter; where nothing is said what the caller is first of these."""
        meant: dict[str, int] = {HOST_ROLE: HOST, ARBITER_ROLE: ARBITER}
        own: list[int] = [*self.seats, *(speaker for role, speaker in meant.items() if role in self.roles)]
        if word is None:
            if own:
                return own[0]
            raise ProblemError(403, "NOT_YOUR_ROLE", "You have nothing to say at this table.")
        speaker = meant[word] if word in meant else self.seat(word)
        if speaker not in own:
            told = f"You do not speak as '{word}' at this table: say a seat that you hold, or your office."
            raise ProblemError(403, "NOT_YOUR_ROLE", told)
        return speaker

    def acting(self, word: str | None) -> int:
        """As whom the caller may do something: as in `speaking`, or for a seat that the host may act for."""
        if word not in (None, HOST_ROLE, ARBITER_ROLE) and self.seat(word) in self.hosted:
            return self.seat(word)
        return self.speaking(word)


async def allowed(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """The guard of all routes: 401 for strangers where that would help, 404 at a table that is not theirs to know of, 403 where
    they may know of it and not do this."""
    if isinstance(handler, HTTPRouteHandler) and handler.http_methods == {"OPTIONS"}:
        return  # the framework's own, on every path: it tells by which methods that can be asked, and nothing else
    wanted: frozenset[str] = handler.opt[_OPTION]
    caller: Caller = connection.user
    table_id = connection.path_params.get("table_id")
    if table_id is None:
        have = frozenset({OPERATOR if caller.is_operator else PERSON if caller.person else STRANGER})
    else:
        found: FirstLook = connection.auth
        place = await _place_of(connection.app.state.service, table_id, caller, found)
        connection.scope["state"]["place"] = place
        have = place.roles
    if have & wanted:
        return
    if caller.is_stranger:
        raise ProblemError(401, "TOKEN_NEEDED", "Say who asks: with 'Authorization: Bearer TOKEN'.")
    if table_id is not None and not have & LOOKERS:
        raise TableNotFoundError(f"There is no table '{table_id}'.")
    raise ProblemError(403, "NOT_FOR_YOU", f"This is for {' or '.join(role for role in ROLES if role in wanted)}.")


async def place_at(service: Service, table_id: str, caller: Caller) -> Place:
    """What a caller is at a table; `TableNotFoundError` where there is none."""
    return await _place_of(service, table_id, caller, await service.first_look(None, table_id))


async def _place_of(service: Service, table_id: str, caller: Caller, found: FirstLook) -> Place:
    access = found.access
    if found.version is None or access is None:
        raise TableNotFoundError(f"There is no table '{table_id}'.")
    return await service.live.look(table_id, lambda table: _place(table, caller, access), found.version)


def _place(table: Table, caller: Caller, access: Access) -> Place:
    person = caller.person
    held = tuple(n for n, seat in enumerate(table.seats) if person is not None and seat.person == person)
    opened = table.opened
    assert opened is not None
    found = {
        HOST_ROLE: person is not None and opened.host == person,
        ARBITER_ROLE: person is not None and opened.arbiter == person,
        SEAT: bool(held),
        SPECTATOR: access.visibility == "public" or (person is not None and person in access.spectators),
        OPERATOR: caller.is_operator,
        PERSON: person is not None,
        STRANGER: caller.is_stranger,
    }
    if person is not None and not any(found[role] for role in (*MEMBERS, SPECTATOR)):
        found[SPECTATOR] = bool(sat_until(table, person, access))
    every = range(len(table.seats)) if found[HOST_ROLE] else ()
    hosted = tuple(seat for seat in every if seat not in held and can_act_for(table, HOST, seat))
    names = tuple(map(table.catalogue.seat, range(len(table.seats))))
    return Place(
        table.id, table.rulebook.game, table.version, table.phase.value,
        frozenset(role for role, is_so in found.items() if is_so), held, names, caller, hosted,
    )  # fmt: skip


class RouteRow(msgspec.Struct, frozen=True):
    """A route with the roles that it is for."""

    method: str
    path: str
    roles: frozenset[str]


def routes_table(app: Litestar) -> Iterator[RouteRow]:
    """Every route of the service with the roles it is for, by path."""
    rows = []
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler):
                rows += [
                    RouteRow(method, route.path_format, handler.opt[_OPTION])
                    for method in handler.http_methods
                    if method not in ("OPTIONS", "HEAD")
                ]
    return iter(sorted(rows, key=lambda row: (row.path, row.method)))
