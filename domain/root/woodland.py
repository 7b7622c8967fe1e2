"""The map: clearings, the paths between them, and what each has room for (core-4)."""

from functools import cache
from importlib import resources

import msgspec

from domain.root.cards import Suit


class Clearing(msgspec.Struct, frozen=True, rename="camel"):
    """A clearing as the data file has it. Neighbours and forests are named by their ids."""

    id: str
    number: int
    position: str
    suit: Suit
    building_slots: int
    ruin: bool
    corner: str | None
    opposite_corner: str | None
    adjacent: tuple[str, ...]
    river_to: tuple[str, ...]
    forests: tuple[str, ...]


class Woodland(msgspec.Struct, frozen=True, rename="camel"):
    """A map. Everything but the clearings themselves is asked by a clearing's number, 1 to 12."""

    id: str
    name: str
    clearings: tuple[Clearing, ...]
    item_supply: dict[str, int]

    @property
    def numbers(self) -> range:
        return range(1, len(self.clearings) + 1)


class Paths(msgspec.Struct, frozen=True):
    """What rules ask of a map, by clearing number; the entry 0 is empty.

    `slots` counts the places for buildings that no ruin fills; a ruin fills its slot for good, as far as these factions go.
    """

    suits: tuple[str, ...]
    slots: tuple[int, ...]
    adjacent: tuple[tuple[int, ...], ...]
    corners: tuple[int, ...]
    opposite: dict[int, int]
    by_suit: dict[str, tuple[int, ...]]


@cache
def woodland(name: str) -> Woodland:
    """The map of that name."""
    data = (resources.files("domain.root.data") / f"map-{name}.json").read_bytes()
    return msgspec.json.decode(data, type=Woodland)


@cache
def paths(name: str) -> Paths:
    """The map of that name, made ready for rules."""
    clearings = woodland(name).clearings
    number = {clearing.id: clearing.number for clearing in clearings}
    suits = ("", *(clearing.suit for clearing in clearings))
    return Paths(
        suits,
        (0, *(clearing.building_slots - clearing.ruin for clearing in clearings)),
        ((), *(tuple(sorted(number[other] for other in clearing.adjacent)) for clearing in clearings)),
        tuple(clearing.number for clearing in clearings if clearing.corner),
        {clearing.number: number[clearing.opposite_corner] for clearing in clearings if clearing.opposite_corner},
        {suit: tuple(n for n, other in enumerate(suits) if other == suit) for suit in sorted(set(suits[1:]))},
    )
