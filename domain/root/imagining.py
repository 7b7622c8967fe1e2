"""A game as a seat or a spectator may imagine it, for bots and forks: what is hidden from it is dealt anew."""

from domain.root.battle.hits import choice_of_hits
from domain.root.state import Game
from domain.table.offers import Random


def imagined(game: Game, seat: int | None, rng: Random) -> Game:
    """core-1.4: the other hands and the deck hold any of the cards that the seat cannot place, and hits that others have
    chosen fall on any of their pieces; what everybody knows stays."""
    guess = game.copy()
    others = [other for other in range(game.seats) if other != seat]
    unknown = sorted((*game.deck, *(card for other in others for card in _unknown(game, other))))
    for other in others:
        dealt = [unknown.pop(rng.randrange(len(unknown))) for _ in _unknown(game, other)]
        guess.hands[other] = sorted((*game.known[other], *dealt))
    guess.deck = unknown
    if guess.battle is not None:
        for other in guess.battle.chosen.keys() - {seat}:
            pieces, count = choice_of_hits(guess, other)
            guess.battle.chosen[other] = tuple(pieces[:count])
    return guess


def _unknown(game: Game, seat: int) -> list[str]:
    return [card for card in game.hands[seat] if card not in game.known[seat]]
