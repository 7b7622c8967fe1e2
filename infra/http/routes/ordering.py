"""Orders in advance: what a seat can order, and what it has ordered. They are set by the command `SetOrder`."""

import msgspec
from litestar import get
from litestar.di import NamedDependency

from domain.table.table import Table
from infra.http.problems import ProblemError
from infra.http.roles import SEATS, Place, roles
from infra.http.routes.looking import As
from infra.http.service import Service
from projections.orders import Ordered, ordered


class Orders(msgspec.Struct, frozen=True):
    """A seat's orders at a version of its table, and the kinds of decisions that it can order in advance. An order is set with
    the command `SetOrder`: `prompt` is its kind, `order` JSON text in one of the `forms`, null takes it back."""

    table: str
    version: int
    seat: int
    orders: tuple[Ordered, ...]


@get("/tables/{table_id:str}/orders", opt=roles(SEATS), summary="What a seat has ordered in advance, and what it can")
async def orders(service: NamedDependency[Service], place: NamedDependency[Place], as_: As = None) -> Orders:
    """One's own alone: others see only that a seat has changed an order."""
    seat = place.viewing(as_)
    if seat is None:
        raise ProblemError(422, "SEAT_NEEDED", "A spectator orders nothing: name a seat that you hold.")

    def told(table: Table) -> Orders:
        return Orders(table.id, table.version, seat, tuple(ordered(table, seat)))

    return await service.live.look(place.table, told)


ROUTES = [orders]
