"""What happens to the Marquise alone."""

from typing import Literal

from domain.root.events import Count, Number
from domain.table.messages import GameEvent, SeatNumber


class ActionTaken(GameEvent, frozen=True, tag="action"):
    clause = "6.5"
    seat: SeatNumber
    action: Literal["battle", "march", "recruit", "build", "overwork"]


class ActionGained(GameEvent, frozen=True, tag="bird"):
    clause = "6.5"
    seat: SeatNumber


class MarchEnded(GameEvent, frozen=True, tag="march-end"):
    clause = "6.5.2"
    seat: SeatNumber


class WoodSpent(GameEvent, frozen=True, tag="wood"):
    clause = "6.5.4"
    seat: SeatNumber
    clearings: tuple[Number, ...]


class FieldHospitalsUsed(GameEvent, frozen=True, tag="hospital"):
    """Warriors removed from a clearing are back at the keep."""

    clause = "6.2.3"
    seat: SeatNumber
    clearing: Number
    warriors: Count
    keep: Number


class FieldHospitalsDeclined(GameEvent, frozen=True, tag="no-hosp"):
    clause = "6.2.3"
    seat: SeatNumber


EVENTS: tuple[type[GameEvent], ...] = (
    ActionTaken,
    ActionGained,
    MarchEnded,
    WoodSpent,
    FieldHospitalsUsed,
    FieldHospitalsDeclined,
)
