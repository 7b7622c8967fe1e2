"""Resolving the Decree (7.5.2)."""

from collections.abc import Callable, Iterable, Iterator

from domain.root.battle.declaring import check_battle, legal_battles, start_battle
from domain.root.cards import BIRD, SUIT_OF
from domain.root.checks import check_clearing, check_may_place, check_open_slot, check_rules
from domain.root.events import PiecesPlaced, Placed
from domain.root.eyrie.commands import DeclareTurmoil, DecreeBattle, DecreeBuild, DecreeMove, DecreeRecruit
from domain.root.eyrie.events import DecreeCardResolved
from domain.root.eyrie.leaders import eyrie_of, warriors_recruited
from domain.root.eyrie.turmoil import fall_into_turmoil
from domain.root.factions import COLUMNS, VIZIERS
from domain.root.moving import check_move, destinations, move
from domain.root.rule import may_place, open_slots, ruler
from domain.root.stages import Stage, nothing_in_daylight, window
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Between, Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

# --- 7.5.2 The columns ------------------------------------------------------------------------------------------------


def suit_of(card: str) -> str:
    """The suit of a card in the Decree; the loyal viziers are birds."""
    return BIRD if card in VIZIERS else SUIT_OF[card]


def remaining(game: Game, column: str) -> list[str]:
    """7.5.2: the cards of a column that are still to be resolved this turn."""
    eyrie = eyrie_of(game)
    return [card for card in eyrie.decree[column] if card not in eyrie.resolved]


def column_stage(column: str) -> Stage:
    """7.5.2: columns go from left to right, and empty ones are skipped."""
    return window(column, lambda game, seat: not remaining(game, column), "7.5.2")


def clearings_of(game: Game, card: str) -> Iterable[int]:
    """7.5.2: the clearings that a card of the Decree matches; a bird fits any."""
    suit = suit_of(card)
    return range(1, len(game.buildings)) if suit == BIRD else game.paths.by_suit[suit]


def can_resolve(game: Game, column: str, card: str) -> bool:
    """7.5.2: whether the action that a card demands can be taken at all."""
    seat = game.active
    return any(_possible(game, seat, column, clearing) for clearing in clearings_of(game, card))


def _possible(game: Game, seat: int, column: str, clearing: int) -> bool:
    match column:
        case "recruit":
            return can_recruit_at(game, seat, clearing)
        case "move":
            return bool(destinations(game, seat, clearing))
        case "battle":
            return bool(legal_battles(game, seat, (clearing,)))
        case _:
            return can_build_at(game, seat, clearing)


def turmoil_at_once(game: Game) -> Iterator[Happening] | None:
    """7.5.2, 7.7: where cards of the column remain and none of them can be resolved, there is turmoil at once.

    core-6: before the first card of a column the seat may still use its effects, if it has any that it might use.
    """
    left = remaining(game, game.step) if game.step in COLUMNS else []
    if not left or any(can_resolve(game, game.step, card) for card in left):
        return None
    if len(left) == len(eyrie_of(game).decree[game.step]) and not nothing_in_daylight(game, game.active):
        return None
    return fall_into_turmoil(game, game.step)


def legal_turmoil(game: Game, seat: int) -> list[Offer]:
    left = remaining(game, game.step)
    stranded = any(not can_resolve(game, game.step, card) for card in left)
    return [Offer(DeclareTurmoil)] if stranded else []


def declare_turmoil(game: Game, seat: int, command: DeclareTurmoil, chance: Chance) -> Iterator[Happening]:
    """7.7: the player may take a card that cannot be resolved before those that can."""
    if all(can_resolve(game, game.step, card) for card in remaining(game, game.step)):
        raise Refusal("DECREE_STILL_POSSIBLE", "7.7", column=game.step)
    yield from fall_into_turmoil(game, game.step)


def _check_card(game: Game, column: str, card: str) -> None:
    if card not in eyrie_of(game).decree[column]:
        raise Refusal("CARD_NOT_IN_COLUMN", "7.5.2", card=card, column=column)
    if card in eyrie_of(game).resolved:
        raise Refusal("ALREADY_USED_THIS_TURN", "7.5.2", card=card)


def _check_matches(game: Game, card: str, clearing: int) -> None:
    check_clearing(game, clearing)
    if clearing not in clearings_of(game, card):
        suit = game.paths.suits[clearing]
        raise Refusal("CARD_SUIT_MISMATCH", "7.5.2", card=card, suit=suit, found=suit_of(card))


# --- Recruit ----------------------------------------------------------------------------------------------------------


def can_recruit_at(game: Game, seat: int, clearing: int) -> bool:
    """7.5.2: a roost is there and a warrior left. 7.8.2: the Charismatic places the last one, and then fails."""
    return bool(game.supply[seat] and game.building_count(clearing, seat, "roost") and may_place(game, seat, clearing))


def legal_recruits(game: Game, seat: int) -> list[Offer]:
    rows = [
        (card, clearing)
        for card in remaining(game, "recruit")
        for clearing in clearings_of(game, card)
        if can_recruit_at(game, seat, clearing)
    ]
    return [Offer(DecreeRecruit, ("card", "clearing"), rows)] if rows else []


def recruit(game: Game, seat: int, command: DecreeRecruit, chance: Chance) -> Iterator[Happening]:
    """7.5.2: a warrior at a roost in a clearing that the card matches."""
    _check_card(game, "recruit", command.card)
    _check_matches(game, command.card, command.clearing)
    if not game.building_count(command.clearing, seat, "roost"):
        raise Refusal("NO_ROOST_HERE", "7.5.2", clearing=command.clearing)
    check_may_place(game, seat, command.clearing)
    if not game.supply[seat]:
        raise Refusal("NO_WARRIOR_IN_SUPPLY", "7.5.2")
    wanted = warriors_recruited(game, seat)
    placed = min(wanted, game.supply[seat])
    yield DecreeCardResolved(seat, "recruit", command.card)
    yield Under("7.5.2", PiecesPlaced(seat, (Placed("warrior", command.clearing, placed),)))
    if placed < wanted:
        yield from fall_into_turmoil(game, "recruit")


# --- Move -------------------------------------------------------------------------------------------------------------


def legal_moves(game: Game, seat: int) -> list[Offer]:
    cards = remaining(game, "move")
    offers = []
    for origin in range(1, len(game.buildings)):
        there = destinations(game, seat, origin)
        rows = [
            (card, origin, destination) for card in cards if origin in clearings_of(game, card) for destination in there
        ]
        if rows:
            warriors = Between(1, game.warriors[seat][origin])
            offers.append(Offer(DecreeMove, ("card", "origin", "destination"), rows, {"warriors": warriors}))
    return offers


def decree_move(game: Game, seat: int, command: DecreeMove, chance: Chance) -> Iterator[Happening]:
    """7.5.2: a move out of a clearing that the card matches."""
    _check_card(game, "move", command.card)
    _check_matches(game, command.card, command.origin)
    check_move(game, seat, command.origin, command.destination, command.warriors)
    yield DecreeCardResolved(seat, "move", command.card)
    yield from move(seat, command.origin, command.destination, command.warriors, "7.5.2")


# --- Battle -----------------------------------------------------------------------------------------------------------


def legal_attacks(game: Game, seat: int) -> list[Offer]:
    rows = [
        (card, *row)
        for card in remaining(game, "battle")
        for row in legal_battles(game, seat, clearings_of(game, card))
    ]
    return [Offer(DecreeBattle, ("card", "clearing", "defender"), rows)] if rows else []


def decree_battle(game: Game, seat: int, command: DecreeBattle, chance: Chance) -> Iterator[Happening]:
    """7.5.2: a battle in a clearing that the card matches; one that an ambush ends was taken all the same."""
    _check_card(game, "battle", command.card)
    _check_matches(game, command.card, command.clearing)
    check_battle(game, seat, command.clearing, command.defender)
    yield DecreeCardResolved(seat, "battle", command.card)
    yield from start_battle(seat, command.clearing, command.defender)


# --- Build ------------------------------------------------------------------------------------------------------------


def can_build_at(game: Game, seat: int, clearing: int) -> bool:
    """7.5.2: a clearing that the Eyrie rules, with an open slot and no roost, while a roost is left."""
    return bool(
        game.stock[seat]["roost"]
        and open_slots(game, clearing) > 0
        and not game.building_count(clearing, seat, "roost")
        and may_place(game, seat, clearing)
        and ruler(game, clearing) == seat
    )


def legal_builds(game: Game, seat: int) -> list[Offer]:
    rows = [
        (card, clearing)
        for card in remaining(game, "build")
        for clearing in clearings_of(game, card)
        if can_build_at(game, seat, clearing)
    ]
    return [Offer(DecreeBuild, ("card", "clearing"), rows)] if rows else []


def build(game: Game, seat: int, command: DecreeBuild, chance: Chance) -> Iterator[Happening]:
    """7.5.2: a roost in a clearing that the card matches."""
    _check_card(game, "build", command.card)
    _check_matches(game, command.card, command.clearing)
    check_rules(game, seat, command.clearing)
    if game.building_count(command.clearing, seat, "roost"):
        raise Refusal("ROOST_HERE", "7.5.2", clearing=command.clearing)
    check_open_slot(game, command.clearing)
    check_may_place(game, seat, command.clearing)
    if not game.stock[seat]["roost"]:
        raise Refusal("NO_PIECE_IN_SUPPLY", "7.5.2", piece="roost")
    yield DecreeCardResolved(seat, "build", command.card)
    yield Under("7.5.2", PiecesPlaced(seat, (Placed("roost", command.clearing, 1),)))


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    DecreeRecruit: recruit,
    DecreeMove: decree_move,
    DecreeBattle: decree_battle,
    DecreeBuild: build,
    DeclareTurmoil: declare_turmoil,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    DecreeRecruit: legal_recruits,
    DecreeMove: legal_moves,
    DecreeBattle: legal_attacks,
    DecreeBuild: legal_builds,
    DeclareTurmoil: legal_turmoil,
}
