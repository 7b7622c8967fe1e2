"""What always holds in a game of Root, whatever is played (core-15, and the properties of the Cult's document)."""

from collections import Counter
from typing import Any

from domain.root.cards import CARDS, SUIT_OF, deck_for
from domain.root.cult.events import AcolytesGained, FaithfulFeared, LostSoulsEmptied, OutcastAdjusted, RitualPerformed
from domain.root.events import CardPiled, DominanceActivated, PiecesRemoved, TurnEnded
from domain.root.eyrie.events import TurmoilStarted
from domain.root.factions import STOCK, VIZIERS, WARRIORS, is_garden
from domain.root.rule import open_slots, ruler
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.woodland import woodland
from domain.table.clauses import load_law
from domain.table.messages import Event, ScoringEvent

LAW = {clause.id for law in (rulebook.law, load_law("domain.table.data")) for clause in law}


class Invariants:
    """A watch over one game: it applies each event, and looks whether all still holds."""

    def __init__(self) -> None:
        self.feared = 0
        self.scored_suits: list[str] = []

    def __call__(self, game: Game, event: Event) -> None:
        before = _Before(game)
        rulebook.evolve(game, event)
        check_cards(game)
        check_pieces(game)
        check_scores(game, event, before)
        if game.cult is not None:
            self.check_cult(game, event, before)
        assert event.clause in LAW

    def check_cult(self, game: Game, event: Event, before: "_Before") -> None:
        cult = game.cult
        assert cult is not None
        for clearing in range(1, len(game.buildings)):
            if any(is_garden(kind) for _, kind in game.buildings[clearing]):
                assert ruler(game, clearing) == cult.seat
        # 10.2.6, 10.4.2: only the emptying of Lost Souls adds to the discard pile.
        if len(game.discard) > before.discard or len(game.available) > before.available:
            assert isinstance(event, LostSoulsEmptied)
        if before.hated and not cult.hated:
            assert isinstance(event, OutcastAdjusted)
            assert event.after != event.before
        self._check_acolytes(game, event, before)
        self._check_fear(game, event, before)
        if isinstance(event, RitualPerformed) and event.ritual == "score":
            self.scored_suits.append(SUIT_OF[event.card])
            assert len(set(self.scored_suits)) == len(self.scored_suits)
        if isinstance(event, TurnEnded):
            self.scored_suits.clear()
            assert not cult.revealed
            assert len(game.hands[event.seat]) <= 5

    def _check_acolytes(self, game: Game, event: Event, before: "_Before") -> None:
        """10.2.3, 10.4.3, 10.5.4: acolytes come by revenge and sacrifice, and go by being spent."""
        assert game.cult is not None
        gained = game.cult.acolytes - before.acolytes
        assert game.cult.acolytes >= 0
        if gained > 0:
            assert isinstance(event, AcolytesGained | PiecesRemoved)
        if isinstance(event, PiecesRemoved):
            revenge = sum(loss.warriors for loss in event.losses if loss.to_acolytes)
            assert gained == revenge
            if revenge:
                assert game.battle is not None
                assert game.battle.defender == game.cult.seat

    def _check_fear(self, game: Game, event: Event, before: "_Before") -> None:
        """10.2.5: as many random discards as gardens were removed, or as there are cards."""
        if isinstance(event, PiecesRemoved):
            gardens = sum(is_garden(kind) for loss in event.losses for kind in loss.buildings)
            assert len(event.feared) == (min(gardens, 1) if game.options.fear == "each_batch" else gardens)
        if isinstance(event, FaithfulFeared):
            assert (event.card is None) == (before.cult_hand == 0)


class _Before:
    """What of a game is to be compared with the game after an event."""

    def __init__(self, game: Game) -> None:
        self.scores = game.scores.copy()
        self.discard, self.available = len(game.discard), len(game.available)
        cult = game.cult
        self.hated = cult is not None and cult.hated
        self.acolytes = cult.acolytes if cult else 0
        self.cult_hand = len(game.hands[cult.seat]) if cult else 0


def zones(game: Game) -> list[str]:
    """Every card, wherever it is."""
    cards = [*game.deck, *game.discard, *game.available, *game.lost_souls]
    for zone in (*game.hands, *game.play):
        cards += zone
    if game.eyrie is not None:
        cards += [card for column in game.eyrie.decree.values() for card in column if card not in VIZIERS]
    if game.cult is not None:
        cards += [card for card, _ in game.cult.revealed]
    if game.battle is not None:
        cards += [card for _, card in game.battle.cards]
    return cards


def check_cards(game: Game) -> None:
    """core-15: each card is in exactly one zone, and what everybody knows of a hand is in it."""
    assert sorted(zones(game)) == deck_for(game.seats)
    for hand, known in zip(game.hands, game.known, strict=True):
        assert hand == sorted(hand)
        assert set(known) <= set(hand)
    assert game.deck == sorted(game.deck)


def check_pieces(game: Game) -> None:
    """core-15: pieces are conserved, and slots are kept."""
    for seat, faction in enumerate(game.factions):
        acolytes = game.cult.acolytes if game.cult is not None and game.cult.seat == seat else 0
        assert game.supply[seat] >= 0
        assert min(game.warriors[seat]) >= 0
        assert game.supply[seat] + sum(game.warriors[seat]) + acolytes == WARRIORS[faction]
        there = Counter(kind for pieces in (*game.buildings, *game.tokens) for owner, kind in pieces if owner == seat)
        for kind, total in STOCK[faction].items():
            assert game.stock[seat][kind] >= 0
            if kind == "keep":
                assert there[kind] + game.stock[seat][kind] <= 1
            else:
                assert there[kind] + game.stock[seat][kind] == total
    assert all(open_slots(game, clearing) >= 0 for clearing in range(1, len(game.buildings)))
    supply = woodland(game.options.map).item_supply
    assert Counter(game.items) + Counter(item for items in game.crafted for item in items) == Counter(supply)


def check_scores(game: Game, event: Any, before: _Before) -> None:
    """core-12, core-11, core-15: no score changes without a clause, none is below 0, and dominance has none."""
    change = [after - was for after, was in zip(game.scores, before.scores, strict=True)]
    if isinstance(event, ScoringEvent):
        assert change == [event.points if seat in event.seats else 0 for seat in range(game.seats)]
        assert event.points == sum(term.points for term in event.terms) != 0 or isinstance(event, DominanceActivated)
        assert all(term.clause in LAW for term in event.terms)
    else:
        assert not any(change)
    for seat, score in enumerate(game.scores):
        assert score >= 0
        assert game.dominance[seat] is None or score == 0
    if isinstance(event, TurmoilStarted):
        assert game.step == "turmoil"
    if isinstance(event, CardPiled):
        assert CARDS[event.card].id
        pile = {"discard": game.discard, "available": game.available, "lost_souls": game.lost_souls}[event.to]
        assert pile[-1] == event.card
        assert (event.to == "lost_souls") == (game.cult is not None)
