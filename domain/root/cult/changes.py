"""How the events of the Cult change the state."""

from bisect import insort
from collections.abc import Callable
from typing import Any

from domain.root.changes import decided, leave_hand, nothing
from domain.root.cult.events import (
    AcolytesGained,
    AcolytesSpent,
    CardRevealed,
    ConspiracyPerformed,
    CrusadeEnded,
    FaithfulFeared,
    LostSoulsEmptied,
    OutcastAdjusted,
    OutcastChosen,
    RevealedCardsReturned,
    RitualPerformed,
)
from domain.root.events import TurnEnded
from domain.root.state import Game


def _turn_ended(game: Game, event: TurnEnded) -> None:
    if game.cult is not None and game.cult.seat == event.seat:
        game.cult.scored.clear()


def _outcast(game: Game, event: OutcastChosen) -> None:
    assert game.cult is not None
    game.cult.outcast = event.suit


def _adjusted(game: Game, event: OutcastAdjusted) -> None:
    assert game.cult is not None
    game.cult.outcast, game.cult.hated, game.cult.adjusted = event.after, event.hated_after, True


def _emptied(game: Game, event: LostSoulsEmptied) -> None:
    game.lost_souls.clear()
    game.discard.extend(event.to_discard)
    game.available.extend(event.to_available)


def _revealed(game: Game, event: CardRevealed) -> None:
    assert game.cult is not None
    leave_hand(game, event.seat, event.card)
    game.cult.revealed.append((event.card, event.ritual))


def _returned(game: Game, event: RevealedCardsReturned) -> None:
    assert game.cult is not None
    game.cult.revealed.clear()
    for card in event.cards:
        insort(game.hands[event.seat], card)
        insort(game.known[event.seat], card)


def _acolytes_spent(game: Game, event: AcolytesSpent) -> None:
    assert game.cult is not None
    game.cult.acolytes -= event.count
    game.supply[event.seat] += event.count


def _acolytes_gained(game: Game, event: AcolytesGained) -> None:
    # By revenge they have come with the removal itself.
    if event.cause == "sacrifice":
        assert game.cult is not None
        game.cult.acolytes += event.count
        game.supply[event.seat] -= event.count


def _crusade_ended(game: Game, event: CrusadeEnded) -> None:
    decided(game, "follow_up", event.seat)


def _ritual(game: Game, event: RitualPerformed) -> None:
    assert game.cult is not None
    if event.ritual == "score":
        game.cult.scored.append(event.card)


def _feared(game: Game, event: FaithfulFeared) -> None:
    game.feared = game.feared[1:]


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    TurnEnded: _turn_ended,
    OutcastChosen: _outcast,
    OutcastAdjusted: _adjusted,
    LostSoulsEmptied: _emptied,
    CardRevealed: _revealed,
    RevealedCardsReturned: _returned,
    AcolytesSpent: _acolytes_spent,
    AcolytesGained: _acolytes_gained,
    ConspiracyPerformed: nothing,
    CrusadeEnded: _crusade_ended,
    RitualPerformed: _ritual,
    FaithfulFeared: _feared,
}
