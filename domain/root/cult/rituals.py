"""Rituals: what cards are revealed for (10.5)."""

from collections.abc import Callable, Iterator

from domain.root.cards import BIRD, SUIT_OF
from domain.root.checks import check_clearing, check_in_hand, check_may_place, check_open_slot, check_rules
from domain.root.cult.commands import RitualBuild, RitualRecruit, RitualSacrifice, RitualScore
from domain.root.cult.events import AcolytesGained, CardRevealed, RitualPerformed
from domain.root.events import PiecesPlaced, Placed
from domain.root.factions import GARDEN_POINTS, GARDENS
from domain.root.piles import pile
from domain.root.rule import may_place, open_slots, ruler
from domain.root.scoring import score, winner
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def _suited(game: Game, seat: int) -> list[str]:
    """10.2.2: the cards in hand that can be revealed for their suit: a bird is only a bird."""
    return [card for card in game.hands[seat] if SUIT_OF[card] != BIRD]


def _check_suited(game: Game, seat: int, card: str) -> str:
    check_in_hand(game, seat, card)
    if SUIT_OF[card] == BIRD:
        raise Refusal("BIRD_NOT_WILD", "10.2.2", card=card)
    return SUIT_OF[card]


def _check_clearing(game: Game, card: str, clearing: int) -> None:
    """10.5: the card's printed suit equals the clearing's."""
    check_clearing(game, clearing)
    suit = game.paths.suits[clearing]
    if SUIT_OF[card] != suit:
        raise Refusal("CARD_SUIT_MISMATCH", "10.5", card=card, suit=suit, found=SUIT_OF[card])


def _perform(
    seat: int, card: str, ritual: str, clause: str, effect: Callable[[], Iterator[Happening]]
) -> Iterator[Happening]:
    """10.5: the card is revealed, the ritual happens; both are one command, so nothing is revealed for nothing."""
    yield Under(clause, CardRevealed(seat, card, ritual))
    yield from effect()
    yield Under(clause, RitualPerformed(seat, ritual, card))


# --- 10.5.1 Build -----------------------------------------------------------------------------------------------------


def legal_builds(game: Game, seat: int) -> list[Offer]:
    rows = [
        (card, clearing)
        for card in _suited(game, seat)
        if game.stock[seat][GARDENS[SUIT_OF[card]]]
        for clearing in game.paths.by_suit[SUIT_OF[card]]
        if ruler(game, clearing) == seat and may_place(game, seat, clearing) and open_slots(game, clearing) > 0
    ]
    return [Offer(RitualBuild, ("card", "clearing"), rows)] if rows else []


def build(game: Game, seat: int, command: RitualBuild, chance: Chance) -> Iterator[Happening]:
    """10.5.1: a garden of the card's suit in a clearing of that suit which the Cult rules; it scores nothing."""
    suit = _check_suited(game, seat, command.card)
    _check_clearing(game, command.card, command.clearing)
    check_rules(game, seat, command.clearing)
    check_may_place(game, seat, command.clearing)
    check_open_slot(game, command.clearing)
    if not game.stock[seat][GARDENS[suit]]:
        raise Refusal("NO_GARDEN_OF_SUIT", "10.5.1", suit=suit)
    garden = Placed(GARDENS[suit], command.clearing, 1)
    yield from _perform(
        seat, command.card, "build", "10.5.1", lambda: iter([Under("10.5.1", PiecesPlaced(seat, (garden,)))])
    )


# --- 10.5.2 Recruit ---------------------------------------------------------------------------------------------------


def legal_recruits(game: Game, seat: int) -> list[Offer]:
    if not game.supply[seat]:
        return []
    rows = [
        (card, clearing)
        for card in _suited(game, seat)
        for clearing in game.paths.by_suit[SUIT_OF[card]]
        if may_place(game, seat, clearing)
    ]
    return [Offer(RitualRecruit, ("card", "clearing"), rows)] if rows else []


def recruit(game: Game, seat: int, command: RitualRecruit, chance: Chance) -> Iterator[Happening]:
    """10.5.2: a warrior in any clearing of the card's suit; neither rule nor presence is needed."""
    _check_suited(game, seat, command.card)
    _check_clearing(game, command.card, command.clearing)
    check_may_place(game, seat, command.clearing)
    _check_supply(game, seat, "10.5.2")
    warrior = Placed("warrior", command.clearing, 1)
    yield from _perform(
        seat, command.card, "recruit", "10.5.2", lambda: iter([Under("10.5.2", PiecesPlaced(seat, (warrior,)))])
    )


def _check_supply(game: Game, seat: int, clause: str) -> None:
    if not game.supply[seat]:
        raise Refusal("NO_WARRIOR_IN_SUPPLY", clause)


# --- 10.5.3 Score -----------------------------------------------------------------------------------------------------


def score_value(game: Game, gardens: int) -> int | None:
    """10.5.3: what so many gardens of a suit score, None where the ritual is not possible.

    Without a garden no number can be read (D2: by option it scores 0). One garden scores 0 (D3: by option that is refused).
    """
    if gardens == 0:
        return 0 if game.options.score_without_garden else None
    if gardens == 1 and not game.options.score_single_garden:
        return None
    return GARDEN_POINTS[gardens]


def scored_suits(game: Game) -> list[str]:
    """10.5.3: the suits that have been scored this turn."""
    assert game.cult is not None
    return [SUIT_OF[card] for card in game.cult.scored]


def legal_scores(game: Game, seat: int) -> list[Offer]:
    done = scored_suits(game)
    rows = [
        (card,)
        for card in _suited(game, seat)
        if SUIT_OF[card] not in done and score_value(game, game.on_map(seat, GARDENS[SUIT_OF[card]])) is not None
    ]
    return [Offer(RitualScore, ("card",), rows)] if rows else []


def score_gardens(game: Game, seat: int, command: RitualScore, chance: Chance) -> Iterator[Happening]:
    """10.5.3: the card is spent, and its suit's gardens score the number over the rightmost empty space of their row.

    Each suit once a turn.
    """
    suit = _check_suited(game, seat, command.card)
    if suit in scored_suits(game):
        raise Refusal("SUIT_ALREADY_SCORED", "10.5.3", suit=suit)
    gardens = game.on_map(seat, GARDENS[suit])
    value = score_value(game, gardens)
    if value is None:
        raise Refusal("NO_GARDEN_ON_MAP" if not gardens else "SCORES_NOTHING", "10.5.3", suit=suit)
    yield Under("10.5.3", CardRevealed(seat, command.card, "score"))
    yield from pile(game, seat, command.card, "spent", "10.5.3")
    yield from score(game, seat, "10.5.3", Term(f"gardens_{suit}", 1, value, "10.5.3"))
    if winner(game) is None:
        yield Under("10.5.3", RitualPerformed(seat, "score", command.card))


# --- 10.5.4 Sacrifice -------------------------------------------------------------------------------------------------


def legal_sacrifices(game: Game, seat: int) -> list[Offer]:
    rows = [(card,) for card in game.hands[seat] if SUIT_OF[card] == BIRD] if game.supply[seat] else []
    return [Offer(RitualSacrifice, ("card",), rows)] if rows else []


def sacrifice(game: Game, seat: int, command: RitualSacrifice, chance: Chance) -> Iterator[Happening]:
    """10.5.4: a bird is revealed, and a warrior of the supply becomes an acolyte."""
    check_in_hand(game, seat, command.card)
    if SUIT_OF[command.card] != BIRD:
        raise Refusal("BIRD_REQUIRED", "10.5.4", card=command.card)
    _check_supply(game, seat, "10.5.4")
    yield from _perform(seat, command.card, "sacrifice", "10.5.4", lambda: iter([AcolytesGained(seat, 1, "sacrifice")]))


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    RitualBuild: build,
    RitualRecruit: recruit,
    RitualScore: score_gardens,
    RitualSacrifice: sacrifice,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    RitualBuild: legal_builds,
    RitualRecruit: legal_recruits,
    RitualScore: legal_scores,
    RitualSacrifice: legal_sacrifices,
}
