"""What always holds in a game of Root, whatever is played (core-15, and the properties of the Cult's document)."""

from typing import Any

from domain.root.cards import CARDS, SUIT_OF
from domain.root.cult.events import AcolytesGained, FaithfulFeared, LostSoulsEmptied, OutcastAdjusted, RitualPerformed
from domain.root.events import CardPiled, DominanceActivated, PiecesRemoved, TurnEnded
from domain.root.eyrie.events import TurmoilStarted
from domain.root.factions import is_garden
from domain.root.invariants import invariants
from domain.root.rulebook import rulebook
from domain.root.state import Game
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
        assert [*invariants(game)] == []
        check_order(game)
        check_scores(game, event, before)
        if game.cult is not None:
            self.check_cult(game, event, before)
        assert event.clause in LAW

    def check_cult(self, game: Game, event: Event, before: "_Before") -> None:
        cult = game.cult
        assert cult is not None
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


def check_order(game: Game) -> None:
    """What chance picks from, and what seats choose from, is sorted."""
    assert game.deck == sorted(game.deck)
    assert all(hand == sorted(hand) for hand in game.hands)


def check_scores(game: Game, event: Any, before: _Before) -> None:
    """core-12, core-11: no score changes without a clause."""
    change = [after - was for after, was in zip(game.scores, before.scores, strict=True)]
    if isinstance(event, ScoringEvent):
        assert change == [event.points if seat in event.seats else 0 for seat in range(game.seats)]
        assert event.points == sum(term.points for term in event.terms) != 0 or isinstance(event, DominanceActivated)
        assert all(term.clause in LAW for term in event.terms)
    else:
        assert not any(change)
    if isinstance(event, TurmoilStarted):
        assert game.step == "turmoil"
    if isinstance(event, CardPiled):
        assert CARDS[event.card].id
        pile = {"discard": game.discard, "available": game.available, "lost_souls": game.lost_souls}[event.to]
        assert pile[-1] == event.card
        assert (event.to == "lost_souls") == (game.cult is not None)
