"""How good a game looks for a seat, for a bot that flicks many times in its head. Heuristics, no law.

Only what lies open is looked at: scores, discs, Laws and deities. A hundredth of a point is the unit.
"""

from domain.flick_of_faith.scoring import DOMINANCE, blocked_islands, counts, navel_terms
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import on_islands, on_navel, presence

POINT = 100
# What a flick that is still to come brings, and a Prophet that lies in its corner and may be flicked again.
READY, AGAIN = 130, 110
# How sure Dominance is by so many pieces more than the best other seat, in hundredths; level with it: what it may become.
LEAD = (15, 60, 80, 92)
# A Temple that stands on an Island, for each Generation that is still to come; and one that can be built where a Prophet lies.
TEMPLE, TEMPLE_SOON, TEMPLE_LATER = 90, 90, 40
# How sure points from the Navel are, in hundredths: at once, with this turn, or with a later one.
NAVEL_NOW, NAVEL_LATER = 95, 70
# A report is better agreed on than fought over, whatever it says: all bots sit at the same real board.
CONTESTED = 100_000


def estimate(game: Game, seat: int) -> int:
    """The seat's lead over the best other seat, and a little for its own points where several others share what it leaves."""
    worth = [POINT * score for score in game.scores]
    if not game.over:
        for n in range(game.seats):
            worth[n] += _flicks_left(game, n) + _from_temples(game, n) + _from_navel(game, n)
        _add_worship(game, worth)
    others = [other for n, other in enumerate(worth) if n != seat]
    contested = CONTESTED if game.report is not None and game.report.voting else 0
    return 3 * worth[seat] - 2 * max(others) - sum(others) // len(others) - contested


def _flicks_left(game: Game, seat: int) -> int:
    again = bool(game.awaiting) and game.discs[game.awaiting].owner == seat and game.discs[game.awaiting].on_map
    return READY * len(game.owned(seat, "ready")) + AGAIN * again


def _from_temples(game: Game, seat: int) -> int:
    """Temples stay: the one that stands now, and the one that a Prophet on a City can become."""
    left = game.generations - game.generation
    standing = sum(bool(presence(game, temple).islands) for temple in game.temples(seat, "map"))
    chances = sum(bool(presence(game, disc).cities) for disc in game.owned(seat, "map"))
    soon = seat == game.active and any(prompt.kind == "temples" for prompt in game.prompts)
    likely = TEMPLE_SOON if soon else TEMPLE_LATER if game.owned(seat, "ready") else 0
    return left * TEMPLE * standing + left * likely * min(chances, len(game.temples(seat, "unused")))


def _from_navel(game: Game, seat: int) -> int:
    """FF-5.1: what the seat's Prophets on the Navel will bring, if they stay there until they are removed."""
    prophets = sum(game.discs[disc].owner == seat for disc in on_navel(game))
    if not prophets:
        return 0
    terms = navel_terms(game, prophets, len(on_islands(game, seat)))
    now = seat == game.active and any(prompt.seat == seat for prompt in game.prompts)
    return sum(term.count * term.factor for term in terms) * (NAVEL_NOW if now else NAVEL_LATER)


def _add_worship(game: Game, worth: list[int]) -> None:
    """FF-6: what Worship would bring if it came now, Dominance as sure as the lead is large."""
    blocked, law, shrine = blocked_islands(game), game.law("dominance_vp"), game.law("temple_weight")
    dominance = law.number("vp") if law else DOMINANCE
    present = counts(game)
    weighed = counts(game, shrine.number("weight")) if shrine else present
    for island, pieces in weighed.items():
        if island in blocked:
            continue
        for seat in range(game.seats):
            if present[island][seat]:
                lead = pieces[seat] - max(other for n, other in enumerate(pieces) if n != seat)
                worth[seat] += POINT + (dominance * LEAD[min(lead, len(LEAD) - 1)] if lead >= 0 else 0)
