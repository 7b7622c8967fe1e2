"""Stored tables of the toy game where time counts."""

from typing import Any

from domain.table.clocks.messages import ArrangeTime, TimeControl
from domain.table.disputes.messages import ArrangeDisputes
from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import HOST
from tests.infra.house import House

HOUR = 3_600_000_000
PEOPLE = ("ada", "bob", "cyd")


def timed(house: House, *people: str, options: str = "{}", hours: int = 0, judge: Any = "arbiter", **how: Any) -> str:
    """A begun table of these people, ada and bob where nobody is said, whose time is arranged so."""
    sitting = people or PEOPLE[:2]
    table_id = house.opened("trumps", len(sitting), options=options)
    for seat, person in enumerate(sitting):
        house.do(table_id, seat, TakeSeat(seat, person))
    house.do(table_id, HOST, ArrangeDisputes(hours=hours, judge=judge))
    house.do(table_id, HOST, ArrangeTime(TimeControl(**how)))
    house.do(table_id, HOST, BeginGame())
    return table_id


def pass_hours(house: House, hours: float) -> None:
    """Let time pass."""
    house.clock.now += round(hours * HOUR)
