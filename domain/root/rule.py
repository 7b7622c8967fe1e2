"""Who rules a clearing (core-7.1). Rule is never kept: it follows from the pieces, and is asked whenever it matters."""

from domain.root.factions import is_garden
from domain.root.state import Game


def ruler(game: Game, clearing: int) -> int | None:
    """The seat that rules a clearing, or None.

    Most warriors and buildings rule (core-7.1); tied, the Eyrie does (7.2.2); a garden beats everything (10.2.4).
    """
    strength = [counts[clearing] for counts in game.warriors]
    for seat, kind in game.buildings[clearing]:
        if is_garden(kind):
            return seat
        strength[seat] += 1
    best = max(strength)
    if best == 0:
        return None
    tied = [seat for seat, pieces in enumerate(strength) if pieces == best]
    if len(tied) == 1:
        return tied[0]
    return game.eyrie.seat if game.eyrie is not None and game.eyrie.seat in tied else None


def ruled_by(game: Game, seat: int) -> list[int]:
    """The clearings that a seat rules."""
    return [clearing for clearing in range(1, len(game.buildings)) if ruler(game, clearing) == seat]


def open_slots(game: Game, clearing: int) -> int:
    """core-4: how many more buildings there is room for; a ruin fills its slot."""
    return game.paths.slots[clearing] - len(game.buildings[clearing])


def may_place(game: Game, seat: int, clearing: int) -> bool:
    """core-9.1, 6.2.2: whether a seat may place pieces in a clearing: nobody but the Marquise where the keep stands."""
    return game.marquise is None or game.marquise.seat == seat or game.marquise.keep != clearing
