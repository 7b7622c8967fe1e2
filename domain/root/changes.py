"""How each event that all share changes the state. Nothing here asks a rule: an event is a fact.

What it changes on one faction's board alone is in the `changes` of that faction; a battle has its own.

core-15: what leaves one place comes to another, so that cards, pieces and items always add up.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any

from domain.root.events import (
    CardCrafted,
    CardPiled,
    CardsDrawn,
    CardTaken,
    DecisionRequested,
    DeckReshuffled,
    DeckShuffled,
    DominanceActivated,
    DominanceTaken,
    EffectUsed,
    FactionSetUp,
    FirstSeatDrawn,
    HandShown,
    ItemGained,
    Loss,
    PhaseStarted,
    PieceReplaced,
    PiecesPlaced,
    PiecesRemoved,
    PointsForfeited,
    PointsLost,
    PointsScored,
    StepEnded,
    StepStarted,
    TurnEnded,
    TurnStarted,
    WarriorsMoved,
    WoodlandSetUp,
)
from domain.root.factions import is_building
from domain.root.state import Game
from domain.root.steps import prompt_for
from domain.table.lifecycle import GameFinished
from domain.table.messages import ScoringEvent

# --- Prompts ----------------------------------------------------------------------------------------------------------


def _step_started(game: Game, event: StepStarted) -> None:
    game.step = event.step
    game.step_prompt = prompt_for(event.step, event.seat)
    show_prompts(game)


def _step_ended(game: Game, event: StepEnded) -> None:
    game.step_prompt = None
    show_prompts(game)


def _requested(game: Game, event: DecisionRequested) -> None:
    game.decisions += (prompt_for(event.kind, event.seat),)
    show_prompts(game)


def decided(game: Game, kind: str, seat: int) -> None:
    game.decisions = tuple(one for one in game.decisions if one.kind != kind or one.seat != seat)
    show_prompts(game)


def show_prompts(game: Game) -> None:
    # A decision outside the course of the turn suspends the turn.
    game.prompts = game.decisions or ((game.step_prompt,) if game.step_prompt else ())


# --- Setting up and turns ---------------------------------------------------------------------------------------------


def nothing(game: Game, event: object) -> None:
    """The event tells what others do, or what was decided; nothing follows from it."""


def _first(game: Game, event: FirstSeatDrawn) -> None:
    game.first = game.active = event.seat


def _faction_set_up(game: Game, event: FactionSetUp) -> None:
    game.set_up.append(event.faction)


def _turn(game: Game, event: TurnStarted) -> None:
    game.active, game.turn, game.step = event.seat, event.number, ""
    game.activated.clear()
    game.used.clear()


def _phase(game: Game, event: PhaseStarted) -> None:
    game.phase = event.phase


def _turn_ended(game: Game, event: TurnEnded) -> None:
    game.step_prompt = None
    show_prompts(game)


def _finished(game: Game, event: GameFinished) -> None:
    game.phase, game.ranking = "over", event.ranking
    game.step_prompt, game.decisions, game.prompts = None, (), ()


# --- Cards ------------------------------------------------------------------------------------------------------------


def _drawn(game: Game, event: CardsDrawn) -> None:
    for card in event.cards:
        game.deck.remove(card)
        insort(game.hands[event.seat], card)


def _reshuffled(game: Game, event: DeckReshuffled) -> None:
    game.deck = sorted(game.deck + game.discard)
    game.discard.clear()


def leave_hand(game: Game, seat: int, card: str) -> None:
    game.hands[seat].remove(card)
    if card in game.known[seat]:
        game.known[seat].remove(card)


def _piled(game: Game, event: CardPiled) -> None:
    _leave_owner(game, event.seat, event.card)
    {"discard": game.discard, "available": game.available, "lost_souls": game.lost_souls}[event.to].append(event.card)


def _leave_owner(game: Game, seat: int, card: str) -> None:
    battle, eyrie, cult = game.battle, game.eyrie, game.cult
    if card in game.hands[seat]:
        leave_hand(game, seat, card)
    elif card in game.play[seat]:
        game.play[seat].remove(card)
    elif battle and (seat, card) in battle.cards:
        battle.cards.remove((seat, card))
    elif cult and cult.seat == seat and any(card == revealed for revealed, _ in cult.revealed):
        cult.revealed = [(revealed, ritual) for revealed, ritual in cult.revealed if revealed != card]
    else:
        assert eyrie is not None
        next(cards for cards in eyrie.decree.values() if card in cards).remove(card)


def _taken(game: Game, event: CardTaken) -> None:
    assert event.card is not None
    game.hands[event.target].remove(event.card)
    # Nobody else knows which card has left.
    game.known[event.target].clear()
    insort(game.hands[event.seat], event.card)


def _effect_used(game: Game, event: EffectUsed) -> None:
    game.used.append(event.card)
    game.taxed = False


def _dominance_activated(game: Game, event: DominanceActivated) -> None:
    (seat,) = event.seats
    leave_hand(game, seat, event.card)
    game.play[seat].append(event.card)
    game.dominance[seat] = event.card
    _scored(game, event)


def _dominance_taken(game: Game, event: DominanceTaken) -> None:
    game.available.remove(event.card)
    insort(game.hands[event.seat], event.card)
    insort(game.known[event.seat], event.card)


def _crafted(game: Game, event: CardCrafted) -> None:
    game.activated.extend(event.clearings)
    if event.stays:
        leave_hand(game, event.seat, event.card)
        game.play[event.seat].append(event.card)


def _item(game: Game, event: ItemGained) -> None:
    game.items[event.item] -= 1
    game.crafted[event.seat].append(event.item)


# --- Pieces and points ------------------------------------------------------------------------------------------------


def _placed(game: Game, event: PiecesPlaced) -> None:
    for piece in event.pieces:
        for _ in range(piece.count):
            _put(game, event.seat, piece.kind, piece.clearing)


def _put(game: Game, seat: int, kind: str, clearing: int) -> None:
    if kind == "warrior":
        game.supply[seat] -= 1
        game.warriors[seat][clearing] += 1
        return
    game.stock[seat][kind] -= 1
    (game.buildings if is_building(kind) else game.tokens)[clearing].append((seat, kind))
    if kind == "keep":
        assert game.marquise is not None
        game.marquise.keep = clearing


def _removed(game: Game, event: PiecesRemoved) -> None:
    for loss in event.losses:
        _lose(game, loss)
    for clearing, warriors in event.wounded:
        game.wounded[clearing] = game.wounded.get(clearing, 0) + warriors
    game.feared += event.feared
    if event.cause == "tax":
        game.taxed = True
    # What else is removed meanwhile, such as by a ruling, is no part of the battle.
    if game.battle is not None and event.cause in ("battle", "ambush"):
        game.battle.takes, game.battle.chosen = {}, {}
        game.battle.stage = "ambush_over" if game.battle.stage == "ambush_hits" else "end"


def _lose(game: Game, loss: Loss) -> None:
    game.warriors[loss.seat][loss.clearing] -= loss.warriors
    if loss.to_acolytes:
        assert game.cult is not None
        game.cult.acolytes += loss.warriors
    else:
        game.supply[loss.seat] += loss.warriors
    for kind in loss.buildings:
        game.buildings[loss.clearing].remove((loss.seat, kind))
        game.stock[loss.seat][kind] += 1
    for kind in loss.tokens:
        game.tokens[loss.clearing].remove((loss.seat, kind))
        _token_removed(game, loss.seat, kind)


def _token_removed(game: Game, seat: int, kind: str) -> None:
    if kind == "keep":
        # A removed keep is out of the game (6.2.2).
        assert game.marquise is not None
        game.marquise.keep = None
    else:
        game.stock[seat][kind] += 1


def _replaced(game: Game, event: PieceReplaced) -> None:
    if event.removed == "warrior":
        _lose(game, Loss(event.owner, event.clearing, 1))
    else:
        _lose(game, Loss(event.owner, event.clearing, 0, (event.removed,)))
    _put(game, event.seat, event.placed, event.clearing)
    if event.wounded:
        game.wounded[event.clearing] = event.wounded


def _moved(game: Game, event: WarriorsMoved) -> None:
    counts = game.warriors[event.seat]
    counts[event.origin] -= event.warriors
    counts[event.destination] += event.warriors
    game.moved_to = event.destination


def _scored(game: Game, event: ScoringEvent) -> None:
    points = event.points
    for seat in event.seats:
        game.scores[seat] += points
    _forfeited(game, event)


def _forfeited(game: Game, event: ScoringEvent | PointsForfeited) -> None:
    # Once a battle, scored or forfeited.
    if game.battle is not None and any(term.label == "despot" for term in event.terms):
        game.battle.despot_scored = True


EVOLVE: dict[type, Callable[[Game, Any], None]] = {
    WoodlandSetUp: nothing,
    FirstSeatDrawn: _first,
    DeckShuffled: nothing,
    PiecesPlaced: _placed,
    FactionSetUp: _faction_set_up,
    TurnStarted: _turn,
    PhaseStarted: _phase,
    StepStarted: _step_started,
    StepEnded: _step_ended,
    TurnEnded: _turn_ended,
    DecisionRequested: _requested,
    CardsDrawn: _drawn,
    DeckReshuffled: _reshuffled,
    CardPiled: _piled,
    CardTaken: _taken,
    HandShown: nothing,
    EffectUsed: _effect_used,
    DominanceActivated: _dominance_activated,
    DominanceTaken: _dominance_taken,
    CardCrafted: _crafted,
    ItemGained: _item,
    PiecesRemoved: _removed,
    PieceReplaced: _replaced,
    WarriorsMoved: _moved,
    PointsScored: _scored,
    PointsLost: _scored,
    PointsForfeited: _forfeited,
    GameFinished: _finished,
}
