"""Fear of the Faithful: what the Cult loses with its gardens (10.2.5)."""

from collections.abc import Iterator

from domain.root.cult.events import FaithfulFeared
from domain.root.piles import pile
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening


def pending(game: Game, chance: Chance) -> Iterator[Happening] | None:
    """10.2.5: gardens have been removed for which random discards are due."""
    return fear(game, chance) if game.feared else None


def fear(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.2.5: for a garden that was removed, a random card of those in hand is discarded; an empty hand loses nothing."""
    assert game.cult is not None
    seat = game.cult.seat
    hand = game.hands[seat]
    card = chance.pick("fear", hand) if hand else None
    yield FaithfulFeared(seat, game.feared[0], card)
    if card is not None:
        yield from pile(game, seat, card, "random", "10.2.5")
