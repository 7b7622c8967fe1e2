"""What the Eyrie can ask."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.root.commands import CardId, ClearingNumber, Column, LeaderName, Warriors
from domain.table.messages import Command, SeatNumber


class ChooseLeader(Command, frozen=True):
    """The Eyrie chooses a leader: at the start, and in turmoil (7.7.3)."""

    clause = "7.3"
    leader: LeaderName


class Addition(msgspec.Struct, frozen=True, order=True, array_like=True, forbid_unknown_fields=True):
    """A card and the column of the Decree that it goes to."""

    card: CardId
    column: Column


class AddToDecree(Command, frozen=True):
    """Add one or two cards, in sorted order, to the Decree."""

    clause = "7.4.2"
    additions: Annotated[tuple[Addition, ...], Meta(max_length=54)]


class PlaceRoost(Command, frozen=True):
    """Choose the clearing of the new roost."""

    clause = "7.4.3"
    clearing: ClearingNumber


class DecreeRecruit(Command, frozen=True):
    """Resolve a card of the Recruit column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber


class DecreeMove(Command, frozen=True):
    """Resolve a card of the Move column."""

    clause = "7.5.2"
    card: CardId
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class DecreeBattle(Command, frozen=True):
    """Resolve a card of the Battle column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber
    defender: SeatNumber


class DecreeBuild(Command, frozen=True):
    """Resolve a card of the Build column."""

    clause = "7.5.2"
    card: CardId
    clearing: ClearingNumber


class DeclareTurmoil(Command, frozen=True):
    """Fall into turmoil over a card that cannot be resolved, though others can."""

    clause = "7.7"


COMMANDS: tuple[type[Command], ...] = (
    ChooseLeader,
    AddToDecree,
    PlaceRoost,
    DecreeRecruit,
    DecreeMove,
    DecreeBattle,
    DecreeBuild,
    DeclareTurmoil,
)
