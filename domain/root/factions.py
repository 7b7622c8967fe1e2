"""The figures printed on the faction boards."""

from importlib import resources
from typing import Any

import msgspec

from domain.root.cards import SUITS
from domain.root.commands import Column

_BOARDS: dict[str, Any] = msgspec.json.decode(
    (resources.files("domain.root.data") / "factions.json").read_bytes(),
)
_CULT, _MARQUISE, _EYRIE = (_BOARDS["factions"][name] for name in ("cult", "marquise", "eyrie"))

NAMES: dict[str, str] = {faction: board["name"] for faction, board in _BOARDS["factions"].items()}
REACH: dict[str, int] = {faction: board["reach"] for faction, board in _BOARDS["factions"].items()}
ADVISED_REACH: dict[int, int] = {int(seats): reach for seats, reach in _BOARDS["minimumReachByPlayers"].items()}
WARRIORS: dict[str, int] = {faction: board["warriors"] for faction, board in _BOARDS["factions"].items()}
STOCK: dict[str, dict[str, int]] = {
    faction: board["buildings"] | board["tokens"] for faction, board in _BOARDS["factions"].items()
}
"""The buildings and tokens of each faction, by kind."""
BUILDINGS: frozenset[str] = frozenset(kind for board in _BOARDS["factions"].values() for kind in board["buildings"])
"""The kinds that are buildings, of whatever faction."""
CRAFTING_PIECE: dict[str, str] = {faction: board["craftingPiece"] for faction, board in _BOARDS["factions"].items()}
"""The kind of building or token that each faction crafts with (core-10); the Cult's is a garden of the Outcast's suit."""
CRAFTING_CLAUSE: dict[str, str] = {faction: board["craftingClause"] for faction, board in _BOARDS["factions"].items()}

# --- The Cult ---------------------------------------------------------------------------------------------------------

GARDENS: dict[str, str] = {suit: f"garden-{suit}" for suit in SUITS}
GARDEN_POINTS: tuple[int | None, ...] = tuple(_CULT["gardenTrack"]["vpByGardensOnMap"])
GARDENS_FOR_CARD: int = _CULT["gardenTrack"]["drawBonusFromGardensOnMap"]
CONSPIRACY_COST: dict[str, int] = {name: _CULT["conspiracyCost"][name] for name in ("crusade", "convert", "sanctify")}
HATED_DISCOUNT: int = _CULT["conspiracyCost"]["hatedDiscount"]

# --- The Marquise -----------------------------------------------------------------------------------------------------

WORKS = ("sawmill", "workshop", "recruiter")
BUILD_COST: tuple[int, ...] = tuple(_MARQUISE["buildCostByColumn"])
BUILD_POINTS: dict[str, tuple[int, ...]] = {kind: tuple(_MARQUISE["vpByColumn"][kind]) for kind in WORKS}
RECRUITERS_FOR_CARD: tuple[int, ...] = tuple(_MARQUISE["drawBonusOnRecruiterColumns"])
ACTIONS: int = _MARQUISE["actions"]["base"]

# --- The Eyrie --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[Column, ...] = ("recruit", "move", "battle", "build")
ROOST_POINTS: tuple[int, ...] = tuple(_EYRIE["vpByRoostsOnMap"])
ROOSTS_FOR_CARD: tuple[int, ...] = tuple(_EYRIE["drawBonusFromRoostsOnMap"])
LEADERS: dict[str, tuple[str, ...]] = {leader["id"]: tuple(leader["viziers"]) for leader in _EYRIE["leaders"]}
ROOST_WARRIORS: int = _EYRIE["newRoostWarriors"]
VIZIERS = ("vizier#1", "vizier#2")
"""The loyal viziers: bird cards that never leave the Eyrie."""


def is_building(kind: str) -> bool:
    """Whether the pieces of a kind are buildings, which need slots; the others are tokens (core-4)."""
    return kind in BUILDINGS


def is_garden(kind: str) -> bool:
    """Whether a piece is a garden of the Cult, of whatever suit."""
    return kind.startswith("garden-")
