"""Dealing hits (core-8.6)."""

from collections.abc import Iterator

from domain.root.checks import check_sorted
from domain.root.commands import ChooseHits
from domain.root.events import BattleEnded, HitsChosen, Loss
from domain.root.removal import enemy_pieces, removal_terms, remove
from domain.root.scoring import score
from domain.root.state import Battle, Game
from domain.root.steps import ask
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.offers import Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening


def choice_of_hits(game: Game, seat: int) -> tuple[list[str], int]:
    """core-8.6: a side's buildings and tokens here, and how many of them hits remove: all its warriors go before them."""
    battle = game.battle
    assert battle is not None
    here = enemy_pieces(game, seat, battle.clearing)
    pieces = sorted((*here.buildings, *here.tokens))
    return pieces, min(max(battle.takes.get(seat, 0) - here.warriors, 0), len(pieces))


def must_choose(game: Game, seat: int) -> bool:
    """core-8.6: a side is asked where its choice is a real one."""
    pieces, count = choice_of_hits(game, seat)
    return 0 < count < len(pieces) and len(set(pieces)) > 1


def deal(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.6: both sides choose together, then all hits land at once.

    core-8.1: an ambush deals two hits to the attacker in the same way.
    """
    sides = [
        side for side in (battle.attacker, battle.defender) if side not in battle.chosen and must_choose(game, side)
    ]
    if sides:
        for side in sides:
            yield ask(side, "hits")
        return
    losses = [hit_pieces(game, side) for side in (battle.attacker, battle.defender)]
    if not any(loss.warriors or loss.buildings or loss.tokens for loss in losses):
        yield BattleEnded()
        return
    if battle.stage == "ambush_hits":
        by, cause, clause = battle.defender, "ambush", "core-8.1"
    else:
        by, cause, clause = battle.attacker, "battle", "core-8.6"
    yield from remove(game, by, losses, cause, clause)
    for seat, victim in ((battle.attacker, battle.defender), (battle.defender, battle.attacker)):
        terms = *removal_terms(losses, victim, clause), *_despot_term(game, seat, victim, losses)
        yield from score(game, seat, clause, *terms)


def hit_pieces(game: Game, seat: int) -> Loss:
    """core-8.6: what the hits remove of a side; hits beyond its pieces are lost. 10.2.3: a defending Cult's revenge."""
    battle = game.battle
    assert battle is not None
    warriors = min(battle.takes.get(seat, 0), game.warriors[seat][battle.clearing])
    pieces, count = choice_of_hits(game, seat)
    chosen = battle.chosen.get(seat, tuple(pieces[:count]))
    tokens = [kind for owner, kind in game.tokens[battle.clearing] if owner == seat]
    revenge = game.cult is not None and game.cult.seat == seat and seat == battle.defender
    return Loss(
        seat,
        battle.clearing,
        warriors,
        tuple(kind for kind in chosen if kind not in tokens),
        tuple(kind for kind in chosen if kind in tokens),
        to_acolytes=revenge and warriors > 0,
    )


def _despot_term(game: Game, seat: int, victim: int, losses: list[Loss]) -> tuple[Term, ...]:
    """7.8.4: the Despot scores one more, once a battle, for removing at least one building or token."""
    eyrie, battle = game.eyrie, game.battle
    if eyrie is None or battle is None or eyrie.seat != seat or eyrie.leader != "despot" or battle.despot_scored:
        return ()
    return (Term("despot", 1, 1, "7.8.4"),) if removal_terms(losses, victim, "7.8.4") else ()


def legal_hits(game: Game, seat: int) -> list[Offer]:
    pieces, count = choice_of_hits(game, seat)
    return [Offer(ChooseHits, free={"pieces": SomeOf(tuple(pieces), count, count)})]


def choose_hits(game: Game, seat: int, command: ChooseHits, chance: Chance) -> Iterator[Happening]:
    """core-8.6: the side that takes hits chooses which of its buildings and tokens they remove."""
    pieces, count = choice_of_hits(game, seat)
    check_sorted(command.pieces)
    if len(command.pieces) != count or any(command.pieces.count(kind) > pieces.count(kind) for kind in command.pieces):
        raise Refusal("ILLEGAL_CHOICE", "core-8.6", count=count, pieces=tuple(pieces))
    yield HitsChosen(seat, command.pieces)
