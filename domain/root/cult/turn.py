"""The Cult's set-up, and what its turn does by itself (10.3 to 10.6)."""

from collections.abc import Iterator

from domain.root.cards import SUITS
from domain.root.commands import AdjustOutcast, ChooseOutcast
from domain.root.events import OutcastChosen, PiecesPlaced, Placed, RevealedCardsReturned, StepEnded
from domain.root.factions import GARDENS, GARDENS_FOR_CARD
from domain.root.rule import may_place
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


def take_back(game: Game) -> Iterator[Happening]:
    """10.6.1: the cards revealed this turn return to the hand, except those that were spent."""
    assert game.cult is not None
    revealed = tuple(sorted(card for card, _ in game.cult.revealed))
    if revealed:
        yield RevealedCardsReturned(game.cult.seat, revealed)


def cards_to_draw(game: Game, seat: int) -> int:
    """10.6.3: one, and one for each suit with two or more gardens on the map."""
    bonuses = sum(game.on_map(seat, garden) >= GARDENS_FOR_CARD for garden in GARDENS.values())
    return CARDS_DRAWN + bonuses
