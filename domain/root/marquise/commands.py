"""What the Marquise can ask."""

from typing import Literal

from domain.root.commands import CardId, ClearingNumber, Clearings, Warriors
from domain.table.messages import Command, SeatNumber


class PlaceKeep(Command, frozen=True):
    """The Marquise chooses the corner of her keep."""

    clause = "6.3"
    corner: ClearingNumber


class PlaceStartingBuildings(Command, frozen=True):
    """The Marquise places one building of each kind at the keep or beside it."""

    clause = "6.3"
    sawmill: ClearingNumber
    workshop: ClearingNumber
    recruiter: ClearingNumber


class PlaceWood(Command, frozen=True):
    """Choose the sawmills that produce where wood is short: their clearings, sorted."""

    clause = "6.4"
    clearings: Clearings


class Battle(Command, frozen=True):
    """Spend an action on a battle."""

    clause = "6.5.1"
    clearing: ClearingNumber
    defender: SeatNumber


class March(Command, frozen=True):
    """Spend an action on up to two moves; this is the first, or the second."""

    clause = "6.5.2"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class EndMarch(Command, frozen=True):
    """Forgo the second move of a march."""

    clause = "6.5.2"


class Recruit(Command, frozen=True):
    """Spend an action on a warrior at each recruiter; where warriors are short, in these clearings, sorted."""

    clause = "6.5.3"
    clearings: Clearings = ()


class Build(Command, frozen=True):
    """Spend an action on a building, paid with wood from these clearings, sorted, one entry a token."""

    clause = "6.5.4"
    building: Literal["sawmill", "workshop", "recruiter"]
    clearing: ClearingNumber
    wood: Clearings = ()


class Overwork(Command, frozen=True):
    """Spend an action and a card on one wood at a sawmill."""

    clause = "6.5.5"
    clearing: ClearingNumber
    card: CardId


class SpendBird(Command, frozen=True):
    """Spend a bird card for one more action."""

    clause = "6.5"
    card: CardId


class UseFieldHospitals(Command, frozen=True):
    """Spend a card to bring removed warriors of one clearing back to the keep."""

    clause = "6.2.3"
    clearing: ClearingNumber
    card: CardId


class DeclineFieldHospitals(Command, frozen=True):
    """Let the removed warriors go."""

    clause = "6.2.3"


COMMANDS: tuple[type[Command], ...] = (
    PlaceKeep,
    PlaceStartingBuildings,
    PlaceWood,
    Battle,
    March,
    EndMarch,
    Recruit,
    Build,
    Overwork,
    SpendBird,
    UseFieldHospitals,
    DeclineFieldHospitals,
)
