"""The Cult's set-up, and what its turn does by itself (10.3 to 10.6)."""

from collections.abc import Iterator

from domain.root.cards import SUITS
from domain.root.crafting import can_craft
from domain.root.cult import conspiracies, fear, rituals
from domain.root.cult.changes import EVOLVE
from domain.root.cult.commands import COMMANDS, AdjustOutcast, ChooseOutcast
from domain.root.cult.events import EVENTS, OutcastChosen, RevealedCardsReturned
from domain.root.cult.outcast import adjust_outcast
from domain.root.cult.prospects import prospects
from domain.root.events import FactionSetUp, PiecesPlaced, Placed, StepEnded, StepStarted
from domain.root.faction import Faction
from domain.root.factions import GARDENS, GARDENS_FOR_CARD
from domain.root.options import GameOptions
from domain.root.rule import may_place
from domain.root.setting_up import start_at_a_corner, starts
from domain.root.stages import (
    BIRDSONG,
    DAYLIGHT,
    EVENING,
    Stage,
    last_stages,
    never,
    no_effect_in_birdsong,
    nothing_in_daylight,
    window,
)
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer, OneOf
from domain.table.rulebook import Happening, Under

CARDS_DRAWN = 1
WARRIORS_AT_START = 4


def legal_corners(game: Game, taken: list[int]) -> list[int]:
    """10.3.2: a free corner, opposite somebody's start if one is free there.

    If the Marquise and the Eyrie both play, either corner that they do not use.
    """
    free = [corner for corner in game.paths.corners if corner not in taken]
    if game.marquise is not None and game.eyrie is not None:
        return free
    return [corner for corner in free if game.paths.opposite[corner] in taken] or free


def set_up_at(game: Game, seat: int, corner: int) -> Iterator[Happening]:
    """10.3.2, 10.3.1, 10.3.4: four of the 25 warriors and one garden in the corner, and a warrior in each clearing beside it.

    The other fourteen gardens fill the tracks, so that the row of the corner's suit has its leftmost space empty.
    """
    beside = [n for n in game.paths.adjacent[corner] if may_place(game, seat, n)]
    garden = Placed(GARDENS[game.paths.suits[corner]], corner, 1)
    warriors = (Placed("warrior", corner, WARRIORS_AT_START), *(Placed("warrior", n, 1) for n in beside))
    yield Under("10.3.2", PiecesPlaced(seat, (*warriors, garden)))


def legal_outcasts(game: Game, seat: int) -> list[Offer]:
    return [Offer(ChooseOutcast, free={"suit": OneOf(SUITS)})]


def choose_outcast(game: Game, seat: int, command: ChooseOutcast, chance: Chance) -> Iterator[Happening]:
    """10.3.3: any suit is the first Outcast; it is not Hated."""
    yield OutcastChosen(seat, command.suit)
    yield Under("10.3.3", StepEnded(seat, "first_outcast"))


def begin_adjusting(game: Game, seat: int, command: AdjustOutcast, chance: Chance) -> Iterator[Happening]:
    """10.4: the effects that come before are done."""
    yield Under("10.4", StepEnded(seat, "adjust"))


def set_up(game: Game, seat: int) -> Iterator[Happening]:
    """10.3.2, 10.3.3: first the corner, then the Outcast."""
    assert game.cult is not None
    if not any(game.warriors[seat]):
        corners = legal_corners(game, starts(game))
        yield from start_at_a_corner(game, seat, "cult_corner", "10.3.2", corners, set_up_at)
    elif game.cult.outcast is None:
        yield Under("10.3.3", StepStarted(seat, "first_outcast"))
    else:
        yield Under("10.3.2", FactionSetUp(seat, "cult"))


def take_back(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.6.1: the cards revealed this turn return to the hand, except those that were spent."""
    assert game.cult is not None
    revealed = tuple(sorted(card for card, _ in game.cult.revealed))
    if revealed:
        yield RevealedCardsReturned(game.cult.seat, revealed)


def cards_to_draw(game: Game, seat: int) -> int:
    """10.6.3: one, and one for each suit with two or more gardens on the map."""
    bonuses = sum(game.on_map(seat, garden) >= GARDENS_FOR_CARD for garden in GARDENS.values())
    return CARDS_DRAWN + bonuses


def _conspiracies_over(game: Game, seat: int) -> bool:
    """10.4.3: no conspiracy is affordable and legal, and no effect is usable."""
    return not conspiracies.can_conspire(game) and no_effect_in_birdsong(game, seat)


def _nothing_to_reveal(game: Game, seat: int) -> bool:
    """10.5: no card is left to reveal."""
    return not game.hands[seat] and nothing_in_daylight(game, seat)


def _crafting_over(game: Game, seat: int) -> bool:
    """10.6.2: no card or no garden of the Outcast is left, or everybody sees that no card can be crafted."""
    return not can_craft(game, seat)


def stages(options: GameOptions) -> tuple[Stage, ...]:
    """10.4 to 10.6. 10.6: the Cult takes back and then crafts; by option it crafts first (D1)."""
    back, craft = Stage("take_back", take_back), window("cult_craft", _crafting_over, "10.6.2")
    return (
        *BIRDSONG,
        window("adjust", no_effect_in_birdsong, "10.4"),
        Stage("outcast", adjust_outcast),
        window("conspiracies", _conspiracies_over, "10.4.3"),
        *DAYLIGHT,
        window("rituals", _nothing_to_reveal, "10.5", over=never),
        *EVENING,
        *((back, craft) if options.evening_order == "numeric" else (craft, back)),
        *last_stages("10.6.3", cards_to_draw),
    )


CULT = Faction(
    letter="F",
    clause="10.3.2",
    set_up=set_up,
    stages=stages,
    commands=COMMANDS,
    events=EVENTS,
    decide={ChooseOutcast: choose_outcast, AdjustOutcast: begin_adjusting, **conspiracies.DECIDE, **rituals.DECIDE},
    offers={
        ChooseOutcast: legal_outcasts,
        AdjustOutcast: lambda game, seat: [Offer(AdjustOutcast)],
        **conspiracies.OFFERS,
        **rituals.OFFERS,
    },
    evolve=EVOLVE,
    drawn=cards_to_draw,
    prospects=prospects,
    corners=legal_corners,
    start_at=set_up_at,
    pending=fear.pending,
)
