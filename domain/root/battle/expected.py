"""How a battle will go on average, for who judges a position in the middle of one. Heuristics, no law."""

from domain.root.battle.hits import hit_pieces
from domain.root.battle.rolling import automatic_hits
from domain.root.changes import EVOLVE
from domain.root.events import PiecesRemoved, PointsScored
from domain.root.removal import removal_terms
from domain.root.state import Battle, Game

# The higher and the lower of two dice with 0 to 3, in tenths, by how many warriors cap it.
HIGHER = (0, 9, 17, 21)
LOWER = (0, 6, 8, 9)


def after_battle(game: Game, viewer: int) -> Game:
    """The game as it will stand after the battle going on, as dice roll on average; the game itself where there is none.

    Hits that others than the viewer have chosen are not known to it. Field hospitals and random discards, which may follow,
    are left out.
    """
    if game.battle is None or game.battle.stage == "end":
        return game
    after = game.copy()
    battle = after.battle
    assert battle is not None
    battle.chosen = {seat: pieces for seat, pieces in battle.chosen.items() if seat == viewer}
    if battle.stage in ("foil", "ambush_hits"):
        battle.takes = {battle.attacker: 2}
        _remove(after, battle)
    if battle.stage == "hits" and battle.takes:
        _remove(after, battle)
    elif after.warriors[battle.attacker][battle.clearing]:
        battle.takes = expected_hits(after, battle)
        _remove(after, battle)
    return after


def expected_hits(game: Game, battle: Battle) -> dict[int, int]:
    """The hits that both sides may expect to take."""
    attackers, defenders = (game.warriors[side][battle.clearing] for side in (battle.attacker, battle.defender))
    if battle.dice:
        dealt, taken = (10 * hits for hits in battle.rolled)
    else:
        dealt, taken = HIGHER[min(attackers, 3)], LOWER[min(defenders, 3)]
    extra = automatic_hits(game, battle)
    return {battle.attacker: (taken + 5) // 10, battle.defender: (dealt + 5) // 10 + extra}


def _remove(game: Game, battle: Battle) -> None:
    losses = tuple(hit_pieces(game, side) for side in (battle.attacker, battle.defender))
    EVOLVE[PiecesRemoved](game, PiecesRemoved(battle.attacker, losses, "battle"))
    for side in (battle.attacker, battle.defender):
        terms = removal_terms(losses, battle.other(side), "core-8.6")
        if terms and game.dominance[side] is None:
            EVOLVE[PointsScored](game, PointsScored((side,), terms))
