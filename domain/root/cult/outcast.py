"""The Outcast, and the pile that decides it (10.4.1, 10.4.2)."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.root.cards import BIRD, CARDS, SUITS, count_suits
from domain.root.cult.events import LostSoulsEmptied, OutcastAdjusted
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.rulebook import Happening


class Designation(NamedTuple):
    """What the adjustment gives: the suit that won outright, the Outcast, and whether it is Hated."""

    winner: str | None
    outcast: str
    hated: bool


def designate(outcast: str, hated: bool, counts: dict[str, int], *, first: bool) -> Designation:
    """10.4.1: the suit with most cards in Lost Souls, birds ignored, becomes the Outcast.

    The same suit again, a tie, or no suited card at all makes the Outcast Hated; only another suit that wins outright ends
    that. `first`: the very first adjustment, where the table does not count the choice at set-up as a designation before it
    (D4): then the suit that was chosen may win without being Hated.
    """
    most = max(counts[suit] for suit in SUITS)
    best = [suit for suit in SUITS if counts[suit] == most]
    if len(best) != 1:
        return Designation(None, outcast, True)
    if best[0] != outcast:
        return Designation(best[0], best[0], False)
    return Designation(best[0], outcast, hated or not first)


def next_designation(game: Game) -> Designation:
    """10.4.1, 10.2.6: what the adjustment would give if it happened now."""
    cult = game.cult
    assert cult is not None
    assert cult.outcast is not None
    first = not cult.adjusted and not game.options.setup_is_previous
    return designate(cult.outcast, cult.hated, count_suits(game.lost_souls), first=first)


def adjust_outcast(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.4.1: it happens by itself, and is told even if nothing changes; then Lost Souls is emptied."""
    cult = game.cult
    assert cult is not None
    assert cult.outcast is not None
    counts, given = count_suits(game.lost_souls), next_designation(game)
    yield OutcastAdjusted(
        cult.seat, counts["fox"], counts["rabbit"], counts["mouse"], counts[BIRD],
        given.winner, cult.outcast, given.outcast, cult.hated, given.hated,
    )  # fmt: skip
    yield from empty_lost_souls(game)


def empty_lost_souls(game: Game) -> Iterator[Happening]:
    """10.4.2: the pile goes to the discard pile in its order; its dominance cards become available."""
    assert game.cult is not None
    to_available = tuple(card for card in game.lost_souls if CARDS[card].kind == "dominance")
    to_discard = tuple(card for card in game.lost_souls if CARDS[card].kind != "dominance")
    yield LostSoulsEmptied(game.cult.seat, to_discard, to_available)
