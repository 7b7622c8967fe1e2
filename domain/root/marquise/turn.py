"""The Marquise's set-up, and what her turn does by itself (6.3, 6.6)."""

from collections.abc import Iterator
from itertools import product

from domain.root.checks import check_clearing
from domain.root.events import FactionSetUp, PiecesPlaced, Placed, StepEnded, StepStarted
from domain.root.faction import Faction
from domain.root.factions import RECRUITERS_FOR_CARD, WORKS
from domain.root.marquise import actions, hospitals, wood
from domain.root.marquise.changes import EVOLVE
from domain.root.marquise.commands import COMMANDS, PlaceKeep, PlaceStartingBuildings, PlaceWood
from domain.root.marquise.events import EVENTS
from domain.root.marquise.prospects import prospects
from domain.root.options import GameOptions
from domain.root.rule import open_slots
from domain.root.stages import (
    BIRDSONG,
    DAYLIGHT,
    EVENING,
    Stage,
    last_stages,
    never,
    no_effect_in_birdsong,
    window,
)
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

CARDS_DRAWN = 1


def legal_keeps(game: Game, seat: int) -> list[Offer]:
    """6.3: she begins before anybody else, so every corner is free."""
    return [Offer(PlaceKeep, ("corner",), [(corner,) for corner in game.paths.corners])]


def place_keep(game: Game, seat: int, command: PlaceKeep, chance: Chance) -> Iterator[Happening]:
    """6.3: the keep in any corner, and a warrior in every clearing but the one diagonally opposite."""
    check_clearing(game, command.corner)
    if command.corner not in game.paths.corners:
        raise Refusal("NOT_A_CORNER", "6.3", clearing=command.corner)
    yield from keep_at(game, seat, command.corner)
    yield Under("6.3", StepEnded(seat, "keep"))


def legal_starts(game: Game, seat: int) -> list[Offer]:
    near = _near_keep(game)
    rows = [
        row for row in product(near, repeat=len(WORKS)) if all(row.count(n) <= open_slots(game, n) for n in set(row))
    ]
    return [Offer(PlaceStartingBuildings, WORKS, rows)]


def place_starting_buildings(
    game: Game, seat: int, command: PlaceStartingBuildings, chance: Chance
) -> Iterator[Happening]:
    """6.3: a sawmill, a workshop and a recruiter at the keep or beside it, in any split that slots permit."""
    chosen = (command.sawmill, command.workshop, command.recruiter)
    for clearing in chosen:
        check_clearing(game, clearing)
        if clearing not in _near_keep(game):
            raise Refusal("NOT_NEAR_KEEP", "6.3", clearing=clearing)
        if chosen.count(clearing) > open_slots(game, clearing):
            raise Refusal("NO_OPEN_SLOT", "6.3", clearing=clearing)
    placed = tuple(Placed(kind, clearing, 1) for kind, clearing in zip(WORKS, chosen, strict=True))
    yield Under("6.3", PiecesPlaced(seat, placed))
    yield Under("6.3", StepEnded(seat, "starting_buildings"))


def _near_keep(game: Game) -> list[int]:
    assert game.marquise is not None
    assert game.marquise.keep is not None
    return [game.marquise.keep, *game.paths.adjacent[game.marquise.keep]]


def cards_to_draw(game: Game, seat: int) -> int:
    """6.6: one, one more from three recruiters on the map, and one more from five."""
    recruiters = game.on_map(seat, "recruiter")
    return CARDS_DRAWN + sum(recruiters >= needed for needed in RECRUITERS_FOR_CARD)


def legal_corners(game: Game, taken: list[int]) -> list[int]:
    """6.3: any corner that is nobody's start."""
    return [corner for corner in game.paths.corners if corner not in taken]


def keep_at(game: Game, seat: int, corner: int) -> Iterator[Happening]:
    """6.3: the keep in a corner, and a warrior in every clearing but the one diagonally opposite."""
    far = game.paths.opposite[corner]
    warriors = tuple(Placed("warrior", n, 1) for n in range(1, len(game.buildings)) if n != far)
    yield Under("6.3", PiecesPlaced(seat, (Placed("keep", corner, 1), *warriors)))


def set_up(game: Game, seat: int) -> Iterator[Happening]:
    """6.3: first the keep, then the buildings."""
    assert game.marquise is not None
    if game.marquise.keep is None:
        yield Under("6.3", StepStarted(seat, "keep"))
    elif not game.on_map(seat, "sawmill"):
        yield Under("6.3", StepStarted(seat, "starting_buildings"))
    else:
        yield Under("6.3", FactionSetUp(seat, "marquise"))


def stages(options: GameOptions) -> tuple[Stage, ...]:
    """6.4 to 6.6."""
    return (
        *BIRDSONG,
        window("birdsong", no_effect_in_birdsong),
        Stage("wood", wood.produce_wood),
        *DAYLIGHT,
        window("actions", never, "6.5"),
        *EVENING,
        *last_stages("6.6", cards_to_draw),
    )


MARQUISE = Faction(
    letter="A",
    clause="6.3",
    set_up=set_up,
    stages=stages,
    commands=COMMANDS,
    events=EVENTS,
    decide={
        PlaceKeep: place_keep,
        PlaceStartingBuildings: place_starting_buildings,
        PlaceWood: wood.place_wood,
        **actions.DECIDE,
        **hospitals.DECIDE,
    },
    offers={
        PlaceKeep: legal_keeps,
        PlaceStartingBuildings: legal_starts,
        PlaceWood: wood.legal_placements,
        **actions.OFFERS,
        **hospitals.OFFERS,
    },
    evolve=EVOLVE,
    drawn=cards_to_draw,
    prospects=prospects,
    corners=legal_corners,
    start_at=keep_at,
    pending=hospitals.pending,
)
