"""The Eyrie's set-up and Birdsong (7.3, 7.4)."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

from domain.root import effects
from domain.root.cards import BIRD, SUIT_OF
from domain.root.checks import check_clearing, check_in_hand, check_may_place, check_open_slot, check_sorted
from domain.root.events import PiecesPlaced, Placed, StepEnded, StepStarted
from domain.root.eyrie.commands import Addition, AddToDecree, PlaceRoost
from domain.root.eyrie.events import DecreeExtended
from domain.root.factions import COLUMNS, ROOST_WARRIORS
from domain.root.piles import draw
from domain.root.rule import may_place, open_slots
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

WARRIORS_AT_START = 6
MOST_ADDITIONS = 2

# --- 7.3 Set-up -------------------------------------------------------------------------------------------------------


def legal_corners(game: Game, taken: list[int]) -> list[int]:
    """7.3: a corner that is nobody's, if possible diagonally opposite somebody's start."""
    free = [corner for corner in game.paths.corners if corner not in taken]
    return [corner for corner in free if game.paths.opposite[corner] in taken] or free


def set_up_at(game: Game, seat: int, corner: int) -> Iterator[Happening]:
    """7.3: one roost and six warriors."""
    yield Under("7.3", PiecesPlaced(seat, (Placed("roost", corner, 1), Placed("warrior", corner, WARRIORS_AT_START))))


# --- 7.4.1 Emergency Orders -------------------------------------------------------------------------------------------


def emergency_orders(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.4.1: with an empty hand a card is drawn."""
    if not game.hands[game.active]:
        yield from draw(game, game.active, 1, chance, "7.4.1")


# --- 7.4.2 Add to the Decree ------------------------------------------------------------------------------------------


def begin_decree(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.4.2: one card at least is added; without any card the step is skipped."""
    if game.hands[game.active]:
        yield Under("7.4.2", StepStarted(game.active, "decree"))


def legal_additions(game: Game, seat: int) -> list[Offer]:
    hand = game.hands[seat]
    chosen = [*((card,) for card in hand), *combinations(hand, MOST_ADDITIONS)]
    rows = [
        (tuple(Addition(card, column) for card, column in zip(cards, columns, strict=True)),)
        for cards in chosen
        if sum(SUIT_OF[card] == BIRD for card in cards) <= 1
        for columns in product(COLUMNS, repeat=len(cards))
    ]
    return [Offer(AddToDecree, ("additions",), rows)] if rows else []


def add_to_decree(game: Game, seat: int, command: AddToDecree, chance: Chance) -> Iterator[Happening]:
    """7.4.2: one or two cards, at most one of them a bird, each to any column; from now on everybody sees them."""
    cards = [addition.card for addition in command.additions]
    if not cards:
        raise Refusal("MUST_ADD_ONE", "7.4.2")
    if len(cards) > MOST_ADDITIONS:
        raise Refusal("TOO_MANY_CARDS", "7.4.2", given=len(cards))
    check_sorted(command.additions)
    for card in cards:
        check_in_hand(game, seat, card)
    if len(set(cards)) < len(cards):
        raise Refusal("CARD_NOT_IN_HAND", "7.4.2", card=cards[0])
    if sum(SUIT_OF[card] == BIRD for card in cards) > 1:
        raise Refusal("TOO_MANY_BIRDS", "7.4.2")
    yield DecreeExtended(seat, command.additions)
    yield Under("7.4.2", StepEnded(seat, "decree"))


# --- 7.4.3 New Roost --------------------------------------------------------------------------------------------------


def clearings_for_roost(game: Game, seat: int) -> list[int]:
    """7.4.3: of the clearings where a roost and three warriors can be placed, those with the fewest warriors of all."""
    fitting = [n for n in range(1, len(game.buildings)) if open_slots(game, n) > 0 and may_place(game, seat, n)]
    fewest = min((_warriors(game, n) for n in fitting), default=0)
    return [n for n in fitting if _warriors(game, n) == fewest]


def _warriors(game: Game, clearing: int) -> int:
    return sum(counts[clearing] for counts in game.warriors)


def new_roost(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.4.3: with no roost on the map a new one is placed; no choice is asked where there is none."""
    seat = game.active
    if game.on_map(seat, "roost"):
        return
    clearings = clearings_for_roost(game, seat)
    if len(clearings) == 1:
        yield _roost_at(game, seat, clearings[0])
        yield from _with_new_rule(game, seat)
    elif clearings:
        yield Under("7.4.3", StepStarted(seat, "new_roost"))


def _roost_at(game: Game, seat: int, clearing: int) -> Under:
    warriors = min(ROOST_WARRIORS, game.supply[seat])
    placed = (Placed("roost", clearing, 1), *((Placed("warrior", clearing, warriors),) if warriors else ()))
    return Under("7.4.3", PiecesPlaced(seat, placed))


def _with_new_rule(game: Game, seat: int) -> Iterator[Happening]:
    """core-6: a new roost changes what Royal Claim would score, so the seat is asked once more."""
    if effects.unused(game, seat, "royal-claim") is not None:
        yield StepStarted(seat, "new_rule")


def legal_roosts(game: Game, seat: int) -> list[Offer]:
    return [Offer(PlaceRoost, ("clearing",), [(n,) for n in clearings_for_roost(game, seat)])]


def place_roost(game: Game, seat: int, command: PlaceRoost, chance: Chance) -> Iterator[Happening]:
    """7.4.3: a roost and three warriors, or as many as there are."""
    check_clearing(game, command.clearing)
    check_open_slot(game, command.clearing)
    check_may_place(game, seat, command.clearing)
    clearings = clearings_for_roost(game, seat)
    if command.clearing not in clearings:
        raise Refusal("NOT_FEWEST_WARRIORS", "7.4.3", clearing=command.clearing, clearings=tuple(clearings))
    yield _roost_at(game, seat, command.clearing)
    yield Under("7.4.3", StepEnded(seat, "new_roost"))
    yield from _with_new_rule(game, seat)


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    AddToDecree: add_to_decree,
    PlaceRoost: place_roost,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    AddToDecree: legal_additions,
    PlaceRoost: legal_roosts,
}
