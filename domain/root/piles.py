"""Where cards go and come from: piles, the deck, and what everybody knows of a hand (core-5)."""

from collections.abc import Iterable, Iterator

from domain.root.cards import CARDS
from domain.root.events import CardPiled, CardsDrawn, Cause, DeckReshuffled, Pile
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening, Under

DECK = "deck"


def pile_for(game: Game, card: str) -> Pile:
    """core-5.4: where a spent or discarded card goes; 10.2.6: with the Cult in the game, always to Lost Souls."""
    if game.cult is not None:
        return "lost_souls"
    return "available" if CARDS[card].kind == "dominance" else "discard"


def pile(game: Game, seat: int, card: str, cause: Cause, why: str) -> Iterator[Happening]:
    """core-5.4, 10.2.6: a card of a seat is played, spent, discarded or used up, by the clause `why`."""
    clause = "10.2.6" if game.cult is not None else "core-5.4"
    yield Under(clause, CardPiled(seat, card, cause, pile_for(game, card), why))


def draw(game: Game, seat: int, count: int, chance: Chance, clause: str = "core-5.3") -> Iterator[Happening]:
    """core-5.3: draw from the top; the moment the deck is empty the discard pile becomes the deck, and Lost Souls stays.

    If both are empty, as many as possible are drawn.
    """
    left = count
    while left and (game.deck or game.discard):
        if not game.deck:
            yield DeckReshuffled(len(game.discard))
        deck, drawn = game.deck.copy(), []
        for _ in range(min(left, len(deck))):
            card = chance.pick(DECK, deck)
            deck.remove(card)
            drawn.append(card)
        left -= len(drawn)
        yield Under(clause, CardsDrawn(seat, len(drawn), tuple(drawn)))
    if count and not game.deck and game.discard:
        yield DeckReshuffled(len(game.discard))


def may_hold(game: Game, seat: int, cards: Iterable[str]) -> bool:
    """core-1.4: whether, by what everybody knows, a hand may hold one of these cards.

    A prompt that waits for a card of the hand is shown whenever this is so, and so tells nothing about the hand.
    """
    known = game.known[seat]
    wanted = set(cards)
    if not wanted.isdisjoint(known):
        return True
    return len(game.hands[seat]) > len(known) and not wanted <= open_cards(game)


def open_cards(game: Game) -> set[str]:
    """core-1.4: the cards that everybody knows the place of."""
    cards = {*game.discard, *game.available, *game.lost_souls}
    for zone in (*game.play, *game.known):
        cards.update(zone)
    if game.eyrie is not None:
        for column in game.eyrie.decree.values():
            cards.update(column)
    if game.cult is not None:
        cards.update(card for card, _ in game.cult.revealed)
    if game.battle is not None:
        cards.update(card for _, card in game.battle.cards)
    return cards
