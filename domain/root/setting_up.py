"""Setting up (core-13): map, deck and hands, then each faction by its letter."""

from collections.abc import Callable, Iterator

from domain.root.checks import check_clearing
from domain.root.commands import ChooseStart
from domain.root.cult import turn as cult
from domain.root.events import DeckShuffled, FactionSetUp, FirstSeatDrawn, StepEnded, StepStarted, WoodlandSetUp
from domain.root.eyrie import birdsong as eyrie
from domain.root.factions import ADVISED_REACH, REACH, is_garden
from domain.root.options import SETUP_ORDER
from domain.root.piles import draw
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

CARDS_DEALT = 3


def begin(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-13: the map, a first seat by chance, and three cards for everybody; the law's reach is advice, not a bar."""
    reach = sum(REACH[faction] for faction in game.factions)
    yield WoodlandSetUp(game.options.map, game.factions, reach, ADVISED_REACH[game.seats])
    yield FirstSeatDrawn(chance.below("first", game.seats))
    yield DeckShuffled(len(game.deck))
    for seat in range(game.seats):
        yield from draw(game, seat, CARDS_DEALT, chance, "core-13")


def next_of_setup(game: Game) -> Iterator[Happening]:
    """core-13: the factions are set up in the order of their letters; where there is one choice it is not asked."""
    faction = next(one for one in SETUP_ORDER if one in game.factions and one not in game.set_up)
    seat = game.factions.index(faction)
    yield from {"marquise": _marquise, "eyrie": _eyrie, "cult": _cult}[faction](game, seat)


def _marquise(game: Game, seat: int) -> Iterator[Happening]:
    """6.3."""
    assert game.marquise is not None
    if game.marquise.keep is None:
        yield Under("6.3", StepStarted(seat, "keep"))
    elif not game.on_map(seat, "sawmill"):
        yield Under("6.3", StepStarted(seat, "starting_buildings"))
    else:
        yield Under("6.3", FactionSetUp(seat, "marquise"))


def _eyrie(game: Game, seat: int) -> Iterator[Happening]:
    """7.3."""
    assert game.eyrie is not None
    if not game.on_map(seat, "roost"):
        yield from _at_a_corner(game, seat, "roost_corner", "7.3")
    elif game.eyrie.leader is None:
        yield Under("7.3", StepStarted(seat, "first_leader"))
    else:
        yield Under("7.3", FactionSetUp(seat, "eyrie"))


def _cult(game: Game, seat: int) -> Iterator[Happening]:
    """10.3.2, 10.3.3."""
    assert game.cult is not None
    if not any(game.warriors[seat]):
        yield from _at_a_corner(game, seat, "cult_corner", "10.3.2")
    elif game.cult.outcast is None:
        yield Under("10.3.3", StepStarted(seat, "first_outcast"))
    else:
        yield Under("10.3.2", FactionSetUp(seat, "cult"))


# --- Corners ----------------------------------------------------------------------------------------------------------


def starts(game: Game) -> list[int]:
    """core-13: the corners where somebody begins: with a keep, a roost or a garden."""
    taken = []
    for corner in game.paths.corners:
        kinds = [kind for _, kind in (*game.buildings[corner], *game.tokens[corner])]
        if any(kind in ("keep", "roost") or is_garden(kind) for kind in kinds):
            taken.append(corner)
    return taken


_PLACES: dict[str, tuple[str, Callable[[Game, list[int]], list[int]]]] = {
    "eyrie": ("7.3", eyrie.legal_corners),
    "cult": ("10.3.2", cult.legal_corners),
}


def corners_for(game: Game, seat: int) -> list[int]:
    """7.3, 10.3.2: the corners where the Eyrie or the Cult may begin."""
    return _PLACES[game.faction(seat)][1](game, starts(game))


def _at_a_corner(game: Game, seat: int, step: str, clause: str) -> Iterator[Happening]:
    corners = corners_for(game, seat)
    if len(corners) == 1:
        yield from _start_at(game, seat, corners[0])
    else:
        yield Under(clause, StepStarted(seat, step))


def _start_at(game: Game, seat: int, corner: int) -> Iterator[Happening]:
    yield from (cult if game.faction(seat) == "cult" else eyrie).set_up_at(game, seat, corner)


def legal_starts(game: Game, seat: int) -> list[Offer]:
    return [Offer(ChooseStart, ("corner",), [(corner,) for corner in corners_for(game, seat)])]


def choose_start(game: Game, seat: int, command: ChooseStart, chance: Chance) -> Iterator[Happening]:
    """7.3, 10.3.2: nobody's corner, opposite somebody's start where that is possible."""
    clause = _PLACES[game.faction(seat)][0]
    check_clearing(game, command.corner)
    if command.corner not in game.paths.corners:
        raise Refusal("NOT_A_CORNER", clause, clearing=command.corner)
    if command.corner in starts(game):
        raise Refusal("START_CORNER_TAKEN", clause, clearing=command.corner)
    if command.corner not in corners_for(game, seat):
        raise Refusal("START_NOT_OPPOSITE", clause, clearing=command.corner, corners=tuple(corners_for(game, seat)))
    step = game.step
    yield from _start_at(game, seat, command.corner)
    yield Under(clause, StepEnded(seat, step))
